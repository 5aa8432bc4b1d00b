/** Where matches may begin, and with which dice. */
import { type Json, type JsonObject, playerViewOf, start, step, unwrap } from '@kifu/core';
import { describe, expect, test } from 'vitest';
import { canonOf, type Position, playSteps } from '../../test/backgammon-positions.ts';
import { game } from './rules.ts';

/** A home board that lets no checker in. */
const SHUT = { 6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 1: 2 };

describe('setups', () => {
  const refused = (setup: JsonObject) => start(game, { seed: 1, ...setup });

  test.each<[name: string, setup: JsonObject, path: string]>([
    ['an unknown option', { options: { cube: 64 } }, '/options/cube'],
    ['odd seats', { seats: [0, 2] }, '/seats'],
    ['dice that are no list', { options: { dice: 6 } }, '/options/dice'],
    ['dice that are null', { options: { dice: null } }, '/options/dice'],
    [
      'a roll of three',
      {
        options: {
          dice: [
            [1, 2],
            [1, 2, 3],
          ],
        },
      },
      '/options/dice/1',
    ],
    ['a roll of 7', { options: { dice: [[7, 1]] } }, '/options/dice/0/0'],
    ['too many rolls', { options: { dice: new Array<Json>(5001).fill([1, 2]) } }, '/options/dice'],
    ['a late start', { start: { canon: { ...canonOf({}), moveCount: 100_001 } } }, '/start'],
  ])('%s is refused', (_name, setup, path) => {
    expect(refused(setup)).toMatchObject({ fault: { code: 'bad-setup', at: { path } } });
  });

  test('given dice come first, then those of the seed', () => {
    const dice = [
      [3, 3],
      [1, 4],
      [6, 6],
    ];
    const { state } = unwrap(start(game, { seed: 42, options: { dice } }));
    expect(game.states.canon(state)).toMatchObject({ dice: [1, 4], seed: 42, turn: 1 });
    expect(game.states.aside(state)).toEqual({ dice: [[6, 6]], seed: null });
    const after = playSteps(state, '24/23', '13/9');
    const sixes = game.chance!.draw(after);
    expect(sixes.events[0]).toMatchObject({ seat: 0, dice: [6, 6] });
    expect(game.states.aside(sixes.state)).toBeNull();
    const next = playSteps(sixes.state, '13/7', '13/7', '24/18', '24/18');
    expect(game.chance!.draw(next).events[0]).toMatchObject({ dice: [4, 2] }); // the first of seed 42
  });

  test('a start position keeps its own dice, not those of the options', () => {
    const options = { dice: [[2, 2]] };
    const canon = canonOf({ dice: [3, 1] });
    const aside = { dice: [[5, 4]], seed: null };
    const { state } = unwrap(start(game, { seed: 9, options, start: { canon, aside } }));
    expect(game.states.canon(state)).toEqual(canon);
    expect(game.states.aside(state)).toEqual(aside);
  });

  test('given dice that never move anything come to an end', () => {
    // both sides wait on the bar, and the six lets neither in
    const canon = canonOf({ white: { 25: 1, 6: 14 }, black: { ...SHUT, 25: 3 } });
    const dice = new Array<Json>(5000).fill([6, 6]);
    const begun = start(game, { seed: 1, start: { canon, aside: { dice, seed: null } } });
    expect(unwrap(begun).parts.length).toBeGreaterThan(5000);
  });

  test('fresh entropy forgets given dice', () => {
    const { state } = unwrap(
      start(game, {
        seed: 1,
        options: {
          dice: [
            [2, 1],
            [6, 6],
          ],
        },
      }),
    );
    expect(game.states.aside(game.chance!.reseed(state, 9))).toBeNull();
    const sight = playerViewOf(game, state, 0);
    expect(game.states.aside(sight.state!)).toBeNull();
    const waiting = playSteps(state, '13/11', '24/23');
    const drawn = unwrap(step(game, waiting, { do: 'draw', seed: 42 }, 'fair'));
    expect(drawn.parts[0]!.events[0]).toMatchObject({ dice: [4, 2] });
  });
});

describe('positions from strangers', () => {
  const { restore } = game.states;
  test.each<[why: string, canon: JsonObject]>([
    ['sixteen checkers', canonOf({ white: { 6: 16 } })],
    ['both sides on a point', canonOf({ white: { 6: 15 }, black: { 19: 15 } })],
    ['dice, and none that remain', canonOf({ dice: [3, 1], left: [] })],
    ['none, and some that remain', canonOf({ left: [3] })],
    ['what remains in another order', canonOf({ dice: [3, 1], left: [1, 3] })],
    ['what remains and was not rolled', canonOf({ dice: [3, 1], left: [2] })],
    ['a fifth of a double', canonOf({ dice: [3, 3], left: [3, 3, 3, 3, 3] })],
    ['a strange seat', { ...canonOf({}), turn: 2 }],
    ['a count below 0', { ...canonOf({}), moveCount: -1 }],
    ['a seed too large', { ...canonOf({}), seed: 2 ** 31 }],
  ])('refuses %s', (_why, canon) => {
    expect(restore(canon).ok).toBe(false);
  });

  test.each<[why: string, position: Position, message: RegExp]>([
    ['fourteen checkers', {}, /has 14 checkers/],
    ['a winner on turn', { white: {} }, /borne off all/],
    ['a roll after the end', { black: {}, dice: [2, 1] }, /after the end/],
    [
      'a roll that moves nothing',
      { white: { 25: 15 }, black: { ...SHUT, 20: 3 }, dice: [2, 1] },
      /no step/,
    ],
    ['both shut out', { white: { ...SHUT, 25: 3 }, black: { ...SHUT, 25: 3 } }, /for ever/],
  ])('refuses %s', (why, position, message) => {
    const canon = canonOf(position);
    const broken =
      why === 'fourteen checkers'
        ? { ...canon, points: [...(canon.points as Json[])].with(5, [0, 0, 0, 0]) }
        : canon;
    expect(restore(broken)).toMatchObject({ fault: { code: 'bad-state', message } });
  });

  test('refuses malformed dice beside a state', () => {
    const canon = canonOf({ dice: [3, 1] });
    expect(restore(canon, { dice: [[1, 1]], seed: null }).ok).toBe(true);
    for (const aside of [
      { dice: [], seed: null },
      { dice: [[0, 1]], seed: null },
      { dice: [[1, 1]] },
      { dice: [[1, 1]], seed: { drawn: 0 } },
    ] as Json[])
      expect(restore(canon, aside).ok).toBe(false);
  });

  test('takes a position in which only one side can ever move', () => {
    expect(restore(canonOf({ white: { ...SHUT, 25: 3 }, black: { ...SHUT, 18: 3 } })).ok).toBe(
      true,
    );
  });
});
