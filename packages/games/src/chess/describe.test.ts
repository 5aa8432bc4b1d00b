/** Spoken moves and positions. */
import { unwrap } from '@kifu/core';
import { expect, test } from 'vitest';
import { describe } from './describe.ts';
import { formatFen, initial, parseFen } from './fen.ts';
import { game } from './rules.ts';
import { parseUci } from './uci.ts';

const START = formatFen(initial);

test.each<[fen: string, uci: string, words: string]>([
  [START, 'e2e4', 'pawn to e4'],
  [START, 'g1f3', 'knight to f3'],
  ['4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1', 'b1d2', 'knight on b1 to d2'],
  ['4k3/5p2/8/4N3/8/8/P7/4K3 w - - 0 1', 'e5f7', 'knight takes f7'],
  ['4k3/2p5/3p4/3N4/8/8/P7/4K3 w - - 0 1', 'd5c7', 'knight takes c7, check'],
  ['4k3/8/8/2pp4/4P3/8/8/4K3 w - - 0 1', 'e4d5', 'pawn takes d5'],
  ['4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1', 'e4d5', 'pawn on e4 takes d5'],
  ['4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2', 'e5d6', 'pawn takes d6 en passant'],
  ['4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 2', 'e5d6', 'pawn on e5 takes d6 en passant'],
  ['r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', 'e1g1', 'castles kingside'],
  ['r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1', 'e8c8', 'castles queenside'],
  ['5k2/8/8/8/8/8/8/4K2R w K - 0 1', 'e1g1', 'castles kingside, check'],
  ['6k1/4Pppp/8/8/8/8/8/4K3 w - - 0 1', 'e7e8q', 'pawn to e8, promotes to queen, checkmate'],
  [
    '3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1',
    'e7d8n',
    'pawn takes d8, promotes to knight, draw by insufficient material',
  ],
  ['7k/8/6K1/8/8/8/8/R7 w - - 0 1', 'a1a8', 'rook to a8, checkmate'],
  ['7k/8/8/8/8/8/8/K5Q1 w - - 0 1', 'g1g6', 'queen to g6, draw by stalemate'],
  ['4k3/8/8/8/8/8/8/R3K3 w - - 149 100', 'a1a2', 'rook to a2, draw by the seventy-five-move rule'],
])('%s %s: %s', (fen, uci, words) => {
  const state = unwrap(parseFen(fen));
  const move = unwrap(parseUci(uci));
  const { events } = unwrap(game.play(state, state.turn, move));
  expect(describe.move(state, move, events)).toBe(words);
});

test.each([
  ['e2e5', 'pawn to e5'],
  ['e4e5', 'e4 to e5'],
])('a refused move has words too: %s', (uci, words) => {
  expect(describe.move(initial, unwrap(parseUci(uci)), [])).toBe(words);
});

test.each([
  [
    START,
    'White: king e1, queen d1, rooks a1 h1, bishops c1 f1, knights b1 g1, pawns a2 b2 c2 d2 e2 f2 g2 h2. ' +
      'Black: king e8, queen d8, rooks a8 h8, bishops c8 f8, knights b8 g8, pawns a7 b7 c7 d7 e7 f7 g7 h7. ' +
      'White to move.',
  ],
  [
    '4k3/8/8/8/8/8/4r3/4K3 w - - 0 1',
    'White: king e1. Black: king e8, rook e2. White to move, in check.',
  ],
  [
    'R6k/8/6K1/8/8/8/8/8 b - - 0 1',
    'White: king g6, rook a8. Black: king h8. White wins by checkmate.',
  ],
  ['7k/8/6Q1/8/8/8/8/K7 b - - 0 1', 'White: king a1, queen g6. Black: king h8. Draw by stalemate.'],
])('position %s', (fen, words) => {
  expect(describe.position(unwrap(parseFen(fen)))).toBe(words);
});
