/** What records say about a match besides what happened: how strong the players are, where it was played, what the opening is called. */
import type { Header } from './kifu.ts';
import { controlWords } from './speak.ts';

/** Null is what nobody says. */
export interface Facts {
  /** Of each seat. */
  readonly ratings: readonly (number | null)[];
  /** Titles and ranks of each seat: `GM`, `5d`. */
  readonly titles: readonly (string | null)[];
  readonly event: string | null;
  readonly round: string | null;
  readonly timeControl: string | null;
  /** The code of the opening in the Encyclopaedia of Chess Openings: `C65`. */
  readonly eco: string | null;
  readonly openingName: string | null;
}

/** Nothing is known. */
export const NO_FACTS: Facts = Object.freeze({
  ratings: [],
  titles: [],
  event: null,
  round: null,
  timeControl: null,
  eco: null,
  openingName: null,
});

/** Longer texts are cut: they are for lists. */
const MAX_TEXT = 200;

/** What the tags of PGN, PDN, SGF and `.mat` tell, whoever wrote them. Tags name players by what their seats are called. */
export function factsOf({ tags, players, terms }: Header, seatNames: readonly string[]): Facts {
  const first = (...names: string[]): string | null => {
    for (const name of names) {
      const text = Object.hasOwn(tags, name) ? tags[name]!.trim() : '';
      if (text !== '' && text !== '?' && text !== '-') return text.slice(0, MAX_TEXT);
    }
    return null;
  };
  const seats =
    players.length === 0 ? [] : Array.from({ length: lastSeat(players) + 1 }, (_, seat) => seat);
  const side = (seat: number): string => seatNames[seat] ?? '';
  const capital = (seat: number): string =>
    side(seat).charAt(0).toUpperCase() + side(seat).slice(1);
  const ratings = seats.map(seat =>
    ratingIn(first(`${capital(seat)}Elo`, `${capital(seat)}Rating`, `Player ${seat + 1} Elo`)),
  );
  const titles = seats.map(seat => first(`${capital(seat)}Title`, `${capital(seat).charAt(0)}R`));
  const opening = first('Opening', 'ON');
  const variation = opening === null ? null : first('Variation');
  return {
    ratings: isEmpty(ratings) ? [] : ratings,
    titles: isEmpty(titles) ? [] : titles,
    event: first('Event', 'EV'),
    round: first('Round', 'RO'),
    timeControl: terms?.clock ? controlWords(terms.clock) : first('TimeControl', 'TM'),
    eco: /^[A-E]\d\d/.exec(first('ECO') ?? '')?.[0] ?? null,
    openingName: variation === null ? opening : `${opening}: ${variation}`.slice(0, MAX_TEXT),
  };
}

const lastSeat = (players: Header['players']): number =>
  Math.max(...players.map(({ seat }) => seat));

const isEmpty = (list: readonly unknown[]): boolean => list.every(one => one === null);

/** A whole number up to 9999 at the beginning of a text: some write more behind it. */
function ratingIn(text: string | null): number | null {
  const rating = Number(/^(\d{1,4})(?!\d)/.exec(text ?? '')?.[1] ?? 0);
  return rating === 0 ? null : rating;
}

/** The words of facts that people search for. */
export const factTexts = ({ titles, event, round, eco, openingName }: Facts): string[] =>
  [...titles, event, round, eco, openingName].filter(text => text !== null);

/** The lowest rating of a match in which all have one; null in others. */
export const lowestRating = ({ ratings }: Facts): number | null =>
  ratings.length === 0 || ratings.includes(null) ? null : Math.min(...(ratings as number[]));

/** A name with title and rating, as lists have it: `GM Ann (2750)`. */
export function namedPlayer(name: string, { titles, ratings }: Facts, seat: number): string {
  const [title, rating] = [titles[seat] ?? null, ratings[seat] ?? null];
  return `${title === null ? '' : `${title} `}${name}${rating === null ? '' : ` (${rating})`}`;
}
