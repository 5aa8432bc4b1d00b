/** Load on a server from a process of its own: `URL JOB`, a job in JSON; answers with one line of JSON. */
import { on, once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { makeInvite, type NewInvite } from '@kifu/client';
import { liveUrl, PROTOCOL } from '@kifu/client/protocol';
import { unwrap } from '@kifu/core';
import { WebSocket } from 'ws';

/** What is to be done. */
export interface Load {
  readonly do:
    | 'turns'
    | 'paced'
    | 'fan-out'
    | 'rest'
    | 'echo'
    | 'relay'
    | 'broadcast'
    | 'boardgame.io';
  readonly matches: number;
  readonly forMs: number;
  /** Between two acts of a match; 0 for as fast as they are answered. */
  readonly everyMs?: number;
  readonly spectators?: number;
  readonly invite?: NewInvite;
  /** Moves as JSON, played in turn from the start. */
  readonly moves?: readonly unknown[];
}

/** What came of it. */
export interface Loaded {
  readonly done: number;
  readonly seconds: number;
  /** Milliseconds from an act to its acknowledgement. */
  readonly p50: number;
  readonly p99: number;
  readonly refused: number;
}

interface Seat {
  readonly socket: WebSocket;
  ids: number;
}

/** A match that has begun: who plays it, and how many entries its beginning has. */
interface Begun {
  readonly seats: readonly Seat[];
  readonly opening: number;
}

const [url, text] = process.argv.slice(2);
const job = JSON.parse(text!) as Load;
const times: number[] = [];
let done = 0;
let refused = 0;
let isOver = false;

const makeSocket = (address: string, protocols: string[] = []): WebSocket =>
  new WebSocket(address, protocols, { perMessageDeflate: false });

/** A socket that is open. */
async function openSocket(address: string, protocols?: string[]): Promise<WebSocket> {
  const socket = makeSocket(address, protocols);
  await once(socket, 'open');
  return socket;
}

/** A socket that has said hello, and is ready. */
async function sit(id: string, token: string | null): Promise<WebSocket> {
  const socket = await openSocket(liveUrl(url!, id), [PROTOCOL]);
  socket.send(JSON.stringify({ type: 'hello', ...(token === null ? {} : { token }) }));
  if (token !== null) socket.send('{"type":"ready"}');
  await once(socket, 'message');
  return socket;
}

async function open(): Promise<{ readonly seats: readonly Seat[]; readonly id: string }> {
  const { invite, tokens } = unwrap(await makeInvite(url!, job.invite!));
  const sockets = await Promise.all(tokens.map(({ token }) => sit(invite.id, token)));
  return { id: invite.id, seats: sockets.map(socket => ({ socket, ids: 0 })) };
}

/** Where there is a referee every seat agrees to the header; else there is nothing to agree to, and it is refused. */
async function agree(seats: readonly Seat[]): Promise<Begun> {
  const agreed = await Promise.all(
    seats.map(async seat => {
      seat.socket.send(`{"type":"act","id":${seat.ids++},"seen":0,"act":{"type":"resume"}}`);
      for await (const [data] of on(seat.socket, 'message'))
        if (String(data).includes('"re":')) return !String(data).startsWith('{"type":"refused"');
      return false;
    }),
  );
  return { seats, opening: agreed.filter(Boolean).length };
}

/** Acts of one match: one after the other, each when the one before was acknowledged and the time has come. */
function play({ seats, opening }: Begun, startAfterMs: number): void {
  const { moves = [], everyMs = 0 } = job;
  let n = 0;
  let sentAt = 0;
  const next = (): void => {
    if (isOver || n >= moves.length) return;
    const seat = seats[n % seats.length]!;
    sentAt = performance.now();
    const act = JSON.stringify({ type: 'move', move: moves[n] });
    seat.socket.send(`{"type":"act","id":${seat.ids++},"seen":${opening + n},"act":${act}}`);
  };
  for (const { socket } of seats)
    socket.on('message', data => {
      const said = String(data);
      const isMine = said.includes('"re":');
      if (!isMine) return;
      if (said.startsWith('{"type":"refused"')) refused++;
      else {
        done++;
        n++;
      }
      const took = performance.now() - sentAt;
      times.push(took);
      if (everyMs === 0) next();
      else setTimeout(next, Math.max(0, everyMs - took));
    });
  setTimeout(next, startAfterMs);
}

async function openAll(count: number): Promise<(readonly Seat[])[]> {
  const all: (readonly Seat[])[] = [];
  let begun = 0;
  const work = async () => {
    while (begun++ < count) all.push((await open()).seats);
  };
  await Promise.all(Array.from({ length: Math.min(16, count) }, work));
  return all;
}

async function run(): Promise<void> {
  if (job.do === 'echo' || job.do === 'relay' || job.do === 'broadcast') return runPeer(job.do);
  if (job.do === 'boardgame.io') return runBoardgame();
  if (job.do === 'fan-out') {
    const { seats, id } = await open();
    const watching = await Promise.all(
      Array.from({ length: job.spectators! }, () => sit(id, null)),
    );
    await wait(500);
    const begun = await agree(seats);
    let delivered = 0;
    for (const socket of watching) socket.on('message', () => delivered++);
    begin();
    play(begun, 0);
    await wait(job.forMs);
    isOver = true;
    done = delivered;
    return;
  }
  const all = await openAll(job.matches);
  await wait(500);
  const begun = await Promise.all(all.map(agree));
  begin();
  for (const [i, match] of begun.entries())
    play(match, job.everyMs === undefined ? 0 : (i * job.everyMs) / all.length);
  await wait(job.forMs);
  isOver = true;
  if (job.do === 'rest') for (const seat of all.flat()) seat.socket.terminate();
}

/** The same shape against a server of nothing but sockets. */
async function runPeer(how: 'echo' | 'relay' | 'broadcast'): Promise<void> {
  const { matches, spectators = 0 } = job;
  const count = { echo: matches, relay: 2 * matches, broadcast: spectators + 1 }[how];
  const sockets = await Promise.all(Array.from({ length: count }, () => openSocket(url!)));
  const message = `{"type":"node","node":"${'A'.repeat(100)}","re":1}`;
  begin();
  for (const [i, socket] of sockets.entries()) {
    const isSender = how === 'echo' || (how === 'relay' ? i % 2 === 0 : i === 0);
    socket.on('message', () => {
      // of a relay, messages count; of a broadcast, deliveries
      if (isSender || how === 'broadcast') done++;
      if (!isOver && isSender) socket.send(message);
    });
    if (isSender) socket.send(message);
  }
  await wait(job.forMs);
  isOver = true;
}

/** What boardgame.io calls the game and socket.io its part of the socket. */
const SPACE = '/count';

/** Two players a match who move in turn, each move when the one before has been told: the messages of socket.io and boardgame.io. */
async function runBoardgame(): Promise<void> {
  const matches = await Promise.all(
    Array.from({ length: job.matches }, async (_, i) => {
      const id = `${process.pid}-${i}`;
      const first = await joinBoardgame(id, 0);
      return { id, sockets: [first, await joinBoardgame(id, 1)] };
    }),
  );
  begin();
  for (const { id, sockets } of matches) {
    let n = 0;
    const next = (): void => {
      const playerID = String(n % 2);
      const action = { type: 'MAKE_MOVE', payload: { type: 'add', args: [], playerID } };
      say(sockets[n % 2]!, ['update', action, n, id, playerID]);
    };
    for (const [seat, socket] of sockets.entries())
      socket.on('message', data => {
        if (n % 2 !== seat || !String(data).includes('["update"')) return;
        done++;
        n++;
        // a match is as long as ours
        if (!isOver && n < job.moves!.length) next();
      });
    next();
  }
  await wait(job.forMs);
  isOver = true;
}

/** Connects a player to a match, which is made where there is none. */
function joinBoardgame(match: string, player: number): Promise<WebSocket> {
  const socket = makeSocket(`${url}/socket.io/?EIO=4&transport=websocket`);
  const isIn = Promise.withResolvers<WebSocket>();
  socket.on('message', data => {
    const text = String(data);
    if (text.startsWith('0')) socket.send(`40${SPACE},`);
    else if (text === '2') socket.send('3');
    else if (text.startsWith('40')) say(socket, ['sync', match, String(player), null, 2]);
    else if (text.includes('["sync"')) isIn.resolve(socket);
  });
  return isIn.promise;
}

const say = (socket: WebSocket, event: readonly unknown[]): void =>
  socket.send(`42${SPACE},${JSON.stringify(event)}`);

let startedAt = 0;
/** Tells the parent that everything is set up, so that it can look at the CPU. */
function begin(): void {
  startedAt = performance.now();
  process.send?.('begin');
}

await run();
const seconds = (performance.now() - startedAt) / 1000;
times.sort((a, b) => a - b);
const at = (share: number) => times[Math.floor(share * (times.length - 1))] ?? 0;
const loaded: Loaded = { done, seconds, p50: at(0.5), p99: at(0.99), refused };
process.send?.(loaded);
process.exit(0);
