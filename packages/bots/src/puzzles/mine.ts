/** Finds puzzles in the positions of a match: those in which one move is clearly best, by a search whose limits the puzzle names. */
import {
  type AnalysisLine,
  type Analyzer,
  type Game,
  type GameEvent,
  type Json,
  type Kit,
  type ProvedLine,
  type Seat,
  step,
} from '@kifu/core';
import { gapOf, moved, type Puzzle, type PuzzleJudge, type PuzzleTheme } from './puzzle.ts';

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
  /** Lines of fights that both left: what was proved stays true. */
  const proved = new Set<string>();
  for (const { n, state } of positions) {
    if (found >= limit || signal?.aborted === true) return;
    if (n < free) continue;
    const puzzle = await puzzleAt(kit, match, n, state, options);
    if (puzzle === null) continue;
    if (puzzle.aim !== undefined) {
      const line = puzzle.line.join();
      if (proved.has(line)) continue;
      proved.add(line);
    }
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
  const at = { match, n, seat, moves };
  const prover = await kit.prover?.();
  if (prover !== undefined) {
    const proved = prover.prove(state, nodes);
    const line = proved === null ? null : playProved(game, state, seat, proved);
    return line === null ? null : makePuzzle(game, at, line, judgeOf(prover, nodes));
  }
  const look = await analyzer.analyze({ state }, { nodes: nodes / FIRST_LOOK, lines: 2 });
  const hint = clearGap(look.lines, seat);
  if (hint === null || hint.gap < 0.8 * gapOf(game.name)) return null;
  const line = await solve(game, state, seat, analyzer, nodes);
  if (line === null) return null;
  const isHard = game.moves.hex.encode(look.lines[0]!.moves[0]!) !== line.hexes[0];
  return makePuzzle(game, at, line, judgeOf(analyzer, nodes), isHard);
}

const judgeOf = (
  { name, version }: Pick<Analyzer, 'name' | 'version'>,
  nodes: number,
): PuzzleJudge => ({ engine: name, version, nodes });

/** The position that a puzzle is about. */
interface PuzzlePosition extends Pick<Puzzle, 'match' | 'n' | 'seat'> {
  /** How many moves there are. */
  readonly moves: number;
}

function makePuzzle<State, Move extends Json>(
  game: Game<State, Move>,
  { match, n, seat, moves }: PuzzlePosition,
  { hexes, isFinish, isQuiet, own, ...said }: SolvedLine,
  judge: PuzzleJudge,
  isHard = false,
): Puzzle {
  const themes: PuzzleTheme[] = [];
  if (isFinish) themes.push('finish');
  if (own === 1) themes.push('short');
  if (own >= 3) themes.push('long');
  if (isQuiet) themes.push('quiet');
  if (said.chances[0] < 0.6) themes.push('defense');
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
    judge,
    ...said,
  };
}

interface SolvedLine extends Pick<Puzzle, 'chances' | 'aim' | 'cells'> {
  readonly hexes: readonly string[];
  readonly isFinish: boolean;
  readonly isQuiet: boolean;
  /** Moves of one's own; steps of one turn count as one. */
  readonly own: number;
}

/** A proved line, played; null where the rules of the match refuse it, such as by superko. */
function playProved<State, Move extends Json>(
  game: Game<State, Move>,
  from: State,
  seat: Seat,
  { aim, cells, moves }: ProvedLine<Move>,
): SolvedLine | null {
  let state = from;
  let isQuiet = true;
  for (const [i, move] of moves.entries()) {
    const [mover = seat] = game.active(state);
    const stepped = step(game, state, { do: 'move', seat: mover, move });
    if (!stepped.ok) return null;
    if (i === 0) isQuiet = !takes(stepped.value.parts);
    state = moved(stepped.value.parts);
  }
  const hexes = moves.map(move => game.moves.hex.encode(move));
  const own = Math.ceil(moves.length / 2);
  return { ...{ hexes, own, isQuiet, isFinish: false, chances: [1, 0] }, aim, cells };
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
    if (hexes.length === 0) isQuiet = !takes(stepped.value.parts);
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

/** Whether something is taken off the board. */
const takes = (parts: readonly { readonly events: readonly GameEvent[] }[]): boolean =>
  parts.some(({ events }) => events.some(({ type }) => /captur|hit|jump|take/i.test(type)));

/** By how much the best line is better than the second, for a seat; null where that does not make a puzzle. */
export function clearGap<Move extends Json>(
  [first, second]: readonly AnalysisLine<Move>[],
  seat: Seat,
): { readonly best: number; readonly second: number; readonly gap: number } | null {
  if (first === undefined || second === undefined) return null;
  const [best, next] = [first.chances[seat] ?? 0, second.chances[seat] ?? 0];
  if (best < LEAST_BEST || next > MOST_SECOND) return null;
  return { best: round(best), second: round(next), gap: best - next };
}

const round = (chance: number): number => Math.round(1000 * chance) / 1000;
