/** What requests bring besides what their schemas say: tokens. */
import type { FastifyRequest } from 'fastify';

/** The token that a request comes with. */
export const bearerOf = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer (\S{1,200})$/.exec(headers.authorization ?? '')?.[1];
