/** Scenes as text. */
import { expect, test } from 'vitest';
import { drawText, type Scene } from './scene.ts';

const scene: Scene = {
  areas: [
    {
      id: 'board',
      columns: 3,
      rows: 2,
      look: 'chequered',
      columnLabels: ['a', 'b', 'c'],
      rowLabels: ['10', '9'],
    },
    { id: 'hand', columns: 2, rows: 1, look: 'plain', columnLabels: [], rowLabels: [] },
  ],
  pieces: [
    { id: 'k', look: 'white-king', glyph: 'K', owner: 0, area: 'board', column: 1, row: 0 },
    { id: 't', look: 'tile', glyph: 'T', owner: 1, area: 'hand', column: 0, row: 0 },
  ],
  marks: [{ kind: 'danger', area: 'board', column: 1, row: 0 }],
  tweens: [],
};

test('an area is drawn with its labels', () => {
  expect(drawText(scene, 'board')).toEqual(['10 . K .', ' 9 . . .', '   a b c']);
  expect(drawText(scene, 'hand')).toEqual(['T .']);
});

test('cells are as wide as the widest glyph', () => {
  const tiles = {
    ...scene,
    pieces: [{ ...scene.pieces[1]!, glyph: '[3|5]' }],
    areas: [{ ...scene.areas[1]!, columnLabels: ['1', '2'] }],
  };
  expect(drawText(tiles, 'hand')).toEqual(['[3|5] .', '1     2']);
});

test('ink sees piece, marks and the color of the cell', () => {
  const seen: string[] = [];
  drawText(scene, 'board', (glyph, { piece, marks, dark }) => {
    seen.push(`${piece?.id ?? '-'}${marks.join()}${dark ? '#' : ''}`);
    return glyph;
  });
  expect(seen).toEqual(['-', 'kdanger#', '-', '-#', '-', '-#']);
});

test('an area that is not there is a mistake of the caller', () => {
  expect(() => drawText(scene, 'table')).toThrow(RangeError);
});
