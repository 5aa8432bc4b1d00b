/** Matches between two terminals without a server, each a process with a home of its own. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jsonLines, kifu } from './run-kifu.ts';
import { type Started, startKifu } from './start-kifu.ts';

let folder: string;
const running: Started[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kifu-peer-play-'));
});
afterAll(async () => {
  await Promise.all(running.map(started => started.kill()));
  await rm(folder, { recursive: true });
});

const homeOf = (player: string) => join(folder, player);

function as(player: string, ...argv: readonly string[]): Started {
  const started = startKifu(env(player), ...argv);
  running.push(started);
  return started;
}

/** The address of a process that listens for an offer. */
async function addressOf(started: Started): Promise<string> {
  await started.saw('/p2p/');
  return /\/ip4\S+\/p2p\/\w+/.exec(started.out())![0];
}

/** Starts one who listens and one who offers until the match has begun for both: on a busy machine the way may be lost while it is offered. */
async function meet(start: () => Promise<readonly [ann: Started, bob: Started]>) {
  for (let tries = 1; ; tries++) {
    const [ann, bob] = await start();
    try {
      await bob.saw('> ');
      await ann.saw('> ');
      return [ann, bob] as const;
    } catch (cause) {
      if (tries === TRIES) throw cause;
      await Promise.all([ann.kill(), bob.kill()]);
    }
  }
}
const TRIES = 3;

const env = (player: string) => ({ KIFU_HOME: homeOf(player), KIFU_PASSPHRASE: 'so' });

const here = async (player: string, ...argv: readonly string[]) => {
  const { code, out, err } = await kifu([...argv, '--json'], { env: env(player) });
  return { code, err, ...jsonLines(out)[0] };
};

/** The newest match of a player: its head, and what is to be said of it. */
async function newest(player: string) {
  const { match, head } = await here(player, 'library', 'list', '--limit', '1');
  const { code, verdict, ended, chance } = await here(player, 'verify', match);
  return { head, code, verdict, ended, mode: chance.mode };
}

test('one offers, one takes it; both are killed and come back; both have the same record, verified', async () => {
  let [ann, bob] = await meet(async () => {
    const host = as('ann', 'play', 'chess', '--listen', '--name', 'Ann');
    const offer = ['--peer', await addressOf(host), '--seat', 'black', '--name', 'Bob'];
    return [host, as('bob', 'play', 'chess', ...offer)];
  });
  await ann.saw('white> ');
  ann.type('f3');
  await bob.saw('1. white  f3');
  bob.type('e5');
  await ann.saw('black  e5');
  await bob.kill();
  bob = as('bob', 'play', '--resume', 'last', '--name', 'Bob');
  await bob.saw('4 entries verified');
  await ann.kill();
  ann = as('ann', 'play', '--resume', 'last', '--name', 'Ann');
  await ann.saw('white> ');
  ann.type('g4');
  await bob.saw('2. white  g4');
  bob.type('Qh4');
  for (const { exit } of [ann, bob]) expect((await exit)[0]).toBe(0);
  const both = await Promise.all([newest('ann'), newest('bob')]);
  expect(both[0]).toMatchObject({ code: 0, verdict: 'verified', ended: true });
  expect(both[1]).toEqual(both[0]);
}, 300_000);

test('dice of both, through the peers that run on both machines, by name', async () => {
  for (const player of ['ann', 'bob']) await kifu(['id', 'new', player], { env: env(player) });
  const peers = ['--network', `play-${process.pid}`, '--json'];
  const annPeer = as('ann', 'peer', ...peers);
  const address = await addressOf(annPeer);
  const bobPeer = as('bob', 'peer', ...peers, '--peer', address);
  await bobPeer.saw('"event":"tree"');
  const [ann, bob] = await meet(async () => {
    const guest = as('bob', 'play', 'backgammon', '--peer', 'ann', '--name', 'Bob');
    // the peer keeps the offer until a program takes it
    await Promise.race([annPeer.saw('"event":"offer"'), guest.exit]);
    return [as('ann', 'play', '--listen', '--name', 'Ann', '--publish', 'peer'), guest];
  });
  await ann.saw('Bob offers a match of backgammon');
  await ann.saw('published as it goes on: kifu watch 12D3KooW');
  ann.type('resign');
  for (const { exit } of [ann, bob]) expect((await exit)[0]).toBe(0);
  for (const peer of [annPeer, bobPeer]) await peer.kill();
  const both = await Promise.all([newest('ann'), newest('bob')]);
  expect(both[0]).toMatchObject({ code: 0, verdict: 'verified', mode: 'fair' });
  expect(both[1]).toEqual(both[0]);
}, 300_000);

test('a game without turns is played in lockstep', async () => {
  const [ann, bob] = await meet(async () => {
    const host = as('ann', 'play', '--listen', '/ip4/127.0.0.1/tcp/0', '--name', 'Ann');
    const offer = ['--peer', await addressOf(host), '--delay', '8', '--name', 'Bob'];
    return [host, as('bob', 'play', 'kung-fu-chess', ...offer)];
  });
  bob.type('resign');
  for (const { exit } of [ann, bob]) expect((await exit)[0]).toBe(0);
  const both = await Promise.all([newest('ann'), newest('bob')]);
  expect(both[0]).toMatchObject({ code: 0, verdict: 'verified', ended: true });
  expect(both[1]).toEqual(both[0]);
}, 300_000);

test('refuses what two peers cannot play, and a peer that cannot be reached', async () => {
  const play = async (...argv: readonly string[]) =>
    (await kifu(['play', ...argv], { env: env('ann') })).err;
  const nobody = '/ip4/127.0.0.1/tcp/1/p2p/12D3KooWHnuy1hVtu8zHdLbnYHhWr22geop8KP4yrL63x5txnNWM';
  expect(await play('chess', '--peer', nobody)).toContain('cannot be reached');
  expect(await play('chess', '--peer', nobody, '--seat', 'green')).toContain('white and black');
  expect(await play('chess', '--listen', 'chess')).toContain('an address such as');
  expect(await play('chess', '--peer', nobody, '--load', 'x')).toContain('cannot be used with');
});
