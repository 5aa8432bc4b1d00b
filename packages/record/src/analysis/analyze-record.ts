/**
 * Analysis of a record: every move compared with the best one. The caller brings the analyzer, which may be several at work at once or
 * a cache.
 */
import type {
  AnalysisLimits,
  AnalyzedPosition,
  Evaluation,
  Game,
  Json,
  Kit,
  Outcome,
  PositionAnalysis,
  Seat,
} from '@kifu/core';
import type { Timeline } from '../timeline.ts';
import { accuracyOf, type Grade, gradeOf } from './grade.ts';

/** What an analysis says of a move. */
export interface MoveAnalysis {
  /** Number of its entry. */
  readonly n: number;
  readonly seat: Seat;
  readonly move: Json;
  /** The best line before it; empty where the analyzer has none. */
  readonly best: readonly Json[];
  /** The mover's chances before and after it; null where that is unknown. */
  readonly before: number | null;
  readonly after: number | null;
  /** Chances that were lost; null where that is unknown. */
  readonly lost: number | null;
  readonly grade: Grade | null;
  /** The position after it, good for the first seat if positive; null where that is unknown. */
  readonly evaluation: Evaluation | null;
  /** The first seat's chances after it. */
  readonly chance: number | null;
  readonly depth: number;
}

/** What an analysis says of a record. */
export interface RecordAnalysis {
  readonly moves: readonly MoveAnalysis[];
  /** By seat. */
  readonly players: readonly PlayerAnalysis[];
}

export interface PlayerAnalysis {
  readonly seat: Seat;
  /** From 0 to 100; null without moves. */
  readonly accuracy: number | null;
  readonly grades: { readonly [grade in Grade]: number };
}

export interface RecordToAnalyze {
  readonly kit: Kit;
  readonly line: Timeline;
  readonly limits: AnalysisLimits;
  /** Analyzes a position; called for all of them at once, in their order. */
  analyze(position: AnalyzedPosition, limits: AnalysisLimits): Promise<PositionAnalysis>;
  /** Called for each move in order, as soon as it and those before it are analyzed. */
  onMove?(move: MoveAnalysis, total: number): void;
}

/** In games with chance the played move is compared before the next draw, so it must be among the lines. */
const ALL_LINES = 100;

/** Analyzes all moves of a record. */
export async function analyzeRecord(record: RecordToAnalyze): Promise<RecordAnalysis> {
  const { kit, line, limits, onMove } = record;
  const game = kit.game as Game;
  const isOpen = game.chance === undefined && game.secrets === undefined;
  const wanted = isOpen ? limits : { ...limits, lines: Math.max(limits.lines ?? 1, ALL_LINES) };
  const way = isOpen && game.time === undefined ? { first: line.at(0).state } : {};
  const played: Json[] = [];
  const asked = new Map<number, Promise<PositionAnalysis>>();
  const ask = (n: number): Promise<PositionAnalysis> => {
    const state = line.at(n).state;
    // moves that were taken back are not on the way: then the state comes without its moves
    const moves = 'first' in way ? { moves: [...played] } : {};
    const found = asked.get(n) ?? record.analyze({ state, ...way, ...moves }, wanted);
    found.catch(() => {}); // reported where it is awaited
    asked.set(n, found);
    return found;
  };
  const turns: { readonly n: number; readonly seat: Seat; readonly move: Json }[] = [];
  for (let n = 1; n <= line.length; n++) {
    const { act, seat } = line.entries[n - 1]!;
    if (act.type !== 'move' || seat === null) continue;
    const decoded = game.moves.bytes.decode(act.move);
    if (!decoded.ok) continue;
    turns.push({ n, seat, move: decoded.value });
    void ask(n - 1);
    played.push(decoded.value);
    if (isOpen && game.outcome(line.at(n).state) === null) void ask(n);
  }
  const moves: MoveAnalysis[] = [];
  for (const turn of turns) {
    const before = await asked.get(turn.n - 1)!;
    const after = (await asked.get(turn.n)) ?? null;
    const outcome = game.outcome(line.at(turn.n).state);
    const analyzed = compare(kit, turn, before, isOpen ? after : null, outcome);
    moves.push(analyzed);
    onMove?.(analyzed, turns.length);
  }
  return summarize(game, line, moves);
}

function compare(
  { game }: Kit,
  { n, seat, move }: { readonly n: number; readonly seat: Seat; readonly move: Json },
  before: PositionAnalysis,
  after: PositionAnalysis | null,
  outcome: Outcome | null,
): MoveAnalysis {
  const hex = game.moves.hex.encode(move);
  const [best = null] = before.lines;
  const own = before.lines.find(({ moves: [first] }) => game.moves.hex.encode(first!) === hex);
  const next = after?.lines[0];
  const chances = outcome === null ? (next ?? own)?.chances : chancesAfter(outcome);
  const top = best?.chances[seat] ?? null;
  // the same search compares moves best; where the move is not among its lines, the next position tells
  const reached = outcome !== null ? chances![seat]! : ((own ?? next)?.chances[seat] ?? null);
  const lost =
    top === null || reached === null ? null : own === best ? 0 : Math.max(0, top - reached);
  return {
    ...{ n, seat, move, best: best?.moves ?? [], before: top, after: reached, lost },
    grade: lost === null ? null : gradeOf(game, lost),
    evaluation: outcome === null ? ((next ?? own)?.evaluation ?? null) : null,
    chance: chances?.[0] ?? null,
    depth: before.depth,
  };
}

/** Chances at the end, by seat number: a draw is worth half. */
const chancesAfter = ({ result, winners }: Outcome): number[] =>
  Array.from({ length: 8 }, (_, seat) => (result !== 'win' ? 0.5 : winners.includes(seat) ? 1 : 0));

function summarize(game: Game, line: Timeline, moves: readonly MoveAnalysis[]): RecordAnalysis {
  const players = line.header.players.map(({ seat }): PlayerAnalysis => {
    const own = moves.filter(move => move.seat === seat);
    const count = (grade: Grade): number => own.filter(move => move.grade === grade).length;
    return {
      seat,
      accuracy: accuracyOf(
        game,
        own.flatMap(({ lost }) => lost ?? []),
      ),
      grades: {
        inaccuracy: count('inaccuracy'),
        mistake: count('mistake'),
        blunder: count('blunder'),
      },
    };
  });
  return { moves, players };
}
