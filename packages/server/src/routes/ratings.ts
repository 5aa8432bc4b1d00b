/** Ratings over HTTP: rating pools, leaderboards, receipts, and how a rating was computed. */
import { type Fault, fail } from '@kifu/core';
import { GLICKO_PARAMETERS } from '@kifu/core/glicko2';
import { type PoolStanding, type RatingPool, SPEEDS } from '@kifu/record/ratings';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { PlayerStanding } from '../players/ratings.ts';
import { refuse } from '../problem.ts';
import type { Context, Routes } from './context.ts';
import { type ByZod, refusals, whole } from './schemas.ts';

const LISTED = 50;
const MAX_LISTED = 200;
/** Deviation from which a rating is provisional; the maximum is 350. */
const PROVISIONAL = 110;

const ladderParams = z.strictObject({
  game: z.string().min(1).max(80),
  speed: z.enum(SPEEDS as [(typeof SPEEDS)[number], ...(typeof SPEEDS)[number][]]),
});
const figures = {
  rating: z.number(),
  deviation: z.number(),
  isProvisional: z.boolean(),
  matches: z.number(),
};
const ladderAnswer = z.object({
  game: z.string(),
  speed: z.string(),
  matches: z.number(),
  receipt: z.string().describe('SHA-256 of all matches in order, and the parameters.'),
});
/** Rating of a player, and how it was computed. */
export const ratingAnswer = z.object({
  ...{ game: z.string(), speed: z.string(), receipt: z.string() },
  ...figures,
  history: z.array(
    z.object({
      week: z.string().describe('The Monday that starts the week.'),
      ...{ rating: z.number(), deviation: z.number() },
      games: z.array(
        z.object({
          match: z.string(),
          opponent: z.string(),
          rating: z.number(),
          score: z.number(),
        }),
      ),
    }),
  ),
});

const NOBODY = fail('not-found', 'no ratings for this game and speed').fault;
const NONE = fail('unsupported', 'this server has no ratings: it has no library').fault;
const NOT_ADMIN = fail('unsupported', 'not allowed: only server admins can do this').fault;

export const ratingRoutes: Routes = (plain, context) => {
  const app = plain.withTypeProvider<ByZod>();
  const { accounts, rights, registry } = context;
  const { ratings } = registry;

  app.get(
    '/api/ratings',
    {
      schema: {
        tags: ['players'],
        summary: 'List rating pools',
        response: { 200: z.object({ ladders: z.array(ladderAnswer) }), ...refusals },
      },
    },
    async (_request, reply) =>
      ratings === null
        ? refuse(reply, NONE)
        : reply.send({ ladders: (await ratings.ladders()).map(ladderData) }),
  );

  app.get(
    '/api/ratings/:game/:speed',
    {
      schema: {
        tags: ['players'],
        summary: 'List a rating pool, highest rated first',
        description:
          'Lists players with an account who allow it. Every player is rated, and is in the receipt.',
        params: ladderParams,
        querystring: z.strictObject({ limit: whole(MAX_LISTED).optional() }),
        response: {
          200: ladderAnswer.extend({
            players: z.array(z.object({ id: z.string(), name: z.string(), ...figures })),
          }),
          ...refusals,
        },
      },
    },
    async (request, reply) => {
      const { game, speed } = request.params;
      const ladder = (await ratings?.ladder(game, speed)) ?? null;
      if (ladder === null) return refuse(reply, NOBODY);
      const limit = request.query.limit ?? LISTED;
      const players = [];
      for (const standing of ladder.standings) {
        if (players.length >= limit) break;
        const { id } = standing;
        const player = (await accounts?.players.get(id)) ?? null;
        if (player === null || !(await accounts!.settings(id)).isListed) continue;
        players.push({ id, name: player.name, ...figuresOf(standing) });
      }
      return reply.send({ ...ladderData(ladder), players });
    },
  );

  app.get(
    '/api/ratings/:game/:speed/receipt',
    {
      schema: {
        tags: ['players'],
        summary: 'Get a rating pool’s receipt',
        params: ladderParams,
        response: {
          200: z.object({
            ...{ game: z.string(), speed: z.string(), hash: z.string() },
            parameters: z.record(z.string(), z.string()),
            matches: z.array(z.string()),
          }),
          ...refusals,
        },
      },
    },
    async (request, reply) => {
      const { game, speed } = request.params;
      const ladder = (await ratings?.ladder(game, speed)) ?? null;
      return ladder === null ? refuse(reply, NOBODY) : reply.send(ladder.receipt);
    },
  );

  const checked = { 200: z.object({ drifts: z.array(z.unknown()) }), ...refusals };
  /** Compares, after recomputing everything if requested. */
  const check = (isRebuilt: boolean) => async (request: FastifyRequest, reply: FastifyReply) => {
    if (!rights.isAdmin(request)) return refuse(reply, NOT_ADMIN, 403);
    if (ratings === null) return refuse(reply, NONE);
    if (isRebuilt) await ratings.rebuild();
    const drifts: readonly Fault[] = await ratings.check();
    for (const fault of drifts)
      registry.log.error({ fault }, 'a rating differs from the recomputed one');
    return reply.header('cache-control', 'no-store').send({ drifts });
  };
  app.get(
    '/api/admin/ratings',
    {
      schema: {
        tags: ['admin'],
        summary: 'Recompute and compare all ratings',
        response: checked,
      },
    },
    check(false),
  );
  app.post(
    '/api/admin/ratings',
    {
      schema: {
        tags: ['admin'],
        summary:
          'Rate the matches of the library that were not rated yet, store the recomputed ratings, and compare',
        response: checked,
      },
    },
    check(true),
  );
};

const ladderData = ({ game, speed, receipt }: RatingPool) => ({
  ...{ game, speed, matches: receipt.matches.length },
  receipt: receipt.hash,
});

const figuresOf = ({ rating, matches }: PoolStanding) => ({
  rating: Math.round(rating.R),
  deviation: Math.round(rating.RD),
  isProvisional: rating.RD > PROVISIONAL,
  matches,
});

/** Returns the public ratings of a player; none if the player hides them. */
export async function ratingsOf({ accounts, registry }: Context, player: string) {
  const isOpen = (await accounts?.settings(player))?.isOpen ?? true;
  const standings = isOpen ? ((await registry.ratings?.standings(player)) ?? []) : [];
  return standings.map(ratingData);
}

const ratingData = ({ ladder, standing }: PlayerStanding) => ({
  ...{ game: ladder.game, speed: ladder.speed, receipt: ladder.receipt.hash },
  ...figuresOf(standing),
  history: standing.history.map(({ period, after, games }) => ({
    week: mondayOf(period),
    ...{ rating: Math.round(after.R), deviation: Math.round(after.RD) },
    games: games.map(({ match, opponent, R, score }) => ({
      ...{ match, opponent: opponent.name, rating: Math.round(R), score },
    })),
  })),
});

/** Returns the day on which a rating period starts. */
const mondayOf = (period: number): string =>
  new Date((GLICKO_PARAMETERS.epochS + period * GLICKO_PARAMETERS.periodS) * 1000)
    .toISOString()
    .slice(0, 10);
