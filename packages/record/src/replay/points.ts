/**
 * What is known of the points of a record: checkpoints to step from, as many as fit into a budget of bytes, times, outcomes, marks.
 * It grows with the replay that it looks at.
 */
import {
  type Ending,
  type Entry,
  type Game,
  type Outcome,
  type Part,
  type Seat,
  stateText,
  step,
  unwrap,
} from '@kifu/core';
import { drawSeed, startSeed } from '../chance/fair.ts';
import { type MatchState, setUp } from '../match-state/match-state.ts';
import { type Clocks, shownMs } from '../match-state/shown-clock.ts';
import { drawsOf } from '../match-state/terms.ts';
import type { Anchor } from '../match-state/ticks.ts';
import type { EndingNode } from '../node/ending.ts';
import { isEnding } from '../node/entry.ts';
import { toEntry } from '../record.ts';
import { LONG_PAUSE, partMarks, pauseMark, type TimelineMark, unusualMs } from './marks.ts';
import type { Replay, ReplayReader } from './replay.ts';

const MAX_INTERVAL = 1 << 20;
/** How often the size of a state is measured again, in entries. */
const MEASURE_EVERY = 64;

/** A point that was stepped to. */
export interface SteppedPoint<State> {
  readonly state: State;
  readonly parts: readonly Part<State>[];
  readonly outcome: Outcome | null;
}

/** A state to start stepping from. */
interface Checkpoint<State> {
  readonly n: number;
  readonly state: State;
}

/** The checkpoints and what is known of each entry. */
export class TimelinePoints<State = unknown> implements ReplayReader<State> {
  readonly game: Game<State>;
  readonly entries: Entry[] = [];
  ending: Ending | null = null;
  /** Ticks and milliseconds of the entries, as they rise. */
  readonly ticks: number[] = [];
  readonly times: number[] = [];
  readonly outcomes = new Map<number, Outcome>();
  readonly #budgetBytes: number;
  /** Of the start; null before the replay has begun. */
  #first: MatchState<State> | null = null;
  #firstParts: readonly Part<State>[] = [];
  /** The state after the last entry; not its table, which keeps all states that a takeback may lead to. */
  #lastState: State | null = null;
  anchor: Anchor | null = null;
  /** What happened, and pauses that are long in themselves, in order; `marks` leaves out those that are not unusual. */
  readonly happened: TimelineMark[] = [];
  #hasPauses = false;
  /** The times between entries, in order of length, as far as they were needed. */
  readonly #gaps: number[] = [];
  readonly #clocks: Clocks[] = [];
  readonly #moments: number[] = [0];
  #checkpoints: Checkpoint<State>[] = [];
  #interval = 1;
  /** Accepted takebacks, and the entry that each went back to. */
  readonly #takebacks: { readonly n: number; readonly to: number }[] = [];
  /** How many draws all had made together, after each entry. */
  readonly #draws: number[] = [];
  #unitBytes = 0;

  constructor(game: Game<State>, budgetBytes: number) {
    this.game = game;
    this.#budgetBytes = budgetBytes;
  }

  take(replay: Replay<State>): void {
    const { n, table, parts } = replay;
    if (table === null) return;
    if (n === 0) this.#begin(table, parts);
    else if (isEnding(replay.node)) this.#end(replay.node);
    else this.#add(table, parts, toEntry(replay.node));
  }

  /** The table at the start. */
  get first(): MatchState<State> {
    return this.#first!;
  }

  /** The tick of the start; null in games without ticks. */
  get firstTick(): number | null {
    return this.game.time?.now(this.first.state) ?? null;
  }

  #begin(table: MatchState<State>, parts: readonly Part<State>[]): void {
    this.#first = table;
    this.#lastState = table.state;
    this.anchor = table.anchor;
    this.#firstParts = parts;
    this.#checkpoints = [{ n: 0, state: table.state }];
    this.#unitBytes = this.#measure(table.state);
    this.#note(0, parts, table, 0);
  }

  get sizeBytes(): number {
    return this.#checkpoints.length * this.#unitBytes;
  }

  #add(table: MatchState<State>, parts: readonly Part<State>[], entry: Entry): void {
    const { n, state } = table;
    const { act, at, ms } = entry;
    this.entries.push(entry);
    this.#lastState = state;
    this.anchor = table.anchor;
    // a refused move changes nothing, the tick neither, but it stands at its own
    const tick = Math.max(this.game.time?.now(state) ?? 0, at ?? 0);
    this.ticks.push(Math.max(tick, this.ticks.at(-1) ?? 0));
    this.times.push(table.ms);
    this.#notePause(n - 1, this.#momentOf(n));
    this.#note(n, parts, table, ms);
    if (n % MEASURE_EVERY === 0) this.#unitBytes = Math.max(this.#unitBytes, this.#measure(state));
    this.#draws.push(table.drawn);
    // only an accepted takeback changes the position without a part
    if (act.type === 'allow-takeback' && table.changed === n)
      this.#takebacks.push({ n, to: act.to });
    if (n % this.#interval !== 0) return;
    this.#checkpoints.push({ n, state });
    while (this.sizeBytes > this.#budgetBytes && this.#interval < MAX_INTERVAL) this.#thin();
  }

  #end({ n: _, prev: __, ...ending }: EndingNode): void {
    this.ending = ending;
    this.#noteAfter();
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

  #note(
    n: number,
    parts: readonly Part<State>[],
    table: MatchState<State>,
    ms: number | null,
  ): void {
    if (parts.length > 0) this.#mark(n, parts, 0, ms);
    if (table.outcome !== null) this.outcomes.set(n, table.outcome);
    if (table.clocks === null) return;
    this.#clocks[n] = table.clocks;
    this.#moments[n] = table.ms;
  }

  #mark(n: number, parts: readonly Part<State>[], offset: number, ms: number | null): void {
    const before = offset > 0 ? this.tickOf(n) : this.tickOf(Math.max(0, n - 1));
    const place = { n, before, ms, offset };
    for (const mark of partMarks(this.game, parts, place, tick => this.msOf(tick)))
      this.happened.push(mark);
  }

  /** Marks the pause after an entry, if it was long. */
  #notePause(n: number, untilMs: number): void {
    const mark = pauseMark(n, this.tickOf(n), this.#momentOf(n), untilMs);
    if (mark === null) return;
    this.#hasPauses = true;
    this.happened.push(mark);
  }

  /** When an entry was, by its tick, else by what it says. */
  #momentOf(n: number): number {
    const tick = this.tickOf(n);
    return tick === null ? (this.times[n - 1] ?? 0) : this.msOf(tick);
  }

  /** The tick of an entry; null in games without ticks. */
  tickOf(n: number): number | null {
    return this.firstTick === null || n === 0 ? this.firstTick : this.ticks[n - 1]!;
  }

  /** When a tick is, in milliseconds since the start. */
  msOf(tick: number): number {
    return ((tick - this.firstTick!) * 1000) / this.game.time!.hz(this.first.state);
  }

  /** The tick at which time ended the match after its last entry, else that of the entry; null in games without ticks. */
  get lastTick(): number | null {
    const n = this.entries.length;
    const tick = this.tickOf(n);
    return tick === null || this.ending === null || this.outcomes.has(n)
      ? tick
      : endTick(this.game, this.#lastState!, tick, this.ending);
  }

  /**
   * What happened and long pauses, in order. Which pauses are long where seats take turns depends on all of them, so that this is
   * chosen when it is asked for.
   */
  get marks(): readonly TimelineMark[] {
    const { happened, longPauseMs } = this;
    return longPauseMs === 0
      ? happened
      : happened.filter(
          ({ event }) => event.type !== LONG_PAUSE || Number(event.ms) >= longPauseMs,
        );
  }

  /** Of the pauses that were noted, those shorter than this are nothing unusual; 0 where each is worth a mark. */
  get longPauseMs(): number {
    if (this.game.pace === 'free' || !this.#hasPauses) return 0;
    const gaps = this.#gaps;
    for (let i = gaps.length + 1; i < this.times.length; i++)
      gaps.push(this.times[i]! - this.times[i - 1]!);
    return unusualMs(gaps.sort((a, b) => a - b));
  }

  /** Marks what time did after the last entry. */
  #noteAfter(): void {
    const n = this.entries.length;
    if (this.tickOf(n) === null || this.outcomes.has(n)) return;
    const end = this.lastTick!;
    this.#notePause(n, this.msOf(end));
    const state = this.#lastState!;
    const passed = unwrap(step(this.game, state, { do: 'time', at: end }, drawsOf(this.first)));
    const { parts } = this.stepTo(n);
    this.#mark(n, passed.parts, Math.max(1, parts.length), null);
  }

  /** How many entries had been made at a time; where several are at that time, all of them. */
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
    const clockwork = this.clockworkAt(n);
    if (clockwork === null) return null;
    const { clocks, ms } = clockwork;
    return clocks.left.map(({ seat }) => ({ seat, ms: shownMs(clocks, seat, ms) ?? 0 }));
  }

  clockworkAt(n: number): { readonly clocks: Clocks; readonly ms: number } | null {
    const clocks = this.#clocks[n];
    return clocks === undefined ? null : { clocks, ms: this.#moments[n]! };
  }

  /** The state after n entries and what the last of them did: from the checkpoint before it. */
  stepTo(n: number): SteppedPoint<State> {
    if (n === 0)
      return { state: this.first.state, parts: this.#firstParts, outcome: this.#outcome(0) };
    const { from, stretches } = this.#way(n);
    let state = from;
    let parts: readonly Part<State>[] = [];
    for (const { after, until } of stretches)
      for (let i = after + 1; i <= until; i++)
        ({ state, parts } = this.#redo(state, this.entries[i - 1]!, i));
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

  /** The first draw, which sets the match up with the seed that the links make. */
  #setUp(
    state: State,
    links: readonly Uint8Array[],
  ): { state: State; parts: readonly Part<State>[] } {
    const { header, terms, deal } = this.first;
    const seed = startSeed(terms.nonce, links, deal);
    return unwrap(setUp(this.game, header, this.game.seated(state), seed));
  }

  /** An entry that is known to be good, once more: only what changes the state. */
  #redo(state: State, entry: Entry, n: number): { state: State; parts: readonly Part<State>[] } {
    const { game, first } = this;
    const { seat, act } = entry;
    const when = entry.at === null ? {} : { at: entry.at };
    const draws = drawsOf(first);
    if (act.type === 'move' && seat !== null) {
      const move = unwrap(game.moves.bytes.decode(act.move));
      return unwrap(step(game, state, { do: 'move', seat, move, ...when }, draws));
    }
    if (act.type === 'leave')
      return unwrap(step(game, state, { do: 'leave', of: act.of, how: act.how, ...when }, draws));
    if (act.type === 'links') {
      const k = this.#draws[n - 1]!;
      if (k === 0) return this.#setUp(state, act.links);
      const seed = drawSeed(first.match, k, act.links, first.deal);
      return unwrap(step(game, state, { do: 'draw', seed, ...when }, draws));
    }
    if (act.type === 'refused' || entry.at === null) return { state, parts: [] };
    return unwrap(step(game, state, { do: 'time', at: entry.at }, draws));
  }
}

/** How many events after the last entry are included. */
const MAX_HAPPENINGS = 1000;

/** The tick at which time ended a match after its last entry, as its ending says; that of the ending, or else of the entry. */
function endTick<State>(
  game: Game<State>,
  last: State,
  tick: number,
  { at, outcome }: Ending,
): number {
  const { next, advance } = game.time!;
  const latest = Math.max(tick, at ?? Number.MAX_SAFE_INTEGER);
  let state = last;
  for (let i = 0; i < MAX_HAPPENINGS; i++) {
    const found = game.outcome(state);
    const now = Math.max(tick, game.time!.now(state));
    if (found !== null) return at !== null || found.reason === outcome.reason ? now : tick;
    const soon = next(state);
    if (soon === null || soon > latest) break;
    ({ state } = advance(state, soon));
  }
  return at === null ? tick : latest;
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
