/** Editing what a record says: readers write, draw and try moves, and the event `kifu-edit` reports each change to the page. */
import type { Shape } from '@kifu/core';
import { askEditNote, askRemoveVariation, openContinued } from './engine/ask-on-demand.ts';
import type { EditedNote } from './engine/on-demand-types.ts';
import type { TriedMove } from './engine/tries.ts';
import type { OpenedRecord } from './engine/types.ts';
import { editedNote } from './model/edited-note.ts';
import { toggleShape } from './parts/shapes.ts';
import type { ReplayPlayer } from './player.ts';
import type { Variations } from './variations.ts';
import type { FeaturesHost } from './viewer-features.ts';

/** A moment of a record: after n entries of the variation at a path, which is empty for the main line. */
export interface EditedMoment {
  readonly path: readonly number[];
  readonly n: number;
}

/** Changes what a record says. */
export interface Editing {
  /** Sets the comment at a moment of what is shown; its drawings stay. */
  write(at: EditedMoment, text: string): Promise<void>;
  /** Draws a shape at the moment that is shown, or removes it. */
  draw(shape: Shape): Promise<void>;
  /** Removes the variation that is shown. */
  removeVariation(): Promise<void>;
  /** Continues an open record with a move that was tried at its end; false if the move stays a variation. */
  continueWith(move: TriedMove): Promise<boolean>;
  /** Tells the page that there is something to keep. */
  changed(): void;
}

/** Edits what a player shows. */
export function createEditing(
  { player, tell }: Pick<FeaturesHost, 'player' | 'tell'>,
  variations: Variations,
): Editing {
  const whole = () => player.state.main ?? player.state.record;
  const changed = () => void tell('kifu-edit', {});
  /** Notes are set one after the other: each drawing adds to what was drawn before. */
  let setting: Promise<void> = Promise.resolve();
  const inTurn = (set: () => Promise<void>): Promise<void> => {
    setting = setting.then(set);
    return setting;
  };

  const noteAt = (n: number) => editedNote(player.state.record?.notes ?? [], n);

  async function setNote({ path, n }: EditedMoment, edited: EditedNote): Promise<void> {
    const of = whole();
    const { main, record, path: here } = player.state;
    if (of === null || record === null) return;
    const isShown = main !== null && path.join() === here.join();
    const [next, shown] = await Promise.all([
      askEditNote(of, path, n, edited),
      isShown ? askEditNote(record, [], n, edited) : null,
    ]);
    take(player, next);
    if (shown !== null) take(player, shown);
    if (path.length > 0) await variations.list();
    changed();
  }

  async function continueWith({ path, n }: TriedMove): Promise<boolean> {
    const { main, record } = player.state;
    if (main !== null || record === null || path.length !== 1) return false;
    if (record.outcome !== null || n !== record.lines.length + 1) return false;
    const opened = await openContinued(record, path);
    if (!opened.ok) return false;
    player.set({ branches: [] });
    await player.showOpened(opened, {});
    player.go(n);
    return true;
  }

  return {
    continueWith,
    changed,
    write: (at, text) =>
      inTurn(() => {
        const { shapes = [] } = noteAt(at.n) ?? {};
        return setNote(at, { text, shapes });
      }),
    draw(shape) {
      const { picture, path } = player.state;
      if (picture === null) return Promise.resolve();
      const { n } = picture;
      return inTurn(() => {
        const { text = '', shapes = [] } = noteAt(n) ?? {};
        return setNote({ path, n }, { text, shapes: toggleShape(shapes, shape) });
      });
    },
    async removeVariation() {
      const of = whole();
      const { main, path } = player.state;
      if (of === null || main === null) return;
      await variations.leave();
      take(player, await askRemoveVariation(of, path));
      await variations.list();
      changed();
    },
  };
}

/** Shows a record as it is now, if it is still open. */
function take({ state, set }: ReplayPlayer, next: OpenedRecord): void {
  if (state.record?.id === next.id) set({ record: next });
  else if (state.main?.id === next.id) set({ main: next });
}
