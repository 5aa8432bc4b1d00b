/** Writing replays: what they have room for, and what is listed. */
import { type Action, endingOf, entryOf, type Kifu, moveAct, type Seat, unwrap } from '@kifu/core';
import { describe, expect, test } from 'vitest';
import { game } from '../rules.ts';
import { kfchess, kfchessV1 } from './index.ts';

const header: Kifu['header'] = {
  game: 'kung-fu-chess',
  version: 1,
  options: { speed: 'lightning' },
  players: [
    { seat: 0, name: 'Ann' },
    { seat: 1, name: 'Bob' },
  ],
  seed: null,
  start: null,
  startedAt: '2026-01-15T12:00:00.250Z',
  tags: {},
};
const entry = (seat: Seat, act: Action, at: number | null) => entryOf(seat, act, { at });
const move = (seat: Seat, piece: string, to: [number, number], at: number | null) =>
  entry(seat, moveAct(game, { piece, to }), at);
const E4 = move(0, 'P:1:6:4', [4, 4], 4);
const kifu = (change: Partial<Kifu>): Kifu => ({
  ...{ header, entries: [E4], ending: null, notes: [], variations: [] },
  ...change,
});
const write = (change: Partial<Kifu>) => {
  const { output, losses } = unwrap(kfchess.write(kifu(change)));
  return { ...JSON.parse(output as string), losses };
};

test('writes a replay field for field', () => {
  expect(unwrap(kfchess.write(kifu({}))).output).toBe(
    '{"version":2,"speed":"lightning","board_type":"standard","players":{"1":"Ann","2":"Bob"},' +
      '"moves":[{"tick":4,"piece_id":"P:1:6:4","to_row":4,"to_col":4,"player":1}],"total_ticks":5,' +
      '"winner":null,"win_reason":null,"created_at":"2026-01-15T12:00:00.250000+00:00","tick_rate_hz":30}\n',
  );
});

describe('ends', () => {
  const king = (at: number | null) => move(0, 'K:1:7:4', [7, 6], at);
  const clear = [
    move(0, 'N:1:7:6', [5, 5], 0),
    move(0, 'P:1:6:6', [5, 6], 0),
    move(0, 'B:1:7:5', [6, 6], 20),
  ];

  test('castling is two entries', () => {
    const { moves } = write({ entries: [...clear, king(40)] });
    expect(
      moves
        .slice(3)
        .map(({ piece_id, tick }: { piece_id: string; tick: number }) => [piece_id, tick]),
    ).toEqual([
      ['K:1:7:4', 40],
      ['R:1:7:7', 40],
    ]);
  });

  test('a match that time ended, with and without its tick', () => {
    const outcome = { result: 'draw', winners: [], points: null, reason: 'inactivity' } as const;
    const ending = endingOf(outcome);
    const end = { total_ticks: 2700, winner: 0, win_reason: 'draw', losses: [] };
    expect(write({ ending: { ...ending, at: 2700 } })).toMatchObject(end);
    expect(write({ ending: { ...ending, at: 9999 } })).toMatchObject(end);
    expect(write({ ending })).toMatchObject(end);
  });

  test('a seat that left, and an outcome from outside', () => {
    const leave = entry(1, { type: 'leave', of: 1, how: 'resignation' }, 50);
    expect(write({ entries: [E4, leave] })).toMatchObject({
      total_ticks: 50,
      winner: 1,
      win_reason: 'resignation',
      losses: ['a player who left'],
    });
    const outcome = { result: 'void', winners: [], points: null, reason: 'aborted' } as const;
    expect(write({ ending: endingOf(outcome) })).toMatchObject({
      total_ticks: 5,
      winner: null,
      win_reason: 'invalid',
    });
  });

  test('what a file told before is told again', () => {
    const tags = { total_ticks: '90', winner: '1', win_reason: 'king_captured' };
    expect(write({ header: { ...header, tags } })).toMatchObject({
      total_ticks: 90,
      winner: 1,
      win_reason: 'king_captured',
      losses: [],
    });
    const odd = { total_ticks: 'x', winner: '7' };
    expect(write({ header: { ...header, tags: odd } })).toMatchObject({
      total_ticks: 5,
      winner: null,
    });
  });
});

test('losses are listed', () => {
  const fault = { code: 'illegal-move', rule: 'piece_moving', message: '' } as const;
  const entries = [
    { ...E4, ms: 140 },
    entry(0, { ...moveAct(game, { piece: 'P:1:6:4', to: [3, 4] }), type: 'refused', fault }, 5),
    entry(1, { type: 'offer-draw' }, 6),
    move(1, 'P:2:1:4', [3, 4], null),
  ];
  const notes = [{ entry: 1, author: null, text: 'x', glyphs: [] }];
  const tags = { Event: 'x' };
  const { losses, moves } = write({ entries, notes, header: { ...header, tags } });
  expect(losses).toEqual([
    'the tag "Event"',
    'a comment',
    'the time of a move, in milliseconds',
    'a move that was refused',
    'a match action: offer-draw',
  ]);
  expect(moves.map(({ tick }: { tick: number }) => tick)).toEqual([4, 6]);
});

test('moves that were taken back are left out', () => {
  const entries = [
    E4,
    move(1, 'P:2:1:4', [3, 4], 8),
    entry(0, { type: 'ask-takeback' }, 9),
    entry(1, { type: 'allow-takeback', to: 1 }, 9),
    move(1, 'P:2:1:3', [3, 3], 12),
  ];
  const { moves, losses } = write({ entries });
  expect(moves.map(({ piece_id }: { piece_id: string }) => piece_id)).toEqual([
    'P:1:6:4',
    'P:2:1:3',
  ]);
  expect(losses).toContain('a move that was taken back');
  expect(
    kfchess.write(kifu({ entries: [entry(1, { type: 'allow-takeback', to: 7 }, 9)] })),
  ).toMatchObject({
    fault: { code: 'broken-record', rule: 'takeback', at: { path: '/entries/0' } },
  });
});

describe('refused', () => {
  test.each<[name: string, change: Partial<Kifu>, code: string]>([
    ['another game', { header: { ...header, game: 'chess' } }, 'unsupported'],
    ['another start', { header: { ...header, start: { canon: {}, aside: null } } }, 'unsupported'],
    ['options that cannot be', { header: { ...header, options: { hz: 0 } } }, 'bad-setup'],
    ['a move that is not legal', { entries: [move(0, 'P:1:6:4', [3, 4], 4)] }, 'illegal-move'],
    [
      'a move that is none',
      { entries: [entry(0, { type: 'move', move: Uint8Array.of(9) }, 4)] },
      'malformed',
    ],
    ['a move without a seat', { entries: [{ ...E4, seat: null }] }, 'wrong-seat'],
    ['a tick that is over', { entries: [E4, move(0, 'P:1:6:3', [4, 3], 2)] }, 'past-time'],
    [
      'a name without end',
      {
        header: {
          ...header,
          players: [
            { seat: 0, name: 'x'.repeat(2000) },
            { seat: 1, name: '' },
          ],
        },
      },
      'malformed',
    ],
  ])('%s', (_name, change, code) => {
    expect(kfchess.write(kifu(change))).toMatchObject({ ok: false, fault: { code } });
  });

  test('an entry after the end', () => {
    const leave = entry(1, { type: 'leave', of: 1, how: 'flag' }, 50);
    expect(kfchess.write(kifu({ entries: [leave, E4] }))).toMatchObject({
      fault: { code: 'game-over', at: { path: '/entries/1' } },
    });
  });
});

describe('version 1', () => {
  const classic = { ...header, options: { rules: 'classic' }, startedAt: null };

  test('for the classic rules only', () => {
    expect(kfchessV1.write(kifu({}))).toMatchObject({ fault: { code: 'unsupported' } });
    const { output, losses } = unwrap(kfchessV1.write(kifu({ header: classic })));
    expect(output).toBe(
      '{"speed":"standard","players":{"1":"Ann","2":"Bob"},"ticks":5,' +
        '"moves":[{"pieceId":"P:1:6:4","player":1,"row":4,"col":4,"tick":5}]}\n',
    );
    expect(losses).toEqual([]);
  });

  test('has no room for how a match ended, unless the moves tell', () => {
    const outcome = { result: 'win', winners: [0], points: null, reason: 'resignation' } as const;
    const ending = endingOf(outcome);
    expect(unwrap(kfchessV1.write(kifu({ header: classic, ending }))).losses).toEqual([
      'how it ended: resignation',
    ]);
    expect(
      unwrap(kfchessV1.write(kifu({ header: { ...classic, startedAt: '2026-01-15' } }))).losses,
    ).toEqual(['when it began']);
  });
});

test('how ties are decided is listed where it would be read otherwise', () => {
  const float = { ...header, options: { ties: 'float' } };
  expect(write({ header: float }).losses).toEqual([
    'how distances of exactly 0.4 squares are decided',
  ]);
  expect(write({}).losses).toEqual([]);
});
