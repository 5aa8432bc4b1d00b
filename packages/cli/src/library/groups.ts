/** `kifu library stats --by`: matches counted by what they have in common, and how they ended. */
import { fail, type Json, ok, type Result } from '@kifu/core';
import type { MatchSummary, Query } from '@kifu/record/store';
import { fit } from '../columns.ts';
import type { Io } from '../io.ts';
import type { CommandReport } from '../run-command.ts';
import { oneLine, tableLines } from '../text.ts';
import { type Findable, findAll } from './find.ts';
import type { QueryOptions } from './query.ts';

/** Matches with the same one, with their results by the first seats. */
export interface Group {
  /** Null for matches of which it is not known. */
  readonly group: string | null;
  readonly matches: number;
  readonly first: number;
  readonly second: number;
  readonly draws: number;
  /** Without a result, in progress, or won by other seats. */
  readonly other: number;
}

/** What a match is counted under; a player counts at each seat. */
const KEYS = {
  opening: ({ facts }: MatchSummary) => [facts.openingName?.split(/[:,]/, 1)[0]?.trim() ?? null],
  eco: ({ facts }: MatchSummary) => [facts.eco],
  year: ({ startedAt }: MatchSummary) => [startedAt?.slice(0, 4) ?? null],
  player: ({ players }: MatchSummary) => [...new Set(players.filter(name => name !== ''))],
  clock: ({ facts }: MatchSummary) => [facts.timeControl],
};

export type Grouping = keyof typeof KEYS;
export const GROUPS = Object.keys(KEYS) as readonly Grouping[];

/** More groups than these do not fit into memory. */
const MOST = 1_000_000;

/** Counts what a query finds, the largest groups first. It looks at each match once. */
export async function countBy(
  library: Findable,
  query: Query,
  by: Grouping,
  { tag }: QueryOptions,
): Promise<Result<Group[]>> {
  const groups = new Map<string | null, { -readonly [Key in keyof Group]: Group[Key] }>();
  const asked = { all: true, ...(tag === undefined ? {} : { tag }) };
  for await (const page of findAll(library, query, asked)) {
    if (!page.ok) return page;
    for (const listing of page.value.listings)
      for (const key of KEYS[by](listing)) {
        let group = groups.get(key);
        if (group === undefined) {
          if (groups.size >= MOST)
            return fail('too-large', `more than ${MOST} groups; narrow the query`);
          group = { group: key, matches: 0, first: 0, second: 0, draws: 0, other: 0 };
          groups.set(key, group);
        }
        group.matches++;
        group[resultOf(listing)]++;
      }
  }
  return ok([...groups.values()].sort((a, b) => b.matches - a.matches || order(a.group, b.group)));
}

function resultOf({ outcome }: MatchSummary): 'first' | 'second' | 'draws' | 'other' {
  if (outcome?.result === 'draw') return 'draws';
  const [winner, ...more] = outcome?.winners ?? [];
  if (more.length > 0) return 'other';
  return winner === 0 ? 'first' : winner === 1 ? 'second' : 'other';
}

/** Unknown ones come last. */
const order = (a: string | null, b: string | null): number =>
  a === b ? 0 : a === null ? 1 : b === null ? -1 : a < b ? -1 : 1;

/** The groups as a table. */
export function groupReport(
  { texts: { reports } }: Pick<Io, 'texts'>,
  groups: readonly Group[],
  by: Grouping,
  limit: number,
  bold: (text: string) => string,
): CommandReport {
  const { nothingFound, stats } = reports.library;
  const heads = stats.groups;
  const shown = groups.slice(0, limit);
  const [head, ...rows] = tableLines([
    [heads[by], ...heads.columns],
    ...shown.map(({ group, matches, first, second, draws, other }) => [
      fit(group === null ? heads.unknown : oneLine(group), NAME_WIDTH).trimEnd(),
      ...[matches, first, second, draws, other],
    ]),
  ]);
  return {
    json: { by, groups: shown as unknown as Json, more: groups.length - shown.length },
    text: shown.length === 0 ? nothingFound : [bold(head!), ...rows].join('\n'),
  };
}

const NAME_WIDTH = 40;
