/** States from strangers: what is no position is refused, and history must lead to the present. */
import type { Json, JsonObject } from '@kifu/core';
import { describe, expect, test } from 'vitest';
import { begin, canonOf, playMoves, positionOf, tryMove } from '../../test/go-tools.ts';
import { game } from './rules.ts';

const { canon, aside, restore } = game.states;
const EMPTY = ['...', '...', '...'];
const stopped = (counting: JsonObject): JsonObject => ({
  passes: 2,
  turns: 2,
  counting: { agreed: [false, false], dead: [], neutral: [], ...counting },
});

test.each<[string, JsonObject, code: string]>([
  ['a row too short', { board: ['...', '..'] }, 'malformed'],
  ['another sign', { board: ['..x', '...'] }, 'malformed'],
  ['one row', { board: ['...'] }, 'malformed'],
  ['one column', { board: ['.', '.'] }, 'malformed'],
  ['too many rows', { board: new Array(53).fill('..') }, 'malformed'],
  ['too many columns', { board: ['.'.repeat(53), '.'.repeat(53)] }, 'malformed'],
  ['rules by name', { rules: 'Chinese' }, 'malformed'],
  ['a handicap of one', { handicap: 1 }, 'malformed'],
  ['as much handicap as points', { handicap: 9 }, 'malformed'],
  ['too much komi', { komiHalves: 20_000 }, 'malformed'],
  ['more left than given', { handicap: 2, left: 3 }, 'malformed'],
  ['three passes', { passes: 3, turns: 3 }, 'malformed'],
  ['fewer turns than passes', { passes: 1 }, 'malformed'],
  ['too many turns', { turns: 10_001 }, 'malformed'],
  ['half a prisoner', { prisoners: [0, 0.5] }, 'malformed'],
  ['one number of prisoners', { prisoners: [0] }, 'malformed'],
  ['ko off the board', { ko: [3, 0] }, 'malformed'],
  ['turn 2', { turn: 2 }, 'malformed'],
  ['a chain without a liberty', { board: ['BW.', 'W..', '...'] }, 'bad-state'],
  ['a full board', { board: ['BB', 'BB'] }, 'bad-state'],
  [
    'stones left although white is there',
    { board: ['W..', 'B..', '...'], handicap: 2, left: 1 },
    'bad-state',
  ],
  ['stones left, and a turn made', { handicap: 2, left: 2, turns: 1 }, 'bad-state'],
  ['a ko where there is none', { ko: [0, 0] }, 'bad-state'],
  ['a ko on a stone', { board: ['B..', '...', '...'], ko: [0, 0] }, 'bad-state'],
  ['marks in play', { counting: { agreed: [false, false], dead: [], neutral: [] } }, 'bad-state'],
  ['no marks after two passes', { passes: 2, turns: 2 }, 'bad-state'],
  ['a mark on no stone', stopped({ dead: [[0, 0]] }), 'bad-state'],
  ['a mark off the board', stopped({ dead: [[3, 0]] }), 'malformed'],
  [
    'a mark on no first stone',
    { board: ['BB.', '...', '...'], ...stopped({ dead: [[1, 0]] }) },
    'bad-state',
  ],
  [
    'marks out of order',
    {
      board: ['B.B', '...', '...'],
      ...stopped({
        dead: [
          [2, 0],
          [0, 0],
        ],
      }),
    },
    'malformed',
  ],
  [
    'a mark twice',
    {
      board: ['B.B', '...', '...'],
      ...stopped({
        dead: [
          [0, 0],
          [0, 0],
        ],
      }),
    },
    'malformed',
  ],
  [
    'a region where seki counts',
    { board: ['.B.', 'BB.', '...'], ...stopped({ neutral: [[0, 0]] }) },
    'bad-state',
  ],
  [
    'an agreement that could not be',
    {
      board: ['B.W', '...', '...'],
      ...stopped({
        dead: [
          [0, 0],
          [2, 0],
        ],
        agreed: [true, false],
      }),
    },
    'bad-state',
  ],
  ['agreed by a number', stopped({ agreed: [0, 1] }), 'malformed'],
])('refuses %s', (_name, more, code) => {
  expect(restore(canonOf(EMPTY, 'Chinese', more))).toMatchObject({ ok: false, fault: { code } });
});

test.each<[string, string[], JsonObject]>([
  ['a ko', ['.BW.', 'B.BW', '.BW.', '....'], { turn: 1, ko: [1, 1] }],
  ['a ko in the corner', ['.WB', 'WB.', '...'], { turn: 0, ko: [0, 0] }],
  ['a region that is left out', ['.B.', 'BB.', '...'], stopped({ neutral: [[0, 0]] })],
])('takes %s', (_name, board, more) => {
  const rules = 'neutral' in Object(more.counting) ? 'Japanese' : 'Chinese';
  const given = canonOf(board, rules, more);
  const restored = restore(given);
  expect(restored).toMatchObject({ ok: true });
  if (restored.ok) expect(canon(restored.value)).toEqual(given);
});

describe('history', () => {
  const start = begin({ width: 4, rules: 'Chinese' });
  const played = playMoves(start, 'B4, C4, A3, D3, B2, C2, C3, B3, pass, D1');

  test('is the first board and every turn since', () => {
    expect(aside(start)).toBeNull();
    expect(aside(played)).toEqual({
      board: ['....', '....', '....', '....'],
      turns: 'bacaabdbbccccbbb--dd',
    });
  });

  test('forbids a board of the past to come again', () => {
    // black passed once, so that the ko is open, but the board has been there
    const again = restore(canon(played), aside(played));
    expect(again.ok && tryMove(again.value, 'C3')).toMatchObject({ ok: true });
    const taken = playMoves(start, 'B4, C4, A3, D3, B2, C2, C3, B3');
    const twin = restore(canon(taken), aside(taken));
    expect(twin.ok && tryMove(twin.value, 'C3')).toMatchObject({ fault: { rule: 'superko' } });
    // without it, only the last capture is known
    const anew = restore(canon(taken));
    expect(anew.ok && tryMove(anew.value, 'C3')).toMatchObject({ fault: { rule: 'superko' } });
    expect(anew.ok && tryMove(playMoves(anew.value, 'pass, pass, resume'), 'C3').ok).toBe(true);
    expect(twin.ok && tryMove(playMoves(twin.value, 'pass, pass, resume'), 'C3').ok).toBe(false);
  });

  test('is refused where it leaves another ko than the state', () => {
    const taken = playMoves(start, 'B4, C4, A3, D3, B2, C2, C3, B3');
    const without = { ...(canon(taken) as JsonObject), ko: null };
    expect(restore(without).ok).toBe(true);
    expect(restore(without, aside(taken)).ok).toBe(false);
  });

  test.each<[string, Json]>([
    ['a list', []],
    ['no turns', { board: ['....', '....', '....', '....'], turns: '' }],
    ['half a turn', { board: ['....', '....', '....', '....'], turns: 'a' }],
    ['numbers', { board: ['....', '....', '....', '....'], turns: 10 }],
    ['a key too many', { board: ['....', '....', '....', '....'], turns: 'aa', more: 1 }],
    ['another board', { board: ['....', '....', '....'], turns: '--'.repeat(10) }],
    ['no way here', { board: ['....', '....', '....', '....'], turns: '--'.repeat(10) }],
    ['a turn off the board', { board: ['....', '....', '....', '....'], turns: 'zz'.repeat(10) }],
    ['an occupied point', { board: ['....', '....', '....', '....'], turns: 'aaaa' }],
    [
      'more turns than there were',
      { board: ['....', '....', '....', '....'], turns: '--'.repeat(12) },
    ],
    ['a board that cannot be', { board: ['BBBB', 'BBBB', 'BBBB', 'BBBB'], turns: '--' }],
  ])('refuses %s', (_name, history) => {
    expect(restore(canon(played), history).ok).toBe(false);
  });
});

test('a position does not depend on the moves that led to it, but for what counts', () => {
  const { position } = game.states;
  const state = (rules: string, prisoners: number[], turns: number) =>
    position(positionOf(['B..', '...'], rules, { prisoners, turns }));
  expect(state('Chinese', [1, 0], 4)).toBe(state('Chinese', [0, 5], 8));
  expect(state('Japanese', [1, 0], 4)).not.toBe(state('Japanese', [0, 0], 4));
  expect(state('Japanese', [2, 1], 4)).toBe(state('Japanese', [1, 0], 9));
});
