/** Matches between two terminals without a server, each a process with a home of its own. */
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fakeProgram } from './fake-programs.ts';
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

/** Starts one who listens and one who offers, and waits until the match has begun for both. */
async function meet(start: () => Promise<readonly [ann: Started, bob: Started]>) {
  const [ann, bob] = await start();
  await bob.saw('> ');
  await ann.saw('> ');
  return [ann, bob] as const;
}

/** A way to a port on which connections are lost: each after so many bytes of the caller, the rest never. */
async function badWayTo(port: number, ...lostAfter: number[]): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer(caller => {
    const most = lostAfter.shift() ?? Number.POSITIVE_INFINITY;
    const called = connect(port, '127.0.0.1');
    let bytes = 0;
    for (const socket of [caller, called]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => [caller, called].map(each => each.destroy()));
    }
    caller.on('data', chunk => {
      bytes += chunk.length;
      if (bytes > most) caller.destroy();
    });
    caller.pipe(called).pipe(caller);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
const closing: (() => void)[] = [];
afterAll(() => {
  for (const close of closing) close();
});

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
  await ann.saw('White> ');
  ann.type('f3');
  await bob.saw('1. White  f3');
  bob.type('e5');
  await ann.saw('Black  e5');
  await bob.kill();
  bob = as('bob', 'play', '--resume', 'last', '--name', 'Bob');
  await bob.saw('4 entries verified');
  await ann.kill();
  ann = as('ann', 'play', '--resume', 'last', '--name', 'Ann');
  await ann.saw('White> ');
  ann.type('g4');
  await bob.saw('2. White  g4');
  bob.type('Qh4');
  for (const { exit } of [ann, bob]) expect((await exit)[0]).toBe(0);
  const both = await Promise.all([newest('ann'), newest('bob')]);
  expect(both[0]).toMatchObject({ code: 0, verdict: 'verified', ended: true });
  expect(both[1]).toEqual(both[0]);
}, 300_000);

test('an offer whose way is lost is made again without the player', async () => {
  const [ann, bob] = await meet(async () => {
    const host = as('ann', 'play', 'chess', '--listen', '--name', 'Ann');
    const address = await addressOf(host);
    const [, port] = /\/tcp\/(\d+)/.exec(address)!;
    const way = await badWayTo(Number(port), 0, 600);
    const offer = ['--peer', address.replace(`/tcp/${port}`, `/tcp/${way}`), '--name', 'Bob'];
    return [host, as('bob', 'play', 'chess', ...offer)];
  });
  expect(bob.out()).toMatch(
    /no answer from the other peer; retrying[\s\S]*challenge sent; waiting for an answer/,
  );
  bob.type('resign');
  for (const { exit } of [ann, bob]) expect((await exit)[0]).toBe(0);
  const both = await Promise.all([newest('ann'), newest('bob')]);
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
  await ann.saw('published live: kifu watch 12D3KooW');
  ann.type('resign');
  for (const { exit } of [ann, bob]) expect((await exit)[0]).toBe(0);
  for (const peer of [annPeer, bobPeer]) await peer.kill();
  const both = await Promise.all([newest('ann'), newest('bob')]);
  expect(both[0]).toMatchObject({ code: 0, verdict: 'verified', mode: 'fair' });
  expect(both[1]).toEqual(both[0]);
}, 300_000);

test('an engine plays a seat, and gives it up with a reason', async () => {
  const host = as('ann', 'play', 'chess', '--listen', '--as', fakeProgram('uci', 'crash'));
  const offer = ['--peer', await addressOf(host), '--as', fakeProgram('uci')];
  const guest = as('bob', 'play', 'chess', ...offer);
  for (const { exit } of [host, guest]) expect((await exit)[0]).toBe(0);
  const { match, players } = await here('ann', 'library', 'list', '--limit', '1');
  expect(players).toEqual(['Fake Fish 1.2', 'Fake Fish 1.2']);
  const { out } = await kifu(['convert', match, '--to', 'json'], { env: env('ann') });
  expect(out).toContain('Fake Fish 1.2 failed: it exited with status 3');
  expect((await newest('bob')).ended).toBe(true);
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
  expect(await play('chess', '--peer', nobody)).toContain(`cannot reach ${nobody}: `);
  expect(await play('chess', '--peer', nobody, '--seat', 'green')).toContain(
    '--seat must be white or black',
  );
  expect(await play('chess', '--listen', 'chess')).toContain('Must be a multiaddr such as');
  expect(await play('chess', '--peer', nobody, '--load', 'x')).toContain('cannot be used with');
});
