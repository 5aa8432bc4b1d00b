/** Hands on the way: what touching places comes to. */
import { type Cell, type Kit, start, touchOf, unwrap } from '@kifu/core';
import { loadKit } from '@kifu/games';
import { describe, expect, test } from 'vitest';
import { nextPlaces, type Option, targetsOf, touchAt, type Walked, wordsOf } from './hand.ts';

const cell = (column: number, row: number, area = 'board'): Cell => ({ area, column, row });

async function optionsOf(name: string, position?: string, seat = 0): Promise<Option[]> {
  const kit = unwrap(await loadKit(name)) as Kit;
  const state =
    position === undefined
      ? unwrap(start(kit.game, kit.game.chance === undefined ? {} : { seed: 3 })).state
      : unwrap(kit.positions[0]!.parse(position));
  const scene = kit.scene(state);
  return [...kit.game.legal(state, seat)].map(move => ({
    move,
    touch: touchOf(kit, { scene, seat, state }, move),
  }));
}

/** Touches one place after the other. */
function walk(options: readonly Option[], ...places: readonly (Cell | string)[]) {
  let walked: Walked = [];
  for (const [i, place] of places.entries()) {
    const touched = touchAt(options, walked, place);
    if (touched?.type !== 'walk' || i === places.length - 1) return touched;
    walked = touched.walked;
  }
  return null;
}

test('a joker is made by its button, a cell, and a choice of tiles', async () => {
  const options = await optionsOf('mage-duel');
  expect(wordsOf(options, [])).toContain('Joker');
  const [place] = nextPlaces(options, ['Joker']) as unknown as [readonly Cell[]];
  const touched = walk(options, 'Joker', place[0]!);
  expect(touched?.type).toBe('choose');
});

describe('chess', () => {
  test('plays a move when a piece is touched and then a square', async () => {
    const options = await optionsOf('chess');
    const chosen = walk(options, cell(4, 6));
    expect(chosen).toMatchObject({ type: 'walk' });
    expect(walk(options, cell(4, 6), cell(4, 4))).toMatchObject({
      type: 'play',
      option: { move: { from: [4, 1], to: [4, 3] } },
    });
  });

  test('touching elsewhere starts over, touching the piece again releases it', async () => {
    const options = await optionsOf('chess');
    expect(walk(options, cell(4, 6), cell(3, 6))).toMatchObject({
      walked: [[{ column: 3, row: 6 }]],
    });
    expect(walk(options, cell(4, 6), cell(4, 6))).toBeNull();
    expect(walk(options, cell(4, 6), cell(4, 3))).toBeNull();
    expect(walk(options, cell(4, 0))).toBeNull();
  });

  test('asks for the piece when a pawn is promoted', async () => {
    const options = await optionsOf('chess', '8/P6k/8/8/8/8/8/K7 w - - 0 1');
    const touched = walk(options, cell(0, 1), cell(0, 0));
    expect(touched).toMatchObject({ type: 'choose' });
    expect(touched?.type === 'choose' && touched.options).toHaveLength(4);
  });
});

describe('checkers', () => {
  // black on 1 takes 6 and then 15 by way of 10, and stands on 19
  const TWO = 'B:W6,15:B1';

  test('a long jump is made square by square, or at once where there is one way', async () => {
    const options = await optionsOf('checkers', TWO);
    const [{ touch }] = options as [Option];
    expect(touch.path).toHaveLength(3);
    const [from, over, to] = touch.path.map(place => (place as readonly Cell[])[0]!);
    expect(walk(options, from!, over!, to!)).toMatchObject({ type: 'play' });
    expect(walk(options, from!, to!)).toMatchObject({ type: 'play' });
    expect(targetsOf(options, [touch.path[0]!])).toHaveLength(2);
  });
});

describe('backgammon', () => {
  test('a touch anywhere on a point takes a checker from it', async () => {
    const options = await optionsOf('backgammon');
    const [first] = nextPlaces(options, []) as unknown as [readonly Cell[]];
    for (const where of first) expect(touchAt(options, [], where)).toMatchObject({ type: 'walk' });
  });
});

describe('go', () => {
  test('a touch on a point plays there, and passing is a button', async () => {
    const options = await optionsOf('go');
    expect(walk(options, cell(3, 3))).toMatchObject({ type: 'play' });
    expect(wordsOf(options, [])).toEqual(['Pass']);
    expect(walk(options, 'Pass')).toMatchObject({
      type: 'play',
      option: { move: { type: 'pass' } },
    });
  });
});

test('a tile at a double that lies alone needs no choice of an end, another does', async () => {
  const kit = unwrap(await loadKit('dominos')) as Kit;
  const { game } = kit;
  let { state } = unwrap(start(game, { seats: [0, 1], seed: 3 }));
  /** By the number of tiles that lie: whether moves at an end have something to choose. */
  const seen = new Map<number, Set<boolean>>();
  for (let n = 0; n < 6; n++) {
    const [seat] = game.active(state) as [number];
    const scene = kit.scene(state);
    const line = scene.pieces.filter(({ area }) => area === 'line');
    const legal = [...game.legal(state, seat)];
    const touches = legal.map(move => touchOf(kit, { scene, seat, state }, move));
    const atAnEnd = touches.filter(({ path }) => path.length === 2);
    const has = seen.get(line.length) ?? new Set();
    for (const { choice } of atAnEnd) seen.set(line.length, has.add(choice !== undefined));
    state = unwrap(game.play(state, seat, legal.at(-1)!)).state;
  }
  const [alone, ...others] = [...seen].sort(([a], [b]) => a - b);
  expect(alone).toEqual([3, new Set([false])]);
  expect(others.length).toBeGreaterThan(0);
  for (const [, has] of others) expect(has).toEqual(new Set([true]));
});
