/** Records: a match, and its record in any format. */
import { Buffer } from 'node:buffer';
import { formatCid, type Result, sha256, type WriteResult } from '@kifu/core';
import { loadAnnotations } from '@kifu/record/annotations';
import type { MatchSummary } from '@kifu/record/store';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { isFresh, lossesHeader, sendBytes } from '../answer.ts';
import { openArchived } from '../archive.ts';
import { refuse } from '../problem.ts';
import type { ReplayJob } from '../replay-workers/jobs.ts';
import { findVisible } from '../rooms/access.ts';
import { inviteOf } from '../rooms/stored-invite.ts';
import type { Context, Routes } from './context.ts';
import {
  bearerOf,
  findRequested,
  nodesOfRequested,
  type RequestedRecord,
  UNKNOWN,
} from './find.ts';
import {
  type ByZod,
  cidText,
  contentAnswer,
  idParams,
  listingAnswer,
  refusals,
} from './schemas.ts';

const recordQuery = z.strictObject({
  as: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .default('car')
    .describe('car, pack, json, or a format of the game; see /api/games.'),
  head: cidText.optional().describe('A node of the match to treat as the head.'),
});

const matchAnswer = z.object({
  match: z.string(),
  head: z.string(),
  /** Its index entry; null while it is in progress. */
  listing: listingAnswer.nullable(),
  /** As in the live protocol; null if it was not played here. */
  invite: z.unknown().nullable(),
});

export const recordRoutes: Routes = (plain, context) => {
  const app = plain.withTypeProvider<ByZod>();
  const { registry } = context;

  app.get(
    '/api/matches/:id',
    {
      schema: {
        tags: ['records'],
        summary: 'Get a match: its head and summary',
        params: idParams,
        response: { 200: matchAnswer, ...refusals },
      },
    },
    async (request, reply) => {
      const visible = await findVisible(registry, request.params.id, bearerOf(request));
      if (visible === null) return refuse(reply, UNKNOWN);
      const head = formatCid(visible.head);
      const { isPrivate, listing, stored } = visible;
      const tag = `W/"${head}.${listing === null ? stored?.phase : 'listed'}"`;
      if (isFresh(request, reply, { tag, isFixed: false, isPrivate })) return reply.send();
      return reply.send({
        match: formatCid(visible.match),
        head,
        listing: listing === null ? null : listingData(listing),
        invite: stored === null ? null : inviteOf(stored),
      });
    },
  );

  app.get(
    '/api/matches/:id/record',
    {
      schema: {
        tags: ['records'],
        summary: 'Download a record in any format',
        description:
          'With its annotations. `Kifu-Losses` lists, as JSON, what the format cannot represent. CARs and packs support range requests.',
        params: idParams,
        querystring: recordQuery,
        response: {
          200: contentAnswer(
            'The record.',
            'application/vnd.ipld.car',
            'application/json',
            'text/plain',
            'application/octet-stream',
          ),
          ...refusals,
        },
      },
    },
    async (request, reply) => {
      const { as, head } = request.query;
      const requested = await findRequested(context, request, request.params.id, head);
      return requested.ok
        ? sendRecord(context, request, reply, requested.value, as)
        : refuse(reply, requested.fault);
    },
  );
};

/** Sends a record in a format. */
export async function sendRecord(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  requested: RequestedRecord,
  form: string,
): Promise<FastifyReply> {
  const { visible, headText } = requested;
  const nodes = await nodesOfRequested(context, requested);
  if (!nodes.ok) return refuse(reply, nodes.fault);
  const said = await remarksOn(context, requested);
  const content = `${headText}.${form}${said.remarks === null ? '' : `.${tagOf(said.remarks)}`}`;
  // compressible content is the same, but not byte for byte
  const tag = `${BINARY[form] === undefined ? 'W/' : ''}"${content}"`;
  // not permanent, even up to a given node: annotations may be added later
  if (isFresh(request, reply, { tag, isFixed: false, isPrivate: visible.isPrivate }))
    return reply.send();
  const { remarks } = said;
  const job = { do: 'write', head: headText, nodes: nodes.value, form, remarks } as const;
  const written = await writeOnce(context, requested, job, content);
  if (!written.ok) return refuse(reply, written.fault);
  const { output } = written.value;
  const losses = [...said.losses, ...written.value.losses];
  void reply.headers({
    'kifu-head': headText,
    'content-disposition': `attachment; filename="${formatCid(visible.match)}.${form}"`,
  });
  if (losses.length > 0) void reply.header('kifu-losses', lossesHeader(losses));
  if (typeof output !== 'string')
    return sendBytes(request, reply.type(BINARY[form] ?? 'application/octet-stream'), output, tag);
  const type = (await isJson(context, requested, form)) ? 'application/json' : 'text/plain';
  return reply.type(`${type}; charset=utf-8`).send(output);
}

/** Returns the annotations that are stored here, or else those in the archive. */
async function remarksOn(
  context: Context,
  requested: RequestedRecord,
): Promise<Awaited<ReturnType<typeof loadAnnotations>>> {
  const { match, isArchived } = requested.visible;
  const said = await loadAnnotations(context.registry.stores.remarks, match);
  if (!isArchived || said.remarks !== null) return said;
  const record = await openArchived(context, requested);
  return { ...said, remarks: record.ok ? record.value.remarks : null };
}

/** Whether a format is one JSON value, by its file extension. */
async function isJson(
  { registry }: Context,
  { visible }: RequestedRecord,
  form: string,
): Promise<boolean> {
  if (form === 'json') return true;
  const kit = await registry.games.load((visible.stored ?? visible.listing!).game);
  const dialect = kit.ok ? kit.value.formats.find(({ name }) => name === form) : undefined;
  return dialect?.extensions.some(ending => /(?:^|\.)json$/.test(ending)) ?? false;
}

/** Binary formats, and their media types. */
const BINARY: { readonly [form: string]: string } = {
  car: 'application/vnd.ipld.car; version=1',
  pack: 'application/vnd.kifu.pack',
};

/** Returns the tag of a block of annotations, which is part of the tag of a record. */
const tagOf = (remarks: Uint8Array): string =>
  Buffer.from(sha256(remarks)).toString('hex', 0, TAG_BYTES);

const TAG_BYTES = 8;

/** Returns the record in a format; cached if it can never change. */
async function writeOnce(
  { answers, workers }: Context,
  { visible, isFixed, by }: RequestedRecord,
  job: Extract<ReplayJob, { readonly do: 'write' }>,
  content: string,
): Promise<Result<WriteResult>> {
  const key = `${formatCid(visible.match)} ${content}`;
  const known = answers.get(key);
  if (known !== undefined) return { ok: true, value: known };
  const written = await workers.run(job, { by });
  if (written.ok && (isFixed || visible.listing !== null))
    answers.set(key, written.value, written.value.output.length);
  return written;
}

/** Returns a summary as sent. */
export const listingData = ({
  visibility: _,
  match,
  head,
  ...rest
}: MatchSummary): Omit<MatchSummary, 'match' | 'head' | 'visibility'> & {
  readonly match: string;
  readonly head: string;
} => ({ match: formatCid(match), head: formatCid(head), ...rest });
