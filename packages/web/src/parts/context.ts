/** What every part of the viewer is given: all there is to show, and whom to ask. */

import type { Desk } from '../desk/desk.ts';
import type { Picture, Score } from '../engine/types.ts';
import type { Command } from '../model/keys.ts';
import type { Player } from '../player.ts';
import type { ViewerState } from '../state.ts';
import type { Walk } from '../walk.ts';

/** A viewer that has something to show. */
export interface Context {
  readonly state: ViewerState;
  readonly score: Score;
  readonly picture: Picture;
  readonly player: Player;
  readonly walk: Walk;
  /** Shares and keeps notes; null until it has been loaded. */
  readonly desk: Desk | null;
  /** Does what a key of that meaning would do. */
  run(command: Command): void;
}
