/**
 * A match that both play at once, in lockstep: an input is for a tick some ticks ahead, a tick is played when both have confirmed that they have
 * no more for it, and else both wait. So both play the same, in the same order, and write the same nodes. An input for a tick that
 * was closed ends the match. What it cannot show: when an input was really made, within the delay, and which player caused a wait.
 */
import {
  type Action,
  decodeBase64,
  digestState,
  encodeBase64,
  type Fail,
  fail,
  hexToBytes,
  isSameBytes,
  type NewEntry,
  ok,
  type Result,
  type Seat,
  step,
} from '@kifu/core';
import { type Chain, type Draft, draft } from '@kifu/record';
import type { Timer } from '@kifu/record/match';
import { drawsOf, hzOf, keyOf, type MatchState, msOfTick } from '@kifu/record/match-state';
import { decodeNext, isEnding } from '@kifu/record/node';
import {
  encodeDoubleSigning,
  findDoubleIntent,
  intentMessage,
  isSignedBy,
  type SignedIntent,
  sign,
} from '@kifu/record/sign';
import type { OpenMatch, Vault } from '@kifu/record/store';
import type { Evidence } from './evidence.ts';
import { closingMessage, encodeInputs, inputEntry, msOfInput } from './inputs.ts';
import { encodeLateInput } from './late-input.ts';
import { decodeMessage, type MessageOf, type SignedInput } from './messages.ts';

/** What lockstep needs of the match that is played. */
export interface LockstepHost {
  readonly id: string;
  readonly open: OpenMatch;
  readonly vault: Vault;
  readonly seat: Seat;
  readonly other: Seat;
  readonly secret: Uint8Array;
  readonly timer: Timer;
  /** In ticks, as the header says. */
  readonly delay: number;
  /** A node was written. */
  advanced(): Promise<void>;
  stop(evidence: Evidence): Promise<void>;
  send(message: MessageOf<'frame'> | MessageOf<'closing'>): void;
}

/** Kind of the notes in the vault: own inputs that have been signed and not played. */
const INPUTS = 'peer-inputs';
/** How long both players may look at the board first. */
const COUNTDOWN_MS = 3000;
/** Ticks between two states that are compared, and between two closings that are signed. */
const HASH_EVERY = 32;
const CLOSING_EVERY = 15;
const MAX_HASHES = 8;
/** How many inputs per tick are accepted from the opponent, and how far ahead it may be. */
const MAX_INPUTS = 256;
const MAX_AHEAD = 4096;

const ONLY_MOVES = fail('unsupported', 'real-time peer matches support only moves and resignation');
const NOT_SURE = fail('paused', 'waiting for your opponent to reconnect');

/** A match in lockstep, as one of two plays it. */
export class Lockstep {
  readonly #host: LockstepHost;
  /** The tick up to which both have played. */
  #tick: number;
  /** When that tick was played. */
  #tickAt: number;
  /** All our inputs: the opponent may need them again. */
  readonly #own: SignedInput[] = [];
  /** Callers of `play` that wait for their input to count, by its number. */
  readonly #waiting = new Map<number, (result: Result<number>) => void>();
  /** The opponent's inputs that have not been played, by number. */
  readonly #theirs = new Map<number, SignedInput>();
  #closed: number;
  #theirClosed: number;
  /** Up to where the opponent has received our inputs. */
  #heard: number;
  /** Whether we know what we closed before this program began. */
  #isSure: boolean;
  /** The opponent's newest signed closing. */
  #closing: MessageOf<'closing'> | null = null;
  #ownHash: { readonly tick: number; readonly hash: Uint8Array } | null = null;
  readonly #hashes = new Map<number, Uint8Array>();

  constructor(host: LockstepHost, nodes: readonly Uint8Array[], kept: readonly SignedInput[]) {
    this.#host = host;
    const { table } = host.open.chain;
    const isFresh = table.moves === 0 && kept.length === 0;
    // inputs of the newest tick may have been played in part
    this.#tick = isFresh ? 0 : Math.max(0, table.at - 1);
    this.#tickAt = host.timer.now() + (isFresh ? COUNTDOWN_MS : 0);
    this.#closed = this.#tick + host.delay;
    this.#theirClosed = this.#tick;
    this.#heard = 0;
    this.#isSure = isFresh;
    const played = nodes.slice(1).flatMap(bytes => inputIn(bytes, host.seat));
    const last = played.at(-1)?.seq ?? 0;
    this.#own.push(...played, ...kept.filter(({ seq }) => seq > last));
  }

  /** Milliseconds of the match, below 0 while it is counted down. */
  elapsedMs(now: number): number {
    const { anchor, game, state } = this.#table;
    const hz = hzOf(game, state);
    const since = Math.min(now - this.#tickAt, 1000 / hz - 1);
    return Math.floor(msOfTick(anchor!, hz, this.#tick) + since);
  }

  /** When there may be something to do next, from now, in milliseconds. */
  dueMs(now: number): number {
    const { game, state } = this.#table;
    const periodMs = 1000 / hzOf(game, state);
    // a player that waits for the opponent is woken by its message
    if (this.#tick + 1 > this.#theirClosed) return periodMs;
    return Math.max(1, this.#tickAt + periodMs - now);
  }

  /** Own moves that are not played yet. */
  get moves(): readonly Uint8Array[] {
    const played = this.#playedBy(this.#host.seat);
    return this.#own.flatMap(({ seq, move }) => (seq > played && move !== null ? [move] : []));
  }

  get #table(): MatchState {
    return this.#host.open.chain.table;
  }

  #playedBy(seat: Seat): number {
    return this.#table.seqs?.[seat] ?? 0;
  }

  /** Signs an action for a tick that is not closed, stores it, and sends it. `done` is called when it is played, or cannot be. */
  async act(act: Action, done: (result: Result<number>) => void): Promise<void> {
    const { id, vault, secret, open, delay, seat } = this.#host;
    const isResigning = act.type === 'leave' && act.of === seat && act.how === 'resignation';
    if (act.type !== 'move' && !isResigning) return done(ONLY_MOVES);
    if (!this.#isSure) return done(NOT_SURE);
    const { table, last } = open.chain;
    const at = Math.max(this.#closed, this.#tick + delay) + 1;
    const played = this.#playedBy(seat);
    const seq = Math.max(this.#own.at(-1)?.seq ?? 0, played) + 1;
    const { match } = table;
    const when = { ms: msOfInput(table, at), at };
    const message = intentMessage({ match, seat, seq, seen: last.digest, act, when });
    const input: SignedInput = {
      ...{ seq, seen: last.n, at },
      move: act.type === 'move' ? act.move : null,
      signature: await sign(secret, message),
    };
    const kept = [...this.#own.filter(other => other.seq > played), input];
    await vault.put(INPUTS, id, encodeBase64(encodeInputs(kept)));
    this.#own.push(input);
    this.#waiting.set(seq, done);
    this.tell();
  }

  /** Sends what the opponent has not received, and up to which tick there is no more. */
  tell(): void {
    const inputs = this.#own.filter(({ at }) => at > this.#heard).slice(0, MAX_INPUTS);
    const isWhole = inputs.length < MAX_INPUTS;
    const closed = !this.#isSure ? 0 : isWhole ? this.#closed : inputs.at(-1)!.at - 1;
    const { tick = 0, hash = null } = this.#ownHash ?? {};
    this.#host.send({ type: 'frame', closed, heard: this.#theirClosed, inputs, tick, hash });
  }

  /** Plays the ticks whose time has come and that both have closed. Whether there is nothing more to play. */
  async play(): Promise<void> {
    const { timer, delay, open } = this.#host;
    const period = 1000 / hzOf(this.#table.game, this.#table.state);
    let hasPlayed = false;
    while (this.#table.outcome === null && this.#tickAt + period <= timer.now()) {
      if (!this.#isSure || this.#tick + 1 > this.#theirClosed) {
        // both wait; what was waited for is not made up for
        this.#tickAt = Math.max(this.#tickAt, timer.now() - period);
        break;
      }
      const at = this.#tick + 1;
      for (const [seat, input] of this.#inputsAt(at)) {
        if (this.#table.outcome !== null) break;
        const wrong = await this.#enter(seat, input);
        if (wrong !== null) return this.#host.stop(apart(wrong, open.chain));
      }
      this.#tick = at;
      this.#tickAt += period;
      this.#closed = Math.max(this.#closed, at + delay);
      hasPlayed = true;
      if (at % HASH_EVERY === 0 && !(await this.#compare(at))) return;
      if (at % CLOSING_EVERY === 0) await this.#sayClosed();
    }
    if (hasPlayed) this.tell();
  }

  /** The inputs for a tick that have not been played, by seat and number. */
  #inputsAt(tick: number): readonly (readonly [Seat, SignedInput])[] {
    const { seat, other } = this.#host;
    const played = this.#playedBy(seat);
    const own = this.#own.filter(({ seq, at }) => at === tick && seq > played);
    const theirs = [...this.#theirs.values()].filter(({ at }) => at === tick);
    return [
      ...own.map(input => [seat, input] as const),
      ...theirs.map(input => [other, input] as const),
    ].sort(([a, one], [b, two]) => a - b || one.seq - two.seq);
  }

  /** An input becomes a node: a move, or one that the rules refuse. */
  async #enter(seat: Seat, input: SignedInput): Promise<Fail | null> {
    const { open, seat: own } = this.#host;
    this.#theirs.delete(seat === own ? -1 : input.seq);
    const entry = inputEntry(open.chain.table, seat, input);
    const drafted = draft(open.chain, entry);
    const made = drafted.ok ? drafted : refusedDraft(open.chain, entry, drafted);
    if (!made.ok) return made;
    const appended = await open.append(made.value);
    if (!appended.ok) return appended;
    await this.#host.advanced();
    if (seat !== own) return null;
    this.#waiting.get(input.seq)?.(drafted.ok ? ok(open.chain.last.n) : drafted);
    this.#waiting.delete(input.seq);
    return null;
  }

  /** The state at a tick, for the opponent to compare; false if the opponent had another. */
  async #compare(tick: number): Promise<boolean> {
    const { game, state } = this.#table;
    const passed = step(game, state, { do: 'time', at: tick }, drawsOf(this.#table));
    if (!passed.ok) return true;
    const hash = digestState(game, passed.value.state);
    this.#ownHash = { tick, hash };
    return this.#note(tick, hash);
  }

  /** Of each tick the two states must be one. */
  async #note(tick: number, hash: Uint8Array): Promise<boolean> {
    const known = this.#hashes.get(tick);
    if (known !== undefined && !isSameBytes(known, hash)) {
      await this.#host.stop(apart(APART, this.#host.open.chain));
      return false;
    }
    this.#hashes.set(tick, hash);
    if (this.#hashes.size > MAX_HASHES) this.#hashes.delete(this.#hashes.keys().next().value!);
    return true;
  }

  async #sayClosed(): Promise<void> {
    const { secret, seat } = this.#host;
    const [closed, seq] = [this.#closed, this.#own.at(-1)?.seq ?? this.#playedBy(seat)];
    const signature = await sign(secret, closingMessage(this.#table.match, seat, { closed, seq }));
    this.#host.send({ type: 'closing', closed, seq, signature });
  }

  /** Handles the opponent's inputs. Returns a fault if they are impossible, of which nothing can be proved. */
  async takeFrame(frame: MessageOf<'frame'>): Promise<Fail | null> {
    const { closed, heard, inputs, tick, hash } = frame;
    if (closed > this.#tick + MAX_AHEAD || heard > this.#closed + MAX_AHEAD) return TOO_FAR;
    const played = this.#playedBy(this.#host.other);
    for (const input of inputs) {
      const known = this.#theirs.get(input.seq);
      if (input.seq <= played || (known && isSameBytes(known.signature, input.signature))) continue;
      if (input.at <= this.#theirClosed || known !== undefined)
        return this.#stopFor(input, known ?? null);
      if (input.at > closed + 1 || this.#theirs.size >= MAX_INPUTS) return TOO_FAR;
      this.#theirs.set(input.seq, input);
    }
    this.#theirClosed = Math.max(this.#theirClosed, closed);
    this.#heard = Math.max(this.#heard, heard);
    if (!this.#isSure) {
      // what the opponent received before a restart must stay as it was
      this.#closed = Math.max(this.#closed, heard, this.#own.at(-1)?.at ?? 0);
      this.#isSure = true;
      this.#tickAt = this.#host.timer.now();
      this.tell();
    }
    if (hash !== null) await this.#note(tick, hash);
    return null;
  }

  /** Handles a closing that the opponent signed; returns a fault if it is not signed. */
  async takeClosing(closing: MessageOf<'closing'>): Promise<Fail | null> {
    const { other } = this.#host;
    const { header, match } = this.#table;
    const key = hexToBytes(keyOf(header, other)!);
    const message = closingMessage(match, other, closing);
    if (!(await isSignedBy(key, message, closing.signature))) return NOT_SIGNED;
    if (closing.closed >= (this.#closing?.closed ?? 0)) this.#closing = closing;
    return null;
  }

  /** An input for a closed tick, or another one of the same number: it ends the match, if the opponent signed it. */
  async #stopFor(input: SignedInput, known: SignedInput | null): Promise<Fail | null> {
    const { other, open } = this.#host;
    const key = hexToBytes(keyOf(this.#table.header, other)!);
    const signed = this.#intentOf(input);
    if (!(await isSignedBy(key, intentMessage(signed.intent), input.signature))) return NOT_SIGNED;
    const closing = this.#closing;
    const isLate = closing !== null && input.at <= closing.closed && input.seq > closing.seq;
    const double = known === null ? null : findDoubleIntent(key, this.#intentOf(known), signed);
    const proof =
      double !== null
        ? encodeDoubleSigning(double)
        : isLate
          ? encodeLateInput(key, closing, input)
          : null;
    await this.#host.stop({
      kind: 'late-input',
      fault: CLOSED_TICK.fault,
      at: open.chain.last.n + 1,
      theirs: encodeInputs([input]),
      proof,
    });
    return null;
  }

  /** What the opponent signed of an input, of nodes that are there. */
  #intentOf(input: SignedInput): SignedIntent {
    const { other, open } = this.#host;
    const { match } = this.#table;
    const { act, ms = null, at = null } = inputEntry(this.#table, other, input);
    let seen = open.chain.last;
    while (seen.n > input.seen && seen.before !== null) seen = seen.before;
    const { seq, signature } = input;
    const intent = { match, seat: other, seq, seen: seen.digest, act, when: { ms, at } };
    return { intent, signature };
  }

  /** Ends all waits with a fault. */
  fail(why: Fail): void {
    for (const done of this.#waiting.values()) done(why);
    this.#waiting.clear();
  }
}

const CLOSED_TICK = fail('past-time', 'the opponent sent an input for a tick they had closed', {
  rule: 'closed',
});
const APART = fail('broken-record', 'state mismatch between the two peers', { rule: 'hash' });
const TOO_FAR = fail('malformed', "the opponent's tick is impossibly far ahead");
const NOT_SIGNED = fail('bad-signature', 'the opponent did not sign their inputs');

/** The two programs reach different states: that proves nothing against either, and the match cannot continue. */
const apart = ({ fault }: Fail, { last }: Chain): Evidence => ({
  ...{ kind: 'apart', fault, at: last.n + 1, theirs: new Uint8Array(), proof: null },
});

/** A move that the rules refuse stands in the record as one: its number was signed. */
function refusedDraft(chain: Chain, entry: NewEntry, refused: Fail): Result<Draft> {
  if (entry.act.type !== 'move') return refused;
  const { code, message, rule } = refused.fault;
  const fault = rule === undefined ? { code, message } : { code, message, rule };
  return draft(chain, { ...entry, act: { type: 'refused', move: entry.act.move, fault } });
}

/** The input that became a node, where it is one of the seat. */
function inputIn(bytes: Uint8Array, own: Seat): SignedInput[] {
  const node = decodeNext(bytes);
  if (!node.ok || isEnding(node.value)) return [];
  const { seat, act, at, signed } = node.value;
  if (seat !== own || signed === null || at === null) return [];
  if (act.type !== 'move' && act.type !== 'refused' && act.type !== 'leave') return [];
  return [{ ...signed, at, move: act.type === 'leave' ? null : act.move }];
}

/** Own inputs that were signed and not played when the program ended. */
export async function storedInputs(vault: Vault, id: string): Promise<readonly SignedInput[]> {
  const note = await vault.get(INPUTS, id);
  const bytes = typeof note === 'string' ? decodeBase64(note) : null;
  const message = bytes?.ok ? decodeMessage(bytes.value) : null;
  return message?.ok && message.value.type === 'frame' ? message.value.inputs : [];
}
