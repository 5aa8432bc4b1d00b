import { type Scene, start, step, unwrap } from '@kifu/core';
import { loadKit } from '@kifu/games';
import { expect, test } from 'vitest';
import { type BoardStyle, boardStyle, drawBoard } from './board.ts';
import { readMove } from './input.ts';
import type { Io } from './io.ts';

const PLAIN: BoardStyle = { depth: 0, pieces: 'letters', isFlipped: false };

async function sceneAfter(...moves: string[]): Promise<Scene> {
  const kit = unwrap(await loadKit('chess'));
  let { state } = unwrap(start(kit.game, {}));
  let scene = kit.scene(state);
  for (const text of moves) {
    const move = unwrap(readMove(kit, state, text));
    const [seat = 0] = kit.game.active(state);
    state = unwrap(step(kit.game, state, { do: 'move', seat, move })).state;
    scene = kit.scene(state, { scene, move });
  }
  return scene;
}

test('without colors, brackets show the last move and the king in check', async () => {
  expect(drawBoard(await sceneAfter('e4', 'd5', 'Bb5'), PLAIN)).toEqual([
    '  8  r  n  b  q !k! b  n  r',
    '  7  p  p  p  ·  p  p  p  p',
    '  6  ·  ·  ·  ·  ·  ·  ·  ·',
    '  5  · [B] ·  p  ·  ·  ·  ·',
    '  4  ·  ·  ·  ·  P  ·  ·  ·',
    '  3  ·  ·  ·  ·  ·  ·  ·  ·',
    '  2  P  P  P  P  ·  P  P  P',
    '  1  R  N  B  Q  K (·) N  R',
    '     a  b  c  d  e  f  g  h',
  ]);
});

test('from the other side everything is turned', async () => {
  const lines = drawBoard(await sceneAfter('e4'), { ...PLAIN, isFlipped: true });
  expect(lines[0]).toBe('  1  R  N  B  K  Q  B  N  R');
  expect(lines[1]).toBe('  2  P  P  P (·) P  P  P  P');
  expect(lines[8]).toBe('     h  g  f  e  d  c  b  a');
});

test('figures tell the sides apart without colors and with them', async () => {
  const scene = await sceneAfter();
  expect(drawBoard(scene, { ...PLAIN, pieces: 'figures' })[7]).toBe('  1  ♖  ♘  ♗  ♕  ♔  ♗  ♘  ♖');
  const [last] = drawBoard(scene, { ...PLAIN, pieces: 'figures', depth: 256 }).slice(-2);
  expect(last).toContain('\x1b[48;5;65;1;38;5;231m ♖ \x1b[0m');
});

test('a piece that is called after a color is drawn in it, for every seat', () => {
  const area = {
    id: 'board',
    columns: 2,
    rows: 1,
    look: 'lines',
    columnLabels: [],
    rowLabels: [],
  } as const;
  const place = { area: 'board', row: 0, glyph: 'x' };
  const pieces = [
    { ...place, column: 0, id: 'a', look: 'black-stone', owner: 0 },
    { ...place, column: 1, id: 'b', look: 'meeple', owner: 0 },
  ];
  const scene: Scene = { areas: [area], pieces, marks: [], tweens: [] };
  expect(drawBoard(scene, { ...PLAIN, depth: 16 })).toEqual([
    '  \x1b[46;30m x \x1b[0m\x1b[46;1;97m x \x1b[0m',
  ]);
});

test('a figure takes the place of the letters, and leaves the rest of a glyph', () => {
  const area = { columns: 4, rows: 1, look: 'chequered', columnLabels: [], rowLabels: [] } as const;
  const piece = (column: number, look: string, glyph: string) => ({
    ...{ id: look, look, glyph, owner: null },
    ...{ area: 'board', column, row: 0 },
  });
  const pieces = [
    piece(0, 'white-king', 'wK7'),
    piece(1, 'red-pawn', 'rP↑'),
    piece(2, 'hole', ' '),
    piece(3, 'unheard-of', 'gX '),
  ];
  const scene = { areas: [{ id: 'board', ...area }], pieces, marks: [], tweens: [] };
  expect(drawBoard(scene, PLAIN)).toEqual(['   wK7  rP↑       gX']);
  expect(drawBoard(scene, { ...PLAIN, pieces: 'figures' })).toEqual(['   ♔7   r♟↑       gX']);
});

test('areas have their names above them', () => {
  const area = { columns: 2, rows: 1, look: 'lines', columnLabels: [], rowLabels: [] } as const;
  const areas = [
    { id: 'board', ...area },
    { id: 'hand', ...area, look: 'plain' as const },
    { id: 'rack', label: 'to lay', ...area },
  ];
  const scene = { areas, pieces: [], marks: [], tweens: [] };
  expect(drawBoard(scene, PLAIN)).toEqual([
    ...['   +  +', '', 'hand', '   ·  ·'],
    ...['', 'to lay', '   +  +'],
  ]);
});

test('a look that names a color is drawn in it, and what shows nothing is a hole in the board', () => {
  const piece = { area: 'board', row: 0, owner: 3 };
  const scene: Scene = {
    areas: [{ id: 'board', columns: 4, rows: 1, look: 'plain', columnLabels: [], rowLabels: [] }],
    pieces: [
      { ...piece, id: 'a', column: 0, look: 'yellow-token', glyph: 'Y1' },
      { ...piece, id: 'b', column: 1, look: 'yellow-yard', glyph: ' ' },
      { ...piece, id: 'c', column: 3, look: 'token', glyph: 'T1' },
    ],
    marks: [],
    tweens: [],
  };
  expect(drawBoard(scene, PLAIN)).toEqual(['   Y1      ·   T1']);
  expect(drawBoard(scene, { ...PLAIN, depth: 256 })).toEqual([
    '  \x1b[48;5;108;1;38;5;227m Y1 \x1b[0m    \x1b[48;5;108;1;38;5;231m ·  \x1b[0m\x1b[48;5;108;1;38;5;22m T1 \x1b[0m',
  ]);
});

test('marks stand close to what they mark, however wide the others are', () => {
  const area = {
    id: 'board',
    columns: 3,
    rows: 1,
    look: 'plain' as const,
    columnLabels: [],
    rowLabels: [],
  };
  const piece = (column: number, glyph: string) => ({
    area: 'board',
    column,
    row: 0,
    id: glyph,
    look: glyph,
    glyph,
    owner: 0,
  });
  const mark = (column: number, kind: 'from' | 'to') => ({ area: 'board', column, row: 0, kind });
  const scene: Scene = {
    areas: [area],
    pieces: [piece(0, 'X'), piece(1, '[6]')],
    marks: [mark(0, 'to'), mark(2, 'from')],
    tweens: [],
  };
  expect(drawBoard(scene, PLAIN)).toEqual(['  [X]   [6] (·)']);
});

test.each<[env: Io['env'], stdout: boolean, style: Omit<BoardStyle, 'isFlipped'>]>([
  [{ TERM: 'xterm-256color', LANG: 'C.UTF-8' }, true, { depth: 256, pieces: 'figures' }],
  [{ TERM: 'xterm', LANG: 'C.UTF-8' }, true, { depth: 16, pieces: 'figures' }],
  [{ TERM: 'xterm', COLORTERM: 'truecolor' }, true, { depth: 256, pieces: 'letters' }],
  [{ TERM: 'xterm', LANG: 'en_US.utf8', LC_ALL: 'C' }, true, { depth: 16, pieces: 'letters' }],
  [{ LANG: 'C.UTF-8' }, false, { depth: 0, pieces: 'letters' }],
  [{ FORCE_COLOR: '2', LANG: 'C.UTF-8' }, false, { depth: 256, pieces: 'figures' }],
])('style for %o', (env, stdout, style) => {
  const io = { env, isTTY: { stdin: false, stdout, stderr: false } } as Io;
  expect(boardStyle(io, false)).toEqual({ ...style, isFlipped: false });
});

test('a piece that is called black is drawn black for every owner', () => {
  const area = { id: 'board', columns: 3, rows: 1, look: 'plain' } as const;
  const piece = (look: string, column: number, owner: number) =>
    ({ area: 'board', column, row: 0, id: look, look, glyph: 'x', owner }) as const;
  const scene: Scene = {
    areas: [{ ...area, columnLabels: [], rowLabels: [] }],
    pieces: [piece('black-man', 0, 0), piece('white-man', 1, 1), piece('man', 2, 0)],
    marks: [],
    tweens: [],
  };
  const [line] = drawBoard(scene, { ...PLAIN, depth: 256 });
  const colors = line!.split('x').map(cell => cell.includes(';1;38;5;231m'));
  expect(colors.slice(0, 3)).toEqual([false, true, true]);
});
