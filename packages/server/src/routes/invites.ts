/** Invites over HTTP: create, show, join and list them. */
import { newInvite, newSeat } from '@kifu/client/protocol';
import type { Fail } from '@kifu/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { RoomElsewhereError } from '../cluster/room-elsewhere.ts';
import { guestOf } from '../guest.ts';
import { sortNear } from '../players/sort-near.ts';
import { MOVING, refuse } from '../problem.ts';
import { holderOf } from '../quotas.ts';
import { seatOfToken, storedInviteOf } from '../rooms/access.ts';
import { joinInvite, makeInvite, NO_INVITE } from '../rooms/invites.ts';
import { TOO_MANY } from '../rooms/rematch.ts';
import type { Room } from '../rooms/room.ts';
import { guestsOf, inviteOf } from '../rooms/stored-invite.ts';
import type { Context, Routes } from './context.ts';
import { bearerOf } from './find.ts';
import { type ByZod, idParams, refusals } from './schemas.ts';

const MAX_LISTED = 200;
const UNKNOWN = NO_INVITE.fault;

/** 429 for too many matches, as for requests: the guest may retry later. */
const statusOf = (refused: Fail): number | undefined => (refused === TOO_MANY ? 429 : undefined);

const invite = z.looseObject({ id: z.string(), phase: z.enum(['open', 'live', 'ended']) });
const seatToken = { seat: z.number(), token: z.string() };
/** Answers with tokens are not compressed: their length would leak them. */
const SECRET = { compress: false } as const;

export const inviteRoutes: Routes = (plain, context) => {
  const { registry, workers, publicUrl } = context;
  const app = plain.withTypeProvider<ByZod>();

  app.post(
    '/api/invites',
    {
      ...SECRET,
      schema: {
        tags: ['live'],
        summary: 'Create an invite',
        description: 'The match starts when no seat is open and every player is ready.',
        body: newInvite,
        response: {
          201: z.object({
            invite,
            url: z.string(),
            tokens: z.array(z.object(seatToken)),
            joinToken: z.string().nullable(),
          }),
          ...refusals,
        },
      },
    },
    async (request, reply) => {
      const by = guestOf(request.ip);
      const answered = await askCounter(context, request, reply);
      if (answered !== null) return answered;
      const made = await makeInvite({ registry, workers, by }, request.body);
      if (!made.ok) return refuse(reply, made.fault, statusOf(made));
      const { invite, tokens, joinToken } = made.value;
      const url = `${publicUrl(request)}/live/${invite.id}${joinToken === null ? '' : `#${joinToken}`}`;
      return reply.code(201).send({ invite, url, tokens, joinToken });
    },
  );

  app.get(
    '/api/invites/:id',
    {
      schema: {
        tags: ['live'],
        summary: 'Get an invite or live match',
        params: idParams,
        response: { 200: z.object({ invite }), ...refusals },
      },
    },
    async (request, reply) => {
      const stored = await storedInviteOf(registry, request.params.id);
      const seat = stored === null ? undefined : seatOfToken({ stored }, bearerOf(request));
      if (stored === null || seat === undefined) return refuse(reply, UNKNOWN);
      if (seat !== null) registry.noteWanted(stored);
      return reply.header('cache-control', 'no-store').send({ invite: inviteOf(stored) });
    },
  );

  app.post(
    '/api/invites/:id/seats',
    {
      ...SECRET,
      schema: {
        tags: ['live'],
        summary: 'Join an open seat',
        params: idParams,
        body: newSeat,
        response: { 201: z.object({ invite, ...seatToken }), ...refusals },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const answered = await askCounter(context, request, reply);
      if (answered !== null) return answered;
      let room: Room | null;
      try {
        room = await registry.find(id);
      } catch (cause) {
        if (!(cause instanceof RoomElsewhereError)) throw cause;
        return joinElsewhere(context, id, cause, request, reply);
      }
      if (room === null) return refuse(reply, UNKNOWN);
      const joined = await joinInvite(room, request.body, guestOf(request.ip));
      if (!joined.ok) return refuse(reply, joined.fault, statusOf(joined));
      return reply.code(201).send({ invite: inviteOf(room.stored), ...joined.value });
    },
  );

  app.get(
    '/api/live',
    {
      schema: {
        tags: ['live'],
        summary: 'List public invites and live matches',
        description: `At most ${MAX_LISTED}; if there are more, each network in turn contributes its newest.`,
        querystring: z.strictObject({
          game: z.string().max(80).optional(),
          near: z
            .string()
            .max(80)
            .optional()
            .describe(
              'A player, by name or key; invites of players of similar strength come first, and those that the player cannot join are left out.',
            ),
          within: z.coerce
            .number()
            .int()
            .min(25)
            .max(1000)
            .optional()
            .describe('With `near`: how far the ratings of players of open invites may be away.'),
        }),
        response: { 200: z.object({ matches: z.array(invite) }) },
      },
    },
    async ({ query }) => {
      // only its players can join a game of a tournament
      const matches = registry
        .listBoard(MAX_LISTED, query.game)
        .filter(({ phase, tournament }) => phase !== 'open' || tournament === undefined);
      return {
        matches:
          query.near === undefined
            ? matches
            : await sortNear(registry, matches, query.near, query.within),
      };
    },
  );
};

/**
 * Forwards a join to the process that has the room. If this one counts for the guest, the join counts until this one knows the room with
 * the guest in it; meanwhile it may count twice, but never not at all.
 */
async function joinElsewhere(
  { registry, peers }: Context,
  id: string,
  elsewhere: RoomElsewhereError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { cluster, quotas, seal } = registry;
  const by = seal(holderOf(guestOf(request.ip)));
  if (peers === null || cluster === null || !cluster.countsFor(by.network)) throw elsewhere;
  const stored = await storedInviteOf(registry, id);
  const isHolder = stored !== null && guestsOf(stored).some(({ guest }) => guest === by.guest);
  if (!isHolder && !quotas.matches.take(by)) return refuse(reply, TOO_MANY.fault, 429);
  try {
    const answer = await peers.forward(elsewhere.url, request, reply).catch(() => null);
    await registry.recall(id);
    return answer ?? refuse(reply, MOVING, 503);
  } finally {
    if (!isHolder) quotas.matches.give(by);
  }
}

/** Forwards a request to the process that counts the invites and joins of the guest; null if that is this one, or the other does not answer. */
async function askCounter(
  { registry: { cluster, seal }, peers }: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | null> {
  if (cluster === null || peers === null || peers.guestOf(request.raw) !== undefined) return null;
  try {
    await cluster.countFor(seal(holderOf(guestOf(request.ip))).network);
    return null;
  } catch (cause) {
    if (!(cause instanceof RoomElsewhereError)) throw cause;
    return peers.forward(cause.url, request, reply).catch(() => null);
  }
}
