/** Pictures: what is drawn, what is hidden, what moves. */
import { type Cell, drawText, type Scene } from '@kifu/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { walk } from '../../test/domino-rounds.ts';
import { game } from './rules.ts';
import { scene, sceneOfView } from './scene.ts';
import { boardOf, type State } from './state.ts';

/** The states of a round. */
const statesOf = (seed: number, count: number): State[] =>
  [...walk(seed, count)].map(({ state }) => state);
const seen = (state: State, seat: number | null) =>
  sceneOfView(game.secrets!.view(state, seat), seat);
const textOf = (drawn: Scene) =>
  drawn.areas.flatMap(({ id }) => [`${id}:`, ...drawText(drawn, id)]);

test('a view: the line, the backs of the others, the own hand last, and how much is left', () => {
  const [, , , , state] = statesOf(42, 2);
  const drawn = seen(state!, 1);
  expect(textOf(drawn)).toEqual([
    'line:',
    '<- 1  [1|4] [4|4] [4|2] 2 ->',
    'south:',
    '[ | ] [ | ] [ | ] [ | ] [ | ]',
    'west:',
    '[0|0] [1|1] [1|2] [1|3] [0|3] [2|2] [0|2]',
  ]);
  expect(drawn.facts).toEqual([{ label: 'boneyard', value: '13 tiles' }]);
});

test('the own hand is last for every seat; a spectator has none', () => {
  const [state] = statesOf(42, 3);
  const order = (seat: number | null) => seen(state!, seat).areas.map(({ id }) => id);
  expect(order(0)).toEqual(['line', 'west', 'north', 'south']);
  expect(order(2)).toEqual(['line', 'south', 'west', 'north']);
  expect(order(null)).toEqual(['line', 'south', 'west', 'north']);
});

test('a state is drawn with all hands and the boneyard open', () => {
  const [, , , , state] = statesOf(42, 2);
  expect(textOf(scene(state!))).toEqual([
    'line:',
    '<- 1  [1|4] [4|4] [4|2] 2 ->',
    'south:',
    '[0|5] [4|6] [0|6] [3|6] [2|6]',
    'west:',
    '[0|0] [1|1] [1|2] [1|3] [0|3] [2|2] [0|2]',
    'boneyard:',
    '[3|5] [2|5] [1|6] [4|5] [6|6] [5|5] [3|4]',
    '[0|1] [3|3] [1|5] [5|6] [0|4] [2|3]',
  ]);
});

test('a spectator sees backs only', () => {
  const [, state] = statesOf(42, 4);
  const looks = seen(state!, null).pieces.filter(({ area }) => area !== 'line');
  expect(new Set(looks.map(({ glyph }) => glyph))).toEqual(new Set(['[ | ]']));
  expect(looks).toHaveLength(27);
});

test('passes are told', () => {
  const state = statesOf(2, 4).find(({ holding }) => holding.passed !== 0)!;
  const facts = seen(state, 0).facts!;
  expect(facts[0]).toEqual({ label: 'boneyard', value: 'empty' });
  expect(facts[1]).toMatchObject({
    label: 'passed',
    value: expect.stringMatching(/^[A-Za-z, ]+$/),
  });
  expect(scene(state).facts).toEqual([facts[1]]);
});

describe('all through rounds', () => {
  const rounds = [
    [1, 2],
    [2, 3],
    [3, 4],
    [11, 2],
  ] as const;

  test.each(rounds)('seed %d, %d seats: every piece has a cell and an id of its own', (seed, n) => {
    for (const state of statesOf(seed, n))
      for (const drawn of [scene(state), seen(state, null), seen(state, 0)]) {
        const cells = drawn.pieces.map(({ area, column, row }) => `${area} ${column} ${row}`);
        expect(new Set(cells).size).toBe(cells.length);
        expect(new Set(drawn.pieces.map(({ id }) => id)).size).toBe(drawn.pieces.length);
        for (const piece of drawn.pieces) {
          const { columns, rows } = drawn.areas.find(({ id }) => id === piece.area)!;
          expect(piece.column < columns && piece.row < rows).toBe(true);
        }
        for (const line of textOf(drawn)) expect(line.length).toBeLessThan(70);
        expect(textOf(drawn).length).toBeLessThan(20);
      }
  });

  test.each(rounds)('seed %d, %d seats: the line is drawn in order between its ends', (seed, n) => {
    for (const state of statesOf(seed, n)) {
      const drawn = seen(state, 0);
      const line = drawText(drawn, 'line')
        .join(' ')
        .split(/\s{1,}(?=\[|\d ->)/);
      const tiles = line.filter(text => text.startsWith('['));
      expect(tiles).toHaveLength(boardOf(state).length);
      tiles.slice(1).forEach((tile, i) => {
        expect(tile[1]).toBe(tiles[i]![3]);
      });
      if (tiles.length === 0) continue;
      expect(line[0]).toBe(`<- ${tiles[0]![1]}`);
      expect(drawText(drawn, 'line').at(-1)).toContain(`${tiles.at(-1)![3]} ->`);
    }
  });

  test('a view draws nothing that it does not have', () => {
    fc.assert(
      fc.property(fc.nat(2 ** 31 - 1), fc.integer({ min: 2, max: 4 }), (seed, count) => {
        for (const state of statesOf(seed, count)) {
          if (state.outcome !== null) continue;
          const other = game.secrets!.sample(game.secrets!.view(state, 0), seed);
          expect(seen(other, 0)).toEqual(seen(state, 0));
        }
      }),
      { numRuns: 15 },
    );
  });
});

test('after a move tiles keep their ids, what was laid or drawn is marked, and tweens lead there', () => {
  let before: Scene | undefined;
  for (const state of statesOf(11, 2)) {
    const drawn: Scene = before === undefined ? scene(state) : scene(state, { scene: before });
    const cellIn = ({ pieces }: Scene, id: string): Cell | undefined =>
      pieces.find(piece => piece.id === id);
    for (const { piece, from, to } of drawn.tweens) {
      expect(piece).toMatch(/^tile-\d-\d$|-end$/);
      expect(cellIn(before!, piece)).toMatchObject(from);
      expect(cellIn(drawn, piece)).toMatchObject(to!);
    }
    if (before !== undefined) expect(drawn.marks).toHaveLength(state.holding.passed === 0 ? 1 : 0);
    before = drawn;
  }
  expect(before!.marks[0]).toMatchObject({ area: 'line', kind: 'to' });
});

test('what was laid is marked in a view too, though it came out of a hidden hand', () => {
  const states = statesOf(42, 2);
  for (const [i, state] of states.entries()) {
    if (i === 0) continue;
    const laid = boardOf(state).length - boardOf(states[i - 1]!).length;
    for (const seat of [0, 1, null]) {
      const drawn = sceneOfView(game.secrets!.view(state, seat), seat, seen(states[i - 1]!, seat));
      const marked = drawn.marks.filter(({ area }) => area === 'line');
      expect(marked).toHaveLength(laid);
    }
  }
});
