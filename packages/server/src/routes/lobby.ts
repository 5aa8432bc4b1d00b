/** Lobby routes besides creating and joining: cancel or abort, and snapshots to continue from. */
import { cidOf, type Fault, fail, formatCid, ok, type Result, type Seat } from '@kifu/core';
import { isHiding } from '@kifu/record/match-state';
import { decodeHeader } from '@kifu/record/node';
import * as z from 'zod';
import { refuse } from '../problem.ts';
import { seatOfToken } from '../rooms/access.ts';
import { enqueue } from '../rooms/acts.ts';
import { isOpen } from '../rooms/begin.ts';
import { elapsedMs, type Room, tickNow } from '../rooms/room.ts';
import { inviteOf } from '../rooms/stored-invite.ts';
import type { Routes } from './context.ts';
import { bearerOf, findRequested, nodesOfRequested, UNKNOWN } from './find.ts';
import { type ByZod, cidText, idParams, refusals, whole, yesNo } from './schemas.ts';

const snapshotAnswer = z.object({
  id: z.string().describe('Content ID of the node; the same on every server.'),
  match: z.string(),
  n: z.number(),
  invite: z
    .object({
      game: z.string(),
      version: z.number(),
      options: z.unknown(),
      branch: z.object({ match: z.string(), n: z.number() }),
    })
    .describe('Fields of an invite that continues from there; add seats.'),
});

export const lobbyRoutes: Routes = (plain, context) => {
  const app = plain.withTypeProvider<ByZod>();
  const { registry } = context;

  app.delete(
    '/api/invites/:id',
    {
      schema: {
        tags: ['live'],
        summary: 'Cancel an invite or abort a match',
        description:
          'Needs the token of a seat. Only its creator can cancel an invite. A player can abort a match until every player has moved, or at any time with `mayCancel`; the match ends void.',
        params: idParams,
        querystring: z.strictObject({
          unjoined: yesNo
            .optional()
            .describe(
              'Only while no other player has joined: for players who look for an opponent.',
            ),
        }),
        response: { 200: z.object({ invite: z.unknown() }), ...refusals },
      },
    },
    async (request, reply) => {
      const room = await registry.find(request.params.id);
      const seat = room === null ? undefined : seatOfToken(room, bearerOf(request));
      if (room === null || seat === undefined) return refuse(reply, UNKNOWN);
      if (seat === null) return refuse(reply, SPECTATOR, 403);
      const done = await cancel(room, seat, request.query.unjoined === true);
      return done.ok
        ? reply.send({ invite: inviteOf(room.stored) })
        : refuse(reply, done.fault, done.fault.code === 'wrong-seat' ? 403 : undefined);
    },
  );

  app.get(
    '/api/matches/:id/snapshots/:n',
    {
      schema: {
        tags: ['live'],
        summary: 'Get a position to start another match from',
        params: z.strictObject({ id: idParams.shape.id, n: whole(Number.MAX_SAFE_INTEGER) }),
        querystring: z.strictObject({ head: cidText.optional() }),
        response: { 200: snapshotAnswer, ...refusals },
      },
    },
    async (request, reply) => {
      const { id, n } = request.params;
      const requested = await findRequested(context, request, id, request.query.head);
      if (!requested.ok) return refuse(reply, requested.fault);
      const nodes = await nodesOfRequested(context, requested.value);
      if (!nodes.ok) return refuse(reply, nodes.fault);
      const { visible } = requested.value;
      const header = decodeHeader(nodes.value[0]!);
      if (!header.ok) return refuse(reply, header.fault);
      // the ending is not an entry: nothing follows it
      const entries = nodes.value.length - 1 - (isEnded(visible) ? 1 : 0);
      if (n > entries) return refuse(reply, tooFar(n, entries));
      const { game, version, options } = header.value;
      const kit = await registry.games.load(game, version);
      if (!kit.ok) return refuse(reply, kit.fault);
      if (isHiding(kit.value.game, header.value, isEnded(visible))) return refuse(reply, SEALED);
      const match = formatCid(visible.match);
      return reply.send({
        id: formatCid(cidOf('dag-cbor', nodes.value[n]!)),
        ...{ match, n, invite: { game, version, options, branch: { match, n } } },
      });
    },
  );
};

const SPECTATOR = fail('wrong-seat', 'spectators cannot abort a match').fault;
const GUEST = fail('wrong-seat', 'you cannot cancel this invite: only its creator can');
const BEGINNING = fail('conflict', 'the match is starting; retry');
const JOINED = fail('conflict', 'another player has joined; the match is about to start');
const ENDED = fail('game-over', 'the match has already ended');
const SEALED = fail('unsupported', 'the hands of this match are hidden until it ends').fault;
const tooFar = (n: number, entries: number) =>
  fail('not-found', `entry ${n} not found: the match has ${entries} entries`, {
    rule: 'SnapshotCreateFailed',
  }).fault;

const isEnded = ({
  stored,
  listing,
}: {
  readonly stored: { readonly phase: string } | null;
  readonly listing: { readonly outcome: unknown } | null;
}): boolean => (stored === null ? listing?.outcome != null : stored.phase === 'ended');

/** Cancels the invite or aborts the match of a seat. */
async function cancel(room: Room, seat: Seat, isUnjoined: boolean): Promise<Result<null>> {
  const { stored, registry } = room;
  if (stored.phase === 'ended') return ENDED;
  if (isUnjoined && stored.seats.some(({ type, isMaker }) => type === 'person' && !isMaker))
    return JOINED;
  if (stored.phase === 'open') {
    if (stored.seats.find(other => other.seat === seat)?.isMaker !== true) return GUEST;
    if (!isOpen(room)) return BEGINNING;
    await registry.forget(room);
    return ok(null);
  }
  return abort(room, stored.mayCancel && stored.referee ? null : seat);
}

/** Aborts a match for a seat, or for the referee if any player may; the rules decide whether it is possible. */
async function abort(room: Room, seat: Seat | null): Promise<Result<null>> {
  const answer = Promise.withResolvers<Fault | null>();
  enqueue(room, {
    answer,
    make() {
      const { table } = room.chain!;
      const cameMs = Math.max(0, elapsedMs(room));
      const ms = Math.max(table.ms, cameMs);
      return { seat, act: { type: 'abort' }, ms, at: tickNow(room, cameMs) };
    },
  });
  const fault = await answer.promise;
  return fault === null ? ok(null) : { ok: false, fault };
}
