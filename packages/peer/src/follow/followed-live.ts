/** A match that is followed by its name, as everything that shows a match on a server shows it: every node is checked by the rules and its signatures. */
import { createLiveEmitter, playersOf, type RemoteMatch, type Stop } from '@kifu/client';
import { type Fault, fail, formatCid, ok, type Result } from '@kifu/core';
import { type FindGame, Verification } from '@kifu/record';
import { followHeader, followNode, type Replay } from '@kifu/record/replay';
import { SignatureCheck } from '@kifu/record/sign';
import type { NewestSequences } from '../ipns/records.ts';
import { evidenceOf } from '../match/evidence.ts';
import type { Frames } from '../match/frame-wire.ts';
import { inviteOf } from '../match/peer-invite.ts';
import { Followed, type HistoryFork } from './followed.ts';
import { encodeForkProof } from './fork-proof.ts';
import { subscribeToMatch } from './subscribe.ts';

/** How a match is followed. */
export interface FollowOptions {
  /** A name, or the content ID of anything in the record or its replay log. */
  readonly of: string;
  readonly newest: NewestSequences;
  readonly findGame: FindGame;
  /** Connects to a node that may publish the match. It is called again whenever the connection has ended. */
  open(): Promise<Result<Frames>>;
  /** Milliseconds since 1970. */
  now(): number;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** How many sources `open` asks in turn: once all are gone or have been refused, the first node is not waited for any longer. */
  readonly sources: number;
  /** How long is waited for the first node. */
  readonly timeoutMs: number;
}

/** A match that is followed. */
export interface FollowedLive extends RemoteMatch {
  /** The name that publishes it. */
  readonly name: string;
  /** Two histories that the name has published; null while there is one. */
  readonly fork: HistoryFork | null;
  /** The proof of it. */
  readonly forkProof: Uint8Array | null;
}

const RETRY_MS = 1000;
const LOOKS_ON = fail('wrong-seat', 'spectators cannot act');
const NOT_FOUND = fail(
  'not-found',
  'no connected peer publishes this match; connect to one that does',
);
const FORKED: Fault = {
  code: 'conflict',
  rule: 'history',
  message: 'the name published two conflicting histories of the match',
};

/** Resolves once the first nodes have come and were checked, or with why there are none. */
export async function followLive(options: FollowOptions): Promise<Result<FollowedLive>> {
  const { of, findGame } = options;
  const emitter = createLiveEmitter();
  const ended = new AbortController();
  const first = Promise.withResolvers<Fault | null>();
  const match = new Followed(of, options.newest);
  const verification = new Verification();
  const signatures = new SignatureCheck(verification.claims);
  let replay: Replay | null = null;
  let isConnected = false;
  let working: Promise<void> = Promise.resolve();
  let stopped: Stop | null = null;

  const lose = (fault: Fault): void => {
    emitter.emit('fault', fault);
    first.resolve(fault);
    stop(fault.message);
  };
  const stop = (reason: string): void => {
    if (ended.signal.aborted) return;
    ended.abort();
    isConnected = false;
    emitter.emit('down', { code: 1000, reason, isOver: true });
  };
  /** Adds the nodes that have come, in order. */
  const takeAll = async (): Promise<void> => {
    while (!ended.signal.aborted && (replay?.nodes.length ?? 0) < match.nodes.length) {
      const taken: Result<Replay> = await takeNode(match.nodes[replay?.nodes.length ?? 0]!);
      if (!taken.ok) return lose(taken.fault);
    }
    if (match.fork !== null && stopped === null && replay !== null)
      await tellFork(replay, match.fork);
    if (replay !== null) first.resolve(null);
  };
  const takeNode = async (bytes: Uint8Array): Promise<Result<Replay>> => {
    const taken = replay === null ? await followHeader(bytes, findGame) : followNode(replay, bytes);
    if (!taken.ok) return taken;
    verification.take(taken.value);
    while (await signatures.next(Infinity));
    const { fault } = signatures.complete(verification.report(taken.value));
    if (fault !== null) return { ok: false, fault };
    replay = taken.value;
    const { entry, parts } = replay;
    emitter.emit('node', { replay, entry, parts });
    return taken;
  };
  const tellFork = async (followed: Replay, { at, nodes }: HistoryFork): Promise<void> => {
    const theirs = nodes[1][0];
    const found =
      theirs === undefined
        ? null
        : await evidenceOf(followed, at, theirs, { ok: false, fault: FORKED });
    const proof = found?.proof ?? null;
    const evidence = proof === null ? [] : [{ name: `proof-${of}.cbor`, bytes: proof }];
    stopped = { fault: FORKED, evidence };
    emitter.emit('stop', stopped);
    lose(FORKED);
  };

  let failed = 0;
  const giveUp = (fault: Fault): void => {
    if (++failed >= options.sources) first.resolve(fault);
  };
  const pursue = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      const frames = await options.open();
      if (!frames.ok) giveUp(frames.fault);
      else {
        const close = () => frames.value.close();
        ended.signal.addEventListener('abort', close, { once: true });
        const fault = await subscribeToMatch(frames.value, of, match, () => {
          working = working.then(takeAll);
          if (!isConnected) void working.then(welcome);
        });
        ended.signal.removeEventListener('abort', close);
        if (ended.signal.aborted) return;
        if (fault.code !== 'unreachable') {
          emitter.emit('fault', fault);
          giveUp(fault);
        }
        if (isConnected) emitter.emit('down', { code: 1001, reason: fault.message, isOver: false });
        isConnected = false;
      }
      await options.sleep(RETRY_MS, ended.signal);
    }
  };
  const welcome = (): void => {
    if (isConnected || ended.signal.aborted) return;
    isConnected = true;
    emitter.emit('welcome', { seat: null });
  };
  const elapsedMs = (): number => {
    const { startedAt = null } = replay?.header ?? {};
    const ms = replay?.table?.ms ?? 0;
    return startedAt === null ? ms : Math.max(ms, options.now() - Date.parse(startedAt));
  };
  const refuse = async () => LOOKS_ON;

  void pursue();
  void options.sleep(options.timeoutMs, ended.signal).then(() => first.resolve(NOT_FOUND.fault));
  const fault = await first.promise;
  if (fault !== null && replay === null) {
    stop(fault.message);
    return { ok: false, fault };
  }
  const presence = { seats: [], watching: 0 };
  const proofOf = ({ fork, nodes }: Followed): Uint8Array | null =>
    fork === null ? null : encodeForkProof(nodes.slice(0, fork.at), fork);
  return ok({
    on: emitter.on,
    ...{ seat: null, seats: [], pending: [], premoves: new Map(), presence, elapsedMs },
    ...{ chat: null, conditional: null, rematch: null },
    get name() {
      return match.name ?? of;
    },
    get fork() {
      return match.fork;
    },
    get forkProof() {
      return proofOf(match);
    },
    get invite() {
      return replay === null ? null : inviteOf(replay, formatCid(replay.match));
    },
    get players() {
      return playersOf(this);
    },
    get replay() {
      return replay;
    },
    connection: {
      get isConnected() {
        return isConnected;
      },
      ...{ roundTripMs: null, watching: 0 },
      get fork() {
        return match.fork === null ? null : { at: match.fork.at, proof: proofOf(match) };
      },
    },
    get stopped() {
      return stopped;
    },
    viewsOf: () => (replay !== null && replay.table === null ? [] : null),
    ...{ submit: refuse, play: refuse, resign: refuse },
    premove() {},
    close: async () => stop(''),
  });
}
