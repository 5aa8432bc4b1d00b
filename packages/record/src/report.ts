/** What a verification found, in words and as data for programs. */
import { formatFault, type Json, type JsonObject } from '@kifu/core';
import {
  describeCaveat,
  type Judgment,
  judge,
  MEANINGS,
  makersOf,
  playerWords,
  type Quotes,
  type SeatVerdict,
  voiceWords,
} from './verdict.ts';
import type { Report } from './verify.ts';

/** Text from strangers without what a terminal would obey. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const plain = (text: string): string => text.replace(/[\x00-\x1f\x7f-\x9f]/g, '\ufffd');

/** A report as plain data, with a judgement of it: the usual one, or that of a reader who knows players. */
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

/** A report as lines of text: what holds, what does not, and who vouches for the rest. */
export function formatReport(
  report: Report,
  judged: Judgment = judge(report),
  quotes: Quotes = 'straight',
): string[] {
  const { header, fault, head, entries, good, checked } = report;
  const { verdict } = judged;
  const lines = [
    `${verdict}${fault === null ? quickWords(report) : `: ${plain(formatFault(fault))}`}`,
  ];
  if (fault === null) lines.push(`means     ${MEANINGS[verdict]}`);
  if (header !== null)
    lines.push(
      `game      ${plain(header.game)} version ${header.version}, ${entries} entries${fault === null ? '' : `, the first ${good} can be played`}`,
    );
  if (head !== null) lines.push(`head      ${head}`);
  if (fault !== null) return lines;
  return [
    ...lines,
    `links     ${checked.links} checked`,
    `rules     ${rulesWords(report)}`,
    `hashes    ${checked.hashes} checked`,
    `clocks    ${checked.clocks === 0 ? 'none' : `${checked.clocks} readings checked`}`,
    `chance    ${plain(chanceWords(report, quotes))}`,
    ...(judged.start === 'own' ? [] : [`start     ${STARTS[judged.start]}`]),
    ...(judged.branch === null ? [] : [`branch    ${BRANCHES[judged.branch]}`]),
    `signed    ${signedWords(report)}`,
    ...(checked.signed === 0 ? [] : whoLines(judged, quotes)),
    `ending    ${plain(endingWords(report, judged, quotes))}`,
    ...judged.caveats
      .filter(({ word, why }) => word !== why) // that it is unsigned stands above
      .map(reason => `but       ${plain(describeCaveat(judged, reason, quotes))}`),
  ];
}

const rulesWords = ({ chance, checked }: Report): string =>
  chance === 'sealed'
    ? 'not checked: the hands are hidden until the ending tells how they were dealt'
    : `${checked.rules} acts checked`;

function chanceWords({ chance, checked, header }: Report, quotes: Quotes): string {
  if (chance === 'none') return 'none in this game';
  if (chance === 'plain') return 'plain: from a seed in the header that everybody could read';
  if (chance === 'sealed') return 'fair, with hidden hands: not checked yet';
  return `fair: ${makersOf(header!, quotes)}, ${checked.draws} draws checked`;
}

const STARTS = {
  checked: 'a position of its own, as the other match has it',
  unchecked: 'a position of its own, which nobody has checked here',
} as const;

const BRANCHES = {
  checked: 'it goes on from the match that it names',
  unchecked: 'it says that it goes on from another match, which is not here',
} as const;

/** Says after the verdict that it rests on some of the signatures only; empty where all were checked. */
export const quickWords = ({ signatures: which, checked }: Report): string =>
  which === 'last' ? ` (quick check: ${checked.signatures} of ${checked.signed} signatures)` : '';

function signedWords({ checked: { signed, signatures }, signatures: which }: Report): string {
  if (signed === 0) return 'nothing: anybody could have written this';
  if (which === 'all') return `${signatures} of ${signed} signatures are good, all checked`;
  if (which === 'last')
    return `${signed} signatures, the last of each key checked, which cover the others`;
  return `${signed} signatures, ${signatures === 0 ? 'none' : `${signatures} so far`} checked`;
}

/** How far all players have signed, then each seat and the referee with keys, and what a name is worth. */
const whoLines = ({ agreed, entries, seats, referee }: Judgment, quotes: Quotes): string[] => [
  `agreed    ${agreed < 0 ? 'nothing: not every player has signed' : `${upTo(agreed, entries)}, by all players`}`,
  ...seats.map(
    each => `${`seat ${each.seat}`.padEnd(9)} ${plain(seatWords(each, entries, quotes))}`,
  ),
  ...(referee === null
    ? []
    : [`referee   key ${referee.key}${knownWords(referee.known)}, signed every entry`]),
  'names     a name is only what its key calls itself, unless you know the key',
];

function seatWords(
  { seat, name, namedBy, key, known, signedThrough }: SeatVerdict,
  entries: number,
  quotes: Quotes,
): string {
  const shown = name === '' ? '(unknown)' : playerWords({ name, seat }, quotes);
  const who = `${shown}${namedBy === 'referee' ? ', named by the referee' : ''}`;
  if (key === null) return `${who}, no key`;
  const signed = signedThrough < 0 ? 'signed nothing' : `signed ${upTo(signedThrough, entries)}`;
  return `${who}, key ${key}${knownWords(known)}, ${signed}`;
}

const knownWords = (known: string | null): string =>
  known === null ? '' : `, known to you as ${plain(known)}`;

const upTo = (n: number, entries: number): string =>
  n > entries ? 'everything' : n === 0 ? 'the header' : `everything up to entry ${n}`;

function endingWords(
  { outcome, endedBy, decisions, entries }: Report,
  { agreed, verdict, caveats, seats }: Judgment,
  quotes: Quotes,
): string {
  if (outcome === null) return 'none yet';
  const ending = `${outcome.result} by ${outcome.reason}`;
  if (endedBy === null) return `${ending}, not written down yet`;
  if (endedBy === 'decree') return `${ending}, adjudicated: no action led to it`;
  // it rests on actions that not all have signed, or on what one says of another
  const last = decisions.findLast(({ why }) => why !== 'time');
  const isDecided = last !== undefined && last.n >= entries && last.n > agreed;
  const isSigned = verdict === 'refereed' || verdict === 'partial';
  if (!isDecided && !(isSigned && agreed < entries))
    return `${ending}, as the rules and the table give it`;
  const by = caveats.find(({ n, why }) => why === 'unsigned' || n === last?.n)?.by ?? null;
  return `${ending}, vouched for ${by === null ? 'by' : 'only by'} ${voiceWords(seats, by, quotes)}`;
}
