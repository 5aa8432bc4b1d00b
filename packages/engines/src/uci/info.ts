/** What a UCI engine reports while it searches: `info depth 12 multipv 2 score cp -31 nodes 52011 pv e7e5 g1f3`. */
import {
  type AnalysisLine,
  chanceFromEvaluation,
  type Evaluation,
  type Json,
  type Kit,
  type Notation,
  type SearchResult,
} from '@kifu/core';
import type { Turn } from '@kifu/record/match';
import { EngineError, quoted } from '../process/engine-error.ts';
import type { AnalysisRequest } from '../session.ts';

const MAX_LINES = 500;
const MAX_MOVES = 60;
/** Larger numbers than any note has room for are cut. */
const MAX_SCORE = 100_000;

interface InfoReader {
  /** How many lines are asked for. */
  readonly lines: number;
  /** Takes a line; never an answer. */
  read(line: string): undefined;
  result(): SearchResult;
}

/** Reads the reports of one search. */
export function createInfoReader(
  kit: Kit,
  uci: Notation<unknown, never>,
  turn: Turn,
  { limits, onProgress }: AnalysisRequest,
): InfoReader {
  const lines = Math.min(limits.lines ?? 1, turn.view.legal.length, MAX_LINES);
  /** Most reports are soon replaced: their moves are read only when they are wanted. */
  const found = new Map<number, LineInfo>();
  let nodes = 0;
  const lineOf = ({ evaluation, pv }: LineInfo): AnalysisLine => {
    const own = forFirstSeat(evaluation, turn.seat);
    const chance = chanceFromEvaluation(kit, own);
    const moves = readMoves(kit, uci, turn, pv.trim().split(/\s+/));
    return { moves, chances: [chance, 1 - chance], evaluation: own };
  };
  const result = (): SearchResult => {
    const all = [...found].sort(([a], [b]) => a - b).map(([, line]) => line);
    return {
      lines: all.map(lineOf),
      depth: Math.min(...all.map(({ depth }) => depth), ...(all.length === 0 ? [0] : [])),
      nodes,
    };
  };
  return {
    lines,
    result,
    read(line) {
      const info = parseInfo(line);
      if (info === null) return;
      nodes = Math.max(nodes, info.nodes);
      const { evaluation } = info;
      if (evaluation === null || info.at > lines) return;
      found.set(info.at, { ...info, evaluation });
      if (found.size === lines && info.at === lines) onProgress?.(result());
    },
  };
}

interface Info {
  readonly at: number;
  readonly depth: number;
  readonly nodes: number;
  /** For the side to move; null where the line is not a complete result. */
  readonly evaluation: Evaluation | null;
  readonly pv: string;
}

/** A complete result. */
interface LineInfo extends Info {
  readonly evaluation: Evaluation;
}

/** Where the numbers of a report stand. */
const NUMBERS = {
  depth: numberAfter('depth'),
  multipv: numberAfter('multipv'),
  nodes: numberAfter('nodes'),
  pawns: numberAfter('score cp'),
  mate: numberAfter('score mate'),
};

function numberAfter(name: string): RegExp {
  return new RegExp(`\\s${name}\\s+(-?\\d{1,15})(?:\\s|$)`);
}

function parseInfo(line: string): Info | null {
  if (!/^info\s/.test(line)) return null;
  const [facts = '', pv = ''] = line.split(/\spv\s+/);
  if (/\sstring\s/.test(facts)) return null;
  const numberOf = (name: keyof typeof NUMBERS): number | null => {
    const [, digits] = NUMBERS[name].exec(facts) ?? [];
    return digits === undefined ? null : Number(digits);
  };
  const isBound = /\s(?:lowerbound|upperbound)(?:\s|$)/.test(facts);
  const [pawns, mate] = [numberOf('pawns'), numberOf('mate')];
  const clamped = (value: number): number => Math.max(-MAX_SCORE, Math.min(MAX_SCORE, value));
  const evaluation =
    isBound || pv === ''
      ? null
      : mate !== null
        ? { winIn: Math.max(-999, Math.min(999, mate)) }
        : pawns !== null
          ? { score: clamped(pawns) }
          : null;
  return {
    at: numberOf('multipv') ?? 1,
    depth: Math.max(0, Math.min(999, numberOf('depth') ?? 0)),
    nodes: Math.max(0, numberOf('nodes') ?? 0),
    ...{ evaluation, pv },
  };
}

/** An evaluation for the side to move as notes have it. */
const forFirstSeat = (evaluation: Evaluation, seat: number): Evaluation => {
  if (seat === 0) return evaluation;
  // 0 − x is never −0
  return 'winIn' in evaluation ? { winIn: 0 - evaluation.winIn } : { score: 0 - evaluation.score };
};

/** The moves of a line; a line that begins with an illegal move is the engine's failure, a later one ends the line. */
function readMoves(
  { game }: Kit,
  uci: Notation<unknown, never>,
  turn: Turn,
  texts: readonly string[],
): Json[] {
  const moves: Json[] = [];
  let state: unknown = turn.view.state;
  for (const text of texts.slice(0, MAX_MOVES)) {
    const [seat] = game.active(state);
    const move = seat === undefined ? null : uci.parse(state, text.toLowerCase());
    const played = move?.ok ? game.play(state, seat!, move.value) : null;
    if (!played?.ok || !move?.ok) break;
    moves.push(move.value);
    state = played.value.state;
  }
  if (moves.length === 0)
    throw new EngineError(
      'illegal-move',
      `it reported ${quoted(texts[0] ?? '')}, which is not a legal move`,
    );
  return moves;
}
