/** A puzzle: a position of a recorded match in which one move is clearly best, and the line that shows it. Moves are hex digits. */
import {
  type Cell,
  type Game,
  type Json,
  type ProvedLine,
  type Result,
  type Seat,
  step,
} from '@kifu/core';

/** As it is stored. */
export interface Puzzle {
  /** Distinguishes it from all others: of its match, and the entry it comes after. */
  readonly id: string;
  readonly game: string;
  /** Content id of the header of the match. */
  readonly match: string;
  /** After this many entries. */
  readonly n: number;
  /** Who is to find the moves. */
  readonly seat: Seat;
  /** Moves of the seat and the replies, in order; the first and the last are the seat's. */
  readonly line: readonly string[];
  readonly themes: readonly PuzzleTheme[];
  /** A first guess at how difficult it is, by Glicko-2. */
  readonly rating: number;
  /** Which search judged it, and how far it looked at each move. */
  readonly judge: PuzzleJudge;
  /** What the seat may expect after the best move, and after the second best, from 0 to 1. */
  readonly chances: readonly [best: number, second: number];
  /** What the moves are proved to do to the pieces on the cells; absent where chances judge them. */
  readonly aim?: ProvedLine['aim'];
  readonly cells?: readonly Cell[];
}

export interface PuzzleJudge {
  readonly engine: string;
  readonly version: string;
  readonly nodes: number;
}

/**
 * What a puzzle is about: `finish` ends the match, `short` takes a single move of the seat, `long` three or more, `quiet` begins without
 * a capture, `defense` only holds the balance.
 */
export type PuzzleTheme = 'finish' | 'short' | 'long' | 'quiet' | 'defense';

/** By how much the best move must be better, as expected results: in backgammon a tenth of a point decides, in checkers a man. */
export const gapOf = (game: string): number => GAPS[game] ?? 0.25;
const GAPS: { readonly [game: string]: number } = { backgammon: 0.05, checkers: 0.08 };

/** What a tried move is. */
export type Tried = 'solved' | 'right' | 'wrong';

/** Where a try leads: the state after it, and how much of the line it has played. */
export interface TryResult<State> {
  readonly tried: Tried;
  readonly state: State;
  readonly done: number;
}

/**
 * Judges a legal move at a point of the line. A move that wins the match at once is right as well, and so is another order of steps that
 * leads to the same position in one turn. A move that is refused gives the fault of the rules.
 */
export function tryMove<State, Move extends Json>(
  game: Game<State, Move>,
  { line, seat }: Pick<Puzzle, 'line' | 'seat'>,
  state: State,
  done: number,
  move: Move,
): Result<TryResult<State>> {
  const stepped = step(game, state, { do: 'move', seat, move });
  if (!stepped.ok) return stepped;
  const after = moved(stepped.value.parts);
  const give = (tried: Tried, count: number): Result<TryResult<State>> => ({
    ok: true,
    value: { tried, state: after, done: count },
  });
  if (game.moves.hex.encode(move) === line[done])
    return give(done + 1 >= line.length ? 'solved' : 'right', done + 1);
  const { outcome } = stepped.value;
  if (outcome?.result === 'win' && outcome.winners.includes(seat))
    return give('solved', line.length);
  // the steps of a turn in another order
  const turn = turnEnd(game, line, seat, state, done);
  if (turn === null) return give('wrong', done);
  if (reaches(game, after, seat, turn.position, turn.steps - 1))
    return turn.steps === 1
      ? give(done + 1 >= line.length ? 'solved' : 'right', done + 1)
      : give('right', done);
  return give('wrong', done);
}

/** The state after the move itself, before dice are rolled for the next. */
export const moved = <State>(
  parts: readonly { readonly by: string; readonly state: State }[],
): State => (parts.find(({ by }) => by === 'move') ?? parts.at(-1)!).state;

/** The position after the seat's own turn as the line has it; null where a turn is one move. */
function turnEnd<State, Move extends Json>(
  game: Game<State, Move>,
  line: readonly string[],
  seat: Seat,
  from: State,
  done: number,
): { readonly position: string; readonly steps: number } | null {
  if (game.chance === undefined) return null;
  let state = from;
  let steps = 0;
  for (const hex of line.slice(done)) {
    const move = game.moves.hex.decode(hex);
    const stepped = move.ok ? step(game, state, { do: 'move', seat, move: move.value }) : move;
    if (!stepped.ok) return null;
    state = moved(stepped.value.parts);
    steps++;
    if (!mayGoOn(game, state, seat)) break;
  }
  return { position: game.states.position(state), steps };
}

/** Whether the seat moves on without a new roll. */
const mayGoOn = <State, Move extends Json>(
  game: Game<State, Move>,
  state: State,
  seat: Seat,
): boolean =>
  game.outcome(state) === null &&
  game.chance?.due(state) !== true &&
  game.active(state).includes(seat);

/** Whether the seat can lead to a position in a number of steps of its turn: a few dozen ways at most. */
function reaches<State, Move extends Json>(
  game: Game<State, Move>,
  state: State,
  seat: Seat,
  position: string,
  steps: number,
): boolean {
  if (steps === 0) return game.states.position(state) === position;
  if (!mayGoOn(game, state, seat)) return false;
  return [...game.legal(state, seat)].some(move => {
    const stepped = step(game, state, { do: 'move', seat, move });
    return stepped.ok && reaches(game, moved(stepped.value.parts), seat, position, steps - 1);
  });
}
