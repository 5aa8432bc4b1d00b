/** What seats know, and what they can imagine. */
import { canonicalText, type Json, start, unwrap } from '@kifu/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seatsFor, walk } from '../../test/domino-rounds.ts';
import type { Move } from './move-codec.ts';
import { game } from './rules.ts';
import type { View } from './secrets.ts';
import { boardOf, leftEnd, rightEnd, type State, seatsOf, tilesOf } from './state.ts';
import { bitOf, isDouble, leftOf, pipsOf, rightOf, TILES, type Tile, upright } from './tiles.ts';

const { view, sample } = game.secrets!;
const viewOf = (state: State, seat: number | null) => view(state, seat) as View;
const begin = (seed: number, count: number) =>
  unwrap(start(game, { seed, seats: seatsFor(count) })).state;
const tileOf = ([low, high]: readonly [number, number]): Tile => (low << 3) | high;

const rounds = fc.record({ seed: fc.nat(2 ** 31 - 1), count: fc.integer({ min: 2, max: 4 }) });
const runs = (numRuns: number) => ({ numRuns: process.env.KIFU_DEEP ? 20 * numRuns : numRuns });

describe('a view', () => {
  test('shows the own hand and the backs of the others', () => {
    const state = begin(42, 3);
    const seen = viewOf(state, 1);
    expect(seen.hands[1]!.map(pair => tileOf(pair!))).toEqual(tilesOf(state, 1));
    expect(seen.hands[0]).toEqual(new Array(7).fill(null));
    expect(seen.hands[2]).toEqual(new Array(7).fill(null));
    expect(seen).toMatchObject({ seat: 1, boneyard: 7, moveCount: 0, turn: state.turn });
    expect(viewOf(state, null).hands.flat()).toEqual(new Array(21).fill(null));
  });

  test('has no seed, no boneyard and no other hand in it, for any seat', () => {
    fc.assert(
      fc.property(rounds, ({ seed, count }) => {
        for (const { state } of walk(seed, count)) {
          if (state.outcome !== null) continue;
          for (const seat of [...seatsOf(state), null, 9, -1]) {
            const { board, hands, barred: _, ...rest } = viewOf(state, seat);
            expect(Object.keys(rest)).not.toContain('seed');
            expect(board.length).toBe(boardOf(state).length);
            const shown = hands.flat().filter(pair => pair !== null);
            expect(shown.map(tileOf)).toEqual(tilesIfSeated(state, seat));
          }
        }
      }),
      runs(20),
    );
  });

  test('shows all hands when the round is over', () => {
    const { state } = [...walk(3, 4)].at(-1)!;
    for (const seat of [0, 3, null]) expect(viewOf(state, seat).hands.flat()).not.toContain(null);
  });
});

const tilesIfSeated = (state: State, seat: number | null): Tile[] =>
  seat !== null && seatsOf(state).includes(seat) ? tilesOf(state, seat) : [];

describe('what everybody knows', () => {
  test('is what draws, passes and the lead have shown, tile by tile', () => {
    fc.assert(
      fc.property(rounds, ({ seed, count }) => {
        const known: Set<Tile>[][] = seatsFor(count).map(() =>
          Array.from({ length: 7 }, () => new Set<Tile>()),
        );
        for (const { state, move } of walk(seed, count)) {
          const expected = known.map(hand =>
            hand.map(tiles => [...tiles].reduce((set, tile) => set | bitOf(tile), 0)),
          );
          expect(viewOf(state, null).barred).toEqual(expected);
          const isNothing = expected.flat().every(set => set === 0);
          expect(game.states.aside(state)).toEqual(
            isNothing ? null : { barred: expected, seed: null },
          );
          if (move !== null) learn(known, state, move);
        }
      }),
      runs(40),
    );
  });

  test('is kept by restoring, and can be done without', () => {
    const { state } = [...walk(11, 2)].find(({ state }) => game.states.aside(state) !== null)!;
    const { canon, aside, restore } = game.states;
    expect(viewOf(unwrap(restore(canon(state), aside(state))), 0)).toEqual(viewOf(state, 0));
    const anew = unwrap(restore(canon(state)));
    expect(canon(anew)).toEqual(canon(state));
    expect(
      viewOf(anew, 0)
        .barred.flat()
        .every(set => set === 0),
    ).toBe(true);
  });
});

/** The same in plain lists. */
function learn(known: Set<Tile>[][], state: State, { tileIndex }: Move): void {
  const hand = known[state.turn]!;
  if (tileIndex >= 0) {
    const lead = tilesOf(state, state.turn)[tileIndex]!;
    hand.splice(tileIndex, 1);
    if (state.line !== null) return;
    for (const tiles of known.flat())
      for (const tile of TILES.filter(tile => leadsBefore(tile, lead))) tiles.add(tile);
    return;
  }
  const ends = [leftEnd(state), rightEnd(state)];
  for (const tiles of hand)
    for (const tile of TILES)
      if (ends.includes(leftOf(tile)) || ends.includes(rightOf(tile))) tiles.add(tile);
  if (tileIndex === -1) hand.push(new Set());
}

function leadsBefore(tile: Tile, lead: Tile): boolean {
  if (isDouble(tile) !== isDouble(lead)) return isDouble(tile);
  if (pipsOf(tile) !== pipsOf(lead)) return pipsOf(tile) > pipsOf(lead);
  return rightOf(tile) > rightOf(lead);
}

describe('a state that is imagined', () => {
  test('is possible, looks the same to the seat, and contradicts nothing that is known', () => {
    fc.assert(
      fc.property(rounds, fc.nat(2 ** 31 - 1), ({ seed, count }, other) => {
        let n = other;
        for (const { state } of walk(seed, count))
          for (const seat of [...seatsOf(state), null]) {
            n = (n + 1) % 2 ** 31;
            const imagined = sample(view(state, seat), n);
            expect(canonicalText(view(imagined, seat))).toBe(canonicalText(view(state, seat)));
            // a match can start from it, which the rules allow only where all of it is possible
            const from = { canon: game.states.canon(imagined), aside: game.states.aside(imagined) };
            expect(start(game, { seed: 1, seats: seatsFor(count), start: from }).ok).toBe(true);
            expect(imagined.outcome?.reason).toBe(state.outcome?.reason);
          }
      }),
      runs(15),
    );
  });

  test('gives the seat on turn the highest tile before the first is laid', () => {
    fc.assert(
      fc.property(rounds, fc.nat(1000), ({ seed, count }, other) => {
        const state = begin(seed, count);
        for (const seat of [...seatsOf(state), null]) {
          const imagined = sample(view(state, seat), other);
          const canon = game.states.canon(imagined);
          expect(game.states.restore(canon)).toMatchObject({ ok: true });
        }
      }),
      runs(200),
    );
  });

  test('the hidden tiles are dealt evenly', () => {
    const state = begin(42, 2);
    const unseen = TILES.filter(tile => !tilesOf(state, 0).includes(tile));
    const laid = [...walk(42, 2)][1]!.state; // the lead is known, and all that outranks it
    const counts = new Map<Tile, number>();
    for (let seed = 0; seed < 3000; seed++)
      for (const tile of tilesOf(sample(view(laid, 0), seed * 7919), 1))
        counts.set(tile, (counts.get(tile) ?? 0) + 1);
    const board = boardOf(laid).map(upright);
    const barred = viewOf(laid, 0).barred[1]![0]!;
    const free = unseen.filter(
      tile =>
        !board.includes(tile) && (barred & bitOf(tile)) === 0 && !tilesOf(laid, 0).includes(tile),
    );
    expect([...counts.keys()].sort((a, b) => a - b)).toEqual(free);
    const mean = (3000 * tilesOf(laid, 1).length) / free.length;
    for (const count of counts.values()) expect(Math.abs(count - mean)).toBeLessThan(0.15 * mean);
  });

  test('is the same for the same seed, and another for others', () => {
    const seen = view(begin(1, 4), 2);
    const text = (seed: number) => canonicalText(game.states.canon(sample(seen, seed)));
    expect(text(5)).toBe(text(5));
    expect(new Set([1, 2, 3, 4, 5].map(text)).size).toBe(5);
    const long = { bytes: new Uint8Array(32).fill(3), drawn: 0 };
    expect(game.states.canon(sample(seen, long)) as Json).toMatchObject({ seed: 0 });
  });

  test('where hands are known to lack nearly everything, tiles make way for each other', () => {
    // south sees 00; west and north each hold one of two tiles, of which north cannot hold the one
    const seen: View = {
      ...viewOf(begin(1, 3), 0),
      board: TILES.slice(3).map(tile => ({
        left: leftOf(tile),
        right: rightOf(tile),
        tile: [leftOf(tile), rightOf(tile)],
      })),
      boneyard: 0,
      hands: [[[0, 0]], [null], [null]],
      barred: [[0], [bitOf(0o00)], [bitOf(0o01)]],
      moveCount: 25,
      turn: 0,
    };
    for (let seed = 0; seed < 50; seed++) {
      const imagined = sample(seen, seed * 31);
      expect([tilesOf(imagined, 1), tilesOf(imagined, 2)]).toEqual([[0o01], [0o02]]);
    }
  });
});
