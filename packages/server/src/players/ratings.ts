/** Ratings of the players of a server, from the matches played on it and nothing else. Matches and rating pools are stored in the vault. */
import { setImmediate } from 'node:timers/promises';
import { type Fault, formatCid, type Json, ok } from '@kifu/core';
import { judge, verify } from '@kifu/record';
import { findGameIn } from '@kifu/record/file';
import { isKeyAt, type Player } from '@kifu/record/player';
import {
  areStoredLadders,
  findRatingDrift,
  findStoredDrift,
  type PoolStanding,
  type RatedMatch,
  type RatedPlayer,
  type RatingPool,
  type ReadingRule,
  rateMatches,
  readRatedMatch,
  type Speed,
  type StoredRatingPool,
  toStoredLadders,
  withPlayers,
} from '@kifu/record/ratings';
import { type Library, loadNodes, type MatchSummary, type Vault } from '@kifu/record/store';
import type { FastifyBaseLogger } from 'fastify';
import type { Games, ServerStores } from '../options.ts';
import type { Players } from './players.ts';
import { createRatedMatches } from './rated-matches.ts';

/** Up-to-date ratings. */
export interface Ratings {
  /** Returns all rating pools, as of the last ended match. */
  ladders(): Promise<readonly RatingPool[]>;
  /** Returns one of them; null if it has no players. */
  ladder(game: string, speed: Speed): Promise<RatingPool | null>;
  /** Returns the standing of a player in each. */
  standings(player: string): Promise<readonly PlayerStanding[]>;
  /** Stores an ended match, if it is rated. */
  add(ended: EndedMatch): Promise<void>;
  /** Reads the records of the library again, recomputes all rating pools, and returns where published or stored ones differ. */
  check(): Promise<readonly Fault[]>;
  /** Counts the matches of the library that were not counted, and stores all rating pools again. */
  rebuild(): Promise<void>;
}

/** What is known of an ended match. */
type EndedMatch = Pick<MatchSummary, 'match' | 'head' | 'outcome'>;

/** Standing of a player in a rating pool. */
export interface PlayerStanding {
  readonly ladder: RatingPool;
  readonly standing: PoolStanding;
}

/** How often to look for matches that other processes have ended. */
const READ_MS = 10_000;
/** Age at which all rating pools are recomputed: names and keys of players may have changed. */
const REMAKE_MS = 300_000;
const PAGE = 100;
/** Age at which rating pools are stored again. */
const KEEP_MS = 60_000;
const [LADDERS, LOOKED_THROUGH] = ['ladders', 'rated-library'] as const;

/** Up to this many matches, all are rated again as soon as one has ended. */
const FEW_MATCHES = 5000;
/** Rating a match takes some 10 µs, in the thread of live matches: twenty times as long passes before all are rated again. */
const REST_MS_A_MATCH = 0.2;

/** Rating pools, and when and from what they were computed. */
interface MadeLadders {
  readonly atMs: number;
  readonly matches: number;
  readonly ladders: Promise<readonly RatingPool[]>;
}

/** Whether to recompute the rating pools: there are more matches, or they are old. */
export function isDue({ atMs, matches }: MadeLadders, known: number, nowMs: number): boolean {
  const restMs = known < FEW_MATCHES ? 0 : Math.min(REMAKE_MS, known * REST_MS_A_MATCH);
  return nowMs - atMs >= (known > matches ? restMs : REMAKE_MS);
}

/** Sources of ratings. */
interface RatingsOptions {
  readonly stores: ServerStores & { readonly library: Library };
  readonly players: Players | null;
  readonly now: () => number;
  /** Source of matches that were played here, in the library: an uploader can make up the others. */
  readonly source: string;
  /** Public key of this server's referee, in hex: the only trusted referee. */
  readonly referee: string;
  readonly games: Games;
  readonly log: FastifyBaseLogger;
}

/** Creates the ratings of a library. Reads nothing before the first call. */
export function createRatings({
  stores,
  players,
  now,
  source,
  referee,
  games,
  log,
}: RatingsOptions): Ratings {
  const { library, blocks, vault } = stores;
  const rated = createRatedMatches(vault);
  let reading: { readonly atMs: number; readonly done: Promise<void> } | null = null;
  let made: MadeLadders | null = null;
  let keptMs: number | null = null;

  const rule: ReadingRule = {
    parseTime: Date.parse,
    referees: new Set([referee]),
    async judge({ head }) {
      const nodes = await loadNodes(stores, head);
      if (!nodes.ok) return nodes;
      // this server verified each signature before it appended the entry
      return ok(judge(await verify(nodes.value, findGameIn(games), { signatures: 'last' })));
    },
  };

  const readRecord = async (ended: EndedMatch): Promise<RatedMatch | null> => {
    const read = await readRatedMatch(blocks, ended, rule);
    const match = formatCid(ended.match);
    if (!read.ok) {
      log.error({ fault: read.fault, match }, 'a match cannot be rated');
      return null;
    }
    const { rated, why, judged } = read.value;
    if (why === null) return rated;
    log.info({ match, why, verdict: judged?.verdict }, 'a match does not count for ratings');
    return null;
  };

  /** Iterates over the rated matches whose records the library has, page by page. */
  async function* readLibrary(): AsyncGenerator<readonly RatedMatch[]> {
    for (const hidden of [false, true])
      for (let after: string | null | undefined; after !== null; ) {
        const page = await library.find({
          ...{ rated: true, source, hidden, limit: PAGE },
          ...(after === undefined ? {} : { after }),
        });
        const matches: RatedMatch[] = [];
        for (const listing of page.listings) {
          const match = await readRecord(listing);
          if (match !== null) matches.push(match);
          await setImmediate(); // verifying takes milliseconds: live matches come first
        }
        yield matches;
        after = page.next;
      }
  }

  /** Stores the rated matches of the library. */
  const takeLibrary = async (): Promise<void> => {
    for await (const matches of readLibrary()) await rated.add(matches);
    await vault.put('server', LOOKED_THROUGH, true);
  };

  /** Reads new matches; those of the library only once, since the server may store newer data about them. */
  const read = async (): Promise<void> => {
    if ((await vault.get('server', LOOKED_THROUGH)) === undefined) await takeLibrary();
    await rated.read();
  };

  /** Returns matches with the players whose keys they were played with. */
  const owned = async (matches: Iterable<RatedMatch>): Promise<readonly RatedMatch[]> => {
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
    return withPlayers(all, ownerOf);
  };

  /** Computes the rating pools of all known matches, and stores them from time to time. After a start, the stored ones must agree with their matches. */
  const make = async (): Promise<readonly RatingPool[]> => {
    const matches = await owned(rated.known.values());
    if (keptMs === null)
      for (const fault of findStoredDrift(await readStored(vault), matches))
        log.error({ fault }, 'a rating differs from the recomputed one');
    const ladders = rateMatches(matches);
    if (keptMs === null || now() - keptMs > KEEP_MS) await keep(ladders);
    return ladders;
  };

  const keep = async (ladders: readonly RatingPool[]): Promise<void> => {
    keptMs = now();
    await vault.put('server', LADDERS, toStoredLadders(ladders) as unknown as Json);
  };

  const ratings: Ratings = {
    async ladders() {
      if (reading === null || now() - reading.atMs > READ_MS) {
        reading = { atMs: now(), done: read() };
        reading.done.catch(() => {
          reading = null;
        });
      }
      await reading.done;
      if (made === null || isDue(made, rated.known.size, now())) {
        made = { atMs: now(), matches: rated.known.size, ladders: make() };
        made.ladders.catch(() => {
          made = null;
        });
      }
      return made.ladders;
    },
    ladder: async (game, speed) =>
      (await ratings.ladders()).find(one => one.game === game && one.speed === speed) ?? null,
    standings: async player =>
      (await ratings.ladders()).flatMap(ladder => {
        const standing = ladder.standings.find(({ id }) => id === player);
        return standing === undefined ? [] : [{ ladder, standing }];
      }),
    async add(ended) {
      const match = await readRecord(ended);
      if (match === null) return;
      await rated.add([match]);
    },
    async check() {
      made = null;
      const published = toStoredLadders(await ratings.ladders());
      // matches whose records have left the library are known only from the vault
      const matches = new Map(rated.known);
      for await (const page of readLibrary())
        for (const match of page) matches.set(match.match, match);
      const recomputed = await owned(matches.values());
      return [
        ...findStoredDrift(await readStored(vault), recomputed),
        ...findRatingDrift(published, toStoredLadders(rateMatches(recomputed))),
      ];
    },
    async rebuild() {
      await takeLibrary();
      made = null;
      await keep(await ratings.ladders());
    },
  };
  return ratings;
}

/** Returns the stored rating pools; none if the stored value is not a list of them. */
async function readStored(vault: Vault): Promise<readonly StoredRatingPool[]> {
  const stored = await vault.get('server', LADDERS);
  return areStoredLadders(stored) ? (stored as unknown as readonly StoredRatingPool[]) : [];
}
