/**
 * The host of a match in this process, as a server is for its guests: it takes acts, keeps them in the library, lets time pass, and
 * shows every seat what it may see. A node is durable before a seat hears of it.
 */
import {
  type Act,
  type Cid,
  type Ending,
  type Entry,
  type Fail,
  type Fault,
  type FaultCode,
  fail,
  type Game,
  moveAct,
  type NewEntry,
  ok,
  type Part,
  type Result,
  type Seat,
  sightOf,
  step,
  unwrap,
} from '@kifu/core';
import { type Draft, end, link, nodesOf } from '@kifu/record';
import { hasRemarks } from '@kifu/record/remarks';
import { seatView } from '@kifu/record/replay';
import { isFallen, isHiding, keepRefusal, NO_REFUSALS, type Table } from '@kifu/record/table';
import type { Io } from '../io.ts';
import type { StoredKey } from '../keys.ts';
import { withNote } from '../library/change-remarks.ts';
import { SOURCE, touch } from '../library/last.ts';
import type { Library } from '../library/open.ts';
import { beginRecording, type Recorder } from '../library/recorder.ts';
import { within } from '../run-command.ts';
import { secretsOf, signAct, signEnding } from '../sign.ts';
import {
  draftAct,
  type LocalMatch,
  present,
  tableOf,
  takeBack,
  withAct,
  withEnding,
} from './local-match.ts';
import type { KnownMatch, MatchView } from './match-view.ts';
import { peopleOf, type SeatPlayers } from './players.ts';

/** What a host is made of. */
export interface HostOptions {
  readonly io: Io;
  readonly match: LocalMatch;
  /** Whether the match was begun here and now, and not read from somewhere. */
  readonly isNew: boolean;
  readonly players: SeatPlayers;
  /** The key of the person here; null where nothing is signed. */
  readonly signer: StoredKey | null;
  /** Null where nothing is kept. */
  readonly library: Library | null;
  /** Whether moves that the rules refuse are kept: where the match does not wait for a better one. */
  readonly keepsRefused: boolean;
  /** Hears of what goes wrong with the library; the match goes on without it. */
  tellFault(fault: Fault): void;
}

/** A bot takes a draw where it thinks that it stands worse than this, from −1000 to 1000. */
const WORSE = -100;

type Listener = (entry: Entry | null, parts: readonly Part[]) => void;

/** A match that is hosted here. */
export class Host {
  match: LocalMatch;
  readonly players: SeatPlayers;
  /** With the time that has passed since the last act. */
  state: unknown;
  /** Null in games without ticks. */
  tick: number | null;
  /** The state in which the newest act was done, for the words of it. */
  before: unknown;
  readonly #options: HostOptions;
  readonly #game: Game;
  readonly #hasPeople: boolean;
  readonly #listeners = new Set<Listener>();
  #isNew: boolean;
  #recorder: Recorder | null = null;
  #refusals = NO_REFUSALS;

  constructor(options: HostOptions) {
    this.#options = options;
    this.#game = options.match.kit.game as Game;
    this.#hasPeople = peopleOf(options.players).length > 0;
    this.#isNew = options.isNew;
    this.players = options.players;
    this.match = options.match;
    this.state = tableOf(options.match).state;
    this.tick = this.#game.time?.now(this.state) ?? null;
    this.before = this.state;
  }

  /** The key of the person here; null where nothing is signed. */
  get signer(): StoredKey | null {
    return this.#options.signer;
  }

  /** Content id of the match in the library; null where it is not kept there. */
  get kept(): Cid | null {
    return this.#recorder?.match ?? null;
  }

  /** Begins to keep the match, if there is a library: a new match may get another header by that. */
  async begin(): Promise<void> {
    const { library } = this.#options;
    this.#recorder = null;
    if (library === null) return this.#agree();
    const isNew = this.#isNew;
    const begun = await beginRecording(library, this.match, { source: SOURCE, isNew });
    if (!begun.ok) return this.stopKeeping(begun);
    if (begun.value === null)
      return this.stopKeeping(fail('conflict', 'it has another course of this match'));
    this.match = begun.value.match;
    this.#recorder = begun.value.recorder;
    await touch(library, begun.value.recorder.match);
    return this.#agree();
  }

  /** Everybody here agrees to the header of a match that is signed; clocks run from now on. */
  async #agree(): Promise<void> {
    for (const { seat } of tableOf(this.match).header.players)
      if (tableOf(this.match).talk.isOpening) unwrap(await this.#do(seat, { type: 'resume' }));
    await this.#goOn();
  }

  /** Goes on without the library. */
  stopKeeping(why: Fail): void {
    this.#recorder = null;
    this.#options.tellFault(within('the match is not kept in the library', why).fault);
  }

  /** Stops the clocks, and lists the match with all that it can be found by, if it is kept. A new match in which nothing was done is forgotten. */
  async close(): Promise<void> {
    const { library } = this.#options;
    if (library !== null && this.kept !== null && this.#isNew && this.#isUntouched) {
      await library.forget(this.kept);
      this.#recorder = null;
      return;
    }
    if (library !== null && this.kept !== null) await touch(library, this.kept);
    await this.letFlagFall();
    const { clocks, outcome } = tableOf(this.match);
    if (clocks !== null && outcome === null) await this.#hold('pause');
    const listed = await this.#recorder?.list(this.match);
    if (listed?.ok === false) this.stopKeeping(listed);
  }

  /** Whether nothing has happened yet: no move, no note, and no time on a clock. */
  get #isUntouched(): boolean {
    const { n, clocks } = tableOf(this.match);
    return n === 0 && clocks === null && !hasRemarks(this.match.remarks);
  }

  /** Milliseconds since the match began. */
  elapsedMs(): number {
    return elapsedMs(this.#options.io, tableOf(this.match)) ?? 0;
  }

  /** Lets the flag fall of who has no time left; another seat says so, where acts are signed. */
  async letFlagFall(): Promise<void> {
    const { clocks, outcome } = tableOf(this.match);
    if (clocks === null || outcome !== null || !isFallen(clocks, this.elapsedMs())) return;
    const of = clocks.running!;
    const by = [...this.players.keys()].find(seat => seat !== of) ?? of;
    unwrap(await this.#do(by, { type: 'leave', of, how: 'flag' }));
  }

  /** Stops the clocks, or lets them run again: each seat here says so. */
  async #hold(word: 'pause' | 'resume', ms?: number): Promise<void> {
    for (const seat of this.players.keys())
      if (tableOf(this.match).talk.isPaused !== (word === 'pause'))
        await this.#do(seat, { type: word }, ms);
  }

  /** Clocks stand still while no process hosts the match: since the last act, where the process was ended before it could say so. */
  async #goOn(): Promise<void> {
    const { clocks, outcome, n, ms } = tableOf(this.match);
    if (clocks === null || outcome !== null || n === 0 || this.#isNew) return;
    await this.#hold('pause', ms);
    await this.#hold('resume');
  }

  async act(seat: Seat, act: Act): Promise<Result<number>> {
    await this.letFlagFall();
    return this.#do(seat, act);
  }

  async #do(seat: Seat, act: Act, ms?: number): Promise<Result<number>> {
    const entry = await this.#entryNow(seat, act, ms);
    const drafted = draftAct(this.match, entry);
    if (!drafted.ok) {
      if (this.#options.keepsRefused) await this.#keepRefused(entry, drafted.fault);
      return drafted;
    }
    await this.#append(drafted.value);
    if (act.type === 'offer-draw') await this.#answerOffer();
    return ok(drafted.value.node.n);
  }

  /** Lets a bot choose, if it does not wait; `think` does what takes long. */
  async letBot(seat: Seat, think: <T>(work: () => T) => T = work => work()): Promise<void> {
    const bot = this.players.get(seat)!.bot!;
    const sight = sightOf(this.#game, this.state, seat);
    const move = sight.legal.length === 0 ? null : think(() => bot.choose(sight));
    const played = move === null ? null : await this.act(seat, moveAct(this.#game, move));
    // a clock does not wait for a bot
    if (played?.ok === false && !LATE.includes(played.fault.code))
      throw new Error(`the bot on seat ${seat} chose what is not legal`);
  }

  /** Lets time pass up to a tick. */
  async passTo(tick: number): Promise<void> {
    if (this.tick === null || tick <= this.tick || present(this.match).chain.isEnded) return;
    const passed = unwrap(step(this.#game, this.state, { do: 'time', at: tick }));
    this.state = passed.state;
    this.tick = tick;
    if (passed.outcome !== null) await this.#finish(null);
  }

  /** Goes back to where the seat last had the choice. */
  async takeBack(seat: Seat): Promise<Result<void>> {
    const back = takeBack(this.match, seat);
    if (!back.ok) return back;
    const kept = await this.#recorder?.takeBack(back.value);
    if (kept?.ok === false) this.stopKeeping(kept);
    this.#stand(back.value);
    return ok(undefined);
  }

  /** Writes a note about where the match stands; it is kept with the record. */
  async note(text: string, glyphs: readonly number[]): Promise<void> {
    const note = { entry: tableOf(this.match).n, author: null, text, glyphs };
    this.match = { ...this.match, remarks: withNote(this.match.remarks, note) };
    const kept = await this.#recorder?.say(this.match);
    if (kept?.ok === false) this.stopKeeping(kept);
  }

  /** Puts another match on the table. */
  async load(match: LocalMatch): Promise<void> {
    await this.close();
    this.#stand(match);
    this.#isNew = false;
    await this.begin();
  }

  /** What a seat sees; for null, what those see who look on. Where there are bots alone, nothing is hidden. */
  view(seat: Seat | null): MatchView {
    const host = this;
    return {
      seat,
      get followed() {
        return host.#followed(seat);
      },
      get sight() {
        return host.#isHidden ? seatView(tableOf(host.match), seat, []) : null;
      },
      elapsedMs: () => host.elapsedMs(),
      present: () => (host.#isHidden ? null : { state: host.state, tick: host.tick }),
      act: act => (seat === null ? Promise.resolve(LOOKS_ON) : host.act(seat, act)),
      on(_name, listener) {
        const hear: Listener = (entry, parts) =>
          listener({ entry, parts: host.#seenBy(seat, parts), sight: null });
        host.#listeners.add(hear);
        return () => void host.#listeners.delete(hear);
      },
    };
  }

  #followed(seat: Seat | null): KnownMatch {
    const { chain, parts } = present(this.match);
    const { header, outcome, n } = chain.table;
    const isSeen = !this.#isHidden;
    return {
      header,
      n: n + (chain.isEnded ? 1 : 0),
      get nodes() {
        return nodesOf(chain);
      },
      table: isSeen ? chain.table : null,
      before: isSeen ? (this.match.points.at(-2)?.chain.table ?? null) : null,
      parts: this.#seenBy(seat, parts),
      outcome: isSeen ? outcome : null,
      isEnded: chain.isEnded,
    };
  }

  get #isHidden(): boolean {
    const { chain } = present(this.match);
    return this.#hasPeople && isHiding(this.#game, chain.table.header, chain.isEnded);
  }

  /** Parts as a seat may see them. */
  #seenBy(seat: Seat | null, parts: readonly Part[]): readonly Part[] {
    const { secrets } = this.#game;
    if (secrets === undefined || !this.#hasPeople) return parts;
    return parts.map(part => ({
      ...part,
      events: part.events.map(event => secrets.see(event, seat)).filter(event => event !== null),
    }));
  }

  /** Puts a point of a match on the table. */
  #stand(match: LocalMatch): void {
    this.match = match;
    this.state = tableOf(match).state;
    this.tick = this.#game.time?.now(this.state) ?? null;
    this.before = this.state;
  }

  /** An act at the present time, signed where the seat has a key here. */
  async #entryNow(seat: Seat, act: Act, ms?: number): Promise<NewEntry> {
    const { io, signer } = this.#options;
    const { chain } = present(this.match);
    const secret = signer === null ? null : secretsOf(chain.table.header, signer)(seat);
    const when = { at: this.tick, ms: ms ?? elapsedMs(io, chain.table) };
    const signed = secret === null ? null : await signAct(chain, secret, seat, act, when);
    return { seat, act, signed, ...when };
  }

  async #append(drafted: Draft): Promise<void> {
    const kept = (await this.#recorder?.append(drafted)) ?? null;
    if (kept?.ok === false) this.stopKeeping(kept);
    const appended = kept?.ok ? kept.value : unwrap(link(drafted));
    this.match = withAct(this.match, drafted, appended);
    this.before = this.state;
    // what was refused changes nothing: the time that has passed has passed
    if (drafted.node.act.type !== 'refused') this.state = appended.chain.table.state;
    this.#tell(present(this.match).entry, appended.parts);
    if (appended.chain.table.outcome !== null) await this.#finish(drafted.node.ms);
  }

  /** Ends the record of a match that is over. */
  async #finish(ms: number | null): Promise<void> {
    const how = await this.#signedEnd(ms);
    const kept = (await this.#recorder?.end(how)) ?? null;
    if (kept?.ok === false) this.stopKeeping(kept);
    const ended = kept?.ok ? kept : end(present(this.match).chain, how);
    if (!ended.ok) return;
    this.match = withEnding(this.match, ended.value);
    this.state = ended.value.table.state;
    this.#tell(null, []);
  }

  /** How the match ends, signed by all who have keys here: those sign when they acted, so that it ended with its last entry. */
  async #signedEnd(ms: number | null): Promise<Partial<Ending>> {
    const { signer } = this.#options;
    const { chain } = present(this.match);
    if (signer === null || chain.table.seqs === null) return { ms };
    const how = { ms: chain.table.lastMs };
    const signed = await signEnding(chain, secretsOf(chain.table.header, signer), how);
    return signed.ok ? { ...how, signed: signed.value } : how;
  }

  #tell(entry: Entry | null, parts: readonly Part[]): void {
    for (const listener of [...this.#listeners]) listener(entry, parts);
  }

  /** Keeps a move that was refused, with its fault, unless its seat has had too many of them in the last second. */
  async #keepRefused(entry: NewEntry, fault: Fault): Promise<void> {
    const nowMs = entry.ms ?? this.#options.io.now();
    const { chain } = present(this.match);
    const refusal = keepRefusal(chain, this.#refusals, entry, fault, nowMs);
    this.#refusals = refusal.refusals;
    if (refusal.keep !== null) await this.#append(refusal.keep);
  }

  /** Lets the bots answer a draw that was offered: one that thinks it can win declines, and that is enough. */
  async #answerOffer(): Promise<void> {
    for (const [seat, { bot }] of this.players) {
      const { talk, outcome } = tableOf(this.match);
      if (bot === null || outcome !== null || talk.offer === null) continue;
      const isAsked = talk.offer.by !== seat && !talk.offer.agreed.includes(seat);
      if (!isAsked || !this.#game.active(this.state).includes(seat)) continue;
      const worth = this.match.kit.judge?.(this.state, seat) ?? 0;
      await this.act(seat, { type: worth < WORSE ? 'accept-draw' : 'decline' });
    }
  }
}

/** What an act is refused for that came after the flag. */
const LATE: readonly FaultCode[] = ['game-over', 'out-of-time'];

const LOOKS_ON = fail('wrong-seat', 'who looks on has nothing to say here');

/** Milliseconds since the match began; null where the header does not say when. */
function elapsedMs(io: Io, { header, ms }: Table): number | null {
  const elapsed =
    header.startedAt === null ? Number.NaN : Math.round(io.now() - Date.parse(header.startedAt));
  // a clock that was set back must not make a record that runs backwards
  return Number.isNaN(elapsed) ? null : Math.max(ms, elapsed);
}
