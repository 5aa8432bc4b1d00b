/** What a verification found, as rows of text and as data for programs. */
import { formatFault, type Json, type JsonObject } from '@kifu/core';
import { verdicts as english, type VerdictTexts } from '@kifu/texts/en/verdicts';
import {
  describeCaveat,
  describeMakers,
  describePlayer,
  type Judgment,
  judge,
  type SeatVerdict,
  type VerdictStyle,
  verdictMeanings,
  voucherOf,
} from './verdict.ts';
import type { Report } from './verify.ts';

/** Text from strangers without what a terminal would obey. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const plain = (text: string): string => text.replace(/[\x00-\x1f\x7f-\x9f]/g, '\ufffd');

/** A report as plain data, with a judgment of it: the usual one, or that of a reader who knows players. */
export function reportData(report: Report, judged: Judgment = judge(report)): JsonObject {
  const { header, fault, match, head, good, outcome, endedBy, checked } = report;
  const { verdict, ...rest } = judged;
  return {
    verdict,
    fault: fault as unknown as Json,
    match,
    head,
    game: header?.game ?? null,
    version: header?.version ?? null,
    good,
    outcome: outcome as unknown as Json,
    endedBy,
    checked: { ...checked },
    ...(rest as unknown as JsonObject),
  };
}

/** What a row of a report is about. */
export type ReportTopic = keyof VerdictTexts['report']['rows'] | 'seat';

/** One row of a report. */
export interface ReportRow {
  readonly topic: ReportTopic;
  /** The topic in the language of the reader. */
  readonly label: string;
  readonly text: string;
}

/** The rows of a report: what is valid, what is not, and who vouches for the rest. */
export function reportRows(
  report: Report,
  judged: Judgment = judge(report),
  style: VerdictStyle = {},
): ReportRow[] {
  const { texts = english } = style;
  const { report: t } = texts;
  const { header, fault, head, entries, good, checked } = report;
  const row = (topic: keyof typeof t.rows, text: string): ReportRow => ({
    ...{ topic, label: t.rows[topic] },
    text: plain(text),
  });
  const rows = fault === null ? [row('meaning', verdictMeanings(texts)[judged.verdict])] : [];
  if (header !== null) {
    const game = t.game(header.game, header.version, entries);
    rows.push(row('game', fault === null ? game : game + t.replayable(good)));
  }
  if (head !== null) rows.push(row('head', head));
  if (fault !== null) return rows;
  const { chance } = report;
  return [
    ...rows,
    row('chain', t.chain(checked.links)),
    row('rules', chance === 'sealed' ? t.rulesHidden : t.rules(checked.rules)),
    row('hashes', t.hashes(checked.hashes)),
    row('clocks', t.clocks(checked.clocks)),
    row(
      'random',
      chance === 'fair'
        ? t.random.fair(describeMakers(header!, style), checked.draws)
        : t.random[chance],
    ),
    ...(judged.start === 'own' ? [] : [row('start', t.start[judged.start])]),
    ...(judged.branch === null ? [] : [row('branch', t.branch[judged.branch])]),
    row('signed', describeSignatures(report, texts)),
    ...(checked.signed === 0 ? [] : signerRows(judged, style)),
    row('ending', describeEnding(report, judged, style)),
    ...judged.caveats
      .filter(({ word, why }) => word !== why) // that it is unsigned is already in another row
      .map(caveat => row('caveat', describeCaveat(judged, caveat, style))),
  ];
}

/** A report as lines of text: the verdict, then its rows in two columns. */
export function formatReport(
  report: Report,
  judged: Judgment = judge(report),
  style: VerdictStyle = {},
): string[] {
  return [
    formatVerdict(report, judged, style.texts),
    ...reportRows(report, judged, style).map(formatRow),
  ];
}

/** The verdict in a word, with the fault or with how few signatures were checked. */
export const formatVerdict = (
  report: Report,
  { verdict }: Pick<Judgment, 'verdict'>,
  texts: VerdictTexts = english,
): string =>
  `${texts.words[verdict]}${report.fault === null ? describeQuickCheck(report, texts) : `: ${plain(formatFault(report.fault))}`}`;

/** A row as a line: its topic in ten columns, and its text. */
export const formatRow = ({ label, text }: Pick<ReportRow, 'label' | 'text'>): string =>
  `${label}${' '.repeat(Math.max(1, LABEL_COLUMNS - columnsOf(label)))}${text}`;

const LABEL_COLUMNS = 10;

/** Columns of a label in a terminal: Han and kana take two each. */
const columnsOf = (label: string): number =>
  label.length + (label.match(/[\u3000-\u9fff]/g)?.length ?? 0);

/** Says after the verdict that it rests on some of the signatures only; empty where all were checked. */
export const describeQuickCheck = (
  { signatures: which, checked }: Report,
  texts: VerdictTexts = english,
): string =>
  which === 'last' ? ` (${texts.report.quick(checked.signatures, checked.signed)})` : '';

function describeSignatures(
  { checked: { signed, signatures }, signatures: which }: Report,
  { report: { signed: t } }: VerdictTexts,
): string {
  if (signed === 0) return t.none;
  if (which === 'all') return t.all(signatures, signed);
  return which === 'last' ? t.last(signed) : t.some(signatures, signed);
}

/** How far all players have signed, then each seat and the referee with keys, and what a name is worth. */
function signerRows(
  { agreed, entries, seats, referee }: Judgment,
  style: VerdictStyle,
): readonly ReportRow[] {
  const { report: t } = style.texts ?? english;
  return [
    { topic: 'agreed', label: t.rows.agreed, text: t.agreed(agreed, entries) },
    ...seats.map(each => ({
      ...{ topic: 'seat' as const, label: t.seat(each.seat) },
      text: plain(describeSeat(each, entries, style)),
    })),
    ...(referee === null
      ? []
      : [
          {
            ...{ topic: 'referee' as const, label: t.rows.referee },
            text: plain(t.refereeKey(referee.key, referee.known)),
          },
        ]),
    { topic: 'names', label: t.rows.names, text: t.names },
  ];
}

function describeSeat(
  { seat, name, namedBy, key, known, signedThrough }: SeatVerdict,
  entries: number,
  style: VerdictStyle,
): string {
  const { report: t } = style.texts ?? english;
  const shown = name === '' ? t.unnamed : describePlayer({ name, seat }, style);
  const who = namedBy === 'referee' ? t.namedByReferee(shown) : shown;
  return key === null ? t.noKey(who) : t.key(who, key, known, signedThrough, entries);
}

function describeEnding(
  { outcome, endedBy, decisions, entries }: Report,
  { agreed, verdict, caveats, seats }: Judgment,
  style: VerdictStyle,
): string {
  const { ending: t } = (style.texts ?? english).report;
  if (outcome === null) return t.open;
  const ending = style.outcome ?? `${outcome.result} by ${outcome.reason}`;
  if (endedBy === null) return t.unwritten(ending);
  if (endedBy === 'decree') return t.decree(ending);
  // it rests on actions that not all have signed, or on what one party reported of another
  const last = decisions.findLast(({ why }) => why !== 'time');
  const isDecided = last !== undefined && last.n >= entries && last.n > agreed;
  const isSigned = verdict === 'refereed' || verdict === 'partial';
  if (!isDecided && !(isSigned && agreed < entries)) return t.rules(ending);
  const by = caveats.find(({ n, why }) => why === 'unsigned' || n === last?.n)?.by ?? null;
  return t.vouched(ending, ...voucherOf(seats, by, style));
}
