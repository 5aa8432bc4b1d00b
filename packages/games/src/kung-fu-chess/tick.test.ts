/** Time: what is jumped over, when pieces meet, what is foretold. */
import { type GameEvent, type JsonObject, rngFrom, unwrap } from '@kifu/core';
import { describe, expect, test } from 'vitest';
import { begin, happenings, later, order, orders, place } from '../../test/kung-fu-chess.ts';
import { squares } from './notation.ts';
import { game } from './rules.ts';
import type { State } from './state.ts';
import { text } from './state-text.ts';
import { advance } from './tick.ts';

/** Looks at every tick, whether or not something is said to happen there. */
function tickByTick(state: State, to: number): { state: State; events: readonly GameEvent[] } {
  const events: GameEvent[] = [];
  let now = state;
  while (now.tick < to) {
    const forced = now.end === null ? { ...now, soon: now.tick + 1 } : now;
    const passed = advance(forced, now.tick + 1);
    events.push(...passed.events);
    now = passed.state;
  }
  return { state: now, events };
}

describe.each<[name: string, options: JsonObject, seats: number[]]>([
  ['classic', { rules: 'classic' }, [0, 1]],
  ['classic lightning', { rules: 'classic', speed: 'lightning' }, [0, 1]],
  ['30 Hz', {}, [0, 1]],
  ['ties', { hz: 10, ties: 'float' }, [0, 1]],
  ['four players', { hz: 10, speed: 'lightning' }, [0, 1, 2, 3]],
])('%s: nothing happens between the ticks that are looked at', (_name, options, seats) => {
  test.each(Array.from({ length: process.env.KIFU_DEEP === '1' ? 60 : 3 }, (_, i) => i))(
    'match %d',
    seed => {
      const luck = rngFrom(seed);
      let state = begin(options, seats);
      const { squareTicks } = state.setting;
      for (let n = 0; n < 250 && state.end === null; n++) {
        const to = state.tick + luck(2 + squareTicks);
        const [jumped, walked] = [advance(state, to), tickByTick(state, to)];
        expect(text(jumped.state)).toBe(text(walked.state));
        expect(jumped.events).toEqual(walked.events);
        state = jumped.state;
        const seat = seats[luck(seats.length)]!;
        const moves = [...game.legal(state, seat)];
        if (moves.length > 0)
          state = unwrap(game.play(state, seat, moves[luck(moves.length)]!)).state;
      }
    },
  );
});

const KINGS = { 'K:1:7:4': 'a1', 'K:2:0:4': 'a8' };

// rule sheet §9.1: the first tick at which a mover takes one at rest, in ticks before its arrival
test.each<[options: JsonObject, straight: number, diagonal: number, knight: number]>([
  [{ hz: 10 }, 3, 2, 3],
  [{ hz: 10, speed: 'lightning' }, 0, 0, 0],
  [{ hz: 30 }, 11, 8, 9],
  [{ hz: 30, speed: 'lightning' }, 2, 1, 1],
])('%j: how soon before arrival', (options, ...expected) => {
  const ways: [id: string, from: string, to: string][] = [
    ['R:1:7:0', 'h1', 'h8'],
    ['B:1:7:2', 'c1', 'h6'],
    ['N:1:7:1', 'g4', 'h6'],
  ];
  const found = ways.map(([id, from, to]) => {
    const state = orders(place({ ...KINGS, [id]: from, 'N:2:0:1': to }, options), 0, from + to);
    const [{ start, ticks }] = state.moves as [State['moves'][number]];
    const { events } = later(state, 1000);
    return start + ticks - (events[0]!.tick as number);
  });
  expect(found).toEqual(expected);
});

// rule sheet §12: where floating point takes at exactly 0.4 squares, one tick early
describe.each([10, 30])('ties at %d Hz', hz => {
  const capture = (ties: string, row: number, distance: number, isDown: boolean): number => {
    const from = isDown ? row - distance : row + distance;
    const pieces = { ...KINGS, 'R:1:7:0': `h${8 - from}`, 'N:2:0:1': `h${8 - row}` };
    const state = orders(place(pieces, { hz, ties }), 0, `h${8 - from}h${8 - row}`);
    return later(state, 1000).events[0]!.tick as number;
  };
  const cases = [true, false].flatMap(isDown =>
    Array.from({ length: 8 }, (_, row) => row).flatMap(row =>
      Array.from({ length: isDown ? row : 7 - row }, (_, i) => [isDown, row, i + 1] as const),
    ),
  );

  test.each(cases)('downwards %s, to row %d, %d squares', (isDown, row, distance) => {
    const isEarly = isDown
      ? distance <= 4 && row >= 2 && row <= 4
      : distance <= 4 && row <= 3 && !(distance === 1 && row === 0);
    const exact = capture('exact', row, distance, isDown);
    expect(capture('float', row, distance, isDown)).toBe(isEarly ? exact - 1 : exact);
  });
});

describe('danger is foretold', () => {
  const dangers = (state: State, seat: number, move: string) =>
    unwrap(game.play(state, seat, unwrap(squares.parse(state, move)))).events.map(
      ({ type, seat: whose, by, when }) => `${type} ${whose} ${by} ${when}`,
    );

  test('to a king at rest', () => {
    const state = place({ ...KINGS, 'R:1:7:0': 'h8' });
    expect(dangers(state, 0, 'h8a8')).toEqual(['danger 1 R:1:7:0 41']);
    expect(dangers(state, 0, 'h8b8')).toEqual([]);
    expect(happenings(orders(state, 0, 'h8a8'), 50)[0]).toBe('41 capture K:2:0:4 by R:1:7:0');
  });

  test('to a king that walks into it, and not to one that takes', () => {
    const state = place({ 'K:1:7:4': 'e1', 'K:2:0:4': 'b5', 'R:1:7:0': 'a1' });
    const moving = later(orders(state, 0, 'a1a5'), 3).state;
    expect(dangers(moving, 1, 'b5a5')).toEqual(['danger 1 R:1:7:0 23']);
    const first = later(orders(state, 1, 'b5a5'), 1).state;
    expect(dangers(first, 0, 'a1a5')).toEqual(['danger 1 R:1:7:0 24']);
    expect(dangers(place({ ...KINGS, 'P:1:6:0': 'a6' }), 0, 'a6a7')).toEqual([]);
    const pawn = place({ 'K:1:7:4': 'e1', 'K:2:0:4': 'd5', 'P:1:6:4': 'e2' });
    expect(dangers(later(orders(pawn, 0, 'e2e4'), 1).state, 1, 'd5e4')).toEqual([]);
  });

  test('castling is told', () => {
    const state = place({ 'K:1:7:4': 'e1', 'R:1:7:7': 'h1', 'K:2:0:4': 'e8' });
    const events = unwrap(game.play(state, 0, { piece: 'K:1:7:4', to: [7, 6] })).events;
    expect(events).toEqual([
      { type: 'castle', tick: 0, seat: 0, piece: 'K:1:7:4', rook: 'R:1:7:7' },
    ]);
  });
});

describe('the older rules', () => {
  const CLASSIC = { rules: 'classic' };
  const classic = (pieces: { [id: string]: string }) => place({ ...KINGS, ...pieces }, CLASSIC);

  test('a piece has moved as soon as it is ordered', () => {
    const home = { 'K:1:7:4': 'e1', 'R:1:7:7': 'h1', 'K:2:0:4': 'e8' };
    const state = orders(place(home, CLASSIC), 0, 'h1h2');
    expect(order(state, 0, 'e1g1')).toMatchObject({ fault: { rule: 'castling_rook' } });
    expect(order(place(home, CLASSIC), 0, 'e1g1').ok).toBe(true);
  });

  test('a piece may not stop where an own piece has still to pass', () => {
    const state = orders(classic({ 'R:1:7:0': 'h1', 'N:1:7:1': 'f2' }), 0, 'h1h8');
    expect(order(state, 0, 'f2h3')).toMatchObject({ fault: { rule: 'own_way' } });
    expect(order(later(state, 21).state, 0, 'f2h3')).toMatchObject({ fault: { rule: 'own_way' } });
    expect(order(later(state, 22).state, 0, 'f2h3').ok).toBe(true);
    expect(game.time!.next(later(state, 21).state)).toBe(22);
  });

  test('a square that a piece is leaving does not stop a pawn', () => {
    const state = orders(classic({ 'P:1:6:7': 'h3', 'N:2:0:1': 'h4' }), 1, 'h4f5');
    expect(order(state, 0, 'h3h4').ok).toBe(true);
  });

  test('of two that set out together the first command wins', () => {
    const state = classic({ 'R:1:7:0': 'h1', 'R:2:0:0': 'h8' });
    const white = orders(orders(state, 0, 'h1h8'), 1, 'h8h1');
    expect(happenings(white, 100)).toEqual(['34 capture R:2:0:0 by R:1:7:0']);
    const black = orders(orders(state, 1, 'h8h1'), 0, 'h1h8');
    expect(happenings(black, 100)).toEqual(['34 capture R:1:7:0 by R:2:0:0']);
  });

  test('a piece that closes in takes one that goes away, even if that set out earlier', () => {
    const state = classic({ 'R:1:7:0': 'a4', 'R:2:0:0': 'd6' });
    const crossing = later(orders(state, 0, 'a4h4'), 15).state;
    expect(happenings(orders(crossing, 1, 'd6d1'), 60)).toEqual(['32 capture R:1:7:0 by R:2:0:0']);
    const sooner = later(orders(state, 0, 'a4h4'), 9).state;
    expect(happenings(orders(sooner, 1, 'd6d1'), 60)).toEqual(['28 capture R:2:0:0 by R:1:7:0']);
  });

  test('of two straight pawns the later falls', () => {
    const state = later(orders(classic({ 'P:1:6:7': 'h2', 'P:2:1:7': 'h5' }), 0, 'h2h4'), 8).state;
    expect(happenings(orders(state, 1, 'h5h4'), 60)).toEqual(['18 capture P:2:1:7 by P:1:6:7']);
  });

  test('a knight can be taken before it can take', () => {
    const state = orders(classic({ 'N:1:7:1': 'g4', 'R:2:0:0': 'h7' }), 0, 'g4h6');
    expect(happenings(orders(state, 1, 'h7h1'), 60)).toEqual(['17 capture N:1:7:1 by R:2:0:0']);
  });

  test('there is no draw of kings: white wins where both fall', () => {
    const pieces = { 'K:1:7:4': 'e1', 'K:2:0:4': 'e8', 'R:1:7:7': 'h8', 'R:2:0:7': 'h1' };
    const state = place(pieces, CLASSIC);
    const both = orders(orders(state, 0, 'h8e8'), 1, 'h1e1');
    expect(happenings(both, 100).slice(-3)).toEqual([
      '27 elimination 0',
      '27 elimination 1',
      '27 end king_captured',
    ]);
    expect(game.outcome(later(both, 100).state)?.winners).toEqual([0]);
    const { state: over } = later(both, 100);
    expect(text(unwrap(game.states.restore(game.states.canon(over))))).toBe(text(over));
  });

  test('a draw needs more than three minutes without a capture', () => {
    const state = later(classic({ 'R:1:7:0': 'h1', 'N:2:0:1': 'h3' }), 3590).state;
    expect(happenings(orders(state, 0, 'h1h3'), 3000)).toEqual([
      '3607 capture N:2:0:1 by R:1:7:0',
      '5408 end inactivity',
    ]);
  });
});
