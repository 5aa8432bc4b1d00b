/** Settings, moves and states in their spellings: what is taken, and what is refused. */
import { asJson, fail, type Json, type JsonObject, rngFrom, start, unwrap } from '@kifu/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { begin, LIGHTNING, later, orders, place } from '../../test/kung-fu-chess.ts';
import { moves } from './move-codec.ts';
import { game } from './rules.ts';
import { text } from './state-text.ts';

const runs = (numRuns: number) => ({
  numRuns: process.env.KIFU_DEEP === '1' ? 100_000 : numRuns,
  seed: 7,
});

describe('settings', () => {
  test.each<[options: JsonObject, seats: number[], path: string]>([
    [{ unheardOf: 1 }, [0, 1], '/options/unheardOf'],
    [{ board: 'round' }, [0, 1], '/options/board'],
    [{ speed: 'warp' }, [0, 1], '/options/speed'],
    [{ speed: null }, [0, 1], '/options/speed'],
    [{ rules: 'v3' }, [0, 1], '/options/rules'],
    [{ ties: 1 }, [0, 1], '/options/ties'],
    [{ hz: 0 }, [0, 1], '/options/hz'],
    [{ hz: 241 }, [0, 1], '/options/hz'],
    [{ hz: 2 ** 53 }, [0, 1], ''],
    [{ hz: '30' }, [0, 1], '/options/hz'],
    [{ hz: 4, speed: 'lightning' }, [0, 1], '/options/hz'],
    [{ rules: 'classic', hz: 30 }, [0, 1], '/options/hz'],
    [{ rules: 'classic', board: 'four_player' }, [0, 1], '/options/board'],
    [{ rules: 'classic', ties: 'float' }, [0, 1], '/options/ties'],
    [{ board: 'standard' }, [0, 2], '/seats'],
    [{ board: 'standard' }, [0, 1, 2], '/seats'],
    [{ board: 'four_player' }, [0, 4], '/seats'],
    [{}, [5, 6], '/seats'],
  ])('%j for seats %j is refused', (options, seats, path) => {
    const refused = start(game, { options, seats });
    expect(refused).toMatchObject({ ok: false, fault: { code: 'bad-setup' } });
    if (!refused.ok && path !== '') expect(refused.fault.at?.path).toBe(path);
  });

  test.each<[options: JsonObject, seats: number[], setting: object]>([
    [
      {},
      [0, 1],
      { board: 'standard', speed: 'standard', hz: 30, rules: 'v2-2026-01', ties: 'exact' },
    ],
    [{ rules: 'classic' }, [0, 1], { hz: 10, squareTicks: 10, cooldownTicks: 100 }],
    [{}, [1, 3], { board: 'four_player' }],
    [{ board: 'four_player' }, [0, 1], { board: 'four_player', seats: [0, 1] }],
    [
      { hz: 10 },
      [0, 1],
      {
        squareTicks: 10,
        cooldownTicks: 100,
        idleTicks: 1200,
        peaceTicks: 1800,
        earliestDraw: 3600,
        knightSeen: 17,
      },
    ],
    [
      { hz: 10, speed: 'lightning' },
      [0, 1],
      {
        squareTicks: 2,
        cooldownTicks: 20,
        idleTicks: 300,
        peaceTicks: 450,
        earliestDraw: 900,
        knightSeen: 4,
      },
    ],
    [
      { hz: 30 },
      [0, 1],
      {
        squareTicks: 30,
        cooldownTicks: 300,
        idleTicks: 3600,
        peaceTicks: 5400,
        earliestDraw: 10_800,
        knightSeen: 51,
      },
    ],
    [
      { hz: 30, speed: 'lightning' },
      [0, 1],
      {
        squareTicks: 6,
        cooldownTicks: 60,
        idleTicks: 900,
        peaceTicks: 1350,
        earliestDraw: 2700,
        knightSeen: 11,
      },
    ],
  ])('%j for seats %j', (options, seats, setting) => {
    expect(begin(options, seats).setting).toMatchObject(setting);
  });

  test('a start position has its own, and options must not say otherwise', () => {
    const canon = game.states.canon(begin(LIGHTNING));
    const from = (options: JsonObject, seats = [0, 1]) =>
      start(game, { options, seats, start: { canon } });
    expect(from({}).ok && from({ speed: 'lightning', hz: 30 }).ok).toBe(true);
    for (const options of [{ speed: 'standard' }, { hz: 10 }, { setting: 1 }, { ground: {} }])
      expect(from(options as JsonObject)).toMatchObject({ fault: { code: 'bad-setup' } });
    expect(from({}, [0, 2])).toMatchObject({ fault: { code: 'bad-setup' } });
  });
});

describe('moves', () => {
  test.each<[name: string, move: Json, bytes: number[], hex: string]>([
    ['a pawn', { piece: 'P:1:6:4', to: [4, 4] }, [20, 0x44], '0x1444'],
    ['the first piece', { piece: 'R:2:0:0', to: [0, 0] }, [0, 0], '0x0000'],
    ['the last of the standard board', { piece: 'R:1:7:7', to: [7, 7] }, [31, 0x77], '0x1F77'],
    ['the first of the other board', { piece: 'R:4:0:2', to: [11, 11] }, [32, 0xbb], '0x20BB'],
    ['the last of all', { piece: 'P:1:9:10', to: [9, 8] }, [95, 0x98], '0x5F98'],
  ])('%s', (_name, move, bytes, hex) => {
    const value = unwrap(moves.json.decode(move));
    expect(moves.json.encode(value)).toEqual(move);
    expect([...moves.bytes.encode(value)]).toEqual(bytes);
    expect(moves.hex.encode(value)).toBe(hex);
    expect(moves.bytes.decode(Uint8Array.from(bytes))).toEqual({ ok: true, value });
    expect(unwrap(moves.hex.decode(hex))).toBe(value);
    expect(unwrap(moves.json.decode(value))).toBe(value);
  });

  test.each<Json>([
    null,
    {},
    { piece: 'P:1:6:4' },
    { piece: 'P:1:6:4', to: [4] },
    { piece: 'P:1:6:4', to: [4, 4, 4] },
    { piece: 'P:1:6:4', to: [12, 4] },
    { piece: 'P:1:6:4', to: [-1, 4] },
    { piece: 'P:1:6:4', to: ['4', 4] },
    { piece: 'P:1:6:9', to: [4, 4] },
    { piece: '__proto__', to: [4, 4] },
    { piece: 4, to: [4, 4] },
    { piece: 'P:1:6:4', to: [4, 4], player: 1 },
  ])('%j is none', json => {
    expect(moves.json.decode(json)).toMatchObject(fail('malformed', expect.any(String) as never));
    expect(game.play(begin(), 0, json as never)).toMatchObject({ fault: { code: 'malformed' } });
  });

  test('any bytes decode to what they are, or not at all', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3 }), wire => {
        const move = moves.bytes.decode(wire);
        if (move.ok) expect([...moves.bytes.encode(move.value)]).toEqual([...wire]);
        else expect(move.fault.code).toBe('malformed');
      }),
      runs(2000),
    );
  });

  test('any JSON is a move, or refused', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        const move = moves.json.decode(value as Json);
        if (move.ok) expect(asJson(move.value)).toEqual(asJson(value));
      }),
      runs(500),
    );
  });
});

describe('states', () => {
  const state = orders(
    place({ 'K:1:7:4': 'e1', 'R:1:7:0': 'a1', 'K:2:0:4': 'e8', 'P:2:1:0': 'a4' }),
    0,
    'a1a3',
  );
  const moved = later(orders(later(state, 5).state, 1, 'e8e7'), 12).state;
  const canon = game.states.canon(moved) as JsonObject & { pieces: Json[]; moves: Json[] };

  test('are written in order', () => {
    expect(text(moved)).toBe(
      '{"board":"standard","cooldowns":[["K:2:0:4",12],["R:1:7:0",13]],"end":null,"hz":30,' +
        '"lastCapture":0,"lastCommand":5,"left":[],"moves":[],' +
        `"pieces":${JSON.stringify(canon.pieces)},` +
        '"rules":"v2-2026-01","seats":[0,1],"speed":"lightning","tick":17,"ties":"exact"}',
    );
    const { men } = moved.setting.ground;
    const listed = canon.pieces.flatMap((piece, i) =>
      piece === null ? [] : [`${men[i]!.id} ${piece}`],
    );
    expect(listed).toEqual(['K:2:0:4 1,4,1', 'P:2:1:0 4,0,1', 'R:1:7:0 5,0,1', 'K:1:7:4 7,4,0']);
  });

  const under = game.states.canon(later(state, 5).state) as typeof canon;
  const rook = state.setting.ground.men.findIndex(({ id }) => id === 'R:1:7:0');
  const put = (i: number, value: Json) => canon.pieces.with(i, value);
  test.each<[why: string, canon: Json]>([
    ['a key is missing', (({ tick: _, ...rest }) => rest)(canon)],
    ['a key too many', { ...canon, extra: 1 }],
    ['no board', { ...canon, board: 'x' }],
    ['another board', { ...canon, board: 'four_player' }],
    ['other seats', { ...canon, seats: [0, 2] }],
    ['seats out of order', { ...canon, seats: [1, 0] }],
    ['rate', { ...canon, hz: 10_000 }],
    ['classic', { ...canon, rules: 'classic' }],
    ['a tick before the last command', { ...canon, tick: 4 }],
    ['a negative tick', { ...canon, tick: -1 }],
    ['the future', { ...canon, lastCapture: 18 }],
    ['too few pieces', { ...canon, pieces: canon.pieces.slice(1) }],
    ['off the board', { ...canon, pieces: put(rook, [8, 0, 1]) }],
    ['away from home and never moved', { ...canon, pieces: put(rook, [5, 0, 0]) }],
    ['a rook that is a queen', { ...canon, pieces: put(rook, [5, 0, 1, 'Q']) }],
    ['no number', { ...canon, pieces: put(rook, [5, 0, true]) }],
    ['no list', { ...canon, pieces: put(rook, '5:0') }],
    ['no JSON', { ...canon, pieces: put(rook, [5, 0, 1, undefined as never]) }],
    ['a king is gone and nothing says so', { ...canon, pieces: put(4, null) }],
    ['rests without having moved', { ...canon, cooldowns: [['R:1:7:7', 12]] }],
    ['rests and is gone', { ...canon, cooldowns: [['B:1:7:2', 12]] }],
    ['rests no more', { ...canon, tick: 900, cooldowns: [['R:1:7:0', 13]] }],
    [
      'rests twice',
      {
        ...canon,
        cooldowns: [
          ['R:1:7:0', 13],
          ['R:1:7:0', 13],
        ],
      },
    ],
    ['rests from the future', { ...canon, cooldowns: [['R:1:7:0', 18]] }],
    [
      'out of order',
      {
        ...canon,
        cooldowns: [
          ['R:1:7:0', 13],
          ['K:2:0:4', 12],
        ],
      },
    ],
    ['a seat left that was not there', { ...canon, left: [2] }],
    ['one of two seats left, and there is no end', { ...canon, left: [1] }],
    ['a move that is over', { ...under, tick: 13 }],
    ['a move from the future', { ...under, moves: [{ piece: 'R:1:7:0', start: 2, to: [5, 0] }] }],
    ['a move before time', { ...under, moves: [{ piece: 'R:1:7:0', start: 0, to: [5, 0] }] }],
    ['a way that no rook goes', { ...under, moves: [{ piece: 'R:1:7:0', start: 1, to: [5, 1] }] }],
    [
      'a piece that is not there',
      { ...under, moves: [{ piece: 'N:1:7:1', start: 1, to: [5, 0] }] },
    ],
    ['no piece', { ...under, moves: [{ piece: 'X', start: 1, to: [5, 0] }] }],
    ['one piece twice', { ...under, moves: [...under.moves, ...under.moves] }],
    ['a way to three places', { ...under, moves: [{ piece: 'R:1:7:0', start: 1, to: [5, 0, 0] }] }],
    ['a draw that is overdue', { ...canon, cooldowns: [], tick: 100_000 }],
    [
      'an end that cannot be',
      { ...canon, end: { reason: 'king_captured', result: 'win', tick: 17, winners: [0] } },
    ],
    [
      'an end before its cause',
      { ...canon, end: { reason: 'inactivity', result: 'draw', tick: 17, winners: [] } },
    ],
    [
      'an end for no reason',
      { ...canon, end: { reason: 'boredom', result: 'draw', tick: 17, winners: [] } },
    ],
    ['an end too short', { ...canon, end: { reason: 'inactivity' } }],
  ])('refused: %s', (_why, broken) => {
    expect(game.states.restore(broken).ok).toBe(false);
  });

  test('are restored after moves, after the end, and after a seat left', () => {
    const ended = later(state, 5000).state;
    const four = begin({ board: 'four_player' }, [0, 2, 3]);
    const left = game.match!.leave!(orders(four, 3, 'e11e9'), 2, 'flag').state;
    for (const reached of [state, moved, ended, left, later(left, 20_000).state])
      expect(text(unwrap(game.states.restore(game.states.canon(reached))))).toBe(text(reached));
  });

  test('have nothing beside them', () => {
    expect(game.states.aside(state)).toBeNull();
    expect(game.states.restore(canon, {})).toMatchObject({ fault: { code: 'malformed' } });
  });

  test('a position is the same whenever it is reached', () => {
    const { position } = game.states;
    const [soon, late] = [later(begin(), 10).state, later(begin(), 500).state];
    expect(position(soon)).toBe(position(late));
    expect(position(orders(soon, 0, 'e2e4'))).toBe(position(orders(late, 0, 'e2e4')));
    expect(position(later(orders(soon, 0, 'e2e4'), 3).state)).not.toBe(
      position(orders(late, 0, 'e2e4')),
    );
    expect(position(begin())).not.toBe(position(begin({})));
  });

  test('broken at random, they are refused or written just so', () => {
    const luck = rngFrom(11);
    const odd: Json[] = [null, -1, 0, 1, 7, 255, 1e9, '', 'Q', [], {}, [0, 0, 1], 'P:1:6:4'];
    const breakIn = (json: Json): Json => {
      if (luck(12) === 0 || typeof json !== 'object' || json === null)
        return odd[luck(odd.length)]!;
      const keys = Object.keys(json);
      const key = keys[luck(keys.length || 1)];
      if (key === undefined) return odd[luck(odd.length)]!;
      const broken = breakIn((json as JsonObject)[key]!);
      return Array.isArray(json) ? json.with(Number(key), broken) : { ...json, [key]: broken };
    };
    for (let i = 0; i < runs(3000).numRuns; i++) {
      const broken = breakIn(luck(2) === 0 ? canon : under);
      const restored = game.states.restore(broken);
      if (!restored.ok) continue;
      expect(game.states.canon(restored.value)).toEqual(broken);
      game.time!.advance(restored.value, restored.value.tick + 1000);
    }
  });
});
