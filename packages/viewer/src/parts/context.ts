/** What every part of the viewer is given: all there is to show, and whom to ask. */

import type { OpenedRecord, Picture } from '../engine/types.ts';
import type { Command } from '../model/keys.ts';
import type { ReplayPlayer } from '../player.ts';
import type { ShareNotes } from '../share-notes/share-notes.ts';
import type { ViewerState } from '../state.ts';
import type { Variations } from '../variations.ts';

/** A viewer that has something to show. */
export interface Context {
  readonly state: ViewerState;
  readonly record: OpenedRecord;
  readonly picture: Picture;
  readonly player: ReplayPlayer;
  readonly variations: Variations;
  /** Shares and keeps notes; null until it has been loaded. */
  readonly shareNotes: ShareNotes | null;
  /** Whether the page begins a match from here when it is asked to. */
  readonly branching: boolean;
  /** Whether the page finds matches with this position when it is asked to. */
  readonly searching: boolean;
  /** Whether the page adds the record to a study when it is asked to. */
  readonly studying: boolean;
  /** Does what a key of that meaning would do. */
  run(command: Command): void;
}
