/** What people may do whose request comes with a token that whoever runs the server gave out. */
import type { FastifyRequest } from 'fastify';
import type { ServerOptions } from './options.ts';
import { bearerOf } from './routes/find.ts';
import { hashToken, isToken } from './tokens.ts';

/** Who may do what. */
export interface Rights {
  /** Whether whoever runs the server asks. */
  isAdmin(request: FastifyRequest): boolean;
  /** Whether records that somebody brings are kept. */
  mayUpload(request: FastifyRequest): boolean;
}

/** The rights that the options give. Only hashes of the tokens are compared. */
export function rightsOf({
  uploads = 'open',
  uploadTokens = [],
  adminToken,
}: ServerOptions): Rights {
  const admin = adminToken === undefined ? [] : [hashToken(adminToken)];
  const known = [...admin, ...(uploads === 'known' ? uploadTokens.map(hashToken) : [])];
  const has = (request: FastifyRequest, hashes: readonly string[]): boolean => {
    const token = bearerOf(request);
    return token !== undefined && hashes.some(hash => isToken(token, hash));
  };
  return {
    isAdmin: request => has(request, admin),
    mayUpload: request => uploads === 'open' || has(request, known),
  };
}
