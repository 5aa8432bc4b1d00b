/** Moves as players write them: `8/5`, `bar/22`, `6/off`, each from the mover's own side. A `*` tells of a hit. */
import { fail, type Notation, ok, type Result } from '@kifu/core';
import { BAR, POINTS, viewed } from './board.ts';
import { fromPacked, type Move, packMove, toPacked } from './move-codec.ts';
import { stepName } from './names.ts';
import { diceLeft, type State, wholeOf } from './state.ts';
import { hitsAt, legalPacked } from './steps.ts';

/** Reads a move; where two dice bear off the same checker, `6:4/off` says which, and the smaller is meant without it. */
export function parseStep(state: State, text: string): Result<Move> {
  const [, told, start, end] = STEP.exec(text.trim().toLowerCase()) ?? [];
  if (start === undefined || end === undefined) return refuseForm(text);
  const place = start === 'bar' ? BAR : Number(start) - 1;
  const target = end === 'off' ? OFF : Number(end) - 1;
  if (place < 0 || place > BAR || target >= POINTS) return refuseForm(text);
  const die = told === undefined ? dieFor(state, place, target) : Number(told);
  if (die < 1 || die > 6)
    return fail(
      'illegal-move',
      die > 6
        ? `${text.trim()} is more than one die: a move is one checker and one die`
        : `${text.trim()} is not a move: checkers move from high points to low ones`,
      { rule: 'distance' },
    );
  return ok(fromPacked(packFor(state, place, target, die)));
}

/** Writes a move so that it is read back as the same. */
export function formatStep(state: State, move: Move): string {
  const packed = toPacked(move);
  const { turn } = state;
  const from = packed >> 8;
  const to = (packed >> 3) & 31;
  const place = from === BAR ? BAR : viewed(turn, from);
  const target = to === BAR ? OFF : viewed(turn, to);
  const die = packed & 7;
  const name = stepName(turn, packed);
  const told = die === dieFor(state, place, target) ? name : `${die}:${name}`;
  return hitsAt(state, target) ? `${told}*` : told;
}

/** Writes a move with the roll before it where it is the first of its turn: `63: 24/18`. */
export const spell = (state: State, move: Move): string =>
  state.dice !== 0 && state.left === wholeOf(state.dice)
    ? `${state.dice >> 3}${state.dice & 7}: ${formatStep(state, move)}`
    : formatStep(state, move);

/** This way of writing moves. */
export const steps: Notation<State, Move> = {
  name: 'points',
  format: formatStep,
  parse: parseStep,
};

/** Perhaps a die, then two points. 25 is the bar and 0 is off, as match files have it. */
const STEP = /^(?:([1-6]):\s*)?(bar|\d{1,2})\/(off|\d{1,2})\*?$/;

/** The place below the ace point. */
const OFF = -1;

const refuseForm = (text: string): Result<never> =>
  fail(
    'malformed',
    /[\s(,/].*\//.test(text.trim()) || /\(\d\)$/.test(text.trim())
      ? 'a move is one checker and one die: write 8/5, and then 6/5'
      : 'a move is written 8/5, bar/22 or 6/off, by your own count of the points',
  );

const packFor = ({ turn }: State, place: number, target: number, die: number): number =>
  packMove(
    place === BAR ? BAR : viewed(turn, place),
    target === OFF ? BAR : viewed(turn, target),
    die,
  );

/** The die that leads from one place to another; off the board the smallest that may be played. */
function dieFor(state: State, place: number, target: number): number {
  const exact = place - target;
  if (target !== OFF) return exact;
  const dice = state.dice === 0 ? [] : diceLeft(state).sort((a, b) => a - b);
  const legal = dice.length === 0 ? [] : legalPacked(state);
  return (
    dice.find(die => legal.includes(packFor(state, place, OFF, die))) ??
    dice.find(die => die >= exact) ??
    exact
  );
}
