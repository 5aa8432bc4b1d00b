/** Finds puzzles in the positions of a match: those in which one move is clearly best, by a search whose limits the puzzle names. */
import {
  type AnalysisLine,
  type Analyzer,
  fail,
  type Game,
  type Json,
  type Kit,
  ok,
  type Result,
  type Seat,
  step,
} from '@kifu/core';
import { gapOf, moved, type Puzzle, type PuzzleTheme } from './puzzle.ts';

/** A position of a match. */
export interface MinedPosition<State = unknown> {
  /** After this many entries. */
  readonly n: number;
  readonly state: State;
}

export interface MineOptions<State = unknown, Move extends Json = Json> {
  readonly analyzer: Analyzer<State, Move>;
  /** Search nodes at each move. */
  readonly nodes: number;
  /** Puzzles at most. */
  readonly limit?: number;
  /** Entries between two puzzles of a match (default: 6): neighbors are alike. */
  readonly apart?: number;
  readonly signal?: AbortSignal;
}

/** Moves of one's own in a line at most. */
const MOST_OWN = 4;
const MOST_STEPS = 12;
/** Below this even the best move loses, and above it the second best is good enough. */
const LEAST_BEST = 0.45;
const MOST_SECOND = 0.8;
/** With fewer moves there is little to find; captures in checkers are forced, so that two are a choice there. */
const leastMoves = (game: string): number => (game === 'checkers' ? 2 : 3);
/** A first look takes this share of the nodes. */
const FIRST_LOOK = 8;
const APART = 6;
/** How many characters of a content id are in a puzzle's. */
const ID_LETTERS = 10;

/** The puzzles of one match, in order. */
export async function* minePuzzles<State, Move extends Json>(
  kit: Kit<State, Move>,
  match: string,
  positions: Iterable<MinedPosition<State>>,
  options: MineOptions<State, Move>,
): AsyncGenerator<Puzzle> {
  const { limit = Number.POSITIVE_INFINITY, apart = APART, signal } = options;
  let found = 0;
  let free = 0;
  for (const { n, state } of positions) {
    if (found >= limit || signal?.aborted === true) return;
    if (n < free) continue;
    const puzzle = await puzzleAt(kit, match, n, state, options);
    if (puzzle === null) continue;
    found++;
    free = n + apart;
    yield puzzle;
  }
}

async function puzzleAt<State, Move extends Json>(
  kit: Kit<State, Move>,
  match: string,
  n: number,
  state: State,
  { analyzer, nodes }: MineOptions<State, Move>,
): Promise<Puzzle | null> {
  const { game } = kit;
  if (game.outcome(state) !== null || game.chance?.due(state) === true) return null;
  const [seat, ...others] = game.active(state);
  if (seat === undefined || others.length > 0) return null;
  const moves = [...game.legal(state, seat)].length;
  if (moves < leastMoves(game.name)) return null;
  const look = await analyzer.analyze({ state }, { nodes: nodes / FIRST_LOOK, lines: 2 });
  const hint = clearGap(look.lines, seat);
  if (hint === null || hint.gap < 0.8 * gapOf(game.name)) return null;
  const line = await solve(game, state, seat, analyzer, nodes);
  if (line === null) return null;
  const { hexes, chances, isFinish, isQuiet, own } = line;
  const themes: PuzzleTheme[] = [];
  if (isFinish) themes.push('finish');
  if (own === 1) themes.push('short');
  if (own >= 3) themes.push('long');
  if (isQuiet) themes.push('quiet');
  if (chances[0] < 0.6) themes.push('defense');
  const isHard = game.moves.hex.encode(look.lines[0]!.moves[0]!) !== hexes[0];
  const rating = 900 + 250 * (own - 1) + 5 * Math.min(moves, 40) + (isQuiet ? 150 : 0);
  return {
    id: `${match.slice(-ID_LETTERS)}-${n}`,
    game: game.name,
    match,
    n,
    seat,
    line: hexes,
    themes,
    rating: rating + (isHard ? 250 : 0),
    judge: { engine: analyzer.name, version: analyzer.version, nodes },
    chances,
  };
}

interface SolvedLine {
  readonly hexes: readonly string[];
  readonly chances: readonly [number, number];
  readonly isFinish: boolean;
  readonly isQuiet: boolean;
  /** Moves of one's own; steps of one turn count as one. */
  readonly own: number;
}

/** The line as long as the seat's moves are clearly best; null where the first is not. A turn of several steps must be clear as a whole. */
async function solve<State, Move extends Json>(
  game: Game<State, Move>,
  from: State,
  seat: Seat,
  analyzer: Analyzer<State, Move>,
  nodes: number,
): Promise<SolvedLine | null> {
  const hexes: string[] = [];
  /** As much of the line as ends in a whole turn of the seat. */
  let whole = 0;
  let own = 0;
  let chances: [number, number] | null = null;
  let isQuiet = true;
  let isFinish = false;
  let state = from;
  while (hexes.length < MOST_STEPS && own < MOST_OWN) {
    const isOwn = game.active(state).includes(seat);
    const legal = [...game.legal(state, game.active(state)[0]!)];
    const { lines } = await analyzer.analyze({ state }, { nodes, lines: isOwn ? 2 : 1 });
    const [best] = lines;
    if (best === undefined) break;
    if (isOwn && legal.length > 1) {
      const clear = clearGap(lines, seat);
      if (clear === null || clear.gap < gapOf(game.name)) break;
      chances ??= [clear.best, clear.second];
    }
    const [move] = best.moves;
    const stepped = step(game, state, {
      do: 'move',
      seat: isOwn ? seat : game.active(state)[0]!,
      move: move!,
    });
    if (!stepped.ok) break;
    if (hexes.length === 0)
      isQuiet = !stepped.value.parts.some(({ events }) =>
        events.some(({ type }) => TAKING.test(type)),
      );
    hexes.push(game.moves.hex.encode(move!));
    state = moved(stepped.value.parts);
    isFinish = game.outcome(state) !== null;
    const goesOn = !isFinish && game.chance?.due(state) !== true;
    const isMineNext = goesOn && game.active(state).includes(seat);
    if (isOwn && !isMineNext) {
      whole = hexes.length;
      own++;
    }
    // nobody can know the next roll
    if (!goesOn || (game.chance !== undefined && !isMineNext)) break;
  }
  if (whole === 0 || chances === null) return null;
  return {
    hexes: hexes.slice(0, whole),
    chances,
    isFinish: isFinish && whole === hexes.length,
    isQuiet,
    own,
  };
}

/** Events that take something off the board. */
const TAKING = /captur|hit|jump|take/i;

/** By how much the best line is better than the second, for a seat; null where that does not make a puzzle. */
function clearGap<Move extends Json>(
  [first, second]: readonly AnalysisLine<Move>[],
  seat: Seat,
): { readonly best: number; readonly second: number; readonly gap: number } | null {
  if (first === undefined || second === undefined) return null;
  const [best, next] = [first.chances[seat] ?? 0, second.chances[seat] ?? 0];
  if (best < LEAST_BEST || next > MOST_SECOND) return null;
  return { best: round(best), second: round(next), gap: best - next };
}

const round = (chance: number): number => Math.round(1000 * chance) / 1000;

/** Checks a puzzle against the position of its record: that the line is legal, and that the search still finds each move clearly best. */
export async function checkPuzzle<State, Move extends Json>(
  { game }: Kit<State, Move>,
  puzzle: Puzzle,
  from: State,
  analyzer: Analyzer<State, Move>,
): Promise<Result<null>> {
  const wrong = (message: string) => fail('broken-record', `puzzle ${puzzle.id}: ${message}`);
  if (!game.active(from).includes(puzzle.seat)) return wrong('another seat is to move');
  const { engine, version, nodes } = puzzle.judge;
  const canJudge = engine === analyzer.name && version === analyzer.version;
  let state = from;
  for (const [i, hex] of puzzle.line.entries()) {
    const move = game.moves.hex.decode(hex);
    if (!move.ok) return move;
    const [seat = 0] = game.active(state);
    if (canJudge && seat === puzzle.seat && [...game.legal(state, seat)].length > 1) {
      const { lines } = await analyzer.analyze({ state }, { nodes, lines: 2 });
      const clear = clearGap(lines, seat);
      const best = lines[0] && game.moves.hex.encode(lines[0].moves[0]!);
      if (best !== hex || clear === null || clear.gap < gapOf(game.name))
        return wrong(`move ${i + 1} of the solution is not clearly best`);
    }
    const stepped = step(game, state, { do: 'move', seat, move: move.value });
    if (!stepped.ok)
      return wrong(`move ${i + 1} of the solution is refused: ${stepped.fault.message}`);
    state = moved(stepped.value.parts);
  }
  return canJudge
    ? ok(null)
    : fail(
        'unsupported',
        `puzzle ${puzzle.id} was judged by ${engine} ${version}, which is not here; position and line are right`,
      );
}
