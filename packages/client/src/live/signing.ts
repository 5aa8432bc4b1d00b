/** Signs for the own seat, only what was verified, and stores what it signs before it is sent: actions one after the other, and endings. */
import {
  type Action,
  bytesToHex,
  decodeBase64,
  fail,
  hexToBytes,
  ok,
  type Result,
} from '@kifu/core';
import { keyOf } from '@kifu/record/match-state';
import { decodeNext, type EndingNode, encodeEnding, isEnding } from '@kifu/record/node';
import { Replay, readAll } from '@kifu/record/replay';
import { endingMessage, isSignedBy, sign, whenOf } from '@kifu/record/sign';
import { type SignedWire, signAction } from '../signatures.ts';
import type { HeaderAgreement } from './agreement.ts';
import { type LiveSession, NO_MATCH, unstored } from './session.ts';

/** In the place of a signature that is not there yet. */
const UNSIGNED = new Uint8Array(64);
/** How far the time of an ending may be ahead of the client's own clock for it to be signed unasked. */
const MAX_LEAD_MS = 10_000;

export class SeatSigner {
  readonly #session: LiveSession;
  readonly #agreement: HeaderAgreement;
  readonly #elapsedMs: () => number;
  /** Settles when what was signed last is stored: actions are sent in the order in which they are made. */
  #signing: Promise<unknown> = Promise.resolve();
  /** The ending that the server wants to be signed. */
  #asked: EndingNode | null = null;

  constructor(session: LiveSession, agreement: HeaderAgreement, elapsedMs: () => number) {
    this.#session = session;
    this.#agreement = agreement;
    this.#elapsedMs = elapsedMs;
  }

  /** Signs an action after all those before it, once everything up to node `n`, which the player saw, is stored. */
  signAction(act: Action, n: number): Promise<Result<SignedWire>> {
    const signed = this.#signing
      .then(() => this.#session.checking)
      .then(() => this.#signNow(act, n))
      .catch(unstored);
    this.#signing = signed;
    return signed;
  }

  /** Signs an action, and stores it under a number that no other action of this seat has, or ever had. */
  async #signNow(act: Action, n: number): Promise<Result<SignedWire>> {
    const { stopped, pending, player, memory } = this.#session;
    if (stopped !== null) return { ok: false, fault: stopped.fault };
    if (!this.#agreement.isAgreed) return NO_MATCH;
    const [replay, seat] = [this.#session.replay!, this.#session.seat!];
    const [match, seen] = [replay.digestAt(0), replay.digestAt(n)];
    const ms = Math.max(replay.table?.ms ?? 0, Math.floor(this.#elapsedMs()));
    const when = whenOf(replay.terms, { ms });
    for (;;) {
      const seq = pending.nextSeq(replay, seat);
      const action = await signAction(player.secret!, { match, seat, seq, seen, act, when });
      const number = when === null ? `${seq}` : `after ${n}`;
      const other = await memory!.keepAction(number, action);
      const fields = { seen: n, seq, signature: action.signature };
      if (other === null) return ok(when === null ? fields : { ...fields, ms });
      // with a referee numbers may be left out; without one the node that is followed is the number
      if (when !== null) return SIGNED_BEFORE;
    }
  }

  /** The ending as the server would write it: signed where the own rules give it, and else asked for. */
  async takeEnding(text: string): Promise<void> {
    const session = this.#session;
    const { replay } = session;
    const bytes = decodeBase64(text);
    if (!bytes.ok || replay === null || session.player.secret === undefined) return;
    const node = decodeNext(bytes.value);
    if (!node.ok || !isEnding(node.value)) return;
    const ending = node.value;
    // the referee signs last, over what the players have signed
    const referee = replay.terms.referee === null ? null : UNSIGNED;
    const whole = new Replay(replay.game, [...replay.nodes, encodeEnding({ ...ending, referee })]);
    const isGiven =
      ending.outcome.reason !== 'decree' &&
      (ending.ms ?? 0) <= session.now() - this.#agreement.headerAtMs + MAX_LEAD_MS &&
      readAll(whole, []).fault === null &&
      (await areSigned(replay, ending));
    if (session.stopped !== null) return;
    this.#asked = ending;
    if (isGiven) await this.signEnding();
    else session.emitter.emit('ending', { outcome: ending.outcome });
  }

  /** Agrees to the ending that was asked for. */
  async signEnding(): Promise<void> {
    const session = this.#session;
    await session.checking;
    const { secret } = session.player;
    if (this.#asked === null || secret === undefined || session.stopped !== null) return;
    const signature = await sign(secret, endingMessage(this.#asked));
    this.#asked = null;
    session.send({ type: 'sign', signature: bytesToHex(signature) });
  }
}

/** Whether the players who signed an ending before this one did so with their keys. */
async function areSigned({ header }: Replay, ending: EndingNode): Promise<boolean> {
  const message = endingMessage(ending);
  for (const { seat, signature } of ending.signed) {
    const key = keyOf(header!, seat);
    if (key === null || !(await isSignedBy(hexToBytes(key), message, signature))) return false;
  }
  return true;
}

const SIGNED_BEFORE = fail('conflict', 'you already signed another action at this point', {
  rule: 'seq',
});
