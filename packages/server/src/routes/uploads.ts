/** Records from outside: looked at in any form, and kept where that is asked for and they are good. */
import { formatCid, type JsonObject } from '@kifu/core';
import { keepRecord } from '@kifu/record';
import * as z from 'zod';
import { createBuckets } from '../buckets.ts';
import { guestOf } from '../guest.ts';
import { refuse } from '../problem.ts';
import { type CheckedRecord, listingOfKept } from '../replay-workers/upload.ts';
import type { RoomRegistry } from '../rooms/room-registry.ts';
import type { Routes } from './context.ts';
import { type ByZod, refusals, yesNo } from './schemas.ts';

const uploadQuery = z.strictObject({
  as: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .optional()
    .describe('The form; found out unless told.'),
  keep: yesNo.optional().describe('Whether good ones are to be kept and listed, for everybody.'),
  signatures: z.enum(['last', 'all', 'none']).optional(),
});

const uploadAnswer = z.object({
  records: z.array(
    z.looseObject({
      verdict: z.enum(['verified', 'unsigned', 'sealed', 'broken']),
      fault: z.unknown().nullable(),
      form: z.string().nullable(),
      losses: z.array(z.string()),
      kept: z.enum(['no', 'yes', 'already', 'conflict', 'rate', 'too-large']),
    }),
  ),
  /** Whether there was more than is looked at in one go. */
  isCut: z.boolean(),
});
type Fate = z.infer<typeof uploadAnswer>['records'][number]['kept'];

export const uploadRoutes: Routes = (plain, { registry, workers }) => {
  const { limits } = registry;
  const keeps = createBuckets(limits.keepsPerMinute / 60, limits.keepBurst);
  void plain.register(async scope => {
    // whatever the bytes are called: what they are, they tell themselves
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.withTypeProvider<ByZod>().post(
      '/api/records',
      {
        bodyLimit: limits.uploadBytes,
        schema: {
          tags: ['records'],
          summary: 'Verify records in any form; keep them where asked',
          description:
            'The body is the file: CAR, pack, JSON or any dialect, also a collection. Each record is played through, and everything it says is compared.',
          querystring: uploadQuery,
          response: { 200: uploadAnswer, 201: uploadAnswer, ...refusals },
        },
      },
      async (request, reply) => {
        const { as = null, keep: isKept = false, signatures = 'last' } = request.query;
        const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const guest = guestOf(request.ip);
        const done = await workers.run(
          { do: 'upload', bytes, as, keep: isKept, signatures },
          { by: guest },
        );
        if (!done.ok) return refuse(reply, done.fault);
        const records = [];
        for (const record of done.value.records) {
          const mayKeep = record.toKeep === null || keeps.take(guest, registry.now());
          records.push(answerOf(record, mayKeep ? await keep(registry, record) : 'rate'));
        }
        const isMade = records.some(({ kept }) => kept === 'yes');
        return reply.code(isMade ? 201 : 200).send({ records, isCut: done.value.isCut });
      },
    );
  });
};

const answerOf = ({ report, form, losses }: CheckedRecord, kept: Fate) =>
  ({ ...report, form, losses: [...losses], kept }) as z.infer<
    typeof uploadAnswer
  >['records'][number] &
    JsonObject;

/** Keeps a record that is not known here. One that is known and goes another way is left as it is. */
async function keep(registry: RoomRegistry, { toKeep }: CheckedRecord): Promise<Fate> {
  const listing = toKeep === null ? null : listingOfKept(toKeep);
  if (toKeep === null || listing === null) return 'no';
  // a pack may be a thousandth of what comes out of it
  const size = toKeep.nodes.reduce((sum, { length }) => sum + length, 0);
  if (size > registry.limits.uploadBytes) return 'too-large';
  const kept = await keepRecord(registry.stores, toKeep.nodes);
  if (kept !== 'kept') return kept === 'known' ? 'already' : kept;
  await registry.stores.library?.list(listing);
  registry.log.info({ match: formatCid(listing.match), game: listing.game }, 'a record was kept');
  return 'yes';
}
