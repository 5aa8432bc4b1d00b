/**
 * A quick player that reacts: it takes what it can reach, gets out of the way of what would take it, and otherwise brings its
 * pieces forward now and then. It looks at each of its moves once, up to where everything under way has arrived.
 */
import { type BotOptions, type Luck, luckFrom, type MakeBot, type Seat } from '@kifu/core';
import { materialOf, settle, VALUES } from './judge.ts';
import { legalMoves } from './legal.ts';
import { type Move, toPacked } from './move-codec.ts';
import { play } from './play.ts';
import { columnOf, rowOf } from './squares.ts';
import { aliveSeats, isAlive, kindOf, type State, squareOf, TAKEN } from './state.ts';

/** What a king is worth to who has it and to who takes it. */
const KING_WORTH = 100_000;
/** A gain below this, in hundredths of a pawn, is no reason to move at once. */
const WORTH_WHILE = 40;
/** Of so many chances to make a quiet move one is taken: hands rest too. */
const PATIENCE = 4;
/** How much chance there is in the choice, in hundredths of a pawn. */
const NOISE = 12;

/** Makes the bot. The same seed gives the same moves. */
export const reactiveBot: MakeBot<State, Move> = (_kit, { seed }: BotOptions) => {
  const luck = luckFrom(seed);
  return {
    choose: ({ state, seat, legal }) =>
      state === null || legal.length === 0 ? null : react(state, seat, legal, luck),
  };
};

function react(state: State, seat: Seat, legal: readonly Move[], luck: Luck): Move | null {
  const waiting = worthOf(settle(state), seat);
  let best: Move | null = null;
  let most = Number.NEGATIVE_INFINITY;
  for (const move of legal) {
    const gain = gainOf(state, seat, move) - waiting + luck(NOISE);
    if (gain > most) [best, most] = [move, gain];
  }
  if (most >= WORTH_WHILE) return best;
  return luck(PATIENCE) === 0 && most > 0 ? best : null;
}

/** What a move leads to: what is left when it has arrived, less what it risks there, and a little for a better square. */
function gainOf(state: State, seat: Seat, move: Move): number {
  const played = play(state, seat, move);
  if (!played.ok) return Number.NEGATIVE_INFINITY;
  const later = settle(played.value.state);
  const man = (toPacked(move) >> 8) - state.setting.ground.firstNumber;
  return (
    worthOf(later, seat) - riskOf(later, seat, man) + centreOf(later, man) - centreOf(state, man)
  );
}

/** The difference to all others, kings included. */
function worthOf(state: State, seat: Seat): number {
  const own = materialOf(state, seat) + (isAlive(state, seat) ? KING_WORTH : 0);
  return state.setting.seats
    .filter(other => other !== seat)
    .reduce(
      (worth, other) => worth - materialOf(state, other) - (isAlive(state, other) ? KING_WORTH : 0),
      own,
    );
}

/** What may be lost where a piece has come to rest: most of it, if an enemy can reach it at once. */
function riskOf(state: State, seat: Seat, man: number): number {
  const word = state.men[man]!;
  if ((word & TAKEN) !== 0 || state.end !== null) return 0;
  const square = squareOf(word);
  const isAttacked = aliveSeats(state).some(
    other =>
      other !== seat && legalMoves(state, other).some(move => (toPacked(move) & 255) === square),
  );
  if (!isAttacked) return 0;
  const { king } = state.setting.ground.armies[seat]!;
  return man === king ? KING_WORTH / 2 : Math.trunc((VALUES[kindOf(word)]! * 3) / 4);
}

/** Squares near the centre see more of the board. */
function centreOf({ setting, men }: State, man: number): number {
  const edge = setting.ground.size - 1;
  const square = squareOf(men[man]!);
  const fromEdge = (at: number) => Math.min(at, edge - at);
  return 4 * (fromEdge(rowOf(square)) + fromEdge(columnOf(square)));
}
