/** What the library of the browser finds: events and texts by words, as other libraries do. */
import { NO_FACTS } from '@kifu/core';
import { expect, test } from 'vitest';
import type { ListedMatch } from '../server.ts';
import { isFound } from './query.ts';

const MATCH: ListedMatch = {
  ...{ match: 'm', head: 'h', game: 'chess', players: ['Ann', 'Bob'], startedAt: '2026-01-02' },
  ...{ entries: 3, outcome: null, rated: false, source: null, opening: ['e4', 'e5', 'f4'] },
  facts: {
    ...NO_FACTS,
    ...{ event: 'Titled Tuesday 3rd', site: 'Reykjavík', tags: { Annotator: 'Quill' } },
  },
};

test.each<[query: string, isThere: boolean]>([
  ['event=tuesday', true],
  ['event=TUES titled', true],
  ['event=day', false],
  ['event=titled bob', false],
  ['text=reykjav', true],
  ['text=quill ann', true],
  ['text=cecil', false],
])('%s', (query, isThere) => {
  expect(isFound(MATCH, new URLSearchParams(query))).toBe(isThere);
});
