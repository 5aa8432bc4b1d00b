/** Features: each is counted as what it is, for White and against Black, and all are the same with colors changed. */
import { unwrap } from '@kifu/core';
import { expect, test } from 'vitest';
import { mirrorFen, wander } from '../../../test/chess-positions.ts';
import { formatFen, parseFen } from '../fen.ts';
import { boardOf } from '../planes.ts';
import type { State } from '../state.ts';
import {
  endOf,
  FEATURE_COUNT,
  FEATURES,
  middleOf,
  packWorth,
  worthOfFeatures,
} from './features.ts';

const at = (fen: string): State => unwrap(parseFen(fen));
const worthOf = (state: State, worths: Int32Array): number =>
  worthOfFeatures(boardOf(state), state.rights, state.whiteKing, state.blackKing, worths);

/** How often White has a feature more than Black, seen in either half of the sum. */
function countOf(state: State, feature: number): number {
  const worths = new Int32Array(FEATURE_COUNT);
  worths[feature] = packWorth(1, -2);
  const worth = worthOf(state, worths);
  expect(endOf(worth)).toBe(0 - 2 * middleOf(worth));
  return middleOf(worth);
}

test.each<[string, number, string, number]>([
  ['castling', FEATURES.castling, 'r3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1', 1],
  ['two bishops', FEATURES.bishopPair, '2b1kb2/8/8/8/8/8/8/2B1K3 w - - 0 1', -1],
  ['rooks on open files', FEATURES.openFile, '4k1r1/6p1/8/8/8/8/8/RR2K3 w - - 0 1', 2],
  ['rooks on half-open files', FEATURES.halfOpenFile, '4k3/p7/8/8/8/8/1P6/RR2K3 w - - 0 1', 1],
  ['doubled pawns', FEATURES.doubled, '4k3/8/8/1p6/1p6/P7/P7/4K3 w - - 0 1', 0],
  ['three on a file', FEATURES.doubled, '4k3/8/8/8/P7/P7/P7/4K3 w - - 0 1', 2],
  ['isolated pawns', FEATURES.isolated, '4k3/pp5p/8/8/8/8/P1P3PP/4K3 w - - 0 1', 1],
  ['covered pawns', FEATURES.covered, '4k3/8/8/8/3p4/2P5/PP5P/4K3 w - - 0 1', 1],
  ['pawns side by side', FEATURES.beside, '4k3/pp6/8/8/8/8/PPP4P/4K3 w - - 0 1', 1],
  ['covered knights', FEATURES.coveredMinor, '4k3/8/8/3N4/4P3/8/8/4K3 w - - 0 1', 1],
  ['pieces that pawns attack', FEATURES.pawnThreat, '4k3/8/2n1r3/3P4/8/8/8/4K3 w - - 0 1', 2],
  ['a fork by a knight', FEATURES.minorThreat, 'r3k2r/2N5/8/8/8/8/8/4K3 b - - 0 1', 1],
  ['a queen that a rook attacks', FEATURES.rookThreat, '4k3/8/8/q6R/8/8/8/4K3 w - - 0 1', 1],
  ['pawns ahead of a king', FEATURES.shield, '6k1/5p2/6p1/8/8/8/5PPP/6K1 w - - 0 1', 2],
  ['pawns two steps ahead', FEATURES.farShield, '6k1/5p2/6p1/8/8/8/5PPP/6K1 w - - 0 1', -1],
  ['files open to a king', FEATURES.bareFile, '6k1/5p2/6p1/8/8/8/5PPP/6K1 w - - 0 1', -1],
  ['a king with its pawn', FEATURES.ownKingAway, '7k/8/8/3PK3/8/8/8/8 w - - 0 1', 4],
  ['a king far from a pawn', FEATURES.otherKingAway, '7k/8/8/3PK3/8/8/8/8 w - - 0 1', 16],
  ['a knight at the edge', FEATURES.reach + 3, '4k3/8/8/8/N7/8/8/4K3 w - - 0 1', 4],
  ['not what pawns cover', FEATURES.reach + 3, '4k3/2p5/8/8/N7/8/8/4K3 w - - 0 1', 3],
  ['a bishop behind a pawn', FEATURES.reach + 2, '4k3/8/8/8/8/8/1P6/B3K3 w - - 0 1', 0],
  ['a passed pawn', FEATURES.passed + 4, '4k3/8/8/3P4/8/8/8/4K3 w - - 0 1', 1],
  ['a pawn that is held up', FEATURES.passed + 4, '4k3/4p3/8/3P4/8/8/8/4K3 w - - 0 1', 0],
  ['a pawn that got past', FEATURES.passed + 4, '4k3/8/8/3Pp3/8/8/8/4K3 w - - 0 1', 1],
  ['a black one', FEATURES.passed + 5, '4k3/8/8/8/8/p7/2P5/4K3 w - - 0 1', -1],
  ['one with a free way', FEATURES.freePassed + 4, '4k3/8/3n4/3P4/8/8/8/4K3 w - - 0 1', 0],
  ['a rook near a king', FEATURES.attack + 3, '6k1/8/8/8/8/8/8/4KR2 w - - 0 1', 1],
  ['two rooks near a king', FEATURES.attack + 6, '6k1/8/8/8/8/8/8/4KRR1 b - - 0 1', 1],
])('%s', (_name, feature, fen, count) => {
  expect(countOf(at(fen), feature)).toBe(count);
  expect(0 - countOf(at(mirrorFen(fen)), feature)).toBe(count);
});

test('with colors changed all features change sides', () => {
  const worths = Int32Array.from({ length: FEATURE_COUNT }, (_, i) =>
    packWorth(3 * i + 1, 100 - i),
  );
  let count = 0;
  for (const state of wander(7, 300)) {
    const worth = worthOf(state, worths);
    const other = worthOf(at(mirrorFen(formatFen(state))), worths);
    expect([middleOf(other), endOf(other)]).toEqual([0 - middleOf(worth), 0 - endOf(worth)]);
    count++;
  }
  expect(count).toBeGreaterThan(100);
});
