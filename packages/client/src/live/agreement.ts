/** What a player agrees to: the terms of the invite by being ready, and the header of the match, which must be of these terms. */
import { bytesToHex, type Fail, fail, formatCid, type Result, type Seat } from '@kifu/core';
import type { Replay } from '@kifu/record/replay';
import { publicKeyOf } from '@kifu/record/sign';
import { checkHeader } from '../check-header.ts';
import type { ReadyFor } from '../memory.ts';
import type { Invite } from '../protocol/messages.ts';
import { proveSeat } from '../signatures.ts';
import type { LinkRevealer } from './reveals.ts';
import type { LiveSession } from './session.ts';

export class HeaderAgreement {
  readonly #session: LiveSession;
  readonly #reveals: LinkRevealer;
  /** The public key of the player, in hex. */
  readonly #ownKey: Promise<string> | null;
  /** Whether the header is the one that was agreed to; null before it has come. */
  #isAgreed: boolean | null = null;
  /** Whether this seat has said so. */
  #hasConfirmed = false;
  /** The invite as it was when this seat said that it is ready. */
  #readyFor: ReadyFor | null = null;
  /** When the header came, by the client's own clock. */
  #headerAtMs: number;

  constructor(session: LiveSession, reveals: LinkRevealer) {
    this.#session = session;
    this.#reveals = reveals;
    const { secret } = session.player;
    this.#ownKey = secret === undefined ? null : publicKeyOf(secret).then(bytesToHex);
    this.#headerAtMs = session.now();
  }

  /** Before it nothing is signed or revealed. */
  get isAgreed(): boolean {
    return this.#isAgreed === true;
  }

  get headerAtMs(): number {
    return this.#headerAtMs;
  }

  /** Continues with what this device has stored. */
  load(): void {
    const { ready, header } = this.#session.memory!;
    this.#readyFor ??= ready;
    this.#headerAtMs = header?.atMs ?? this.#headerAtMs;
  }

  /** The header comes again. */
  forget(): void {
    this.#isAgreed = null;
    this.#hasConfirmed = false;
  }

  /** Says that the player is ready: with the commitment to the own hash chain, and the proof that the key of the seat is at hand. */
  async sayReady(): Promise<void> {
    const { seat, invite, memory, referee, player } = this.#session;
    if (seat === null || invite === null || memory === null) return;
    const { nonce } = invite;
    const name = player.name ?? nameIn(invite, seat);
    this.#readyFor = { invite, name };
    await memory.storeReady(this.#readyFor);
    const { commitment } = this.#reveals;
    const claim = { nonce, seat, name, commitment, referee };
    const { secret } = player;
    this.#session.send({
      type: 'ready',
      ...(commitment === null ? {} : { commitment }),
      ...(secret === undefined ? {} : { proof: await proveSeat(secret, claim) }),
    });
  }

  /**
   * Whether the header is the one that was agreed to: null where it is, `twice` where another one was before it. A nonce serves one
   * header, ever: which one is durable before this client agrees, so that a server cannot choose between two.
   */
  async judge(replay: Replay): Promise<Fail | 'twice' | null> {
    const { seat, memory, invite, now } = this.#session;
    if (seat === null || memory === null || invite === null) return null;
    const found = formatCid(replay.match);
    const known = memory.header;
    if (known !== null && known.id !== found) return 'twice';
    // who comes later has agreed elsewhere, and can compare no more than the invite
    const wrong = await this.#compare(replay);
    if (wrong !== null) return wrong;
    const counts = await memory.keepHeader({ id: found, atMs: Math.floor(now()) });
    if (counts.id !== found) return 'twice';
    this.#headerAtMs = counts.atMs;
    this.#isAgreed = true;
    return null;
  }

  async #compare(replay: Replay): Promise<Fail | null> {
    const { seat, invite, memory, referee, player, now } = this.#session;
    const terms = this.#readyFor?.invite ?? invite!;
    const name = player.name ?? this.#readyFor?.name ?? nameIn(invite!, seat!);
    const { commitment } = this.#reveals;
    const isHere = this.#readyFor !== null;
    const found = termsCommitment(replay, seat!);
    // the hash chain is on the device that joined
    if (!isHere && found !== null && found !== commitment) {
      this.#reveals.drop();
      this.#session.report(CHAIN_ELSEWHERE.fault);
    }
    return checkHeader(replay.game, replay.header!, {
      invite: { ...terms, seats: invite!.seats },
      ...{ seat: seat!, name, referee },
      key: (await this.#ownKey) ?? keyIn(invite!, seat!),
      commitment: this.#reveals.hasLinks ? commitment : found,
      nowMs: isHere && memory!.header === null ? now() : null,
    });
  }

  /** Agrees to the header for a seat that was ready: a match starts once every seat has agreed. `resume` sends that. */
  async agree(resume: () => Promise<Result<number>>): Promise<void> {
    const session = this.#session;
    const { replay, seat } = session;
    if (replay === null || seat === null || this.#hasConfirmed || !this.isAgreed) return;
    if (!isOpeningFor(replay, seat)) return;
    this.#hasConfirmed = true;
    const { n } = replay;
    const said = await resume();
    // the same seat may have agreed elsewhere
    const now = session.replay;
    if (said.ok || session.stopped !== null || now === null || !isOpeningFor(now, seat)) return;
    // another seat agreed meanwhile, by a stopwatch that is ahead: this seat agrees again on top of that
    this.#hasConfirmed = said.fault.code !== 'past-time';
    if (this.#hasConfirmed) session.report(said.fault);
    else if (now.n > n) void this.agree(resume);
  }
}

/** Whether a match waits for a seat to agree to its header. */
const isOpeningFor = ({ table, blind }: Replay, seat: Seat): boolean =>
  table === null
    ? blind?.opening.has(seat) === true
    : table.talk.isOpening && !table.talk.resume.includes(seat);

const CHAIN_ELSEWHERE = fail(
  'unsupported',
  'the random numbers of this match are on the device where you joined; continue there',
  { rule: 'links' },
);

const nameIn = ({ seats }: Invite, seat: Seat): string =>
  seats.find(other => other.seat === seat)?.name ?? '';

const keyIn = ({ seats }: Invite, seat: Seat): string | null =>
  seats.find(other => other.seat === seat)?.key ?? null;

/** What the header says of the hash chain of a seat. */
function termsCommitment({ header, terms }: Replay, seat: Seat): string | null {
  const index = header!.players.findIndex(player => player.seat === seat);
  return terms.fair?.commitments[index] ?? null;
}
