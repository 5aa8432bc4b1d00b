/** Kung Fu Chess: the contract of every game, then what is particular to it. */
import { type JsonObject, unwrap } from '@kifu/core';
import { conformance } from '@kifu/core/conformance';
import { describe, expect, test } from 'vitest';
import { begin, LIGHTNING, later, order, orders, place } from '../../test/kung-fu-chess.ts';
import { game } from './rules.ts';
import { LAST_TICK, type State } from './state.ts';

const FOUR = { board: 'four_player', speed: 'lightning' };
const startAt = (state: State, setup: JsonObject): JsonObject => ({
  ...setup,
  start: { canon: game.states.canon(state) },
});

/** Kings and little else, so that matches end soon. */
const DUEL = {
  'K:1:7:4': 'e1',
  'Q:1:7:3': 'd1',
  'K:2:0:4': 'e8',
  'R:2:0:0': 'a8',
  'P:2:1:7': 'h3',
};

describe.each<[name: string, setup: JsonObject, steps: number]>([
  ['lightning', { options: { speed: 'lightning', hz: 10 } }, 60],
  ['classic', { options: { rules: 'classic', speed: 'lightning' } }, 60],
  ['four seats', { seats: [0, 1, 2, 3], options: { hz: 5, speed: 'lightning' } }, 40],
  ['ties in floating point', { options: { hz: 10, ties: 'float' } }, 40],
  ['a duel', startAt(place(DUEL), { options: LIGHTNING }), 120],
  [
    'a classic duel',
    startAt(place(DUEL, { ...LIGHTNING, rules: 'classic' }), { options: { rules: 'classic' } }),
    120,
  ],
  [
    'three kings',
    startAt(
      place(
        { 'K:1:6:11': 'l6', 'K:2:11:5': 'f1', 'K:3:5:0': 'a7', 'Q:3:6:0': 'd4' },
        FOUR,
        [0, 1, 2],
      ),
      { seats: [0, 1, 2] },
    ),
    80,
  ],
])('%s', (_name, setup, steps) => {
  for (const [name, check] of conformance(game, { setups: [setup], games: 2, steps }))
    test(name, check);
});

describe('a command', () => {
  const start = begin();

  test('goes by the table of times', () => {
    const moving = orders(start, 0, 'e2e4');
    const path = Array.from({ length: 80 }, (_, i) => later(moving, i).state);
    const isMoving = path.map(({ moves }) => moves.length === 1);
    expect(isMoving.lastIndexOf(true)).toBe(12); // ordered at 0, in motion from 1, two squares of 6 ticks
    const mayMove = path.map(state => order(state, 0, state.moves.length > 0 ? 'e2e3' : 'e4e5').ok);
    expect(mayMove.indexOf(true)).toBe(13 + 60);
    expect(game.time!.next(moving)).toBe(13);
    expect(game.time!.next(path[13]!)).toBe(73);
  });

  const blocked = orders(start, 0, 'g1f3');
  const out = later(orders(place({ ...DUEL, 'R:1:7:7': 'h1' }), 0, 'e1e2'), 70).state;
  const backHome = later(orders(out, 0, 'e2e1'), 70).state;
  const standing = place({ ...DUEL, 'R:1:7:0': 'a1', 'P:1:6:0': 'a2', 'B:1:7:2': 'c1' });
  test.each<[rule: string, state: State, seat: number, move: object | string]>(
    [
      ['piece_not_found', start, 0, { piece: 'P:1:6:10', to: [6, 8] }],
      ['not_your_piece', start, 0, 'e7e5'],
      ['piece_captured', standing, 0, { piece: 'N:1:7:6', to: [5, 5] }],
      ['piece_moving', blocked, 0, { piece: 'N:1:7:6', to: [5, 7] }],
      ['cooldown', later(blocked, 20).state, 0, 'f3e5'],
      ['off_board', start, 0, { piece: 'P:1:6:4', to: [9, 4] }],
      ['off_board', begin(FOUR), 0, { piece: 'R:1:2:11', to: [1, 11] }],
      ['same_square', start, 0, 'e2e2'],
      ['geometry', start, 0, 'g1g3'],
      ['geometry', start, 0, 'e2e5'],
      ['geometry', start, 0, 'd1e3'],
      ['geometry', start, 0, 'f1f3'],
      ['geometry', start, 0, 'a1c3'],
      ['geometry', start, 0, 'e1e3'],
      ['blocked', start, 0, 'a1a4'],
      ['own_piece', start, 0, 'a1a2'],
      ['own_piece', start, 0, 'b1d2'],
      ['own_destination', orders(start, 0, 'g1f3'), 0, 'f2f3'],
      ['pawn_capture', start, 0, 'e2d3'],
      ['pawn_blocked', place({ ...DUEL, 'P:1:6:4': 'e2', 'P:2:1:4': 'e3' }), 0, 'e2e4'],
      ['pawn_blocked', place({ ...DUEL, 'P:1:6:4': 'e2', 'P:2:1:4': 'e4' }), 0, 'e2e4'],
      ['castling_king', backHome, 0, 'e1g1'],
      ['castling_rook', place({ 'K:1:7:4': 'e1', 'K:2:0:4': 'e8' }), 0, 'e1g1'],
      ['castling_rook', place({ 'K:1:7:4': 'e1', 'R:1:7:7': 'h2', 'K:2:0:4': 'e8' }), 0, 'e1g1'],
      ['castling_blocked', start, 0, 'e1g1'],
      ['castling_blocked', place({ ...DUEL, 'R:1:7:0': 'a1' }), 0, 'e1c1'],
    ].map(([rule, state, seat, move]) => [rule, state, seat, move] as never),
  )('is refused by %s', (rule, state, seat, move) => {
    const refused =
      typeof move === 'string' ? order(state, seat, move) : game.play(state, seat, move as never);
    expect(refused).toMatchObject({ ok: false, fault: { code: 'illegal-move', rule } });
    if (!refused.ok) expect(refused.fault.message.length).toBeGreaterThan(10);
  });

  test('is refused from a seat without a king, and after the end', () => {
    const state = place({ 'K:1:6:11': 'l6', 'K:2:11:5': 'f1', 'P:3:5:1': 'b7' }, FOUR, [0, 1]);
    const move = { piece: 'P:3:5:1', to: [5, 2] } as const;
    expect(game.play(state, 2, move)).toMatchObject({
      fault: { code: 'wrong-seat', rule: 'no_seat' },
    });
    const three = place({ 'K:1:6:11': 'l6', 'K:2:11:5': 'f1', 'P:3:5:1': 'b7' }, FOUR, [0, 1, 2]);
    expect(game.play(three, 2, move)).toMatchObject({
      fault: { code: 'wrong-seat', rule: 'no_king' },
    });
    expect(game.active(three)).toEqual([0, 1]);
    expect(game.seated(three)).toEqual([0, 1, 2]);
    const over = later(state, 100_000).state;
    expect(game.play(over, 0, { piece: 'K:1:6:11', to: [5, 11] })).toMatchObject({
      fault: { code: 'game-over', rule: 'game_over' },
    });
  });

  test('is refused after the last tick that is counted', () => {
    const canon = game.states.canon(start) as JsonObject;
    const late = { ...canon, lastCapture: LAST_TICK, lastCommand: LAST_TICK, tick: LAST_TICK };
    const state = unwrap(game.states.restore(late));
    expect(order(state, 0, 'e2e4').ok).toBe(true);
    expect(game.time!.next(state)).toBe(LAST_TICK + 1);
    const { state: after } = later(state, 1);
    expect(order(after, 0, 'e2e4')).toMatchObject({ fault: { rule: 'too_late' } });
    expect([...game.legal(after, 0)]).toEqual([]);
    const moving = later(orders(state, 0, 'e2e4'), 40).state;
    expect(game.states.canon(moving)).toMatchObject({ tick: LAST_TICK + 40 });
  });

  test('may come a thousand times at one tick', () => {
    let state = begin(FOUR, [0, 1, 2, 3]);
    let taken = 0;
    for (let i = 0; i < 1000; i++) {
      const moves = [...game.legal(state, i % 4)];
      const move = moves[(7 * i) % (moves.length || 1)];
      if (move === undefined) continue;
      state = unwrap(game.play(state, i % 4, move)).state;
      taken++;
    }
    expect(taken).toBeGreaterThan(40);
    expect(later(state, 10_000).events.at(-1)).toMatchObject({ type: 'end' });
  });
});

describe('ways', () => {
  const kings = { 'K:1:7:4': 'e1', 'K:2:0:4': 'h8' };
  const may = (state: State, seat: number, text: string) => order(state, seat, text).ok;

  test('a square that a piece is leaving stops a pawn, but no rook', () => {
    const state = place({ ...kings, 'R:1:7:0': 'a1', 'P:1:6:0': 'a3', 'N:2:0:1': 'a4' });
    expect([may(state, 0, 'a1a4'), may(state, 0, 'a3a4')]).toEqual([false, false]);
    const left = orders(state, 1, 'a4b6');
    expect(may(left, 0, 'a3a4')).toBe(false);
    const free = orders(left, 0, 'e1e2');
    const rook = place({ ...kings, 'R:1:7:0': 'a1', 'N:2:0:1': 'a4' });
    expect(may(orders(rook, 1, 'a4b6'), 0, 'a1a8')).toBe(true);
    expect(may(rook, 0, 'a1a8')).toBe(false);
    expect(may(free, 0, 'a3a4')).toBe(false);
  });

  test('a piece may not go to or past a square for which an own piece is heading', () => {
    const state = orders(place({ ...kings, 'R:1:7:0': 'a1', 'N:1:7:1': 'b1' }), 0, 'b1a3');
    expect(may(state, 0, 'a1a2')).toBe(true);
    expect(may(state, 0, 'a1a3')).toBe(false);
    expect(may(state, 0, 'a1a4')).toBe(false);
    const enemy = orders(place({ ...kings, 'R:1:7:0': 'a1', 'N:2:0:1': 'b1' }), 1, 'b1a3');
    expect(may(enemy, 0, 'a1a4')).toBe(true);
  });

  test('a pawn takes only a piece at rest', () => {
    const state = place({ ...kings, 'P:1:6:4': 'e4', 'N:2:0:1': 'd5' });
    expect(may(state, 0, 'e4d5')).toBe(true);
    expect(may(orders(state, 1, 'd5b6'), 0, 'e4d5')).toBe(false);
  });

  test('a piece may slide over the cut corner, but not into it', () => {
    const state = place({ 'K:1:6:11': 'l6', 'K:2:11:5': 'f1', 'B:1:4:11': 'l3' }, FOUR);
    expect(may(state, 0, 'l3j1')).toBe(true);
    expect(may(state, 0, 'l3k2')).toBe(false);
  });
});
