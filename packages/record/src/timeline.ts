/**
 * A record made seekable. It is played through once; on the way checkpoints are laid, as many as fit into a budget of bytes, so
 * that any point is one short stretch of stepping away.
 */
import {
  type Entry,
  type Game,
  type GameEvent,
  type Kifu,
  type Outcome,
  ok,
  type Part,
  type Result,
  type Seat,
  stateText,
  step,
  unwrap,
} from '@kifu/core';
import { hexToBytes } from '@noble/hashes/utils.js';
import { append, begin, type Chain } from './chain.ts';
import { type Clocks, shownMs } from './clock.ts';
import { drawSeed } from './fair.ts';
import { toDoing, within } from './kifu.ts';
import { drawsOf, type Table } from './table.ts';

/** What there is to know at one point of a record. */
export interface Frame<State = unknown> {
  /** How many entries have been made. */
  readonly n: number;
  /** The newest entry; null at the start. */
  readonly entry: Entry | null;
  readonly state: State;
  /** What the newest entry did, part by part; at the start, what setting up did. */
  readonly parts: readonly Part<State>[];
  /** Null while the match goes on. */
  readonly outcome: Outcome | null;
  /** The tick, in games that have ticks; otherwise null. */
  readonly tick: number | null;
  /** Milliseconds since the start; null where the record does not say. */
  readonly ms: number | null;
}

/** Something that happened, to be shown on a bar and jumped to. */
export interface TimelineMark {
  /** The entry that brought it; 0 is the start. */
  readonly n: number;
  /** Which part of the entry. */
  readonly part: number;
  readonly event: GameEvent;
}

/** A record that can be looked at from any point. */
export interface Timeline<State = unknown> {
  readonly game: Game<State>;
  readonly kifu: Kifu;
  /** How many entries there are. */
  readonly length: number;
  /** The frame after n entries; n is brought within bounds. */
  at(n: number): Frame<State>;
  /** The frame at a tick, in games that have ticks: also between entries. */
  atTick(tick: number): Frame<State>;
  /** The frame at a time: the last entry by then, and in games with ticks whatever has happened since. */
  atMs(ms: number): Frame<State>;
  /** The frame one entry further; null at the end. */
  next(frame: Frame<State>): Frame<State> | null;
  /** The frame one entry back; null at the start. */
  previous(frame: Frame<State>): Frame<State> | null;
  readonly marks: readonly TimelineMark[];
  /** What each seat's clock showed after n entries, in milliseconds; null where there are no clocks. */
  clocks(n: number): readonly { readonly seat: Seat; readonly ms: number }[] | null;
  /** About how much memory the checkpoints take. */
  readonly sizeBytes: number;
}

/** How much memory checkpoints may take. */
const BUDGET_BYTES = 1 << 18;
const MAX_INTERVAL = 1 << 20;
/** How often the size of a state is measured again, in entries. */
const MEASURE_EVERY = 64;

/** Makes a record seekable, or says which entry cannot be. */
export function timeline<State>(
  game: Game<State>,
  kifu: Kifu,
  { budgetBytes = BUDGET_BYTES }: { readonly budgetBytes?: number } = {},
): Result<Timeline<State>> {
  const deal = kifu.ending?.deal === undefined ? null : hexToBytes(kifu.ending.deal);
  const begun = begin(game, kifu.header, deal);
  if (!begun.ok) return within(begun, 'the start', '/header');
  const first = begun.value;
  const points = new Points(first.chain.table, first.parts, budgetBytes);
  let { chain } = first;
  for (const [i, entry] of kifu.entries.entries()) {
    const next = follow(chain, entry);
    if (!next.ok) return within(next, `entry ${i + 1}`, `/entries/${i}`);
    points.add(next.value.chain.table, next.value.parts, entry);
    chain = next.value.chain;
  }
  return ok(makeTimeline(kifu, points));
}

function follow<State>(chain: Chain<State>, entry: Entry): ReturnType<typeof append<State>> {
  const doing = toDoing(chain.table.game as Game, entry);
  if (!doing.ok) return doing;
  return append(chain, doing.value, entry.referee === undefined ? null : hexToBytes(entry.referee));
}

function makeTimeline<State>(kifu: Kifu, points: Points<State>): Timeline<State> {
  const { game, first, marks } = points;
  const { entries } = kifu;
  const frame = (n: number, stepped: Stepped<State>): Frame<State> => ({
    n,
    entry: n === 0 ? null : entries[n - 1]!,
    state: stepped.state,
    parts: stepped.parts,
    outcome: stepped.outcome ?? (n === entries.length ? (kifu.ending?.outcome ?? null) : null),
    tick: game.time?.now(stepped.state) ?? null,
    ms: n === 0 ? 0 : entries[n - 1]!.ms,
  });
  const at = (wanted: number): Frame<State> => {
    const n = Math.max(0, Math.min(entries.length, Math.trunc(wanted) || 0));
    return frame(n, points.stepTo(entries, n));
  };
  const atTick = (wanted: number): Frame<State> => {
    const tick = Number.isFinite(wanted) ? Math.max(0, Math.trunc(wanted)) : 0;
    const n = points.countUntil(points.ticks, tick);
    const here = at(n);
    // the ending of the record may be of a later tick than its last entry
    if (points.outcomes.has(n) || here.tick === null || tick <= here.tick) return here;
    const passed = unwrap(step(game, here.state, { do: 'time', at: tick }, drawsOf(first)));
    return { ...here, ...passed, tick, ms: null };
  };
  return {
    game,
    kifu,
    length: entries.length,
    at,
    atTick,
    atMs(ms) {
      if (game.time === undefined) return at(points.countUntil(points.times, ms));
      const passed = Math.floor((Math.max(0, ms || 0) * game.time.hz(first.state)) / 1000);
      return { ...atTick(game.time.now(first.state) + passed), ms };
    },
    next: ({ n }) => (n < entries.length ? at(n + 1) : null),
    previous: ({ n }) => (n > 0 ? at(n - 1) : null),
    marks,
    clocks: n => points.clocksAt(n),
    get sizeBytes() {
      return points.sizeBytes;
    },
  };
}

interface Stepped<State> {
  readonly state: State;
  readonly parts: readonly Part<State>[];
  readonly outcome: Outcome | null;
}

/** A state to start stepping from. */
interface Checkpoint<State> {
  readonly n: number;
  readonly state: State;
}

/** The checkpoints and what is known of each entry; grows while the record is played, and is only read afterwards. */
class Points<State> {
  readonly game: Game<State>;
  readonly first: Table<State>;
  readonly firstParts: readonly Part<State>[];
  readonly marks: TimelineMark[] = [];
  /** Ticks and milliseconds of the entries, as they rise. */
  readonly ticks: number[] = [];
  readonly times: number[] = [];
  readonly outcomes = new Map<number, Outcome>();
  readonly #clocks: Clocks[] = [];
  readonly #moments: number[] = [0];
  readonly #budgetBytes: number;
  #checkpoints: Checkpoint<State>[];
  #interval = 1;
  /** Takebacks that came about, and the entry that each went back to. */
  readonly #takebacks: { readonly n: number; readonly to: number }[] = [];
  /** How many draws all had made together, after each entry. */
  readonly #draws: number[] = [];
  #drawn = 0;
  #unitBytes: number;

  constructor(first: Table<State>, parts: readonly Part<State>[], budgetBytes: number) {
    this.game = first.game;
    this.first = first;
    this.firstParts = parts;
    this.#budgetBytes = budgetBytes;
    this.#checkpoints = [{ n: 0, state: first.state }];
    this.#unitBytes = this.#measure(first.state);
    this.#note(0, parts, first);
  }

  get sizeBytes(): number {
    return this.#checkpoints.length * this.#unitBytes;
  }

  add(table: Table<State>, parts: readonly Part<State>[], { act, at }: Entry): void {
    const { n, state } = table;
    this.#note(n, parts, table);
    // a refused move changes nothing, the tick neither, but it stands at its own
    const tick = Math.max(this.game.time?.now(state) ?? 0, at ?? 0);
    this.ticks.push(Math.max(tick, this.ticks.at(-1) ?? 0));
    this.times.push(table.ms);
    if (n % MEASURE_EVERY === 0) this.#unitBytes = Math.max(this.#unitBytes, this.#measure(state));
    if (act.type === 'links') this.#drawn++;
    this.#draws.push(this.#drawn);
    // only a takeback that came about changes the position without a part
    if (act.type === 'allow-takeback' && table.changed === n)
      this.#takebacks.push({ n, to: act.to });
    if (n % this.#interval !== 0) return;
    this.#checkpoints.push({ n, state });
    while (this.sizeBytes > this.#budgetBytes && this.#interval < MAX_INTERVAL) this.#thin();
  }

  /** Drops every second checkpoint; the start stays. */
  #thin(): void {
    this.#interval *= 2;
    this.#checkpoints = this.#checkpoints.filter(({ n }) => n % this.#interval === 0);
  }

  #measure(state: State): number {
    const { states } = this.game;
    return stateText(this.game as Game, state).length + JSON.stringify(states.aside(state)).length;
  }

  #note(n: number, parts: readonly Part<State>[], table: Table<State>): void {
    for (const [part, { events }] of parts.entries())
      for (const event of events) this.marks.push({ n, part, event });
    if (table.outcome !== null) this.outcomes.set(n, table.outcome);
    if (table.clocks === null) return;
    this.#clocks[n] = table.clocks;
    this.#moments[n] = table.ms;
  }

  /** How many entries there were by then; where several are at one time, all of them. */
  countUntil(times: readonly number[], time: number): number {
    let [low, high] = [0, times.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (times[middle]! <= time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  clocksAt(n: number): readonly { readonly seat: Seat; readonly ms: number }[] | null {
    const clocks = this.#clocks[n];
    if (clocks === undefined) return null;
    return clocks.left.map(({ seat }) => ({
      seat,
      ms: shownMs(clocks, seat, this.#moments[n]!) ?? 0,
    }));
  }

  /** The state after n entries and what the last of them did: from the checkpoint before it. */
  stepTo(entries: readonly Entry[], n: number): Stepped<State> {
    if (n === 0)
      return { state: this.first.state, parts: this.firstParts, outcome: this.#outcome(0) };
    const { from, stretches } = this.#way(n);
    let state = from;
    let parts: readonly Part<State>[] = [];
    for (const { after, until } of stretches)
      for (let i = after + 1; i <= until; i++)
        ({ state, parts } = this.#redo(state, entries[i - 1]!, i));
    if (this.#lastTakeback(n)?.n === n) parts = [];
    return { state, parts, outcome: this.#outcome(n) };
  }

  /**
   * The way to an entry: a state to begin with, and the stretches of entries to step through. A takeback leads back to the way to
   * the entry that it went to, and so on until there is a checkpoint with none between.
   */
  #way(n: number): { readonly from: State; readonly stretches: readonly Stretch[] } {
    const stretches: Stretch[] = [];
    let until = n;
    for (;;) {
      const checkpoint = this.#before(until);
      const takeback = this.#lastTakeback(until);
      if (takeback === null || takeback.n <= checkpoint.n) {
        stretches.push({ after: checkpoint.n, until });
        return { from: checkpoint.state, stretches: stretches.reverse() };
      }
      stretches.push({ after: takeback.n, until });
      until = takeback.to;
    }
  }

  /** The newest takeback up to an entry. */
  #lastTakeback(n: number): { readonly n: number; readonly to: number } | null {
    return this.#takebacks[lastUpTo(this.#takebacks, n)] ?? null;
  }

  #outcome(n: number): Outcome | null {
    return this.outcomes.get(n) ?? null;
  }

  /** The newest checkpoint before an entry: the entry itself is stepped, for what it did. */
  #before(n: number): Checkpoint<State> {
    return this.#checkpoints[Math.max(0, lastUpTo(this.#checkpoints, n - 1))]!;
  }

  /** An entry that is known to be good, once more: only what changes the state. */
  #redo(state: State, entry: Entry, n: number): { state: State; parts: readonly Part<State>[] } {
    const { game, first } = this;
    const { seat, act } = entry;
    const when = entry.at === null ? {} : { at: entry.at };
    const draws = drawsOf(first);
    if (act.type === 'move' && seat !== null) {
      const move = unwrap(game.moves.json.decode(act.move));
      return unwrap(step(game, state, { do: 'move', seat, move, ...when }, draws));
    }
    if (act.type === 'leave')
      return unwrap(step(game, state, { do: 'leave', of: act.of, how: act.how, ...when }, draws));
    if (act.type === 'links') {
      const seed = drawSeed(
        first.match,
        this.#draws[n - 1]!,
        act.links.map(hexToBytes),
        first.deal,
      );
      return unwrap(step(game, state, { do: 'draw', seed, ...when }, draws));
    }
    if (act.type === 'refused' || entry.at === null) return { state, parts: [] };
    return unwrap(step(game, state, { do: 'time', at: entry.at }, draws));
  }
}

/** Entries to step through: those after one, up to another. */
interface Stretch {
  readonly after: number;
  readonly until: number;
}

/** Where the last of some numbered things stands whose number is at most n; −1 where there is none. */
function lastUpTo(list: readonly { readonly n: number }[], n: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle]!.n <= n) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
