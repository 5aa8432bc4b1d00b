/** Schemas that several routes share. Queries are text, so numbers are digits and nothing else. */
import type { FastifyTypeProvider } from 'fastify';
import * as z from 'zod';

/** Requests have the types of their schemas. */
export interface ByZod extends FastifyTypeProvider {
  validator: this['schema'] extends z.core.$ZodType ? z.core.output<this['schema']> : unknown;
  serializer: unknown;
}

/** An integer in a query. */
export const whole = (max: number) =>
  z
    .string()
    .regex(/^(?:0|[1-9]\d{0,15})$/, 'must be a whole number')
    .transform(Number)
    .refine(value => value <= max, `must be at most ${max}`);

/** A boolean in a query. */
export const yesNo = z.enum(['true', 'false']).transform(text => text === 'true');

/** The ID of an invite, or the content ID of a header. */
export const idParams = z.strictObject({ id: z.string().regex(/^[A-Za-z0-9_-]{1,80}$/) });

/** A content ID as text. */
export const cidText = z.string().regex(/^[A-Za-z0-9]{1,80}$/);

/** A point of a record. */
export const pointQuery = {
  n: whole(Number.MAX_SAFE_INTEGER).optional().describe('After this many entries.'),
  tick: whole(2 ** 31)
    .optional()
    .describe('At this tick, in games with ticks.'),
  ms: whole(Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('At this time, in milliseconds since the start.'),
  head: cidText.optional().describe('A node of the match to treat as the head.'),
};

/** Whether at most one of the three parameters for a point is used. */
export const isOnePoint = ({ n, tick, ms }: { n?: unknown; tick?: unknown; ms?: unknown }) =>
  [n, tick, ms].filter(one => one !== undefined).length <= 1;
export const ONE_POINT = 'only one of n, tick and ms can be given';

const outcome = z
  .object({
    result: z.enum(['win', 'draw', 'void']),
    winners: z.array(z.number()),
    points: z.array(z.number()).nullable(),
    reason: z.string(),
  })
  .nullable();

/** Summary of a match in a library. */
export const listingAnswer = z.object({
  match: z.string(),
  head: z.string(),
  game: z.string(),
  players: z.array(z.string()),
  startedAt: z.string().nullable(),
  entries: z.number(),
  outcome,
  rated: z.boolean(),
  source: z.string().nullable(),
  opening: z.array(z.string()),
  facts: z.object({
    ratings: z.array(z.number().nullable()),
    titles: z.array(z.string().nullable()),
    event: z.string().nullable(),
    site: z.string().nullable(),
    round: z.string().nullable(),
    timeControl: z.string().nullable(),
    eco: z.string().nullable(),
    openingName: z.string().nullable(),
    tags: z.record(z.string(), z.string()),
  }),
});

/** State, and its context. */
export const stateAnswer = z.object({
  match: z.string(),
  head: z.string(),
  n: z.number(),
  entries: z.number(),
  tick: z.number().nullable(),
  ms: z.number().nullable(),
  active: z.array(z.number()),
  outcome,
  state: z.unknown(),
  position: z.string().nullable(),
  hash: z.string(),
  events: z.array(z.unknown()),
  legal: z.record(z.string(), z.array(z.unknown())).optional(),
});

/** Body of a refusal (RFC 9457). */
export const problemAnswer = z
  .object({
    type: z.literal('about:blank'),
    title: z.string(),
    status: z.number(),
    detail: z.string(),
    fault: z.object({
      code: z.string(),
      message: z.string(),
      rule: z.string().optional(),
      at: z
        .object({
          path: z.string(),
          offset: z.number(),
          line: z.number(),
          column: z.number(),
        })
        .partial()
        .optional(),
    }),
  })
  .describe('Refused; see the fault.');

/** Bytes or text of a media type, in the description of an answer. */
export const contentAnswer = (description: string, ...types: readonly string[]) => ({
  description,
  content: Object.fromEntries(types.map(type => [type, { schema: z.string() }])),
});

/** A refusal, in the description of an answer. */
export const refusals = {
  '4xx': {
    description: 'Refused; see the fault.',
    content: { 'application/problem+json': { schema: problemAnswer } },
  },
};
