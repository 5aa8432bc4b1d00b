/** Ids of matches that are to be listed: see `../sql/match-id.ts`. */
import { endId, firstId } from '../sql/match-id.ts';
import { numberList } from './arrays.ts';
import type { Run } from './connections.ts';

/** Returns the first free ids of some seconds, or of the next ones that have any; each id once. The caller must have locked the library. */
export async function nextIds(run: Run, seconds: readonly (number | null)[]): Promise<number[]> {
  const starts = [...new Set(seconds.map(firstId))];
  const frees = new Map<number, number>();
  for (const [start, last] of await lastIds(run, starts)) frees.set(start, last + 1);
  const ids: number[] = [];
  for (const second of seconds) {
    let [start, end] = [firstId(second), endId(second)];
    // a second that is full overflows into the next
    for (; (frees.get(start) ?? start) >= end; [start, end] = [end, end + ROOM])
      if (!frees.has(end))
        for (const [next, last] of await lastIds(run, [end])) frees.set(next, last + 1);
    const id = frees.get(start) ?? start;
    frees.set(start, id + 1);
    ids.push(id);
  }
  return ids;
}

const ROOM = endId(0) - firstId(0);

/** The last id of each second that has one, by the first id of the second. */
async function lastIds(run: Run, starts: readonly number[]): Promise<[number, number][]> {
  const rows = await run<{ start: number; last: number | null }>({
    text: LAST,
    values: [numberList(starts), numberList(starts.map(start => (start < 0 ? 0 : start + ROOM)))],
  });
  return rows.flatMap(({ start, last }) => (last === null ? [] : [[start, last]]));
}

const LAST = `SELECT g.start, (SELECT max(id) FROM matches WHERE id >= g.start AND id < g.after) AS last
  FROM unnest($1::bigint[], $2::bigint[]) AS g (start, after)`;
