/** Rights of requests that carry a token of the server admin. */
import type { FastifyRequest } from 'fastify';
import type { ServerOptions } from './options.ts';
import type { Sessions } from './players/sessions.ts';
import { bearerOf } from './routes/find.ts';
import { hashToken, isToken } from './tokens.ts';

/** Rights of requests. */
export interface Rights {
  /** Whether the request comes from the server admin. */
  isAdmin(request: FastifyRequest): boolean;
  /** Returns the moderator who sent the request: a player or a key, or `operator` for the admin token; null for all others. */
  adminOf(request: FastifyRequest): Promise<string | null>;
  /** Whether records in the request may be stored. */
  mayUpload(request: FastifyRequest): boolean;
}

/** Returns the rights for the options. Only hashes of the tokens are compared. */
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
