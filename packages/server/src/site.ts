/** The site: a folder of pages, scripts and pictures, served as it is. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cardOf } from './match-card.ts';
import { SITE_POLICY } from './options.ts';
import type { Context } from './routes/context.ts';

/** Files whose names change with what is in them. */
const HASHED = /[/\\](?:chunks|assets)[/\\]/;
const FOREVER = 'public, max-age=31536000, immutable';
const PAGE = { 'content-security-policy': SITE_POLICY, 'cache-control': 'no-cache' };

/** Serves a folder at `/`; what the API has comes first. */
export async function addSite(
  app: FastifyInstance,
  folder: string,
  context: Context,
): Promise<void> {
  await app.register(async site => {
    site.addHook('onRoute', route => {
      route.config = Object.assign({}, route.config, { [FILE]: true });
    });
    await addFiles(site, folder);
    await addPages(site, folder, context);
  });
}

/** On the routes of files and pages. */
const FILE = Symbol('file of the site');

/** Whether a request is for a file or a page of the site. */
export const isSiteFile = ({ routeOptions }: FastifyRequest): boolean =>
  (routeOptions.config as { readonly [FILE]?: true } | undefined)?.[FILE] === true;

async function addFiles(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false, // the files that are there, and no others
    cacheControl: false,
    setHeaders(reply, path) {
      void reply
        .removeHeader('x-frame-options') // pages of others may show a match
        .headers(HASHED.test(path) ? { ...PAGE, 'cache-control': FOREVER } : PAGE);
    },
  });
}

/** The one page of a site. */
export const readPage = (folder: string): Promise<string> =>
  readFile(join(folder, 'index.html'), 'utf8');

/** Sends the page, which knows by `<base>` that a server is there; with more for its head. */
const sendPage = (reply: FastifyReply, page: string, more: string): FastifyReply =>
  reply
    .removeHeader('x-frame-options')
    .headers(PAGE)
    .type('text/html; charset=utf-8')
    .send(page.replace(/<head>/i, () => `<head><base href="/">${more}`));

/** Answers a browser that looks for a page with the page of the site that says there is none; false for all other requests. */
export function saysNothingHere(
  { page }: Context,
  { method, url, headers }: FastifyRequest,
  reply: FastifyReply,
): boolean {
  const isPage = method === 'GET' && headers.accept?.includes('text/html') === true;
  if (page === null || !isPage || url.startsWith('/api/')) return false;
  sendPage(reply.code(404), page, '');
  return true;
}

/** Every path that the site names shows its one page. */
async function addPages(app: FastifyInstance, folder: string, context: Context): Promise<void> {
  const paths = await readFile(join(folder, 'pages.json'), 'utf8').catch(() => '["/"]');
  for (const path of JSON.parse(paths) as readonly string[])
    app.get<{ Params: { readonly match?: string } }>(
      path,
      { schema: { hide: true } as object },
      async (request, reply) => {
        const { match } = request.params;
        const card = match === undefined ? '' : await cardOf(context, request, match);
        return sendPage(reply, context.page!, card);
      },
    );
}
