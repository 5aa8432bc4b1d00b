/** Invites over HTTP: made, looked at, joined, listed. */
import { newInvite, newSeat } from '@kifu/client/protocol';
import { type Fault, fail } from '@kifu/core';
import * as z from 'zod';
import { guestOf } from '../guest.ts';
import { refuse } from '../problem.ts';
import { seatOfToken } from '../rooms/access.ts';
import { joinInvite, makeInvite, NO_INVITE } from '../rooms/invites.ts';
import { inviteOf } from '../rooms/stored-invite.ts';
import type { Routes } from './context.ts';
import { bearerOf } from './find.ts';
import { type ByZod, idParams, refusals } from './schemas.ts';

const MAX_LISTED = 200;
const UNKNOWN = NO_INVITE.fault;

const invite = z.looseObject({ id: z.string(), phase: z.enum(['open', 'live', 'ended']) });
const seatToken = { seat: z.number(), token: z.string() };
/** Answers with tokens are not compressed: their length would tell of them. */
const SECRET = { compress: false } as const;

export const inviteRoutes: Routes = (plain, { registry, workers, publicUrl }) => {
  const app = plain.withTypeProvider<ByZod>();
  const opened = new Map<string, string>();
  /** Guests whose invites are being made. */
  const making: string[] = [];

  app.post(
    '/api/invites',
    {
      ...SECRET,
      schema: {
        tags: ['live'],
        summary: 'Make an invite',
        description: 'The match begins as soon as no seat is open and all people are ready.',
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
      const guest = guestOf(request.ip);
      const full = checkRoom(guest);
      if (full !== null) return refuse(reply, full, 429);
      making.push(guest);
      const made = await makeInvite({ registry, workers, by: guest }, request.body).finally(() =>
        making.splice(making.indexOf(guest), 1),
      );
      if (!made.ok) return refuse(reply, made.fault);
      const { invite, tokens, joinToken } = made.value;
      opened.set(invite.id, guest);
      const url = `${publicUrl(request)}/live/${invite.id}${joinToken === null ? '' : `#${joinToken}`}`;
      return reply.code(201).send({ invite, url, tokens, joinToken });
    },
  );

  /** How much one address may have going; forgotten when the process ends, as addresses are kept nowhere. */
  const checkRoom = (guest: string): Fault | null => {
    for (const id of opened.keys()) if (!registry.isGoingOn(id)) opened.delete(id);
    const all = [...opened.values(), ...making];
    const own = all.filter(other => other === guest).length;
    return own >= registry.limits.openPerAddress || all.length >= registry.limits.open
      ? fail('too-large', 'too many matches are open: finish some first').fault
      : null;
  };

  app.get(
    '/api/invites/:id',
    {
      schema: {
        tags: ['live'],
        summary: 'Look at an invite or a match that is played here',
        params: idParams,
        response: { 200: z.object({ invite }), ...refusals },
      },
    },
    async (request, reply) => {
      const room = await registry.find(request.params.id);
      if (room === null || seatOfToken(room, bearerOf(request)) === undefined)
        return refuse(reply, UNKNOWN);
      return reply.header('cache-control', 'no-store').send({ invite: inviteOf(room.kept) });
    },
  );

  app.post(
    '/api/invites/:id/seats',
    {
      ...SECRET,
      schema: {
        tags: ['live'],
        summary: 'Take an open seat',
        params: idParams,
        body: newSeat,
        response: { 201: z.object({ invite, ...seatToken }), ...refusals },
      },
    },
    async (request, reply) => {
      const room = await registry.find(request.params.id);
      if (room === null) return refuse(reply, UNKNOWN);
      const joined = await joinInvite(room, request.body);
      if (!joined.ok) return refuse(reply, joined.fault);
      return reply.code(201).send({ invite: inviteOf(room.kept), ...joined.value });
    },
  );

  app.get(
    '/api/live',
    {
      schema: {
        tags: ['live'],
        summary: 'Public invites and matches that go on',
        response: { 200: z.object({ matches: z.array(invite) }) },
      },
    },
    async () => ({ matches: [...registry.board.values()].slice(-MAX_LISTED) }),
  );
};
