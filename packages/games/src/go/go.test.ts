/** Go keeps the contract of a game, and the rules that it is told to keep. */
import { type JsonObject, start, unwrap } from '@kifu/core';
import { conformance } from '@kifu/core/conformance';
import { describe, expect, test } from 'vitest';
import { begin, canonOf, eventsOf, playMoves, positionOf, tryMove } from '../../test/go-tools.ts';
import { formatResult } from './result-text.ts';
import { game } from './rules.ts';
import { rowsOf } from './state-codec.ts';

const stopped = (board: string[], rules: string): JsonObject => ({
  start: {
    canon: canonOf(board, rules, {
      passes: 2,
      turns: 2,
      counting: { agreed: [false, false], dead: [], neutral: [] },
    }),
  },
});

describe.each<[string, Parameters<typeof conformance>[1]]>([
  ['the usual board', { setups: [{}], games: 1, steps: 40 }],
  [
    'small boards, by all rules',
    {
      games: 2,
      steps: 120,
      setups: [
        { options: { rules: 'Japanese', width: 3, height: 2 } },
        { options: { rules: 'Chinese', width: 3, handicap: 3 } },
        { options: { rules: 'New Zealand', width: 2 } },
        { options: { rules: 'AGA', width: 7, handicap: 4, komiHalves: -3 } },
      ],
    },
  ],
  [
    'counting',
    {
      games: 6,
      steps: 40,
      setups: [
        stopped(['.B.W', 'BBWW', '.B.W', 'WB.W'], 'Japanese'),
        stopped(['.BW.', 'BBW.', '..W.'], 'Chinese'),
      ],
    },
  ],
])('%s', (_name, options) => {
  for (const [name, check] of conformance(game, options)) test(name, check);
});

describe('setup', () => {
  test.each<[options: JsonObject, path: string]>([
    [{ width: 1 }, '/options/width'],
    [{ height: 53 }, '/options/height'],
    [{ width: 9, height: 1e9 }, '/options/height'],
    [{ width: '9' }, '/options/width'],
    [{ rules: 'chinese' }, '/options/rules'],
    [{ rules: {} }, '/options/rules'],
    [{ rules: null }, '/options/rules'],
    [{ komiHalves: 10_001 }, '/options/komiHalves'],
    [{ komiHalves: '7.5' }, '/options/komiHalves'],
    [{ handicap: 1 }, '/options/handicap'],
    [{ handicap: -2 }, '/options/handicap'],
    [{ handicap: 361 }, '/options/handicap'],
    [{ handicap: 2 ** 40 }, '/options/handicap'],
    [{ handicap: 10, rules: 'Japanese' }, '/options/handicap'],
    [{ handicap: 5, rules: 'AGA', width: 10 }, '/options/handicap'],
    [{ handicap: 2, rules: 'AGA', width: 6 }, '/options/handicap'],
    [{ handicap: 2, rules: 'AGA', width: 9, height: 13 }, '/options/handicap'],
    [{ komi: 15 }, '/options/komi'],
    [{ size: 9 }, '/options/size'],
  ])('refuses %j', (options, path) => {
    expect(start(game, { options })).toMatchObject({
      ok: false,
      fault: { code: 'bad-setup', at: { path } },
    });
  });

  test.each<[JsonObject, object]>([
    [{}, { grid: { width: 19, height: 19 }, komiHalves: 15, handicap: 0 }],
    [{ width: 9 }, { grid: { width: 9, height: 9 } }],
    [{ height: 13 }, { grid: { width: 13, height: 13 } }],
    [{ width: 7, height: 4 }, { grid: { width: 7, height: 4 } }],
    [{ rules: 'Japanese' }, { komiHalves: 13, rules: { scoring: 'territory' } }],
    [
      { rules: 'Japanese', handicap: 4 },
      { komiHalves: 1, handicap: 4 },
    ],
    [{ handicap: 360 }, { handicap: 360 }],
  ])('takes %j', (options, match) => {
    expect(begin(options).match).toMatchObject(match);
  });

  test('options beside a start position say the same', () => {
    const canon = canonOf(['...', '...'], 'AGA', { komiHalves: 3 });
    const setup = (options: JsonObject) => start(game, { options, start: { canon } });
    expect(setup({}).ok).toBe(true);
    expect(setup({ width: 3, height: 2, rules: 'AGA', komiHalves: 3, handicap: 0 }).ok).toBe(true);
    for (const options of [{ width: 4 }, { rules: 'NZ' }, { rules: 'Chinese' }, { komiHalves: 4 }])
      expect(setup(options)).toMatchObject({ ok: false, fault: { code: 'bad-setup' } });
  });

  test('a start position leaves room to count on', () => {
    const setup = (prisoners: number[]) =>
      start(game, { start: { canon: canonOf(['...', '...'], 'AGA', { prisoners }) } });
    expect(setup([500_000, 0]).ok).toBe(true);
    expect(setup([0, 500_001])).toMatchObject({
      fault: { code: 'bad-setup', at: { path: '/start' } },
    });
  });

  test('free handicap is placed stone by stone, before any turn', () => {
    const first = begin({ width: 5, handicap: 2 });
    expect(first).toMatchObject({ left: 2, turn: 0 });
    expect(game.legal(first, 0)).toHaveLength(25);
    expect(tryMove(first, 'pass')).toMatchObject({ fault: { rule: 'handicap' } });
    expect(tryMove(first, 'white C3')).toMatchObject({ fault: { rule: 'not-your-turn' } });
    const second = playMoves(first, 'C3');
    expect(second).toMatchObject({ left: 1, turn: 0, turns: 0 });
    expect(tryMove(second, 'C3')).toMatchObject({ fault: { rule: 'occupied' } });
    const third = playMoves(second, 'B2');
    expect(third).toMatchObject({ left: 0, turn: 1, turns: 0, count: 2, earlier: null });
  });

  test('fixed handicap is there from the start', () => {
    const state = begin({ width: 9, rules: 'Japanese', handicap: 3 });
    expect(state).toMatchObject({ left: 0, turn: 1, count: 3 });
    expect(rowsOf(state)[2]).toBe('..B...B..');
  });
});

describe('turns', () => {
  test.each<[string, string[], string, JsonObject, string, string]>([
    ['a stone there', ['B..', '...'], 'A2', {}, 'occupied', 'A2: that point is occupied'],
    ['no liberty', ['.W.', 'W..'], 'A2', {}, 'suicide', 'A2: suicide is not allowed'],
    ['marks in play', ['...', '...'], 'mark A1', {}, 'not-scoring', ''],
    ['agreeing in play', ['...', '...'], 'agree', {}, 'not-scoring', ''],
    ['the other side', ['...', '...'], 'white A1', {}, 'not-your-turn', "it is Black's turn"],
    ['too long', ['...', '...'], 'A1', { turns: 10_000 }, 'length', ''],
    ['a ko', ['.BW.', 'B.BW', '.BW.', '....'], 'B3', { turn: 1, ko: [1, 1] }, 'superko', ''],
  ])('refuses %s', (_name, board, move, more, rule, message) => {
    expect(tryMove(positionOf(board, 'Chinese', more), move)).toMatchObject({
      ok: false,
      fault: { rule, message: expect.stringContaining(message) },
    });
  });

  test('refuses a seat that is not there, and a value that is no move', () => {
    const state = begin({ width: 5 });
    expect(game.play(state, 2, { at: null, type: 'pass' })).toMatchObject({
      fault: { code: 'wrong-seat' },
    });
    expect(game.play(state, 0, { at: [0, 0], type: 'pass' })).toMatchObject({
      fault: { code: 'malformed' },
    });
    expect(game.play(state, 0, { at: [5, 0], type: 'play' })).toMatchObject({
      fault: { code: 'illegal-move', rule: 'off-board' },
    });
  });

  test('captures and suicide are told, and prisoners are the other side’s', () => {
    const board = ['.WB', 'WWB', 'BB.'];
    expect(eventsOf(positionOf(board, 'New Zealand'), 'A3')).toEqual([
      {
        type: 'capture',
        seat: 0,
        at: [
          [0, 1],
          [1, 0],
          [1, 1],
        ],
      },
    ]);
    const dying = positionOf(board, 'New Zealand', { turn: 1 });
    expect(eventsOf(dying, 'A3')).toEqual([
      {
        type: 'suicide',
        seat: 1,
        at: [
          [0, 0],
          [0, 1],
          [1, 0],
          [1, 1],
        ],
      },
    ]);
    expect(playMoves(dying, 'A3')).toMatchObject({ blackTook: 4, whiteTook: 0, turn: 0, count: 4 });
    expect(tryMove(positionOf(board, 'AGA', { turn: 1 }), 'A3')).toMatchObject({
      fault: { rule: 'suicide' },
    });
  });

  test('after ten thousand turns only a pass is legal, and then only counting', () => {
    const late = positionOf(['...', '...'], 'Chinese', { turns: 10_000 });
    expect(game.legal(late, 0)).toEqual([{ at: null, type: 'pass' }]);
    const over = playMoves(late, 'pass, pass');
    expect(over.turns).toBe(10_002);
    expect(tryMove(over, 'resume')).toMatchObject({ fault: { rule: 'length' } });
    expect(game.states.restore(game.states.canon(over)).ok).toBe(true);
  });

  test('a ko cannot be retaken at once, but later', () => {
    const ko = positionOf(['.BW.', 'BW.W', '.BW.', '....'], 'Japanese');
    const taken = playMoves(ko, 'C3');
    expect(taken).toMatchObject({ blackTook: 1, ko: expect.any(Number) });
    expect(tryMove(taken, 'B3')).toMatchObject({ fault: { rule: 'ko' } });
    const later = playMoves(taken, 'A1, D1');
    expect(tryMove(later, 'B3').ok).toBe(true);
    expect(tryMove(playMoves(taken, 'pass, pass, resume'), 'B3').ok).toBe(true);
  });
});

describe('repetition', () => {
  const again = 'B1, C2, B2, B3, pass, C1, C3, C2';

  test('a board that comes again with the same side to move may be claimed by either', () => {
    const state = playMoves(begin({ rules: 'Japanese', width: 3 }), again);
    const outcome = { result: 'void', winners: [], points: null, reason: 'repetition' };
    for (const seat of [0, 1]) expect(game.match!.claims!(state, seat)).toEqual([outcome]);
    // a pass makes no new board, and a side that moves on has not claimed
    for (const more of ['pass', 'A1', 'pass, pass', 'pass, pass, resume'])
      expect(game.match!.claims!(playMoves(state, more), 0)).toEqual([]);
  });

  test('with the other side to move it is not the same', () => {
    const state = playMoves(begin({ rules: 'Japanese', width: 3 }), 'A2, B3, B1, B2, A3, A1, A2');
    expect(game.match!.claims!(state, 0)).toEqual([]);
  });

  test('rules that forbid it have nothing to claim', () => {
    const before = playMoves(
      begin({ rules: 'AGA', width: 3 }),
      again.slice(0, again.lastIndexOf(',')),
    );
    expect(tryMove(before, 'C2')).toMatchObject({ fault: { rule: 'superko' } });
    expect(game.match!.claims!(before, 0)).toEqual([]);
  });

  test('history continues across a count that was given up', () => {
    const board = ['.BW.', 'BW.W', '.BW.', '....'];
    const state = playMoves(positionOf(board), 'C3, pass, pass, resume');
    expect(tryMove(state, 'B3')).toMatchObject({ fault: { rule: 'superko' } });
  });
});

describe('counting', () => {
  const walls = (rules: string, more: JsonObject = {}) =>
    positionOf(['.BW.W', 'BBWW.', '.BW..', 'WBW..', '.BW..'], rules, {
      passes: 2,
      turns: 10,
      counting: { agreed: [false, false], dead: [], neutral: [] },
      ...more,
    });

  test('two passes stop play; both sides may act then', () => {
    const once = playMoves(begin({ width: 5 }), 'C3, pass');
    expect(eventsOf(once, 'pass')).toEqual([{ type: 'scoring' }]);
    const state = playMoves(once, 'pass');
    expect(game.active(state)).toEqual([0, 1]);
    expect(tryMove(state, 'A1')).toMatchObject({ fault: { rule: 'scoring' } });
    expect(tryMove(state, 'pass')).toMatchObject({ fault: { rule: 'scoring' } });
    const resumed = playMoves(state, 'black resume');
    expect(resumed).toMatchObject({ passes: 0, turn: 1, counting: null });
    expect(playMoves(resumed, 'pass, pass')).toMatchObject({ passes: 2 });
  });

  test('marks are put on chains and taken away again', () => {
    expect(eventsOf(walls('Chinese'), 'mark A2')).toEqual([
      { type: 'mark', seat: 0, as: 'dead', at: [[0, 3]] },
    ]);
    expect(eventsOf(walls('Chinese'), 'mark B1, white mark B5')).toMatchObject([
      { type: 'mark', seat: 1, as: 'alive' },
    ]);
    const marked = playMoves(walls('Chinese'), 'mark A2, white agree');
    expect(game.active(marked)).toEqual([0]);
    expect(tryMove(marked, 'white agree')).toMatchObject({ fault: { rule: 'not-your-turn' } });
    // after a new mark both sides have to agree again
    expect(game.active(playMoves(marked, 'black mark A2'))).toEqual([0, 1]);
  });

  test('a chain is dead only in the other side’s territory', () => {
    const state = playMoves(walls('Chinese'), 'mark C1');
    expect(tryMove(state, 'agree')).toMatchObject({ fault: { rule: 'dead-outside' } });
    expect([...game.legal(state, 0)].map(({ type }) => type)).not.toContain('agree');
    // with the last white stone gone too, all of it is black's
    expect(tryMove(playMoves(state, 'mark E5'), 'agree').ok).toBe(true);
  });

  test.each([
    ['Chinese', 'mark A2, agree, agree', 'W+5'],
    ['Japanese', 'mark A2, agree, agree', 'W+3'],
    ['Japanese', 'mark A2, mark A5, agree, agree', 'W+4'],
    ['Japanese', 'mark A2, mark D5, mark E1, agree, agree', 'B+5'],
    ['Japanese', 'mark A5, mark A5, agree, agree', 'W+7'],
    ['Japanese', 'mark A5, mark D5, mark E1, agree, agree', 'Draw'],
  ])('%s: %s is %s', (rules, moves, result) => {
    const state = playMoves(walls(rules), moves);
    expect(formatResult(state.outcome!)).toBe(result);
    expect(game.active(state)).toEqual([]);
    expect(tryMove(state, 'black resume')).toMatchObject({ fault: { code: 'game-over' } });
    expect(unwrap(game.states.restore(game.states.canon(state))).outcome).toEqual(state.outcome);
  });

  test('regions may be left out only where eyes in seki do not count', () => {
    expect(tryMove(walls('Chinese'), 'mark A5')).toMatchObject({
      fault: { rule: 'nothing-to-mark' },
    });
    expect(eventsOf(walls('Japanese'), 'mark A5')).toEqual([
      { type: 'mark', seat: 0, as: 'neutral', at: [[0, 0]] },
    ]);
    const state = playMoves(walls('Japanese'), 'mark A5');
    expect(playMoves(state, 'mark A2').counting).toMatchObject({ neutral: [] });
    // a region with the dead in it, and one between both sides
    expect(tryMove(playMoves(walls('Japanese'), 'mark A2'), 'mark A3')).toMatchObject({
      fault: { rule: 'nothing-to-mark' },
    });
    expect(tryMove(walls('Japanese'), 'mark A3')).toMatchObject({
      fault: { rule: 'nothing-to-mark' },
    });
  });

  test('the end is told with what was counted', () => {
    expect(eventsOf(walls('Chinese'), 'mark A2, agree, agree')).toEqual([
      { type: 'agree', seat: 1 },
      { type: 'end', result: 'win', winners: [1], points: [20, 30], reason: 'score' },
    ]);
  });
});
