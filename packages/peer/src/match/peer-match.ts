/**
 * A match between two peers, as one of them plays it, without a referee: who has the pen writes the next node, signs it, keeps it and
 * sends it; the other checks it, keeps it, and signs that it has it. What is said between the two is how far each has come, so that it
 * may be lost, doubled or come late: the peer that hears it knows what is missing. It is played like a match on a server.
 */
import {
  createLiveEmitter,
  type Invite,
  playersOf,
  type RemoteMatch,
  type Stop,
} from '@kifu/client';
import type { Links } from '@kifu/client/player';
import { wallTimer } from '@kifu/client/timer';
import {
  type Act as Action,
  bytesToHex,
  type Fail,
  type Fault,
  fail,
  formatCid,
  hexToBytes,
  isObject,
  isSameBytes,
  type Json,
  moveAct,
  ok,
  type Result,
  type Seat,
} from '@kifu/core';
import { type Draft, draft, toEntry } from '@kifu/record';
import { checkLink } from '@kifu/record/chance';
import {
  type ChatMessage,
  type MatchChat,
  type MatchConnection,
  type MatchPlayer,
  Premoves,
  type SeatMove,
  type Timer,
} from '@kifu/record/match';
import { decodeNext, type EndingNode, type EntryNode, isEnding } from '@kifu/record/node';
import type { Replay } from '@kifu/record/replay';
import { intentMessage, isSignedBy, sign } from '@kifu/record/sign';
import type { MatchStores, OpenMatch, Vault } from '@kifu/record/store';
import { hasFallen, keyOf, type Table } from '@kifu/record/table';
import { drawOf, dueLink } from './draws.ts';
import { draftDue, type EndingDue, endingMessageOf } from './ending.ts';
import { type Evidence, evidenceFiles, evidenceOf, keepEvidence } from './evidence.ts';
import type { Line } from './line.ts';
import { keptInputs, Lockstep } from './lockstep.ts';
import type { Message, MessageOf, SignedInput } from './messages.ts';
import { delayOf } from './offer.ts';
import { inviteOf } from './peer-invite.ts';
import { PeerProgress } from './peer-progress.ts';
import { GRACE_MS, Stopwatch, tickOf } from './stopwatch.ts';
import { MAX_MESSAGE_BYTES } from './wire.ts';

/** Where a match is kept, and its secrets. */
export interface PeerStores extends MatchStores {
  readonly vault: Vault;
}

/** What a match is played with. */
export interface PeerMatchOptions {
  readonly stores: PeerStores;
  /** Begun or loaded. */
  readonly open: OpenMatch;
  readonly seat: Seat;
  /** The secret key of the seat, 32 bytes. */
  readonly secret: Uint8Array;
  /** The own chain of chance; null where the match has none. */
  readonly links: Links | null;
  readonly timer?: Timer;
  /** How late the other may be in the whole match, by the own stopwatch; from the clock unless told. */
  readonly lagMs?: number;
}

/** A match between two peers. */
export interface PeerMatch extends RemoteMatch {
  readonly id: string;
  readonly seat: Seat;
  readonly replay: Replay;
  readonly chat: MatchChat;
  /** Takes a line to the other peer, in the place of the one before; where the other opened it, by what it said first. */
  attach(line: Line, first?: MessageOf<'status'>): void;
  /** The other's signature that it has come to where we are; null while it has not said so. */
  readonly receipt: Uint8Array | null;
  /** Why nothing more is taken from the other, and what shows it; null while the match goes on. */
  readonly evidence: Evidence | null;
  /** Resolves when everything has been done that can be done now. */
  idle(): Promise<void>;
}

/** Kinds of notes in the vault, each by the id of the match. */
const PEN = 'peer-pen';
const TIME = 'peer-time';

/** How often it is said again how far we are, as what was said may have been lost. */
const HEARTBEAT_MS = 2000;
/** Nodes of one message, in bytes. */
const PAGE_BYTES = MAX_MESSAGE_BYTES / 2;
const MAX_CHAT = 500;
const MAX_CHATS = 500;
/** In the place of a signature that is not there yet. */
const UNSIGNED = new Uint8Array(64);

const CLOSED = fail('unreachable', 'the match is closed here');
const OTHER_MATCH = fail('not-found', 'that match is not played here');
const STRANGER = fail('bad-signature', 'the other player did not sign how far it is');
const FORKED = fail('conflict', 'the other tells another history than before', { rule: 'history' });
const OVER = fail('game-over', 'the match has ended');
const NOT_HERE = fail('wrong-seat', 'that seat is not played here');

interface PendingAct {
  readonly act: Action;
  done(result: Result<number>): void;
}

/** Goes on with a match. */
export async function openPeerMatch(options: PeerMatchOptions): Promise<PeerMatch> {
  const { stores, open } = options;
  const { replay } = open;
  const id = formatCid(replay.match);
  const [pen, time] = await Promise.all([stores.vault.get(PEN, id), stores.vault.get(TIME, id)]);
  const noted = (note: Json | undefined): number | null =>
    isObject(note) && note.n === replay.n ? Number(note.value) : null;
  const inputs = await keptInputs(stores.vault, id);
  return new Peer(options, replay, id, noted(pen) ?? 0, noted(time), inputs);
}

/** Its functions are values: callers take them out of the match. */
class Peer implements PeerMatch {
  readonly id: string;
  readonly seat: Seat;
  /** No referee enters moves for a player who is away. */
  readonly conditional = null;
  /** Another match is another offer. */
  readonly rematch = null;
  readonly chat: MatchChat;
  readonly connection: MatchConnection;
  readonly premoves = new Premoves(this, () => this.#emitter.emit('change', 'premove'));
  replay: Replay;
  stopped: Stop | null = null;
  evidence: Evidence | null = null;
  readonly on: RemoteMatch['on'];
  readonly #emitter = createLiveEmitter();
  readonly #messages: ChatMessage[] = [];
  #roundTripMs: number | null = null;
  readonly #options: PeerMatchOptions;
  readonly #timer: Timer;
  readonly #other: Seat;
  #line: Line | null = null;
  /** Whether the other player has shown over this line that it is there. */
  #isHeard = false;
  /** Why the other would not go on, as it said last. */
  #refusal = '';
  #work: Promise<void> = Promise.resolve();
  #pending: PendingAct[] = [];
  readonly #progress: PeerProgress;
  #ending: { readonly due: EndingDue; readonly signature: Uint8Array } | null = null;
  #told = '';
  readonly #stopwatch: Stopwatch;
  /** Where both play at once, once both have agreed to the header. */
  #lockstep: Lockstep | null = null;
  readonly #inputs: readonly SignedInput[];
  #isClosed = false;
  #callOff: (() => void) | null = null;
  #stopBeating: (() => void) | null = null;

  constructor(
    options: PeerMatchOptions,
    replay: Replay,
    id: string,
    handed: number,
    since: number | null,
    inputs: readonly SignedInput[],
  ) {
    this.#options = options;
    this.#inputs = inputs;
    this.#timer = options.timer ?? wallTimer;
    this.id = id;
    this.replay = replay;
    this.seat = options.seat;
    this.on = this.#emitter.on;
    this.chat = { messages: this.#messages, say: this.#say, mute: null };
    const self = () => this;
    this.connection = {
      get isConnected() {
        return self().#isConnected;
      },
      get roundTripMs() {
        return self().#roundTripMs;
      },
      ...{ watching: 0, fork: null },
    };
    const { players } = replay.header!;
    this.#other = players.find(({ seat }) => seat !== options.seat)!.seat;
    this.#progress = new PeerProgress(options.seat, this.#other, handed);
    this.#stopwatch = new Stopwatch(this.#timer, replay.table!, since, options.lagMs);
    this.#then(() => this.#goOn());
  }

  get #table(): Table {
    return this.#options.open.chain.table;
  }

  get seats(): readonly Seat[] {
    return [this.seat];
  }

  get players(): readonly MatchPlayer[] {
    return playersOf(this);
  }

  get #isConnected(): boolean {
    return this.#line !== null;
  }

  get receipt(): Uint8Array | null {
    return this.#progress.receiptAt(this.replay.n);
  }

  get presence(): RemoteMatch['presence'] {
    const seats = this.#isConnected ? [this.seat, this.#other] : [this.seat];
    return { seats: seats.sort((a, b) => a - b), watching: 0 };
  }

  get invite(): Invite {
    return inviteOf(this.replay, this.id);
  }

  readonly elapsedMs = (): number => {
    if (this.#lockstep !== null && this.#table.outcome === null)
      return this.#lockstep.elapsedMs(this.#timer.now());
    return this.#stopwatch.elapsedMs(this.#table);
  };

  get pending(): readonly SeatMove[] {
    const { game } = this.replay;
    const acts = this.#pending.flatMap(({ act }) => (act.type === 'move' ? [act.move] : []));
    return [...(this.#lockstep?.moves ?? []), ...acts].flatMap(bytes => {
      const move = game.moves.bytes.decode(bytes);
      return move.ok ? [{ seat: this.seat, move: move.value }] : [];
    });
  }

  /** Peers play only what hides nothing. */
  readonly viewsOf = (): null => null;

  readonly submit = (seat: Seat, act: Action): Promise<Result<number>> => {
    if (seat !== this.seat) return Promise.resolve(NOT_HERE);
    if (this.evidence !== null) return Promise.resolve({ ok: false, fault: this.evidence.fault });
    if (this.#isClosed) return Promise.resolve(CLOSED);
    return new Promise(done => {
      this.#pending.push({ act, done });
      this.#then(() => this.#goOn());
    });
  };

  readonly play = (move: Json): Promise<Result<number>> => {
    return this.submit(this.seat, moveAct(this.replay.game, move));
  };

  readonly premove = (seat: Seat, move: Json | null): void => {
    this.premoves.change(seat, move);
  };

  readonly resign = (): Promise<Result<number>> => {
    return this.submit(this.seat, { type: 'leave', of: this.seat, how: 'resignation' });
  };

  readonly #say = (text: string): void => {
    if (text.length === 0) return;
    if (text.length > MAX_CHAT)
      this.#trouble(fail('too-large', `at most ${MAX_CHAT} letters can be said at once`).fault);
    else {
      this.#line?.send({ type: 'chat', text });
      this.#said(this.seat, text);
    }
  };

  readonly close = async (): Promise<void> => {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#line?.close();
    this.#lose(true, '');
  };

  readonly idle = (): Promise<void> => {
    return this.#work;
  };

  readonly attach = (line: Line, first?: MessageOf<'status'>): void => {
    if (this.#isClosed || this.evidence !== null) {
      line.close(CLOSED);
      return;
    }
    line.hand({
      message: message => this.#then(() => this.#take(line, message)),
      closed: why =>
        this.#then(async () => {
          if (why !== null) this.#trouble(why.fault);
          if (this.#line === line) this.#lose(false, why?.fault.message ?? '');
        }),
    });
    this.#then(() => this.#greet(line, first));
  };

  /** Says how far we are before anything else: by that the other knows which match it is. */
  async #greet(line: Line, first?: MessageOf<'status'>): Promise<void> {
    // only the other player may take the place of its line
    if (first !== undefined && !(await this.#progress.isOther(this.replay, first)))
      return line.close(STRANGER);
    const before = this.#line;
    this.#line = line;
    this.#isHeard = false;
    before?.close();
    this.#told = '';
    await this.#tell();
    this.#lockstep?.tell();
    this.#beat();
    return first === undefined ? this.#goOn() : this.#takeStatus(line, first);
  }

  /** One thing after the other; where a store fails, the match stands where it stood, and the line is cut so that nothing is acknowledged. */
  #then(work: () => Promise<void>): void {
    this.#work = this.#work.then(work).catch((cause: unknown) => {
      this.#trouble({ code: 'unwritable', message: `the match cannot be kept: ${cause}` });
      this.#line?.close();
      this.#lose(this.#isClosed, 'the match cannot be kept');
    });
  }

  #trouble(fault: Fault): void {
    this.#emitter.emit('fault', fault);
  }

  #lose(isOver: boolean, reason: string): void {
    const wasThere = this.#line !== null && this.#isHeard;
    this.#line = null;
    this.#progress.lose();
    this.#stopBeating?.();
    if (isOver) {
      this.#callOff?.();
      for (const { done } of this.#pending) done(CLOSED);
      this.#pending = [];
      this.#lockstep?.fail(CLOSED);
    }
    // a line on which the other never spoke is not reported as lost
    if (!wasThere && !isOver) return;
    this.#emitter.emit('presence', this.presence);
    this.#emitter.emit('down', { code: 1000, reason, isOver });
  }

  /** What came cannot be by the other player, or cannot be at all: this line is not to be believed, and says nothing of the player. */
  #cut(line: Line, why: Fail): void {
    this.#trouble(why.fault);
    line.close(why);
    if (this.#line === line) this.#lose(false, why.fault.message);
  }

  /** The other has signed what cannot be: it is kept, and nothing more is taken from it. */
  async #stop(evidence: Evidence): Promise<void> {
    this.evidence = evidence;
    this.stopped = { fault: evidence.fault, evidence: evidenceFiles(this.replay, evidence) };
    await keepEvidence(this.#options.stores.vault, this.id, evidence, this.receipt);
    this.#emitter.emit('stop', this.stopped);
    this.#trouble(evidence.fault);
    for (const { done } of this.#pending) done({ ok: false, fault: evidence.fault });
    this.#pending = [];
    this.#line?.close({ ok: false, fault: evidence.fault });
    this.#lose(true, evidence.fault.message);
  }

  #beat(): void {
    this.#stopBeating?.();
    this.#stopBeating = this.#timer.after(HEARTBEAT_MS, () => {
      if (this.#line === null) return;
      this.#told = '';
      this.#line.send({ type: 'ping', t: Math.floor(this.#timer.now()) });
      this.#lockstep?.tell();
      this.#then(() => this.#goOn());
      this.#beat();
    });
  }

  async #take(line: Line, message: Message): Promise<void> {
    if (this.evidence !== null || this.#isClosed || line !== this.#line) return;
    switch (message.type) {
      case 'status':
        return this.#takeStatus(line, message);
      case 'nodes':
        return this.#takeNodes(line, message);
      case 'want':
        return this.#sendNodes(message.from);
      case 'frame':
      case 'closing':
        return this.#takeInputs(line, message);
      case 'chat':
        if (message.text.length <= MAX_CHAT) this.#said(this.#other, message.text);
        return;
      case 'ping':
        return line.send({ type: 'pong', t: message.t });
      case 'pong':
        this.#roundTripMs = Math.max(0, this.#timer.now() - message.t);
        return;
      case 'refuse':
        // it says so again whenever it is asked again
        if (message.fault.message !== this.#refusal) this.#trouble(message.fault);
        this.#refusal = message.fault.message;
        return;
      default:
        return this.#cut(line, fail('malformed', `no ${message.type} is expected in a match`));
    }
  }

  async #takeInputs(line: Line, message: MessageOf<'frame'> | MessageOf<'closing'>): Promise<void> {
    // it may have begun there before it has here
    if (this.#lockstep === null) return;
    const wrong =
      message.type === 'frame'
        ? await this.#lockstep.takeFrame(message)
        : await this.#lockstep.takeClosing(message);
    return wrong === null ? this.#goOn() : this.#cut(line, wrong);
  }

  #said(seat: Seat, text: string): void {
    const name = this.replay.header!.players.find(player => player.seat === seat)!.name;
    const chat = { n: this.replay.n, seat, name, text, at: Date.now() };
    if (this.#messages.length >= MAX_CHATS) this.#messages.shift();
    this.#messages.push(chat);
    this.#emitter.emit('chat', chat);
  }

  async #takeStatus(line: Line, theirs: MessageOf<'status'>): Promise<void> {
    const { replay } = this;
    if (!isSameBytes(theirs.match, replay.digestAt(0))) return this.#cut(line, OTHER_MATCH);
    if (!(await this.#progress.isOther(replay, theirs))) return this.#cut(line, STRANGER);
    this.#meet();
    if (theirs.n > replay.n) {
      // it is told again how far we are, so that what is missing is sent
      this.#told = '';
    } else if (!isSameBytes(theirs.head, replay.digestAt(theirs.n))) {
      // somewhere before there is another node
      line.send({ type: 'want', from: 1 });
    } else if (theirs.n < replay.n) this.#sendNodes(theirs.n + 1);
    else this.#progress.take(replay, this.#table, theirs);
    return this.#goOn();
  }

  /** The other player is there. */
  #meet(): void {
    if (this.#isHeard) return;
    this.#isHeard = true;
    this.#refusal = '';
    this.#emitter.emit('welcome', { seat: this.seat });
    this.#emitter.emit('presence', this.presence);
  }

  /** Who has the pen now. */
  #holder(): Seat {
    return this.#progress.holder(this.replay, this.#table);
  }

  async #takeNodes(line: Line, { from, nodes }: MessageOf<'nodes'>): Promise<void> {
    for (const [i, bytes] of nodes.entries()) {
      const { replay } = this;
      const n = from + i;
      if (n > replay.n + 1) break;
      if (n > replay.n) {
        // in lockstep both write all nodes but the ending by themselves
        if (this.#lockstep !== null && this.#table.outcome === null && !isEndingNode(bytes)) break;
        if (!(await this.#takeNode(line, bytes))) return;
      } else if (!isSameBytes(bytes, replay.nodes[n]!)) return this.#takeOther(line, n, bytes);
    }
    this.#told = '';
    return this.#goOn();
  }

  /** A node that follows on ours; whether it was taken. */
  async #takeNode(line: Line, bytes: Uint8Array): Promise<boolean> {
    const decoded = decodeNext(bytes);
    if (!decoded.ok) {
      this.#cut(line, decoded);
      return false;
    }
    const node = decoded.value;
    const { replay } = this;
    const at = replay.n + 1;
    if (!isSameBytes(node.prev, replay.digestAt(replay.n))) {
      line.send({ type: 'want', from: 1 });
      return false;
    }
    const wrong = isEnding(node) ? await this.#appendEnding(node) : await this.#appendEntry(node);
    if (wrong === null && isSameBytes(this.#options.open.chain.last.bytes, bytes)) {
      await this.#advance();
      return true;
    }
    const why = wrong ?? fail('broken-chain', 'the node is not written as it should be');
    const evidence = await evidenceOf(replay, at, bytes, why);
    if (evidence === null) this.#cut(line, why);
    else await this.#stop(evidence);
    return false;
  }

  async #appendEntry(node: EntryNode): Promise<Fail | null> {
    const wrong = this.#checkEntry(node);
    if (wrong !== null) return wrong;
    const time = node.seat === this.#other ? this.#stopwatch.judge(this.#table, node) : ok(null);
    if (!time.ok) return time;
    const appended = await this.#options.open.append(toEntry(node));
    if (!appended.ok) return appended;
    if (time.value !== null) this.#stopwatch.grant(time.value);
    return null;
  }

  /** What only two peers ask of an entry: its player had seen all before it, and what it says of us is so. */
  #checkEntry({ n, seat, act, ms, at, signed }: EntryNode): Fail | null {
    if (seat === null || (seat !== this.seat && seat !== this.#other))
      return fail('wrong-seat', 'an act is of one of the two who play');
    if (signed?.seen !== n - 1)
      return fail('bad-signature', `seat ${seat} had not seen entry ${n - 1}`, { rule: 'seen' });
    if (ms === null) return fail('malformed', 'an entry between two peers says when it was');
    const due = tickOf(this.#table, ms);
    if (at !== due) return fail('past-time', `the tick is ${due}, the entry says ${at}`);
    if (seat === this.seat || act.type !== 'leave' || act.of === seat) return null;
    return this.#stopwatch.isOut(this.#table, this.seat, act.how, this.elapsedMs())
      ? null
      : fail(
          'illegal-move',
          `that seat ${this.seat} left by ${act.how} is not so by our stopwatch`,
          {
            rule: act.how,
          },
        );
  }

  async #appendEnding(node: EndingNode): Promise<Fail | null> {
    const { outcome, ms, at, hash, signed } = node;
    const due = draftDue(this.#options.open.chain, this.elapsedMs() + GRACE_MS);
    if (due === null || !isSameBytes(due.node.hash, hash))
      return fail('broken-record', 'the match does not end here', { rule: 'ending' });
    if (!signed.some(({ seat }) => seat === this.#other))
      return fail('bad-signature', 'the other did not sign the ending it sent');
    const ended = await this.#options.open.end({ outcome, ms, at, hash, signed });
    return ended.ok ? null : ended;
  }

  /** Another node than ours, in its place. */
  async #takeOther(line: Line, n: number, bytes: Uint8Array): Promise<void> {
    const evidence = await evidenceOf(this.replay, n, bytes, FORKED);
    if (evidence === null)
      return this.#cut(line, fail('bad-signature', `nobody who plays signed this node ${n}`));
    // an ending that fewer have signed is the same ending
    if (evidence.kind === 'same') return;
    return this.#stop(evidence);
  }

  #sendNodes(from: number): void {
    const { nodes } = this.replay;
    const page: Uint8Array[] = [];
    let size = 0;
    for (let n = from; n < nodes.length && size < PAGE_BYTES; n++) {
      page.push(nodes[n]!);
      size += nodes[n]!.length;
    }
    if (page.length > 0) this.#line?.send({ type: 'nodes', from, nodes: page });
  }

  /** Does what there is to do, until it is the other's turn. */
  async #goOn(): Promise<void> {
    while (!this.#isClosed && this.evidence === null && (await this.#doNext()));
    if (this.#isClosed || this.evidence !== null) return;
    await this.#tell();
    this.#wake();
  }

  async #doNext(): Promise<boolean> {
    const { chain } = this.#options.open;
    if (chain.isEnded) {
      for (const { done } of this.#pending) done(OVER);
      this.#pending = [];
      return false;
    }
    this.#beginLockstep();
    await this.#lockstep?.play();
    if (this.evidence !== null) return false;
    const due = draftDue(this.#options.open.chain, this.elapsedMs());
    if (due !== null) return this.#settle(due);
    if (this.#lockstep !== null) return this.#doInputs(this.#lockstep);
    if (await this.#claim()) return true;
    if (this.#holder() !== this.seat) return false;
    if (await this.#doOwn()) return true;
    const progress = this.#progress;
    if (progress.theirsAt(this.replay.n)?.asks !== true) return false;
    // it must not be forgotten that the other may write now
    const handed = progress.handed + 1;
    await this.#options.stores.vault.put(PEN, this.id, { n: this.replay.n, value: handed });
    progress.handed = handed;
    progress.settle({ asks: false });
    return false;
  }

  /** Where both play at once they do so from when both have agreed to the header. */
  #beginLockstep(): void {
    const { open, stores, seat, secret } = this.#options;
    const { game, header, talk } = open.chain.table;
    const delay = delayOf(game, header);
    if (delay === null || talk.isOpening || this.#lockstep !== null) return;
    const host = {
      ...{ id: this.id, open, vault: stores.vault, seat, secret, delay },
      ...{ other: this.#other, timer: this.#timer },
      advanced: () => this.#advance(),
      stop: (evidence: Evidence) => this.#stop(evidence),
      send: (message: Message) => this.#line?.send(message),
    };
    this.#lockstep = new Lockstep(host, this.replay.nodes, this.#inputs);
  }

  /** Own acts become inputs; the rest is a matter of ticks. */
  async #doInputs(lockstep: Lockstep): Promise<boolean> {
    for (const { act, done } of this.#pending.splice(0)) await lockstep.act(act, done);
    return false;
  }

  /** What who has the pen does: agrees, draws, or acts. Whether something was written. */
  async #doOwn(): Promise<boolean> {
    const { talk, clocks } = this.#table;
    if (talk.isOpening && !talk.resume.includes(this.seat)) return this.#write({ type: 'resume' });
    if (clocks !== null && hasFallen(clocks, this.seat, this.elapsedMs()) && this.#isConnected)
      return this.#write({ type: 'leave', of: this.seat, how: 'flag' });
    const own = dueLink(this.#table, this.#options.links);
    const draw = own === null ? null : drawOf(this.#table, this.seat, own, () => this.#theirLink());
    if (draw !== null && (await this.#write(draw))) return true;
    const [next] = this.#pending;
    if (next === undefined) return false;
    this.#pending.shift();
    const drafted = await this.#tryWrite(next.act);
    next.done(drafted.ok ? ok(this.replay.n) : drafted);
    return true;
  }

  /** The other's, where it has been shown and is right. */
  #theirLink(): Uint8Array | null {
    const link = this.#progress.theirsAt(this.replay.n)?.link ?? null;
    if (link === null) return null;
    const wrong = checkLink(this.#table, this.#other, link);
    if (wrong === null) return link;
    this.#progress.settle({ link: null });
    this.#trouble(wrong.fault);
    return null;
  }

  /** Says of the other that it is out of time, by our word, once it has had more than that. */
  async #claim(): Promise<boolean> {
    const how = this.#stopwatch.claimOn(this.#table, this.#other);
    const asked = this.#pending.findIndex(
      ({ act }) => act.type === 'leave' && act.of === this.#other,
    );
    if (asked >= 0) {
      const [{ act, done }] = this.#pending.splice(asked, 1) as [PendingAct];
      const written = await this.#tryWrite(act);
      done(written.ok ? ok(this.replay.n) : written);
      return written.ok;
    }
    return how === undefined ? false : this.#write({ type: 'leave', of: this.#other, how });
  }

  async #write(act: Action): Promise<boolean> {
    const written = await this.#tryWrite(act);
    if (!written.ok) this.#trouble(written.fault);
    return written.ok;
  }

  /** Signs an act, keeps it, and sends it. It is tried before, so that nothing is signed that has no place. */
  async #tryWrite(act: Action): Promise<Result<Draft>> {
    const { open, secret } = this.#options;
    const { chain } = open;
    const { seat } = this;
    const ms = this.elapsedMs();
    const when = { ms, at: tickOf(chain.table, ms) };
    const seq = (chain.table.seqs?.[seat] ?? 0) + 1;
    const signed = { seq, seen: chain.last.n, signature: UNSIGNED };
    const drafted = draft(chain, { seat, act, ...when, signed });
    if (!drafted.ok) return drafted;
    const { match } = chain.table;
    const seen = chain.last.digest;
    const signature = await sign(secret, intentMessage({ match, seat, seq, seen, act, when }));
    const node = { ...drafted.value.node, signed: { ...signed, signature } };
    const whole = { ...drafted.value, node };
    const appended = await open.append(whole);
    if (!appended.ok) return appended;
    await this.#advance();
    this.#stopwatch.wrote(ms);
    this.#sendNodes(this.replay.n);
    return ok(whole);
  }

  /** The match has gone on: by a node that is kept. */
  async #advance(): Promise<void> {
    const { open, stores } = this.#options;
    const { last, table } = open.chain;
    const since = this.#stopwatch.restart();
    this.#progress.advance();
    if (table.clocks !== null || table.anchor !== null)
      await stores.vault.put(TIME, this.id, { n: last.n, value: Math.floor(since) });
    const { replay } = this;
    this.#emitter.emit('node', { replay, entry: replay.entry, parts: replay.parts });
    this.premoves.tryAll();
  }

  /** The match is at its end: both sign it, and then it is written. */
  async #settle(due: EndingDue): Promise<boolean> {
    const { open, secret } = this.#options;
    const message = endingMessageOf(due);
    if (this.#ending?.due.node.n !== due.node.n)
      this.#ending = { due, signature: await sign(secret, message) };
    for (const { done } of this.#pending) done(OVER);
    this.#pending = [];
    this.#lockstep?.fail(OVER);
    const theirs = this.#progress.theirsAt(this.replay.n)?.ending ?? null;
    const key = keyOf(this.replay.header!, this.#other)!;
    if (theirs === null || !(await isSignedBy(hexToBytes(key), message, theirs))) return false;
    const signed = [
      { seat: this.seat, signature: this.#ending.signature },
      { seat: this.#other, signature: theirs },
    ].sort((a, b) => a.seat - b.seat);
    const ended = await open.end({ ...due.how, signed });
    if (!ended.ok) {
      this.#trouble(ended.fault);
      return false;
    }
    await this.#advance();
    this.#sendNodes(this.replay.n);
    return true;
  }

  /** Says how far we are, where that is not what was said last. */
  async #tell(): Promise<void> {
    const line = this.#line;
    if (line === null) return;
    const { replay, seat } = this;
    const { n } = replay;
    const [match, head] = [replay.digestAt(0), replay.digestAt(n)];
    const receipt = await this.#progress.signOwn(replay, this.#options.secret);
    const { isEnded } = this.#options.open.chain;
    const status: MessageOf<'status'> = {
      type: 'status',
      ...{ match, n, head, receipt, pen: this.#progress.handed },
      asks: this.#lockstep === null && this.#pending.length > 0 && this.#holder() !== seat,
      link: dueLink(this.#table, this.#options.links),
      ending: isEnded || this.#ending?.due.node.n !== n + 1 ? null : this.#ending.signature,
    };
    const { pen, asks, link, ending } = status;
    const told = `${n} ${pen} ${asks} ${link && bytesToHex(link)} ${ending !== null}`;
    if (told === this.#told) return;
    this.#told = told;
    line.send(status);
  }

  /** Looks again when time alone brings something about. */
  #wake(): void {
    this.#callOff?.();
    this.#callOff = null;
    const { outcome, talk } = this.#table;
    if (outcome !== null || talk.isPaused) return;
    const again = () => this.#then(() => this.#goOn());
    const dueMs =
      this.#lockstep === null
        ? this.#stopwatch.dueMs(this.#table)
        : this.#lockstep.dueMs(this.#timer.now());
    if (dueMs !== null) this.#callOff = this.#timer.after(dueMs, again);
  }
}

/** Whether the bytes are those of an ending. */
function isEndingNode(bytes: Uint8Array): boolean {
  const node = decodeNext(bytes);
  return node.ok && isEnding(node.value);
}
