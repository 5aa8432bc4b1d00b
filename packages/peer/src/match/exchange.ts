/** What two peers of a match exchange over a channel: how far each has come, nodes, inputs and chat. */
import type { RemoteMatch } from '@kifu/client';
import { bytesToHex, type Fail, fail, isSameBytes, type Seat } from '@kifu/core';
import type { ChatMessage } from '@kifu/record/match';
import { decodeNext } from '@kifu/record/node';
import { dueLink } from './draws.ts';
import { type Evidence, evidenceOf } from './evidence.ts';
import type { MatchChannel } from './match-channel.ts';
import type { MatchSide } from './match-side.ts';
import type { Message, MessageOf } from './messages.ts';
import type { OwnActs } from './own-acts.ts';
import { appendTheirs, isEndingNode } from './their-nodes.ts';
import { MAX_MESSAGE_BYTES } from './transport.ts';

/** What an exchange needs of the match. */
interface ExchangeHost {
  readonly acts: OwnActs;
  /** Runs tasks one at a time. */
  enqueue(work: () => Promise<void>): void;
  /** Does what is pending, until it is the opponent's turn. */
  goOn(): Promise<void>;
  /** A node was appended. */
  advanced(): Promise<void>;
  stop(evidence: Evidence): Promise<void>;
}

/** How often our progress is repeated, as messages may have been lost. */
const HEARTBEAT_MS = 2000;
/** Nodes of one message, in bytes. */
const PAGE_BYTES = MAX_MESSAGE_BYTES / 2;
const MAX_CHAT = 500;
const MAX_CHATS = 500;

const OTHER_MATCH = fail('not-found', 'the match is not played here');
const TOO_LONG = fail('too-large', `the message is too long: ${MAX_CHAT} characters at most`);
const STRANGER = fail('bad-signature', "the opponent's progress is not signed");
const FORKED = fail('conflict', "the opponent's history conflicts with what they sent before", {
  rule: 'history',
});

/** The channel to the other peer, and what is sent over it. */
export class Exchange {
  readonly #side: MatchSide;
  readonly #host: ExchangeHost;
  readonly messages: ChatMessage[] = [];
  roundTripMs: number | null = null;
  #line: MatchChannel | null = null;
  /** Whether the opponent has proved over this channel that it is there. */
  #isPeerSeen = false;
  /** Why the opponent refused the last node, as it last said. */
  #refusal = '';
  /** Our last status. */
  #sentStatus = '';
  #stopBeating: (() => void) | null = null;

  constructor(side: MatchSide, host: ExchangeHost) {
    this.#side = side;
    this.#host = host;
  }

  get isConnected(): boolean {
    return this.#line !== null;
  }

  get presence(): RemoteMatch['presence'] {
    const { seat, other } = this.#side;
    const seats = this.isConnected ? [seat, other] : [seat];
    return { seats: seats.sort((a, b) => a - b), watching: 0 };
  }

  readonly say = (text: string): void => {
    if (text.length === 0) return;
    if (text.length > MAX_CHAT) this.#side.report(TOO_LONG.fault);
    else {
      this.#line?.send({ type: 'chat', text });
      this.#said(this.#side.seat, text);
    }
  };

  send(message: Message): void {
    this.#line?.send(message);
  }

  /** Closes the channel; sends the reason, if there is one. */
  close(why?: Fail): void {
    this.#line?.close(why);
  }

  /** Takes a line in the place of the one before. */
  attach(line: MatchChannel, first?: MessageOf<'status'>): void {
    line.hand({
      message: message => this.#host.enqueue(() => this.#take(line, message)),
      closed: why =>
        this.#host.enqueue(async () => {
          if (why !== null) this.#side.report(why.fault);
          if (this.#line === line) this.lose(false, why?.fault.message ?? '');
        }),
    });
    this.#host.enqueue(() => this.#greet(line, first));
  }

  /** Sends our status before anything else: it tells the opponent which match this is. */
  async #greet(line: MatchChannel, first?: MessageOf<'status'>): Promise<void> {
    // only the opponent may replace its channel
    if (first !== undefined && !(await this.#side.progress.isOther(this.#side.replay, first)))
      return line.close(STRANGER);
    const before = this.#line;
    this.#line = line;
    this.#isPeerSeen = false;
    before?.close();
    this.#sentStatus = '';
    await this.tell();
    this.#side.lockstep?.tell();
    this.#beat();
    return first === undefined ? this.#host.goOn() : this.#takeStatus(line, first);
  }

  /** The connection is lost; `isOver` if the match cannot continue over another one. */
  lose(isOver: boolean, reason: string): void {
    const wasThere = this.#line !== null && this.#isPeerSeen;
    this.#line = null;
    this.#side.progress.lose();
    this.#stopBeating?.();
    // a channel on which the opponent never sent anything is not reported as lost
    if (!wasThere && !isOver) return;
    this.#side.emitter.emit('presence', this.presence);
    this.#side.emitter.emit('down', { code: 1000, reason, isOver });
  }

  /** Something invalid, or not by the opponent: this channel is not trusted, and proves nothing about the player. */
  #cut(line: MatchChannel, why: Fail): void {
    this.#side.report(why.fault);
    line.close(why);
    if (this.#line === line) this.lose(false, why.fault.message);
  }

  #beat(): void {
    this.#stopBeating?.();
    this.#stopBeating = this.#side.timer.after(HEARTBEAT_MS, () => {
      if (this.#line === null) return;
      this.#sentStatus = '';
      this.#line.send({ type: 'ping', t: Math.floor(this.#side.timer.now()) });
      this.#side.lockstep?.tell();
      this.#host.enqueue(() => this.#host.goOn());
      this.#beat();
    });
  }

  async #take(line: MatchChannel, message: Message): Promise<void> {
    if (this.#side.isOver || line !== this.#line) return;
    switch (message.type) {
      case 'status':
        return this.#takeStatus(line, message);
      case 'nodes':
        return this.#takeNodes(line, message);
      case 'want':
        return this.sendNodes(message.from);
      case 'frame':
      case 'closing':
        return this.#takeInputs(line, message);
      case 'chat':
        if (message.text.length <= MAX_CHAT) this.#said(this.#side.other, message.text);
        return;
      case 'ping':
        return line.send({ type: 'pong', t: message.t });
      case 'pong':
        this.roundTripMs = Math.max(0, this.#side.timer.now() - message.t);
        return;
      case 'refuse':
        // it repeats the refusal to every request
        if (message.fault.message !== this.#refusal) this.#side.report(message.fault);
        this.#refusal = message.fault.message;
        return;
      default:
        return this.#cut(line, fail('malformed', `unexpected message ${message.type} in a match`));
    }
  }

  async #takeInputs(
    line: MatchChannel,
    message: MessageOf<'frame'> | MessageOf<'closing'>,
  ): Promise<void> {
    // it may have begun there before it has here
    if (this.#side.lockstep === null) return;
    const wrong =
      message.type === 'frame'
        ? await this.#side.lockstep.takeFrame(message)
        : await this.#side.lockstep.takeClosing(message);
    return wrong === null ? this.#host.goOn() : this.#cut(line, wrong);
  }

  #said(seat: Seat, text: string): void {
    const name = this.#side.replay.header!.players.find(player => player.seat === seat)!.name;
    const chat = { n: this.#side.replay.n, seat, name, text, at: Date.now() };
    if (this.messages.length >= MAX_CHATS) this.messages.shift();
    this.messages.push(chat);
    this.#side.emitter.emit('chat', chat);
  }

  async #takeStatus(line: MatchChannel, theirs: MessageOf<'status'>): Promise<void> {
    const { replay } = this.#side;
    if (!isSameBytes(theirs.match, replay.digestAt(0))) return this.#cut(line, OTHER_MATCH);
    if (!(await this.#side.progress.isOther(replay, theirs))) return this.#cut(line, STRANGER);
    this.#meet();
    if (theirs.n > replay.n) {
      // our progress is sent again, so that the opponent sends what is missing
      this.#sentStatus = '';
    } else if (!isSameBytes(theirs.head, replay.digestAt(theirs.n))) {
      // somewhere before there is another node
      line.send({ type: 'want', from: 1 });
    } else if (theirs.n < replay.n) this.sendNodes(theirs.n + 1);
    else this.#side.progress.take(replay, this.#side.table, theirs);
    return this.#host.goOn();
  }

  /** The opponent is there. */
  #meet(): void {
    if (this.#isPeerSeen) return;
    this.#isPeerSeen = true;
    this.#refusal = '';
    this.#side.emitter.emit('welcome', { seat: this.#side.seat });
    this.#side.emitter.emit('presence', this.presence);
  }

  async #takeNodes(line: MatchChannel, { from, nodes }: MessageOf<'nodes'>): Promise<void> {
    for (const [i, bytes] of nodes.entries()) {
      const { replay, lockstep, table } = this.#side;
      const n = from + i;
      if (n > replay.n + 1) break;
      if (n > replay.n) {
        // in lockstep, each side writes all nodes but the ending itself
        if (lockstep !== null && table.outcome === null && !isEndingNode(bytes)) break;
        if (!(await this.#takeNode(line, bytes))) return;
      } else if (!isSameBytes(bytes, replay.nodes[n]!)) return this.#takeOther(line, n, bytes);
    }
    this.#sentStatus = '';
    return this.#host.goOn();
  }

  /** A node that follows on ours; whether it was taken. */
  async #takeNode(line: MatchChannel, bytes: Uint8Array): Promise<boolean> {
    const decoded = decodeNext(bytes);
    if (!decoded.ok) {
      this.#cut(line, decoded);
      return false;
    }
    const node = decoded.value;
    const { replay } = this.#side;
    const at = replay.n + 1;
    if (!isSameBytes(node.prev, replay.digestAt(replay.n))) {
      line.send({ type: 'want', from: 1 });
      return false;
    }
    const wrong = await appendTheirs(this.#side, node);
    if (wrong === null && isSameBytes(this.#side.chain.last.bytes, bytes)) {
      await this.#host.advanced();
      return true;
    }
    const why = wrong ?? fail('broken-chain', 'the node is not in canonical form');
    const evidence = await evidenceOf(replay, at, bytes, why);
    if (evidence === null) this.#cut(line, why);
    else await this.#host.stop(evidence);
    return false;
  }

  /** Another node than ours, in its place. */
  async #takeOther(line: MatchChannel, n: number, bytes: Uint8Array): Promise<void> {
    const evidence = await evidenceOf(this.#side.replay, n, bytes, FORKED);
    if (evidence === null)
      return this.#cut(line, fail('bad-signature', `node ${n} is not signed by a player`));
    // an ending that fewer have signed is the same ending
    if (evidence.kind === 'same') return;
    return this.#host.stop(evidence);
  }

  /** Sends nodes from this one on, as many as one message takes. */
  sendNodes(from: number): void {
    const { nodes } = this.#side.replay;
    const page: Uint8Array[] = [];
    let size = 0;
    for (let n = from; n < nodes.length && size < PAGE_BYTES; n++) {
      page.push(nodes[n]!);
      size += nodes[n]!.length;
    }
    if (page.length > 0) this.#line?.send({ type: 'nodes', from, nodes: page });
  }

  /** Sends our status, if it has changed. */
  async tell(): Promise<void> {
    const line = this.#line;
    if (line === null) return;
    const side = this.#side;
    const { replay, progress, options } = side;
    const { acts } = this.#host;
    const { n } = replay;
    const [match, head] = [replay.digestAt(0), replay.digestAt(n)];
    const receipt = await progress.signOwn(replay, options.secret);
    const status: MessageOf<'status'> = {
      type: 'status',
      ...{ match, n, head, receipt, pen: progress.handed },
      asks: side.lockstep === null && acts.isWaiting && side.holder !== side.seat,
      link: dueLink(side.table, options.links),
      ending: acts.endingSignature,
    };
    const { pen, asks, link, ending } = status;
    const summary = `${n} ${pen} ${asks} ${link && bytesToHex(link)} ${ending !== null}`;
    if (summary === this.#sentStatus) return;
    this.#sentStatus = summary;
    line.send(status);
  }
}
