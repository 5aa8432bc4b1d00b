/** Invites over HTTP: made, looked at, joined, listed. */
import { newInvite, newSeat } from '@kifu/client';
import { type Fault, fail } from '@kifu/core';
import { refuse } from '../problem.ts';
import { joinInvite, makeInvite } from '../rooms/invites.ts';
import { inviteOf } from '../rooms/kept.ts';
import { seatOfToken } from '../rooms/people.ts';
import type { Routes } from './context.ts';
import { bearerOf, parseBody } from './request.ts';

const MAX_LISTED = 200;
const UNKNOWN = fail('not-found', 'there is no such invite or match').fault;

export const inviteRoutes: Routes = (app, { hall, publicUrl }) => {
  const opened = new Map<string, string>();

  app.post('/api/invites', async (request, reply) => {
    const wanted = parseBody(newInvite, request.body);
    if (!wanted.ok) return refuse(reply, wanted.fault);
    const full = checkRoom(request.ip);
    if (full !== null) return refuse(reply, full, 429);
    const made = await makeInvite(hall, wanted.value);
    if (!made.ok) return refuse(reply, made.fault);
    const { invite, tokens, joinToken } = made.value;
    opened.set(invite.id, request.ip);
    const url = `${publicUrl()}/live/${invite.id}${joinToken === null ? '' : `#${joinToken}`}`;
    return reply.code(201).send({ invite, url, tokens, joinToken });
  });

  /** How much one address may have going; forgotten when the process ends, as addresses are kept nowhere. */
  const checkRoom = (address: string): Fault | null => {
    for (const id of opened.keys()) if (!hall.isGoingOn(id)) opened.delete(id);
    const own = [...opened.values()].filter(other => other === address).length;
    return own >= hall.limits.openPerAddress || opened.size >= hall.limits.open
      ? fail('too-large', 'too many matches are open: finish some first').fault
      : null;
  };

  app.get<{ Params: { id: string } }>('/api/invites/:id', async (request, reply) => {
    const room = await hall.find(request.params.id);
    if (room === null || seatOfToken(room, bearerOf(request)) === undefined)
      return refuse(reply, UNKNOWN);
    return { invite: inviteOf(room.kept) };
  });

  app.post<{ Params: { id: string } }>('/api/invites/:id/seats', async (request, reply) => {
    const wanted = parseBody(newSeat, request.body);
    if (!wanted.ok) return refuse(reply, wanted.fault);
    const room = await hall.find(request.params.id);
    if (room === null) return refuse(reply, UNKNOWN);
    const joined = await joinInvite(room, wanted.value);
    if (!joined.ok) return refuse(reply, joined.fault);
    return reply.code(201).send({ invite: inviteOf(room.kept), ...joined.value });
  });

  app.get('/api/live', async () => ({ matches: [...hall.board.values()].slice(-MAX_LISTED) }));
};
