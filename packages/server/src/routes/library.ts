/** The library: search and count matches, and list their players. Only public matches are found. */
import { fail, ok, parseCid, type Result, unwrap } from '@kifu/core';
import { positionKey } from '@kifu/record/replay';
import {
  BadQueryError,
  FILTER_NAMES,
  type FilterName,
  type FilterValue,
  filterOf,
  type Kind,
  type Library,
  type Query,
  SORTS,
} from '@kifu/record/store';
import type { FastifyReply } from 'fastify';
import * as z from 'zod';
import { findInBoth } from '../archive.ts';
import { refuse } from '../problem.ts';
import type { RoomRegistry } from '../rooms/room-registry.ts';
import type { Routes } from './context.ts';
import { UNKNOWN } from './find.ts';
import { playerAnswer } from './player-answer.ts';
import { ratingAnswer, ratingsOf } from './ratings.ts';
import { listingData } from './records.ts';
import { type ByZod, idParams, listingAnswer, refusals, whole, yesNo } from './schemas.ts';

const MAX_PAGE = 100;
const MAX_TALLIES = 500;
const text = (length: number) => z.string().min(1).max(length);

/** Schema of each kind of value in a query. */
const KINDS: { readonly [type in Kind<unknown>['type']]: (kind: Kind<unknown>) => z.ZodType } = {
  text: ({ max }) => text(max),
  tag: ({ max }) => text(max),
  date: ({ max }) => text(max),
  choice: ({ values }) => z.enum(values!),
  count: ({ max }) => whole(max),
  flag: () => yesNo,
  moves: ({ max, parse }) => text(max).transform(moves => unwrap(parse(moves))),
  position: ({ parse }) =>
    z
      .string()
      .regex(/^[0-9a-f]{16}$/)
      .transform(digits => unwrap(parse(digits))),
};

/** Filters for strangers: results are public. */
type Asked = Exclude<FilterName, 'visibility'>;

/** Query parameters, except for paging. */
export const filters = {
  ...(Object.fromEntries(
    FILTER_NAMES.filter(name => name !== 'visibility').map(name => {
      const { kind, help } = filterOf(name);
      return [name, KINDS[kind.type](kind).optional().describe(help)];
    }),
  ) as { readonly [Name in Asked]: z.ZodOptional<z.ZodType<FilterValue<Name>>> }),
  board: text(200)
    .optional()
    .describe('The same in the position notation of the game (FEN); needs `game`.'),
};
const statsQuery = z.strictObject({
  ...filters,
  limit: whole(MAX_PAGE)
    .optional()
    .describe('Maximum number of players with statistics; 0 only counts matches.'),
});
const findQuery = z.strictObject({
  ...filters,
  sort: z.enum(SORTS).optional(),
  limit: whole(MAX_PAGE).optional(),
  // for an archive, contains a location in each of its files
  after: text(12_000).optional().describe('`next` of the previous page.'),
});
type Filters = Partial<z.output<typeof findQuery>>;

const tally = z.object({
  player: z.string(),
  game: z.string(),
  matches: z.number(),
  wins: z.number(),
  losses: z.number(),
  draws: z.number(),
  voids: z.number(),
  open: z.number(),
});
const pageAnswer = z.object({ listings: z.array(listingAnswer), next: z.string().nullable() });
const statsAnswer = z.object({
  matches: z.number(),
  isWhole: z
    .boolean()
    .describe('False if an archive may have more matches, which are not counted.'),
  entries: z.number(),
  tallies: z.array(tally),
});
const namedAnswer = z.object({
  player: z.string(),
  tallies: z.array(tally),
  latest: z.array(listingAnswer),
  account: playerAnswer.nullable().describe('The account with this name; null if there is none.'),
  ratings: z.array(ratingAnswer),
});
export const libraryRoutes: Routes = (plain, context) => {
  const { registry, publicUrl, rights, accounts } = context;
  const { archive } = registry;
  const app = plain.withTypeProvider<ByZod>();
  // results of players are counted where the referee is known: that is this server, unless another source is requested
  const playedHere: Query = { source: registry.source };

  app.delete(
    '/api/library/:id',
    {
      schema: {
        tags: ['library'],
        summary: 'Remove a match from the library',
        description: 'Needs the admin token. An uploaded record is no longer available.',
        params: idParams,
        response: { 204: z.null(), ...refusals },
      },
    },
    async (request, reply) => {
      if (!rights.isAdmin(request)) return refuse(reply, NOT_ADMIN, 403);
      const match = parseCid(request.params.id);
      if (!match.ok) return refuse(reply, match.fault);
      return withLibrary(registry, reply, async (library, signal) => {
        if ((await library.get(match.value, { signal })) === null) return refuse(reply, UNKNOWN);
        await library.remove(match.value, { signal });
        registry.log.info({ match: request.params.id }, 'a match was removed from the library');
        return reply.code(204).header('cache-control', 'no-store').send();
      });
    },
  );

  app.get(
    '/api/library',
    {
      schema: {
        tags: ['library'],
        summary: 'Search matches',
        querystring: findQuery,
        response: { 200: pageAnswer, ...refusals },
      },
    },
    async (request, reply) => {
      const query = await queryOf(registry, request.query);
      if (!query.ok) return refuse(reply, query.fault);
      return withLibrary(registry, reply, async (library, signal) => {
        const { listings, next } = await findInBoth(library, archive, query.value, { signal });
        if (next !== null) {
          const params = new URLSearchParams(request.url.split('?')[1] ?? '');
          params.set('after', next);
          void reply.header('link', `<${publicUrl(request)}/api/library?${params}>; rel="next"`);
        }
        return reply.send({ listings: listings.map(listingData), next });
      });
    },
  );

  app.get(
    '/api/library/stats',
    {
      schema: {
        tags: ['library'],
        summary: 'Get statistics for a search',
        querystring: statsQuery,
        response: { 200: statsAnswer, ...refusals },
      },
    },
    async (request, reply) => {
      const query = await queryOf(registry, request.query);
      if (!query.ok) return refuse(reply, query.fault);
      return withLibrary(registry, reply, async (library, signal) => {
        const { limit = MAX_PAGE } = query.value;
        const all = { ...query.value, limit: 0 };
        const { matches, entries } = await library.stats(all, { signal });
        const played = { ...playedHere, ...query.value, limit };
        const { tallies } = limit === 0 ? NO_TALLIES : await library.stats(played, { signal });
        return reply.send({ matches, isWhole: archive === null, entries, tallies });
      });
    },
  );

  app.get(
    '/api/players',
    {
      schema: {
        tags: ['library'],
        summary: 'List players by number of matches',
        querystring: z.strictObject({
          game: filters.game,
          player: filters.player,
          source: filters.source,
          limit: whole(MAX_PAGE).optional(),
        }),
        response: { 200: z.object({ players: z.array(tally) }), ...refusals },
      },
    },
    async (request, reply) => {
      const query = await queryOf(registry, request.query);
      if (!query.ok) return refuse(reply, query.fault);
      return withLibrary(registry, reply, async (library, signal) => {
        const { tallies } = await library.stats({ ...playedHere, ...query.value }, { signal });
        return reply.send({ players: tallies });
      });
    },
  );

  app.get(
    '/api/players/:name',
    {
      schema: {
        tags: ['library'],
        summary: 'Get a player’s results, recent matches and ratings',
        description: 'By name; players with an account also by key or ID.',
        params: z.strictObject({ name: text(80) }),
        response: { 200: namedAnswer, ...refusals },
      },
    },
    async (request, reply) => {
      const account = (await accounts?.players.find(request.params.name)) ?? null;
      const name = account?.name ?? request.params.name;
      const ratings = account === null ? [] : await ratingsOf(context, account.id);
      const isClosed = account !== null && !(await accounts!.settings(account.id)).isOpen;
      const who = { player: name, account, ratings };
      if (isClosed) return reply.send({ ...who, tallies: [], latest: [] });
      return withLibrary(registry, reply, async (library, signal) => {
        const query: Query = { visibility: 'public', player: name };
        const played = { ...playedHere, ...query, limit: MAX_TALLIES };
        const { tallies: found } = await library.stats(played, { signal });
        const tallies = found.filter(({ player }) => player === name);
        const newest = { ...query, limit: MAX_PAGE };
        const { listings } = await findInBoth(library, archive, newest, { signal });
        const latest = listings.filter(({ players }) => players.includes(name));
        if (account === null && tallies.length === 0 && latest.length === 0)
          return refuse(reply, fail('not-found', 'no matches found for this player').fault);
        return reply.send({ ...who, tallies, latest: latest.map(listingData) });
      });
    },
  );
};

const NO_TALLIES = { tallies: [] };
const NOT_ADMIN = fail('unsupported', 'not allowed: only server admins can do this').fault;

/** Returns the query for the library: always public matches that are not hidden. */
export async function queryOf(
  registry: RoomRegistry,
  { board, ...rest }: Filters,
): Promise<Result<Query>> {
  const plain = Object.fromEntries(
    Object.entries(rest).filter(([, value]) => value !== undefined),
  ) as Query;
  const query: Query = { ...plain, visibility: 'public' };
  if (board === undefined) return ok(query);
  const position = await keyOf(registry, rest.game, board);
  return position.ok ? ok({ ...query, position: position.value }) : position;
}

/** Returns the key of a position in its notation. */
async function keyOf(
  registry: RoomRegistry,
  game: string | undefined,
  board: string,
): Promise<Result<Uint8Array>> {
  const at = { path: '/board' };
  if (game === undefined) return fail('malformed', '"board" is given without "game"', { at });
  const kit = await registry.games.load(game);
  if (!kit.ok) return kit;
  const [notation] = kit.value.positions;
  if (notation === undefined)
    return fail('unsupported', `${game} has no position notation`, { at });
  const state = notation.parse(board);
  return state.ok ? ok(positionKey(kit.value.game, state.value)) : state;
}

const NONE = fail('unsupported', 'this server has no library').fault;

/** Queries the library within its time limit; refuses an invalid query. */
export async function withLibrary(
  { stores, limits }: RoomRegistry,
  reply: FastifyReply,
  ask: (library: Library, signal: AbortSignal) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  if (stores.library === undefined) return refuse(reply, NONE, 501);
  try {
    void reply.header('cache-control', 'public, max-age=5');
    return await ask(stores.library, AbortSignal.timeout(limits.storeMs));
  } catch (cause) {
    if (!(cause instanceof BadQueryError)) throw cause;
    const at = { path: `/${cause.field}` };
    return refuse(reply, fail('malformed', cause.message, { at }).fault);
  }
}
