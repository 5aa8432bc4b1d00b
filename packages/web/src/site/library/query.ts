/** What a library is asked, as it stands in the address of the page. */
import { type FilterName, parseFilters, type Query, SORTS } from '@kifu/record/store';
import { type FieldText, site } from '@kifu/texts/en/site';
import { titleOf } from '../games.ts';
import { text } from '../texts.ts';

const FILTERS = site.library.filters satisfies {
  readonly [Name in FilterName | 'board']: FieldText | null;
};
type FilterTexts = typeof FILTERS;

/** A filter that the page has a field for, by its name in the API: those that have a text. */
export type Field = {
  [Name in keyof FilterTexts]: FilterTexts[Name] extends null ? never : Name;
}[keyof FilterTexts];
export const FIELDS = Object.keys(FILTERS).filter(
  (name): name is Field => FILTERS[name as keyof FilterTexts] !== null,
);

/** The query of the API that an address asks for; unknown names are left out. */
export function apiQuery(query: URLSearchParams): URLSearchParams {
  const known = [...FIELDS, 'text', 'sort'].flatMap(name => {
    const value = query.get(name)?.trim() ?? '';
    return value === '' ? [] : [[name, value]];
  });
  return new URLSearchParams(known);
}

/** A query of the API as libraries are asked, but for the board. Throws where it cannot be read. */
export function queryOf(params: URLSearchParams): Query {
  const filters = parseFilters(params);
  if (!filters.ok) throw new Error(filters.fault.message);
  const [limit, after] = [params.get('limit'), params.get('after')];
  const sort = SORTS.find(known => known === params.get('sort'));
  return {
    ...filters.value,
    ...(sort && { sort }),
    ...(limit !== null && { limit: Number(limit) }),
    ...(after !== null && { after }),
  };
}

/** The filters that are set, in words. */
export const setFilters = (query: URLSearchParams): { name: Field; words: string }[] =>
  FIELDS.flatMap(name => {
    const value = query.get(name) ?? '';
    if (value === '') return [];
    const { label, values = {} } = fieldText(name);
    const words = name === 'game' ? titleOf(value) : `${label} ${values[value] ?? value}`;
    return [{ name, words }];
  });

/** What a field is called, and its values where there are only some. */
export const fieldText = (name: Field): FieldText => text.library.filters[name];
