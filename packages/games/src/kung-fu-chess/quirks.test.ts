/** The rule sheet section by section, where its rules are not what one would expect. */
import { unwrap } from '@kifu/core';
import { describe, expect, test } from 'vitest';
import { begin, happenings, later, order, orders, place } from '../../test/kung-fu-chess.ts';
import { isAirborne } from './motion.ts';
import { game } from './rules.ts';
import { makeSetting } from './setting.ts';
import type { State } from './state.ts';

const FOUR = { board: 'four_player', speed: 'lightning' };
const may = (state: State, seat: number, text: string) => order(state, seat, text).ok;
const ruleOf = (state: State, seat: number, text: string) => {
  const refused = order(state, seat, text);
  return refused.ok ? null : refused.fault.rule;
};
const canonOf = (state: State) =>
  game.states.canon(state) as unknown as {
    readonly pieces: readonly (readonly [number, number, number] | null)[];
    readonly cooldowns: readonly (readonly [string, number])[];
  };
const pieceOf = (state: State, id: string) =>
  canonOf(state).pieces[state.setting.ground.men.findIndex(man => man.id === id)];

describe('§2 ticks', () => {
  test.each<[hz: number, speed: string, numbers: number[]]>([
    [10, 'standard', [10, 100, 1200, 1800, 3600, 17]],
    [10, 'lightning', [2, 20, 300, 450, 900, 4]],
    [30, 'standard', [30, 300, 3600, 5400, 10_800, 51]],
    [30, 'lightning', [6, 60, 900, 1350, 2700, 11]],
  ])('%d Hz, %s', (hz, speed, numbers) => {
    const made = unwrap(makeSetting({ hz, speed }, [0, 1]));
    const { squareTicks, cooldownTicks, idleTicks, peaceTicks, earliestDraw, knightSeen } = made;
    expect([
      ...[squareTicks, cooldownTicks, idleTicks, peaceTicks, earliestDraw, knightSeen],
    ]).toEqual(numbers);
  });

  test('ticks of a square in whole numbers are those of floating point, at every rate', () => {
    for (let hz = 5; hz <= 240; hz++) {
      const { squareTicks } = unwrap(makeSetting({ hz, speed: 'lightning' }, [0, 1]));
      expect(squareTicks).toBe(Math.floor(0.2 * hz));
    }
  });

  test('the tick at which a knight comes down is that of floating point (§12)', () => {
    for (const [hz, speed] of [
      [10, 'standard'],
      [10, 'lightning'],
      [30, 'standard'],
      [30, 'lightning'],
    ] as const) {
      const state = orders(begin({ hz, speed }), 0, 'g1f3');
      const [knight] = state.moves;
      for (let elapsed = 0; elapsed <= knight!.ticks; elapsed++)
        expect(isAirborne(knight!, knight!.start + elapsed)).toBe(elapsed / knight!.ticks < 0.85);
    }
  });
});

describe('§3 who is where', () => {
  const kings = { 'K:1:7:4': 'a1', 'K:2:0:4': 'a8' };

  test('a piece has the square it came from until it arrives, and has not moved before', () => {
    const state = orders(begin(), 0, 'e2e4');
    expect([0, 1, 12].map(ticks => pieceOf(later(state, ticks).state, 'P:1:6:4'))).toEqual([
      [6, 4, 0],
      [6, 4, 0],
      [6, 4, 0],
    ]);
    expect(pieceOf(later(state, 13).state, 'P:1:6:4')).toEqual([4, 4, 1]);
  });

  test('a piece counts as moving before the first tick', () => {
    expect(ruleOf(orders(begin(), 0, 'e2e4'), 0, 'e2e3')).toBe('piece_moving');
  });

  test('a capture does not stop the piece that takes', () => {
    const state = place({ ...kings, 'R:1:7:0': 'h1', 'N:2:0:1': 'f6' });
    const met = orders(orders(state, 0, 'h1h8'), 1, 'f6h5');
    const { state: after, events } = later(met, 60);
    expect(events.map(({ type }) => type)).toEqual(['capture']);
    expect(pieceOf(after, 'R:1:7:0')).toEqual([0, 7, 1]);
  });
});

describe('§4 what is refused first', () => {
  const pieces = { 'K:1:7:4': 'e1', 'K:2:0:4': 'e8', 'R:1:7:0': 'a1', 'R:2:0:0': 'a8' };
  const play = (state: State, seat: number, piece: string, to: [number, number]) => {
    const played = game.play(state, seat, { piece, to });
    return played.ok ? null : (played.fault.rule ?? played.fault.code);
  };

  test('the end, then the king, then whose it is, then whether it is there', () => {
    const over = later(begin(), 100_000).state;
    expect(play(over, 7, 'X', [0, 0])).toBe('game_over');
    const three = place({ 'K:1:6:11': 'l6', 'K:2:11:5': 'f1', 'P:3:5:1': 'b7' }, FOUR, [0, 1, 2]);
    expect(play(three, 2, 'P:1:5:10', [5, 9])).toBe('no_king');
    const state = place(pieces);
    expect(play(state, 0, 'N:2:0:1', [2, 2])).toBe('not_your_piece'); // and captured
    expect(play(state, 0, 'N:1:7:1', [0, 0])).toBe('piece_captured'); // and no way of a knight
  });

  test('moving, then resting, then the way', () => {
    const moving = orders(place(pieces), 0, 'a1a3');
    expect(play(moving, 0, 'R:1:7:0', [3, 3])).toBe('piece_moving');
    const resting = later(moving, 13).state;
    expect(play(resting, 0, 'R:1:7:0', [3, 3])).toBe('cooldown');
    expect(play(later(resting, 59).state, 0, 'R:1:7:0', [3, 3])).toBe('cooldown');
    expect(play(later(resting, 60).state, 0, 'R:1:7:0', [3, 3])).toBe('geometry');
  });

  test('nothing stops a king from walking into an attack, nor many from moving at once', () => {
    const state = place({ 'K:1:7:4': 'e1', 'K:2:0:4': 'a8', 'R:2:0:0': 'd8' });
    expect(may(state, 0, 'e1d1')).toBe(true);
    const all = ['a2a4', 'b2b4', 'c2c4', 'd2d4', 'e2e4', 'f2f4', 'g2g4', 'h2h4', 'b1c3', 'g1f3'];
    expect(orders(begin(), 0, ...all).moves.length).toBe(10);
  });
});

describe('§5 ways', () => {
  const kings = { 'K:1:7:4': 'e1', 'K:2:0:4': 'h8' };

  test('a double step goes by where a pawn stands, not by whether it has moved', () => {
    const moved = place({ ...kings, 'P:1:6:4': 'd2' });
    expect(may(moved, 0, 'd2d4')).toBe(true);
    expect(may(place({ ...kings, 'P:1:6:4': 'd3' }), 0, 'd3d5')).toBe(false);
  });

  test('squares that a friend will only pass do not block', () => {
    const state = orders(place({ ...kings, 'R:1:7:0': 'a1', 'N:1:7:1': 'b1' }), 0, 'a1a8');
    expect(may(state, 0, 'b1a3')).toBe(true);
  });

  test('a knight jumps over all, and looks only at where it lands', () => {
    expect(may(begin(), 0, 'b1c3')).toBe(true);
    expect(ruleOf(begin(), 0, 'b1d2')).toBe('own_piece');
    expect(ruleOf(orders(begin(), 0, 'c2c3'), 0, 'b1c3')).toBe('own_destination');
  });

  test('the cut corner is slid over in all four corners', () => {
    const kings = { 'K:1:6:11': 'l6', 'K:2:11:5': 'f1' };
    for (const [from, to] of ['l3j1', 'a3c1', 'a10c12', 'l10j12'].map(way => [
      way.slice(0, way.search(/\d[a-l]/) + 1),
      way,
    ])) {
      const state = place({ ...kings, 'B:1:4:11': from! }, FOUR);
      expect(may(state, 0, to!)).toBe(true);
    }
  });
});

describe('§5.6 squares with two claimants', () => {
  // piece order: black officers, black pawns, white pawns, white officers
  const kings = { 'K:1:7:4': 'e1', 'K:2:0:4': 'a8' };

  /** One leaves d4 on a long way, another comes to rest there. */
  function shared(leaving: string, coming: string, seats: [number, number]): State {
    const state = place({ ...kings, [leaving]: 'd4', [coming]: 'c4', 'R:1:7:0': 'g4' });
    const left = later(orders(state, seats[0], 'd4d8'), 6).state;
    return later(orders(left, seats[1], 'c4d4'), 8).state;
  }

  test('where who left comes first, who rests there is not seen', () => {
    // a black queen has left, a white one rests: sliders pass over it, and a friend may be sent onto it
    const state = shared('Q:2:0:3', 'Q:1:7:3', [1, 0]);
    expect(state.moves.length).toBe(1);
    expect(may(state, 0, 'g4a4')).toBe(true);
    expect(may(state, 0, 'g4d4')).toBe(true);
  });

  test('where who rests comes first, it is seen', () => {
    // a white queen has left, a black one rests
    const state = shared('Q:1:7:3', 'Q:2:0:3', [0, 1]);
    expect(state.moves.length).toBe(1);
    expect(ruleOf(state, 0, 'g4a4')).toBe('blocked');
    expect(may(state, 0, 'g4d4')).toBe(true); // an enemy, to be taken
  });

  test('a pawn does not take aside who is hidden', () => {
    const pieces = { ...kings, 'R:2:0:0': 'd4', 'N:2:0:1': 'b5', 'P:1:6:2': 'c3' };
    const first = later(orders(place(pieces), 1, 'd4d8'), 1).state;
    const hidden = later(orders(first, 1, 'b5d4'), 14).state;
    expect(hidden.moves.length).toBe(1); // the rook, which comes before the knight
    expect(ruleOf(hidden, 0, 'c3d4')).toBe('pawn_capture');
    expect(may(later(hidden, 20).state, 0, 'c3d4')).toBe(true); // the rook has arrived
  });
});

describe('§6 castling', () => {
  const home = { 'K:1:7:4': 'e1', 'R:1:7:7': 'h1', 'K:2:0:4': 'a8' };

  test('attacked squares do not matter', () => {
    expect(may(place({ ...home, 'R:2:0:0': 'f8', 'R:2:0:7': 'e8' }), 0, 'e1g1')).toBe(true);
  });

  test('a square that a piece has left is free, one for which an enemy is heading is not', () => {
    const state = place({ ...home, 'N:1:7:6': 'g1' });
    expect(ruleOf(state, 0, 'e1g1')).toBe('castling_blocked');
    expect(may(orders(state, 0, 'g1h3'), 0, 'e1g1')).toBe(true);
    const enemy = orders(place({ ...home, 'R:2:0:0': 'f8' }), 1, 'f8f1');
    expect(ruleOf(enemy, 0, 'e1g1')).toBe('castling_blocked');
  });

  test('king and rook pass through each other, and rest separately', () => {
    const pieces = { 'K:1:7:4': 'e1', 'R:1:7:0': 'a1', 'K:2:0:4': 'a8' };
    const { state, events } = later(orders(place(pieces), 0, 'e1c1'), 30);
    expect(events).toEqual([]);
    expect(canonOf(state).cooldowns).toEqual([
      ['R:1:7:0', 19],
      ['K:1:7:4', 13],
    ]);
  });

  test('where the rook falls the king continues', () => {
    const state = place({ ...home, 'N:2:0:1': 'e3' });
    // the knight sets out before, to where the rook is going; the square is between king and rook, so it must be later
    const castling = orders(state, 0, 'e1g1');
    const met = orders(castling, 1, 'e3f1');
    expect(happenings(met, 60)).toEqual([
      '12 capture N:2:0:1 by null',
      '12 capture R:1:7:7 by null',
    ]);
    const { state: after } = later(met, 60);
    expect(pieceOf(after, 'K:1:7:4')).toEqual([7, 6, 1]);
    expect(pieceOf(after, 'R:1:7:7')).toBeNull();
  });

  test('where the king falls the rook is back at home, as if nothing had been', () => {
    const state = place({ ...home, 'Q:2:0:3': 'g3' });
    const met = orders(orders(state, 0, 'e1g1'), 1, 'g3g1');
    // both set out together, so both fall, a tick before the king would have arrived
    expect(happenings(met, 60).slice(0, 2)).toEqual([
      '12 capture Q:2:0:3 by null',
      '12 capture K:1:7:4 by null',
    ]);
    const { state: over } = later(met, 60);
    expect(pieceOf(over, 'R:1:7:7')).toEqual([7, 7, 0]);
    expect(canonOf(over).cooldowns).toEqual([]);
  });

  test('an enemy that rests at the rook’s home meanwhile falls with the rook (§9.3)', () => {
    // three kings, so that the match goes on
    const pieces = {
      ...{ 'K:1:6:11': 'l6', 'R:1:9:11': 'l3', 'K:2:11:5': 'f1', 'K:3:5:0': 'a7' },
      ...{ 'Q:2:11:6': 'j2', 'B:3:4:0': 'k4' },
    };
    let state = orders(place(pieces, FOUR, [0, 1, 2]), 0, 'l6l4'); // with the rook l3 to l5
    state = orders(orders(state, 1, 'j2l4'), 2, 'k4l3'); // together with the king; and onto the rook's home
    expect(happenings(state, 12)).toEqual([
      '12 capture Q:2:11:6 by null',
      '12 capture K:1:6:11 by null',
      '12 elimination 0',
    ]);
    expect(happenings(later(state, 12).state, 20)).toEqual([
      '13 capture B:3:4:0 by null',
      '13 capture R:1:9:11 by null',
    ]);
  });
});

describe('§9.3 who survives', () => {
  const kings = { 'K:1:7:4': 'a1', 'K:2:0:4': 'a8' };

  test('a straight pawn loses to a piece at rest, and to one that set out later', () => {
    const state = place({ ...kings, 'P:1:6:4': 'e2', 'R:2:0:0': 'f4' });
    const rests = orders(orders(state, 0, 'e2e4'), 1, 'f4e4');
    expect(happenings(rests, 30)).toEqual(['11 capture P:1:6:4 by R:2:0:0']);
    const far = place({ ...kings, 'P:1:6:4': 'e2', 'R:2:0:0': 'h3' });
    const ahead = later(orders(far, 0, 'e2e4'), 2).state;
    expect(happenings(orders(ahead, 1, 'h3a3'), 60)).toEqual([]); // it is too late
    const near = place({ ...kings, 'P:1:6:4': 'e2', 'R:2:0:0': 'g4' });
    const meets = later(orders(near, 0, 'e2e4'), 1).state;
    expect(happenings(orders(meets, 1, 'g4d4'), 60)).toEqual(['12 capture P:1:6:4 by R:2:0:0']);
  });

  test('two straight pawns that set out together both fall', () => {
    const state = place({ ...kings, 'P:1:6:4': 'e3', 'P:2:1:4': 'e5' });
    expect(happenings(orders(orders(state, 0, 'e3e4'), 1, 'e5e4'), 30)).toEqual([
      '6 capture P:2:1:4 by null',
      '6 capture P:1:6:4 by null',
    ]);
  });

  test('a pawn that goes aside is like any other piece', () => {
    const state = place({ ...kings, 'P:1:6:4': 'e4', 'N:2:0:1': 'd5', 'R:2:0:0': 'd8' });
    const met = later(orders(state, 0, 'e4d5'), 20);
    expect(met.events.map(({ piece, by }) => [piece, by])).toEqual([['N:2:0:1', 'P:1:6:4']]);
  });

  test('the order of commands within a tick does not matter', () => {
    const state = place({ ...kings, 'R:1:7:0': 'h1', 'R:2:0:0': 'h8' });
    const white = orders(orders(state, 0, 'h1h8'), 1, 'h8h1');
    const black = orders(orders(state, 1, 'h8h1'), 0, 'h1h8');
    expect(happenings(white, 60)).toEqual(happenings(black, 60));
  });

  test('friends pass through each other', () => {
    const state = place({ ...kings, 'R:1:7:0': 'h1', 'R:1:7:7': 'h8' });
    expect(ruleOf(orders(state, 0, 'h1h7'), 0, 'h8h2')).toBe('own_destination');
    const crossing = place({ ...kings, 'R:1:7:0': 'h1', 'B:1:7:2': 'e4' });
    expect(happenings(orders(crossing, 0, 'h1h8', 'e4h1'), 90)).toEqual([]);
  });
});

describe('§11 the end', () => {
  test('an absent army stands still, can be taken, and has no say', () => {
    const state = begin(FOUR, [0, 1]);
    expect(canonOf(state).pieces.every(piece => piece !== null)).toBe(true);
    expect(game.play(state, 2, { piece: 'P:3:5:1', to: [5, 2] })).toMatchObject({
      fault: { rule: 'no_seat' },
    });
    const pieces = { 'K:1:6:11': 'l6', 'K:2:11:5': 'f1', 'K:3:5:0': 'a7', 'R:1:2:11': 'a4' };
    const alone = orders(place(pieces, FOUR, [0, 1]), 0, 'a4a7');
    expect(happenings(alone, 60)[0]).toContain('capture K:3:5:0 by R:1:2:11');
    expect(game.outcome(later(alone, 60).state)).toBeNull();
  });

  test('commands of any seat put a draw off', () => {
    const state = later(begin({ hz: 1 }), 359).state;
    expect(happenings(orders(state, 1, 'e7e5'), 300)).toEqual(['479 end inactivity']);
  });
});
