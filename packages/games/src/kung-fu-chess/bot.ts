/**
 * A quick player that reacts: it takes what it can reach, gets out of the way of what would take it, and otherwise goes for the kings of
 * the others. It looks at each of its moves once, up to where everything under way has arrived. Idle opponents are less likely
 * to take back: against them it dares more.
 */
import { type BotOptions, type MakeBot, type Rng, rngFrom, type Seat } from '@kifu/core';
import { PAWN } from './board.ts';
import { materialOf, settle, VALUES } from './evaluate.ts';
import { legalMoves } from './legal.ts';
import { type Move, toPacked } from './move-codec.ts';
import { play } from './play.ts';
import { columnOf, rowOf } from './squares.ts';
import { aliveSeats, isAlive, kindOf, MOVING, type State, squareOf, TAKEN } from './state.ts';

/** What a king is worth to its owner and to the seat that takes it. */
const KING_WORTH = 100_000;
/** A gain below this, in hundredths of a pawn, does not justify an immediate move. */
const WORTH_WHILE = 40;
/** One in this many chances for a quiet move is taken, to pause like a person. Against idle opponents all are. */
const PATIENCE = 4;
/** With a budget of this many nodes the bot errs by no more than `NOISE`, in hundredths of a pawn, and misses no chance to act. */
const BEST_NODES = 15_000;
const NOISE = 4;
/** Factor of the error with a fifth of that budget; the bot then acts half as often. */
const NOISIER = 4;
const SLOWER = 2;
const USUAL_NODES = 3000;

/** What it is worth to stand where a king can be taken next. */
const THREAT = 90;
/** What each step of a piece towards a king is worth; pawns are worth more ahead anyway. */
const NEARER = 9;
/** What of a piece that may be taken counts as lost: of active and of idle opponents. */
const LIKELY = 0.75;
const UNLIKELY = 0.1;

/** Makes the bot. The same seed and budget give the same moves. It looks no further with a larger one, but acts more quickly and errs less. */
export const reactiveBot: MakeBot<State, Move> = (
  _kit,
  { seed, nodes = USUAL_NODES }: BotOptions,
) => {
  const luck = rngFrom(seed);
  const behind = Math.max(0, Math.log(BEST_NODES / nodes) / Math.log(5));
  const noise = Math.ceil(NOISE * NOISIER ** behind);
  const delay = Math.round(SLOWER ** behind);
  return {
    choose({ state, seat, legal }) {
      if (state === null || legal.length === 0) return null;
      // idle opponents leave enough time
      const isMissed = luck(delay) > 0 && isStirring(state, seat);
      return isMissed ? null : react(state, seat, legal, luck, noise);
    },
  };
};

function react(
  state: State,
  seat: Seat,
  legal: readonly Move[],
  luck: Rng,
  noise: number,
): Move | null {
  const waiting = worthOf(settle(state), seat);
  const patience = isStirring(state, seat) ? PATIENCE : 1;
  let best: Move | null = null;
  let most = Number.NEGATIVE_INFINITY;
  for (const move of legal) {
    const gain = gainOf(state, seat, move) - waiting + luck(noise);
    if (gain > most) [best, most] = [move, gain];
  }
  if (most >= WORTH_WHILE) return best;
  return luck(patience) === 0 && most > 0 ? best : null;
}

/** What a move leads to: what is left when it has arrived, less what it risks there, and a little for a better square. */
function gainOf(state: State, seat: Seat, move: Move): number {
  const played = play(state, seat, move);
  if (!played.ok) return Number.NEGATIVE_INFINITY;
  const later = settle(played.value.state);
  const man = (toPacked(move) >> 8) - state.setting.ground.firstNumber;
  if (later.end !== null || (later.men[man]! & TAKEN) !== 0) return worthOf(later, seat);
  const risk = riskOf(later, seat, man) * (isStirring(state, seat) ? LIKELY : UNLIKELY);
  const place = placeOf(later, seat, man) - placeOf(state, seat, man);
  return worthOf(later, seat) - risk + place + (threatens(later, seat, man) ? THREAT : 0);
}

/** Whether an opponent moves, or has just done so, or has had no time for it yet. */
const isStirring = ({ setting, men, ready, tick }: State, seat: Seat): boolean =>
  tick < 2 * setting.squareTicks ||
  men.some(
    (word, man) =>
      setting.ground.seatOf[man] !== seat &&
      (word & TAKEN) === 0 &&
      ((word & MOVING) !== 0 || ready[man]! > tick),
  );

/** Whether a piece that has arrived could take a king, were it rested. */
function threatens(state: State, seat: Seat, man: number): boolean {
  const ready = state.ready.map((tick, other) => (other === man ? 0 : tick));
  const { ground } = state.setting;
  return legalMoves({ ...state, ready }, seat).some(move => {
    const packed = toPacked(move);
    return (
      (packed >> 8) - ground.firstNumber === man && kingsOf(state, seat).includes(packed & 255)
    );
  });
}

/** The squares of the others' kings. */
const kingsOf = (state: State, seat: Seat): number[] =>
  aliveSeats(state)
    .filter(other => other !== seat)
    .map(other => squareOf(state.men[state.setting.ground.armies[other]!.king]!));

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

/** What may be lost where a piece has come to rest, if an enemy can reach it at once. */
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
  return man === king ? KING_WORTH / 2 : VALUES[kindOf(word)]!;
}

/** Squares near the centre see more of the board, and those near a king threaten it. The own king stays where it is. */
function placeOf(state: State, seat: Seat, man: number): number {
  const { ground } = state.setting;
  if (man === ground.armies[seat]!.king) return 0;
  const edge = ground.size - 1;
  const square = squareOf(state.men[man]!);
  const fromEdge = (at: number) => Math.min(at, edge - at);
  const centre = 2 * (fromEdge(rowOf(square)) + fromEdge(columnOf(square)));
  if (kindOf(state.men[man]!) === PAWN) return centre;
  const steps = kingsOf(state, seat).map(king =>
    Math.max(Math.abs(rowOf(king) - rowOf(square)), Math.abs(columnOf(king) - columnOf(square))),
  );
  return centre - NEARER * Math.min(edge, ...steps);
}
