/** What a verification found, in words and as data for programs. */
import { formatFault, type Json, type JsonObject } from '@kifu/core';
import { termsOf } from './table/terms.ts';
import type { Report } from './verify.ts';

/**
 * In one word: good and signed by all who play or by a referee; good, but not that; good as far as anybody can see, with hands still
 * hidden; or broken.
 */
export function verdictOf(report: Report): 'verified' | 'unsigned' | 'sealed' | 'broken' {
  if (report.fault !== null) return 'broken';
  if (report.chance === 'sealed') return 'sealed';
  return isSigned(report) ? 'verified' : 'unsigned';
}

/** Whether somebody vouches for all of it: a key in the header proves nothing as long as nobody signed with it. */
const isSigned = ({ header, signers }: Report): boolean =>
  signers.includes('the referee') ||
  header?.players.every(({ seat }) => signers.includes(`seat ${seat}`)) === true;

/** Text from strangers without what a terminal would obey. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const plain = (text: string): string => text.replace(/[\x00-\x1f\x7f-\x9f]/g, '\ufffd');

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
    signers: report.signers,
  };
}

/** A report as lines of text: what holds, what does not, and what nobody can tell. */
export function formatReport(report: Report): string[] {
  const { header, fault, head, entries, good, checked, outcome } = report;
  const lines = [`${verdictOf(report)}${fault === null ? '' : `: ${plain(formatFault(fault))}`}`];
  if (header !== null)
    lines.push(
      `game      ${plain(header.game)} version ${header.version}, ${entries} entries${fault === null ? '' : `, the first ${good} can be played`}`,
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
    `ending    ${outcome === null ? 'none yet' : `${outcome.result} by ${plain(outcome.reason)}, ${ENDINGS[report.endedBy ?? 'open']}`}`,
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

function signedWords(report: Report): string {
  const { signed, signatures } = report.checked;
  if (signed === 0) return 'nothing: anybody could have written this';
  if (signatures === 0) return `${signed} signatures, none checked`;
  const by = report.signers.join(', ');
  const whose = isSigned(report) ? `by ${by}` : `only by ${by}`;
  return signatures === signed
    ? `${signed} signatures ${whose}, all checked`
    : `${signed} signatures ${whose}, the last of each checked, which cover the others`;
}

const ENDINGS = {
  rules: 'as the rules and the table give it',
  decree: 'as somebody said: no act led to it',
  open: 'not written down yet',
} as const;
