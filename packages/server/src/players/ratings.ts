/** Ratings of the players of a server: by the matches that were played here, and nothing else. */
import { type Fault, fail, formatCid } from '@kifu/core';
import { isKeyAt, type Player } from '@kifu/record/player';
import {
  type Ladder,
  type RatedMatch,
  type RatedPlayer,
  rateMatches,
  readRatedMatch,
  type Speed,
  type Standing,
  withPlayers,
} from '@kifu/record/ratings';
import type { Library, Listing } from '@kifu/record/store';
import type { FastifyBaseLogger } from 'fastify';
import type { ServerStores } from '../options.ts';
import type { Players } from './players.ts';

/** Ratings that are kept up to date. */
export interface Ratings {
  /** All ladders, as of the last match that has ended. */
  ladders(): Promise<readonly Ladder[]>;
  /** One of them; null where nobody is rated. */
  ladder(game: string, speed: Speed): Promise<Ladder | null>;
  /** Where a player stands in each. */
  standings(player: string): Promise<readonly PlayerStanding[]>;
  /** Takes a match that has ended. */
  add(ended: Pick<Listing, 'match' | 'head' | 'outcome'>): Promise<void>;
  /** Makes all ladders anew from the library alone, and says where they are not those that are told. */
  check(): Promise<readonly Fault[]>;
}

/** Where a player stands in a ladder. */
export interface PlayerStanding {
  readonly ladder: Ladder;
  readonly standing: Standing;
}

/** After how long the library is looked through again: another process may have played matches to their end. */
const LOOK_MS = 300_000;
const PAGE = 100;

/** What ratings are made of. */
interface RatingsOptions {
  readonly stores: ServerStores & { readonly library: Library };
  readonly players: Players | null;
  readonly now: () => number;
  /** What the library says of matches that were played here: what was uploaded, anybody can have made. */
  readonly source: string;
  readonly log: FastifyBaseLogger;
}

/** Ratings of what a library has. Nothing is read before somebody asks. */
export function createRatings({ stores, players, now, source, log }: RatingsOptions): Ratings {
  const { library, blocks } = stores;
  const counted = new Map<string, RatedMatch>();
  /** Those that do not count, so that they are read once. */
  const others = new Set<string>();
  let lookedMs: number | null = null;
  let made: Promise<readonly Ladder[]> | null = null;

  const take = async (listing: Pick<Listing, 'match' | 'head' | 'outcome'>): Promise<void> => {
    const id = formatCid(listing.match);
    if (listing.outcome === null || counted.has(id) || others.has(id)) return;
    const read = await readRatedMatch(blocks, listing, Date.parse);
    if (!read.ok) log.error({ fault: read.fault, match: id }, 'a match cannot be rated');
    else if (typeof read.value === 'string') others.add(id);
    else {
      counted.set(id, read.value);
      made = null;
    }
  };

  const look = async (taken: typeof take): Promise<void> => {
    for (const hidden of [false, true])
      for (let after: string | null | undefined; after !== null; ) {
        const page = await library.find({
          ...{ rated: true, source, hidden, limit: PAGE },
          ...(after === undefined ? {} : { after }),
        });
        for (const listing of page.listings) await taken(listing);
        after = page.next;
      }
  };

  /** Rates matches, each for the player whose key it was. */
  const rate = async (matches: Iterable<RatedMatch>): Promise<readonly Ladder[]> => {
    const all = [...matches];
    const owners = new Map<string, Player | null>();
    for (const { players: both } of all)
      for (const { key } of both)
        if (key !== null && !owners.has(key)) owners.set(key, (await players?.find(key)) ?? null);
    const ownerOf = (key: string, atMs: number): RatedPlayer | null => {
      const player = owners.get(key);
      return player != null && isKeyAt(player, key, atMs)
        ? { key: player.id, name: player.name }
        : null;
    };
    return rateMatches(withPlayers(all, ownerOf));
  };

  const ratings: Ratings = {
    async ladders() {
      if (lookedMs === null || now() - lookedMs > LOOK_MS) {
        lookedMs = now();
        // names and keys of players may have changed as well
        made = null;
        await look(take);
      }
      made ??= rate(counted.values());
      return made;
    },
    ladder: async (game, speed) =>
      (await ratings.ladders()).find(one => one.game === game && one.speed === speed) ?? null,
    standings: async player =>
      (await ratings.ladders()).flatMap(ladder => {
        const standing = ladder.standings.find(({ id }) => id === player);
        return standing === undefined ? [] : [{ ladder, standing }];
      }),
    async add(ended) {
      // before anybody has asked, the first look finds it
      if (lookedMs !== null) await take(ended);
    },
    async check() {
      const told = await ratings.ladders();
      const fresh = new Map<string, RatedMatch>();
      await look(async listing => {
        const read = await readRatedMatch(blocks, listing, Date.parse);
        if (read.ok && typeof read.value !== 'string') fresh.set(read.value.match, read.value);
      });
      return findDrift(told, await rate(fresh.values()));
    },
  };
  return ratings;
}

/** Where ratings that are told are not those that the matches of the library give. */
export function findDrift(told: readonly Ladder[], made: readonly Ladder[]): readonly Fault[] {
  const nameOf = ({ game, speed }: Ladder) => `${game} ${speed}`;
  const byName = new Map(made.map(ladder => [nameOf(ladder), ladder]));
  const drifts = told.flatMap(ladder => {
    const name = nameOf(ladder);
    const other = byName.get(name);
    byName.delete(name);
    if (other?.receipt.hash !== ladder.receipt.hash)
      return [drift('matches', `${name}: the library has other matches than it was made of`)];
    const ratings = new Map(other.standings.map(({ id, rating }) => [id, rating.R]));
    return ladder.standings
      .filter(({ id, rating }) => ratings.get(id) !== rating.R)
      .map(({ id, rating }) =>
        drift('rating', `${name}: ${id} is told with ${rating.R}, and has ${ratings.get(id)}`),
      );
  });
  const missing = [...byName.keys()].map(name => drift('matches', `${name}: it is not told of`));
  return [...drifts, ...missing];
}

const drift = (rule: 'matches' | 'rating', message: string): Fault =>
  fail('rating-drift', message, { rule }).fault;
