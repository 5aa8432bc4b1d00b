/** Points of a record as people see them: the picture, the moves so far, how it ended. */
import type { Kit } from '@kifu/core';
import type { Frame, Timeline } from '@kifu/record';
import { movedBy, spellShort } from './input.ts';
import type { WrittenMove } from './match-words.ts';

/** The picture of a frame, with its last move marked. */
export function sceneOf(kit: Kit, line: Timeline, frame: Frame): ReturnType<Kit['scene']> {
  const before = line.previous(frame);
  const act = frame.entry?.act;
  if (before === null || act?.type !== 'move') return kit.scene(frame.state);
  return kit.scene(frame.state, { scene: kit.scene(before.state), move: movedBy(kit, act) });
}

/** The moves up to an entry, as people write them. */
export function movesUntil(kit: Kit, line: Timeline, n: number): WrittenMove[] {
  return line.entries
    .slice(0, n)
    .flatMap(({ seat, act }, i) =>
      act.type === 'move' && seat !== null
        ? [{ seat, text: spellShort(kit, line.at(i).state, movedBy(kit, act)) }]
        : [],
    );
}
