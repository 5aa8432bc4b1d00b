/** The rules of Kung Fu Chess by cases: castling, meetings, promotion, the end, leaving. */
import { type JsonObject, step, unwrap } from '@kifu/core';
import { describe, expect, test } from 'vitest';
import {
  begin,
  happenings,
  LIGHTNING,
  later,
  order,
  orders,
  place,
} from '../../test/kung-fu-chess.ts';
import { game } from './rules.ts';
import type { State } from './state.ts';

const FOUR = { board: 'four_player', speed: 'lightning' };

describe('castling', () => {
  const home = { 'K:1:7:4': 'e1', 'R:1:7:0': 'a1', 'R:1:7:7': 'h1', 'K:2:0:4': 'e8' };

  test.each([
    ['e1g1', 'R:1:7:7', [7, 5], [7, 6], 12],
    ['e1c1', 'R:1:7:0', [7, 3], [7, 2], 18],
  ])('%s', (text, rook, rookTo, kingTo, ticks) => {
    const state = orders(place(home), 0, text);
    const moving = (after: number) => later(state, after).state.moves.length;
    expect([0, 12, 13, 1 + ticks].map(moving)).toEqual([2, 2, ticks === 12 ? 0 : 1, 0]);
    const { pieces } = game.states.canon(later(state, 1 + ticks).state) as { pieces: number[][] };
    const at = (id: string) => pieces[state.setting.ground.men.findIndex(man => man.id === id)];
    expect([at('K:1:7:4'), at(rook)]).toEqual([
      [...kingTo, 1],
      [...rookTo, 1],
    ]);
  });

  test.each([
    [3, 'g12i12', 'j12h12'],
    [3, 'g12e12', 'c12f12'],
    [1, 'f1h1', 'j1g1'],
    [1, 'f1d1', 'c1e1'],
    [0, 'l6l4', 'l3l5'],
    [0, 'l6l8', 'l10l7'],
    [2, 'a7a5', 'a3a6'],
    [2, 'a7a9', 'a10a8'],
  ])('of seat %d on the four-player board: %s with %s', (seat, king, rook) => {
    const state = begin(FOUR, [0, 1, 2, 3]);
    const { men } = state.setting.ground;
    const canon = game.states.canon(state) as { pieces: unknown[] } & JsonObject;
    const pieces = canon.pieces.map((piece, i) => (/[KR]:/.test(men[i]!.id) ? piece : null));
    const alone = unwrap(game.states.restore({ ...canon, pieces } as never));
    const castled = orders(alone, seat, king);
    const ways = castled.moves.map(({ from, to }) => [from, to]);
    const names = (text: string) =>
      orders(alone, seat, text).moves.map(({ from, to }) => [from, to]);
    expect(ways).toEqual([ways[0], ...names(rook)]);
  });

  test('is refused while a piece is heading for a square between', () => {
    const state = orders(place({ ...home, 'N:2:0:6': 'f3' }), 1, 'f3g1');
    expect(order(state, 0, 'e1g1')).toMatchObject({ fault: { rule: 'castling_blocked' } });
    expect(order(state, 0, 'e1c1').ok).toBe(true);
  });
});

describe('who survives', () => {
  const kings = { 'K:1:7:4': 'a1', 'K:2:0:4': 'a8' };
  test.each<
    [name: string, pieces: object, white: string[], black: string[], wait: number, list: string[]]
  >([
    [
      'the mover, against one at rest',
      { 'R:1:7:0': 'h1', 'N:2:0:1': 'h4' },
      ['h1h4'],
      [],
      0,
      ['17 capture N:2:0:1 by R:1:7:0'],
    ],
    [
      'the earlier of two movers',
      { 'R:1:7:0': 'h1', 'R:2:0:0': 'h8' },
      ['h1h8'],
      ['h8h1'],
      1,
      ['22 capture R:2:0:0 by R:1:7:0'],
    ],
    [
      'neither, if they set out together',
      { 'R:1:7:0': 'h1', 'R:2:0:0': 'h8' },
      ['h1h8'],
      ['h8h1'],
      0,
      ['21 capture R:2:0:0 by null', '21 capture R:1:7:0 by null'],
    ],
    [
      'the piece that a straight pawn runs into',
      { 'P:1:6:7': 'h2', 'N:2:0:1': 'g6' },
      ['h2h4'],
      ['g6h4'],
      0,
      ['12 capture P:1:6:7 by N:2:0:1'],
    ],
    [
      'the earlier of two straight pawns',
      { 'P:1:6:7': 'h2', 'P:2:1:7': 'h5' },
      ['h2h4'],
      ['h5h4'],
      4,
      ['11 capture P:2:1:7 by P:1:6:7'],
    ],
    ['a knight in the air', { 'N:1:7:1': 'g1', 'R:2:0:0': 'g2' }, ['g1h3'], ['g2g8'], 0, []],
  ])('%s', (_name, pieces, white, black, wait, list) => {
    let state = orders(place({ ...kings, ...pieces } as never), 0, ...white);
    state = later(state, wait).state;
    state = black.length === 0 ? state : orders(state, 1, ...black);
    expect(happenings(state, 50)).toEqual(list);
  });

  test('a piece may be hit twice, and who takes may fall next', () => {
    const kings = { 'K:1:6:11': 'l6', 'K:2:11:5': 'f1', 'K:3:5:0': 'a7' };
    const rooks = { 'R:2:11:2': 'f3', 'R:3:2:0': 'c6', 'Q:1:5:11': 'f6' };
    const state = place({ ...kings, ...rooks }, FOUR, [0, 1, 2]);
    expect(happenings(orders(orders(state, 2, 'c6f6'), 1, 'f3f6'), 40)).toEqual([
      '17 capture Q:1:5:11 by R:2:11:2',
      '17 capture Q:1:5:11 by R:3:2:0',
      '18 capture R:2:11:2 by null',
      '18 capture R:3:2:0 by null',
    ]);
  });

  test('pawns of seats 0 and 2 take straight ahead on the four-player board', () => {
    const kings = { 'K:1:6:11': 'l6', 'K:2:11:5': 'f1' };
    const east = place({ ...kings, 'P:1:6:10': 'k6', 'N:2:11:3': 'h8' }, FOUR);
    expect(happenings(orders(orders(east, 0, 'k6i6'), 1, 'h8i6'), 30)).toEqual([
      '12 capture N:2:11:3 by null',
      '12 capture P:1:6:10 by null',
    ]);
    const south = place({ ...kings, 'P:2:10:6': 'g2', 'N:1:3:11': 'h6' }, FOUR);
    expect(happenings(orders(orders(south, 1, 'g2g4'), 0, 'h6g4'), 30)).toEqual([
      '12 capture P:2:10:6 by N:1:3:11',
    ]);
  });

  test('at ten ticks a second lightning jumps through lightning', () => {
    const state = place(
      { ...kings, 'R:1:7:0': 'h1', 'R:2:0:0': 'h8' },
      { speed: 'lightning', hz: 10 },
    );
    const odd = later(orders(state, 0, 'h1h8'), 1).state;
    expect(happenings(orders(odd, 1, 'h8h1'), 40)).toEqual([]);
    const even = later(orders(state, 0, 'h1h8'), 2).state;
    expect(happenings(orders(even, 1, 'h8h1'), 40)).toEqual(['9 capture R:2:0:0 by R:1:7:0']);
  });
});

describe('promotion', () => {
  const kings = { 'K:1:7:4': 'a1', 'K:2:0:4': 'a8' };

  test('comes on arrival, always to a queen, which then rests', () => {
    const state = orders(place({ ...kings, 'P:1:6:7': 'h7' }), 0, 'h7h8');
    expect(happenings(state, 7)).toEqual(['7 promotion P:1:6:7']);
    const { state: after } = later(state, 7 + 60);
    expect(order(later(state, 66).state, 0, 'h8c3')).toMatchObject({ fault: { rule: 'cooldown' } });
    expect(order(after, 0, 'h8c3').ok).toBe(true);
  });

  test('does not come where the pawn falls in the same tick', () => {
    const state = orders(place({ ...kings, 'P:1:6:7': 'h7', 'R:2:0:7': 'g8' }), 0, 'h7h8');
    const { state: soon } = later(state, 2);
    expect(happenings(orders(soon, 1, 'g8h8'), 9)).toEqual(['7 capture P:1:6:7 by R:2:0:7']);
  });

  test('comes on the near edge of the opposite arm of the four-player board', () => {
    const state = place(
      { 'K:1:6:11': 'l6', 'K:2:11:5': 'f1', 'P:1:5:10': 'd5', 'P:2:10:8': 'i9' },
      FOUR,
    );
    expect(happenings(orders(orders(state, 0, 'd5c5'), 1, 'i9i10'), 8)).toEqual([
      '7 promotion P:1:5:10',
      '7 promotion P:2:10:8',
    ]);
  });
});

describe('the end', () => {
  test('comes when the last other king falls', () => {
    const state = orders(place({ 'K:1:7:4': 'e1', 'R:1:7:7': 'h1', 'K:2:0:4': 'h8' }), 0, 'h1h8');
    expect(happenings(state, 60)).toEqual([
      '41 capture K:2:0:4 by R:1:7:7',
      '41 elimination 1',
      '41 end king_captured',
    ]);
    const { state: over } = later(state, 60);
    expect(game.outcome(over)).toEqual({
      result: 'win',
      winners: [0],
      points: null,
      reason: 'king_captured',
    });
    expect(over.tick).toBe(60);
    expect(game.states.canon(over)).toMatchObject({
      end: { tick: 41 },
      moves: [{ piece: 'R:1:7:7' }],
    });
    expect(game.time!.next(over)).toBeNull();
  });

  test('is a draw when both kings fall in one tick', () => {
    const state = place({ 'K:1:7:4': 'e4', 'K:2:0:4': 'e6' });
    const met = orders(orders(state, 0, 'e4e5'), 1, 'e6e5');
    expect(happenings(met, 20).slice(-3)).toEqual([
      '6 elimination 0',
      '6 elimination 1',
      '6 end kings_captured',
    ]);
  });

  test.each([
    [{}, 10_800],
    [{ hz: 10 }, 3600],
    [LIGHTNING, 2700],
    [{ speed: 'lightning', hz: 10 }, 900],
    [{ rules: 'classic' }, 3600],
  ])('is a draw after inactivity, with options %j at tick %i', (options, tick) => {
    expect(happenings(begin(options), 1_000_000_000)).toEqual([`${tick} end inactivity`]);
    expect(game.time!.advance(begin(options), Number.MAX_SAFE_INTEGER).state.end?.tick).toBe(tick);
  });

  test('a command or a capture puts the draw off', () => {
    const state = later(begin({ hz: 1 }), 350).state;
    expect(happenings(orders(state, 0, 'e2e4'), 500)).toEqual(['470 end inactivity']);
    const near = later(
      place({ 'K:1:7:4': 'e1', 'K:2:0:4': 'e8', 'R:1:7:0': 'a1', 'N:2:0:1': 'a3' }, { hz: 1 }),
      350,
    );
    expect(happenings(orders(near.state, 0, 'a1a3'), 500)).toEqual([
      '353 capture N:2:0:1 by R:1:7:0',
      '533 end inactivity',
    ]);
  });

  test('a seat that loses its king is out, and its pieces stay', () => {
    const pieces = {
      'K:1:6:11': 'l6',
      'K:2:11:5': 'f1',
      'K:3:5:0': 'a7',
      'R:2:11:2': 'c1',
      'Q:3:6:0': 'f8',
    };
    const state = orders(place(pieces, FOUR, [0, 1, 2]), 2, 'f8f1');
    const under = orders(state, 1, 'c1c7');
    expect(happenings(under, 60)).toEqual(['41 capture K:2:11:5 by Q:3:6:0', '41 elimination 1']);
    const { state: after } = later(under, 60);
    expect(game.active(after)).toEqual([0, 2]);
    expect(game.outcome(after)).toBeNull();
    // the rook of the seat that is out went on, and can be taken
    expect(happenings(orders(after, 2, 'a7b7'), 10)).toEqual([]);
    expect(order(after, 1, 'c7c8')).toMatchObject({ fault: { rule: 'no_king' } });
  });
});

describe('leaving', () => {
  const leave = (state: State, of: number) =>
    unwrap(step(game, state, { do: 'leave', of, how: 'resignation' }));

  test('by one of two ends the match', () => {
    const { state, outcome } = leave(begin(), 1);
    expect(outcome).toMatchObject({ result: 'win', winners: [0], reason: 'resignation' });
    expect(game.outcome(state)).toEqual(outcome);
  });

  test('by one of three keeps its pieces on the board, and its king counts no more', () => {
    const first = leave(orders(begin(FOUR, [0, 1, 3]), 3, 'e11e9'), 3);
    expect(first.outcome).toBeNull();
    expect(first.parts.at(-1)!.events).toEqual([
      { type: 'left', tick: 0, seat: 3, how: 'resignation' },
    ]);
    const { state } = later(first.state, 30);
    expect(state.moves).toEqual([]);
    expect(game.play(state, 3, { piece: 'P:4:1:3', to: [2, 3] })).toMatchObject({
      fault: { rule: 'no_seat' },
    });
    const last = leave(state, 0);
    expect(last.outcome).toMatchObject({ winners: [1] });
    expect(step(game, last.state, { do: 'leave', of: 1, how: 'flag' }).ok).toBe(false);
  });

  test('by a seat that is out changes nothing', () => {
    const state = place({ 'K:1:6:11': 'l6', 'K:2:11:5': 'f1', 'P:3:5:1': 'b7' }, FOUR, [0, 1, 2]);
    const left = leave(state, 2);
    expect(left.outcome).toBeNull();
    expect(game.seated(left.state)).toEqual([0, 1]);
  });
});
