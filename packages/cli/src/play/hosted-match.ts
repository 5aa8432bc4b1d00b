/** A match hosted in this process, and its record in the library. */
import { setImmediate } from 'node:timers/promises';
import {
  type Cid,
  type Fail,
  type Fault,
  fail,
  type Game,
  ok,
  playerViewOf,
  type Result,
  type Seat,
  unwrap,
} from '@kifu/core';
import { branchHeader, chainOf, readKifu } from '@kifu/record';
import { hasRemarks } from '@kifu/record/annotations';
import {
  type Decision,
  LocalHost,
  presentOf,
  type SeatPlayer,
  SteppedTimer,
  type Turn,
} from '@kifu/record/match';
import { hzOf, type MatchState, msOfTick } from '@kifu/record/match-state';
import { Replay } from '@kifu/record/replay';
import { openMatch } from '@kifu/record/store';
import { failureNotes } from '../engines/failure-note.ts';
import type { Io } from '../io.ts';
import type { StoredKey } from '../keys.ts';
import { withNote } from '../library/edit-annotations.ts';
import type { Library } from '../library/open.ts';
import { idAt, Recorder } from '../library/recorder.ts';
import { freshNonce } from '../new-header.ts';
import { secretsOf, signAct, signEnding } from '../sign.ts';
import { beginLocal, type LocalMatch } from './local-match.ts';
import type { SeatPlayers } from './players.ts';

/** What to host. */
export interface HostedOptions {
  readonly io: Io;
  readonly match: LocalMatch;
  /** Whether the match is new, not loaded. */
  readonly isNew: boolean;
  readonly players: SeatPlayers;
  /** Key of the person here; null if nothing is signed. */
  readonly signer: StoredKey | null;
  /** Null if nothing is saved. */
  readonly library: Library | null;
  /** When ticks start to pass in real time, in milliseconds since 1970; null if they pass between questions. */
  readonly startsAt: number | null;
  /** Called with faults of the library and of bots; the match continues. */
  tellFault(fault: Fault): void;
}

/** How often a restarted engine is looked for, in milliseconds. */
const POLL_MS = 20;

/** Runs long work. */
type Think = <T>(work: () => T) => T;

/** A program that has been asked, and how it answers. */
interface Asked {
  readonly turn: Turn;
  readonly signal: AbortSignal;
  decide(decision: Decision | Promise<Decision>): void;
}

export class HostedMatch {
  readonly players: SeatPlayers;
  /** Replaced by `load`, and when an ending is undone. */
  local!: LocalHost;
  match: LocalMatch;
  readonly #options: HostedOptions;
  readonly #game: Game;
  /** Bots that have been asked and wait for their time to think. */
  readonly #waiting = new Map<Seat, Asked>();
  /** The engines that play, also those that replaced failed ones. */
  readonly #engines = new Map<Seat, SeatPlayer>();
  #isNew: boolean;
  #recorder!: Recorder;
  /** Null if time passes in real time. */
  #stepped: SteppedTimer | null = null;
  #cancelStart: () => void = () => {};
  /** Time for which the match was suspended, in milliseconds. */
  #heldMs = 0;

  constructor(options: HostedOptions) {
    this.#options = options;
    this.#game = options.match.kit.game as Game;
    this.#isNew = options.isNew;
    this.players = options.players;
    this.match = options.match;
  }

  /** Key of the person here; null if nothing is signed. */
  get signer(): StoredKey | null {
    return this.#options.signer;
  }

  /** Content ID of the match in the library; null if it is not saved. */
  get kept(): Cid | null {
    return this.#recorder.kept;
  }

  /** As of the newest entry. */
  get table(): MatchState {
    return this.match.replay.table!;
  }

  /** With the time that has passed since the newest entry. */
  get state(): unknown {
    return presentOf(this.local)?.state ?? this.table.state;
  }

  /** Null in games without ticks. */
  get tick(): number | null {
    return presentOf(this.local)?.tick ?? null;
  }

  /** Starts saving the match, if there is a library, and hosting it. A new match may get another header by that. */
  async begin(): Promise<void> {
    const { io, library, startsAt, tellFault } = this.#options;
    this.#recorder = new Recorder(library, this.match, tellFault);
    this.match = await this.#recorder.begin(this.#isNew);
    const { replay, kit } = this.match;
    const startedMs = startOf(replay, io.now());
    const isStepped = startsAt === null && this.#game.time !== undefined;
    this.#stepped = isStepped ? new SteppedTimer(startedMs + this.table.ms) : null;
    this.#waiting.clear();
    this.local = new LocalHost({
      open: openMatch(this.#recorder.stores, chainOf(replay), null, replay),
      timer: this.#stepped ?? { now: () => io.now() - this.#heldMs, after: io.after },
      ...{ startedMs, hashesEach: true, recordsRefusals: startsAt !== null },
      programs: this.#programs(),
      evaluate: kit.evaluate ?? null,
      isTimed: replay.header!.startedAt !== null || this.table.clocks !== null,
      // the terminal decides when a bot may think
      ...(startsAt === null ? { lookMs: 0 } : {}),
      ...this.#signing(),
      readers: [this.#recorder],
    });
    const failures: Fault[] = [];
    this.local.on('fault', fault => {
      failures.push(fault);
      tellFault(fault);
    });
    this.local.on('node', ({ replay, entry }) => {
      if (entry?.act.type === 'leave' && entry.act.how === 'absence')
        void this.#explain(replay, failures);
    });
    const leadMs = this.leadMs();
    if (leadMs > 0) this.#cancelStart = io.after(leadMs, () => void this.local.start());
    else await this.local.start();
  }

  /** Time left to look at a loaded match before it continues, in milliseconds. */
  leadMs(): number {
    const { io, startsAt } = this.#options;
    const { n, talk, outcome } = this.table;
    const isHeld = startsAt !== null && n > 0 && talk.isPaused && outcome === null;
    return isHeld ? Math.max(0, startsAt - io.now()) : 0;
  }

  /** Continues without the library. */
  stopKeeping(why: Fail): void {
    this.#recorder.stop(why);
  }

  /** Stops the clocks and indexes the match. A new match without entries is deleted. */
  async close(): Promise<void> {
    const { remarks } = this.match;
    const { n, clocks } = this.table;
    this.#cancelStart();
    if (this.#isNew && n === 0 && clocks === null && !hasRemarks(remarks))
      await this.#recorder.forget();
    await this.local.close();
    await this.#recorder.close(remarks);
  }

  /** Lets a bot or an engine think and act, if it has been asked; an engine is not waited for any longer once `stopped` resolves. */
  async letBot(
    seat: Seat,
    think: Think = work => work(),
    stopped: Promise<unknown> = new Promise(() => {}),
  ): Promise<void> {
    const engine = this.#engines.get(seat);
    if (!this.#waiting.has(seat)) await this.#settle();
    const asked = this.#waiting.get(seat);
    this.#waiting.delete(seat);
    if (asked === undefined) {
      // a fresh process may be starting
      if (engine !== undefined) await this.#options.io.sleep(POLL_MS);
      return;
    }
    const { decide } = asked;
    if (engine !== undefined) {
      const decision = engine.decide(asked.turn, asked.signal);
      decide(decision);
      await Promise.race([decision.catch(() => {}), stopped]);
      await this.#settle();
      return;
    }
    // it may have been asked a while ago
    const sight = playerViewOf(this.#game, this.state, seat);
    const { bot } = this.players.get(seat)!;
    const move = sight.legal.length === 0 ? null : think(() => bot!.choose(sight));
    decide(move === null ? { do: 'wait' } : { do: 'move', move });
    await this.#settle();
  }

  /** The bots that have been asked. */
  get waiting(): readonly Seat[] {
    return [...this.#waiting.keys()];
  }

  /** Advances time to a tick, if it does not pass in real time. */
  async passTo(tick: number): Promise<void> {
    const { anchor, game, state } = this.table;
    if (anchor === null) return;
    const ms = msOfTick(anchor, hzOf(game, state), tick) - this.local.elapsedMs();
    if (ms > 0 && Number.isFinite(ms)) this.#stepped?.pass(ms);
    await this.#settle();
  }

  /** Excludes a suspension from the time of the match, in milliseconds. */
  hold(ms: number): void {
    this.#heldMs += ms;
  }

  /** Adds a note about the present position; it is saved with the record. */
  async note(text: string, glyphs: readonly number[]): Promise<void> {
    const note = { entry: this.table.n, author: null, text, glyphs };
    this.match = { ...this.match, remarks: withNote(this.match.remarks, note) };
    await this.#recorder.say(this.match.remarks);
  }

  /** Notes why a program has just forfeited. */
  async #explain({ n, nodes }: Replay, failures: readonly Fault[]): Promise<void> {
    const notes = failureNotes(unwrap(readKifu(nodes)), failures);
    const note = notes.find(({ entry }) => entry === n);
    if (note === undefined) return;
    this.match = { ...this.match, remarks: withNote(this.match.remarks, note) };
    await this.#recorder.say(this.match.remarks);
  }

  /** Switches to another match. */
  async load(match: LocalMatch, isNew = false): Promise<void> {
    await this.close();
    this.match = match;
    this.#isNew = isNew;
    await this.begin();
  }

  /**
   * After the end, continues from before the newest action of one of these seats, in a new match: a recorded ending is final. Returns the
   * number of the entry from which it continues.
   */
  async branchBefore(seats: readonly Seat[]): Promise<Result<number>> {
    const { kit, replay: ended } = this.match;
    const replay = new Replay(this.#game, ended.nodes);
    let point: { readonly n: number; readonly state: unknown; readonly part: number } | null = null;
    let hasDrawn = false;
    for (let here = stand(replay); replay.next(); here = stand(replay)) {
      const { entry, parts } = replay;
      if (seats.includes(entry?.seat ?? -1)) [point, hasDrawn] = [here, false];
      hasDrawn ||= parts.some(({ by }) => by === 'draw');
    }
    if (point === null) return NOTHING_TO_UNDO;
    if (hasDrawn) return CHANCE_STAYS;
    const { n, state, part } = point;
    const at = this.#game.time?.now(state) ?? null;
    const header = branchHeader(
      { game: this.#game, header: ended.header!, node: idAt(ended, n), state, part, at },
      { nonce: freshNonce(), startedAt: new Date(this.#options.io.now()).toISOString() },
    );
    const begun = await beginLocal(kit, header);
    if (!begun.ok) return begun;
    await this.load(begun.value, true);
    return ok(n);
  }

  #programs(): ReadonlyMap<Seat, SeatPlayer> {
    const programs = new Map<Seat, SeatPlayer>();
    for (const [seat, { name, bot, engine }] of this.players) {
      const current = this.#engines.get(seat) ?? engine;
      if (current !== null) programs.set(seat, this.#engineOn(seat, current));
      else if (bot !== null) programs.set(seat, { name, decide: this.#asking(seat) });
    }
    return programs;
  }

  /** A program that answers once the terminal lets it think. */
  #asking(seat: Seat): SeatPlayer['decide'] {
    return (turn, signal) =>
      new Promise(decide => void this.#waiting.set(seat, { turn, signal, decide }));
  }

  /** An engine; its process runs until the command ends, also after another match is loaded. */
  #engineOn(seat: Seat, engine: SeatPlayer): SeatPlayer {
    this.#engines.set(seat, engine);
    return {
      name: engine.name,
      decide: this.#asking(seat),
      follow: event => engine.follow?.(event),
      restart: async () => {
        void engine.close?.();
        return this.#engineOn(seat, await engine.restart!());
      },
    };
  }

  /** Ends the processes of engines. */
  async closeEngines(): Promise<void> {
    for (const engine of this.#engines.values()) await engine.close?.();
  }

  #signing(): Pick<ConstructorParameters<typeof LocalHost>[0], 'sign'> {
    const { signer } = this.#options;
    if (signer === null) return {};
    const secrets = secretsOf(this.match.replay.header!, signer);
    return {
      sign: {
        async entry(chain, { seat, act, ...when }) {
          const secret = seat === null ? null : secrets(seat);
          return secret === null ? null : signAct(chain, secret, seat!, act, when);
        },
        async ending(chain, how) {
          const signed = await signEnding(chain, secrets, how);
          return signed.ok ? signed.value : [];
        },
      },
    };
  }

  /** Waits until pending work is done. */
  async #settle(): Promise<void> {
    await setImmediate();
    await this.local.idle();
  }
}

/** When a match started, in milliseconds since 1970. If the system clock was set back, times of the record must still increase. */
function startOf({ header, table }: Replay, nowMs: number): number {
  const latest = nowMs - table!.ms;
  const told = header!.startedAt === null ? Number.NaN : Date.parse(header!.startedAt);
  // a match without entries may start in the future: a countdown
  return Number.isNaN(told) ? latest : table!.n === 0 ? told : Math.min(told, latest);
}

const stand = ({ n, table, parts }: Replay) => ({ n, state: table!.state, part: parts.length });

export const NOTHING_TO_UNDO = fail('unsupported', 'nothing to undo');
export const CHANCE_STAYS = fail('unsupported', 'cannot undo past a roll');
