/** Follows the nodes that a server sends: each is verified before it is followed, stored, and compared with what was shown before. */
import { decodeBase64, type Entry, encodeBase64, type Fail, fail, unwrap } from '@kifu/core';
import { nextClaims, readHeader } from '@kifu/record';
import { followHeader, followNode, type Replay, type SeatView } from '@kifu/record/replay';
import { carEvidence, findProof } from '../evidence.ts';
import { compareHistories, inPieces } from '../history.ts';
import type { NodeList } from '../protocol/messages.ts';
import { checkSignatures } from '../signatures.ts';
import type { HeaderAgreement } from './agreement.ts';
import type { LiveSession } from './session.ts';

/** How long a client that was shown a second header waits for a node that the referee signed on it. */
const PROOF_WAIT_MS = 3000;

export class NodeFollower {
  /** What was seen after each node, where hands are hidden. */
  sights: SeatView[] = [];
  /** Whether the server had lost nodes that this client sent it. */
  isHealing = false;
  readonly #session: LiveSession;
  readonly #agreement: HeaderAgreement;
  readonly #onNode: (replay: Replay, entry: Entry | null) => void;
  /** Stops where the server used one nonce for a second header; null where it did not. Waits a moment for what the referee signs on it. */
  #stopTwice: (() => Promise<void>) | null = null;

  /** `onNode` is called for each accepted node. */
  constructor(
    session: LiveSession,
    agreement: HeaderAgreement,
    onNode: (replay: Replay, entry: Entry | null) => void,
  ) {
    this.#session = session;
    this.#agreement = agreement;
    this.#onNode = onNode;
  }

  /** Compares a history from the server with the known one: returns whether to follow it. Nodes sent before are never dropped silently. */
  async recognize({ nodes, from }: NodeList): Promise<boolean> {
    const session = this.#session;
    const before = session.replay?.nodes ?? session.memory?.nodes ?? [];
    if (from !== 0 || before.length === 0) return true;
    const now = nodes.map(node => unwrap(decodeBase64(node)));
    const found = compareHistories(before, now);
    if (found.kind === 'forked') {
      await this.#reportFork(found.at, before, now);
      return false;
    }
    // an invite that is open again has a header to come, which must be the one of before
    if (found.kind === 'behind' && now.length > 0) {
      // it was restored from a backup, or has lost what it had: we know better, and its own signatures say so
      this.isHealing = true;
      this.#bring(now.length, before.slice(now.length));
      session.report(BEHIND.fault);
      return false;
    }
    session.replay = null;
    this.sights = [];
    this.#agreement.forget();
    return true;
  }

  async takeAll({ nodes, sights = [] }: NodeList): Promise<void> {
    for (const [i, node] of nodes.entries()) await this.take(node, sights[i] ?? null, null);
  }

  /** Takes the next node, which answers the action `re` where it is one of ours. */
  async take(text: string, sight: SeatView | null, re: number | null): Promise<void> {
    const session = this.#session;
    const { seat, findGame, pending } = session;
    if (session.stopped !== null) return;
    const bytes = decodeBase64(text);
    if (!bytes.ok) return session.report(bytes.fault);
    const { replay } = session;
    // nothing is followed, shown or signed before all its signatures are verified
    const wrong = replay === null ? null : await checkSignatures(replay, bytes.value, seat);
    const taken =
      wrong ??
      (replay === null
        ? await followHeader(bytes.value, findGame)
        : followNode(replay, bytes.value));
    if (!taken.ok) return this.#refuse(bytes.value, taken);
    const next = taken.value;
    session.replay = next;
    const { entry } = next;
    if (this.#stopTwice !== null) return this.#stopTwice();
    if (sight !== null) this.sights.push(sight);
    if (next.n === 0 && !(await this.#isAgreed(next))) return;
    this.#store(next, bytes.value);
    pending.taken(re, next, entry, seat);
    this.#onNode(next, entry);
  }

  /** Whether the header is the one that was agreed to; else the match stops. */
  async #isAgreed(replay: Replay): Promise<boolean> {
    const session = this.#session;
    const verdict = await this.#agreement.judge(replay);
    if (verdict === null) return true;
    if (verdict === 'twice') {
      this.#stopTwice = () => this.#reportFork(0, session.memory!.nodes, replay.nodes);
      setTimeout(() => void this.#stopTwice?.(), PROOF_WAIT_MS);
      return false;
    }
    const evidence = [carEvidence(replay.game, replay.nodes, verdict.fault)];
    await session.stop({ fault: verdict.fault, evidence });
    return false;
  }

  /** A node that cannot be taken. One that continues the head is evidence; else the histories are compared on reconnecting. */
  async #refuse(bytes: Uint8Array, { fault: why }: Fail): Promise<void> {
    const session = this.#session;
    const { replay, seat } = session;
    if (replay === null || seat === null || !nextClaims(replay, bytes).ok) {
      session.report(why);
      session.socket.drop('invalid node');
      return;
    }
    const isSigned = why.code !== 'bad-signature';
    const fault = isSigned
      ? { ...why, message: `the server sent an invalid node: ${why.message}` }
      : why;
    const evidence = [carEvidence(replay.game, [...replay.nodes, bytes], fault)];
    return session.stop({ fault, evidence });
  }

  /** Stores a node; another tab of the same player may have been shown another one in its place. */
  #store({ n }: Replay, bytes: Uint8Array): void {
    const session = this.#session;
    if (session.memory === null || session.seat === null) return;
    const stored = session.memory.keepNode(n, bytes).then(async other => {
      const { nodes } = session.replay!;
      if (other !== null) await this.#reportFork(n, [...nodes.slice(0, n), other], nodes);
    });
    session.checking = Promise.all([session.checking, stored]);
    // a failure is reported to the first action that waits for it: that one is not signed then
    session.checking.catch(() => {});
  }

  /** Two histories: the server gets the proof if there is one. */
  async #reportFork(
    at: number,
    before: readonly Uint8Array[],
    now: readonly Uint8Array[],
  ): Promise<void> {
    const { fault } = at === 0 ? TWO_HEADERS : FORKED;
    const proof = await findProof(before, now, at);
    if (proof !== null && at > 0) this.#bring(at, [before[at]!]);
    const header = readHeader([before[0]!]);
    const game = header.ok
      ? await this.#session.findGame(header.value.game, header.value.version)
      : header;
    const nodes = now.slice(0, at + 1);
    const cars = game.ok && nodes.length > 0 ? [carEvidence(game.value, nodes, fault)] : [];
    await this.#session.stop({ fault, evidence: [...(proof === null ? [] : [proof]), ...cars] });
  }

  #bring(from: number, nodes: readonly Uint8Array[]): void {
    const pieces = inPieces(nodes.map(encodeBase64));
    let at = from;
    for (const [i, piece] of pieces.entries()) {
      const isLast = i === pieces.length - 1;
      this.#session.send({ type: 'nodes', from: at, nodes: piece, isLast });
      at += piece.length;
    }
  }
}

const BEHIND = fail('conflict', 'the server lost the latest nodes; resending them', {
  rule: 'history',
});
const FORKED = fail('conflict', 'the server shows a different history of this match than before', {
  rule: 'history',
});
const TWO_HEADERS = fail('conflict', 'the server used one invite for two different matches', {
  rule: 'header',
});
