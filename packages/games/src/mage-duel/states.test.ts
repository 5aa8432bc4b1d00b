/** Setups and states from strangers. */
import { type Json, start, step, unwrap } from '@kifu/core';
import { describe, expect, test } from 'vitest';
import { act, begin, deckOf, playOn } from '../../test/mage-duel.ts';
import { STANDARD } from './options.ts';
import { game } from './rules.ts';

describe('setups from strangers', () => {
  test.each<[path: string, options: object]>([
    ['/options/speed', { speed: 2 }],
    ['/options/__proto__', JSON.parse('{"__proto__":1}')],
    ['/options/deck', { deck: [] }],
    ['/options/deck/0', { deck: new Array(24).fill(2 ** 52) }],
    ['/options/deck/0', { deck: deckOf({ 0: 257 }) }],
    ['/options/deck', { deck: deckOf({ 0: 256, 1: 1 }) }],
    ['/options/deck/0', { deck: deckOf({ 0: -1 }) }],
    ['/options/deck', { deck: '64' }],
    ['/options/edges', { edges: [8, 1] }],
    ['/options/edges', { edges: [1] }],
    ['/options/jokers', { jokers: 65 }],
    ['/options/jokerPrice', { jokerPrice: -5 }],
    ['/options/moveTime', { moveTime: 0 }],
    ['/options/moveTime', { moveTime: Number.MAX_SAFE_INTEGER }],
    ['/options/endOnFullBoard', { endOnFullBoard: 1 }],
    ['/options/timeout', { timeout: 'lose' }],
  ])('%s', (path, options) => {
    expect(start(game, { seed: 1, options })).toMatchObject({
      ok: false,
      fault: { code: 'bad-setup', at: { path } },
    });
  });

  test('an empty deck without jokers leaves only skips', () => {
    const state = begin({ deck: deckOf({}), jokers: 0, edges: [0, 0] });
    expect([...game.legal(state, 0)]).toEqual([{ op: 'skip' }]);
    expect(act(state, 'a1/0')).toMatchObject({ fault: { rule: 'NoTilesInDeck' } });
  });

  test('a start position has its own rule set, which options may only repeat', () => {
    const canon = game.states.canon(playOn(begin({ jokers: 2 }), 4));
    expect(start(game, { seed: 9, start: { canon } }).ok).toBe(true);
    expect(start(game, { seed: 9, options: { jokers: 2 }, start: { canon } }).ok).toBe(true);
    expect(start(game, { seed: 9, options: { jokers: 3 }, start: { canon } })).toMatchObject({
      fault: { code: 'bad-setup', at: { path: '/options/jokers' } },
    });
  });

  test('seats that the game does not have are refused', () => {
    expect(start(game, { seed: 1, seats: [0, 2] })).toMatchObject({
      fault: { at: { path: '/seats' } },
    });
  });
});

describe('states from strangers', () => {
  const state = playOn(begin(), 12);
  const canon = game.states.canon(state) as { readonly [key: string]: Json };
  const board = canon.board as string;
  const laid = board.search(/[A-X]/);
  const put = (cell: string) => board.slice(0, laid) + cell + board.slice(laid + 2);

  const deck = canon.deck as readonly number[];

  test.each<[why: string, change: object, says: string]>([
    ['a tile that does not match', { board: put('A0') }, 'does not match'],
    [
      'a tile moved to the middle of nowhere',
      { board: floating(board) },
      'not connected to a marker',
    ],
    [
      'another score',
      {
        score: [
          [1, 2],
          [3, 4],
        ],
      },
      'the score contradicts the board',
    ],
    ['a tile too many', { deck: [...deck, 0] }, 'other tiles'],
    ['a tile too few', { deck: deck.slice(1) }, 'is missing'],
    ['one tile for another', { deck: [...deck.slice(1), 1] }, 'is missing'],
    ['a joker used for nothing', { jokers: [2, 3] }, 'other tiles'],
    ['fewer moves than tiles', { done: 11 }, 'number of moves contradicts the tiles'],
    [
      'a skip that is not among the moves',
      { skipped: true },
      'number of moves contradicts the tiles',
    ],
    ['an end that cannot be', { ended: 'exhausted' }, 'cannot have ended'],
    ['an end by two skips without one', { ended: 'double-skip' }, 'cannot have ended'],
    ['a claim that came too early', { ended: 'timeout' }, 'cannot have ended'],
  ])('%s', (_why, change, says) => {
    expect(game.states.restore({ ...canon, ...change })).toMatchObject({
      ok: false,
      fault: { code: 'bad-state', message: expect.stringContaining(says) },
    });
  });

  test('refuses more used jokers than tiles of a side', () => {
    const one = playOn(begin({ jokers: 1 }), 1);
    const joker = [...game.legal(one, 1)].find(({ op }) => op === 'joker')!;
    const used = unwrap(step(game, one, { do: 'move', seat: 1, move: joker })).state;
    const whole = game.states.canon(used) as { readonly [key: string]: Json };
    expect(game.states.restore(whole).ok).toBe(true);
    const twice = { ...whole, rules: { ...(whole.rules as object), jokers: 2 }, jokers: [2, 0] };
    expect(game.states.restore(twice)).toMatchObject({ ok: false });
  });

  test.each<[key: string, value: Json]>([
    ['rules', { ...STANDARD, extra: 1 }],
    ['rules', {}],
    ['border', 'C'.repeat(32)],
    ['border', `F${(canon.border as string).slice(1)}`],
    ['board', '..'],
    ['board', put('Z0')],
    ['deck', [24]],
    ['top', 24],
    ['jokers', [4, 3]],
    ['done', -1],
    ['now', 1.5],
    ['updated', state.now + 1],
    ['skipped', 0],
    ['ended', 'boredom'],
  ])('%s %j', (key, value) => {
    expect(game.states.restore({ ...canon, [key]: value })).toMatchObject({
      ok: false,
      fault: { code: 'malformed', at: { path: `/${key}` } },
    });
  });

  /** The board with its first tile moved to where nothing is near. */
  function floating(cells: string): string {
    const list = cells.match(/../g)!;
    const isFree = (p: number) => [p, p - 1, p + 1, p - 8, p + 8].every(q => list[q] === '..');
    const free = list.findIndex((_, p) => p % 8 > 0 && p % 8 < 7 && isFree(p));
    const moved = list.with(laid / 2, '..').with(free, list[laid / 2]!);
    return moved.join('');
  }
});
