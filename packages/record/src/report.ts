/** What a verification found, in words and as data for programs. */
import { formatFault, type Json, type JsonObject } from '@kifu/core';
import { becauseWords, type JudgedSeat, type Judgement, judge, MEANINGS } from './verdict.ts';
import type { Report } from './verify.ts';

/** Text from strangers without what a terminal would obey. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const plain = (text: string): string => text.replace(/[\x00-\x1f\x7f-\x9f]/g, '\ufffd');

/** A report as plain data, with a judgement of it: the usual one, or that of a reader who knows players. */
export function reportData(report: Report, judged: Judgement = judge(report)): JsonObject {
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

/** A report as lines of text: what holds, what does not, and whose word the rest is. */
export function formatReport(report: Report, judged: Judgement = judge(report)): string[] {
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
    `chance    ${CHANCE[report.chance](checked.draws)}`,
    ...(judged.start === 'own' ? [] : [`start     ${STARTS[judged.start]}`]),
    ...(judged.branch === null ? [] : [`branch    ${BRANCHES[judged.branch]}`]),
    `signed    ${signedWords(report)}`,
    ...(checked.signed === 0 ? [] : whoLines(judged)),
    `ending    ${endingWords(report, judged)}`,
    ...judged.because
      .filter(({ word, why }) => word !== why) // that it is unsigned stands above
      .map(reason => `but       ${plain(becauseWords(judged, reason))}`),
  ];
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

const STARTS = {
  checked: 'a position of its own, as the other match has it',
  said: 'a position of its own, which nobody has checked here',
} as const;

const BRANCHES = {
  checked: 'it goes on from the match that it names',
  said: 'it says that it goes on from another match, which is not here',
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

/** How far everybody stands by it, then each seat and the referee with keys. */
const whoLines = ({ agreed, entries, seats, referee }: Judgement): string[] => [
  `agreed    ${agreed < 0 ? 'nothing: not every player has signed' : `${upTo(agreed, entries)}, by all players`}`,
  ...seats.map(each => `${`seat ${each.seat}`.padEnd(9)} ${plain(seatWords(each, entries))}`),
  ...(referee === null
    ? []
    : [`referee   key ${referee.key}${knownWords(referee.known)}, signed every entry`]),
];

function seatWords({ name, nameBy, key, known, covered }: JudgedSeat, entries: number): string {
  const who = `${name || '(unknown)'}${nameBy === 'referee' ? ' (so the referee says)' : ''}`;
  if (key === null) return `${who}, no key`;
  const signed = covered < 0 ? 'signed nothing' : `signed over ${upTo(covered, entries)}`;
  return `${who}, key ${key}${knownWords(known)}, ${signed}`;
}

const knownWords = (known: string | null): string =>
  known === null ? '' : `, known to you as ${plain(known)}`;

const upTo = (n: number, entries: number): string =>
  n > entries ? 'everything' : n === 0 ? 'the header' : `everything up to entry ${n}`;

function endingWords({ outcome, endedBy, decisions, entries }: Report, judged: Judgement): string {
  if (outcome === null) return 'none yet';
  const last = decisions.at(-1);
  // it ended by the word of a seat or the referee, over which not all have signed
  const isSaid =
    last !== undefined && last.why !== 'time' && last.n >= entries && last.n > judged.agreed;
  const how = ENDINGS[endedBy === 'rules' && isSaid ? 'said' : (endedBy ?? 'open')];
  return `${outcome.result} by ${plain(outcome.reason)}, ${how}`;
}

const ENDINGS = {
  rules: 'as the rules and the table give it',
  said: 'as somebody says, not as all have signed',
  decree: 'as somebody said: no act led to it',
  open: 'not written down yet',
} as const;
