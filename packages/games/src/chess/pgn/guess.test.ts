/** Quick reading of SAN: it knows nearly every move, and never another one than `parseSan`. */
import { draw, ok, type Seed, unwrap } from '@kifu/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { initial, parseFen } from '../fen.ts';
import { legalPacked } from '../legal.ts';
import { fromPacked } from '../move-codec.ts';
import { play } from '../play.ts';
import { formatSan, parseSan } from '../san.ts';
import type { State } from '../state.ts';
import { guessSan } from './guess.ts';

const guess = (state: State, text: string): number => guessSan(state, text, 0, text.length);

/** The states of a random game. */
function* playGame(first: Seed): Generator<State> {
  let [state, seed] = [initial, first];
  while (state.outcome === null) {
    yield state;
    const moves = legalPacked(state);
    const [choice, after] = draw(seed, moves.length);
    seed = after;
    state = unwrap(play(state, state.turn, fromPacked(moves[choice]!))).state;
  }
}

test.each([1, 2, 3, 4, 5, 6])('every move of a random game, seed %i', seed => {
  let [known, all] = [0, 0];
  for (const state of playGame(seed))
    for (const packed of legalPacked(state)) {
      const text = formatSan(state, fromPacked(packed));
      const found = guess(state, text);
      expect([packed, -1]).toContain(found);
      // in place, with other text around it
      expect(guessSan(state, `#1.${text}#=Q`, 3, 3 + text.length)).toBe(found);
      all++;
      if (found >= 0) known++;
    }
  expect(known / all).toBeGreaterThan(0.97);
});

test.each([
  ['a rook is no pawn', 'k7/8/8/8/8/4R3/8/4K3 w - - 0 1', 'e4'],
  ['a rook does not castle', '1k6/8/8/8/8/8/8/K3R2R w - - 0 1', 'O-O'],
  ['a king does not castle by its own name', 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', 'Kg1'],
  ['two could go there', '4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1', 'Nd2'],
  ['a promotion must be told', '8/4P3/8/8/8/8/8/k3K3 w - - 0 1', 'e8'],
  ['not of a pawn elsewhere', formatStart(), 'e4=Q'],
  ['nothing', formatStart(), ''],
  ['signs', formatStart(), '+#'],
])('leaves to others: %s', (_name, fen, text) => {
  expect(guess(unwrap(parseFen(fen)), text)).toBe(-1);
});

function formatStart(): string {
  return 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
}

test('of garbage, what is played is what parseSan reads', () => {
  const letters = fc.constantFrom(...'PNBRQKabcdefgh12345678x=+#O-');
  const states = [
    initial,
    ...[
      'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
      'n1n1n3/1P1P4/8/k7/8/8/8/4K3 w - - 0 1',
      '8/8/k7/8/4Q2Q/8/8/K6Q w - - 0 1',
      '4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 2',
    ].map(fen => unwrap(parseFen(fen))),
  ];
  fc.assert(
    fc.property(
      fc.string({ unit: letters, maxLength: 7 }),
      fc.constantFrom(...states),
      (text, state) => {
        const packed = guess(state, text);
        if (packed < 0 || !play(state, state.turn, fromPacked(packed)).ok) return;
        expect(parseSan(state, text)).toEqual(ok(fromPacked(packed)));
      },
    ),
    { numRuns: 20_000, seed: 1 },
  );
});
