/** What requests bring: bodies by their schema, and tokens. */
import { type Fault, fail } from '@kifu/core';
import type { FastifyRequest } from 'fastify';
import type { ZodMiniType } from 'zod/mini';

/** A body by its schema; the fault names the place. */
export function parseBody<T>(
  schema: ZodMiniType<T>,
  body: unknown,
): { readonly ok: true; readonly value: T } | { readonly ok: false; readonly fault: Fault } {
  const parsed = schema.safeParse(body);
  if (parsed.success) return { ok: true, value: parsed.data };
  const [issue] = parsed.error.issues;
  const path = issue?.path.map(step => `/${String(step)}`).join('') ?? '';
  return fail('malformed', issue?.message ?? 'the body has another form', { at: { path } });
}

/** The token that a request comes with. */
export const bearerOf = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1];
