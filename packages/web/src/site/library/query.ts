/** What a library is asked, as it stands in the address of the page, and the same asked of the library in the browser. */
import { factTexts, NO_FACTS } from '@kifu/core';
import { hasWords, wordsOf } from '@kifu/record/store';
import { titleOf } from '../games.ts';
import type { ListedMatch } from '../server.ts';
import { text } from '../texts.ts';
import type { LibraryMatch } from './local-library.ts';

/** Filters that the page has fields for, by their names in the API. */
export const FILTERS = [
  'game',
  'player',
  'result',
  'reason',
  'opening',
  'board',
  'event',
  'eco',
  'minRating',
  'from',
  'before',
  'minEntries',
  'rated',
] as const;
export type Filter = (typeof FILTERS)[number];

/** The query of the API that an address asks for; unknown names are left out. */
export function apiQuery(query: URLSearchParams): URLSearchParams {
  const known = [...FILTERS, 'text', 'sort'].flatMap(name => {
    const value = query.get(name)?.trim() ?? '';
    return value === '' ? [] : [[name, value]];
  });
  return new URLSearchParams(known);
}

/** The filters that are set, in words. */
export const setFilters = (query: URLSearchParams): { name: Filter; words: string }[] =>
  FILTERS.flatMap(name => {
    const value = query.get(name) ?? '';
    if (value === '') return [];
    const { label, values = {} } = text.library.filters[name] as {
      label: string;
      values?: Record<string, string>;
    };
    const words = name === 'game' ? titleOf(value) : `${label} ${values[value] ?? value}`;
    return [{ name, words }];
  });

/** Whether a match of the browser's library is found; positions are only known to servers. */
export function isFound(
  match: ListedMatch & Pick<LibraryMatch, 'tags' | 'note'>,
  query: URLSearchParams,
): boolean {
  const get = (name: string) => query.get(name)?.trim().toLowerCase() ?? '';
  const has = (part: string, whole: string) => whole.toLowerCase().includes(part);
  const { game, players, outcome, entries, startedAt, opening, rated, source, facts } = match;
  const { tags = [], note = '' } = match;
  const openings = get('opening').split(',').filter(Boolean);
  const told = facts === undefined ? [] : factTexts({ ...NO_FACTS, ...facts });
  const words = get('text').split(/\s+/);
  const all = [...players, source ?? '', titleOf(game), ...opening, ...told, ...tags, note].join(
    ' ',
  );
  return (
    (get('game') === '' || get('game') === game) &&
    (get('player') === '' || players.some(name => has(get('player'), name))) &&
    (get('result') === '' || get('result') === (outcome?.result ?? 'open')) &&
    (get('reason') === '' || get('reason') === outcome?.reason) &&
    (get('from') === '' || (startedAt !== null && startedAt >= get('from'))) &&
    (get('before') === '' || (startedAt !== null && startedAt < get('before'))) &&
    entries >= Number(get('minEntries')) &&
    (get('event') === '' || hasWords(facts?.event ?? null, wordsOf([get('event')]))) &&
    (facts?.eco ?? '').toLowerCase().startsWith(get('eco')) &&
    (get('minRating') === '' || isRated(facts, Number(get('minRating')))) &&
    (get('rated') === '' || rated === (get('rated') === 'true')) &&
    openings.every((move, i) => opening[i]?.toLowerCase() === move) &&
    words.every(word => has(word, all))
  );
}

/** Whether every player has at least this rating. */
const isRated = (facts: ListedMatch['facts'], least: number): boolean =>
  facts !== undefined &&
  facts.ratings.length > 0 &&
  facts.ratings.every(rating => rating !== null && rating >= least);

/** In the order that is asked for. */
export function sorted<Match extends ListedMatch>(
  matches: readonly Match[],
  sort: string | null,
): readonly Match[] {
  const by: Record<string, (a: Match, b: Match) => number> = {
    oldest: (a, b) => (a.startedAt ?? '').localeCompare(b.startedAt ?? ''),
    longest: (a, b) => b.entries - a.entries,
    shortest: (a, b) => a.entries - b.entries,
    player: (a, b) => (a.players[0] ?? '').localeCompare(b.players[0] ?? ''),
  };
  const order = by[sort ?? ''];
  return order === undefined ? matches : matches.toSorted(order);
}
