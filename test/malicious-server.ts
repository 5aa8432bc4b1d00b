/**
 * A server that cheats, with one switch per attack. It speaks the live protocol, holds the referee's key and plays the first seat itself;
 * the client under attack takes the second one. What is not an invite or a socket it passes on to a true server, so that a browser gets the
 * site from it.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Invite } from '@kifu/client';
import { makeLinks } from '@kifu/client/player';
import type { ClientMessage, ServerMessage } from '@kifu/client/protocol';
import {
  type Action,
  bytesToHex,
  encodeBase64,
  type Game,
  type Header,
  hexToBytes,
  type JsonObject,
  type NewEntry,
  type Seat,
  unwrap,
} from '@kifu/core';
import { loadKit } from '@kifu/games';
import { actFromJson } from '@kifu/record/json';
import { decodeNext, encodeEnding, encodeEntry, encodeHeader, isEnding } from '@kifu/record/node';
import { Replay, readAll } from '@kifu/record/replay';
import { intentMessage, nodeMessage, publicKeyOf, sign } from '@kifu/record/sign';
import { type WebSocket, WebSocketServer } from 'ws';

/** What it can do. */
const ATTACKS = [
  'resign', //     enters a resignation of the victim
  'draw', //       offers a draw, and enters that the victim accepts
  'move', //       enters a move of the victim
  'opponent', //   enters a move of the other player without their signature
  'referee', //    enters a move that the referee did not sign
  'illegal', //    enters a move that the rules do not allow
  'swap-key', //   writes another key into the victim's seat
  'no-key', //     writes no key into the victim's seat
  'bend-header', // starts without the victim's queen
  'reuse', //      after a restart, offers the same nonce with another header
  'fork', //       after a restart, shows another history
  'other-match', // after a restart, shows another match under the same invite
  'drop', //       never enters the victim's first move
  'none', //       honest
] as const;
export type Attack = (typeof ATTACKS)[number];

const SEAT = { own: 0, victim: 1 } as const;
const TOKEN = 'a'.repeat(32);
const SECRETS = { referee: secretOf(1), own: secretOf(2), stranger: secretOf(3) };
/** In the place of a signature. */
const GARBAGE = new Uint8Array(64).fill(7);
/** Moves of the first seat, and what it plays in the other history. */
const OPENING = { e4: 'e2e4', d4: 'd2d4' } as const;

function secretOf(byte: number): Uint8Array {
  return new Uint8Array(32).fill(byte);
}

/** A cheating server that runs. */
export interface MaliciousServer {
  readonly url: string;
  /** Where the victim joins. */
  readonly link: string;
  readonly id: string;
  readonly token: string;
  /** Everything that the victim sent, in order. */
  readonly heard: ClientMessage[];
  /** The match as the victim was shown it. */
  readonly nodes: readonly Uint8Array[];
  /** Closes all sockets, as a crash would. From the second life on, what happens after a restart happens. */
  restart(): void;
  close(): Promise<void>;
}

/** Starts one. Pages come from the server at `site`. */
export async function startMalicious(attack: Attack, site?: string): Promise<MaliciousServer> {
  const game = unwrap(await loadKit(attack === 'reuse' ? 'backgammon' : 'chess', 1)).game as Game;
  const match = new CheatedMatch(attack, game);
  await match.prepare();
  const server = createServer((request, response) => {
    void answer(match, request, response, site);
  });
  const sockets = new WebSocketServer({ server, handleProtocols: set => [...set][0] ?? false });
  sockets.on('connection', socket => match.connect(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ url, id: match.id, token: TOKEN, heard: match.heard },
    link: `${url}/live/${match.id}`,
    get nodes() {
      return match.nodes;
    },
    restart() {
      match.lives++;
      for (const socket of sockets.clients) socket.terminate();
    },
    close: () => closeAll(server, sockets),
  };
}

async function closeAll(server: Server, sockets: WebSocketServer): Promise<void> {
  for (const socket of sockets.clients) socket.terminate();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}

async function answer(
  match: CheatedMatch,
  request: IncomingMessage,
  response: ServerResponse,
  site: string | undefined,
): Promise<void> {
  const { url = '/', method } = request;
  const json = (value: unknown): void => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
  };
  if (url.startsWith(`/api/invites/${match.id}/seats`)) {
    const body = JSON.parse(await textOf(request)) as { name: string; key?: string };
    match.sit(body.name, body.key ?? null);
    return json({ invite: match.invite, seat: SEAT.victim, token: TOKEN });
  }
  if (url.startsWith(`/api/invites/${match.id}`)) return json({ invite: match.invite });
  if (site === undefined || method !== 'GET') return void response.writeHead(404).end('{}');
  const passed = await fetch(new URL(url, site));
  const headers = ['content-type', 'content-security-policy'].flatMap(name => {
    const value = passed.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  response.writeHead(passed.status, Object.fromEntries(headers));
  response.end(Buffer.from(await passed.arrayBuffer()));
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

/** The match that it cheats in. */
class CheatedMatch {
  readonly id = 'aCheatedMatch';
  readonly heard: ClientMessage[] = [];
  nodes: Uint8Array[] = [];
  /** How often it was started. */
  lives = 1;
  readonly #attack: Attack;
  readonly #game: Game;
  readonly #nonce = 'ab'.repeat(16);
  readonly #startMs = Date.now();
  #keys = { referee: '', own: '', stranger: '' };
  #victim: { readonly name: string; readonly key: string | null } | null = null;
  #commitment: string | null = null;
  #socket: WebSocket | null = null;
  #begunIn = 0;
  #hasStruck = false;
  /** One thing after the other. */
  #work: Promise<void> = Promise.resolve();

  constructor(attack: Attack, game: Game) {
    this.#attack = attack;
    this.#game = game;
  }

  async prepare(): Promise<void> {
    const hex = async (secret: Uint8Array) => bytesToHex(await publicKeyOf(secret));
    const { referee, own, stranger } = SECRETS;
    this.#keys = {
      referee: await hex(referee),
      own: await hex(own),
      stranger: await hex(stranger),
    };
  }

  sit(name: string, key: string | null): void {
    this.#victim = { name, key };
  }

  get #isFair(): boolean {
    return this.#attack === 'reuse';
  }

  get invite(): Invite {
    const isBegun = this.#begunIn > 0 && !(this.#attack === 'reuse' && this.#begunIn < this.lives);
    return {
      ...{ id: this.id, phase: isBegun ? 'live' : 'open', game: this.#game.name, version: 1 },
      ...{ options: {}, clock: null, visibility: 'public', rated: false, branch: null },
      seats: [
        { seat: 0, type: 'person', name: 'Eve', key: this.#keys.own, isReady: true },
        this.#victim === null
          ? { seat: 1, type: 'open', name: null, isReady: false }
          : {
              ...{ seat: 1, type: 'person', name: this.#victim.name, isReady: isBegun },
              ...(this.#victim.key === null ? {} : { key: this.#victim.key }),
            },
      ],
      chance: this.#isFair ? 'fair' : 'plain',
      ...{ waitMs: 60_000, absenceMs: null, countdownMs: 0, referee: true, mayCancel: false },
      ...{ chatOff: [], nonce: this.#nonce, match: null, outcome: null },
      createdAt: new Date(this.#startMs).toISOString(),
    };
  }

  connect(socket: WebSocket): void {
    this.#socket = socket;
    socket.on('message', data => {
      const message = JSON.parse(String(data)) as ClientMessage;
      this.heard.push(message);
      this.#work = this.#work
        .then(() => this.#take(message))
        .catch((cause: unknown) => console.error(cause));
    });
  }

  #send(message: ServerMessage): void {
    this.#socket?.send(JSON.stringify(message));
  }

  async #take(message: ClientMessage): Promise<void> {
    switch (message.type) {
      case 'hello':
        return this.#welcome();
      case 'ping':
        return this.#send({ type: 'pong', t: message.t, now: Date.now() });
      case 'ready':
        this.#commitment = message.commitment ?? null;
        return this.#begin();
      case 'act':
        return this.#takeAct(message);
      case 'link':
        return this.#takeLink(message.link);
      default:
        return;
    }
  }

  async #welcome(): Promise<void> {
    if (this.lives > 1 && this.#attack === 'fork') await this.#fork();
    if (this.lives > 1 && this.#attack === 'other-match') await this.#makeOther();
    const isOver = this.#begunIn > 0 && this.invite.phase === 'live';
    this.#send({
      ...{ type: 'welcome', protocol: 1, seat: SEAT.victim, now: Date.now() },
      ...{ invite: this.invite, chat: [], presence: { seats: [0, 1], watching: 0 } },
      ...{ maxLagMs: 500, referee: this.#keys.referee, era: `${this.lives}`, from: 0 },
      nodes: isOver ? this.nodes.map(encodeBase64) : [],
    });
  }

  /** The first time as agreed or bent; a second time the same nonce with other links of its own. */
  async #begin(): Promise<void> {
    if (this.#begunIn === this.lives) return;
    this.#begunIn = this.lives;
    this.nodes = [encodeHeader(this.#header())];
    this.#send({ type: 'invite', invite: this.invite });
    this.#show();
    await this.#enterOwn({ type: 'resume' });
  }

  #header(): Header {
    const { name, key } = this.#victim!;
    const keyed =
      this.#attack === 'no-key'
        ? {}
        : { key: this.#attack === 'swap-key' ? this.#keys.stranger : key! };
    return {
      ...{ game: this.#game.name, version: 1, options: {}, seed: null, tags: {} },
      start: this.#attack === 'bend-header' ? this.#bentStart() : null,
      startedAt: new Date(this.#startMs).toISOString(),
      players: [
        { seat: 0, name: 'Eve', key: this.#keys.own },
        { seat: 1, name, ...keyed },
      ],
      terms: {
        ...{ nonce: this.#nonce, rated: false, clock: null, referee: this.#keys.referee },
        fair: this.#isFair
          ? {
              commitments: [this.#links.commitment, this.#commitment, null],
              ...{ waitMs: 60_000, deal: null },
            }
          : null,
        ...{ hashEvery: 16, branch: null },
      },
    };
  }

  get #links() {
    return makeLinks(this.#nonce, SEAT.own, secretOf(100 + this.lives), 64);
  }

  /** The usual position, without the queen of the victim. */
  #bentStart(): NonNullable<Header['start']> {
    const { setup, states } = this.#game;
    const state = unwrap(setup({ seats: [0, 1], seed: null, options: {}, start: null } as never));
    const canon = JSON.stringify(states.canon(state)).replace('{"player":1,"type":"q"}', 'null');
    return { canon: JSON.parse(canon), aside: null };
  }

  async #takeAct({ act, seq, seen, signature, id }: Extract<ClientMessage, { type: 'act' }>) {
    const { replay } = this;
    const decoded = unwrap(actFromJson(this.#game, act as unknown as JsonObject));
    if (this.#attack === 'drop' && decoded.type === 'move') return;
    const signed = { seq: seq!, seen, signature: hexToBytes(signature!) };
    await this.#enter({ seat: SEAT.victim, act: decoded, signed }, id);
    if (decoded.type === 'resume' && replay.n === 1 && !this.#isFair)
      return this.#enterOwn(this.#move(OPENING.e4));
    if (decoded.type === 'move' && !this.#hasStruck) await this.#strike();
  }

  async #takeLink(link: string): Promise<void> {
    if (this.replay.table!.drawn >= 0) return;
    await this.#enter({
      seat: SEAT.victim,
      act: { type: 'links', links: [this.#links.link(0)!, hexToBytes(link)] },
    });
  }

  /** What it does after the first move of the victim. */
  async #strike(): Promise<void> {
    this.#hasStruck = true;
    const garble = (act: Action) =>
      this.#enter({ seat: SEAT.victim, act, signed: this.#signedBy(SEAT.victim, GARBAGE) });
    switch (this.#attack) {
      case 'resign':
        await garble({ type: 'leave', of: SEAT.victim, how: 'resignation' });
        return this.#end();
      case 'draw':
        await this.#enterOwn({ type: 'offer-draw' });
        await garble({ type: 'accept-draw' });
        return this.#end();
      case 'move':
        await this.#enterOwn(this.#move('g1f3'));
        return garble(this.#move('b8c6'));
      case 'opponent': {
        const signed = this.#signedBy(SEAT.own, GARBAGE);
        return this.#enter({ seat: SEAT.own, act: this.#move('g1f3'), signed });
      }
      case 'referee':
        return this.#enterOwn(this.#move('g1f3'), GARBAGE);
      case 'illegal': {
        const legal = this.#move('g1f3');
        const made = await this.#made({
          seat: SEAT.own,
          act: legal,
          signed: await this.#sign(legal),
        });
        const node = unwrap(decodeNext(made));
        if (isEnding(node)) return;
        const act = this.#move('a1a8');
        const signed = await this.#sign(act);
        return this.#push(await this.#refereed({ ...node, act, signed }));
      }
      default:
        return;
    }
  }

  /** Shows another history from the first move on. */
  async #fork(): Promise<void> {
    this.nodes = this.nodes.slice(0, 3);
    const socket = this.#socket;
    this.#socket = null; // nothing is sent before the welcome
    await this.#enterOwn(this.#move(OPENING.d4));
    this.#socket = socket;
  }

  async #makeOther(): Promise<void> {
    this.nodes = [
      encodeHeader({ ...this.#header(), startedAt: new Date(this.#startMs + 1).toISOString() }),
    ];
  }

  #move(uci: string): Action {
    const [from, to] = [uci.slice(0, 2), uci.slice(2, 4)].map(
      name => name.charCodeAt(0) - 97 + 8 * (Number(name[1]) - 1),
    );
    return { type: 'move', move: Uint8Array.of(from!, to!, 0) };
  }

  get replay(): Replay {
    return readAll(new Replay(this.#game, this.nodes), []);
  }

  #seqOf(seat: Seat): number {
    return (this.replay.table?.seqs?.[seat] ?? 0) + 1;
  }

  #signedBy(seat: Seat, signature: Uint8Array) {
    return { seq: this.#seqOf(seat), seen: this.replay.n, signature };
  }

  async #sign(act: Action) {
    const { replay } = this;
    const seq = this.#seqOf(SEAT.own);
    const [match, seen] = [replay.digestAt(0), replay.digestAt(replay.n)];
    const message = intentMessage({ match, seat: SEAT.own, seq, seen, act, when: null });
    return { seq, seen: replay.n, signature: await sign(SECRETS.own, message) };
  }

  async #enterOwn(act: Action, referee?: Uint8Array): Promise<void> {
    await this.#enter({ seat: SEAT.own, act, signed: await this.#sign(act) }, undefined, referee);
  }

  async #enter(entry: NewEntry, re?: number, referee?: Uint8Array): Promise<void> {
    const node = unwrap(decodeNext(await this.#made(entry)));
    if (isEnding(node)) return;
    this.#push(
      referee === undefined ? await this.#refereed(node) : encodeEntry({ ...node, referee }),
      re,
    );
  }

  #push(bytes: Uint8Array, re?: number): void {
    this.nodes.push(bytes);
    this.#show(re);
  }

  #show(re?: number): void {
    const node = encodeBase64(this.nodes.at(-1)!);
    this.#send({ type: 'node', node, ...(re === undefined ? {} : { re }) });
  }

  /** The node of an entry, before the referee signs it. */
  async #made(entry: NewEntry): Promise<Uint8Array> {
    const { replay } = this;
    const wrong = replay.write({ ms: Date.now() - this.#startMs, ...entry, referee: GARBAGE });
    if (wrong !== null) throw new Error(wrong.fault.message);
    return replay.nodes.at(-1)!;
  }

  async #refereed(node: Parameters<typeof encodeEntry>[0]): Promise<Uint8Array> {
    return encodeEntry({ ...node, referee: await sign(SECRETS.referee, nodeMessage(node)) });
  }

  /** Asks for a signature under the ending. */
  async #end(): Promise<void> {
    const { replay } = this;
    const wrong = replay.writeEnd({ ms: Date.now() - this.#startMs, referee: GARBAGE });
    if (wrong !== null) throw new Error(wrong.fault.message);
    const node = unwrap(decodeNext(replay.nodes.at(-1)!));
    if (!isEnding(node)) return;
    this.#send({ type: 'ending', node: encodeBase64(encodeEnding({ ...node, referee: null })) });
  }
}
