/** Replays that are not as they should be: what is refused, what is kept as refused, what is told to be lost. */
import { entryOf, type JsonObject, moveAct, unwrap } from '@kifu/core';
import { describe, expect, test } from 'vitest';
import { moveIn } from '../../../test/records.ts';
import { game } from '../rules.ts';
import { kfchess, kfchessV1 } from './index.ts';

const E4 = { tick: 4, piece_id: 'P:1:6:4', to_row: 4, to_col: 4, player: 1 };
const V2 = {
  version: 2,
  speed: 'lightning',
  board_type: 'standard',
  players: { 1: 'u:1', 2: 'bot:x' },
  moves: [E4],
  total_ticks: 90,
  winner: null,
  win_reason: null,
  created_at: null,
  tick_rate_hz: 30,
};
const V1 = {
  speed: 'standard',
  players: { 1: 'u:1', 2: 'b:novice' },
  moves: [{ pieceId: 'P:2:1:3', player: 2, row: 3, col: 3, tick: 7 }],
  ticks: 300,
};

function read(replay: unknown) {
  const losses: string[] = [];
  const kifu = kfchess.read(JSON.stringify(replay), what => losses.push(what));
  return { kifu, losses };
}
/** What became of each entry: the rule that refuses it, or the piece. */
const acts = (replay: unknown) =>
  unwrap(read(replay).kifu).entries.map(({ act, at }) =>
    act.type === 'refused' ? `${at} ${act.fault.rule}` : `${at} ${moveIn(game, act).piece}`,
  );

test('reads a plain replay without losses', () => {
  const { kifu, losses } = read(V2);
  expect(losses).toEqual([]);
  expect(kifu).toEqual({
    ok: true,
    value: {
      header: {
        game: 'kung-fu-chess',
        version: 1,
        options: {
          board: 'standard',
          speed: 'lightning',
          hz: 30,
          rules: 'v2-2026-01',
          ties: 'exact',
        },
        players: [
          { seat: 0, name: 'u:1' },
          { seat: 1, name: 'bot:x' },
        ],
        seed: null,
        start: null,
        startedAt: null,
        tags: { total_ticks: '90' },
      },
      entries: [entryOf(0, moveAct(game, { piece: 'P:1:6:4', to: [4, 4] }), { at: 4 })],
      ending: null,
      notes: [],
      variations: [],
    },
  });
});

test.each([
  [401, 'exact'],
  [460, 'float'],
])('a distance of exactly 0.4 squares up to tick %d: %s', (total_ticks, ties) => {
  const move = (
    tick: number,
    player: number,
    piece_id: string,
    to_row: number,
    to_col: number,
  ) => ({
    ...{ tick, player, piece_id, to_row, to_col },
  });
  // the queen comes from a6 for the king on e6, and takes it a tick sooner in floating point
  const moves = [
    move(0, 1, 'P:1:6:2', 5, 2),
    move(0, 2, 'P:2:1:4', 3, 4),
    move(30, 1, 'Q:1:7:3', 4, 0),
    move(30, 2, 'K:2:0:4', 1, 4),
    move(200, 2, 'K:2:0:4', 2, 4),
    move(250, 1, 'Q:1:7:3', 2, 0),
    move(400, 1, 'Q:1:7:3', 2, 4),
  ];
  const { kifu } = read({ ...V2, speed: 'standard', tick_rate_hz: 10, moves, total_ticks });
  expect(unwrap(kifu).header.options.ties).toBe(ties);
});

describe('refused', () => {
  test.each<[name: string, change: JsonObject, path: string]>([
    ['version', { version: 3 }, '/version'],
    ['no number', { version: '2' }, '/version'],
    ['null', { version: null }, '/version'],
    ['version 1 with other fields', { version: 1 }, '/ticks'],
    ['speed', { speed: 'warp' }, '/speed'],
    ['board', { board_type: 'hex' }, '/board_type'],
    ['rate', { tick_rate_hz: 0 }, '/tick_rate_hz'],
    ['rate as text', { tick_rate_hz: '30' }, '/tick_rate_hz'],
    ['rate without ticks for a square', { tick_rate_hz: 4 }, '/tick_rate_hz'],
    ['players', { players: { 1: 'a' } }, '/players'],
    ['players on the wrong board', { players: { 1: 'a', 3: 'b' } }, '/players'],
    ['a player without a name', { players: { 1: 'a', 2: null } }, '/players'],
    ['a name without end', { players: { 1: 'a', 2: 'b'.repeat(2000) } }, '/players'],
    ['no players', { players: [] }, '/players'],
    ['ticks', { total_ticks: -1 }, '/total_ticks'],
    ['ticks as text', { total_ticks: '90' }, '/total_ticks'],
    ['too many ticks', { total_ticks: 2 ** 40 }, '/total_ticks'],
    ['winner', { winner: 3 }, '/winner'],
    ['winner as text', { winner: '1' }, '/winner'],
    ['reason', { win_reason: 1 }, '/win_reason'],
    ['date', { created_at: 'yesterday' }, '/created_at'],
    ['date as number', { created_at: 2026 }, '/created_at'],
    ['moves', { moves: null }, '/moves'],
    ['an entry that is none', { moves: [E4, 7] }, '/moves/1'],
    [
      'an entry without column',
      { moves: [{ ...E4, to_col: undefined }] as never },
      '/moves/0/to_col',
    ],
    ['a tick as text', { moves: [{ ...E4, tick: '4' }] }, '/moves/0/tick'],
    ['a piece as number', { moves: [{ ...E4, piece_id: 4 }] }, '/moves/0/piece_id'],
    ['a player as text', { moves: [{ ...E4, player: '1' }] }, '/moves/0/player'],
    ['a tick beyond all', { moves: [{ ...E4, tick: 2 ** 52 }] }, '/moves/0/tick'],
  ])('%s', (_name, change, path) => {
    const refused = read({ ...V2, ...change }).kifu;
    expect(refused.ok).toBe(false);
    if (!refused.ok) expect(refused.fault.at?.path).toBe(path);
  });

  test.each([
    ['half a square', JSON.stringify({ ...V2, moves: [{ ...E4, to_row: 5.5 }] })],
    ['a key twice', JSON.stringify(V2).replace('{', '{"version":2,')],
    ['no JSON', '{'],
    ['no object', '[]'],
    ['nothing', ''],
  ])('%s', (_name, text) => {
    expect(kfchess.read(text)).toMatchObject({ fault: { code: 'malformed' } });
  });

  test('bytes that are no text', () => {
    expect(kfchess.read(Uint8Array.of(0xff, 0xfe))).toMatchObject({ fault: { code: 'malformed' } });
  });

  test('a campaign, whose start is not in the file', () => {
    const campaign = { ...V1, players: { 1: 'u:1', 2: 'c:12' } };
    expect(read(campaign).kifu).toMatchObject({
      fault: { code: 'unsupported', at: { path: '/players/2' } },
    });
  });

  test('more moves than a record may have', () => {
    const moves = new Array(140_000).fill(E4);
    expect(read({ ...V2, moves }).kifu).toMatchObject({ fault: { code: 'too-large' } });
  });

  test('version 2, by the dialect of version 1', () => {
    expect(kfchessV1.read(JSON.stringify(V2))).toMatchObject({ fault: { code: 'unsupported' } });
    expect(kfchessV1.read(JSON.stringify(V1)).ok).toBe(true);
  });
});

describe('version 1', () => {
  test('ticks are those of the first motion, one after the command', () => {
    const { kifu, losses } = read(V1);
    expect(unwrap(kifu).entries[0]).toMatchObject({ seat: 1, at: 6 });
    expect(unwrap(kifu).header.options).toEqual({
      board: 'standard',
      speed: 'standard',
      hz: 10,
      rules: 'classic',
      ties: 'exact',
    });
    expect(losses).toEqual([]);
  });

  test('a first motion at tick 0 was ordered before the start', () => {
    const { losses } = read({ ...V1, moves: [{ ...V1.moves[0], tick: 0 }] });
    expect(losses).toEqual(['move 1, at tick -1, which is before the start']);
  });
});

describe('commands that do not take effect', () => {
  test('what the rules refuse is kept as refused, in the order of ticks', () => {
    const moves = [
      { ...E4, tick: 10 },
      E4,
      { ...E4, tick: 80, to_row: 3 },
      { ...E4, tick: 5, piece_id: 'P:2:1:4' },
      { ...E4, tick: 5, player: 3 },
      { ...E4, tick: 5, to_row: 9 },
      { ...E4, tick: 5, piece_id: 'P:1:6:10' },
    ];
    expect(acts({ ...V2, moves })).toEqual([
      '4 P:1:6:4',
      '5 not_your_piece',
      '5 no_seat',
      '5 piece_moving',
      '5 piece_not_found',
      '10 piece_moving',
      '80 P:1:6:4',
    ]);
  });

  test('what is no move at all is told', () => {
    const moves = [
      { ...E4, piece_id: 'P:1:6:9' },
      { ...E4, to_row: 12 },
      { ...E4, to_col: -1 },
      { ...E4, player: 99 },
      { ...E4, tick: -3 },
      { ...E4, tick: 90 },
      { ...E4, tick: 1e9 },
    ];
    const { kifu, losses } = read({ ...V2, moves });
    expect(unwrap(kifu).entries).toEqual([]);
    expect(losses).toEqual([
      'move 5, at tick -3, which is before the start',
      'move 1 of player 1, "P:1:6:9" to row 4, column 4: unknown player, piece or square',
      'move 2 of player 1, "P:1:6:4" to row 12, column 4: unknown player, piece or square',
      'move 3 of player 1, "P:1:6:4" to row 4, column -1: unknown player, piece or square',
      'move 4 of player 99, "P:1:6:4" to row 4, column 4: unknown player, piece or square',
      'move 6, at tick 90, which is not before the end',
      'move 7, at tick 1000000000, which is not before the end',
    ]);
  });

  test('a great many are told in short', () => {
    const { losses } = read({ ...V2, moves: new Array(500).fill({ ...E4, tick: 500 }) });
    expect(losses.length).toBe(101);
    expect(losses.at(-1)).toBe('400 more moves');
  });

  test('a thousand commands at one tick and a billion ticks are read', () => {
    const moves = Array.from({ length: 1000 }, (_, i) => ({ ...E4, to_row: i % 8, to_col: i % 7 }));
    const replay = { ...V2, moves, total_ticks: 1_000_000_000 };
    const { kifu } = read(replay);
    const { entries, ending } = unwrap(kifu);
    expect(entries.length).toBe(1000);
    expect(entries.filter(({ act }) => act.type === 'move').length).toBe(1);
    expect(ending).toMatchObject({ at: 2700, outcome: { reason: 'inactivity' } });
  });

  test('unknown fields are told', () => {
    const { losses } = read({ ...V2, rated: true, moves: [{ ...E4, comment: 'x' }] });
    expect(losses).toEqual(['the field "rated"', 'the field "comment" of moves']);
  });
});

describe('castling is one entry', () => {
  const clear = [
    { tick: 0, piece_id: 'N:1:7:6', to_row: 5, to_col: 5, player: 1 },
    { tick: 0, piece_id: 'P:1:6:6', to_row: 5, to_col: 6, player: 1 },
    { tick: 20, piece_id: 'B:1:7:5', to_row: 6, to_col: 6, player: 1 },
  ];
  const king = { tick: 40, piece_id: 'K:1:7:4', to_row: 7, to_col: 6, player: 1 };
  const rook = { tick: 40, piece_id: 'R:1:7:7', to_row: 7, to_col: 5, player: 1 };
  const replay = (...moves: object[]) => ({ ...V2, moves: [...clear, ...moves] });
  const last = (...moves: object[]) => acts(replay(...moves)).slice(3);

  test('with the rook’s half, without it, and with others between', () => {
    expect(last(king, rook)).toEqual(['40 K:1:7:4']);
    expect(last(king)).toEqual(['40 K:1:7:4']);
    expect(last(king, { ...E4, tick: 40 }, rook)).toEqual(['40 K:1:7:4', '40 P:1:6:4']);
  });

  test('a second half, or another way, or another tick, is refused like any other', () => {
    expect(last(king, rook, rook)).toEqual(['40 K:1:7:4', '40 piece_moving']);
    expect(last(king, { ...rook, to_col: 6 })).toEqual(['40 K:1:7:4', '40 piece_moving']);
    expect(last(king, { ...rook, tick: 41 })).toEqual(['40 K:1:7:4', '41 piece_moving']);
    expect(last(king, { ...rook, player: 2 })).toEqual(['40 K:1:7:4', '40 not_your_piece']);
    expect(last(king, { ...rook, to_row: 6, to_col: 21 })).toEqual(['40 K:1:7:4']);
    expect(last(rook, king)).toEqual(['40 R:1:7:7', '40 castling_rook']);
  });
});

describe('endings', () => {
  const ending = (change: object) => {
    const { kifu, losses } = read({ ...V2, ...change });
    const { ending: end, header } = unwrap(kifu);
    return { outcome: end?.outcome, at: end?.at, tags: header.tags, losses };
  };

  test('come from the rules where the file says nothing', () => {
    const draw = { result: 'draw', winners: [], points: null, reason: 'inactivity' };
    const told = { outcome: draw, at: 2700, tags: {}, losses: [] };
    expect(ending({ moves: [], total_ticks: 2700 })).toEqual(told);
    expect(ending({ moves: [], total_ticks: 2700, winner: 0, win_reason: 'draw' })).toEqual(told);
  });

  test('come at the tick of the rules where the file continues', () => {
    expect(ending({ moves: [], total_ticks: 5000 })).toMatchObject({
      at: 2700,
      losses: ['the file has 5000 ticks, and the match ended at tick 2700'],
    });
  });

  test('come from the file where the rules do not decide', () => {
    expect(ending({ winner: 2, win_reason: 'resignation' })).toEqual({
      outcome: { result: 'win', winners: [1], points: null, reason: 'resignation' },
      at: 90,
      tags: {},
      losses: [],
    });
    expect(ending({ win_reason: 'invalid' }).outcome).toMatchObject({ result: 'void' });
    expect(ending({ winner: 1 }).outcome).toMatchObject({ winners: [0], reason: 'unknown' });
    expect(ending({ winner: 0, win_reason: 'agreement' }).outcome).toMatchObject({
      result: 'draw',
    });
  });

  test('what contradicts the rules is told, and kept', () => {
    expect(ending({ winner: 1, win_reason: 'king_captured' })).toEqual({
      outcome: undefined,
      at: undefined,
      tags: { winner: '1', win_reason: 'king_captured', total_ticks: '90' },
      losses: [
        'the file names player 1 as winner, king_captured, but by the rules it is still in progress',
      ],
    });
    expect(
      ending({ moves: [], total_ticks: 2700, winner: 2, win_reason: 'king_captured' }),
    ).toMatchObject({
      outcome: { reason: 'inactivity' },
      tags: { winner: '2' },
      losses: [
        'the file names player 2 as winner, king_captured, but by the rules it ended with inactivity',
      ],
    });
  });
});
