/** Previews of links to the pages of the site on other sites, by Open Graph: what the page is, with the picture of its game or of the site. */
import type { FastifyRequest } from 'fastify';
import { meta } from './match-card.ts';
import type { Context } from './routes/context.ts';
import { PNG_SIZE } from './routes/states.ts';

const DESCRIPTION = 'Play board games online. Every game leaves a record that anyone can verify.';
/** Pages whose names tell what a link is for, by their first part. */
const TITLES: { readonly [first: string]: string } = {
  live: 'You’re invited to a game',
  find: 'Find an opponent',
  new: 'New game',
  verify: 'Verify a game',
  file: 'A game to replay',
  library: 'Library',
  learn: 'How to play',
  puzzles: 'Puzzles',
  play: 'A game in progress',
  watch: 'Watch games',
  tournaments: 'Tournaments',
  tournament: 'Tournament',
  ratings: 'Ratings',
  opening: 'Opening explorer',
  position: 'Search by position',
  peer: 'Play without a server',
};

/** Returns tags for the head of a page; `path` is its route, such as `/new/:game`, and `cards` are the games that have a picture. */
export async function siteCard(
  { publicUrl, registry }: Context,
  request: FastifyRequest,
  path: string,
  cards: ReadonlySet<string>,
): Promise<string> {
  const base = publicUrl(request);
  const { game, name } = request.params as { readonly [param: string]: string | undefined };
  const kit = game === undefined ? null : await registry.games.load(game);
  const page = name ?? TITLES[path.split('/')[1] ?? ''];
  const parts = [page, kit?.ok ? kit.value.title : undefined].filter(part => part !== undefined);
  const title = parts.length === 0 ? 'Kifu' : `${parts.join(': ')} · Kifu`;
  const picture = game !== undefined && cards.has(game) ? `cards/${game}.png` : 'preview.png';
  return [
    meta('og:site_name', 'Kifu'),
    meta('og:type', 'website'),
    meta('og:title', title),
    meta('og:description', DESCRIPTION),
    meta('og:image', `${base}/${picture}`),
    meta('og:image:type', 'image/png'),
    meta('og:image:width', `${PNG_SIZE[0]}`),
    meta('og:image:height', `${PNG_SIZE[1]}`),
    meta('og:image:alt', picture === 'preview.png' ? DESCRIPTION : title),
    '<meta name="twitter:card" content="summary_large_image">',
  ].join('');
}
