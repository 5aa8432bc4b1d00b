/** Garbage by the thousands, while others play: the process stays up, its memory stays bounded, and the players notice nothing. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { connect as connectTo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type LiveMatch, makeInvite, type NewInvite } from '@kifu/client';
import { liveUrl, PROTOCOL } from '@kifu/client/protocol';
import { unwrap } from '@kifu/core';
import { verdictOf, verify } from '@kifu/record';
import { findRecords } from '@kifu/record/file';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket as Socket } from 'ws';
import { createLuck, oddMessage, oddRequest, rawBytes } from '../test/garbage.ts';
import { autoplay, ended, findGame, GAMES, seen } from '../test/serve.ts';

const MESSAGES = process.env.KIFU_DEEP === '1' ? 100_000 : 4000;
const AT_ONCE = 32;
/** Of what is really held, after the first tenth has warmed everything up. */
const MAX_GROWTH_BYTES = 12 << 20;
/** How long connections that are closing, and what V8 lets go of bit by bit, have to be gone. */
const SETTLE_MS = 30_000;

let folder: string;
let child: ChildProcess;
let url: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kifu-garbage-'));
  const limits = {
    cacheBytes: 1 << 20, // so that cached answers do not look like a leak
    ...{ requestsPerMinute: 1e9, requestBurst: 1e9, openPerAddress: 1e6, open: 1e6 },
    ...{ connections: 1e5, connectionsPerAddress: 1e5, keepsPerMinute: 1e6 },
    // an overloaded server is not a mistake of the server
    ...{
      uploads: 1e5,
      uploadsPerAddress: 1e5,
      foldQueue: 1e5,
      foldQueuePerAddress: 1e5,
      foldMs: 60_000,
    },
  };
  child = spawn(
    process.execPath,
    [
      ...['--conditions=source', '--no-warnings', '--expose-gc'],
      join(import.meta.dirname, '../test/server-process.ts'),
      ...[join(folder, 'kifu.sqlite'), '0', JSON.stringify(limits)],
    ],
    { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
  );
  url = String((await once(child.stdout!, 'data'))[0]).trim();
});
afterAll(async () => {
  child.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

/** Bytes that the process holds after it has cleared up. */
async function held(): Promise<number> {
  const answer = once(child, 'message');
  child.send('memory');
  const [{ heapUsed, external }] = await answer;
  return heapUsed + external;
}

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

/** Sends a request of any kind; the answer must not be an error of the server. */
function ask({ method, path, headers, body }: ReturnType<typeof oddRequest>): Promise<number> {
  return new Promise(done => {
    const { hostname, port } = new URL(url);
    const asked = request({ hostname, port, method, path, headers, agent }, response => {
      response.resume();
      response.on('close', () => done(response.statusCode!));
    });
    asked.on('error', () => done(0));
    asked.end(body);
  });
}

function sendRaw(bytes: Buffer): Promise<number> {
  return new Promise(done => {
    const { hostname, port } = new URL(url);
    const socket = connectTo(Number(port), hostname, () => socket.end(bytes));
    socket.on('error', () => {});
    socket.on('data', () => socket.destroy());
    socket.on('close', () => done(0));
    // what waits for more is left waiting
    setTimeout(() => socket.destroy(), 100);
  });
}

function speak(id: string, messages: readonly (string | Buffer)[]): Promise<number> {
  return new Promise(done => {
    const socket = new Socket(liveUrl(url, id), [PROTOCOL]);
    socket.on('error', () => {});
    socket.on('close', () => done(0));
    socket.on('open', () => {
      for (const message of messages) socket.send(message);
      socket.close();
    });
    setTimeout(() => socket.terminate(), 2000).unref();
  });
}

/** Two players who play one match after the other, at random, until they are stopped. */
function createPair() {
  const luck = createLuck(7);
  const matches: string[] = [];
  let entries = 0;
  let isOver = false;
  let now: LiveMatch[] = [];
  const playOne = async (): Promise<void> => {
    const { invite, tokens } = unwrap(await makeInvite(url, { game: 'chess', seats: SEATS }));
    const lives = await Promise.all(
      tokens.map(async ({ token }) =>
        unwrap(await connect(url, { match: invite.id, findGame, token })),
      ),
    );
    await Promise.all(lives.map(live => seen(live, 0)));
    now = lives;
    if (isOver) await giveUp(lives[0]!);
    matches.push(lives[0]!.invite!.match!);
    lives[0]!.on('node', () => entries++);
    for (const live of lives) autoplay(live, legal => (isOver ? null : luck.pick(legal)));
    await Promise.all(lives.map(ended));
    for (const live of lives) live.close();
  };
  const playing = (async () => {
    while (!isOver) await playOne();
  })();
  return {
    matches,
    entries: () => entries,
    async stop() {
      isOver = true;
      if (now[0] !== undefined) await giveUp(now[0]);
      await playing;
    },
  };
}

/** Resigns; again where a move of the other came between. */
async function giveUp(live: LiveMatch): Promise<void> {
  while (live.replay?.outcome === null && !(await live.resign()).ok);
}

const SEATS: NewInvite['seats'] = [
  { type: 'you', name: 'Ann' },
  { type: 'you', name: 'Bob' },
];

/** Verifies the record of a match, as it is downloaded without a token. */
async function verdictOn(match: string): Promise<string> {
  const car = await fetch(new URL(`/api/matches/${match}/record`, url));
  const bytes = new Uint8Array(await car.arrayBuffer());
  for await (const source of findRecords(GAMES, '', bytes, 'car')) {
    const found = unwrap(source);
    if ('kifu' in found) throw new Error('a CAR has nodes');
    const options = { head: found.head.digest, signatures: 'all' } as const;
    return verdictOf(await verify(found.nodes, findGame, options));
  }
  return 'nothing';
}

test(`${MESSAGES} odd requests and messages leave the server and its matches whole`, {
  timeout: 180_000 + 12 * MESSAGES,
}, async () => {
  const pair = createPair();
  const { invite } = unwrap(await makeInvite(url, { game: 'chess', seats: SEATS }));
  while (pair.matches.length === 0) await new Promise(done => setTimeout(done, 5));
  const idOf = () => pair.matches.at(-1)!;

  const luck = createLuck(20_260_115);
  const broken: string[] = [];
  let sent = 0;
  const one = async (): Promise<void> => {
    const kind = luck.below(10);
    if (kind < 6) {
      sent++;
      const odd = oddRequest(luck, idOf());
      const status = await ask(odd);
      if (status >= 500) broken.push(`${status} ${odd.method} ${odd.path}`);
    } else if (kind < 8) {
      sent++;
      await sendRaw(rawBytes(luck));
    } else {
      const messages = Array.from({ length: 4 }, () => oddMessage(luck));
      sent += messages.length;
      const greeted = luck.below(2) === 0 ? ['{"type":"hello"}', ...messages] : messages;
      await speak(luck.pick([invite.id, idOf(), 'nobody']), greeted);
    }
  };
  const sendUntil = async (count: number): Promise<void> => {
    const work = async () => {
      while (sent < count) await one();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  };

  await sendUntil(MESSAGES / 10);
  const before = await held();
  const playedBefore = pair.entries();
  await sendUntil(MESSAGES);

  expect(child.exitCode).toBeNull();
  expect(broken.slice(0, 5)).toEqual([]);
  expect(pair.entries() - playedBefore).toBeGreaterThan(20);
  await pair.stop();
  for (const match of pair.matches) expect(await verdictOn(match)).toBe('refereed');
  const grown = async () => (await held()) - before;
  await expect.poll(grown, { timeout: SETTLE_MS }).toBeLessThan(MAX_GROWTH_BYTES);
  agent.destroy();
});
