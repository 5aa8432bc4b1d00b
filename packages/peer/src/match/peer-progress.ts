/** Progress of two peers in a match: how far each has come, by its signature, the holder of the write token, and what the opponent sent for the next node. */
import { isSameBytes, type Seat } from '@kifu/core';
import { keyOf, type MatchState } from '@kifu/record/match-state';
import type { Replay } from '@kifu/record/replay';
import { sign } from '@kifu/record/sign';
import type { MessageOf } from './messages.ts';
import { nextWriterAfter, nextWriterOf } from './next-writer.ts';
import { isReceipt, receiptMessage } from './receipt.ts';

type Status = MessageOf<'status'>;
type Receipt = { readonly n: number; readonly signature: Uint8Array };

/** How far both peers have come, as one of them knows it. */
export class PeerProgress {
  readonly #seat: Seat;
  readonly #other: Seat;
  /** How often the write token was passed since the newest node. */
  handed: number;
  /** The opponent's last status, if it is at the same node. */
  #theirs: Status | null = null;
  #receipt: Receipt | null = null;
  #ownReceipt: Receipt | null = null;

  constructor(seat: Seat, other: Seat, handed: number) {
    this.#seat = seat;
    this.#other = other;
    this.handed = handed;
  }

  /** The opponent's status at this node; null if it is elsewhere. */
  theirsAt(n: number): Status | null {
    return this.#theirs?.n === n ? this.#theirs : null;
  }

  /** The opponent's signature that it has come to this node; null while it has not sent it. */
  receiptAt(n: number): Uint8Array | null {
    return this.#receipt?.n === n ? this.#receipt.signature : null;
  }

  /** Whether a status is signed by the other player. */
  async isOther(followed: Replay, { match, n, head, receipt }: Status): Promise<boolean> {
    const known = this.receiptAt(n);
    if (known !== null && isSameBytes(known, receipt)) return true;
    const seat = this.#other;
    return isReceipt(keyOf(followed.header!, seat)!, { match, seat, n, head }, receipt);
  }

  /** The opponent is at the same node. */
  take(followed: Replay, table: MatchState, theirs: Status): void {
    this.#receipt = { n: theirs.n, signature: theirs.receipt };
    const isHanded = theirs.pen === this.handed + 1 && this.holder(followed, table) === this.#other;
    if (isHanded) this.handed = theirs.pen;
    this.#theirs = theirs;
  }

  /** Something that the opponent sent has been used. */
  settle(done: Partial<Status>): void {
    if (this.#theirs !== null) this.#theirs = { ...this.#theirs, ...done };
  }

  /** The opponent's progress is unknown. */
  lose(): void {
    this.#theirs = null;
  }

  /** The match has a new node. */
  advance(): void {
    this.handed = 0;
    this.#theirs = null;
  }

  /** The seat that has the write token now. */
  holder(followed: Replay, table: MatchState): Seat {
    const seats = [this.#seat, this.#other] as const;
    return nextWriterAfter(nextWriterOf(table, followed.entry?.seat ?? null), seats, this.handed);
  }

  /** The own signature that we have come to the newest node. */
  async signOwn(followed: Replay, secret: Uint8Array): Promise<Uint8Array> {
    const { n } = followed;
    if (this.#ownReceipt?.n !== n) {
      const [match, head] = [followed.digestAt(0), followed.digestAt(n)];
      const message = receiptMessage({ match, seat: this.#seat, n, head });
      this.#ownReceipt = { n, signature: await sign(secret, message) };
    }
    return this.#ownReceipt.signature;
  }
}
