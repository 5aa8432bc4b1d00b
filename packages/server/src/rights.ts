/** What people may do whose request comes with a token that the operator of the server gave out. */
import type { FastifyRequest } from 'fastify';
import type { ServerOptions } from './options.ts';
import type { Sessions } from './players/sessions.ts';
import { bearerOf } from './routes/find.ts';
import { hashToken, isToken } from './tokens.ts';

/** Who may do what. */
export interface Rights {
  /** Whether the request comes from the operator. */
  isAdmin(request: FastifyRequest): boolean;
  /** The admin who asks: a player or a key, or `operator` for the token of the server; null for all others. */
  adminOf(request: FastifyRequest): Promise<string | null>;
  /** Whether records that come with the request may be kept. */
  mayUpload(request: FastifyRequest): boolean;
}

/** The rights that the options give. Only hashes of the tokens are compared. */
export function rightsOf(
  { uploads = 'open', uploadTokens = [], adminToken, admins = [] }: ServerOptions,
  sessions: Sessions | null,
): Rights {
  const admin = adminToken === undefined ? [] : [hashToken(adminToken)];
  const known = [...admin, ...(uploads === 'known' ? uploadTokens.map(hashToken) : [])];
  const has = (request: FastifyRequest, hashes: readonly string[]): boolean => {
    const token = bearerOf(request);
    return token !== undefined && hashes.some(hash => isToken(token, hash));
  };
  return {
    isAdmin: request => has(request, admin),
    async adminOf(request) {
      if (has(request, admin)) return 'operator';
      const who = (await sessions?.find(bearerOf(request))) ?? null;
      if (who === null) return null;
      const keys = [who.key, ...(who.player?.keys ?? []).map(({ key }) => key)];
      return admins.some(key => keys.includes(key)) ? (who.player?.id ?? who.key) : null;
    },
    mayUpload: request => uploads === 'open' || has(request, known),
  };
}
