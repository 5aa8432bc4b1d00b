/** Exchanges on one square, counted through; the board is as it was afterwards. */
import { unwrap } from '@kifu/core';
import { expect, test } from 'vitest';
import { parseFen } from '../fen.ts';
import { toPacked } from '../move-codec.ts';
import { boardOf } from '../planes.ts';
import { parseSan } from '../san.ts';
import { exchange } from './exchange.ts';

test.each<[string, string, string, number]>([
  ['a pawn that nothing covers', '1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1', 'Rxe5', 100],
  [
    'a pawn that is covered',
    '1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1',
    'Nxe5',
    -220,
  ],
  ['a rook behind a rook', '1k2r3/4r3/8/4p3/8/8/4R3/1K2R3 w - - 0 1', 'Rxe5', -400],
  ['more takers than covers', '1k2r3/8/8/4p3/8/4R3/4R3/1K2R3 w - - 0 1', 'Rxe5', 100],
  ['the least piece takes first', '4k3/8/3p4/4n3/3P4/8/4Q3/4K3 w - - 0 1', 'dxe5', 320],
  ['a queen for a covered pawn', '4k3/8/3p4/4p3/8/8/4Q3/4K3 w - - 0 1', 'Qxe5+', -850],
  ['a king takes last', '8/8/8/4k3/3p4/8/3R4/3RK3 w - - 0 1', 'Rxd4', 100],
  ['a king does not take what is covered', '8/8/8/4k3/3p4/2P5/5B2/4K3 w - - 0 1', 'cxd4+', 100],
  ['by black', '4k3/4r3/8/8/4P3/3P4/8/4K3 b - - 0 1', 'Rxe4+', -400],
  ['a quiet move to a covered square', 'k7/8/3p4/8/8/8/4Q3/4K3 w - - 0 1', 'Qe5', -950],
])('%s', (_name, fen, san, gain) => {
  const state = unwrap(parseFen(fen));
  const board = boardOf(state);
  const move = toPacked(unwrap(parseSan(state, san)));
  expect(exchange(board, move >> 9, (move >> 3) & 63)).toBe(gain);
  expect(board).toEqual(boardOf(state));
});
