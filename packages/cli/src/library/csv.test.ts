/** Listings as CSV: no player is lost. */
import { cidOf, NO_FACTS } from '@kifu/core';
import type { MatchSummary } from '@kifu/record/store';
import { expect, test } from 'vitest';
import { CSV_HEAD, csvRow } from './csv.ts';

const id = cidOf('dag-cbor', Uint8Array.of(1));
const listing: MatchSummary = {
  ...{ match: id, head: id, game: 'toy', startedAt: null, entries: 1, outcome: null },
  ...{ rated: false, source: null, visibility: 'private', opening: [], players: [] },
  facts: { ...NO_FACTS, ratings: [1, 2, 3, 4, 1500, null] },
};

test.each([
  [['Ann', 'Bob'], ''],
  [['Ann', 'Bob', 'Cara', 'Dan'], ''],
  [['Ann', 'Bob', 'Cara', 'Dan', 'Eve', ''], 'Eve (1500); ?'],
  [['Ann', 'Bob', 'Cara', 'Dan', '=1+1'], "'=1+1 (1500)"],
])('%j', (players, further) => {
  const row = csvRow({ ...listing, players }, []).split(',');
  const columns = CSV_HEAD.split(',');
  expect(row).toHaveLength(columns.length);
  expect(row.slice(-1)).toEqual([further]);
  for (const [seat, name] of players.slice(0, 4).entries())
    expect(row[columns.indexOf(`player${seat + 1}`)]).toBe(name);
});
