/** Any point of a match: its state as data, and an image of it. */
import {
  type Cid,
  formatCid,
  isSameCid,
  type JsonObject,
  ok,
  type Result,
  type Turn,
} from '@kifu/core';
import { svg } from '@kifu/core/svg';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { asBuffer, isFresh } from '../answer.ts';
import { guestOf } from '../guest.ts';
import { refuse } from '../problem.ts';
import type { PictureStyle } from '../replay-workers/jobs.ts';
import { roomOf, type VisibleMatch } from '../rooms/access.ts';
import { isHidden } from '../rooms/broadcast.ts';
import type { RoomRegistry } from '../rooms/room-registry.ts';
import { STYLED_POLICY } from '../security.ts';
import type { Context, Routes } from './context.ts';
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
      .describe('The state format of another program, if the game has one.'),
    legal: yesNo.optional().describe('Whether to list the legal moves of the active seats.'),
  })
  .refine(isOnePoint, ONE_POINT);

/** Width and height in pixels, for Open Graph. */
export const PNG_SIZE = [1200, 630] as const;

const turned = z
  .enum(['0', '90', '180', '270'])
  .optional()
  .describe('Rotation of the board, in degrees.');

const pngQuery = z
  .strictObject({ ...pointQuery, turn: turned, theme: z.enum(['light', 'dark']).optional() })
  .refine(isOnePoint, ONE_POINT);

const svgQuery = z
  .strictObject({
    ...pointQuery,
    turn: turned,
    theme: z.enum(['auto', 'light', 'dark']).optional(),
    cell: whole(200).optional().describe('Pixels per cell (default: 48).'),
    facts: yesNo
      .optional()
      .describe('Whether to show captions such as score and clocks below the board.'),
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
        summary: 'Get the state at an entry, tick or time',
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
        summary: 'Get an image of a position',
        params: idParams,
        querystring: svgQuery,
        response: { 200: contentAnswer('The image.', 'image/svg+xml'), ...refusals },
      },
    },
    async (request, reply) => {
      const { turn = '0', theme = 'auto', cell = 48, facts = false } = request.query;
      const look = { turn: Number(turn) as Turn, theme, cellPx: Math.max(1, cell), facts };
      const drawn = await draw(context, request, reply, look);
      if (drawn === null) return reply.send();
      if (!drawn.ok) return refuse(reply, drawn.fault);
      return reply
        .header('content-security-policy', STYLED_POLICY)
        .type('image/svg+xml; charset=utf-8')
        .send(drawn.value);
    },
  );

  app.get(
    '/api/matches/:id/position.png',
    {
      schema: {
        tags: ['records'],
        summary: 'Get a PNG preview, 1200 × 630',
        params: idParams,
        querystring: pngQuery,
        response: { 200: contentAnswer('The image.', 'image/png'), ...refusals },
      },
    },
    async (request, reply) => {
      const { turn = '0', theme = 'light' } = request.query;
      const look = {
        ...{ turn: Number(turn) as Turn, theme },
        ...{ sizePx: PNG_SIZE, coordinates: false },
      };
      const drawn = await draw(context, request, reply, look, svg =>
        workers.run({ do: 'raster', svg }, { by: guestOf(request.ip) }),
      );
      if (drawn === null) return reply.send();
      if (!drawn.ok) return refuse(reply, drawn.fault);
      return reply.type('image/png').send(asBuffer(drawn.value));
    },
  );
};

/** Request for an image. */
type PictureRequest = FastifyRequest & {
  readonly params: { readonly id: string };
  readonly query: Omit<z.output<typeof svgQuery>, 'cell' | 'facts'>;
};

/** Draws the requested point, as SVG or as `convert` makes it; null if the client has it already. */
async function draw<Picture extends string | Uint8Array = string>(
  context: Context,
  request: PictureRequest,
  reply: FastifyReply,
  look: PictureStyle,
  convert: (svg: string) => Promise<Result<Picture>> = async svg => ok(svg as Picture),
): Promise<Result<Picture> | null> {
  const { n, tick, ms, head } = request.query;
  const { workers, answers, registry } = context;
  const requested = await findRequested(context, request, request.params.id, head);
  if (!requested.ok) return requested;
  const { visible, headText, isFixed, by } = requested.value;
  const tag = `W/"${headText}.${[n, tick, ms, ...Object.values(look).flat()].join('.')}"`;
  const nodes = await nodesOfRequested(context, requested.value);
  if (!nodes.ok) return nodes;
  if (isFresh(request, reply, { tag, isFixed, isPrivate: visible.isPrivate })) return null;
  const isNewest = [n, tick, ms].every(one => one === undefined);
  const hidden = isNewest ? drawHidden(registry, visible, requested.value.head, look) : null;
  if (hidden !== null) return convert(hidden);
  const key = `${formatCid(visible.match)} ${tag}`;
  const known = answers.get(key);
  if (known !== undefined) return ok(known.output as Picture);
  const svg = await workers.run(
    { do: 'picture', head: headText, nodes: nodes.value, point: { n, tick, ms }, look },
    { by },
  );
  if (!svg.ok) return svg;
  const drawn = await convert(svg.value);
  if (drawn.ok) answers.set(key, { output: drawn.value, losses: [] }, drawn.value.length);
  return drawn;
}

/** Returns what spectators see at the newest node while hands are hidden; null if nothing is hidden, or the match is not in memory. */
function drawHidden(
  registry: RoomRegistry,
  visible: VisibleMatch,
  head: Cid,
  look: PictureStyle,
): string | null {
  const room = roomOf(registry, visible.stored);
  if (room === undefined || !isHidden(room) || !isSameCid(head, visible.head)) return null;
  const { art, game, sceneOfView } = room.kit;
  const view = game.secrets?.view(room.chain!.table.state, null);
  if (view === undefined || sceneOfView === undefined) return null;
  return svg(sceneOfView(view, null), art, { ...look, title: game.name });
}
