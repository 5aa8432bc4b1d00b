/** What only some records have: times, ticks, readings of clocks, extra hashes. A record that has none pays a bit for it. */
import type { Entry } from '@kifu/core';
import type { PackSource } from './entries.ts';
import type { Flag, Tools } from './tools.ts';

/** Which flags a column has. */
interface Names {
  readonly some: Flag;
  readonly all: Flag;
  readonly has: Flag;
}

/** What is written; null where it is read. */
type Entries = readonly Entry[] | null;

/** Whether entries have something. */
class Column {
  readonly #tools: Tools;
  readonly #names: Names;
  readonly #some: boolean;
  readonly #all: boolean;
  #had = false;

  /** Writes or reads in how many entries there is something: in none, in some, in all. */
  constructor(tools: Tools, names: Names, entries: Entries, has: (entry: Entry) => boolean) {
    this.#tools = tools;
    this.#names = names;
    this.#some = tools.flag(names.some, entries?.some(has) ?? false);
    this.#all = this.#some && tools.flag(names.all, entries?.every(has) ?? false);
  }

  /** Whether any entry has something. */
  get isThere(): boolean {
    return this.#some;
  }

  /** Whether the next entry has something. */
  code(has: boolean): boolean {
    if (!this.#some || this.#all) return this.#all;
    this.#had = this.#tools.flag(this.#names.has, has, this.#had ? 1 : 0);
    return this.#had;
  }
}

const MS: Names = { some: 'someMs', all: 'allMs', has: 'hasMs' };
const AT: Names = { some: 'someAt', all: 'allAt', has: 'hasAt' };
const CLOCK: Names = { some: 'someClock', all: 'allClock', has: 'hasClock' };
const HASH: Names = { some: 'someHash', all: 'allHash', has: 'hasHash' };

/** The columns of a record. */
export interface Columns {
  readonly ms: Column;
  readonly at: Column | null;
  readonly clock: Column;
  /** Hashes beyond those that are due. */
  readonly hash: Column;
  /** What all times are multiples of, in milliseconds; and all readings of clocks. */
  readonly msUnit: number;
  readonly clockUnit: number;
}

/** Writes or reads which columns there are. Ticks are asked for only where there can be any. */
export function codeColumns(
  tools: Tools,
  source: PackSource | null,
  hasTicks: boolean,
  hashEvery: number,
): Columns {
  const { entries = null, ending = null } = source ?? {};
  const extra = entries?.filter((_, i) => (i + 1) % hashEvery !== 0) ?? null;
  return {
    ms: new Column(tools, MS, entries, ({ ms }) => ms !== null),
    msUnit: codeUnit(tools, 'coarseMs', 'msUnit', divisorOf(entries, 'ms', ending?.ms ?? 0)),
    at: hasTicks ? new Column(tools, AT, entries, ({ at }) => at !== null) : null,
    clock: new Column(tools, CLOCK, entries, ({ clockMs }) => clockMs !== null),
    clockUnit: codeUnit(tools, 'coarseClock', 'clockUnit', divisorOf(entries, 'clockMs', 0)),
    hash: new Column(tools, HASH, extra, ({ hash }) => hash !== null),
  };
}

/** What all times are multiples of; 0 where all are 0. */
function codeUnit(
  tools: Tools,
  flag: 'coarseMs' | 'coarseClock',
  name: 'msUnit' | 'clockUnit',
  unit: number,
): number {
  return tools.flag(flag, unit > 1) ? 2 + tools.number(name, unit - 2) : 1;
}

/** The greatest number of which a time of each entry, and one more, are multiples. */
function divisorOf(entries: Entries, time: 'ms' | 'clockMs', more: number): number {
  let common = more;
  for (const entry of entries ?? []) common = divisor(common, entry[time] ?? 0);
  return common;
}

/** The greatest common divisor. */
function divisor(a: number, b: number): number {
  let large = a;
  for (let small = b; small !== 0; ) {
    const rest = large % small;
    large = small;
    small = rest;
  }
  return large;
}
