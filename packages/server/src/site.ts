/** The site: a folder of pages, scripts and pictures, served as it is. */
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/**
 * What pages of the site may do: run and load what lies beside them, and records from wherever people say. Lit writes places on the
 * bar into style attributes.
 */
const POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "worker-src 'self' blob:",
  "connect-src 'self' https: http: ws: wss: data: blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "object-src 'none'",
].join('; ');

/** Files whose names change with what is in them. */
const HASHED = /[/\\](?:chunks|assets)[/\\]/;
const FOREVER = 'public, max-age=31536000, immutable';

/** Serves a folder at `/`; what the API has comes first. */
export async function addSite(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    index: ['index.html'],
    wildcard: false, // the files that are there, and no others
    cacheControl: false,
    setHeaders(reply, path) {
      void reply
        .removeHeader('x-frame-options') // pages of others may show a match
        .header('content-security-policy', POLICY)
        .header('cache-control', HASHED.test(path) ? FOREVER : 'no-cache');
      if (path.endsWith('.html')) void reply.header('link', '</api/live>; rel="live"');
    },
  });
}
