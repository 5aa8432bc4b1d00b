/** The built-in puzzles and their records: files of the site, so that they are there offline. A record is verified before its puzzle is shown. */
import type { Puzzle } from '@kifu/bots/puzzles';
import {
  fail,
  type Game,
  type Json,
  type Kit,
  metadataOf,
  namedPlayer,
  ok,
  type Result,
  type Scene,
} from '@kifu/core';
import { playPack } from '@kifu/record/pack';
import type { Replay, ReplayReader } from '@kifu/record/replay';

/** The games that have puzzles, in the order of the menu. */
export const PUZZLE_GAMES = ['chess', 'checkers', 'go', 'backgammon'] as const;

/** Puzzles of a game, with the packs of their records by match. */
export interface PuzzleSet {
  readonly puzzles: readonly Puzzle[];
  readonly packs: ReadonlyMap<string, Uint8Array>;
}

interface PuzzleFile {
  readonly records: readonly { readonly match: string; readonly pack: string }[];
  readonly puzzles: readonly Puzzle[];
}

const loaded = new Map<string, Promise<PuzzleSet>>();

/** Loads the puzzles of a game; rejects where the file cannot be fetched. */
export function loadPuzzles(game: string): Promise<PuzzleSet> {
  const known = loaded.get(game);
  if (known !== undefined) return known;
  const loading = fetchPuzzles(game);
  loaded.set(game, loading);
  // the next try may succeed
  loading.catch(() => loaded.delete(game));
  return loading;
}

async function fetchPuzzles(game: string): Promise<PuzzleSet> {
  const answer = await fetch(new URL(`puzzles/${game}.json`, document.baseURI));
  if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
  const { records, puzzles } = (await answer.json()) as PuzzleFile;
  const bytesOf = (text: string) => Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
  return { puzzles, packs: new Map(records.map(({ match, pack }) => [match, bytesOf(pack)])) };
}

/** A puzzle at its beginning, with the game that it is from. */
export interface OpenPuzzle {
  readonly puzzle: Puzzle;
  readonly state: unknown;
  /** With the last move of the game marked. */
  readonly scene: Scene;
  /** All nodes of the record, which was verified. */
  readonly nodes: readonly Uint8Array[];
  readonly players: readonly string[];
}

/** Unpacks the record of a puzzle, which plays it by its rules, and stops a moment at the position. */
export async function openPuzzle(
  kit: Kit,
  { packs }: PuzzleSet,
  puzzle: Puzzle,
): Promise<Result<OpenPuzzle>> {
  const bytes = packs.get(puzzle.match);
  if (bytes === undefined) return fail('not-found', 'the record of the puzzle is missing');
  const reader = new PositionReader(kit, puzzle.n);
  const played = await playPack(async () => ok(kit.game as Game), bytes, [reader]);
  if (!played.ok) return played;
  const { found } = reader;
  if (found === null) return fail('broken-record', 'the record does not reach the puzzle');
  const { header } = played.value.replay;
  const facts = metadataOf(header!, kit.seatNames);
  const players = header!.players.map(({ name, seat }) => namedPlayer(name, facts, seat));
  return ok({ puzzle, ...found, nodes: played.value.nodes, players });
}

/** Takes the position after a number of entries. */
class PositionReader implements ReplayReader {
  found: { readonly state: unknown; readonly scene: Scene } | null = null;
  readonly #kit: Kit;
  readonly #n: number;

  constructor(kit: Kit, n: number) {
    this.#kit = kit;
    this.#n = n;
  }

  take({ n, table, before, move }: Replay): void {
    if (n !== this.#n || table === null || this.found !== null) return;
    const { state } = table;
    const scene =
      move === null || before === null
        ? this.#kit.scene(state)
        : this.#kit.scene(state, { scene: this.#kit.scene(before.state), move: move as Json });
    this.found = { state, scene };
  }
}
