/** What the rules report, under the names of the rule sheet (§16.4). */
import type { GameEvent, Seat } from '@kifu/core';
import type { Contest } from './features.ts';

/** Whether the player skipped or was late. */
export type Cause = 'player' | 'timeout';

/** A tile was laid. */
export const movedEvent = (
  seat: Seat,
  tile: number,
  rotation: number,
  position: number,
  isJoker: boolean,
): GameEvent => ({
  type: 'Moved',
  seat,
  tile,
  rotation,
  col: position >> 3,
  row: position & 7,
  isJoker,
});

/** A turn passed. */
export const skippedEvent = (seat: Seat, cause: Cause): GameEvent => ({
  type: 'Skipped',
  seat,
  cause,
});

/** Contests, each with who closed the feature; null where the end of the match did. */
export const contestEvents = (contests: readonly Contest[], by: Seat | null): GameEvent[] =>
  contests.map(({ kind, root, blue, red, winner, delta }) => {
    const name = kind === 'city' ? 'CityContest' : 'RoadContest';
    return winner === null
      ? { type: `${name}Draw`, root, bluePoints: blue, redPoints: red, by }
      : { type: `${name}Won`, root, winner, bluePoints: blue, redPoints: red, delta, by };
  });
