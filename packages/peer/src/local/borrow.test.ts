/** A command works on a folder: the peer that runs on it waits and then looks, and so does one that was started meanwhile. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { borrow } from './index.ts';
import { type LocalServer, serveCommands } from './server.ts';

let folder: string;
let servers: LocalServer[];
/** What happened, in order. */
let happened: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kifu-borrow-'));
  [servers, happened] = [[], []];
});
afterEach(async () => {
  for (const server of servers) await server.close();
  await rm(folder, { recursive: true });
});

/** A peer that does nothing but lend its folder. */
async function start(name: string): Promise<LocalServer> {
  const peer = {
    async lend<T>(work: () => Promise<T>): Promise<T> {
      happened.push(`${name} waits`);
      const done = await work();
      happened.push(`${name} looks`);
      return done;
    },
  };
  const server = await serveCommands(folder, peer as never);
  servers.push(server);
  return server;
}

const work = async () => happened.push('work');

test('a peer waits, and looks when the work is done', async () => {
  await start('ann');
  await borrow(folder, work);
  expect(happened).toEqual(['ann waits', 'work', 'ann looks']);
});

test('where none runs the work is done, and what it throws is thrown', async () => {
  await borrow(folder, work);
  expect(happened).toEqual(['work']);
  await expect(borrow(folder, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
});

test('a peer that was started during the work looks too', async () => {
  await borrow(folder, async () => {
    await start('ann');
    await work();
  });
  expect(happened).toEqual(['work', 'ann waits', 'ann looks']);
});

test('a peer that was started in the place of one that ended looks too', async () => {
  const first = await start('ann');
  await borrow(folder, async () => {
    await first.close();
    await start('ann again');
    await work();
  });
  expect(happened.filter(what => what !== 'ann looks')).toEqual([
    ...['ann waits', 'work', 'ann again waits', 'ann again looks'],
  ]);
});
