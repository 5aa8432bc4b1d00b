/** Pictures and words. */
import { drawText, start, step, unwrap } from '@kifu/core';
import { expect, test } from 'vitest';
import { describe } from './describe.ts';
import { mageDuel } from './index.ts';
import type { Move } from './moves.ts';
import { parseMove } from './notation.ts';
import { game } from './rules.ts';
import { effects, scene, scores } from './scene.ts';
import { type State, turnOf } from './state.ts';

const first = unwrap(start(game, { seed: 7 })).state;

/** Plays moves from a state; gives the states and what was said of each. */
function play(from: State, ...texts: readonly string[]) {
  const words: string[] = [];
  let state = from;
  let move: Move | null = null;
  for (const text of texts) {
    const [name, at] = text.split(' at ') as [string, string?];
    move = unwrap(parseMove(name));
    const when = at === undefined ? state.now : Number(at);
    const seat = when - state.updated > 65 ? 1 - turnOf(state) : turnOf(state);
    const { parts, state: after } = unwrap(step(game, state, { do: 'move', seat, move, at: when }));
    words.push(describe.move(state, move, parts.find(({ by }) => by === 'move')!.events));
    state = after;
  }
  return { state, words, drawn: scene(state, { move: move! }) };
}

test('the start: markers around an empty board, and the tile to lay', () => {
  const drawn = scene(first);
  expect(drawText(drawn, 'board')).toEqual([
    '       R                             C',
    '8      .    .    .    .    .    .    .    .',
    '7    R .    .    .    .    .    .    .    .',
    '6      .    .    .    .    .    .    .    .    C',
    '5      .    .    .    .    .    .    .    .',
    '4      .    .    .    .    .    .    .    .',
    '3      .    .    .    .    .    .    .    .',
    '2      .    .    .    .    .    .    .    .    R',
    '1    C .    .    .    .    .    .    .    .',
    '       C                        R',
    '       a    b    c    d    e    f    g    h',
  ]);
  expect(drawText(drawn, 'tile')).toEqual(['CRFR RCRF FRCR RFRC', '0    1    2    3']);
  expect(drawn.marks).toEqual([]);
  expect(drawn.facts).toContainEqual({ label: 'deck', value: '63 tiles left' });
  expect(drawn.areas[1]?.label).toBe('Turn the tile and lay it, or use a joker (3 left)');
});

test('tiles: capitals for blue, small letters for red, the last one marked', () => {
  const { drawn } = play(first, 'g8/0', 'a1/1');
  expect(drawn.pieces).toContainEqual({
    area: 'board',
    column: 7,
    row: 1,
    id: 'tile-g8',
    look: 'blue-CRFR-0',
    glyph: 'CRFR',
    owner: 0,
  });
  expect(drawn.pieces).toContainEqual({
    area: 'board',
    column: 1,
    row: 8,
    id: 'tile-a1',
    look: 'red-CCCR-1',
    glyph: 'rccc',
    owner: 1,
  });
  expect(drawn.marks).toEqual([{ area: 'board', column: 1, row: 8, kind: 'to' }]);
  expect(drawn.facts).toContainEqual({
    label: 'Red',
    value: '11 points (cities 10, roads 1), 3 jokers',
  });
  const { state } = play(first, 'g8/0', 'a1/1');
  expect(scores(state)).toEqual([
    ...[{ label: 'Cities', points: scores(state)[0]!.points }],
    ...[{ label: 'Roads', points: [scores(state)[1]!.points[0], 1] }],
    { label: 'Jokers left, 5 points each', points: [3, 3] },
    { label: 'Total', points: [expect.any(Number), 26], isTotal: true },
  ]);
  expect(scores(state)[0]!.points[1]).toBe(10);
  expect(new Set(drawn.pieces.map(({ id }) => id)).size).toBe(drawn.pieces.length);
  const cells = drawn.pieces.map(({ area, column, row }) => `${area} ${column} ${row}`);
  expect(new Set(cells).size).toBe(cells.length);
});

test('everything fits a terminal of 80 by 24', () => {
  const { areas } = scene(first);
  // as the command draws them: two blanks a cell more, names of areas, blank lines, facts and a prompt
  const rows = areas.reduce((sum, { rows }) => sum + rows + 3, 0) + scene(first).facts!.length + 3;
  expect(rows).toBeLessThanOrEqual(24);
  expect(10 * 6 + 4).toBeLessThanOrEqual(80);
});

test('moves and positions are told in words', () => {
  const { words, state } = play(first, 'g8/0', 'a1/1', 'FFFR@f1/3', 'skip', 'skip');
  expect(words).toEqual([
    'CRFR on g8, Blue wins a city 4–0',
    'CCCR on a1, turned once',
    'FFFR as a joker on f1, turned three times, Blue wins a road 2–0',
    'skips',
    'skips, Red wins 26–18',
  ]);
  expect(describe.position(first)).toBe(
    'Blue: 0 points in cities, 0 in roads, 3 jokers. Red: 0 points in cities, 0 in roads, 3 jokers. To lay: CRFR, 63 in the deck. Blue to move.',
  );
  expect(describe.position(state)).toMatch('Two skips in a row.');
  expect(scene(state).areas.map(({ id }) => id)).toEqual(['board', 'tile']);
  expect(scene(state).pieces.filter(({ area }) => area === 'tile')).toEqual([]);
  expect(scene(state).facts).toContainEqual({
    label: 'Blue',
    value: '8 points (cities 4, roads 4), 2 jokers, total 18',
  });
});

test('lists say where a tile was laid, and whether it was a joker', () => {
  const listed = (text: string) => describe.listed!(first, unwrap(parseMove(text)), []);
  expect(['g8/0', 'a1/1', 'FFFR@f1/3', 'skip'].map(listed)).toEqual([
    ...['g8', 'a1', 'Joker f1', 'skips'],
  ]);
  expect(describe.listed!(first, { op: 'place', rot: 9, col: 9, row: 9 }, [])).toBe('9,10/9');
});

test('words of claims, late moves and moves that were refused', () => {
  expect(play(first, 'finish at 131').words).toEqual(['claims the end, draw 15–15']);
  const late = play(first, 'g8/0', 'a1/1 at 100');
  expect(late.words).toEqual(['CRFR on g8, Blue wins a city 4–0', 'CCCR on a1, turned once']);
  expect(late.state.done).toBe(3);
  const waiting = game.time!.advance(first, 30).state;
  expect(scene(waiting).facts).toContainEqual({ label: 'last move', value: '30 s ago' });
  expect(describe.move(first, { op: 'place', rot: 9, col: 9, row: 9 }, [])).toBe('9,10/9');
});

test('a contest is shown where its feature begins, what the end decides is not', () => {
  const contest = {
    type: 'CityContestWon',
    root: 4 * 9 + 2,
    winner: 1,
    bluePoints: 2,
    redPoints: 8,
  };
  expect(
    effects([
      { ...contest, delta: 2, by: 0 },
      { type: 'Moved', seat: 0 },
    ]),
  ).toEqual([{ cell: { area: 'board', column: 2, row: 7 }, text: 'city 8 +2', seat: 1 }]);
  const draw = { type: 'RoadContestDraw', root: 0, bluePoints: 3, redPoints: 3, by: 1 };
  expect(effects([draw])).toMatchObject([{ text: 'road 3 : 3', seat: null }]);
  expect(effects([{ ...contest, delta: 0, by: null }])).toEqual([]);
});

test('achievements are told by their names', () => {
  const events = [
    { type: 'RoadContestWon', root: 0, winner: 0, bluePoints: 9, redPoints: 0, by: 0 },
  ];
  expect(mageDuel.achievements!(events, 0)).toEqual([
    { title: 'First road', points: 10 },
    { title: 'Road builder', points: 25 },
  ]);
  expect(mageDuel.achievements!(events, 1)).toEqual([]);
});
