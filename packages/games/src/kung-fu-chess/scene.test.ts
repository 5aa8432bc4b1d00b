/** Pictures and words, in flight, at rest and at the end. */
import { drawText, unwrap } from '@kifu/core';
import { describe, expect, test } from 'vitest';
import { begin, later, orders, place } from '../../test/kung-fu-chess.ts';
import { describe as say } from './describe.ts';
import { squares } from './notation.ts';
import { placesAt } from './places.ts';
import { game } from './rules.ts';
import { scene, sceneWithin } from './scene.ts';

const FOUR = { board: 'four_player', speed: 'lightning' };
const draw = (state: ReturnType<typeof begin>) => drawText(scene(state), 'board');

test('a piece in flight has an arrow, one at rest the seconds left', () => {
  const state = later(orders(begin({}), 0, 'e2e4', 'g1f3'), 45).state;
  const all = later(orders(state, 1, 'd7d5'), 30).state;
  expect(draw(all)).toEqual([
    '8 r  n  b  q  k  b  n  r',
    '7 p  p  p  .  p  p  p  p',
    '6 .  .  .  p↓ .  .  .  .',
    '5 .  .  .  .  .  .  .  .',
    '4 .  .  .  .  P9 .  .  .',
    '3 .  .  .  .  .  N9 .  .',
    '2 P  P  P  P  .  P  P  P',
    '1 R  N  B  Q  K  B  .  R',
    '  a  b  c  d  e  f  g  h',
  ]);
  expect(scene(all).facts).toEqual([
    { label: 'time', value: '2.5 s' },
    { label: 'in flight', value: 'd7-d5 1.1 s' },
  ]);
  expect(scene(state).facts![1]!.value).toBe('e2-e4 0.6 s, g1~f3 0.6 s');
  expect(draw(later(all, 250).state)[4]).toBe('4 .  .  .  .  P2 .  .  .');
});

test('a board for four, without its corners', () => {
  const lines = draw(orders(begin(FOUR, [0, 1, 2, 3]), 0, 'k6i6'));
  expect(lines[0]).toBe('12         gR  gN  gB  gQ  gK  gB  gN  gR');
  expect(lines[6]).toBe(' 6 rQ  rP  .   .   .   .   .   .   .   .   wP← wK');
  expect(lines.every(line => line.length < 70)).toBe(true);
});

test('marks: from, to, and a king that will fall', () => {
  const pieces = { 'K:1:7:4': 'e1', 'R:1:7:7': 'h8', 'K:2:0:4': 'e8' };
  const { marks } = scene(orders(place(pieces), 0, 'h8e8'));
  expect(marks.map(({ kind, column, row }) => `${kind} ${column} ${row}`)).toEqual([
    'from 7 0',
    'to 4 0',
    'danger 4 0',
  ]);
  expect(scene(begin()).marks).toEqual([]);
});

test('pieces in flight are above the board, knights higher, and two on a square stand side by side', () => {
  // while the pawn is on its way its square counts as its own, so that it hides the bishop there from the knight (§6)
  const bishop = later(orders(begin({}), 0, 'e2e4', 'f1e2'), 45).state;
  const both = orders(bishop, 0, 'g1e2');
  const lifts = (state: typeof both) =>
    scene(state).pieces.flatMap(({ id, lift }) => (lift === undefined ? [] : [[id, lift]]));
  expect(lifts(both)).toEqual([
    ['P:1:6:4', 0.4],
    ['N:1:7:6', 1],
  ]);
  const landed = later(both, 200).state;
  expect(lifts(landed)).toEqual([]);
  const there = scene(landed).pieces.filter(({ column, row }) => column === 4 && row === 6);
  expect(there.map(({ spot }) => spot)).toEqual([
    { x: 4.375, y: 6.5, width: 0.75, height: 0.75 },
    { x: 4.625, y: 6.5, width: 0.75, height: 0.75 },
  ]);
});

test('ids stay, and tweens tell who went where and who is gone', () => {
  const pieces = { 'K:1:7:4': 'e1', 'R:1:7:7': 'h1', 'K:2:0:4': 'e8', 'P:2:1:7': 'h3' };
  const state = place(pieces);
  const move = unwrap(squares.parse(state, 'h1h3'));
  const after = later(orders(state, 0, 'h1h3'), 30).state;
  const { tweens, pieces: drawn } = scene(after, { scene: scene(state), move });
  expect(drawn.map(({ id }) => id).sort()).toEqual(['K:1:7:4', 'K:2:0:4', 'R:1:7:7']);
  expect(tweens).toEqual([
    { piece: 'P:2:1:7', from: { area: 'board', column: 7, row: 5 }, to: null },
    {
      piece: 'R:1:7:7',
      from: { area: 'board', column: 7, row: 7 },
      to: { area: 'board', column: 7, row: 5 },
    },
  ]);
  expect(scene(after).tweens).toEqual([]);
});

describe('words', () => {
  const pieces = { 'K:1:7:4': 'e1', 'R:1:7:7': 'h1', 'R:1:7:0': 'a1', 'K:2:0:4': 'h8' };
  const state = place(pieces);
  const told = (text: string) => {
    const move = unwrap(squares.parse(state, text));
    return say.move(state, move, unwrap(game.play(state, 0, move)).events);
  };

  test('of moves', () => {
    expect(told('a1a5')).toBe('rook from a1 to a5');
    expect(told('h1h8')).toBe('rook from h1 to h8, the black king is in danger');
    expect(told('e1g1')).toBe('king from e1 to g1, castling');
    expect(say.move(state, { piece: 'P:1:6:10', to: [9, 9] }, [])).toBe(
      'P:1:6:10 to row 9, column 9',
    );
  });

  test('of positions', () => {
    expect(say.position(orders(state, 0, 'a1a5'))).toBe(
      'White: king e1, rook h1. Black: king h8. Moving: white rook from a1 to a5.',
    );
    expect(say.position(later(orders(state, 0, 'h1h8'), 100).state)).toMatch(
      /White wins by capturing the king\.$/,
    );
    expect(say.position(later(state, 10_000).state)).toMatch(/Draw by inactivity\.$/);
    const left = game.match!.leave!(state, 0, 'flag').state;
    expect(say.position(left)).toMatch(/Black wins on time\.$/);
  });
});

describe('words of what happened', () => {
  const told = (state: ReturnType<typeof begin>, ticks: number) => {
    const { state: after, events } = later(state, ticks);
    return events.map(event => say.event!(after, event));
  };
  const kings = { 'K:1:7:4': 'a1', 'K:2:0:4': 'a8' };

  test('tell of captures, and of two pieces that fall together', () => {
    const state = place({ ...kings, 'R:1:7:0': 'h1', 'R:2:0:0': 'h8', 'P:1:6:1': 'b7' });
    expect(told(orders(state, 0, 'h1h8', 'b7b8'), 60)).toEqual([
      'a pawn of White promotes to queen on b8',
      'Black loses the rook on h8 to the white rook',
    ]);
    const both = orders(orders(state, 0, 'h1h8'), 1, 'h8h1');
    expect(told(both, 60)).toEqual([
      'Black loses the rook on h5, both are captured',
      'White loses the rook on h4, both are captured',
    ]);
  });

  test('tell of a fallen king, and of the end', () => {
    const state = place({ ...kings, 'R:1:7:0': 'h8' });
    expect(told(orders(state, 0, 'h8a8'), 60)).toEqual([
      'Black loses the king on a8 to the white rook',
      'Black loses the king',
      'White wins by capturing the king',
    ]);
  });

  test('tell of castling, of danger, and of a seat that leaves', () => {
    const state = place({ 'K:1:7:4': 'e1', 'R:1:7:7': 'h1', 'K:2:0:4': 'h8' });
    const words = (text: string) => {
      const played = unwrap(game.play(state, 0, unwrap(squares.parse(state, text))));
      return played.events.map(event => say.event!(played.state, event));
    };
    expect(words('e1g1')).toEqual(['White castles']);
    expect(words('h1h8')).toEqual(['the black king is in danger']);
    const left = game.match!.leave!(begin(FOUR, [0, 1, 2]), 2, 'resignation');
    expect(left.events.map(event => say.event!(left.state, event))).toEqual([
      'Red left; their pieces stay on the board',
    ]);
    expect(say.event!(state, { type: 'capture', piece: 'X', by: 'Y' })).toContain('X');
  });
});

describe('places between ticks', () => {
  const state = later(orders(begin({}), 0, 'e2e4', 'g1f3'), 16).state;
  const at = (tick: number, id: string) => placesAt(state, tick).find(place => place.id === id)!;

  test('whole at ticks, and even between', () => {
    expect(at(16, 'P:1:6:4')).toMatchObject({
      row: 5.5,
      column: 4,
      progress: 0.25,
      kind: 'P',
      seat: 0,
    });
    expect(at(16.5, 'P:1:6:4').row).toBeCloseTo(5.5 - 0.5 / 30, 12);
    expect(at(31, 'N:1:7:6')).toMatchObject({ row: 6, column: 5.5, isAirborne: true });
    expect(at(53, 'N:1:7:6').isAirborne).toBe(false);
    expect(at(0, 'P:1:6:4')).toMatchObject({ row: 6, progress: 0 });
    expect(at(1000, 'P:1:6:4')).toMatchObject({ row: 4, progress: 1 });
    expect(at(16.5, 'K:1:7:4')).toMatchObject({ row: 7, column: 4, progress: null, cooldown: 0 });
  });

  test('rests run out evenly, and nothing moves after the end', () => {
    const rested = later(state, 200).state;
    const pawn = placesAt(rested, 211).find(({ id }) => id === 'P:1:6:4')!;
    expect(pawn).toMatchObject({ row: 4, cooldown: 0.5 });
    const rook = orders(place({ 'K:1:7:4': 'e1', 'R:1:7:7': 'h1', 'K:2:0:4': 'h8' }), 0, 'h1h8');
    const taken = later(rook, 50).state;
    expect(placesAt(taken, 50).at(-1)!.row).toBeCloseTo(7 - 40 / 6, 12); // where it was at tick 41
    const over = later(state, 100_000).state;
    expect(placesAt(over, 100_016.5)).toEqual(placesAt(over, over.end!.tick));
    expect(placesAt(over, 5).length).toBe(32);
  });

  test('asking for them does not change the state', () => {
    const before = JSON.stringify(game.states.canon(state));
    placesAt(state, 20.25);
    expect(JSON.stringify(game.states.canon(state))).toBe(before);
  });
});

describe('pictures between ticks', () => {
  const state = later(orders(begin({}), 0, 'e2e4', 'g1f3'), 16).state;
  const pieceOf = (from: typeof state, share: number, id: string) =>
    sceneWithin(from, share).pieces.find(piece => piece.id === id)!;

  test('pieces in flight are between squares, all others where they were', () => {
    expect(pieceOf(state, 0, 'P:1:6:4')).toMatchObject({ row: 5.5, column: 4, glyph: 'P↑' });
    expect(pieceOf(state, 0.5, 'P:1:6:4').row).toBeCloseTo(5.5 - 0.5 / 30, 12);
    const knight = pieceOf(state, 0.25, 'N:1:7:6');
    expect(knight.row).toBeCloseTo(7 - (2 * 15.25) / 60, 12);
    expect(knight.column).toBeCloseTo(6 - 15.25 / 60, 12);
    const { pieces, ...rest } = sceneWithin(state, 0.5);
    const { pieces: still, ...same } = scene(state);
    expect(rest).toEqual(same);
    expect(pieces.length).toBe(still.length);
    expect(pieces.filter((piece, i) => JSON.stringify(piece) !== JSON.stringify(still[i]))).toEqual(
      pieces.slice(0, 2),
    );
  });

  test('rests run from one to nothing', () => {
    const arrived = later(state, 61 - 16).state;
    expect(pieceOf(arrived, 0, 'P:1:6:4').rest).toBe(1);
    expect(pieceOf(arrived, 0.5, 'P:1:6:4').rest).toBeCloseTo(299.5 / 300, 12);
    expect(pieceOf(later(arrived, 150).state, 0, 'P:1:6:4').rest).toBe(0.5);
    const last = later(arrived, 299).state;
    expect(pieceOf(last, 0.75, 'P:1:6:4').rest).toBeCloseTo(0.25 / 300, 12);
    expect(pieceOf(last, 1, 'P:1:6:4')).not.toHaveProperty('rest');
    expect(pieceOf(later(last, 1).state, 0, 'P:1:6:4')).not.toHaveProperty('rest');
    expect(pieceOf(arrived, 0.5, 'K:1:7:4')).not.toHaveProperty('rest');
  });

  test('a whole share is where the next tick begins, unless something happens there', () => {
    for (let i = 0; i < 44; i++) {
      const now = later(state, i).state;
      const [end, next] = [sceneWithin(now, 1), sceneWithin(later(now, 1).state, 0)];
      for (const [j, piece] of end.pieces.entries()) {
        expect(piece.row).toBeCloseTo(next.pieces[j]!.row, 12);
        expect(piece.column).toBeCloseTo(next.pieces[j]!.column, 12);
      }
    }
  });

  test.each([Number.NaN, -1, Number.NEGATIVE_INFINITY])('a share of %d counts as 0', share => {
    expect(sceneWithin(state, share)).toEqual(sceneWithin(state, 0));
  });

  test('a share above 1 counts as 1, and after the end nothing moves', () => {
    expect(sceneWithin(state, 7)).toEqual(sceneWithin(state, 1));
    const pieces = { 'K:1:7:4': 'e1', 'R:1:7:7': 'h1', 'K:2:0:4': 'h8' };
    const over = later(orders(place(pieces), 0, 'h1h8'), 60).state;
    expect(sceneWithin(over, 0.5)).toEqual(sceneWithin(over, 0));
    expect(sceneWithin(over, 0.5).pieces[0]).toMatchObject({ id: 'R:1:7:7', column: 7 });
  });

  test('the board of four has its pieces and its cut corners', () => {
    const four = later(orders(begin(FOUR, [0, 1, 2, 3]), 0, 'k6i6'), 3).state;
    const { pieces } = sceneWithin(four, 0.5);
    expect(pieces.length).toBe(64 + 16);
    expect(pieces[0]).toMatchObject({ id: 'P:1:6:10', row: 6 });
    expect(pieces[0]!.column).toBeCloseTo(10 - 2.5 / 6, 12);
  });
});
