/** What a verification found, in words and as data for programs. */
import { formatFault, type Header, type Json, type JsonObject } from '@kifu/core';
import { termsOf } from './header.ts';
import type { Report } from './verify.ts';

/** In one word: good and signed by all who play or by a referee; good, but not that; or broken. */
export const verdictOf = ({
  fault,
  checked,
  header,
}: Report): 'verified' | 'unsigned' | 'broken' =>
  fault !== null
    ? 'broken'
    : checked.signatures > 0 && header !== null && isSigned(header)
      ? 'verified'
      : 'unsigned';

const isSigned = (header: Header): boolean =>
  termsOf(header).referee !== null || header.players.every(({ key }) => key !== undefined);

/** A report as plain data. */
export function reportData(report: Report): JsonObject {
  const { header, fault, match, head, entries, good, outcome, endedBy, chance, checked } = report;
  return {
    verdict: verdictOf(report),
    fault: fault as unknown as Json,
    match,
    head,
    game: header?.game ?? null,
    version: header?.version ?? null,
    players: (header?.players ?? []) as unknown as Json,
    referee: header === null ? null : termsOf(header).referee,
    entries,
    good,
    outcome: outcome as unknown as Json,
    endedBy,
    chance,
    checked: { ...checked },
  };
}

/** A report as lines of text: what holds, what does not, and what nobody can tell. */
export function formatReport(report: Report): string[] {
  const { header, fault, head, entries, good, checked, outcome } = report;
  const lines = [`${verdictOf(report)}${fault === null ? '' : `: ${formatFault(fault)}`}`];
  if (header !== null)
    lines.push(
      `game      ${header.game} version ${header.version}, ${entries} entries${fault === null ? '' : `, the first ${good} can be played`}`,
    );
  if (head !== null) lines.push(`head      ${head}`);
  if (fault !== null) return lines;
  lines.push(
    `links     ${checked.links} checked`,
    `rules     ${rulesWords(report)}`,
    `hashes    ${checked.hashes} checked`,
    `clocks    ${checked.clocks === 0 ? 'none' : `${checked.clocks} readings checked`}`,
    `chance    ${CHANCE[report.chance](checked.draws)}`,
    `signed    ${signedWords(report)}`,
    `ending    ${outcome === null ? 'none yet' : `${outcome.result} by ${outcome.reason}, ${ENDINGS[report.endedBy ?? 'open']}`}`,
  );
  return lines;
}

const rulesWords = ({ chance, checked }: Report): string =>
  chance === 'sealed'
    ? 'not checked: the hands are hidden until the ending tells how they were dealt'
    : `${checked.rules} acts checked`;

const CHANCE: { readonly [mode in Report['chance']]: (draws: number) => string } = {
  none: () => 'none in this game',
  plain: () => 'plain: from a seed in the header that everybody could read',
  fair: draws => `fair: made by all together, ${draws} draws checked`,
  sealed: () => 'fair, with hidden hands: not checked yet',
};

function signedWords({ checked, header }: Report): string {
  const { signed, signatures } = checked;
  if (signed === 0) return 'nothing: anybody could have written this';
  const whose = header !== null && isSigned(header) ? '' : ', but not of all seats';
  if (signatures === 0) return `${signed} signatures${whose}, none checked`;
  if (signatures === signed) return `${signed} signatures${whose}, all checked`;
  return `${signed} signatures${whose}, the last of each key checked, which covers what came before`;
}

const ENDINGS = {
  rules: 'as the rules and the table give it',
  decree: 'as somebody said: no act led to it',
  open: 'not written down yet',
} as const;
