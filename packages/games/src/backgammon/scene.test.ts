/** Pictures: what stands where, what keeps its id, what moves. */
import { drawText, rngFrom, type Scene, start, step, unwrap } from '@kifu/core';
import { expect, test } from 'vitest';
import { type Position, playSteps, stateOf } from '../../test/backgammon-positions.ts';
import { parseStep } from './notation.ts';
import { game } from './rules.ts';
import { scene } from './scene.ts';

const draw = (position: Position) => drawText(scene(stateOf(position)), 'board');
const checkersOf = ({ pieces }: Scene) => pieces.filter(({ look }) => /^(white|black)-/.test(look));

test('draws the start, numbered for white', () => {
  expect(draw({ dice: [3, 1] })).toEqual([
    '13  14  15  16  17  18  bar 19  20  21  22  23  24  off',
    'O   .   .   .   X   .   |   X   .   .   .   .   O',
    'O   .   .   .   X   .   |   X   .   .   .   .   O',
    'O   .   .   .   X   .   |   X   .   .   .   .   .',
    'O   .   .   .   .   .   |   X   .   .   .   .   .',
    'O   .   .   .   .   .   |   X   .   .   .   .   .',
    '                        |       [3] [1]',
    'X   .   .   .   .   .   |   O   .   .   .   .   .',
    'X   .   .   .   .   .   |   O   .   .   .   .   .',
    'X   .   .   .   O   .   |   O   .   .   .   .   .',
    'X   .   .   .   O   .   |   O   .   .   .   .   X',
    'X   .   .   .   O   .   |   O   .   .   .   .   X',
    '12  11  10  9   8   7   bar 6   5   4   3   2   1   off',
  ]);
});

test('draws high stacks, bar, trays and dice on the turn of black, numbered for black', () => {
  const white = { 25: 2, 6: 7, 1: 1 };
  const black = { 25: 6, 20: 1, 1: 1 };
  expect(draw({ white, black, turn: 1, dice: [2, 2], left: [2, 2, 2] })).toEqual([
    '12  11  10  9   8   7   bar 6   5   4   3   2   1   off',
    '.   .   .   .   .   .   O   .   .   .   .   .   X   X',
    '.   .   .   .   .   .   O   .   .   .   .   .   .   X',
    '.   .   .   .   .   .   |   .   .   .   .   .   .   X',
    '.   .   .   .   .   .   |   .   .   .   .   .   .   X',
    '.   .   .   .   .   .   |   .   .   .   .   .   .   7',
    '    [2] [2] [2]         |',
    '.   .   .   .   .   .   6   7   .   .   .   .   .   O',
    '.   .   .   .   .   .   X   O   .   .   .   .   .   O',
    '.   .   .   .   .   .   X   O   .   .   .   .   .   O',
    '.   .   .   .   .   .   X   O   .   .   .   .   .   O',
    '.   .   .   .   .   .   X   O   X   .   .   .   O   O',
    '13  14  15  16  17  18  bar 19  20  21  22  23  24  off',
  ]);
});

test('facts tell the roll and the pips of both sides', () => {
  expect(scene(stateOf({ dice: [3, 1] })).facts).toEqual([
    { label: 'White rolled', value: '3-1' },
    { label: 'pips', value: 'White 167, Black 167' },
  ]);
  expect(scene(stateOf({ dice: [4, 4], left: [4, 4], turn: 1 })).facts?.[0]).toEqual({
    label: 'Black rolled',
    value: '4-4, 4 and 4 left to play',
  });
  expect(scene(stateOf({})).facts).toHaveLength(1);
});

/** Plays steps and draws each time from the scene before. */
function follow(position: Position, ...steps: string[]): Scene {
  let state = stateOf(position);
  let drawn = scene(state);
  for (const text of steps) {
    const move = unwrap(parseStep(state, text));
    state = playSteps(state, text);
    drawn = scene(state, { scene: drawn, move });
  }
  return drawn;
}

const cell = (column: number, row: number) => ({ area: 'board', column, row });

test('a checker keeps its id wherever it goes', () => {
  const drawn = follow({ dice: [3, 1] }, '8/5', '6/5');
  expect(drawn.tweens).toEqual([{ piece: 'white-6-5', from: cell(7, 7), to: cell(8, 10) }]);
  expect(drawn.marks).toEqual([
    { ...cell(7, 7), kind: 'from' },
    { ...cell(8, 10), kind: 'to' },
  ]);
  expect(checkersOf(drawn).filter(({ column, row }) => column === 8 && row > 8)).toMatchObject([
    { id: 'white-8-3', row: 11, glyph: 'O', owner: 0, look: 'white-checker' },
    { id: 'white-6-5', row: 10 },
  ]);
});

test('a checker that is hit goes to the bar, and one that comes in leaves it', () => {
  const drawn = follow(
    { white: { 25: 1, 6: 14 }, black: { 2: 1, 12: 14 }, dice: [2, 1] },
    'bar/23*',
  );
  expect(drawn.tweens).toEqual([
    { piece: 'white-bar-1', from: cell(6, 1), to: cell(11, 1) },
    { piece: 'black-2-1', from: cell(11, 1), to: cell(6, 11) },
  ]);
});

test('after the last checker of a turn its dice and its numbers stay until the next roll', () => {
  const before = stateOf({ turn: 1, dice: [3, 1], left: [1] });
  const move = unwrap(parseStep(before, '6/5'));
  const [rim] = drawText(scene(before), 'board');
  const after = stateOf({ turn: 0 });
  const drawn = scene(after, { scene: scene(before), move });
  expect(drawText(drawn, 'board')[0]).toBe(rim);
  expect(drawn.pieces.filter(({ id }) => id.startsWith('die-')).map(({ look }) => look)).toEqual([
    'played-3',
    'played-1',
  ]);
  expect(drawText(scene(after), 'board')[0]).not.toBe(rim);
});

test('bearing off ends on the tray', () => {
  const drawn = follow({ white: { 6: 2 }, black: { 1: 5 }, dice: [6, 1] }, '6/off');
  expect(drawn.tweens).toEqual([{ piece: 'white-6-2', from: cell(7, 10), to: cell(13, 7) }]);
});

test('a scene before that does not fit gives fresh ids and no tweens', () => {
  const state = playSteps(stateOf({ dice: [3, 1] }), '8/5');
  const empty: Scene = { areas: [], pieces: [], marks: [], tweens: [] };
  const move = { die: 3, from: 7, to: 4 };
  const drawn = scene(state, { scene: empty, move });
  expect(drawn.pieces).toEqual(scene(state).pieces);
  expect(drawn.tweens).toEqual([]);
  for (const odd of [{ die: 6, from: 'bar', to: 'off' }, null] as never[])
    expect(scene(state, { scene: empty, move: odd }).marks).toEqual([]);
});

test('all through a game there are thirty checkers, each with its id', () => {
  const luck = rngFrom(5);
  let { state, outcome } = unwrap(start(game, { seed: 5 }));
  let drawn = scene(state);
  const ids = checkersOf(drawn)
    .map(({ id }) => id)
    .sort();
  expect(new Set(ids).size).toBe(30);
  while (outcome === null) {
    const moves = [...game.legal(state, state.turn)];
    const move = moves[luck(moves.length)]!;
    ({ state, outcome } = unwrap(step(game, state, { do: 'move', seat: state.turn, move })));
    drawn = scene(state, { scene: drawn, move });
    expect(
      checkersOf(drawn)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(ids);
    expect(new Set(drawn.pieces.map(({ id }) => id)).size).toBe(drawn.pieces.length);
    expect(drawn.tweens.length).toBeGreaterThan(0);
    // each tween ends where its checker now stands
    for (const { piece, to } of drawn.tweens)
      expect(drawn.pieces.find(({ id }) => id === piece)).toMatchObject(to!);
  }
});
