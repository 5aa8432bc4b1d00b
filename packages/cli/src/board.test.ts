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

test('without colours, brackets show the last move and the king in check', async () => {
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

test('figures are open without colours, solid with them', async () => {
  const scene = await sceneAfter();
  expect(drawBoard(scene, { ...PLAIN, pieces: 'figures' })[7]).toBe('  1  ♖  ♘  ♗  ♕  ♔  ♗  ♘  ♖');
  const [last] = drawBoard(scene, { ...PLAIN, pieces: 'figures', depth: 256 }).slice(-2);
  expect(last).toContain('\x1b[48;5;65;1;38;5;231m ♜ \x1b[0m');
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

test('several areas have their names above them', () => {
  const area = { columns: 2, rows: 1, look: 'lines', columnLabels: [], rowLabels: [] } as const;
  const areas = [
    { id: 'board', ...area },
    { id: 'hand', ...area, look: 'plain' as const },
  ];
  const scene = { areas, pieces: [], marks: [], tweens: [] };
  expect(drawBoard(scene, PLAIN)).toEqual(['board', '   +  +', '', 'hand', '   ·  ·']);
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
