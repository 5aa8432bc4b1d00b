/**
 * A match between two peers, as one of them plays it, without a referee: the peer with the write token writes the next node, signs it, stores it and
 * sends it; the opponent checks it, stores it, and signs that it has it. The two exchange how far each has come, so that messages
 * may be lost, doubled or late: each peer knows what the other lacks. It is played like a match on a server.
 */
import { type Invite, playersOf, type RemoteMatch, type Stop } from '@kifu/client';
import { type Action, fail, type Json, moveAct, type Result, type Seat } from '@kifu/core';
import {
  type MatchChat,
  type MatchConnection,
  type MatchPlayer,
  Premoves,
  type SeatMove,
} from '@kifu/record/match';
import type { Replay } from '@kifu/record/replay';
import { type Evidence, evidenceFiles, storeEvidence } from './evidence.ts';
import { Exchange } from './exchange.ts';
import { Lockstep, storedInputs } from './lockstep.ts';
import type { MatchChannel } from './match-channel.ts';
import { MatchSide, type PeerMatchOptions, readNoted } from './match-side.ts';
import type { Message, MessageOf, SignedInput } from './messages.ts';
import { delayOf } from './offer.ts';
import { OwnActs } from './own-acts.ts';
import { inviteOf } from './peer-invite.ts';

/** A match between two peers. */
export interface PeerMatch extends RemoteMatch {
  readonly id: string;
  readonly seat: Seat;
  readonly replay: Replay;
  readonly chat: MatchChat;
  /** Takes a line to the other peer, in place of the previous one; if the other opened it, by its first message. */
  attach(line: MatchChannel, first?: MessageOf<'status'>): void;
  /** The opponent's signature that it has come as far as we have; null while it has not sent it. */
  readonly receipt: Uint8Array | null;
  /** Why nothing more is accepted from the opponent, and the evidence for it; null while the match is in progress. */
  readonly evidence: Evidence | null;
  /** Resolves when everything has been done that can be done now. */
  idle(): Promise<void>;
}

const CLOSED = fail('unreachable', 'the match is closed here');
const NOT_HERE = fail('wrong-seat', 'the seat is not played here');

/** Resumes a match. */
export async function openPeerMatch(options: PeerMatchOptions): Promise<PeerMatch> {
  const side = new MatchSide(options, await readNoted(options));
  return new Peer(side, await storedInputs(options.stores.vault, side.id));
}

/** Its functions are values: callers take them out of the match. */
class Peer implements PeerMatch {
  /** No referee enters moves for a player who is away. */
  readonly conditional = null;
  /** Another match is another offer. */
  readonly rematch = null;
  readonly chat: MatchChat;
  readonly connection: MatchConnection;
  readonly premoves: Premoves;
  readonly on: RemoteMatch['on'];
  stopped: Stop | null = null;
  readonly #side: MatchSide;
  readonly #acts: OwnActs;
  readonly #exchange: Exchange;
  readonly #inputs: readonly SignedInput[];
  #work: Promise<void> = Promise.resolve();
  #callOff: (() => void) | null = null;

  constructor(side: MatchSide, inputs: readonly SignedInput[]) {
    this.#side = side;
    this.#inputs = inputs;
    this.on = side.emitter.on;
    this.premoves = new Premoves(this, side.timer.after.bind(side.timer), () =>
      side.emitter.emit('change', 'premove'),
    );
    const advanced = () => this.#advance();
    this.#acts = new OwnActs(side, {
      advanced,
      isConnected: () => exchange.isConnected,
      sendNodes: from => exchange.sendNodes(from),
    });
    const exchange = new Exchange(side, {
      ...{ acts: this.#acts, advanced },
      enqueue: work => this.#then(work),
      goOn: () => this.#goOn(),
      stop: evidence => this.#stop(evidence),
    });
    this.#exchange = exchange;
    this.chat = { messages: exchange.messages, say: exchange.say, mute: null };
    this.connection = {
      get isConnected() {
        return exchange.isConnected;
      },
      get roundTripMs() {
        return exchange.roundTripMs;
      },
      ...{ watching: 0, fork: null },
    };
    this.#then(() => this.#goOn());
  }

  get id(): string {
    return this.#side.id;
  }

  get seat(): Seat {
    return this.#side.seat;
  }

  get replay(): Replay {
    return this.#side.replay;
  }

  get evidence(): Evidence | null {
    return this.#side.evidence;
  }

  get seats(): readonly Seat[] {
    return [this.seat];
  }

  get players(): readonly MatchPlayer[] {
    return playersOf(this);
  }

  get receipt(): Uint8Array | null {
    return this.#side.progress.receiptAt(this.replay.n);
  }

  get presence(): RemoteMatch['presence'] {
    return this.#exchange.presence;
  }

  get invite(): Invite {
    return inviteOf(this.replay, this.id);
  }

  readonly elapsedMs = (): number => this.#side.elapsedMs();

  get pending(): readonly SeatMove[] {
    const { game } = this.replay;
    return [...(this.#side.lockstep?.moves ?? []), ...this.#acts.moves].flatMap(bytes => {
      const move = game.moves.bytes.decode(bytes);
      return move.ok ? [{ seat: this.seat, move: move.value }] : [];
    });
  }

  /** Peers play only what hides nothing. */
  readonly viewsOf = (): null => null;

  readonly submit = (seat: Seat, act: Action): Promise<Result<number>> => {
    if (seat !== this.seat) return Promise.resolve(NOT_HERE);
    if (this.evidence !== null) return Promise.resolve({ ok: false, fault: this.evidence.fault });
    if (this.#side.isClosed) return Promise.resolve(CLOSED);
    const done = this.#acts.add(act);
    this.#then(() => this.#goOn());
    return done;
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

  readonly close = async (): Promise<void> => {
    if (this.#side.isClosed) return;
    this.#side.isClosed = true;
    this.premoves.close();
    this.#exchange.close();
    this.#lose(true, '');
  };

  readonly idle = (): Promise<void> => {
    return this.#work;
  };

  readonly attach = (line: MatchChannel, first?: MessageOf<'status'>): void => {
    if (this.#side.isOver) {
      line.close(CLOSED);
      return;
    }
    this.#exchange.attach(line, first);
  };

  /** Runs tasks one at a time; if a store fails, the match stays as it was, and the line is cut so that nothing is acknowledged. */
  #then(work: () => Promise<void>): void {
    this.#work = this.#work.then(work).catch((cause: unknown) => {
      this.#side.report({ code: 'unwritable', message: `the match cannot be stored: ${cause}` });
      this.#exchange.close();
      this.#lose(this.#side.isClosed, 'the match cannot be stored');
    });
  }

  #lose(isOver: boolean, reason: string): void {
    if (isOver) {
      this.#callOff?.();
      this.#acts.refuse(CLOSED);
      this.#side.lockstep?.fail(CLOSED);
    }
    this.#exchange.lose(isOver, reason);
  }

  /** The opponent signed something invalid: it is stored as evidence, and nothing more is accepted. */
  async #stop(evidence: Evidence): Promise<void> {
    const side = this.#side;
    const why = { ok: false, fault: evidence.fault } as const;
    side.evidence = evidence;
    this.stopped = { fault: evidence.fault, evidence: evidenceFiles(this.replay, evidence) };
    await storeEvidence(side.options.stores.vault, this.id, evidence, this.receipt);
    side.emitter.emit('stop', this.stopped);
    side.report(evidence.fault);
    this.#acts.refuse(why);
    this.#exchange.close(why);
    this.#lose(true, evidence.fault.message);
  }

  /** Does what is pending, until it is the opponent's turn. */
  async #goOn(): Promise<void> {
    const side = this.#side;
    while (!side.isOver && (await this.#doNext()));
    if (side.isOver) return;
    await this.#exchange.tell();
    this.#wake();
  }

  async #doNext(): Promise<boolean> {
    const side = this.#side;
    if (!side.chain.isEnded) {
      this.#beginLockstep();
      await side.lockstep?.play();
      if (side.evidence !== null) return false;
    }
    return this.#acts.doNext();
  }

  /** Where both play at once they do so from when both have agreed to the header. */
  #beginLockstep(): void {
    const side = this.#side;
    const { open, stores, seat, secret } = side.options;
    const { game, header, talk } = side.table;
    const delay = delayOf(game, header);
    if (delay === null || talk.isOpening || side.lockstep !== null) return;
    const host = {
      ...{ id: this.id, open, vault: stores.vault, seat, secret, delay },
      ...{ other: side.other, timer: side.timer },
      advanced: () => this.#advance(),
      stop: (evidence: Evidence) => this.#stop(evidence),
      send: (message: Message) => this.#exchange.send(message),
    };
    side.lockstep = new Lockstep(host, this.replay.nodes, this.#inputs);
  }

  async #advance(): Promise<void> {
    await this.#side.advance();
    this.premoves.tryAll();
  }

  /** Checks again when time alone changes something. */
  #wake(): void {
    this.#callOff?.();
    this.#callOff = null;
    const { table, lockstep, stopwatch, timer } = this.#side;
    if (table.outcome !== null || table.talk.isPaused) return;
    const dueMs = lockstep === null ? stopwatch.dueMs(table) : lockstep.dueMs(timer.now());
    if (dueMs === null) return;
    this.#callOff = timer.after(dueMs, () => {
      this.premoves.tryAll();
      this.#then(() => this.#goOn());
    });
  }
}
