/** Counts what was played next at a position, in the newest games that reached it. */
import {
  type Explored,
  type ExploreQuestion,
  exploreGames,
  MOST_EXPLORED,
} from '@kifu/record/store';
import { readListing, searchOf } from '../sql/rows.ts';
import { LISTING_COLUMNS, type Value } from '../sql/search.ts';
import { numberList } from './arrays.ts';
import type { Connections } from './connections.ts';
import { all, conditionsOf, decodeRow } from './find.ts';
import { intact } from './integrity.ts';
import { raw, sql, statement } from './sql.ts';

/** Both looks are at one moment. */
export const exploreMatches = (
  connections: Connections,
  { position, next, query }: ExploreQuestion,
): Promise<Explored> =>
  connections.readAtOnce(async run => {
    const { sort: _, after: __, limit: ___, ...which } = query;
    const conditions = await conditionsOf(run, searchOf('find', { ...which, position }));
    if (conditions === null) return exploreGames([], next.length, true);
    const columns = LISTING_COLUMNS.map(name => `m.${name}`).join(', ');
    const rows = await run<readonly Value[]>({
      ...statement(sql`select m.id, ${raw(columns)} from matches m
        where ${all([...conditions, sql`m.result <> 'open'`])}
        order by m.id desc limit ${MOST_EXPLORED + 1}`),
      rowMode: 'array',
    });
    const counted = rows.slice(0, MOST_EXPLORED);
    const places = new Map(next.map((key, i) => [`${nameOf(key)}`, i]));
    const played = await run<{ match: number; position: string }>(
      statement(sql`select p.match, p.position::text as position from positions p
        where p.position = any(${numberList(next.map(nameOf))}::bigint[])
          and p.match = any(${numberList(counted.map(([id]) => id as number))}::bigint[])`),
    );
    const moves = Map.groupBy(played, ({ match }) => match);
    const games = intact(connections.where, () =>
      counted.map(([id, ...row]) => ({
        listing: readListing(decodeRow(row)),
        next: new Set((moves.get(id as number) ?? []).map(({ position: at }) => places.get(at)!)),
      })),
    );
    return exploreGames(games, next.length, rows.length <= MOST_EXPLORED);
  });

const nameOf = (key: Uint8Array): bigint => new DataView(key.buffer, key.byteOffset).getBigInt64(0);
