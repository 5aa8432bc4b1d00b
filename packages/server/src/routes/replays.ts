/**
 * Addresses that readers of replays of Kung Fu Chess know: `/api/games/{id}/replay`, and the state at a tick. Any game answers whose
 * records can be written in that dialect.
 */
import { fail } from '@kifu/core';
import * as z from 'zod';
import { isFresh } from '../answer.ts';
import { refuse } from '../problem.ts';
import type { Routes } from './context.ts';
import { findWanted, nodesOfWanted, UNKNOWN, type Wanted } from './find.ts';
import { sendRecord } from './records.ts';
import { type ByZod, contentAnswer, refusals, whole } from './schemas.ts';

const DIALECT = 'kfchess';
const NOT_FINISHED = fail('unsupported', 'the match has not finished yet').fault;
const params = z.object({ id: z.string() });

const stateAnswer = z.object({
  tick: z.number(),
  pieces: z.array(z.unknown()),
  active_moves: z.array(z.unknown()),
  cooldowns: z.array(z.unknown()),
});

export const replayRoutes: Routes = (plain, context) => {
  const app = plain.withTypeProvider<ByZod>();
  const { hall, folds } = context;

  /** Unknown ones, those in other games, and whatever else is no id: not there. */
  const find = async (
    request: Parameters<typeof findWanted>[1],
    id: string,
  ): Promise<Wanted | null> => {
    const wanted = await findWanted(context, request, id.slice(0, 100), undefined);
    if (!wanted.ok) return null;
    const { kept, listing } = wanted.value.seen;
    const kit = await hall.games.load(kept?.game ?? listing!.game);
    return kit.ok && kit.value.dialects.some(({ name }) => name === DIALECT) ? wanted.value : null;
  };
  const isFinished = ({ seen: { kept, listing } }: Wanted): boolean =>
    kept === null ? listing?.outcome != null : kept.phase === 'ended';

  app.get(
    '/api/games/:id/replay',
    {
      schema: {
        tags: ['replays'],
        summary: 'The replay of a finished match of Kung Fu Chess, version 2',
        params,
        response: { 200: contentAnswer('The replay.', 'application/json'), ...refusals },
      },
    },
    async (request, reply) => {
      const wanted = await find(request, request.params.id);
      if (wanted === null) return refuse(reply, UNKNOWN);
      if (!isFinished(wanted)) return refuse(reply, NOT_FINISHED, 400);
      return sendRecord(context, request, reply, wanted, DIALECT);
    },
  );

  app.get(
    '/api/games/:id/replay/state',
    {
      schema: {
        tags: ['replays'],
        summary: 'The state at a tick of a finished match of Kung Fu Chess',
        description: 'A tick past the end gives the state at the end.',
        params,
        querystring: z.object({ tick: whole(2 ** 31) }),
        response: { 200: stateAnswer, ...refusals },
      },
    },
    async (request, reply) => {
      const { tick } = request.query;
      const wanted = await find(request, request.params.id);
      if (wanted === null) return refuse(reply, UNKNOWN);
      if (!isFinished(wanted)) return refuse(reply, NOT_FINISHED, 400);
      const { seen, headText: head } = wanted;
      const tag = `W/"${head}.${tick}.${DIALECT}"`;
      const { isPrivate } = seen;
      if (isFresh(request, reply, { tag, isFixed: false, isPrivate })) return reply.send();
      const nodes = await nodesOfWanted(context, wanted);
      if (!nodes.ok) return refuse(reply, nodes.fault);
      const done = await folds.run(
        {
          do: 'state',
          ...{ head, nodes: nodes.value, point: { tick }, form: DIALECT, legal: false },
        },
        { by: wanted.by },
      );
      return done.ok
        ? reply.send(done.value as z.infer<typeof stateAnswer>)
        : refuse(reply, done.fault);
    },
  );
};
