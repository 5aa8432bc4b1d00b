/**
 * A connection to a live match, for players and spectators. It replays the nodes by the rules at hand and verifies every signature of
 * each as it arrives; it signs only what it has verified, and stores what it signs before it sends it. It reconnects, reveals links of
 * its hash chain when they are due, holds a premove until it is legal, and estimates the server's time.
 */
import {
  type Act,
  bytesToHex,
  decodeBase64,
  type Entry,
  encodeBase64,
  type Fail,
  type Fault,
  fail,
  formatCid,
  type Game,
  hexToBytes,
  type Json,
  moveAct,
  ok,
  type Result,
  type Seat,
  unwrap,
} from '@kifu/core';
import { type FindGame, nextClaims, readHeader } from '@kifu/record';
import { holdersOf } from '@kifu/record/chance';
import { actToJson } from '@kifu/record/json';
import { createEmitter } from '@kifu/record/match';
import { decodeNext, type EndingNode, encodeEnding, isEnding } from '@kifu/record/node';
import { followNode, Replay, readAll, type SeatView } from '@kifu/record/replay';
import { endingMessage, isSignedBy, publicKeyOf, sign, whenOf } from '@kifu/record/sign';
import { memoryVault, type Vault } from '@kifu/record/store';
import { isDrawDue, keyOf, moversOf } from '@kifu/record/table';
import { checkHeader } from './check-header.ts';
import { carEvidence, findProof } from './evidence.ts';
import { compareHistories, inPieces } from './history.ts';
import type { Live, LiveEvents, Stop } from './live.ts';
import { MatchMemory, type ReadyFor } from './memory.ts';
import { createPending, type Pending } from './pending.ts';
import { createPlanner, type PlanLines } from './plan.ts';
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
import { checkSignatures, proveSeat, type SignedWire, signAction } from './signatures.ts';

/** How to connect. */
export interface ConnectOptions {
  /** Id of the invite or of the match. */
  readonly match: string;
  /** The token of a seat, or of a private match; without one a spectator of a public match. */
  readonly token?: string;
  readonly findGame: FindGame;
  /** The secret key of the player (32 bytes), where the seat has a key. */
  readonly secret?: Uint8Array;
  /** What the player is called in this match; what the invite says where it is left out. */
  readonly name?: string;
  /**
   * Stores what must outlive the program: the hash chain, what was agreed to, signed and shown. Without it the client remembers as
   * long as the program runs, and a restart is a new device.
   */
  readonly vault?: Vault;
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
  const { findGame, now: ownNow = Date.now, vault = VAULT } = options;
  const emitter = createEmitter<LiveEvents>();
  const pending: Pending = createPending();
  const planner = createPlanner(ownNow);
  let sync = createClockSync();
  const first = Promise.withResolvers<Fault | null>();

  let id = options.match;
  let isConnected = false;
  /** Whether the server has not answered of late, though the socket is open. */
  let isSilent = false;
  let seat: Seat | null = null;
  let referee: string | null = null;
  let invite: Invite | null = null;
  let followed: Replay | null = null;
  let sights: SeatView[] = [];
  let chat: Chat[] = [];
  let presence: Presence = { seats: [], watching: 0 };
  let links: Links | null = null;
  let shown = -1;
  /** Null before the server has named the match, and for a spectator. */
  let memory: MatchMemory | null = null;
  /** The public key of the player, in hex. */
  const ownKey = options.secret === undefined ? null : publicKeyOf(options.secret).then(bytesToHex);
  /** Whether the header is the one that was agreed to; null before it has come. */
  let isAgreed: boolean | null = null;
  /** Whether this seat has said so. */
  let hasSaid = false;
  /** The invite as it was when this seat said that it is ready. */
  let readyFor: ReadyFor | null = null;
  /** When the header came, by the client's own clock. */
  let headerAtMs = ownNow();
  /** Whether the server had lost nodes that this client sent it. */
  let isHealing = false;
  let premoved: Json | null = null;
  let stopped: Stop | null = null;
  let asked: EndingNode | null = null;
  /** Stops where the server used one nonce for a second header; null where it did not. Waits a moment for what the referee signs on it. */
  let stopTwice: (() => Promise<void>) | null = null;
  /** Settles when every node that came is verified and stored; what is signed waits for it. */
  let checking: Promise<unknown> = Promise.resolve();
  /** Settles when what was signed last is stored: actions are sent in the order in which they are made. */
  let signing: Promise<unknown> = Promise.resolve();

  const send = (message: ClientMessage): void => socket.send(message);
  const trouble = (fault: Fault): void => emitter.emit('fault', fault);

  const hello = (): ClientMessage => ({
    type: 'hello',
    ...(options.token === undefined ? {} : { token: options.token }),
    ...(followed === null ? {} : { seen: { n: followed.n, node: formatCid(followed.head) } }),
  });

  const onDown = (code: number, reason: string, isOver: boolean): void => {
    isConnected = false;
    isSilent = false;
    planner.lose();
    if (isOver) pending.failAll(fail('unreadable', 'the connection is lost'));
    // a server that is brought up to date closes the connection, and is asked again
    if (isOver || !isHealing)
      first.resolve(
        CLOSE_FAULTS[code] ?? { code: 'unreadable', message: `${server} does not answer` },
      );
    emitter.emit('down', { code, reason, isOver });
  };

  const onSilent = (is: boolean): void => {
    isSilent = is;
    emitter.emit('presence', presence);
  };

  const hear = async (text: string): Promise<void> => {
    try {
      if (stopped === null) await take(JSON.parse(text) as ServerMessage);
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
        if (!(await isSameInvite(message.invite))) return;
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
    if (!(await isSameInvite(message.invite))) return;
    ({ seat, invite, presence, referee } = message);
    id = invite.match ?? invite.id;
    chat = [...message.chat];
    if (!(await remember())) return;
    const before = followed?.nodes ?? memory?.nodes ?? [];
    if (message.from === 0 && before.length > 0 && !(await recognize(before, message))) return;
    await takeNodes(message);
    if (stopped !== null) return;
    isConnected = true;
    isHealing = false;
    socket.welcomed();
    pending.again(send);
    showDue(); // also what was shown before, as it may not have arrived
    if (invite.phase === 'open' && (options.isReady ?? true)) live.ready();
    first.resolve(null);
    emitter.emit('welcome', { seat });
  };

  /** Loads what this device knows of the match; false where nothing more is signed in it. */
  const remember = async (): Promise<boolean> => {
    if (seat === null || invite === null || memory !== null) return true;
    memory = await MatchMemory.open(vault, invite.nonce, seat);
    if (memory.stop !== null) {
      await stop(memory.stop);
      return false;
    }
    readyFor ??= memory.ready;
    headerAtMs = memory.header?.atMs ?? headerAtMs;
    if (invite.chance === 'fair')
      links = makeLinks(invite.nonce, seat, chainSecret(memory.salt, invite.nonce, seat));
    return true;
  };

  /** A server that names another match than the one it named before is not followed there. */
  const isSameInvite = async ({ nonce, id: other }: Invite): Promise<boolean> => {
    if (invite === null || (invite.nonce === nonce && invite.id === other)) return true;
    await stop({ fault: OTHER_MATCH.fault, evidence: [] });
    return false;
  };

  /** The server tells a match from its beginning that is known here: whether it is to be followed. What was told before is never dropped in silence. */
  const recognize = async (before: readonly Uint8Array[], message: NodeList): Promise<boolean> => {
    const now = message.nodes.map(node => unwrap(decodeBase64(node)));
    const found = compareHistories(before, now);
    if (found.kind === 'forked') {
      await tellFork(found.at, before, now);
      return false;
    }
    // an invite that is open again has a header to come, which must be the one of before
    if (found.kind === 'behind' && now.length > 0) {
      // it was restored from a backup, or has lost what it had: we know better, and its own signatures say so
      isHealing = true;
      bring(now.length, before.slice(now.length));
      trouble(BEHIND.fault);
      return false;
    }
    followed = null;
    sights = [];
    isAgreed = null;
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

  /** Nothing more is signed or taken in this match: why, and what shows it, is stored and told. */
  const stop = async (why: Stop): Promise<void> => {
    if (stopped !== null) return;
    stopped = why;
    await memory?.keepStop(why).catch((cause: unknown) => trouble(unstored(cause).fault));
    emitter.emit('stop', why);
    trouble(why.fault);
    pending.failAll({ ok: false, fault: why.fault });
    first.resolve(null);
    socket.close();
  };

  /** Two histories: the server hears of the proof where there is one. */
  const tellFork = async (
    at: number,
    before: readonly Uint8Array[],
    now: readonly Uint8Array[],
  ): Promise<void> => {
    const { fault } = at === 0 ? TWO_HEADERS : FORKED;
    const proof = await findProof(before, now, at);
    if (proof !== null && at > 0) bring(at, [before[at]!]);
    const game = await gameOf(before[0]!);
    const nodes = now.slice(0, at + 1);
    const cars = game.ok && nodes.length > 0 ? [carEvidence(game.value, nodes, fault)] : [];
    await stop({ fault, evidence: [...(proof === null ? [] : [proof]), ...cars] });
  };

  const gameOf = async (bytes: Uint8Array): Promise<Result<Game>> => {
    const header = readHeader([bytes]);
    return header.ok ? findGame(header.value.game, header.value.version) : header;
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
    if (stopped !== null) return;
    const bytes = decodeBase64(text);
    if (!bytes.ok) return trouble(bytes.fault);
    // nothing is followed, shown or signed before all its signatures are verified
    const wrong = followed === null ? null : await checkSignatures(followed, bytes.value, seat);
    const taken =
      wrong ??
      (followed === null
        ? await beginAt(bytes.value, findGame)
        : followNode(followed, bytes.value));
    if (!taken.ok) return refuse(bytes.value, taken);
    followed = taken.value;
    const { entry } = followed;
    if (stopTwice !== null) return stopTwice();
    if (sight !== null) sights.push(sight);
    if (followed.n === 0 && !(await judgeHeader(followed))) return;
    store(followed, bytes.value);
    pending.taken(re, followed, entry, seat);
    tellElsewhere(followed, entry);
    void agree();
    showDue();
    emitter.emit('node', { followed, entry, parts: followed.parts, sight });
    tryPremove();
  };

  /** A node that cannot be taken. One that continues the head is evidence; else the histories are compared on reconnecting. */
  const refuse = async (bytes: Uint8Array, { fault: why }: Fail): Promise<void> => {
    if (followed === null || seat === null || !nextClaims(followed, bytes).ok) {
      trouble(why);
      socket.drop('the node cannot be taken');
      return;
    }
    const isSigned = why.code !== 'bad-signature';
    const fault = isSigned
      ? { ...why, message: `the server broke the rules: ${why.message}` }
      : why;
    const evidence = [carEvidence(followed.game, [...followed.nodes, bytes], fault)];
    return stop({ fault, evidence });
  };

  /** Stores a node; another tab of the same player may have been shown another one in its place. */
  const store = ({ n }: Replay, bytes: Uint8Array): void => {
    if (memory === null || seat === null) return;
    const stored = memory.keepNode(n, bytes).then(async other => {
      if (other !== null)
        await tellFork(n, [...followed!.nodes.slice(0, n), other], followed!.nodes);
    });
    checking = Promise.all([checking, stored]);
    // a failure is told to the first who waits for it: an action is not signed then
    checking.catch(() => {});
  };

  /** An action of the player's seat with a valid signature that this device did not make. */
  const tellElsewhere = ({ n }: Replay, entry: Entry | null): void => {
    const signed = entry?.seat === seat ? (entry?.signed ?? null) : null;
    if (signed === null || memory === null || n < memory.nodes.length) return;
    if (!memory.isOwn(signed.signature) && isConnected) emitter.emit('elsewhere', { n });
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
    const isGiven =
      ending.outcome.reason !== 'decree' &&
      (ending.ms ?? 0) <= ownNow() - headerAtMs + MAX_LEAD_MS &&
      readAll(whole, []).fault === null &&
      (await areSigned(ending));
    if (stopped !== null) return;
    asked = ending;
    if (isGiven) await signEnding();
    else emitter.emit('ending', { outcome: ending.outcome });
  };

  /** Whether the players who signed an ending before this one did so with their keys. */
  const areSigned = async (ending: EndingNode): Promise<boolean> => {
    const message = endingMessage(ending);
    for (const { seat: other, signature } of ending.signed) {
      const key = keyOf(followed!.header!, other);
      if (key === null || !(await isSignedBy(hexToBytes(key), message, signature))) return false;
    }
    return true;
  };

  const signEnding = async (): Promise<void> => {
    await checking;
    if (asked === null || options.secret === undefined || stopped !== null) return;
    const signature = await sign(options.secret, endingMessage(asked));
    asked = null;
    send({ type: 'sign', signature: bytesToHex(signature) });
  };

  /**
   * Before anything is signed or revealed: whether the header is the one that was agreed to. A nonce serves one header, ever: which one
   * is durable before this client agrees, so that a server cannot choose between two. False where the match stops.
   */
  const judgeHeader = async (followed: Replay): Promise<boolean> => {
    if (seat === null || memory === null || invite === null) return true;
    const found = formatCid(followed.match);
    const known = memory.header;
    // who comes later has agreed elsewhere, and can compare no more than the invite
    const wrong =
      known === null || known.id === found ? await compareHeader(followed) : TWO_HEADERS;
    const counts =
      wrong === null ? await memory.keepHeader({ id: found, atMs: Math.floor(ownNow()) }) : known;
    const why = wrong ?? (counts?.id === found ? null : TWO_HEADERS);
    if (why === TWO_HEADERS) {
      stopTwice = () => tellFork(0, memory!.nodes, followed.nodes);
      setTimeout(() => void stopTwice?.(), PROOF_WAIT_MS);
      return false;
    }
    if (why !== null) {
      const evidence = [carEvidence(followed.game, followed.nodes, why.fault)];
      await stop({ fault: why.fault, evidence });
      return false;
    }
    headerAtMs = counts!.atMs;
    isAgreed = true;
    return true;
  };

  const compareHeader = async (replay: Replay): Promise<Fail | null> => {
    const terms = readyFor?.invite ?? invite!;
    const name = options.name ?? readyFor?.name ?? nameIn(invite!, seat!);
    const commitment = links?.commitment ?? null;
    const isHere = readyFor !== null;
    const found = termsCommitment(replay, seat!);
    // the hash chain is on the device that joined
    if (!isHere && found !== null && found !== commitment) {
      links = null;
      trouble(CHAIN_ELSEWHERE.fault);
    }
    return checkHeader(replay.game, replay.header!, {
      invite: { ...terms, seats: invite!.seats },
      ...{ seat: seat!, name, referee },
      key: (await ownKey) ?? keyIn(invite!, seat!),
      commitment: links === null ? found : commitment,
      nowMs: isHere && memory!.header === null ? ownNow() : null,
    });
  };

  /** Who was ready agrees to the header: a match begins with everyone's word. */
  const agree = async (): Promise<void> => {
    if (followed === null || seat === null || hasSaid || isAgreed !== true) return;
    if (!isOpeningFor(followed, seat)) return;
    hasSaid = true;
    const { n } = followed;
    const said = await doAct({ type: 'resume' });
    // the same seat may have agreed elsewhere
    if (said.ok || stopped !== null || followed === null || !isOpeningFor(followed, seat!)) return;
    // another seat agreed meanwhile, by a stopwatch that is ahead: this seat agrees again on top of that
    hasSaid = said.fault.code !== 'past-time';
    if (hasSaid) trouble(said.fault);
    else if (followed.n > n) void agree();
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
    const signed = hasKey ? signNext(act, n) : null;
    const wire = actToJson(game, act) as unknown as WireAct;
    // before the server has said welcome it takes nothing: what waits is sent then
    return pending.add({ wire, seen: n, signed }, message => {
      if (isConnected) send(message);
    });
  };

  /** Signs an action after all those before it, once everything up to node `n`, which the player saw, is stored. */
  const signNext = (act: Act, n: number): Promise<Result<SignedWire>> => {
    const signed = signing
      .then(() => checking)
      .then(() => signNow(act, n))
      .catch(unstored);
    signing = signed;
    return signed;
  };

  /** Signs an action, and stores it under a number that no other action of this seat has, or ever had. */
  const signNow = async (act: Act, n: number): Promise<Result<SignedWire>> => {
    if (stopped !== null) return { ok: false, fault: stopped.fault };
    if (isAgreed !== true) return NO_MATCH;
    const [replay, mine] = [followed!, seat!];
    const [match, seen] = [replay.digestAt(0), replay.digestAt(n)];
    const ms = Math.max(replay.table?.ms ?? 0, Math.floor(live.elapsedMs()));
    const when = whenOf(replay.terms, { ms });
    for (;;) {
      const seq = pending.nextSeq(replay, mine);
      const action = await signAction(options.secret!, { match, seat: mine, seq, seen, act, when });
      const number = when === null ? `${seq}` : `after ${n}`;
      const other = await memory!.keepAction(number, action);
      const fields = { seen: n, seq, signature: action.signature };
      if (other === null) return ok(when === null ? fields : { ...fields, ms });
      // with a referee numbers may be left out; without one the node that is followed is the number
      if (when !== null) return SIGNED_BEFORE;
    }
  };

  const setPlan = async (lines: PlanLines): Promise<Result<null>> => {
    if (followed === null || seat === null) return NO_MATCH;
    await checking;
    if (stopped !== null) return { ok: false, fault: stopped.fault };
    return planner.set(followed, seat, lines, { secret: options.secret, memory }, message => {
      if (isConnected) send(message);
      return isConnected;
    });
  };

  /** With the commitment to the own chain of chance, and the proof that the key of the seat is at hand. */
  const sayReady = async (): Promise<void> => {
    if (seat === null || invite === null || memory === null) return;
    const { nonce } = invite;
    const name = options.name ?? nameIn(invite, seat);
    readyFor = { invite, name };
    await memory.keepReady(readyFor);
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
      return isConnected && !isSilent;
    },
    get stopped() {
      return stopped;
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
    ...{ server, hello, hear, onDown, onSilent, now: ownNow, id: () => id },
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

const BEHIND = fail('conflict', 'the server has lost the newest nodes: they are sent to it', {
  rule: 'history',
});
const FORKED = fail('conflict', 'the server shows a different history of this match than before', {
  rule: 'history',
});
const TWO_HEADERS = fail('conflict', 'the server used one invite for two different matches', {
  rule: 'header',
});
const OTHER_MATCH = fail('conflict', 'the server answered with a different match', {
  rule: 'header',
});
const SIGNED_BEFORE = fail('conflict', 'you already signed another action at this point', {
  rule: 'seq',
});
const CHAIN_ELSEWHERE = fail(
  'unsupported',
  'the random numbers of this match are on the device where you joined; play on there',
  { rule: 'links' },
);
/** In the place of a signature that is not there yet. */
const UNSIGNED = new Uint8Array(64);
/** Of all connections of this program that have no other. */
const VAULT = memoryVault();
/** How long a client that was shown a second header waits for a node that the referee signed on it. */
const PROOF_WAIT_MS = 3000;
/** How far the time of an ending may be ahead of the client's own clock for it to be signed unasked. */
const MAX_LEAD_MS = 10_000;

const unstored = (cause: unknown): Fail =>
  fail('unwritable', `cannot store what the match needs: ${cause}`);

const nameIn = ({ seats }: Invite, seat: Seat): string =>
  seats.find(other => other.seat === seat)?.name ?? '';

const keyIn = ({ seats }: Invite, seat: Seat): string | null =>
  seats.find(other => other.seat === seat)?.key ?? null;

/** What the header says of the hash chain of a seat. */
function termsCommitment({ header, terms }: Replay, seat: Seat): string | null {
  const index = header!.players.findIndex(player => player.seat === seat);
  return terms.fair?.commitments[index] ?? null;
}

const NO_MATCH = fail('wrong-seat', 'there is no match yet, or no seat in it');
const TOO_LONG = fail('too-large', `at most ${MAX_CHAT} letters can be said at once`);

const CLOSE_FAULTS: { readonly [code: number]: Fault } = {
  [CLOSE.token]: { code: 'wrong-seat', message: 'the token is not one of this match' },
  [CLOSE.unknown]: { code: 'not-found', message: 'there is no such match' },
  [CLOSE.malformed]: { code: 'malformed', message: 'the server does not speak this protocol' },
};
