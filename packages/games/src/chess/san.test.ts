/** SAN: cases by hand, and every move of seeded games against chess.js. */
import { draw, ok, type Seed, unwrap } from '@kifu/core';
import { Chess } from 'chess.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatFen, initial, parseFen } from './fen.ts';
import { legalPacked } from './legal.ts';
import { fromPacked, type Move } from './move-codec.ts';
import { game } from './rules.ts';
import { formatSan, parseSan, san } from './san.ts';
import type { State } from './state.ts';
import { formatUci, parseUci } from './uci.ts';

const at = (fen: string): State => unwrap(parseFen(fen));
const uci = (text: string): Move => unwrap(parseUci(text));

const TWO_KNIGHTS = '4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1';
const PINNED = '4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1'; // the knight on c3 may not move
const ROOKS = '3k4/8/8/R7/8/8/8/R3K3 w Q - 0 1';
const QUEENS = '8/8/k7/8/4Q2Q/8/8/K6Q w - - 0 1';
const PASSED = '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2';
const TWO_PASSED = '4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 2';
const PROMOTING = '3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1';
const CASTLING = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1';

const FORMS: [name: string, fen: string, uci: string, san: string][] = [
  ['pawn', formatFen(initial), 'e2e4', 'e4'],
  ['piece', formatFen(initial), 'g1f3', 'Nf3'],
  ['file', TWO_KNIGHTS, 'b1d2', 'Nbd2'],
  ['other file', TWO_KNIGHTS, 'f3d2', 'Nfd2'],
  ['rank', ROOKS, 'a5a3', 'R5a3'],
  ['file and rank', QUEENS, 'h4e1', 'Qh4e1'],
  ['file is enough', QUEENS, 'e4e1', 'Qee1'],
  ['rank is enough', QUEENS, 'h1e1', 'Q1e1'],
  ['pinned pieces do not count', PINNED, 'g1e2', 'Ne2'],
  ['pawn takes', '4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1', 'e4d5', 'exd5'],
  ['piece takes', '4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1', 'e3d5', 'Nxd5'],
  ['en passant', PASSED, 'e5d6', 'exd6'],
  ['promotion', PROMOTING, 'e7d8n', 'exd8=N'],
  ['promotion with check', PROMOTING, 'e7d8q', 'exd8=Q+'],
  ['castling short', CASTLING, 'e1g1', 'O-O'],
  ['castling long', CASTLING, 'e1c1', 'O-O-O'],
  ['castling with check', '5k2/8/8/8/8/8/8/4K2R w K - 0 1', 'e1g1', 'O-O+'],
  ['king', CASTLING, 'e1f1', 'Kf1'],
  ['mate', '7k/8/6K1/8/8/8/8/R7 w - - 0 1', 'a1a8', 'Ra8#'],
  ['after a dead position', '4k3/8/8/8/8/8/8/4K3 w - - 0 1', 'e1e2', 'Ke2'],
  ['not legal', formatFen(initial), 'e2e5', 'e2e5'],
];

test.each(FORMS)('format: %s', (_name, fen, move, text) => {
  expect(formatSan(at(fen), uci(move))).toBe(text);
});

test.each(FORMS.slice(0, -1))('parse: %s', (_name, fen, move, text) => {
  expect(parseSan(at(fen), text)).toEqual(ok(uci(move)));
});

test.each<[name: string, fen: string, text: string, uci: string]>([
  ['zeros', CASTLING, '0-0', 'e1g1'],
  ['long zeros', CASTLING, '0-0-0+', 'e1c1'],
  ['small letters', CASTLING, 'o-o', 'e1g1'],
  ['castling with marks', CASTLING, 'O-O!?', 'e1g1'],
  ['missing check', PROMOTING, 'exd8=Q', 'e7d8q'],
  ['needless check', PROMOTING, 'exd8=N+', 'e7d8n'],
  ['needless mate', TWO_KNIGHTS, 'Nbd2#', 'b1d2'],
  ['double check', TWO_KNIGHTS, 'Nbd2++', 'b1d2'],
  ['marks', TWO_KNIGHTS, 'Nbd2!!', 'b1d2'],
  ['marks after check', TWO_KNIGHTS, 'Nbd2+ ?!', 'b1d2'],
  ['e.p.', PASSED, 'exd6e.p.', 'e5d6'],
  ['e.p. apart', PASSED, 'exd6 e.p.', 'e5d6'],
  ['e.p. with check', PASSED, 'exd6 e.p.+', 'e5d6'],
  ['ep', PASSED, 'exd6ep', 'e5d6'],
  ['bare promotion', PROMOTING, 'e8Q', 'e7e8q'],
  ['enclosed promotion', PROMOTING, 'e8(Q)+', 'e7e8q'],
  ['slashed promotion', PROMOTING, 'e8/R', 'e7e8r'],
  ['small promotion', PROMOTING, 'exd8=b', 'e7d8b'],
  ['needless file', formatFen(initial), 'Ngf3', 'g1f3'],
  ['needless rank', formatFen(initial), 'N1f3', 'g1f3'],
  ['needless square', formatFen(initial), 'Ng1f3', 'g1f3'],
  ['long form', formatFen(initial), 'Ng1-f3', 'g1f3'],
  ['long pawn', formatFen(initial), 'e2-e4', 'e2e4'],
  ['pawn letter', formatFen(initial), 'Pe4', 'e2e4'],
  ['pawn letter and capture', PASSED, 'Pexd6', 'e5d6'],
  ['missing x', PASSED, 'ed6', 'e5d6'],
  ['needless x', formatFen(initial), 'Nxf3', 'g1f3'],
  ['colon', PASSED, 'e:d6', 'e5d6'],
])('reads %s', (_name, fen, text, move) => {
  expect(parseSan(at(fen), text)).toEqual(ok(uci(move)));
});

test.each<[text: string, fen: string, rule: string, message: string]>([
  ['Nd2', TWO_KNIGHTS, 'ambiguous', 'Nd2 could be Nbd2 or Nfd2'],
  ['Qe1', QUEENS, 'ambiguous', 'Qe1 could be Q1e1, Qee1 or Qh4e1'],
  ['Qhe1', QUEENS, 'ambiguous', 'Qhe1 could be Q1e1 or Qh4e1'],
  ['e8', PROMOTING, 'ambiguous', 'e8 could be e8=Q+, e8=R+, e8=B or e8=N'],
  ['Nd5', PINNED, 'noSuchMove', 'Nd5 is not legal: no white knight can go to d5'],
  [
    'Ncd5',
    PINNED,
    'noSuchMove',
    'Ncd5 is not legal: c3 to d5: that would leave your king in check',
  ],
  ['d6', PASSED, 'noSuchMove', 'd6 is not legal: white has no such pawn; legal there: exd6'],
  [
    'Kg1',
    CASTLING,
    'noSuchMove',
    'Kg1 is not legal: no white king can go to g1; legal there: O-O, Rg1',
  ],
  [
    'O-O',
    formatFen(initial),
    'noSuchMove',
    'O-O is not legal: e1 to g1: your own piece is on that square',
  ],
  [
    'O-O',
    '4k3/8/8/8/8/8/8/5K1R w - - 0 1',
    'noSuchMove',
    'O-O is not legal: no white king can go to g1; legal there: Kg1, Rg1',
  ],
  [
    'e4=Q',
    formatFen(initial),
    'noSuchMove',
    'e4=Q is not legal: e2 to e4: only a pawn on the last rank can promote; legal there: e4',
  ],
  ['Bb7', TWO_KNIGHTS, 'noSuchMove', 'Bb7 is not legal: white has no such bishop'],
])('refuses %s', (text, fen, rule, message) => {
  const result = parseSan(at(fen), text);
  expect(result).toEqual({ ok: false, fault: { code: 'illegal-move', rule, message } });
});

test.each([
  '',
  ' ',
  'e',
  '4',
  'e9',
  'i4',
  'E4',
  ' e4',
  'e4 e5',
  'ne4',
  'NN4',
  'Nbb1d2',
  'N11d2',
  'O-',
  'OO',
  'O-0',
  'O-O-O-O',
  'e8=K',
  'e8=',
  'e8(Q',
  'e8Q)',
  '--',
  '1.e4',
  '+',
  'e.p.',
  'Nf3'.padEnd(17, '!'),
])('malformed: %j', text => {
  expect(parseSan(initial, text)).toMatchObject({ ok: false, fault: { code: 'malformed' } });
});

test('en passant by one of two pawns is written with its file', () => {
  const state = at(TWO_PASSED);
  expect(formatSan(state, uci('c5d6'))).toBe('cxd6');
  expect(formatSan(state, uci('e5d6'))).toBe('exd6');
});

test('garbage never throws, and what is read is legal', () => {
  const letters = fc.constantFrom(...'PNBRQKabcdefgh12345678x-=+#!?()Oo0. ep');
  const states = [initial, at(QUEENS), at(PROMOTING), at(CASTLING), at(TWO_PASSED)];
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.string({ unit: letters, maxLength: 8 })),
      fc.constantFrom(...states),
      (text, state) => {
        const result = parseSan(state, text);
        if (result.ok) expect(game.play(state, state.turn, result.value).ok).toBe(true);
        else expect(['malformed', 'illegal-move']).toContain(result.fault.code);
      },
    ),
    { numRuns: 5000, seed: 1 },
  );
});

describe('agrees with chess.js', () => {
  test.each(
    [TWO_KNIGHTS, PINNED, ROOKS, QUEENS, PASSED, TWO_PASSED, PROMOTING, CASTLING].concat(
      'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
      '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1', // en passant may expose the king
      'r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1',
      'rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8',
      'n1n1n3/1P1P4/8/k7/8/8/8/4K3 w - - 0 1',
      'R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1', // the most moves a position can have
      '3N2k1/1N3N2/8/1N3N2/2N1N3/8/8/K7 w - - 0 1',
    ),
  )('%s', fen => compare(at(fen)));

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('a whole game, seed %i', seed => {
    for (const state of playGame(seed, 160)) compare(state);
  });
});

/** Each legal move is written as chess.js writes it, and read back. */
function compare(state: State): void {
  const moves = legalPacked(state).map(fromPacked);
  const ours = moves.map(move => formatSan(state, move));
  const chess = new Chess(formatFen(state));
  expect(ours.toSorted()).toEqual(chess.moves().toSorted());
  expect(new Set(ours).size).toBe(moves.length);
  moves.forEach((move, i) => {
    expect(parseSan(state, ours[i]!)).toEqual(ok(move));
  });
  // names and moves belong together: chess.js is asked for one of them
  if (moves.length === 0) return;
  const i = ours.join('').length % moves.length;
  const { from, to, promotion = '' } = chess.move(ours[i]!);
  expect(from + to + promotion).toBe(formatUci(moves[i]!));
}

/** The states of a random game. */
function playGame(first: Seed, plies: number): State[] {
  const states: State[] = [];
  let [state, seed] = [initial, first];
  for (let i = 0; i < plies && state.outcome === null; i++) {
    states.push(state);
    const moves = legalPacked(state);
    const [choice, after] = draw(seed, moves.length);
    seed = after;
    state = unwrap(game.play(state, state.turn, fromPacked(moves[choice]!))).state;
  }
  return states;
}

test('san writes and reads moves as a notation', () => {
  expect(san.name).toBe('SAN');
  expect(san.format(initial, uci('e2e4'))).toBe('e4');
  expect(san.parse(initial, 'e4')).toEqual(ok(uci('e2e4')));
});
