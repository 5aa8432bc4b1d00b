/** A server under attack, in its own process: floods, readers that do not read, a stalled process, a full disk. Prints measurements. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeInvite } from '@kifu/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MASKED_PING, MASKED_PONG, maskedText, openRaw } from '../test/raw-socket.ts';
import { until } from '../test/serve.ts';
import {
  checkKept,
  checkSignedOnce,
  playAt,
  type ServerChild,
  startChild,
} from '../test/server-child.ts';

const IS_DEEP = process.env.KIFU_DEEP === '1';
const MIB = 1_048_576;
const LIMITS = { messagesPerSecond: 40, messageBurst: 80 };
const CLOCK = { type: 'absolute', mainMs: 600_000 } as const;

let folder: string;
let child: ServerChild;
const file = () => join(folder, 'kifu.sqlite');
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kifu-fire-'));
});
afterEach(async () => {
  await child.stop('SIGKILL');
  await rm(folder, { recursive: true });
});

const tell = (what: string) => process.stdout.write(`${what}\n`);

/** Sends bytes while the other side accepts them, up to a limit; returns how many were sent. */
async function flood(socket: Awaited<ReturnType<typeof openRaw>>, piece: Uint8Array, most: number) {
  const chunk = Buffer.concat(Array.from({ length: 4000 }, () => piece));
  let sent = 0;
  while (!socket.destroyed && sent < most) {
    sent += chunk.length;
    if (!socket.write(chunk))
      await new Promise<void>(done => {
        socket.once('drain', done).once('close', done);
        if (socket.destroyed) done();
      });
  }
  return sent;
}

test('memory stays bounded under pings, pongs and garbage from readers that do not read', {
  timeout: IS_DEEP ? 1_800_000 : 180_000,
}, async () => {
  // so little that what waits without bound would end it
  child = await startChild({
    file: file(),
    limits: LIMITS,
    execArgv: ['--max-old-space-size=192', '--expose-gc'],
  });
  const told = await playAt(child.url, { game: 'backgammon', clock: CLOCK });
  const [rounds, warmUps, most] = IS_DEEP ? [200, 20, 64 * MIB] : [6, 2, 8 * MIB];
  let sent = 0;
  let floods = 0;
  // V8 and the allocator take pages while they are busy, and keep some: that does not count as growth
  let [held, rss] = [0, 0];
  for (let round = 0; round < rounds; round++) {
    if (round === warmUps) [held, rss] = [await child.heldBytes(), await child.rss()];
    const socket = await openRaw(child.url, told.match).catch(() => null);
    if (socket === null) continue;
    socket.pause();
    socket.write(maskedText('{"type":"hello"}'));
    const pieces = [MASKED_PING, MASKED_PONG, maskedText('{"type":"ping","t":1}'), maskedText('[')];
    const bytes = await flood(socket, pieces[round % pieces.length]!, most);
    sent += bytes;
    if (bytes >= MIB / 4) floods++;
    socket.destroy();
  }
  const grown = (await child.heldBytes()) - held;
  const grownRss = (await child.rss()) - rss;
  const { n } = told.lives[0]!.replay!;
  if (told.lives[0]!.replay!.outcome === null)
    await until(told.lives[0]!, ({ replay }) => replay!.n > n || replay!.outcome !== null);
  // a socket may be refused; those that are not send far more than a client may, and than the server takes
  expect(floods).toBeGreaterThanOrEqual(0.75 * rounds);
  expect(grown).toBeLessThan(16 * MIB);
  for (const live of told.lives) live.close();
  await child.stop('SIGTERM');
  await checkKept(file(), told);
  tell(
    `${floods} floods, ${Math.round(sent / MIB)} MiB: grown by ${(grown / MIB).toFixed(1)} MiB after gc (RSS by ${Math.round(grownRss / MIB)}), ${told.acked.size} nodes acknowledged, 0 lost`,
  );
});

test('memory stays bounded with many spectators who do not read', async () => {
  child = await startChild({
    file: file(),
    limits: {
      ...LIMITS,
      behindBytes: 65_536,
      behindMs: 2000,
      botPauseMs: 0,
      behindBytesOfAll: 8 * MIB,
    },
  });
  const told = await playAt(child.url, { game: 'kung-fu-chess', options: { speed: 'lightning' } });
  const before = await child.rss();
  const sockets = [];
  for (let i = 0; i < 40; i++) {
    const socket = await openRaw(child.url, told.match);
    socket.write(maskedText('{"type":"hello"}'));
    socket.pause();
    sockets.push(socket);
  }
  const { n } = told.lives[0]!.replay!;
  await until(told.lives[0]!, ({ replay }) => replay!.n > n + 30 || replay!.outcome !== null);
  const grown = (await child.rss()) - before;
  expect(grown).toBeLessThan(150 * MIB);
  for (const socket of sockets) socket.destroy();
  for (const live of told.lives) live.close();
  await child.stop('SIGTERM');
  await checkKept(file(), told);
  tell(
    `40 slow readers: grown by ${Math.round(grown / MIB)} MiB, ${told.acked.size} nodes acknowledged, 0 lost`,
  );
});

test('players lose no time while the process is stopped', async () => {
  child = await startChild({ file: file() });
  const told = await playAt(child.url, {
    game: 'chess',
    clock: { type: 'absolute', mainMs: 60_000 },
  });
  await until(told.lives[0]!, ({ replay }) => replay!.n > 4);
  child.process.kill('SIGSTOP');
  const stoppedMs = performance.now();
  await vi.waitFor(() => expect(performance.now() - stoppedMs).toBeGreaterThan(3000), {
    timeout: 60_000,
  });
  child.process.kill('SIGCONT');
  const { n } = told.lives[0]!.replay!;
  await until(told.lives[0]!, ({ replay }) => replay!.n > n + 4 || replay!.outcome !== null);
  for (const live of told.lives) live.close();
  await child.stop('SIGTERM');
  const words = await checkKept(file(), told);
  expect(words.slice(0, 2)).toEqual(['pause', 'resume']);
  checkSignedOnce(file(), 5);
  tell(`stopped for 3 s: a pause and a resume, ${told.acked.size} nodes acknowledged, 0 lost`);
});

test('a store that is full acknowledges nothing more, and loses nothing', async () => {
  child = await startChild({ file: file() });
  const { port } = child;
  const told = await playAt(child.url, { game: 'backgammon', clock: CLOCK });
  await until(told.lives[0]!, ({ replay }) => replay!.n > 10);
  await child.stop('SIGTERM');
  // no larger than it is
  child = await startChild({
    file: file(),
    port,
    store: { maxBytes: 1 },
    limits: { openPerAddress: 10_000, unreadyMs: 600_000 },
  });
  const made: string[] = [];
  const ask = async () => {
    const wanted = {
      game: 'chess',
      seats: [{ type: 'you', name: 'x'.repeat(80) }, { type: 'open' }],
    };
    const answer = await makeInvite(child.url, wanted as never);
    if (answer.ok) made.push(answer.value.invite.id);
    return answer;
  };
  // there may be some room left in its pages
  await vi.waitFor(
    async () => expect(await ask()).toMatchObject({ fault: { code: 'unwritable' } }),
    {
      timeout: 60_000,
      interval: 20,
    },
  );
  const ready = await fetch(`${child.url}/readyz`);
  expect(ready.status).toBe(503);
  expect(await ready.json()).toMatchObject({ fault: { code: 'unwritable' } });
  expect((await fetch(`${child.url}/healthz`)).status).toBe(200);
  await child.stop('SIGTERM');
  child = await startChild({ file: file(), port });
  for (const live of told.lives) {
    await until(live, ({ connection }) => connection.isConnected);
    live.close();
  }
  for (const id of made) expect((await fetch(`${child.url}/api/invites/${id}`)).status).toBe(200);
  await child.stop('SIGTERM');
  await checkKept(file(), told);
  tell(`a full store: ${told.acked.size + made.length} acknowledged, 0 lost`);
});
