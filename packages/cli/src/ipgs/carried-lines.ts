/** What the commits of IPGS in a record prove, as lines of its report. Nothing of IPGS is loaded here. */
import type { RecordReports } from '@kifu/texts/en/cli/reports/records';
import { fit } from '../columns.ts';
import { oneLine } from '../text.ts';
import type { CarriedProof } from './carried.ts';

/** Room for a label. */
const LABEL_COLUMNS = 9;

/** A line of the report of a verification. */
export const reportLine = (label: string, text: string): string =>
  `${fit(label, LABEL_COLUMNS)} ${text}`;

/** Describes what commits prove; `seat` names a seat. */
export function carriedLines(
  proof: CarriedProof,
  { commits: t, noneYet }: RecordReports,
  seat: (seat: number) => string,
): string[] {
  const { players, commits } = proof;
  return [
    reportLine(t.rows.commits, t.verified(commits)),
    reportLine(t.rows.clocks, clockText(proof, t)),
    reportLine(t.rows.ending, endingText(proof, t) ?? noneYet),
    ...players.map(({ name, fingerprint, signedAt }, i) =>
      reportLine(seat(i), t.player(oneLine(name), fingerprint, signedAt)),
    ),
    reportLine(t.rows.unproven, t.unproven),
  ];
}

type CommitTexts = RecordReports['commits'];

/** The time that was agreed on, and what was used of it by the times that the players signed. */
const clockText = ({ clock: { type, seconds }, usedMs }: CarriedProof, t: CommitTexts): string =>
  t.used(
    type === 'absolute' ? t.perPlayer(seconds) : t.perMove(seconds),
    usedMs.map(ms => Math.round(ms / 1000)),
  );

/** The result, and whose commits and signatures support it; null where there is none. */
function endingText({ result, players }: CarriedProof, t: CommitTexts): string | null {
  if (result === null) return null;
  if (players.every(({ signedAt }) => signedAt !== null)) return t.signed(result);
  const by = players.filter(({ isAcknowledged }) => isAcknowledged);
  if (by.length === players.length) return t.acknowledged(result);
  return t.proposed(result, by[0] === undefined ? null : oneLine(by[0].name));
}
