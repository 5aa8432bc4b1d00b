/** Names of all cells of a scene with what is on them, for the board as text. */
import { describeCell, type Kit, type Scene } from '@kifu/core';
import { textsOf } from './record-texts.ts';
import type { RecordSession } from './session.ts';
import type { CellName } from './types.ts';

/** Names the cells of a scene in the language of its record. */
export function nameCells(
  { kit, texts }: Pick<RecordSession, 'kit' | 'texts'>,
  scene: Scene,
): readonly CellName[] {
  const game = textsOf(kit, texts);
  return scene.areas.flatMap(({ id: area, columns, rows }) =>
    Array.from({ length: columns * rows }, (_, i) => {
      const cell = { area, column: i % columns, row: Math.floor(i / columns) };
      return { ...cell, name: describeCell(kit as Kit, scene, cell, game) ?? '' };
    }),
  );
}
