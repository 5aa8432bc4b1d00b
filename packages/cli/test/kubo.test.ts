/** A Kubo daemon beside peers: it reads what they publish, and they read from it what an absent peer published. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { as, json, type PeerProcess, startPeer, until } from './peers.ts';
import { kifu } from './run-kifu.ts';

/** Kubo's program: named by `KIFU_KUBO`, or on the PATH; null where there is none. */
const PROGRAM = process.env.KIFU_KUBO ?? 'ipfs';
const VERSION = (() => {
  try {
    return execFileSync(PROGRAM, ['--version'], { encoding: 'utf8' }).trim();
  } catch {
    return null;
  }
})();

/** Kubo's DHT for local networks is `/ipfs/lan/kad/1.0.0`. */
const LAN = ['--network', 'ipfs/lan'];

describe.skipIf(VERSION === null)(
  VERSION ?? 'Kubo: neither KIFU_KUBO nor a command ipfs on the PATH',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'kifu-kubo-'));
    const env = {
      ...process.env,
      IPFS_PATH: join(folder, 'repo'),
      KIFU_HOME: join(folder, 'home'),
    };
    let daemon: ChildProcess | undefined;
    let address: string;
    let ann: PeerProcess;
    const ipfs = (...words: string[]): string =>
      execFileSync(PROGRAM, words, { env, encoding: 'utf8', timeout: 30_000 }).trim();
    const named = (node: string, root: string) =>
      until('the name leads to the root', () => {
        try {
          return ipfs('name', 'resolve', '--nocache', `/ipns/${node}`) === `/ipfs/${root}`;
        } catch {
          return false;
        }
      });

    beforeAll(async () => {
      ipfs('init', '--profile=test');
      const swarm = ['/ip4/127.0.0.1/tcp/0'];
      const addresses = { API: '/ip4/127.0.0.1/tcp/0', Gateway: [], Swarm: swarm };
      ipfs('config', '--json', 'Addresses', JSON.stringify(addresses));
      ipfs('config', 'Routing.Type', 'dht');
      daemon = spawn(PROGRAM, ['daemon'], { env, stdio: 'ignore' });
      address = await until('the daemon listens', () => {
        try {
          readFileSync(join(env.IPFS_PATH, 'api'));
          return ipfs('id', '-f', '<addrs>').split('\n')[0];
        } catch {
          return null;
        }
      });
      for (const name of ['ann', 'eve']) await as(name, 'id', 'new', name);
      ann = await startPeer('ann', ...LAN, '--peer', address);
    });
    afterAll(async () => {
      daemon?.kill('SIGTERM');
      if (daemon !== undefined && daemon.exitCode === null) await once(daemon, 'exit');
      rmSync(folder, { recursive: true, force: true });
    });

    test('reads a tree and its commits from the peer, by name', async () => {
      const { node, root } = await json('ann', 'peer', 'status');
      await named(node, root);
      const tree = `/ipfs/${root}/interplanetary-game-system`;
      const entries = ipfs('ls', tree).split('\n');
      expect(entries.map(line => line.split(' ').at(-1))).toEqual(
        expect.arrayContaining(['identity.asc', 'my-nodes.txt', 'challenges/', 'archive/']),
      );
      expect(ipfs('cat', `${tree}/my-nodes.txt`)).toBe(node);
    });

    test('keeps the tree of a player, whom others then read while the player is away', async () => {
      const car = join(folder, 'ann.car');
      await as('ann', 'namespace', 'export', '-o', car);
      await as('eve', 'namespace', 'import', car);
      const offer = await json('ann', 'challenge', 'offer', 'chess', '--first', 'me');
      const { node, root } = await json('ann', 'peer', 'status');
      expect(JSON.parse(ipfs('dag', 'get', offer.commit))).toMatchObject({
        'commit-type': 'challenge-offer',
      });
      // by the name, so that the daemon has the newest record too
      await named(node, root);
      ipfs('pin', 'add', root);
      await ann.kill();
      await until('ann is away', () => !ipfs('swarm', 'peers').includes(node));
      const eve = await startPeer('eve', ...LAN, '--peer', address);
      await until('eve hears of the offer', async () =>
        (await as('eve', 'challenge', 'list')).includes(offer.id),
      );
      await eve.kill();
    });

    test('takes a record, and gives it back over bitswap', async () => {
      const [moves, file] = [join(folder, 'moves.txt'), join(folder, 'fool.car')];
      writeFileSync(moves, '1. f3 e5 2. g4 Qh4');
      const run = async (...words: string[]) => {
        const { code, out, err } = await kifu([...words, '--json'], { env });
        expect([code, err]).toEqual([0, '']);
        return JSON.parse(out);
      };
      await run('record', 'chess', '--moves', moves, '-o', file);
      const api = readFileSync(join(env.IPFS_PATH, 'api'), 'utf8').trim();
      const { root } = await run('publish', file, '--to', `kubo:${api}`);
      const [number] = JSON.parse(ipfs('dag', 'get', root));
      expect(number).toBe(5); // four moves and the ending
      expect(await run('fetch', root, '--from', `ipfs:${address}`)).toMatchObject({ root });
    });
  },
);
