/** What every part of the viewer is given: all there is to show, and whom to ask. */
import type { Picture, Score } from '../engine/types.ts';
import type { Command } from '../model/keys.ts';
import type { Player } from '../player.ts';
import type { ViewerState } from '../state.ts';

/** A viewer that has something to show. */
export interface Context {
  readonly state: ViewerState;
  readonly score: Score;
  readonly picture: Picture;
  readonly player: Player;
  /** Does what a key of that meaning would do. */
  run(command: Command): void;
}
