/** The site: a folder of pages, scripts and images, served unchanged. */
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cardOf } from './match-card.ts';
import {
  ENGINE_WORKER_POLICY,
  FRAMED_PAGE_POLICY,
  OPEN_PAGE_POLICY,
  PAGE_POLICY,
} from './page-policy.ts';
import { findVisible, storedInviteOf } from './rooms/access.ts';
import type { Context } from './routes/context.ts';
import { siteCard } from './site-card.ts';

/** Files that are named after their content. */
const HASHED = /[/\\](?:chunks|assets)[/\\]/;
const FOREVER = 'public, max-age=31536000, immutable';
/** Scripts of the workers that ask engines. */
const ENGINE_WORKER = /[/\\]assets[/\\](?:analysis|engine|position)-worker-[^/\\]+\.js$/;
/** The one page that other sites may frame. */
const FRAMED = /[/\\]view\.html$/;

/** Page of the site, as listed in its `pages.json`. */
interface SitePage {
  /** `/new/:game`. */
  readonly path: string;
  /** Whether it opens resources of other servers. */
  readonly isOpen?: boolean;
}

/** Serves a folder at `/`; routes of the API take precedence. */
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

/** Marks the routes of files and pages. */
const FILE = Symbol('file of the site');

/** Whether a request is for a file or a page of the site. */
export const isSiteFile = ({ routeOptions }: FastifyRequest): boolean =>
  (routeOptions.config as { readonly [FILE]?: true } | undefined)?.[FILE] === true;

async function addFiles(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false, // only files that exist
    cacheControl: false,
    setHeaders(reply, path) {
      const isFramed = FRAMED.test(path);
      if (isFramed) void reply.removeHeader('x-frame-options');
      void reply.headers({
        'content-security-policy': policyOf(path),
        'cache-control': HASHED.test(path) ? FOREVER : 'no-cache',
      });
    },
  });
}

function policyOf(path: string): string {
  if (path.endsWith('index.html')) return PAGE_POLICY;
  if (FRAMED.test(path)) return FRAMED_PAGE_POLICY;
  // scripts may be workers, which load records for pages
  return ENGINE_WORKER.test(path) ? ENGINE_WORKER_POLICY : OPEN_PAGE_POLICY;
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

/** Returns the page of a site; with custom games, it says where they are. */
export async function readPage(folder: string, hasGames = false): Promise<string> {
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  const named = `<head><meta name="kifu-games" content="${GAMES_PATH}">`;
  return hasGames ? page.replace(/<head>/i, () => named) : page;
}

/** Sends the page, with `<base>` so that it knows its server, and more tags for its head. */
const sendPage = (reply: FastifyReply, page: string, more: string, isOpen = false): FastifyReply =>
  reply
    .headers({
      'content-security-policy': isOpen ? OPEN_PAGE_POLICY : PAGE_POLICY,
      'cache-control': 'no-cache',
    })
    .type('text/html; charset=utf-8')
    .send(page.replace(/<head>/i, () => `<head><base href="/">${more}`));

/** Answers a browser that requests an unknown page with the not-found page of the site; false for all other requests. */
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

/** Whether the server has what the address of a page names: an invite or a match, private ones too, or a tournament. */
async function isKnown(
  { registry, tournaments }: Context,
  path: string,
  { match, id }: Readonly<Record<string, string>>,
): Promise<boolean> {
  if (match !== undefined && /^\/(?:live|match)\//.test(path))
    return (
      (await storedInviteOf(registry, match)) !== null ||
      (await findVisible(registry, match, undefined)) !== null
    );
  if (id !== undefined && path.startsWith('/tournament/'))
    return tournaments !== null && (await tournaments.get(id)) !== null;
  return true;
}

/** Every path of the site shows its one page; with a status that says so where it leads to nothing. */
async function addPages(app: FastifyInstance, folder: string, context: Context): Promise<void> {
  const pages = await readFile(join(folder, 'pages.json'), 'utf8').catch(() => '[{"path":"/"}]');
  const cards = new Set(
    (await readdir(join(folder, 'cards')).catch(() => [])).map(file => basename(file, '.png')),
  );
  for (const { path, isOpen = false } of JSON.parse(pages) as readonly SitePage[])
    app.get<{ Params: { readonly [name: string]: string } }>(
      path,
      { schema: { hide: true } as object },
      async (request, reply) => {
        const { match } = request.params;
        if (!(await isKnown(context, path, request.params))) reply.code(404);
        const card = match === undefined ? '' : await cardOf(context, request, match);
        // what strangers cannot see unfurls as the site
        const shown = card === '' ? await siteCard(context, request, path, cards) : card;
        return sendPage(reply, context.page!, shown, isOpen);
      },
    );
}
