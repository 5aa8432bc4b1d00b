/** What one peer does in its match: its player's actions wait for the write token, and become nodes that are signed, stored and sent. */
import { type Action, type Fail, fail, hexToBytes, ok, type Result } from '@kifu/core';
import { draft } from '@kifu/record';
import { checkLink } from '@kifu/record/chance';
import { hasFallen, keyOf } from '@kifu/record/match-state';
import { intentMessage, isSignedBy, sign } from '@kifu/record/sign';
import { drawOf, dueLink } from './draws.ts';
import { draftDue, type EndingDue, endingMessageOf } from './ending.ts';
import type { MatchSide } from './match-side.ts';
import { tickOf } from './stopwatch.ts';

/** What actions need of the match. */
interface ActsHost {
  isConnected(): boolean;
  /** A node was written. */
  advanced(): Promise<void>;
  /** Sends the nodes from this one on. */
  sendNodes(from: number): void;
}

interface PendingAct {
  readonly act: Action;
  done(result: Result<number>): void;
}

/** In the place of a signature that is not there yet. */
const UNSIGNED = new Uint8Array(64);

const OVER = fail('game-over', 'the match is over');

/** Actions of the own seat. */
export class OwnActs {
  readonly #side: MatchSide;
  readonly #host: ActsHost;
  #pending: PendingAct[] = [];
  #ending: { readonly due: EndingDue; readonly signature: Uint8Array } | null = null;

  constructor(side: MatchSide, host: ActsHost) {
    this.#side = side;
    this.#host = host;
  }

  /** Whether actions wait for the write token. */
  get isWaiting(): boolean {
    return this.#pending.length > 0;
  }

  /** Moves that wait, in bytes. */
  get moves(): readonly Uint8Array[] {
    return this.#pending.flatMap(({ act }) => (act.type === 'move' ? [act.move] : []));
  }

  /** The own signature of the ending that is due; null where none is. */
  get endingSignature(): Uint8Array | null {
    const { chain, replay } = this.#side;
    if (chain.isEnded || this.#ending?.due.node.n !== replay.n + 1) return null;
    return this.#ending.signature;
  }

  /** Handles an action; it is done when the promise resolves. */
  add(act: Action): Promise<Result<number>> {
    return new Promise(done => this.#pending.push({ act, done }));
  }

  /** Refuses all that waits. */
  refuse(why: Fail): void {
    for (const { done } of this.#pending.splice(0)) done(why);
  }

  /** Does what is next; whether something was written. */
  async doNext(): Promise<boolean> {
    const side = this.#side;
    if (side.chain.isEnded) {
      this.refuse(OVER);
      return false;
    }
    const due = draftDue(side.chain, side.elapsedMs());
    if (due !== null) return this.#settle(due);
    if (side.lockstep !== null) {
      // actions become inputs; the rest is a matter of ticks
      for (const { act, done } of this.#pending.splice(0)) await side.lockstep.act(act, done);
      return false;
    }
    if (await this.#claim()) return true;
    if (side.holder !== side.seat) return false;
    if (await this.#doOwn()) return true;
    if (side.progress.theirsAt(side.replay.n)?.asks === true) await side.passWriteToken();
    return false;
  }

  /** Does what the holder of the write token can: agrees, draws, or acts. Returns whether something was written. */
  async #doOwn(): Promise<boolean> {
    const side = this.#side;
    const { table, seat } = side;
    const { talk, clocks } = table;
    if (talk.isOpening && !talk.resume.includes(seat)) return this.#write({ type: 'resume' });
    if (clocks !== null && hasFallen(clocks, seat, side.elapsedMs()) && this.#host.isConnected())
      return this.#write({ type: 'leave', of: seat, how: 'flag' });
    const own = dueLink(table, side.options.links);
    const draw = own === null ? null : drawOf(table, seat, own, () => this.#theirLink());
    if (draw !== null && (await this.#write(draw))) return true;
    const next = this.#pending.shift();
    if (next === undefined) return false;
    await this.#do(next);
    return true;
  }

  /** The opponent's link, if it has been revealed and is valid. */
  #theirLink(): Uint8Array | null {
    const side = this.#side;
    const link = side.progress.theirsAt(side.replay.n)?.link ?? null;
    if (link === null) return null;
    const wrong = checkLink(side.table, side.other, link);
    if (wrong === null) return link;
    side.progress.settle({ link: null });
    side.report(wrong.fault);
    return null;
  }

  /** Reports the opponent as out of time by our stopwatch, once the grace period is over. */
  async #claim(): Promise<boolean> {
    const { stopwatch, table, other } = this.#side;
    const how = stopwatch.claimOn(table, other);
    const asked = this.#pending.findIndex(({ act }) => act.type === 'leave' && act.of === other);
    if (asked >= 0) return this.#do(this.#pending.splice(asked, 1)[0]!);
    return how === undefined ? false : this.#write({ type: 'leave', of: other, how });
  }

  async #do({ act, done }: PendingAct): Promise<boolean> {
    const written = await this.#tryWrite(act);
    done(written);
    return written.ok;
  }

  async #write(act: Action): Promise<boolean> {
    const written = await this.#tryWrite(act);
    if (!written.ok) this.#side.report(written.fault);
    return written.ok;
  }

  /** Signs an action, stores it, and sends it; returns its number. It is tried first, so that nothing invalid is signed. */
  async #tryWrite(act: Action): Promise<Result<number>> {
    const side = this.#side;
    const { chain, seat } = side;
    const { open, secret } = side.options;
    const ms = side.elapsedMs();
    const when = { ms, at: tickOf(chain.table, ms) };
    const seq = (chain.table.seqs?.[seat] ?? 0) + 1;
    const signed = { seq, seen: chain.last.n, signature: UNSIGNED };
    const drafted = draft(chain, { seat, act, ...when, signed });
    if (!drafted.ok) return drafted;
    const { match } = chain.table;
    const seen = chain.last.digest;
    const signature = await sign(secret, intentMessage({ match, seat, seq, seen, act, when }));
    const node = { ...drafted.value.node, signed: { ...signed, signature } };
    const appended = await open.append({ ...drafted.value, node });
    if (!appended.ok) return appended;
    await this.#host.advanced();
    side.stopwatch.wrote(ms);
    this.#host.sendNodes(side.replay.n);
    return ok(side.replay.n);
  }

  /** The match is at its end: both sign it, and then it is written. */
  async #settle(due: EndingDue): Promise<boolean> {
    const { options, progress, replay, seat, other, lockstep } = this.#side;
    const message = endingMessageOf(due);
    if (this.#ending?.due.node.n !== due.node.n)
      this.#ending = { due, signature: await sign(options.secret, message) };
    this.refuse(OVER);
    lockstep?.fail(OVER);
    const theirs = progress.theirsAt(replay.n)?.ending ?? null;
    const key = keyOf(replay.header!, other)!;
    if (theirs === null || !(await isSignedBy(hexToBytes(key), message, theirs))) return false;
    const signed = [
      { seat, signature: this.#ending.signature },
      { seat: other, signature: theirs },
    ].sort((a, b) => a.seat - b.seat);
    const ended = await options.open.end({ ...due.how, signed });
    if (!ended.ok) {
      this.#side.report(ended.fault);
      return false;
    }
    await this.#host.advanced();
    this.#host.sendNodes(replay.n);
    return true;
  }
}
