/** How a match ended, as SGF and IPGS write it: `B+3.5`, `W+Resign`, `Draw`, `Void`. IPGS §6, §9.4; FF[4], property RE. */
import { fail, type Outcome, ok, type Result } from '@kifu/core';
import { formatHalves } from './names.ts';
import { outcomeOf } from './score.ts';

/** Reasons of a win, the word that is written, and the letter that may stand for it. */
const WORDS: readonly [reason: string, word: string][] = [
  ['resignation', 'Resign'],
  ['timeout', 'Time'],
  ['forfeit', 'Forfeit'],
];

/** Reasons that have no word of their own. */
const FORFEITS: readonly string[] = ['absence', 'withheldLink'];

/** What the sides are called in go, by seat. */
export const GO_SIDES = ['B', 'W'] as const;

/** The text of an outcome; a win that no word tells the reason of is `B+`. Other games have other `sides`. */
export function formatResult(
  { result, winners, points, reason }: Outcome,
  sides: readonly [string, string] = GO_SIDES,
): string {
  if (result !== 'win') return result === 'draw' ? 'Draw' : 'Void';
  const winner = sides[winners[0] === 0 ? 0 : 1];
  if (reason === 'score' && points !== null)
    return `${winner}+${formatHalves(Math.abs(points[0]! - points[1]!))}`;
  const word = FORFEITS.includes(reason)
    ? 'Forfeit'
    : WORDS.find(([known]) => known === reason)?.[1];
  return `${winner}+${word ?? ''}`;
}

/**
 * Reads a result, in its short forms too; null is one that is not known. Of a score it has only the difference, so
 * the loser has no points; they are null if the difference is not a whole number of half points.
 */
export function parseResult(
  text: string,
  sides: readonly [string, string] = GO_SIDES,
): Result<Outcome | null> {
  const plain = text.trim().toLowerCase();
  if (plain === '' || plain === '?') return ok(null);
  if (['0', 'draw', 'jigo'].includes(plain)) return ok(drawn);
  if (plain === 'void') return ok(called);
  const [, winner, how] = /^([a-z]+)\s*\+\s*(.*)$/s.exec(plain) ?? [];
  const seat = sides.findIndex(side => side.toLowerCase() === winner);
  if (seat < 0 || how === undefined)
    return fail(
      'malformed',
      `a result is ${sides[0]}+ or ${sides[1]}+ with a score, R, T or F; Draw, Void or ?`,
    );
  const won = (reason: string) =>
    ok({ result: 'win' as const, winners: [seat], points: null, reason });
  if (how === '' || how === '?') return won('unknown');
  const known = WORDS.find(
    ([, word]) => word.toLowerCase() === how || word[0]!.toLowerCase() === how,
  );
  if (known !== undefined) return won(known[0]);
  const halves = parseHalves(how);
  if (halves === null || halves < 0)
    return /^\d+\.\d+$/.test(how)
      ? won('score')
      : fail('malformed', 'a score is a number of points');
  return halves === 0 ? ok(drawn) : ok(outcomeOf(seat === 0 ? [halves, 0] : [0, halves]));
}

const drawn: Outcome = { result: 'draw', winners: [], points: null, reason: 'score' };
const called: Outcome = { result: 'void', winners: [], points: null, reason: 'noResult' };

/** Half points from a decimal number: `7.5` is 15; null where it is none, or too long to be one. */
export function parseHalves(text: string): number | null {
  const [, sign, whole, fraction = ''] =
    /^([+-]?)(\d{0,5})(?:\.(\d{0,9}))?$/.exec(text.trim()) ?? [];
  if (whole === undefined || (whole === '' && fraction === '') || !/^5?0*$/.test(fraction))
    return null;
  const halves = 2 * Number(whole) + (fraction.startsWith('5') ? 1 : 0);
  return sign === '-' ? 0 - halves : halves;
}
