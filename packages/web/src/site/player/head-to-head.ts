/** How the player of this browser did against another one, from the games that the library lists. */
import { html, nothing, type TemplateResult } from 'lit';
import { findMatches } from '../library/find-matches.ts';
import { dayOf } from '../library/match-words.ts';
import { href } from '../router.ts';
import type { ListedMatch } from '../server.ts';
import { text } from '../texts.ts';
import { shares } from './shares.ts';

/** Results of one player against another. */
export interface HeadToHead {
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  /** The newest game. */
  readonly last: ListedMatch;
}

const PAGE = 100;
/** Older games are not counted. */
const MOST_PAGES = 10;

/** Counts finished games of two players, the newest first; null where there are none. */
export function headToHead(
  listings: readonly ListedMatch[],
  own: string,
  other: string,
): HeadToHead | null {
  const met = listings.filter(
    ({ players, outcome }) =>
      outcome !== null && players.includes(own) && players.includes(other) && own !== other,
  );
  const [last] = met;
  if (last === undefined) return null;
  const won = (name: string) =>
    met.filter(({ players, outcome }) => outcome!.winners.some(seat => players[seat] === name))
      .length;
  const [wins, losses] = [won(own), won(other)];
  return { wins, losses, draws: met.filter(isDrawn).length, last };
}

const isDrawn = ({ outcome }: ListedMatch): boolean => outcome?.result === 'draw';

/** Asks the library for the games of two players. */
export async function findHeadToHead(own: string, other: string): Promise<HeadToHead | null> {
  const listings: ListedMatch[] = [];
  let after: string | null = null;
  for (let page = 0; page < MOST_PAGES; page++) {
    const query = new URLSearchParams({ player: other, text: own, sort: 'newest' });
    query.set('limit', `${PAGE}`);
    if (after !== null) query.set('after', after);
    const found = await findMatches(query);
    listings.push(...found.listings);
    after = found.next;
    if (after === null) break;
  }
  return headToHead(listings, own, other);
}

/** The results as a bar between both counts. */
export function headToHeadCard(
  { wins, draws, losses, last }: HeadToHead,
  own: string,
  other: string,
): TemplateResult {
  const words = text.player;
  const address = `/library?player=${encodeURIComponent(other)}&text=${encodeURIComponent(own)}`;
  return html`<section class="head-to-head" aria-labelledby="together">
    <div class="head"><h2 id="together">${words.together(other)}</h2><a href=${href(address)} data-page>${words.all}</a></div>
    <p class="row"><b class="num">${wins}</b><span class="grow">${shares(wins, draws, losses)}</span><b class="num">${losses}</b></p>
    <p class="soft small">${text.ratings.matches(wins + draws + losses)}${last.startedAt === null ? nothing : html`, ${words.lastMet(dayOf(last.startedAt))}`}</p>
  </section>`;
}
