/** Uploaded records: read in any format, and stored if requested and valid. */
import { Buffer } from 'node:buffer';
import { fail, formatCid, type JsonObject } from '@kifu/core';
import { VERDICTS } from '@kifu/record';
import { loadAnnotations } from '@kifu/record/annotations';
import { keepRecord, type ToList } from '@kifu/record/store';
import * as z from 'zod';
import { guestOf } from '../guest.ts';
import type { ServerStores } from '../options.ts';
import { refuse, TOO_MUCH } from '../problem.ts';
import { holderOf } from '../quotas.ts';
import { type CheckedRecord, summaryOfUpload, UPLOADED } from '../replay-workers/upload.ts';
import type { RoomRegistry } from '../rooms/room-registry.ts';
import type { Routes } from './context.ts';
import { type ByZod, refusals, yesNo } from './schemas.ts';

const uploadQuery = z.strictObject({
  as: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .optional()
    .describe('The format (default: detected).'),
  keep: yesNo.optional().describe('Whether to store and publicly list valid records.'),
  signatures: z
    .enum(['all', 'last', 'none'])
    .optional()
    .describe('Which signatures are verified (default: all); a record is stored only if all were.'),
});

const uploadAnswer = z.object({
  records: z.array(
    z.looseObject({
      verdict: z.enum(VERDICTS),
      fault: z.unknown().nullable(),
      form: z.string().nullable(),
      losses: z.array(z.string()),
      kept: z.enum(['no', 'yes', 'already', 'conflict', 'rate', 'too-large']),
    }),
  ),
  /** Whether there were more records than one upload may contain. */
  isCut: z.boolean(),
});
type Fate = z.infer<typeof uploadAnswer>['records'][number]['kept'];

export const uploadRoutes: Routes = (plain, { registry, workers, rights }) => {
  const { limits, quotas } = registry;
  void plain.register(async scope => {
    // any content type is accepted: the bytes themselves show the format
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.withTypeProvider<ByZod>().post(
      '/api/records',
      {
        bodyLimit: limits.uploadBytes,
        // before the body is read
        onRequest: async (request, reply) => {
          const holder = holderOf(guestOf(request.ip));
          if (!quotas.uploads.take(holder)) return refuse(reply, TOO_MUCH.fault);
          reply.raw.once('close', () => quotas.uploads.give(holder));
        },
        schema: {
          tags: ['records'],
          summary: 'Verify records, and optionally store them',
          description:
            'The body is the file: a CAR, a pack, JSON or any format of a game; it may hold several records. Each record is replayed and compared with the rules.',
          querystring: uploadQuery,
          response: { 200: uploadAnswer, 201: uploadAnswer, ...refusals },
        },
      },
      async (request, reply) => {
        const { as = null, keep: isKept = false, signatures = 'all' } = request.query;
        if (isKept && signatures !== 'all') return refuse(reply, NOT_CHECKED);
        if (isKept && !rights.mayUpload(request)) return refuse(reply, NOT_KEPT, 403);
        const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const guest = guestOf(request.ip);
        const done = await workers.run(
          { do: 'upload', bytes, as, keep: isKept, signatures },
          { by: guest },
        );
        if (!done.ok) return refuse(reply, done.fault);
        const records = [];
        for (const record of done.value.records) {
          records.push(answerOf(record, await keep(registry, record, guest)));
        }
        const isMade = records.some(({ kept }) => kept === 'yes');
        return reply.code(isMade ? 201 : 200).send({ records, isCut: done.value.isCut });
      },
    );
  });
};

const NOT_KEPT = fail(
  'unsupported',
  'storing records is not allowed without an upload token; leave out "keep" to verify them only',
).fault;

const NOT_CHECKED = fail(
  'unsupported',
  'cannot store records without verifying all signatures; leave out "signatures" or "keep"',
).fault;

/** What was done with a record, and what of it was not stored. */
interface SettledUpload {
  readonly kept: Fate;
  readonly losses: readonly string[];
}

const fateOf = (kept: Fate): SettledUpload => ({ kept, losses: [] });

const answerOf = ({ report, form, losses }: CheckedRecord, settled: SettledUpload) =>
  ({ ...report, form, losses: [...losses, ...settled.losses], kept: settled.kept }) as z.infer<
    typeof uploadAnswer
  >['records'][number] &
    JsonObject;

/** Stores a new record. One that conflicts with a stored record is left out. */
async function keep(
  { stores, limits, log, quotas }: RoomRegistry,
  { toKeep }: CheckedRecord,
  guest: string,
): Promise<SettledUpload> {
  const listing = toKeep === null ? null : summaryOfUpload(toKeep);
  if (toKeep === null || listing === null) return fateOf('no');
  const { nodes, remarks } = toKeep;
  // by its nodes: a pack may be a thousandth of their size
  const size = nodes.reduce((sum, { length }) => sum + length, remarks?.length ?? 0);
  if (size > limits.uploadBytes) return fateOf('too-large');
  if (!quotas.keeps.take(guest) || !quotas.keptBytes.take(guest, size)) return fateOf('rate');
  const kept = await keepRecord(stores, nodes);
  if (kept === 'conflict') return fateOf('conflict');
  if (kept === 'known') {
    const isKept = remarks === null || (await addRemarks(stores, listing, remarks));
    return { kept: 'already', losses: isKept ? [] : [OTHERS] };
  }
  // before the index entry, by which the match is found: then its annotations are there as well
  if (remarks !== null) await stores.remarks.put(listing.match, remarks);
  await stores.library?.list(listing);
  log.info({ match: formatCid(listing.match), game: listing.game }, 'a record was stored');
  return fateOf('yes');
}

const OTHERS = 'remarks: the record was here before, and what is said about it stays as it is';

/**
 * Stores the annotations of a record that is here already, and returns whether it did. Strangers cannot annotate what others have uploaded
 * or played: this only adds to an upload that came without annotations, or that lost them in a crash.
 */
async function addRemarks(
  { library, remarks }: ServerStores,
  { match, comments = [] }: ToList,
  block: Uint8Array,
): Promise<boolean> {
  const listing = await library?.get(match);
  if (listing?.visibility !== 'public') return false;
  const { remarks: there } = await loadAnnotations(remarks, match);
  if (there !== null) return Buffer.compare(there, block) === 0;
  if (listing.source !== UPLOADED) return false;
  await remarks.put(match, block);
  await library!.list({ ...listing, comments });
  return true;
}
