/**
 * Hosts a match in this process over an `OpenMatch`: people here, programs on any seat, clocks, premoves, offers and takebacks. It keeps
 * the order of a server: an action becomes a node, is durable, and only then are listeners called.
 */
import {
  type Action,
  type Ending,
  type Entry,
  fail,
  type Game,
  type Json,
  type NewEntry,
  ok,
  type Result,
  type Seat,
} from '@kifu/core';
import { type Chain, draft } from '../chain.ts';
import { isHiding } from '../match-state/access.ts';
import { fallsAt, isFallen } from '../match-state/clock.ts';
import type { MatchState } from '../match-state/match-state.ts';
import { keepRefusal, NO_REFUSALS } from '../match-state/refusals.ts';
import { hzOf, msOfTick } from '../match-state/ticks.ts';
import type { Replay } from '../replay/replay.ts';
import { type SeatView, seatView } from '../replay/seat-views.ts';
import type { OpenMatch } from '../store/match.ts';
import { createEmitter } from './emitter.ts';
import type { Match, MatchEvents, MatchPlayer, SeatMove } from './match.ts';
import { answerOf, answerTo, type Evaluate, openOffers } from './offer-policy.ts';
import { Premoves } from './premoves.ts';
import { PresentState, tickNow } from './present.ts';
import { LOOK_MS, SeatDriver } from './seat-driver.ts';
import type { SeatPlayer } from './seat-player.ts';
import type { Timer } from './timer.ts';

/** What is signed, and when. */
type SignEntry = (chain: Chain, entry: NewEntry) => Promise<Entry['signed']>;
type SignEnding = (chain: Chain, how: Partial<Ending>) => Promise<Ending['signed']>;

/** A `ReplayReader` that may take its time. */
interface NodeReader {
  take(replay: Replay): void | Promise<void>;
}

export interface HostOptions {
  /** Begun or loaded; its stores decide where the match is stored: memory, IndexedDB, SQLite. */
  readonly open: OpenMatch;
  readonly timer: Timer;
  /** Seats that programs play; people here play the others through `submit`. */
  readonly programs?: ReadonlyMap<Seat, SeatPlayer>;
  /** Of the kit, for the usual answers to offers. */
  readonly evaluate?: Evaluate | null;
  /** When the match started or will start, by the timer; a later moment is a countdown. Default: now. `record` has no calendar. */
  readonly startedMs?: number;
  /** Whether entries say when they were made; default true. Boards between programs do not. */
  readonly isTimed?: boolean;
  /** The shortest time a program appears to think, so that people can follow. */
  readonly minThinkMs?: number;
  /** How often a program is asked in a game of free pace, in milliseconds; see `DriverOptions.lookMs`. */
  readonly lookMs?: number;
  /** How long a program may think without a clock; see `TimeBudget.moveMs`. */
  readonly moveMs?: number | null;
  /** Whether refused moves are recorded: where a match does not wait for a better one. Default: in games of free pace. */
  readonly recordsRefusals?: boolean;
  /** Whether each entry of an unsigned match has the hash of its state, so that a broken file is found at once. Default false. */
  readonly hashesEach?: boolean;
  /** Signs for the seats whose keys are here; without it nothing is signed. */
  readonly sign?: { readonly entry: SignEntry; readonly ending: SignEnding };
  /** Look at each node once it is durable: summaries, exports, publishing. Listeners are notified when all of them are done. */
  readonly readers?: readonly NodeReader[];
  /** `forfeit`: the seat leaves by absence. `pause`: the match is paused until `replace`. */
  readonly onFailure?: 'forfeit' | 'pause';
}

/** A match hosted in this process. */
export class LocalHost implements Match {
  readonly chat = null;
  readonly connection = null;
  readonly conditional = null;
  readonly rematch = null;
  pending: readonly SeatMove[] = [];
  readonly premoves: Premoves;
  readonly #options: HostOptions;
  readonly #emitter = createEmitter<MatchEvents>();
  readonly on = this.#emitter.on;
  readonly #game: Game;
  readonly #programs = new Map<Seat, SeatDriver>();
  readonly #present = new PresentState();
  readonly #views = new Map<Seat | null, SeatView[]>();
  readonly #startMs: number;
  #work: Promise<unknown> = Promise.resolve();
  #cancelAlarm: () => void = () => {};
  #refusals = NO_REFUSALS;
  #isClosed = false;

  constructor(options: HostOptions) {
    this.#options = options;
    this.premoves = new Premoves(this, options.timer.after.bind(options.timer), () =>
      this.#emitter.emit('change', 'premove'),
    );
    const { replay } = options.open;
    this.#game = replay.game as Game;
    this.#startMs = options.startedMs ?? options.timer.now() - this.#state.ms;
    this.#see();
    for (const [seat, player] of options.programs ?? []) this.#drive(seat, player);
  }

  /** Agrees to the header where the match is signed, resumes clocks, and lets programs begin. */
  async start(): Promise<void> {
    const seats = this.#header.players.map(({ seat }) => seat);
    await this.#inTurn(async () => {
      const { clocks, anchor, n, ms, talk } = this.#state;
      for (const seat of seats)
        if (this.#state.talk.isOpening) await this.#append(seat, { type: 'resume' });
      // `close` recorded a pause; where the process was killed before it could, one is recorded as of the last entry
      const hasTime = clocks !== null || anchor !== null;
      if (hasTime && n > 0 && !talk.isOpening && this.elapsedMs() > ms)
        await this.#hold('pause', ms);
      if (!this.#state.talk.isOpening) await this.#hold('resume');
    });
    this.#wake();
  }

  get replay(): Replay {
    return this.#options.open.replay;
  }

  get seats(): readonly Seat[] {
    return this.#header.players.map(({ seat }) => seat).filter(seat => !this.#programs.has(seat));
  }

  get players(): readonly MatchPlayer[] {
    return this.#header.players.map(({ seat, name }) => ({
      ...{ seat, name, isOnline: true },
      kind: this.#programs.has(seat) ? 'program' : 'person',
    }));
  }

  elapsedMs(): number {
    return this.#options.timer.now() - this.#startMs;
  }

  viewsOf(seat: Seat | null): readonly SeatView[] | null {
    const { header, isEnded } = this.replay;
    const isHidden = this.seats.length > 0 && isHiding(this.#game, header!, isEnded);
    return isHidden ? (this.#views.get(seat) ?? []) : null;
  }

  async submit(seat: Seat, action: Action): Promise<Result<number>> {
    if (!this.seats.includes(seat)) return NOT_HERE;
    const move = action.type === 'move' ? this.#game.moves.bytes.decode(action.move) : null;
    if (!move?.ok) return this.#act(seat, action);
    const own = { seat, move: move.value };
    this.pending = [...this.pending, own];
    try {
      return await this.#act(seat, action);
    } finally {
      this.#settlePending(own);
    }
  }

  premove(seat: Seat, move: Json | null): void {
    this.premoves.change(seat, move);
  }

  /** Takes moves back to before the newest one of a seat: a request and everyone's consent, appended like anything else. */
  async takeBack(seat: Seat): Promise<Result<number>> {
    return this.submit(seat, { type: 'ask-takeback' });
  }

  /** Puts another program, or a person (null), on a seat. */
  replace(seat: Seat, player: SeatPlayer | null): void {
    void this.#programs.get(seat)?.stop();
    this.#programs.delete(seat);
    if (player !== null) this.#drive(seat, player);
    this.#emitter.emit('change', 'players');
    this.#wake();
  }

  /** Resolves when everything that was submitted so far has been done. */
  async idle(): Promise<void> {
    for (let work = this.#work; ; work = this.#work) {
      await work.catch(() => {});
      if (work === this.#work) return;
    }
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    await this.#inTurn(async () => {
      await this.#settle();
      const { clocks, anchor, n } = this.#state;
      // clocks are paused while no process hosts the match; they run from the start, ticks matter from the first entry on
      if (clocks !== null || (anchor !== null && n > 0)) await this.#hold('pause');
    });
    this.#isClosed = true;
    this.#cancelAlarm();
    this.premoves.close();
    for (const driver of this.#programs.values()) await driver.stop();
    this.#emitter.emit('closed', { reason: '' });
  }

  get #state(): MatchState {
    return this.#options.open.chain.table;
  }

  get #header() {
    return this.#state.header;
  }

  /** Runs one piece of work after the other. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#work.then(work, work);
    this.#work = mine.then(
      () => {},
      () => {},
    );
    return mine;
  }

  /** Stops the clocks, or lets them run again: each seat says so, all of them at one moment. */
  async #hold(type: 'pause' | 'resume', ms = Math.round(this.elapsedMs())): Promise<void> {
    for (const { seat } of this.#header.players)
      if (this.#state.outcome === null && this.#state.talk.isPaused === (type === 'resume'))
        await this.#append(seat, { type }, ms);
  }

  async #act(seat: Seat, action: Action): Promise<Result<number>> {
    const done = await this.#inTurn(async () => {
      if (this.#isClosed) return CLOSED;
      await this.#settle();
      const appended = await this.#append(seat, action);
      if (appended.ok && action.type !== 'move') await this.#answer();
      return appended;
    });
    this.#wake();
    return done;
  }

  /** Appends an action as of now, or of an earlier time. */
  async #append(seat: Seat | null, action: Action, atMs?: number): Promise<Result<number>> {
    const { open, sign, isTimed = true, hashesEach = false } = this.#options;
    const { recordsRefusals = this.#game.pace === 'free' } = this.#options;
    const state = this.#state;
    if (open.chain.isEnded) return OVER;
    const elapsed = atMs ?? Math.round(this.elapsedMs());
    if (elapsed < 0 && action.type === 'move') return NOT_STARTED;
    const at = tickNow(state, elapsed);
    const entry: NewEntry = {
      ...{ seat, act: action },
      ...(isTimed ? { ms: Math.max(elapsed, state.ms, 0) } : {}),
      ...(at === null ? {} : { at }),
    };
    const signed = (await sign?.entry(open.chain, entry)) ?? null;
    const whole = signed === null ? entry : { ...entry, signed };
    const hash = hashesEach && state.seqs === null;
    const drafted = draft(open.chain, whole, { hash });
    const appended = drafted.ok ? await open.append(drafted.value) : drafted;
    if (!appended.ok) {
      if (!recordsRefusals) return appended;
      const { keep, refusals } = keepRefusal(
        open.chain,
        this.#refusals,
        whole,
        appended.fault,
        elapsed,
      );
      this.#refusals = refusals;
      if (keep !== null && (await open.append(keep)).ok) await this.#tell();
      return appended;
    }
    await this.#tell();
    const { n } = this.replay;
    if (this.#state.outcome !== null) await this.#end({});
    return ok(n);
  }

  async #end(how: Partial<Ending>): Promise<void> {
    const { open, sign } = this.#options;
    const { ms, lastMs, seqs } = this.#state;
    // where players sign when they act, the match ended at the time of its last entry
    const { isTimed = true } = this.#options;
    const nowMs = isTimed ? Math.max(ms, Math.round(this.elapsedMs())) : null;
    const when = { ms: seqs === null ? nowMs : lastMs };
    const signed = (await sign?.ending(open.chain, { ...how, ...when })) ?? null;
    const ended = await open.end({ ...how, ...when, ...(signed === null ? {} : { signed }) });
    if (ended.ok) await this.#tell();
  }

  /** What time alone has brought about: a flag, or an end by the rules. */
  async #settle(): Promise<void> {
    const state = this.#state;
    if (this.#options.open.chain.isEnded || state.talk.isPaused) return;
    const elapsed = this.elapsedMs();
    const { clocks } = state;
    if (state.outcome === null && clocks !== null && isFallen(clocks, Math.round(elapsed))) {
      await this.#leave(clocks.running!, 'flag');
      return;
    }
    const now = this.#present.at(state, elapsed);
    if (state.outcome === null && now.outcome !== null) await this.#end({ at: now.tick });
  }

  async #tell(): Promise<void> {
    const { replay } = this;
    if (replay.entry?.act.type === 'move')
      this.#settlePending(this.pending.find(({ seat }) => seat === replay.entry?.seat));
    this.#see();
    for (const reader of this.#options.readers ?? []) await reader.take(replay);
    const event = {
      replay,
      entry: replay.entry,
      parts: this.viewsOf(null) === null ? replay.parts : [],
    };
    this.#emitter.emit('node', event);
  }

  #settlePending(settled: SeatMove | undefined): void {
    this.pending = this.pending.filter(each => each !== settled);
  }

  /** Collects what each seat sees, where hands are hidden. */
  #see(): void {
    const { table, isEnded, parts } = this.replay;
    if (this.#game.secrets === undefined || table === null || isEnded) return;
    for (const seat of [null, ...this.#header.players.map(({ seat }) => seat)]) {
      const views = this.#views.get(seat) ?? [];
      this.#views.set(seat, views);
      views.push(seatView(table, seat, parts));
    }
  }

  /**
   * Programs answer by the usual policy, unless they have their own: then their driver asks them, and the match does not wait. Other people at this
   * program agree to takebacks and pauses.
   */
  async #answer(): Promise<void> {
    for (const { seat } of this.#header.players) {
      const program = this.#programs.get(seat);
      if (program?.player.answer !== undefined) continue;
      const state = this.#state;
      const asked = openOffers(state, seat).find(({ kind }) => kind !== 'draw');
      const consent = asked === undefined ? null : answerTo(state, asked, true);
      const answer =
        program === undefined ? consent : answerOf(state, seat, this.#options.evaluate ?? null);
      if (answer !== null) await this.#append(seat, answer);
    }
  }

  /** What comes next without a person here. One function, one alarm. */
  #wake(): void {
    this.#cancelAlarm();
    this.#cancelAlarm = () => {};
    if (this.#isClosed || this.replay.isEnded) return;
    const state = this.#state;
    if (state.talk.isPaused) return;
    this.premoves.tryAll();
    const now = this.#options.timer.now();
    const due = this.#dueMs(state);
    for (const driver of this.#programs.values()) driver.wake();
    if (due !== null)
      this.#cancelAlarm = this.#options.timer.after(Math.max(0, due - now), () => {
        void this.#inTurn(() => this.#settle()).then(() => this.#wake());
      });
  }

  /** When time alone changes something, by the timer; null where it does not. */
  #dueMs(state: MatchState): number | null {
    const { clocks, anchor, game } = state;
    const flag = clocks === null ? null : fallsAt(clocks);
    const tick =
      anchor === null ? null : game.time!.next(this.#present.at(state, this.elapsedMs()).state);
    const happens = tick === null ? null : msOfTick(anchor!, hzOf(game, state.state), tick);
    const all = [flag, happens].filter(ms => ms !== null);
    return all.length === 0 ? null : this.#startMs + Math.min(...all);
  }

  #drive(seat: Seat, player: SeatPlayer): void {
    const { timer, moveMs = null, minThinkMs = 0, lookMs = LOOK_MS } = this.#options;
    const driver = new SeatDriver({
      ...{ match: this, seat, player, timer, moveMs, minThinkMs, lookMs },
      submit: action => this.#act(seat, action),
      onFailure: (fault, isFinal) => {
        this.#emitter.emit('fault', fault);
        if (isFinal) void this.#inTurn(() => this.#forfeit(seat)).then(() => this.#wake());
      },
    });
    this.#programs.set(seat, driver);
  }

  /** A program has finally failed: an outcome that every reader knows, or a pause until `replace`. */
  async #forfeit(seat: Seat): Promise<void> {
    if (this.#options.onFailure === 'pause') return this.#hold('pause');
    await this.#leave(seat, 'absence');
  }

  /** Takes a seat out of the match; where actions are signed, another seat says so. */
  async #leave(of: Seat, how: 'flag' | 'absence'): Promise<void> {
    const { seqs, header } = this.#state;
    const by = seqs === null ? null : header.players.find(({ seat }) => seat !== of)!.seat;
    await this.#append(by, { type: 'leave', of, how });
  }
}

const NOT_HERE = fail('wrong-seat', 'the seat is not played here');
const CLOSED = fail('game-over', 'the match is closed here');
const OVER = fail('game-over', 'the match is over');
const NOT_STARTED = fail('paused', 'the match has not started');
