/** Any point of a match: its state as data, and a picture of it. */
import { formatCid, type JsonObject } from '@kifu/core';
import * as z from 'zod';
import { isFresh } from '../answer.ts';
import { refuse } from '../problem.ts';
import { STYLED_POLICY } from '../security.ts';
import type { Routes } from './context.ts';
import { findRequested, nodesOfRequested } from './find.ts';
import {
  type ByZod,
  contentAnswer,
  idParams,
  isOnePoint,
  ONE_POINT,
  pointQuery,
  refusals,
  stateAnswer,
  whole,
  yesNo,
} from './schemas.ts';

const stateQuery = z
  .strictObject({
    ...pointQuery,
    as: z
      .string()
      .regex(/^[a-z0-9-]{1,40}$/)
      .optional()
      .describe('The form of another program, where the game has it.'),
    legal: yesNo.optional().describe('Whether the legal moves of those who may move are listed.'),
  })
  .refine(isOnePoint, ONE_POINT);

const pictureQuery = z
  .strictObject({
    ...pointQuery,
    turn: z
      .enum(['0', '90', '180', '270'])
      .optional()
      .describe('Degrees by which the board is turned.'),
    theme: z.enum(['auto', 'light', 'dark']).optional(),
    cell: whole(200).optional().describe('Pixels a cell; 48 unless told.'),
    facts: yesNo.optional().describe('Whether score, clocks and the like stand below.'),
  })
  .refine(isOnePoint, ONE_POINT);

export const stateRoutes: Routes = (plain, context) => {
  const app = plain.withTypeProvider<ByZod>();
  const { workers } = context;

  app.get(
    '/api/matches/:id/state',
    {
      schema: {
        tags: ['records'],
        summary: 'The state at any point: after an entry, at a tick or at a time',
        params: idParams,
        querystring: stateQuery,
        response: { 200: stateAnswer, ...refusals },
      },
    },
    async (request, reply) => {
      const { n, tick, ms, as = null, legal = false, head } = request.query;
      const requested = await findRequested(context, request, request.params.id, head);
      if (!requested.ok) return refuse(reply, requested.fault);
      const { visible, headText, isFixed, by } = requested.value;
      const tag = `W/"${headText}.${[n, tick, ms, as, legal].join('.')}"`;
      const { isPrivate } = visible;
      const nodes = await nodesOfRequested(context, requested.value);
      if (!nodes.ok) return refuse(reply, nodes.fault);
      if (isFresh(request, reply, { tag, isFixed, isPrivate })) return reply.send();
      const done = await workers.run(
        {
          do: 'state',
          ...{ head: headText, nodes: nodes.value, point: { n, tick, ms }, form: as, legal },
        },
        { by },
      );
      if (!done.ok) return refuse(reply, done.fault);
      return reply.send(
        as === null
          ? { match: formatCid(visible.match), head: headText, ...(done.value as JsonObject) }
          : (done.value as JsonObject),
      );
    },
  );

  app.get(
    '/api/matches/:id/position.svg',
    {
      schema: {
        tags: ['records'],
        summary: 'A picture of any point',
        params: idParams,
        querystring: pictureQuery,
        response: { 200: contentAnswer('The picture.', 'image/svg+xml'), ...refusals },
      },
    },
    async (request, reply) => {
      const { n, tick, ms, turn = '0', theme = 'auto', cell = 48, facts = false } = request.query;
      const requested = await findRequested(
        context,
        request,
        request.params.id,
        request.query.head,
      );
      if (!requested.ok) return refuse(reply, requested.fault);
      const { visible, headText, isFixed } = requested.value;
      const tag = `W/"${headText}.${[n, tick, ms, turn, theme, cell, facts].join('.')}"`;
      const nodes = await nodesOfRequested(context, requested.value);
      if (!nodes.ok) return refuse(reply, nodes.fault);
      if (isFresh(request, reply, { tag, isFixed, isPrivate: visible.isPrivate }))
        return reply.send();
      const done = await workers.run(
        {
          do: 'picture',
          ...{ head: headText, nodes: nodes.value, point: { n, tick, ms } },
          look: {
            turn: Number(turn) as 0 | 90 | 180 | 270,
            theme,
            cellPx: Math.max(1, cell),
            facts,
          },
        },
        { by: requested.value.by },
      );
      if (!done.ok) return refuse(reply, done.fault);
      return reply
        .header('content-security-policy', STYLED_POLICY)
        .type('image/svg+xml; charset=utf-8')
        .send(done.value);
    },
  );
};
