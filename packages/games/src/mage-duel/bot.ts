/**
 * A player that sorts its moves by the judge and plays the best of them on. While there are jokers a seat has up to two
 * thousand moves, of which the general search would try a few hundred, once each: so this one takes its place.
 */
import {
  type BotOptions,
  type MakeBot,
  type Rng,
  rngFrom,
  type Seat,
  step,
  unwrap,
} from '@kifu/core';
import { rightOf } from './clock.ts';
import { evaluate } from './evaluate.ts';
import type { Move } from './moves.ts';
import { game } from './rules.ts';
import { type State, turnOf } from './state.ts';

/** How many moves are thought about. */
const WIDTH = 8;
/** Length of a line of play: the opponent's answer, and the reply to it. */
const DEPTH = 2;
/** Lines of play where the options name no budget. */
const DEFAULT_LINES = 400;
/** The limit where only the time is given. */
const MAX_LINES = 1_000_000;

/** Makes the bot. Its k-th choice depends on the options, on k and on what it is shown. */
export const lookAhead: MakeBot<State, Move> = (_kit, options) => {
  const luck = rngFrom(options.seed);
  return {
    choose({ seat, legal, state }) {
      const thoughts = rngFrom(freshSeed(luck));
      const [first, second] = legal;
      if (second === undefined || state === null) return first ?? null;
      return think(state, seat, patient(state, seat, legal), thoughts, limitOf(options));
    },
  };
};

/**
 * Where the opponent is only late, a skip would end the match over an opponent who is away. It stays among the moves only where every other
 * move would leave the bot behind.
 */
function patient(state: State, seat: Seat, legal: readonly Move[]): readonly Move[] {
  if (rightOf(state, seat) !== 'late-opponent') return legal;
  const others = legal.filter(({ op }) => op !== 'skip');
  return others.some(move => worthOf(state, seat, move) >= 0) ? others : legal;
}

/** A move, what it is worth at once, and the sum of what lines of play that begin with it came to. */
interface Candidate {
  readonly move: Move;
  readonly worth: number;
  sum: number;
}

function think(
  state: State,
  seat: Seat,
  legal: readonly Move[],
  luck: Rng,
  isOver: (lines: number) => boolean,
): Move {
  const best = legal
    .map((move): Candidate => ({ move, worth: worthOf(state, seat, move), sum: 0 }))
    .sort((a, b) => b.worth - a.worth)
    .slice(0, WIDTH);
  // rounds are whole, and all moves of one meet the same luck, so that only the moves make the difference
  for (let lines = 0; lines === 0 || !isOver(lines); lines += best.length) {
    const seed = freshSeed(luck);
    for (const candidate of best)
      candidate.sum += follow(game.chance!.reseed(state, seed), seat, candidate.move);
  }
  return best.reduce((one, other) => (other.sum > one.sum ? other : one)).move;
}

/** What a move is worth at once, before the next tile is drawn. */
const worthOf = (state: State, seat: Seat, move: Move): number =>
  evaluate(unwrap(game.play(state, seat, move)).state, seat);

/** Evaluates a line of play in which each player lays the tile at hand as well as possible. */
function follow(from: State, seat: Seat, move: Move): number {
  let { state, outcome } = unwrap(step(game, from, { do: 'move', seat, move }));
  for (let n = 0; n < DEPTH && outcome === null; n++) {
    const who = turnOf(state);
    const answer = bestOf(state, who);
    ({ state, outcome } = unwrap(step(game, state, { do: 'move', seat: who, move: answer })));
  }
  return evaluate(state, seat);
}

/** The best of the moves without a joker. */
function bestOf(state: State, seat: Seat): Move {
  let best: Move | null = null;
  let most = Number.NEGATIVE_INFINITY;
  for (const move of game.legal({ ...state, jokers: [0, 0] }, seat)) {
    const worth = worthOf(state, seat, move);
    if (worth > most) [best, most] = [move, worth];
  }
  return best!; // a skip at least
}

/** Returns whether to stop after a number of lines of play. */
function limitOf({ nodes, timeMs, now }: BotOptions): (lines: number) => boolean {
  const limit = nodes ?? (timeMs === undefined ? DEFAULT_LINES : MAX_LINES);
  if (timeMs === undefined || now === undefined) return lines => lines >= limit;
  const end = now() + timeMs;
  return lines => lines >= limit || now() >= end;
}

/** Two draws, since one draw of 31 bits would be the seed from which this luck continues. */
const freshSeed = (luck: Rng): number => luck(2 ** 16) * 2 ** 15 + luck(2 ** 15);
