/**
 * A connection to a live match, for players and spectators: it follows the nodes with the rules at hand, finds its way back after
 * a lost connection, shows links of chance when they are due, keeps a premove until it is legal, and guesses the server's time.
 */
import {
  type Act,
  bytesToHex,
  decodeBase64,
  type Entry,
  encodeBase64,
  type Fault,
  fail,
  formatCid,
  hexToBytes,
  type Json,
  moveAct,
  ok,
  type Result,
  type Seat,
  unwrap,
} from '@kifu/core';
import { type FindGame, readHeader } from '@kifu/record';
import { holdersOf } from '@kifu/record/chance';
import { actToJson } from '@kifu/record/json';
import { decodeNext, type EndingNode, encodeEnding, isEnding } from '@kifu/record/node';
import { followNode, Replay, readAll, type SeatView } from '@kifu/record/replay';
import {
  checkDoubleSigning,
  encodeDoubleSigning,
  endingMessage,
  findDoubleNode,
  sign,
} from '@kifu/record/sign';
import { isDrawDue, keyOf, moversOf } from '@kifu/record/table';
import { type ChainMemory, checkHeader, claimChain, createChainMemory } from './check-header.ts';
import { compareHistories, inPieces } from './history.ts';
import type { Live, LiveEvents } from './live.ts';
import { createPending, type Pending } from './pending.ts';
import { createPlanner, type PlanLines } from './plan.ts';
import { createEmitter } from './player/emitter.ts';
import { chainSecret, type Links, makeLinks } from './player/links.ts';
import { presentState } from './player/present.ts';
import { createClockSync } from './protocol/clock-sync.ts';
import { CLOSE, MAX_CHAT } from './protocol/constants.ts';
import type {
  Chat,
  ClientMessage,
  Invite,
  NodeList,
  Presence,
  ServerMessage,
  WireAct,
} from './protocol/messages.ts';
import {
  createReconnectingSocket,
  type ReconnectingSocket,
} from './protocol/reconnecting-socket.ts';
import { isRefereed, proveSeat, signIntent } from './signatures.ts';

/** How to connect. */
export interface ConnectOptions {
  /** Id of the invite or of the match. */
  readonly match: string;
  /** The token of a seat, or of a private match; without one a spectator of a public match. */
  readonly token?: string;
  readonly findGame: FindGame;
  /** The secret key of the player (32 bytes), where the seat has a key. */
  readonly secret?: Uint8Array;
  /** What chains of chance are made from (32 bytes); keep it as long as the match goes on. Fresh unless told. */
  readonly chainRoot?: Uint8Array;
  /** Which header each chain was shown for; keep it with `chainRoot`. As long as the program runs unless told. */
  readonly chains?: ChainMemory;
  /** Says that the player is ready as soon as the seat is there; true unless told. */
  readonly isReady?: boolean;
  /** Connects again when the connection is lost; true unless told. */
  readonly reconnects?: boolean;
  /** Milliseconds since 1970, by the own clock. */
  readonly now?: () => number;
  readonly WebSocket?: typeof WebSocket;
}

/** Connects, and resolves once everything is there; or with the fault that stands in the way. */
export async function connect(server: string, options: ConnectOptions): Promise<Result<Live>> {
  const { live, first } = createLive(server, options);
  const fault = await first;
  if (fault === null) return ok(live);
  live.close();
  return { ok: false, fault };
}

function createLive(
  server: string,
  options: ConnectOptions,
): { readonly live: Live; readonly first: Promise<Fault | null> } {
  const { findGame, now: ownNow = Date.now, chains = CHAINS } = options;
  const emitter = createEmitter<LiveEvents>();
  const pending: Pending = createPending();
  const planner = createPlanner(ownNow);
  let sync = createClockSync();
  const root = options.chainRoot ?? crypto.getRandomValues(new Uint8Array(32));
  const first = Promise.withResolvers<Fault | null>();

  let id = options.match;
  let isConnected = false;
  let seat: Seat | null = null;
  let referee: string | null = null;
  let invite: Invite | null = null;
  let followed: Replay | null = null;
  let sights: SeatView[] = [];
  let chat: Chat[] = [];
  let presence: Presence = { seats: [], watching: 0 };
  let links: Links | null = null;
  let shown = -1;
  /** Whether the header is the one that was agreed on; null before it has come. */
  let isAgreed: boolean | null = null;
  /** Whether this seat has said so. */
  let hasSaid = false;
  /** The invite as it was when this seat said that it is ready. */
  let readyFor: Invite | null = null;
  let premoved: Json | null = null;
  let proof: Uint8Array | null = null;
  let isForked = false;
  let asked: EndingNode | null = null;

  const send = (message: ClientMessage): void => socket.send(message);
  const trouble = (fault: Fault): void => emitter.emit('fault', fault);

  const hello = (): ClientMessage => ({
    type: 'hello',
    ...(options.token === undefined ? {} : { token: options.token }),
    ...(followed === null ? {} : { seen: { n: followed.n, node: formatCid(followed.head) } }),
  });

  const onDown = (code: number, reason: string, isOver: boolean): void => {
    isConnected = false;
    planner.lose();
    if (isOver) pending.failAll(fail('unreadable', 'the connection is lost'));
    first.resolve(
      CLOSE_FAULTS[code] ?? { code: 'unreadable', message: `${server} does not answer` },
    );
    emitter.emit('down', { code, reason, isOver });
  };

  const hear = async (text: string): Promise<void> => {
    try {
      await take(JSON.parse(text) as ServerMessage);
    } catch (cause) {
      trouble({ code: 'malformed', message: `the server sent what cannot be read: ${cause}` });
    }
  };

  const take = async (message: ServerMessage): Promise<void> => {
    switch (message.type) {
      case 'welcome':
        return welcome(message);
      case 'node':
        return takeNode(message.node, message.sight ?? null, message.re ?? null);
      case 'nodes':
        return takeNodes(message);
      case 'refused':
        return message.re === undefined
          ? trouble(message.fault)
          : pending.refuse(message.re, message.fault);
      case 'invite':
        invite = message.invite;
        emitter.emit('invite', invite);
        return;
      case 'reveal':
        return reveal(message.k);
      case 'ending':
        return takeEnding(message.node);
      case 'plan':
        planner.hear(message);
        if (message.re === undefined && message.fault !== undefined) trouble(message.fault);
        emitter.emit('plan', live.plan);
        return;
      case 'chat':
        chat.push(message);
        emitter.emit('chat', message);
        return;
      case 'presence':
        presence = message;
        emitter.emit('presence', message);
        return;
      case 'rematch':
        emitter.emit('rematch', message);
        return;
      case 'pong':
        return sync.add(message.t, ownNow(), message.now);
    }
  };

  const welcome = async (message: Extract<ServerMessage, { type: 'welcome' }>): Promise<void> => {
    // the server may have been started again since, with another clock
    sync = createClockSync(message.now - ownNow());
    ({ seat, invite, presence, referee } = message);
    id = invite.match ?? invite.id;
    chat = [...message.chat];
    makeChain();
    if (message.from === 0 && followed !== null && !(await recognize(message))) return;
    await takeNodes(message);
    isConnected = true;
    socket.welcomed();
    pending.again(send);
    showDue(); // also what was shown before, as it may not have arrived
    if (invite.phase === 'open' && (options.isReady ?? true)) live.ready();
    first.resolve(null);
    emitter.emit('welcome', { seat });
  };

  /** The server tells a match from its beginning that is known here: whether it is to be followed. What was told before is never dropped in silence. */
  const recognize = async (message: NodeList): Promise<boolean> => {
    const before = followed!.nodes;
    const now = message.nodes.map(node => unwrap(decodeBase64(node)));
    const found = compareHistories(before, now);
    if (found.kind === 'forked') {
      await tellFork(found.at, before, now);
      return false;
    }
    if (found.kind === 'behind') {
      // it was restored from a backup, or has lost what it had: we know better, and its own signatures say so
      bring(now.length, before.slice(now.length));
      trouble(BEHIND.fault);
      return false;
    }
    followed = null;
    sights = [];
    hasSaid = false;
    return true;
  };

  const bring = (from: number, nodes: readonly Uint8Array[]): void => {
    const pieces = inPieces(nodes.map(encodeBase64));
    let at = from;
    for (const [i, piece] of pieces.entries()) {
      send({ type: 'nodes', from: at, nodes: piece, isLast: i === pieces.length - 1 });
      at += piece.length;
    }
  };

  /** Two histories: the proof is kept and shown, the server hears of it, and nothing more is taken from it. */
  const tellFork = async (
    at: number,
    before: readonly Uint8Array[],
    now: readonly Uint8Array[],
  ): Promise<void> => {
    const key = followed!.terms.referee;
    const found =
      key === null || at === 0 ? null : findDoubleNode(hexToBytes(key), before[at]!, now[at]!);
    const isProved = found !== null && (await checkDoubleSigning(found)).ok;
    proof = isProved ? encodeDoubleSigning(found) : null;
    if (isProved) bring(at, [before[at]!]);
    isForked = true;
    emitter.emit('fork', { at, proof });
    trouble(FORKED.fault);
    pending.failAll(FORKED);
    first.resolve(FORKED.fault);
    socket.close();
  };

  /** Own chain of chance, once the seat is known. */
  const makeChain = (): void => {
    if (seat === null || invite === null || links !== null || invite.chance !== 'fair') return;
    links = makeLinks(invite.nonce, seat, chainSecret(root, invite.nonce, seat));
  };

  /** Where hands are hidden the server asks for links after the first, in order, and again for what was lost; else the own table says what is due. */
  const reveal = (k: number): void => {
    if (k > 0 && followed?.table === null && k <= shown + 1) show(k);
  };

  const show = (k: number): void => {
    const link = links?.link(k) ?? null;
    if (link === null || isAgreed !== true) return;
    shown = Math.max(shown, k);
    send({ type: 'link', k, link: bytesToHex(link) });
  };

  const takeNodes = async ({ nodes, sights: seen = [] }: NodeList): Promise<void> => {
    for (const [i, node] of nodes.entries()) await takeNode(node, seen[i] ?? null, null);
  };

  const takeNode = async (
    text: string,
    sight: SeatView | null,
    re: number | null,
  ): Promise<void> => {
    const bytes = decodeBase64(text);
    if (!bytes.ok) return trouble(bytes.fault);
    // nothing is shown, signed or followed that the referee does not stand by
    if (followed !== null && !(await isRefereed(followed.terms, bytes.value))) {
      trouble({
        code: 'bad-signature',
        message: `the referee did not sign node ${followed.n + 1}`,
      });
      socket.drop('a node is not signed');
      return;
    }
    const taken =
      followed === null ? await beginAt(bytes.value, findGame) : followNode(followed, bytes.value);
    if (!taken.ok) {
      trouble(taken.fault);
      // what was told before stays: it is compared with what the server tells the next time
      socket.drop('the nodes cannot be followed');
      return;
    }
    followed = taken.value;
    const { parts } = followed;
    const entry = entryOf(followed);
    if (sight !== null) sights.push(sight);
    pending.taken(re, followed, entry, seat);
    judgeHeader();
    agree();
    showDue();
    emitter.emit('node', { followed, entry, parts, sight });
    tryPremove();
  };

  /** The ending as the server would write it: signed where the own rules give it, and else asked for. */
  const takeEnding = async (text: string): Promise<void> => {
    const bytes = decodeBase64(text);
    if (!bytes.ok || followed === null || options.secret === undefined) return;
    const node = decodeNext(bytes.value);
    if (!node.ok || !isEnding(node.value)) return;
    const ending = node.value;
    // the referee signs last, over what the players have signed
    const referee = followed.terms.referee === null ? null : UNSIGNED;
    const whole = new Replay(followed.game, [
      ...followed.nodes,
      encodeEnding({ ...ending, referee }),
    ]);
    const isGiven = ending.outcome.reason !== 'decree' && readAll(whole, []).fault === null;
    asked = ending;
    if (isGiven) await signEnding();
    else emitter.emit('ending', { outcome: ending.outcome });
  };

  const signEnding = async (): Promise<void> => {
    if (asked === null || options.secret === undefined) return;
    const signature = await sign(options.secret, endingMessage(asked));
    asked = null;
    send({ type: 'sign', signature: bytesToHex(signature) });
  };

  /** Once, before anything is said or shown: whether the header is the one that was agreed on, and the chain of chance has served no other. */
  const judgeHeader = (): void => {
    if (seat === null || isAgreed !== null) return;
    const commitment = links?.commitment ?? null;
    // what others sit with may have changed since; what was agreed to has not
    const agreed = { ...(readyFor ?? invite!), seats: invite!.seats };
    const wrong =
      checkHeader(followed!.header!, { invite: agreed, seat, commitment, referee }) ??
      (commitment === null ? null : claimChain(chains, commitment, formatCid(followed!.match)));
    isAgreed = wrong === null;
    // who comes later has agreed elsewhere, and shows no links of another chain
    if (wrong !== null && readyFor !== null) trouble(wrong.fault);
  };

  /** Who was ready agrees to the header: a match begins with everybody's word. */
  const agree = (): void => {
    if (followed === null || seat === null || hasSaid || isAgreed !== true) return;
    if (!isOpeningFor(followed, seat)) return;
    hasSaid = true;
    const { n } = followed;
    void doAct({ type: 'resume' }).then(said => {
      // the same seat may have agreed elsewhere
      if (said.ok || followed === null || !isOpeningFor(followed, seat!)) return;
      // another seat agreed meanwhile, by a stopwatch that is ahead: the own seat agrees again on top of that
      hasSaid = said.fault.code !== 'past-time';
      if (hasSaid) trouble(said.fault);
      else if (followed.n > n) agree();
    });
  };

  /** A draw that is due waits for the link of this seat. */
  const showDue = (): void => {
    if (links === null || seat === null || followed === null) return;
    const { table, blind } = followed;
    if (blind !== null && blind.links === null && blind.opening.size === 0) show(0);
    if (table === null || table.outcome !== null || table.talk.isPaused || !isDrawDue(table))
      return;
    if (holdersOf(table.header, table.game.seated(table.state)).includes(seat))
      show(table.drawn + 1);
  };

  const tryPremove = (): void => {
    if (premoved === null || seat === null) return;
    const { active, legal } = choices();
    if (!active.includes(seat)) return;
    const move = premoved;
    premoved = null;
    if (legal.some(other => isSameMove(other, move))) void live.play(move);
  };

  const choices = (): { readonly active: readonly Seat[]; readonly legal: readonly Json[] } => {
    const table = followed?.table ?? null;
    if (table === null) return sights.at(-1) ?? { active: [], legal: [] };
    const active = moversOf(table);
    if (active.length === 0 || seat === null) return { active: [], legal: [] };
    return { active, legal: [...table.game.legal(table.state, seat)] };
  };

  const isSameMove = (a: Json, b: Json): boolean => {
    const { hex } = followed!.game.moves;
    return hex.encode(a) === hex.encode(b);
  };

  const doAct = async (act: Act): Promise<Result<number>> => {
    if (followed === null || seat === null) return NO_MATCH;
    const { game, n } = followed;
    const hasKey = keyOf(followed.header!, seat) !== null;
    if (hasKey && options.secret === undefined)
      return fail('bad-signature', 'the seat has a key, and it is not at hand');
    const signed = hasKey ? signNow(followed, seat, act, options.secret!) : null;
    const wire = actToJson(game, act) as unknown as WireAct;
    // before the server has said welcome it takes nothing: what waits is sent then
    return pending.add({ wire, seen: n, signed }, message => {
      if (isConnected) send(message);
    });
  };

  const signNow = (followed: Replay, seat: Seat, act: Act, secret: Uint8Array) => {
    const ms = Math.max(followed.table?.ms ?? 0, Math.floor(live.elapsedMs()));
    return signIntent(followed, seat, act, secret, pending.nextSeq(followed, seat), ms);
  };

  const setPlan = async (lines: PlanLines): Promise<Result<null>> => {
    if (followed === null || seat === null) return NO_MATCH;
    return planner.set(followed, seat, lines, options.secret, message => {
      if (isConnected) send(message);
      return isConnected;
    });
  };

  /** With the commitment to the own chain of chance, and the proof that the key of the seat is at hand. */
  const sayReady = async (): Promise<void> => {
    if (seat === null || invite === null) return;
    readyFor = invite;
    const { nonce, seats } = invite;
    const name = seats.find(other => other.seat === seat)?.name ?? '';
    const commitment = links?.commitment ?? null;
    const claim = { nonce, seat, name, commitment, referee };
    const { secret } = options;
    send({
      type: 'ready',
      ...(commitment === null ? {} : { commitment }),
      ...(secret === undefined ? {} : { proof: await proveSeat(secret, claim) }),
    });
  };

  const live: Live = {
    on: emitter.on,
    get seat() {
      return seat;
    },
    get invite() {
      return invite;
    },
    get followed() {
      return followed;
    },
    get sight() {
      return sights.at(-1) ?? null;
    },
    get sights() {
      return sights;
    },
    get chat() {
      return chat;
    },
    get presence() {
      return presence;
    },
    get isConnected() {
      return isConnected;
    },
    get isForked() {
      return isForked;
    },
    get proof() {
      return proof;
    },
    get roundTripMs() {
      return sync.roundTripMs;
    },
    get plan() {
      return followed === null ? [] : planner.lines(followed);
    },
    setPlan,
    now: () => ownNow() + sync.offsetMs,
    elapsedMs() {
      const startedAt = followed?.header?.startedAt ?? null;
      return startedAt === null ? 0 : live.now() - Date.parse(startedAt);
    },
    present: () =>
      followed?.table == null
        ? null
        : presentState(followed.table, live.elapsedMs(), seat, pending.moves(followed)),
    act: doAct,
    play: async move => (followed === null ? NO_MATCH : doAct(moveAct(followed.game, move))),
    premove(move) {
      premoved = move;
      tryPremove();
    },
    get premoved() {
      return premoved;
    },
    resign: () =>
      seat === null
        ? Promise.resolve(fail('wrong-seat', 'who watches has nothing to resign'))
        : doAct({ type: 'leave', of: seat, how: 'resignation' }),
    say(text) {
      // the server would take it for a mistake of the program, and hang up
      if (text.length > 0 && text.length <= MAX_CHAT) send({ type: 'chat', text });
      else if (text.length > 0) trouble(TOO_LONG.fault);
    },
    setChat: isOn => send({ type: 'chat-off', isOff: !isOn }),
    rematch: () => send({ type: 'rematch' }),
    ready: () => void sayReady(),
    signEnding,
    stand: () => send({ type: 'stand' }),
    close: () => socket.close(),
  };
  const socket: ReconnectingSocket = createReconnectingSocket({
    ...{ server, hello, hear, onDown, now: ownNow, id: () => id },
    reconnects: options.reconnects ?? true,
    Socket: options.WebSocket ?? WebSocket,
  });
  return { live, first: first.promise };
}

/** Begins to follow a match with its header. */
async function beginAt(bytes: Uint8Array, findGame: FindGame): Promise<Result<Replay>> {
  const header = readHeader([bytes]);
  if (!header.ok) return header;
  const game = await findGame(header.value.game, header.value.version);
  if (!game.ok) return game;
  const replay = new Replay(game.value, [bytes], { header: header.value });
  return replay.fault ?? ok(replay);
}

/** Whether a match waits for a seat to agree to its header. */
const isOpeningFor = ({ table, blind }: Replay, seat: Seat): boolean =>
  table === null
    ? blind?.opening.has(seat) === true
    : table.talk.isOpening && !table.talk.resume.includes(seat);

/** The newest entry; null for the header and the ending. */
function entryOf(replay: Replay): Entry | null {
  const node = replay.n === 0 ? null : replay.node;
  return node === null || isEnding(node) ? null : node;
}

const BEHIND = fail('conflict', 'the server has lost the newest nodes: they are sent to it', {
  rule: 'history',
});
const FORKED = fail('conflict', 'the server tells another history than before', {
  rule: 'history',
});
/** In the place of a signature that is not there yet. */
const UNSIGNED = new Uint8Array(64);
/** Of all connections of this program. */
const CHAINS = createChainMemory();

const NO_MATCH = fail('wrong-seat', 'there is no match yet, or no seat in it');
const TOO_LONG = fail('too-large', `at most ${MAX_CHAT} letters can be said at once`);

const CLOSE_FAULTS: { readonly [code: number]: Fault } = {
  [CLOSE.token]: { code: 'wrong-seat', message: 'the token is not one of this match' },
  [CLOSE.unknown]: { code: 'not-found', message: 'there is no such match' },
  [CLOSE.malformed]: { code: 'malformed', message: 'the server does not speak this protocol' },
};
