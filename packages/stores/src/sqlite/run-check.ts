/** Looks through all runs for damage. */
import type { DatabaseSync } from 'node:sqlite';
import { type CountedColumns, EndedGames, isCounted } from './ended-games.ts';
import { decodeLeaf } from './leaf.ts';
import { type LeafRow, RUNS } from './runs.ts';

/** Content of runs, and their problems. */
export interface InspectedRuns {
  /** Leaves that cannot be read, or are not in order, in words. */
  readonly wrong: readonly string[];
  /** Matches, by their content ids, that are not found by as many positions as they have. */
  readonly lost: readonly Uint8Array[];
  /** Matches that the explorer counts wrongly. */
  readonly miscounted: readonly Uint8Array[];
  /** Sums of the keys of the nodes of each pack. */
  readonly packs: ReadonlyMap<number, KeySum>;
}

/** How many keys there are, and their sum: where both agree, the check need not look for each key. */
export interface KeySum {
  count: number;
  sum: number;
}

/** Sum of keys, each once. */
export function sumOf(keys: Iterable<number>): KeySum {
  const total = { count: 0, sum: 0 };
  for (const key of new Set(keys)) add(total, key);
  return total;
}

function add(total: KeySum, key: number): void {
  total.count++;
  // up to here whole numbers are exact
  total.sum = (total.sum + key) % 2 ** 52;
}

/** How many problems with leaves are reported: a problem everywhere need not be repeated. */
const MOST = 100;

/** Looks at every pair, in one transaction. */
export function checkRuns(db: DatabaseSync): InspectedRuns {
  const wrong: string[] = [];
  const note = (text: string) => {
    if (wrong.length < MOST) wrong.push(text);
  };
  const sums = [new Map<number, KeySum>(), new Map<number, KeySum>()] as const;
  let last = { run: 0, key: 0, number: 0 };
  for (const leaf of db.prepare(LEAVES).iterate() as Iterable<LeafRow & { kind: number | null }>) {
    const { run, kind } = leaf;
    const where = `leaf ${leaf.key} of run ${run}`;
    const known = sums[kind ?? -1];
    if (known === undefined) note(`${where} is of a run that is not there`);
    const look = (key: number, number: number) => {
      const isLater = key > last.key || (key === last.key && number > last.number);
      if (run === last.run && !isLater) note(`${where} is not in order`);
      last = { run, key, number };
      const total = known?.get(number) ?? { count: 0, sum: 0 };
      add(total, key);
      known?.set(number, total);
    };
    try {
      decodeLeaf(leaf.bytes, leaf, look);
    } catch (cause) {
      note(`${where}: ${(cause as Error).message}`);
    }
  }
  const lost: Uint8Array[] = [];
  const miscounted: Uint8Array[] = [];
  const found = sums[RUNS.positions];
  const ended = new EndedGames(db);
  for (const row of db.prepare(NUMBERED).iterate() as Iterable<Numbered>) {
    if ((found.get(row.number)?.count ?? 0) !== row.positions) lost.push(row.match);
    if (!isCounted(ended, row.number, row)) miscounted.push(row.match);
  }
  return { wrong, lost, miscounted, packs: sums[RUNS.nodes] };
}

interface Numbered extends CountedColumns {
  readonly match: Uint8Array;
  readonly number: number;
  readonly positions: number;
}

const LEAVES = `SELECT l.run, l.key, l.number, l.bytes, r.kind FROM leaves l
  LEFT JOIN runs r ON r.run = l.run ORDER BY l.run, l.key, l.number`;
const NUMBERED = `SELECT match, number, positions, game, visibility, hidden, result, outcome, facts
  FROM matches WHERE number IS NOT NULL`;
