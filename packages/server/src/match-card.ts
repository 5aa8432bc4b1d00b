/** Previews of match links on other sites: Open Graph in the page, and oEmbed. They contain only what is public. */
import { parseWhere } from '@kifu/client/playback';
import { fail, formatCid } from '@kifu/core';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { refuse } from './problem.ts';
import { findVisible } from './rooms/access.ts';
import { inviteOf } from './rooms/stored-invite.ts';
import type { Context, Routes } from './routes/context.ts';
import { UNKNOWN } from './routes/find.ts';
import { type ByZod, refusals, whole } from './routes/schemas.ts';
import { PNG_SIZE } from './routes/states.ts';

/** Preview of a match. */
interface MatchWords {
  readonly title: string;
  readonly description: string;
  readonly match: string;
  readonly head: string;
  /** How many entries there are; null for a match in progress. */
  readonly entries: number | null;
  /** Where the viewer loads it from. */
  readonly src: string;
}

/** Returns tags for the head of the page of a match; none if strangers cannot see it. */
export async function cardOf(context: Context, request: FastifyRequest, id: string) {
  const words = await wordsOf(context, id);
  if (words === null) return '';
  const base = context.publicUrl(request);
  const embed = `${base}/api/oembed?url=${encodeURIComponent(`${base}${request.url}`)}`;
  return [
    meta('og:site_name', 'Kifu'),
    meta('og:type', 'website'),
    meta('og:title', words.title),
    meta('og:description', words.description),
    meta('og:image', pictureOf(base, words, new URL(request.url, base).searchParams)),
    meta('og:image:type', 'image/png'),
    meta('og:image:width', `${PNG_SIZE[0]}`),
    meta('og:image:height', `${PNG_SIZE[1]}`),
    meta('og:image:alt', words.title),
    '<meta name="twitter:card" content="summary_large_image">',
    `<link rel="alternate" type="application/json+oembed" href="${escaped(embed)}">`,
  ].join('');
}

const oembedQuery = z.strictObject({
  url: z.string().max(2000).describe('The link to a match.'),
  maxwidth: whole(10_000).optional(),
  maxheight: whole(10_000).optional(),
  format: z.literal('json').optional(),
});

const MATCH_PATH = /^\/(?:live|match)\/([A-Za-z0-9_-]{1,80})$/;
const FOREIGN = fail('not-found', 'not a link to a match on this server').fault;
const WIDTH = 720;
const HEIGHT = 620;

/** Route for pages that embed a match (oembed.com). */
export const oembedRoutes: Routes = (plain, context) => {
  if (context.page === null) return;
  plain.withTypeProvider<ByZod>().get(
    '/api/oembed',
    {
      schema: {
        tags: ['records'],
        summary: 'Get the embed code for a match (oEmbed)',
        querystring: oembedQuery,
        response: { 200: z.object({ html: z.string() }).loose(), ...refusals },
      },
    },
    async (request, reply) => {
      const { url, maxwidth = WIDTH, maxheight = HEIGHT } = request.query;
      const base = context.publicUrl(request);
      const asked = URL.canParse(url) ? new URL(url) : null;
      const id =
        asked?.origin === new URL(base).origin ? MATCH_PATH.exec(asked.pathname)?.[1] : null;
      if (id == null) return refuse(reply, FOREIGN);
      const words = await wordsOf(context, id);
      if (words === null) return refuse(reply, UNKNOWN);
      const [width, height] = [Math.min(WIDTH, maxwidth), Math.min(HEIGHT, maxheight)];
      const src = `${base}/view.html?${framed(words.src, asked!.searchParams)}`;
      return reply.send({
        ...{ version: '1.0', type: 'rich', provider_name: 'Kifu', provider_url: base },
        ...{ title: words.title, width, height },
        html: `<iframe src="${escaped(src)}" width="${width}" height="${height}" title="${escaped(words.title)}" allow="fullscreen"></iframe>`,
      });
    },
  );
};

/** Returns the viewer for a frame: the match, from the moment in the link. */
function framed(src: string, place: URLSearchParams): URLSearchParams {
  const query = new URLSearchParams({ live: '', src });
  for (const name of PLACE) if (place.has(name)) query.set(name, place.get(name)!);
  return query;
}

const PLACE = ['at', 'range', 'seat', 'flip'];

/** Returns the image of the moment in a link: by default the last position. */
function pictureOf(base: string, { match, head, entries }: MatchWords, place: URLSearchParams) {
  const query = new URLSearchParams({ head });
  const where = parseWhere(place.get('at') ?? 'end');
  if (where?.type === 'entry') query.set('n', `${Math.min(where.n, entries ?? where.n)}`);
  if (where?.type === 'tick') query.set('tick', `${where.tick}`);
  if (where?.type === 'ms') query.set('ms', `${where.ms}`);
  if (place.has('flip')) query.set('turn', '180');
  return `${base}/api/matches/${match}/position.png?${query}`;
}

async function wordsOf({ registry }: Context, id: string): Promise<MatchWords | null> {
  const visible = await findVisible(registry, id, undefined);
  if (visible === null || visible.isPrivate) return null;
  const { listing, stored, match, head } = visible;
  const invite = stored === null ? null : inviteOf(stored);
  const game = listing?.game ?? invite?.game;
  if (game === undefined) return null;
  const kit = await registry.games.load(game);
  const names = listing?.players ?? invite!.seats.map(({ name }) => name ?? '');
  const players = names.filter(name => name !== '').join(' – ');
  const title = `${kit.ok ? kit.value.title : game}${players === '' ? '' : `: ${players}`}`;
  return {
    title,
    description:
      listing === null
        ? 'A match in progress. Watch it, and verify every move.'
        : `${listing.outcome === null ? '' : `Ended by ${listing.outcome.reason}. `}Replay it, and verify every move.`,
    match: formatCid(match),
    head: formatCid(head),
    entries: listing?.entries ?? null,
    src: `/live/${id}`,
  };
}

/** Returns a tag of Open Graph. */
export const meta = (property: string, content: string): string =>
  `<meta property="${property}" content="${escaped(content)}">`;

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
