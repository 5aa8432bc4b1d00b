/** What only some records have: times, ticks, readings of clocks, extra hashes. A record that has none pays a bit for it. */
import type { PackSource } from './entries.ts';
import type { Flag, Tools } from './tools.ts';

/** Which flags a column has. */
interface Names {
  readonly some: Flag;
  readonly all: Flag;
  readonly has: Flag;
}

/** Whether entries have something. */
class Column {
  readonly #tools: Tools;
  readonly #names: Names;
  readonly #some: boolean;
  readonly #all: boolean;
  #had = false;

  /** Writes or reads in how many entries there is something: in none, in some, in all. */
  constructor(tools: Tools, names: Names, count: number, all: number) {
    this.#tools = tools;
    this.#names = names;
    this.#some = tools.flag(names.some, count > 0);
    this.#all = this.#some && tools.flag(names.all, count === all);
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
  const { all, ms, at, clock, extra, hash, msUnit, clockUnit } = survey(source, hashEvery);
  return {
    ms: new Column(tools, MS, ms, all),
    msUnit: codeUnit(tools, 'coarseMs', 'msUnit', msUnit),
    at: hasTicks ? new Column(tools, AT, at, all) : null,
    clock: new Column(tools, CLOCK, clock, all),
    clockUnit: codeUnit(tools, 'coarseClock', 'clockUnit', clockUnit),
    hash: new Column(tools, HASH, hash, extra),
  };
}

/** Counts what is written, in one pass: entries, how many have what, and of how many no hash is due; 0 for all where it is read. */
function survey(source: PackSource | null, hashEvery: number) {
  const found = { all: 0, ms: 0, at: 0, clock: 0, extra: 0, hash: 0, msUnit: 0, clockUnit: 0 };
  if (source === null) return found;
  found.msUnit = source.ending?.ms ?? 0;
  for (const { ms, at, clockMs, hash } of source.entries) {
    const isExtra = ++found.all % hashEvery !== 0;
    if (isExtra) found.extra++;
    if (isExtra && hash !== null) found.hash++;
    if (at !== null) found.at++;
    if (ms !== null) {
      found.ms++;
      found.msUnit = divisor(found.msUnit, ms);
    }
    if (clockMs !== null) {
      found.clock++;
      found.clockUnit = divisor(found.clockUnit, clockMs);
    }
  }
  return found;
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
