/**
 * The search: without pruning it is minimax, with it it finds mates and combinations; it knows draws, wins won endings, stops when told,
 * and sees the same whichever color it plays.
 */
import { rngFrom, unwrap } from '@kifu/core';
import { describe, expect, test } from 'vitest';
import { mirrorFen, wander } from '../../../test/chess-positions.ts';
import { parseFen } from '../fen.ts';
import { generateCaptures, MAX_MOVES } from '../generate.ts';
import { legalPacked } from '../legal.ts';
import { fromPacked } from '../move-codec.ts';
import { boardOf, pieceAt } from '../planes.ts';
import { game } from '../rules.ts';
import { formatSan } from '../san.ts';
import { kingOf, type State } from '../state.ts';
import { createDepthSearch, MATE, MATE_SEEN, NO_OUTCOME, think } from './search.ts';
import { createFindings } from './table.ts';
import { makeWorths } from './worth.ts';

const worths = makeWorths(rngFrom(1), 0);
const at = (fen: string): State => unwrap(parseFen(fen));
const searchOf = (state: State, prunes: boolean) =>
  createDepthSearch(state, { worths, findings: createFindings(), isEnough: () => false, prunes });
const plainScore = (state: State, depth: number): number =>
  searchOf(state, false).toDepth(depth, NO_OUTCOME).score;
const thought = (state: State, most: number) =>
  think(state, { worths, findings: createFindings(), isEnough: n => n >= most });

const POSITIONS = [
  ['the start', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'],
  ['castling', 'r3k2r/8/8/3q4/8/8/8/R3K2R w KQkq - 0 1'],
  ['promotions', '8/2P1k3/8/8/8/8/3p1K2/8 b - - 0 1'],
  ['en passant', '4k3/8/8/2pP4/8/8/8/4K2B w - c6 0 1'],
  ['checks', '4r1k1/5ppp/8/8/3Q4/8/5PPP/2R3K1 b - - 0 1'],
  ['mates', '6rk/6pp/8/6N1/8/8/1q6/5R1K w - - 0 1'],
  ['stalemates', '7k/8/5K2/6Q1/8/8/8/8 w - - 0 1'],
] as const;

/** By the rules and a quiet search at the end; `ply` is the distance from the root. */
function minimax(state: State, depth: number, ply: number): number {
  if (state.outcome !== null) return state.outcome.result === 'draw' ? 0 : ply - MATE;
  const left = state.check ? depth + 1 : depth;
  if (left === 0) {
    const score = plainScore(state, 0);
    return Math.abs(score) > MATE_SEEN ? score - Math.sign(score) * ply : score;
  }
  const after = legalPacked(state).map(move => play(state, move));
  return Math.max(...after.map(next => -minimax(next, left - 1, ply + 1)));
}

const play = (state: State, move: number): State =>
  unwrap(game.play(state, state.turn, fromPacked(move))).state;

describe('without pruning the score is that of minimax', () => {
  test.each(POSITIONS)('%s', (_name, fen) => {
    for (const depth of [1, 2]) expect(plainScore(at(fen), depth)).toBe(minimax(at(fen), depth, 0));
  });
});

test.each(POSITIONS)('both colors see the same: %s', (_name, fen) => {
  for (const prunes of [false, true])
    for (const depth of [1, 2, 3]) {
      const [own, other] = [at(fen), at(mirrorFen(fen))].map(
        state => searchOf(state, prunes).toDepth(depth, NO_OUTCOME).score,
      );
      // pruned moves are tried in the order of squares, which is another one for the other color
      if (!prunes || depth === 1) expect(other).toBe(own);
    }
});

test('captures and promotions are those among the legal moves', () => {
  const out = new Int32Array(MAX_MOVES);
  let count = 0;
  for (const seed of [1, 2, 3, 4])
    for (const state of wander(seed, 300)) {
      if (state.check) continue;
      const { turn, passed } = state;
      const end = generateCaptures(boardOf(state), turn, passed, kingOf(state, turn), out, 0);
      const loud = legalPacked(state).filter(move => isLoud(state, move));
      expect([...out.subarray(0, end)].sort()).toEqual(loud.sort());
      count += end;
    }
  expect(count).toBeGreaterThan(500);
});

function isLoud(state: State, move: number): boolean {
  const [from, to, promotion] = [move >> 9, (move >> 3) & 63, move & 7];
  const isPawn = (pieceAt(state, from) & 7) === 1;
  return pieceAt(state, to) !== 0 || promotion !== 0 || (isPawn && to === state.passed);
}

test.each<[string, number, string]>([
  ['6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1', 1, 'Rd8#'],
  ['kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1', 2, 'Ra6'],
  ['r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w - - 0 1', 2, 'Qh6+'],
  ['r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1', 3, 'Ra6+'],
])('mate: %s in %i', (fen, moves, san) => {
  const state = at(fen);
  const { move, score } = thought(state, 100_000);
  expect(formatSan(state, fromPacked(move))).toBe(san);
  expect(score).toBe(MATE - 2 * moves + 1);
});

test.each<[string, string]>([
  ['2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1', 'Qg6'],
  ['5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - 0 1', 'Rg3'],
  ['r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - 0 1', 'Qxh7+'],
  ['5k2/6pp/p1qN4/1p1p4/3P4/2PKP2Q/PP3r2/3R4 b - - 0 1', 'Qc4+'],
  ['7k/p7/1R5K/6r1/6p1/6P1/8/8 w - - 0 1', 'Rb7'],
  ['rnbqkb1r/pppp1ppp/8/4P3/6n1/7P/PPPNPPP1/R1BQKBNR b KQkq - 0 1', 'Ne3'],
  ['r4q1k/p2bR1rp/2p2Q1N/5p2/5p2/2P5/PP3PPP/R5K1 w - - 0 1', 'Rf7'],
  ['3q1rk1/p4pp1/2pb3p/3p4/6Pr/1PNQ4/P1PB1PP1/4RRK1 b - - 0 1', 'Bh2+'],
  ['2br2k1/2q3rn/p2NppQ1/2p1P3/Pp5R/4P3/1P3PPP/3R2K1 w - - 0 1', 'Rxh7'],
  ['4k1r1/2p3r1/1pR1p3/3pP2p/3P2qP/P4N2/1PQ4P/5R1K b - - 0 1', 'Qxf3+'],
])('a combination: %s', (fen, san) => {
  const state = at(fen);
  expect(formatSan(state, fromPacked(thought(state, 200_000).move))).toBe(san);
});

test.each<[string, string]>([
  ['a perpetual check', '6k1/6p1/8/6KQ/1r6/q2b4/8/8 w - - 0 1'],
  ['the fiftieth move', '8/8/8/8/8/5k2/R7/7K w - - 99 120'],
])('a draw: %s', (_name, fen) => {
  expect(thought(at(fen), 100_000).score).toBe(0);
});

test.each<[string, string, number]>([
  ['a queen', '8/8/8/4k3/8/8/8/3QK3 w - - 0 1', 30],
  ['a rook', '8/8/8/4k3/8/8/8/3RK3 w - - 0 1', 50],
  ['two bishops', '8/8/8/4k3/8/8/8/2B1KB2 w - - 0 1', 60],
])('wins with %s against a bare king', (_name, fen, moves) => {
  let state = at(fen);
  for (let ply = 0; state.outcome === null && ply < 2 * moves; ply++)
    state = play(state, thought(state, 10_000).move);
  expect(state.outcome).toMatchObject({ result: 'win', winners: [0] });
});

test('a rook against a bishop counts little, and against nothing much', () => {
  const drawn = plainScore(at('8/8/3bk3/8/8/3RK3/8/8 w - - 0 1'), 2);
  expect(Math.abs(drawn)).toBeLessThan(60);
  expect(plainScore(at('8/8/4k3/8/8/3RK3/8/8 w - - 0 1'), 2)).toBeGreaterThan(400);
});

test('stops where it has seen enough, with the best move so far', () => {
  const state = at('r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 9');
  let most = 0;
  const findings = createFindings();
  const isEnough = (positions: number): boolean => {
    most = positions;
    return positions >= 5000;
  };
  const { move } = think(state, { worths, findings, isEnough });
  expect(legalPacked(state)).toContain(move);
  // between two questions only captures are looked at
  expect(most).toBeGreaterThanOrEqual(5000);
  expect(most).toBeLessThan(7000);
  // even the smallest budget gives a move
  expect(legalPacked(state)).toContain(thought(state, 1).move);
});

test('the same budget gives the same thought', () => {
  const state = at('r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1');
  expect(thought(state, 20_000)).toEqual(thought(state, 20_000));
});
