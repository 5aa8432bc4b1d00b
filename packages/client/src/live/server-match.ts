/** A live match on a server, from the connection to the premove: puts together what follows, agrees, reveals and signs. */
import {
  type Action,
  type Entry,
  type Fault,
  fail,
  formatCid,
  type Json,
  moveAct,
  type Result,
  type Seat,
} from '@kifu/core';
import { actToJson } from '@kifu/record/json';
import {
  type MatchConnection,
  type MatchPlayer,
  Premoves,
  type Rematch,
  type SeatMove,
} from '@kifu/record/match';
import { keyOf } from '@kifu/record/match-state';
import type { Replay, SeatView } from '@kifu/record/replay';
import { memoryVault, type Vault } from '@kifu/record/store';
import type { ConnectOptions } from '../connect.ts';
import { type LiveMatch, playersOf, type Stop } from '../live.ts';
import { MatchMemory } from '../memory.ts';
import { createClockSync } from '../protocol/clock-sync.ts';
import { CLOSE } from '../protocol/constants.ts';
import type {
  ClientMessage,
  Invite,
  Presence,
  ServerMessage,
  WireAction,
} from '../protocol/messages.ts';
import { createReconnectingSocket } from '../protocol/reconnecting-socket.ts';
import { wallTimer } from '../wall-timer.ts';
import { HeaderAgreement } from './agreement.ts';
import { LiveChat } from './chat.ts';
import { LivePlan } from './conditional.ts';
import { NodeFollower } from './nodes.ts';
import { LinkRevealer } from './reveals.ts';
import { LiveSession, NO_MATCH } from './session.ts';
import { SeatSigner } from './signing.ts';

/** How often a resignation is signed again because another entry came first. */
const LEAVE_TRIES = 5;

/** Its functions are values: callers take them out of the match. */
export class ServerMatch implements LiveMatch {
  presence: Presence = { seats: [], watching: 0 };
  readonly #session: LiveSession;
  readonly on: LiveMatch['on'];
  readonly chat: LiveChat;
  readonly connection: MatchConnection;
  readonly conditional: LivePlan;
  readonly rematch: Rematch;
  readonly premoves = new Premoves(this, wallTimer.after, () =>
    this.#session.emitter.emit('change', 'premove'),
  );
  readonly #server: string;
  readonly #options: ConnectOptions;
  readonly #vault: Vault;
  readonly #reveals: LinkRevealer;
  readonly #agreement: HeaderAgreement;
  readonly #nodes: NodeFollower;
  readonly #signer: SeatSigner;
  #sync = createClockSync();
  #next: Rematch['next'] = null;
  #id: string;
  /** Whether the server has not answered of late, though the socket is open. */
  #isSilent = false;
  /** Whether the connection is lost and will not come back. */
  #isOver = false;

  constructor(server: string, options: ConnectOptions) {
    const { secret, name, findGame, now = Date.now, vault = VAULT } = options;
    this.#server = server;
    this.#options = options;
    this.#vault = vault;
    this.#id = options.match;
    const session = new LiveSession({ secret, name }, findGame, now);
    this.#session = session;
    this.on = session.emitter.on;
    this.#reveals = new LinkRevealer(session, () => this.#agreement.isAgreed);
    this.#agreement = new HeaderAgreement(session, this.#reveals);
    this.#nodes = new NodeFollower(session, this.#agreement, this.#taken);
    this.#signer = new SeatSigner(session, this.#agreement, this.elapsedMs);
    this.chat = new LiveChat(session);
    this.connection = this.#createConnection();
    this.conditional = new LivePlan(session);
    this.rematch = this.#createRematch();
    session.socket = createReconnectingSocket({
      ...{ server, now, id: () => this.#id, hello: this.#hello, hear: this.#hear },
      ...{ onDown: this.#onDown, onSilent: this.#onSilent },
      reconnects: options.reconnects ?? true,
      Socket: options.WebSocket ?? WebSocket,
    });
  }

  /** Resolves once everything is there, or with the fault that prevents it. */
  get first(): Promise<Fault | null> {
    return this.#session.first.promise;
  }

  get seat(): Seat | null {
    return this.#session.seat;
  }

  get invite(): Invite | null {
    return this.#session.invite;
  }

  get replay(): Replay | null {
    return this.#session.replay;
  }

  get seats(): readonly Seat[] {
    return this.seat === null ? [] : [this.seat];
  }

  get players(): readonly MatchPlayer[] {
    return playersOf(this);
  }

  get pending(): readonly SeatMove[] {
    const { replay, seat, pending } = this.#session;
    return replay === null || seat === null
      ? []
      : pending.moves(replay).map(move => ({ seat, move }));
  }

  get stopped(): Stop | null {
    return this.#session.stopped;
  }

  readonly viewsOf = (seat: Seat | null): readonly SeatView[] | null => {
    if (this.replay === null || this.replay.table !== null) return null;
    return seat === this.seat ? this.#nodes.sights : [];
  };

  readonly now = (): number => this.#session.now() + this.#sync.offsetMs;

  readonly elapsedMs = (): number => {
    const startedAt = this.#session.replay?.header?.startedAt ?? null;
    return startedAt === null ? 0 : this.now() - Date.parse(startedAt);
  };

  readonly submit = async (of: Seat, action: Action): Promise<Result<number>> => {
    for (let tries = 1; ; tries++) {
      const done = await this.#submitOnce(of, action);
      // an entry that was on its way came first: a player who leaves does so all the same
      const isStale =
        action.type === 'leave' &&
        !done.ok &&
        done.fault.code === 'conflict' &&
        done.fault.rule === undefined; // others are of this device: it has signed something else here
      if (!isStale || tries === LEAVE_TRIES) return done;
    }
  };

  async #submitOnce(of: Seat, action: Action): Promise<Result<number>> {
    const { replay, seat, pending, player, stopped } = this.#session;
    if (replay === null || seat === null) return NO_MATCH;
    if (of !== seat) return NOT_HERE;
    if (stopped !== null) return { ok: false, fault: stopped.fault };
    if (this.#isOver) return LOST;
    const { game, n } = replay;
    const hasKey = keyOf(replay.header!, seat) !== null;
    if (hasKey && player.secret === undefined)
      return fail('bad-signature', 'the key of this seat is not available here', {
        rule: 'no-key',
      });
    const signed = hasKey ? this.#signer.signAction(action, n) : null;
    const wire = actToJson(game, action) as unknown as WireAction;
    // before the server has said welcome it takes nothing: what waits is sent then
    return pending.add({ wire, seen: n, signed }, this.#session.sendIfConnected);
  }

  readonly play = async (move: Json): Promise<Result<number>> => {
    const { replay, seat } = this.#session;
    if (replay === null || seat === null) return NO_MATCH;
    return this.submit(seat, moveAct(replay.game, move));
  };

  readonly resign = (): Promise<Result<number>> => {
    const { seat } = this.#session;
    return seat === null
      ? Promise.resolve(fail('wrong-seat', 'spectators cannot resign'))
      : this.submit(seat, { type: 'leave', of: seat, how: 'resignation' });
  };

  readonly premove = (seat: Seat, move: Json | null): void => {
    this.premoves.change(seat, move);
  };

  readonly ready = (): void => void this.#agreement.sayReady();

  readonly signEnding = (): Promise<void> => this.#signer.signEnding();

  readonly stand = (): void => this.#session.send({ type: 'stand' });

  readonly close = async (): Promise<void> => {
    this.premoves.close();
    this.#session.socket.close();
  };

  #createConnection(): MatchConnection {
    const self = () => this;
    return {
      get isConnected() {
        return self().#session.isConnected && !self().#isSilent;
      },
      get roundTripMs() {
        return self().#sync.roundTripMs;
      },
      get watching() {
        return self().presence.watching;
      },
      fork: null,
    };
  }

  #createRematch(): Rematch {
    const next = () => this.#next;
    return {
      get next() {
        return next();
      },
      offer: () => this.#session.send({ type: 'rematch' }),
    };
  }

  readonly #hello = (): ClientMessage => {
    const { token } = this.#options;
    const { replay } = this.#session;
    return {
      type: 'hello',
      ...(token === undefined ? {} : { token }),
      ...(replay === null ? {} : { seen: { n: replay.n, node: formatCid(replay.head) } }),
    };
  };

  readonly #onDown = (code: number, reason: string, isOver: boolean): void => {
    const session = this.#session;
    session.isConnected = false;
    this.#isSilent = false;
    this.#isOver = isOver;
    this.conditional.lose();
    if (isOver) session.pending.failAll(LOST);
    // a server that is updated closes the connection, and the client reconnects
    if (isOver || !this.#nodes.isHealing)
      session.first.resolve(
        CLOSE_FAULTS[code] ?? { code: 'unreadable', message: `${this.#server} is not responding` },
      );
    session.emitter.emit('down', { code, reason, isOver });
  };

  readonly #onSilent = (is: boolean): void => {
    this.#isSilent = is;
    this.#session.emitter.emit('presence', this.presence);
  };

  readonly #hear = async (text: string): Promise<void> => {
    try {
      if (this.#session.stopped === null) await this.#take(JSON.parse(text) as ServerMessage);
    } catch (cause) {
      const message = `cannot read a message of the server: ${cause}`;
      this.#session.report({ code: 'malformed', message });
    }
  };

  async #take(message: ServerMessage): Promise<void> {
    const session = this.#session;
    const { emitter, pending } = session;
    switch (message.type) {
      case 'welcome':
        return this.#welcome(message);
      case 'node':
        return this.#nodes.take(message.node, message.sight ?? null, message.re ?? null);
      case 'nodes':
        return this.#nodes.takeAll(message);
      case 'refused':
        return message.re === undefined
          ? session.report(message.fault)
          : pending.refuse(message.re, message.fault);
      case 'invite':
        if (!(await this.#isSameInvite(message.invite))) return;
        session.invite = message.invite;
        emitter.emit('invite', message.invite);
        return;
      case 'reveal':
        return this.#reveals.answer(message.k);
      case 'ending':
        return this.#signer.takeEnding(message.node);
      case 'plan':
        return this.conditional.hear(message);
      case 'chat':
        return this.chat.hear(message);
      case 'presence':
        this.presence = message;
        emitter.emit('presence', message);
        return;
      case 'rematch':
        if (message.invite !== undefined && message.seat !== undefined)
          this.#next = { id: message.invite, seat: message.seat };
        emitter.emit('rematch', message);
        return;
      case 'pong':
        return this.#sync.add(message.t, session.now(), message.now);
    }
  }

  async #welcome(message: Extract<ServerMessage, { type: 'welcome' }>): Promise<void> {
    const session = this.#session;
    // the server may have been started again since, with another clock
    this.#sync = createClockSync(message.now - session.now());
    if (!(await this.#isSameInvite(message.invite))) return;
    const { invite, seat } = message;
    session.seat = seat;
    session.invite = invite;
    session.referee = message.referee;
    this.presence = message.presence;
    this.#id = invite.match ?? invite.id;
    this.chat.load(message.chat);
    if (!(await this.#remember())) return;
    if (!(await this.#nodes.recognize(message))) return;
    await this.#nodes.takeAll(message);
    if (session.stopped !== null) return;
    session.isConnected = true;
    this.#nodes.isHealing = false;
    session.socket.welcomed();
    session.pending.again(session.sendIfConnected);
    this.#reveals.showDue(); // also what was shown before, as it may not have arrived
    if (session.invite.phase === 'open' && (this.#options.isReady ?? true)) this.ready();
    session.first.resolve(null);
    session.emitter.emit('welcome', { seat });
  }

  /** Loads what this device knows of the match; false where nothing more is signed in it. */
  async #remember(): Promise<boolean> {
    const session = this.#session;
    const { seat, invite } = session;
    if (seat === null || invite === null || session.memory !== null) return true;
    session.memory = await MatchMemory.open(this.#vault, invite.nonce, seat);
    const { stop } = session.memory;
    if (stop !== null) {
      await session.stop(stop);
      return false;
    }
    this.#agreement.load();
    this.#reveals.load();
    return true;
  }

  /** A server that names another match than the one it named before is not followed there. */
  async #isSameInvite({ nonce, id }: Invite): Promise<boolean> {
    const { invite } = this.#session;
    if (invite === null || (invite.nonce === nonce && invite.id === id)) return true;
    await this.#session.stop({ fault: OTHER_MATCH.fault, evidence: [] });
    return false;
  }

  /** What follows from a node. */
  readonly #taken = (replay: Replay, entry: Entry | null): void => {
    this.#tellElsewhere(replay, entry);
    void this.#agreement.agree(() => this.submit(this.seat!, { type: 'resume' }));
    this.#reveals.showDue();
    this.#session.emitter.emit('node', { replay, entry, parts: replay.parts });
    this.premoves.tryAll();
  };

  /** An action of the player's seat with a valid signature that this device did not make. */
  #tellElsewhere({ n }: Replay, entry: Entry | null): void {
    const { seat, memory, isConnected, emitter } = this.#session;
    const signed = entry?.seat === seat ? (entry?.signed ?? null) : null;
    if (signed === null || memory === null || n < memory.nodes.length) return;
    if (!memory.isOwn(signed.signature) && isConnected) emitter.emit('elsewhere', { n });
  }
}

/** Of all connections of this program that have no other. */
const VAULT = memoryVault();

const OTHER_MATCH = fail('conflict', 'the server answered with a different match', {
  rule: 'header',
});
const NOT_HERE = fail('wrong-seat', 'the seat is not played here');
const LOST = fail('unreadable', 'connection lost');

const CLOSE_FAULTS: { readonly [code: number]: Fault } = {
  [CLOSE.token]: {
    code: 'wrong-seat',
    message: 'the token does not belong to a seat of this match',
  },
  [CLOSE.unknown]: { code: 'not-found', message: 'match not found' },
  [CLOSE.malformed]: { code: 'malformed', message: 'the server does not support this protocol' },
};
