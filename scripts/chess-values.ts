/**
 * The numbers of the chess bot's evaluation, from games that are played for it.
 *
 *     node --conditions=source scripts/chess-values.ts collect FILE SEED MINUTES   adds positions to a file, one per line
 *     node --conditions=source scripts/chess-values.ts fit FILE                    fits the numbers to them, from those of today on
 *
 * In the games, Stockfish moves for both sides after a few nodes, and now and then the lot does. Each quiet position gets the score of that
 * search. The numbers are fitted so that the evaluation gives the same chances, by logistic regression.
 */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chanceFromPawns, type Kit, rngFrom, unwrap } from '@kifu/core';
import { openAnalyzer } from '@kifu/engines';
import { boardOf, formatFen, parseFen, type State } from '@kifu/games/chess';
import { chess } from '@kifu/games/chess/all';
import { findStockfish } from '../bench/strength.ts';
import { BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK } from '../packages/games/src/chess/board.ts';
import {
  endOf,
  FEATURE_COUNT,
  FEATURES,
  middleOf,
  packWorth,
  worthOfFeatures,
} from '../packages/games/src/chess/bot/features.ts';
import { FEATURE_VALUES, PLACE_VALUES } from '../packages/games/src/chess/bot/values.ts';
import { TEMPO } from '../packages/games/src/chess/bot/worth.ts';

const VALUES = join(import.meta.dirname, '../packages/games/src/chess/bot/values.ts');
const { game } = chess;

const SEARCH_NODES = 400;
const MAX_PLIES = 200;
/** Openings are drawn by lot: so many plies, as long as the score stays within a range; later, one move of so many. */
const FREE_PLIES = 8;
const FREE_RANGE = 400;
const FREE_ONE_OF = 12;
/** Beyond, a game is over. */
const DECIDED = 1500;

/** Plays games until the time is over, and appends `FEN;score for White` of their quiet positions. */
async function collect(file: string, seed: number, minutes: number): Promise<void> {
  const spec = { protocol: 'uci', command: [findStockfish()!], options: { Hash: '16' } } as const;
  const analyzer = await openAnalyzer(spec, { kit: chess as Kit, env: process.env });
  const luck = rngFrom(seed);
  const end = Date.now() + minutes * 60_000;
  while (Date.now() < end) {
    const rows: string[] = [];
    let state = unwrap(game.setup({ seats: [0, 1], seed: null, options: {}, start: null }));
    for (let ply = 0; ply < MAX_PLIES && game.outcome(state) === null; ply++) {
      const legal = [...game.legal(state, state.turn)];
      let move = legal[luck(legal.length)]!;
      if (ply >= FREE_PLIES) {
        const { lines } = await analyzer.analyze({ state }, { nodes: SEARCH_NODES });
        const evaluation = lines[0]?.evaluation;
        if (evaluation == null || !('score' in evaluation)) break;
        const { score } = evaluation;
        const best = lines[0]!.moves[0] as Move;
        if (Math.abs(score) > (ply === FREE_PLIES ? FREE_RANGE : DECIDED)) break;
        if (isQuiet(state, best)) rows.push(`${formatFen(state)};${score}\n`);
        if (luck(FREE_ONE_OF) > 0) move = best;
      }
      ({ state } = unwrap(game.play(state, state.turn, move)));
    }
    appendFileSync(file, rows.join(''));
  }
  await analyzer.close();
}

type Move = Parameters<typeof game.play>[2];

/** Whether nothing hangs, as far as the best move tells. */
function isQuiet(state: State, best: Move): boolean {
  const { events } = unwrap(game.play(state, state.turn, best));
  return !state.check && events.every(({ type }) => type !== 'capture' && type !== 'promotion');
}

/** What the evaluation of a position is made of: numbers of the table, and how often each counts. */
interface Position {
  readonly numbers: Int16Array;
  readonly counts: Int16Array;
  /** How much of the middle game is left, from 0 to 1. */
  readonly middle: number;
  readonly tempo: number;
  /** White's chance by the search. */
  readonly chance: number;
}

const PLACES = 32;
const KINDS = [PAWN, BISHOP, KNIGHT, ROOK, KING, QUEEN];
const PHASES = [0, 0, 1, 1, 2, 0, 4];
const COUNT = KINDS.length * PLACES + FEATURE_COUNT;
/** A lead of a pawn in Stockfish's units is so many hundredths in ours. */
const UNITS = 1.7;

function readPosition(line: string): Position {
  const [fen = '', score] = line.split(';');
  const state = unwrap(parseFen(fen));
  const board = boardOf(state);
  const counts = new Map<number, number>();
  let phase = 0;
  for (const [square, piece] of board.entries()) {
    if (piece === 0) continue;
    const [kind, color] = [piece & 7, piece >> 3];
    const rank = color === 0 ? square >> 3 : 7 - (square >> 3);
    const number = (kind - 1) * PLACES + rank * 4 + Math.min(square & 7, 7 - (square & 7));
    counts.set(number, (counts.get(number) ?? 0) + 1 - 2 * color);
    phase += PHASES[kind]!;
  }
  // two features at once, as the two halves of a worth
  const worths = new Int32Array(FEATURE_COUNT + 1);
  for (let at = 0; at < FEATURE_COUNT; at += 2) {
    worths[at] = packWorth(1, 0);
    worths[at + 1] = packWorth(0, 1);
    const worth = worthOfFeatures(board, state.rights, state.whiteKing, state.blackKing, worths);
    counts.set(KINDS.length * PLACES + at, middleOf(worth));
    counts.set(KINDS.length * PLACES + at + 1, endOf(worth));
    worths.fill(0);
  }
  const found = [...counts].filter(([, count]) => count !== 0);
  return {
    numbers: Int16Array.from(found, ([number]) => number),
    counts: Int16Array.from(found, ([, count]) => count),
    middle: Math.min(24, phase) / 24,
    tempo: state.turn === 0 ? TEMPO : -TEMPO,
    chance: chanceFromPawns(Number(score) * UNITS),
  };
}

const EPOCHS = 40;
const BATCH = 500;
/** How strongly numbers that few positions know about stay what they were. */
const INERTIA = 2e-7;

/** Fits by Adam, holding a tenth of the positions out; writes the numbers. */
function fitTo(file: string): void {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  const luck = rngFrom(1);
  const all = lines
    .map(line => ({ line, lot: luck(2 ** 30) }))
    .sort((a, b) => a.lot - b.lot)
    .map(({ line }) => readPosition(line));
  const held = all.splice(0, Math.floor(all.length / 10));
  const before = currentNumbers();
  const numbers = Float64Array.from(before);
  const [pull, mean, square] = [0, 1, 2].map(() => new Float64Array(2 * COUNT)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const report = (epoch: number) =>
    console.error(`${epoch}: ${errorOf(all, numbers)}, held out ${errorOf(held, numbers)}`);
  report(0);
  for (let epoch = 0, step = 1; epoch < EPOCHS; epoch++) {
    const rate = 1.5 * (1 - epoch / EPOCHS) + 0.05;
    for (let from = 0; from + BATCH <= all.length; from += BATCH, step++) {
      pull.fill(0);
      for (const position of all.slice(from, from + BATCH)) addPull(position, numbers, pull);
      for (let i = 0; i < 2 * COUNT; i++) {
        const slope = pull[i]! / BATCH + INERTIA * (numbers[i]! - before[i]!);
        mean[i] = 0.9 * mean[i]! + 0.1 * slope;
        square[i] = 0.999 * square[i]! + 0.001 * slope * slope;
        const size = Math.sqrt(square[i]! / (1 - 0.999 ** step)) + 1e-8;
        numbers[i]! -= (rate * mean[i]!) / (1 - 0.9 ** step) / size;
      }
    }
    if (epoch % 5 === 4) report(epoch + 1);
  }
  writeFileSync(VALUES, formatValues(Array.from(numbers, Math.round), all.length + held.length));
}

function evaluationOf({ numbers, counts, middle, tempo }: Position, worth: Float64Array): number {
  let sum = tempo;
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i]!;
    sum += counts[i]! * (worth[number]! * middle + worth[COUNT + number]! * (1 - middle));
  }
  return sum;
}

const errorOf = (positions: readonly Position[], worth: Float64Array): number =>
  positions.reduce(
    (sum, one) => sum + (chanceFromPawns(evaluationOf(one, worth)) - one.chance) ** 2,
    0,
  ) / positions.length;

/** The slope of the error of a position, by each number. */
function addPull(position: Position, worth: Float64Array, pull: Float64Array): void {
  const chance = chanceFromPawns(evaluationOf(position, worth));
  const slope = (chance - position.chance) * chance * (1 - chance);
  for (let i = 0; i < position.numbers.length; i++) {
    const number = position.numbers[i]!;
    const by = slope * position.counts[i]!;
    pull[number]! += by * position.middle;
    pull[COUNT + number]! += by * (1 - position.middle);
  }
}

/** All for the middle game, then all for the endgame. */
function currentNumbers(): Float64Array {
  const numbers = new Float64Array(2 * COUNT);
  for (const kind of KINDS)
    for (const [half, values] of PLACE_VALUES[kind]!.entries())
      numbers.set(values, half * COUNT + (kind - 1) * PLACES);
  for (const [name, at] of Object.entries(FEATURES))
    for (const [i, value] of FEATURE_VALUES[name as keyof typeof FEATURES].entries())
      numbers[(i & 1) * COUNT + KINDS.length * PLACES + at + (i >> 1)] = value;
  return numbers;
}

const KIND_NAMES = ['PAWN', 'BISHOP', 'KNIGHT', 'ROOK', 'KING', 'QUEEN'];

function formatValues(numbers: readonly number[], positions: number): string {
  const list = (values: readonly number[]) => `[${values.map(value => value + 0).join(', ')}]`;
  const places = KINDS.map((kind, i) => {
    const halves = [0, COUNT].map(half =>
      list(numbers.slice(half + (kind - 1) * PLACES, half + kind * PLACES)),
    );
    return `  [${KIND_NAMES[i]}]: [${halves.join(', ')}],`;
  });
  const features = Object.entries(FEATURES).map(([name, at]) => {
    const values = FEATURE_VALUES[name as keyof typeof FEATURES].map(
      (_, i) => numbers[(i & 1) * COUNT + KINDS.length * PLACES + at + (i >> 1)]!,
    );
    return `  ${name}: ${list(values)},`;
  });
  return `/** The numbers of the evaluation, in hundredths of a pawn: fitted by \`scripts/chess-values.ts\` to ${positions.toLocaleString('en')} positions. */
import { BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK } from '../board.ts';
import type { FEATURES } from './features.ts';

type Halves = readonly [middle: readonly number[], end: readonly number[]];

/** By kind: from a1 to d1, a2 to d2 and so on, seen by White; the other files are the same. */
export const PLACE_VALUES: { readonly [kind: number]: Halves } = {
${places.join('\n')}
};

/** By feature: for the middle game, for the endgame; then the same for its next rank, kind or strength. */
export const FEATURE_VALUES: { readonly [feature in keyof typeof FEATURES]: readonly number[] } = {
${features.join('\n')}
};
`;
}

const [command, file = '', seed = '1', minutes = '10'] = process.argv.slice(2);
if (command === 'collect') await collect(file, Number(seed), Number(minutes));
else fitTo(file);
