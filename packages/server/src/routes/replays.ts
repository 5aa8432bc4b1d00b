/**
 * Addresses that readers of replays of Kung Fu Chess know: `/api/games/{id}/replay`, and the state at a tick. They work for any game whose
 * records can be written in that format.
 */
import { fail } from '@kifu/core';
import * as z from 'zod';
import { isFresh } from '../answer.ts';
import { refuse } from '../problem.ts';
import type { Routes } from './context.ts';
import { findRequested, nodesOfRequested, type RequestedRecord, UNKNOWN } from './find.ts';
import { sendRecord } from './records.ts';
import { type ByZod, contentAnswer, refusals, whole } from './schemas.ts';

const DIALECT = 'kfchess';
const NOT_FINISHED = fail('unsupported', 'the match has not ended').fault;
const params = z.object({ id: z.string() });

const stateAnswer = z.object({
  tick: z.number(),
  pieces: z.array(z.unknown()),
  active_moves: z.array(z.unknown()),
  cooldowns: z.array(z.unknown()),
});

export const replayRoutes: Routes = (plain, context) => {
  const app = plain.withTypeProvider<ByZod>();
  const { registry, workers } = context;

  /** Null for unknown ids, matches of other games, and invalid ids. */
  const find = async (
    request: Parameters<typeof findRequested>[1],
    id: string,
  ): Promise<RequestedRecord | null> => {
    const requested = await findRequested(context, request, id.slice(0, 100), undefined);
    if (!requested.ok) return null;
    const { stored, listing } = requested.value.visible;
    const kit = await registry.games.load(stored?.game ?? listing!.game);
    return kit.ok && kit.value.formats.some(({ name }) => name === DIALECT)
      ? requested.value
      : null;
  };
  const isFinished = ({ visible: { stored, listing } }: RequestedRecord): boolean =>
    stored === null ? listing?.outcome != null : stored.phase === 'ended';

  app.get(
    '/api/games/:id/replay',
    {
      schema: {
        tags: ['replays'],
        summary: 'Get a Kung Fu Chess replay (version 2)',
        params,
        response: { 200: contentAnswer('The replay.', 'application/json'), ...refusals },
      },
    },
    async (request, reply) => {
      const requested = await find(request, request.params.id);
      if (requested === null) return refuse(reply, UNKNOWN);
      if (!isFinished(requested)) return refuse(reply, NOT_FINISHED, 400);
      return sendRecord(context, request, reply, requested, DIALECT);
    },
  );

  app.get(
    '/api/games/:id/replay/state',
    {
      schema: {
        tags: ['replays'],
        summary: 'Get a Kung Fu Chess state at a tick',
        description: 'A tick after the end returns the final state.',
        params,
        querystring: z.object({ tick: whole(2 ** 31) }),
        response: { 200: stateAnswer, ...refusals },
      },
    },
    async (request, reply) => {
      const { tick } = request.query;
      const requested = await find(request, request.params.id);
      if (requested === null) return refuse(reply, UNKNOWN);
      if (!isFinished(requested)) return refuse(reply, NOT_FINISHED, 400);
      const { visible, headText: head } = requested;
      const tag = `W/"${head}.${tick}.${DIALECT}"`;
      const { isPrivate } = visible;
      if (isFresh(request, reply, { tag, isFixed: false, isPrivate })) return reply.send();
      const nodes = await nodesOfRequested(context, requested);
      if (!nodes.ok) return refuse(reply, nodes.fault);
      const done = await workers.run(
        {
          do: 'state',
          ...{ head, nodes: nodes.value, point: { tick }, form: DIALECT, legal: false },
        },
        { by: requested.by },
      );
      return done.ok
        ? reply.send(done.value as z.infer<typeof stateAnswer>)
        : refuse(reply, done.fault);
    },
  );
};
