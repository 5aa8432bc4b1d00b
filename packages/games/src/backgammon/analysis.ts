/**
 * Analysis of backgammon: what each way to play a roll is worth, first as it stands, then after all 21 rolls that may follow, each
 * answered in the best way. Worth is equity, in points of a single game.
 */
import type { AnalysisLine, PositionSearch, SearchRequest } from '@kifu/core';
import { draw } from './dice.ts';
import { evaluate } from './evaluate.ts';
import { fromPacked, type Move } from './move-codec.ts';
import { play } from './play.ts';
import { packDice, type State } from './state.ts';
import { states } from './state-codec.ts';
import { legalPacked } from './steps.ts';

/** A way to play what is left of a roll. */
interface Turn {
  readonly moves: readonly Move[];
  /** After it, before the next roll. */
  readonly after: State;
  /** To the seat that plays it. */
  equity: number;
}

/** The 21 rolls, each with how many of the 36 it is. */
const ROLLS = Array.from({ length: 6 }, (_, i) =>
  Array.from({ length: 6 - i }, (_, k) => ({
    dice: packDice(i + k + 1, i + 1),
    weight: k === 0 ? 1 : 2,
  })),
).flat();

/** How many ways are looked at further: at the root by depth, and below it. */
const CANDIDATES = [Number.POSITIVE_INFINITY, 10, 4] as const;
const REPLIES = 2;
const MAX_DEPTH = 3;

/** Searches what can be played now. */
export const searchBackgammon: PositionSearch<State, Move> = function* (state, request) {
  const seat = state.turn;
  const turns = turnsOf(state);
  if (turns.length === 0) return;
  const count = { nodes: turns.length, isFree: true };
  for (const turn of turns) turn.equity = settled(turn.after, seat);
  turns.sort(byEquity);
  yield { ...resultOf(turns, request, seat), depth: 1, nodes: count.nodes };
  for (let depth = 2; depth <= Math.min(request.depth, MAX_DEPTH); depth++) {
    count.isFree = false;
    const few = turns.slice(0, Math.max(CANDIDATES[depth - 1]!, request.lines));
    const found: Turn[] = [];
    for (const turn of few) {
      const equity = -equityBefore(turn.after, depth - 1, count, request);
      if (request.isOver(count.nodes)) return;
      found.push({ ...turn, equity });
    }
    // those that were not looked at so far stay behind, in their order
    turns.splice(0, few.length, ...found.sort(byEquity));
    yield { ...resultOf(turns, request, seat), depth, nodes: count.nodes };
  }
};

const byEquity = (a: Turn, b: Turn): number => b.equity - a.equity;

/** The equity of a state before a roll, to the seat that rolls. */
function equityBefore(
  state: State,
  depth: number,
  count: { nodes: number },
  request: SearchRequest,
): number {
  if (state.outcome !== null || depth === 0) return settled(state, state.turn);
  let sum = 0;
  for (const { dice, weight } of ROLLS) {
    const rolled = draw({ ...state, given: { dice, next: null } }).state;
    sum += weight * equityOfRoll(rolled, state.turn, depth, count, request);
    if (request.isOver(count.nodes)) return 0;
  }
  return sum / 36;
}

/** The equity of a roll played in the best way. */
function equityOfRoll(
  rolled: State,
  seat: State['turn'],
  depth: number,
  count: { nodes: number },
  request: SearchRequest,
): number {
  count.nodes++;
  // a roll that moves nothing has passed the turn
  if (rolled.turn !== seat) return settled(rolled, seat);
  const turns = turnsOf(rolled);
  count.nodes += turns.length;
  let best = Number.NEGATIVE_INFINITY;
  for (const turn of turns) {
    turn.equity = settled(turn.after, seat);
    best = Math.max(best, turn.equity);
  }
  if (depth <= 1) return best;
  const few = turns.sort(byEquity).slice(0, REPLIES);
  return Math.max(...few.map(({ after }) => -equityBefore(after, depth - 1, count, request)));
}

/** What a state is worth to a seat without looking ahead. */
function settled(state: State, seat: State['turn']): number {
  const { outcome, stakes } = state;
  if (outcome === null) return evaluate(state, seat) / 1000;
  const points = Math.max(...outcome.points!) / stakes[0];
  return outcome.winners[0] === seat ? points : -points;
}

/** All ways to play what is left of the roll that lead to different positions. */
function turnsOf(state: State): Turn[] {
  const found = new Map<string, Turn>();
  const seen = new Set<string>();
  const extend = (at: State, moves: readonly Move[]): void => {
    for (const packed of legalPacked(at)) {
      const move = fromPacked(packed);
      const played = play(at, state.turn, move);
      if (!played.ok) continue;
      const after = played.value.state;
      const key = states.position(after);
      if (seen.has(key)) continue;
      seen.add(key);
      const next = [...moves, move];
      if (after.outcome !== null || after.turn !== state.turn)
        found.set(key, { moves: next, after, equity: 0 });
      else extend(after, next);
    }
  };
  extend(state, []);
  return [...found.values()];
}

const resultOf = (
  turns: readonly Turn[],
  { lines }: SearchRequest,
  seat: State['turn'],
): { readonly lines: readonly AnalysisLine<Move>[] } => {
  // one line for each first move: that is what a seat decides now
  const firsts = new Map<Move, Turn>();
  for (const turn of turns) if (!firsts.has(turn.moves[0]!)) firsts.set(turn.moves[0]!, turn);
  return {
    lines: [...firsts.values()].slice(0, lines).map(({ moves, equity }) => {
      const first = seat === 0 ? equity : -equity;
      const chance = Math.min(1, Math.max(0, (1 + first) / 2));
      const score = Math.round(100 * first) || 0; // never −0
      return { moves, chances: [chance, 1 - chance], evaluation: { score } };
    }),
  };
};
