/** Achievements: a pure fold over events. Rule sheet §16.6. */
import type { GameEvent, Seat } from '@kifu/core';

/** What is counted. */
export type Counter =
  | 'Seasoned'
  | 'Winner'
  | 'FirstRoad'
  | 'RoadBuilder'
  | 'FirstCity'
  | 'CityBuilder'
  | 'Bandi'
  | 'Golem'
  | 'Mammoth';

/** Counters of one player; what has never grown is absent. */
export type Progress = { readonly [counter in Counter]?: number };

/** A trophy: unlocked when its counter reaches the threshold. */
export interface Trophy {
  readonly counter: Counter;
  readonly threshold: number;
  readonly points: number;
}

/** Points of a road of 7 edges, and of a city of 10, markers included. */
const LONG_ROAD = 7;
const LARGE_CITY = 20;

const row = (counter: Counter, ...steps: [threshold: number, points: number][]): Trophy[] =>
  steps.map(([threshold, points]) => ({ counter, threshold, points }));

/** All trophies. */
export const TROPHIES: readonly Trophy[] = [
  ...row('Seasoned', [5, 5], [15, 10], [50, 20]),
  ...row('Winner', [1, 5], [5, 20], [25, 50]),
  ...row('FirstRoad', [1, 10]),
  ...row('RoadBuilder', [1, 25]),
  ...row('FirstCity', [1, 10]),
  ...row('CityBuilder', [1, 30]),
  ...row('Bandi', [1, 30]),
  ...row('Golem', [1, 30]),
  ...row('Mammoth', [1, 70]),
];

/** The counter of each skin that has one, by number. */
const SKINS: readonly (Counter | null)[] = [null, null, 'Bandi', 'Golem', 'Mammoth'];

/** Nothing counted yet. */
export const NO_PROGRESS: Progress = Object.freeze({});

/**
 * The counters of `who` after one more event: of a seat, in events of the rules, or of a player by name, in those of a lobby. The
 * player who closes a feature has the credit, even if the other wins it; the end of the match gives none.
 */
export function gain(progress: Progress, event: GameEvent, who: Seat | string): Progress {
  const counters = countersOf(event, who);
  if (counters.length === 0) return progress;
  const grown: { [counter in Counter]?: number } = { ...progress };
  for (const counter of counters) grown[counter] = (grown[counter] ?? 0) + 1;
  return grown;
}

/** What both sides have counted in the events of a match. */
export const progressOf = (
  events: Iterable<GameEvent>,
): readonly [blue: Progress, red: Progress] => {
  let [blue, red] = [NO_PROGRESS, NO_PROGRESS];
  for (const event of events) {
    blue = gain(blue, event, 0);
    red = gain(red, event, 1);
  }
  return [blue, red];
};

/** The trophies that a player has. */
export const trophiesOf = (progress: Progress): Trophy[] =>
  TROPHIES.filter(({ counter, threshold }) => (progress[counter] ?? 0) >= threshold);

/** The counters that grow by one. */
function countersOf(event: GameEvent, who: Seat | string): readonly Counter[] {
  switch (event.type) {
    case 'GameFinished':
      if ((event.player ?? event.seat) !== who) return [];
      return event.winner === who ? ['Seasoned', 'Winner'] : ['Seasoned'];
    case 'RoadContestWon':
    case 'RoadContestDraw':
      if (event.by !== who) return [];
      return pointsOf(event) >= LONG_ROAD ? ['FirstRoad', 'RoadBuilder'] : ['FirstRoad'];
    case 'CityContestWon':
    case 'CityContestDraw':
      if (event.by !== who) return [];
      return pointsOf(event) >= LARGE_CITY ? ['FirstCity', 'CityBuilder'] : ['FirstCity'];
    case 'PlayerSkinChanged': {
      const counter = SKINS[event.skin as number] ?? null;
      return event.player === who && counter !== null ? [counter] : [];
    }
    default:
      return [];
  }
}

const pointsOf = ({ bluePoints, redPoints }: GameEvent): number =>
  Number(bluePoints) + Number(redPoints);
