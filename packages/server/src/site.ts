/** The site: a folder of pages, scripts and pictures, served as it is. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cardOf } from './match-card.ts';
import { FRAMED_PAGE_POLICY, OPEN_PAGE_POLICY, PAGE_POLICY } from './options.ts';
import type { Context } from './routes/context.ts';

/** Files whose names change with what is in them. */
const HASHED = /[/\\](?:chunks|assets)[/\\]/;
const FOREVER = 'public, max-age=31536000, immutable';
/** The one page that pages of others frame. */
const FRAMED = /[/\\]view\.html$/;

/** A page of the site, as its `pages.json` lists them. */
interface SitePage {
  /** `/new/:game`. */
  readonly path: string;
  /** Whether it opens what lies on other servers. */
  readonly isOpen?: boolean;
}

/** Serves a folder at `/`; what the API has comes first. */
export async function addSite(
  app: FastifyInstance,
  folder: string,
  context: Context,
  games: string | null,
): Promise<void> {
  await app.register(async site => {
    site.addHook('onRoute', route => {
      route.config = Object.assign({}, route.config, { [FILE]: true });
    });
    await addFiles(site, folder);
    if (games !== null) addGames(site, games);
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
      const isFramed = FRAMED.test(path);
      if (isFramed) void reply.removeHeader('x-frame-options');
      // scripts may be those of workers, which load records for pages
      const policy = isFramed ? FRAMED_PAGE_POLICY : OPEN_PAGE_POLICY;
      void reply.headers({
        'content-security-policy': path.endsWith('index.html') ? PAGE_POLICY : policy,
        'cache-control': HASHED.test(path) ? FOREVER : 'no-cache',
      });
    },
  });
}

/** Where pages find games that were added after they were built. */
const GAMES_PATH = '/added-games.js';

const addGames = (app: FastifyInstance, script: string): void =>
  void app.get(GAMES_PATH, { schema: { hide: true } as object }, (_request, reply) =>
    reply
      .headers({ 'content-security-policy': PAGE_POLICY, 'cache-control': 'no-cache' })
      .type('text/javascript; charset=utf-8')
      .send(script),
  );

/** The one page of a site; with games of its own it says where they are. */
export async function readPage(folder: string, hasGames = false): Promise<string> {
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  const named = `<head><meta name="kifu-games" content="${GAMES_PATH}">`;
  return hasGames ? page.replace(/<head>/i, () => named) : page;
}

/** Sends the page, which knows by `<base>` that a server is there; with more for its head. */
const sendPage = (reply: FastifyReply, page: string, more: string, isOpen = false): FastifyReply =>
  reply
    .headers({
      'content-security-policy': isOpen ? OPEN_PAGE_POLICY : PAGE_POLICY,
      'cache-control': 'no-cache',
    })
    .type('text/html; charset=utf-8')
    .send(page.replace(/<head>/i, () => `<head><base href="/">${more}`));

/** Answers a browser that looks for a page with the page of the site that says there is none; false for all other requests. */
export function isNotFoundPage(
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
  const pages = await readFile(join(folder, 'pages.json'), 'utf8').catch(() => '[{"path":"/"}]');
  for (const { path, isOpen = false } of JSON.parse(pages) as readonly SitePage[])
    app.get<{ Params: { readonly match?: string } }>(
      path,
      { schema: { hide: true } as object },
      async (request, reply) => {
        const { match } = request.params;
        const card = match === undefined ? '' : await cardOf(context, request, match);
        return sendPage(reply, context.page!, card, isOpen);
      },
    );
}
