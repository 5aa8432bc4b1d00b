/** Push notifications for one seat of a game: subscribed and unsubscribed with the token of the seat. */
import { fail } from '@kifu/core';
import * as z from 'zod';
import { refuse } from '../problem.ts';
import { seatOfToken } from '../rooms/access.ts';
import { isInBetween } from '../rooms/begin.ts';
import { changeSeat } from '../rooms/members.ts';
import type { Routes } from './context.ts';
import { bearerOf, UNKNOWN } from './find.ts';
import { type ByZod, idParams, refusals } from './schemas.ts';

const NO_PUSH = fail('unsupported', 'this server sends no push notifications').fault;
const SPECTATOR = fail(
  'wrong-seat',
  'only a player can be notified; send the token of a seat',
).fault;
const OVER = fail('game-over', 'the match has already ended').fault;
const STARTING = fail('conflict', 'the match is starting; retry').fault;
const BAD = fail(
  'bad-setup',
  'the subscription is invalid: its keys are malformed, or its endpoint does not belong to a known push service',
  { at: { path: '/endpoint' } },
).fault;

const base64url = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]+=*$/);

export const pushRoutes: Routes = (plain, { registry }) => {
  const app = plain.withTypeProvider<ByZod>();

  app.get(
    '/api/push',
    {
      schema: {
        tags: ['live'],
        summary: 'Get the key for push subscriptions',
        response: { 200: z.object({ key: z.string() }), ...refusals },
      },
    },
    async (_, reply) =>
      registry.push === null
        ? refuse(reply, NO_PUSH)
        : reply.send({ key: registry.push.publicKey }),
  );

  app.put(
    '/api/invites/:id/push',
    {
      schema: {
        tags: ['live'],
        summary: 'Subscribe a seat to push notifications',
        description:
          'Needs the token of a seat. The player is notified when the game starts, when it is their turn, and when it ends, while no page of theirs is connected.',
        params: idParams,
        body: z.strictObject({
          endpoint: z.string().max(1000),
          keys: z.strictObject({ p256dh: base64url(100), auth: base64url(30) }),
        }),
        response: { 204: z.null(), ...refusals },
      },
    },
    async (request, reply) => {
      if (registry.push === null) return refuse(reply, NO_PUSH);
      const room = await registry.find(request.params.id);
      const seat = room === null ? undefined : seatOfToken(room, bearerOf(request));
      if (room === null || seat === undefined) return refuse(reply, UNKNOWN);
      if (seat === null) return refuse(reply, SPECTATOR, 403);
      if (room.stored.phase === 'ended') return refuse(reply, OVER);
      if (isInBetween(room)) return refuse(reply, STARTING);
      const push = request.body;
      if (!registry.push.accepts(push)) return refuse(reply, BAD);
      await changeSeat(room, seat, old => ({ ...old, push }));
      return reply.code(204).send(null);
    },
  );

  app.delete(
    '/api/invites/:id/push',
    {
      schema: {
        tags: ['live'],
        summary: 'Unsubscribe a seat from push notifications',
        description: 'Needs the token of a seat.',
        params: idParams,
        response: { 204: z.null(), ...refusals },
      },
    },
    async (request, reply) => {
      const room = await registry.find(request.params.id);
      const seat = room === null ? undefined : seatOfToken(room, bearerOf(request));
      if (room === null || seat === undefined) return refuse(reply, UNKNOWN);
      if (seat === null) return refuse(reply, SPECTATOR, 403);
      if (room.stored.phase !== 'ended')
        await changeSeat(room, seat, ({ push: _, ...rest }) => rest);
      return reply.code(204).send(null);
    },
  );
};
