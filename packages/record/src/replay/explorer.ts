/** What was played next at a position, move by move: the question to a library, and its answer in the words of the game. */
import { type Game, type Json, type Kit, type Seat, step } from '@kifu/core';
import type { Explored, ExploreQuestion } from '../store/explore.ts';
import type { Query } from '../store/filters.ts';
import type { MatchSummary } from '../store/library.ts';
import type { Tally } from '../store/tally.ts';
import { positionKey } from './positions.ts';

/** How many moves of a position are looked at; no built-in game has more. */
const MOST_MOVES = 1024;

/** A legal move, and the position that it leads to. */
export interface NextPosition {
  readonly seat: Seat;
  readonly move: Json;
  /** In the first notation of the game, or as hex digits. */
  readonly written: string;
  /** By `positionKey`. */
  readonly key: Uint8Array;
}

/** A move that was played, with the games in which it was. */
export interface ExplorerRow extends NextPosition {
  readonly tally: Tally;
}

/** What a library knows of a position. */
export interface ExplorerAnswer {
  readonly reached: Tally;
  /** Moves that were played, the most frequent first. */
  readonly rows: readonly ExplorerRow[];
  readonly notable: readonly MatchSummary[];
  readonly isWhole: boolean;
}

/** The moves of a position; of several that lead to one position, the first. */
function nextPositions({ game, notations }: Kit, state: unknown): readonly NextPosition[] {
  if (game.outcome(state) !== null) return [];
  const found = new Map<string, NextPosition>();
  let looks = 0;
  for (const seat of game.active(state))
    for (const move of game.legal(state, seat)) {
      if (++looks > MOST_MOVES) return [...found.values()];
      const stepped = step(game, state, { do: 'move', seat, move });
      if (!stepped.ok) continue;
      // the position before dice are rolled for the next player is that of the move
      const after = stepped.value.parts.find(({ by }) => by === 'move') ?? stepped.value;
      const key = positionKey(game, after.state);
      const name = key.join();
      if (!found.has(name))
        found.set(name, { seat, move, written: writtenMove(game, notations, state, move), key });
    }
  return [...found.values()];
}

function writtenMove(game: Game, [notation]: Kit['notations'], state: unknown, move: Json): string {
  try {
    return notation?.format(state, move) ?? game.moves.hex.encode(move);
  } catch {
    // a notation may have no way to write a move
    return game.moves.hex.encode(move);
  }
}

/** Asks what was played next at a position. */
export async function explorePosition(
  explore: (question: ExploreQuestion) => Promise<Explored>,
  kit: Kit,
  state: unknown,
  query: Omit<Query, 'position' | 'game'> = {},
): Promise<ExplorerAnswer> {
  const moves = nextPositions(kit, state);
  const { reached, next, notable, isWhole } = await explore({
    position: positionKey(kit.game, state),
    next: moves.map(({ key }) => key),
    query: { ...query, game: kit.game.name },
  });
  const rows = moves
    .map((move, i) => ({ ...move, tally: next[i]! }))
    .filter(({ tally }) => tally.games > 0)
    .sort((a, b) => b.tally.games - a.tally.games);
  return { reached, rows, notable, isWhole };
}
