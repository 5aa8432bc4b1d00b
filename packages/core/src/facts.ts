/** What records say about a match besides what happened: how strong the players are, where it was played, what the opening is called. */

import { describeTimeControl } from './describe.ts';
import type { Header } from './kifu.ts';

/** Null stands for what the record does not say. */
export interface Metadata {
  /** Of each seat. */
  readonly ratings: readonly (number | null)[];
  /** Titles and ranks of each seat: `GM`, `5d`. */
  readonly titles: readonly (string | null)[];
  readonly event: string | null;
  /** Where it was played: a town, or the address of a server. */
  readonly site: string | null;
  readonly round: string | null;
  readonly timeControl: string | null;
  /** The code of the opening in the Encyclopaedia of Chess Openings: `C65`. */
  readonly eco: string | null;
  readonly openingName: string | null;
  /** All other tags of the record, by their names. */
  readonly tags: { readonly [name: string]: string };
}

/** Nothing is known. */
export const NO_FACTS: Metadata = Object.freeze({
  ratings: [],
  titles: [],
  event: null,
  site: null,
  round: null,
  timeControl: null,
  eco: null,
  openingName: null,
  tags: Object.freeze({}),
});

/** Longer texts are cut: they are for lists. */
const MAX_TEXT = 200;

/** What the tags of PGN, PDN, SGF and `.mat` tell, as different programs spell them. Tags name players by what their seats are called. */
export function metadataOf(
  { tags, players, terms }: Header,
  seatNames: readonly string[],
): Metadata {
  const first = (...names: string[]): string | null => {
    for (const name of names) {
      const text = Object.hasOwn(tags, name) ? tags[name]!.trim() : '';
      if (text !== '' && text !== '?' && text !== '-') return text.slice(0, MAX_TEXT);
    }
    return null;
  };
  const seats =
    players.length === 0 ? [] : Array.from({ length: lastSeat(players) + 1 }, (_, seat) => seat);
  const ratings = seats.map(seat => ratingIn(first(...ratingTags(seatNames, seat))));
  const titles = seats.map(seat => first(...titleTags(seatNames, seat)));
  const opening = first(...TAGS.opening);
  const variation = opening === null ? null : first('Variation');
  return {
    ratings: isEmpty(ratings) ? [] : ratings,
    titles: isEmpty(titles) ? [] : titles,
    event: first(...TAGS.event),
    site: first(...SITE_TAGS),
    round: first(...TAGS.round),
    timeControl: terms?.clock ? describeTimeControl(terms.clock) : first(...TAGS.timeControl),
    eco: /^[A-E]\d\d/.exec(first(...TAGS.eco) ?? '')?.[0] ?? null,
    openingName: variation === null ? opening : `${opening}: ${variation}`.slice(0, MAX_TEXT),
    tags: otherTags(tags, [
      ...[...metadataTags(seatNames), ...SITE_TAGS, ...TOLD_TAGS],
      ...seatNames.map(capital),
    ]),
  };
}

/** More tags than these are not listed. */
const MAX_TAGS = 32;

const otherTags = (tags: Header['tags'], told: readonly string[]): Metadata['tags'] =>
  Object.fromEntries(
    Object.entries(tags)
      .filter(([name, text]) => !told.includes(name) && text.trim() !== '')
      .slice(0, MAX_TAGS)
      .map(([name, text]) => [name, text.trim().slice(0, MAX_TEXT)]),
  );

/** What each fact is called in PGN and PDN, in SGF, and in match files. */
const TAGS = {
  event: ['Event', 'EV'],
  round: ['Round', 'RO'],
  timeControl: ['TimeControl', 'TM'],
  eco: ['ECO'],
  opening: ['Opening', 'ON'],
} as const;

/** Day and result: a listing says them itself. */
const TOLD_TAGS = ['Date', 'DT', 'Result', 'RE'] as const;

/** A site is listed, and told as the tag that it is elsewhere. */
const SITE_TAGS = ['Site', 'PC'] as const;

const ratingTags = (seatNames: readonly string[], seat: number): string[] => {
  const side = capital(seatNames[seat]);
  return [`${side}Elo`, `${side}Rating`, `Player ${seat + 1} Elo`];
};

const titleTags = (seatNames: readonly string[], seat: number): string[] => {
  const side = capital(seatNames[seat]);
  return [`${side}Title`, `${side.charAt(0)}R`];
};

const capital = (name = ''): string => name.charAt(0).toUpperCase() + name.slice(1);

const lastSeat = (players: Header['players']): number =>
  Math.max(...players.map(({ seat }) => seat));

const isEmpty = (list: readonly unknown[]): boolean => list.every(one => one === null);

/** A whole number up to 9999 at the beginning of a text: some write more behind it. */
function ratingIn(text: string | null): number | null {
  const rating = Number(/^(\d{1,4})(?!\d)/.exec(text ?? '')?.[1] ?? 0);
  return rating === 0 ? null : rating;
}

/** Tags that the metadata already covers. */
export const metadataTags = (seatNames: readonly string[]): string[] => [
  ...Object.values(TAGS).flat(),
  'Variation',
  ...seatNames.flatMap((_, seat) => [
    ...ratingTags(seatNames, seat),
    ...titleTags(seatNames, seat),
  ]),
];

/** Code and name of the opening, as people say them; empty where the record names none. */
export const openingWords = ({ eco, openingName }: Pick<Metadata, 'eco' | 'openingName'>): string =>
  [eco, openingName].filter(text => text !== null).join(' ');

/** The words of facts that people search for; dates, numbers and positions in tags are none. */
export const factTexts = ({
  titles,
  event,
  site,
  round,
  eco,
  openingName,
  tags,
}: Metadata): string[] => [
  ...[...titles, event, site, round, eco, openingName].filter(text => text !== null),
  ...Object.entries(tags).flatMap(([name, text]) =>
    name === 'FEN' || /^[\P{L}]*$/u.test(text) ? [] : text,
  ),
];

/** The lowest rating of a match in which all have one; null in others. */
export const lowestRating = ({ ratings }: Metadata): number | null =>
  ratings.length === 0 || ratings.includes(null) ? null : Math.min(...(ratings as number[]));

/** A name with title and rating, as lists have it: `GM Ann (2750)`. */
export function namedPlayer(name: string, { titles, ratings }: Metadata, seat: number): string {
  const [title, rating] = [titles[seat] ?? null, ratings[seat] ?? null];
  return `${title === null ? '' : `${title} `}${name}${rating === null ? '' : ` (${rating})`}`;
}
