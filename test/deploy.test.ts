/** What `docs/deploy.md` says is done: nginx in front of two servers that are restarted one after the other, and a backup that is restored. */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { makeInvite } from '@kifu/client';
import { unwrap } from '@kifu/core';
import { loadKit } from '@kifu/games';
import { findGameIn } from '@kifu/record/file';
import { createPostgresStore } from '@kifu/stores/postgres';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { startServing } from '../packages/cli/test/serving.ts';
import { findGame, until } from '../packages/server/test/serve.ts';
import { checkKeptIn, playAt, type ToldMatch } from '../packages/server/test/server-child.ts';
import { command, isLeftOut, QUICK, usePostgres } from '../packages/stores/test/databases.ts';
import { startPostgres } from '../packages/stores/test/postgres-server.ts';

const run = promisify(execFile);
const DEPLOY = join(import.meta.dirname, '../deploy');
const hasNginx = spawnSync('nginx', ['-v']).status === 0;
const clock = { type: 'fischer', mainMs: 600_000, incrementMs: 1000 } as const;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const goOn = ({ lives: [live] }: ToldMatch): Promise<void> => {
  const { n } = live!.replay!;
  return until(live!, ({ replay }) => replay!.n >= n + 3 || replay!.outcome !== null);
};

/** Waits until all is well there. */
const answers = (url: string): Promise<void> =>
  vi.waitFor(async () => expect((await fetch(url)).status).toBe(200), { timeout: 60_000 });

describe.skipIf(isLeftOut)('several servers', { timeout: 240_000 }, () => {
  const database = usePostgres();
  let folder: string;
  const ends: (() => unknown)[] = [];

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'kifu-deploy-'));
    chmodSync(folder, 0o755);
  });
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const serve = async (port: number) => {
    const serving = await startServing(['--store', database().url(), '--port', String(port)], {
      env: {
        KIFU_TRUST_PROXY: 'true',
        KIFU_PUBLIC_URL: 'https://kifu.example',
        KIFU_LIMIT_REQUEST_BURST: '5000',
      },
    });
    ends.push(() => serving.stop());
    return serving;
  };

  /** The configuration as it is handed out, with hosts and ports of here. */
  async function startNginx(ports: readonly [number, number]): Promise<string> {
    const listening = await freePort();
    const text = readFileSync(join(DEPLOY, 'nginx.conf'), 'utf8')
      .replace('one:7423', `127.0.0.1:${ports[0]}`)
      .replace('two:7423', `127.0.0.1:${ports[1]}`)
      .replace('listen 8080', `listen 127.0.0.1:${listening}`);
    const path = join(folder, 'nginx.conf');
    writeFileSync(path, `daemon off; pid ${join(folder, 'nginx.pid')};\n${text}`);
    const nginx = spawn('nginx', ['-e', 'stderr', '-c', path], { stdio: 'ignore' });
    ends.push(async () => {
      const exit = once(nginx, 'exit');
      nginx.kill('SIGTERM');
      await exit;
    });
    const url = `http://127.0.0.1:${listening}`;
    await answers(`${url}/healthz`);
    return url;
  }

  test.skipIf(!hasNginx)('nginx leads to both, while each is restarted in turn', async () => {
    const ports = [await freePort(), await freePort()] as const;
    const servers = [await serve(ports[0]), await serve(ports[1])];
    const url = await startNginx(ports);
    const matches = await Promise.all(
      ['chess', 'backgammon', 'checkers'].map(game => playAt(url, { game, clock })),
    );
    const leave = () => {
      for (const { lives } of matches) for (const live of lives) live.close();
    };
    ends.push(leave);
    await Promise.all(matches.map(goOn));
    for (const [i, port] of ports.entries()) {
      expect(await servers[i]!.stop()).toBe(0);
      await Promise.all(matches.map(goOn));
      servers[i] = await serve(port);
      await answers(`${servers[i].url}/readyz`);
    }
    await Promise.all(matches.map(goOn));
    leave();
    const store = await createPostgresStore(database().url(), { findGame });
    ends.push(() => store.close());
    for (const match of matches) await checkKeptIn(store, match);
  });

  /** A folder with a server and with what dumps and restores it; undefined where the machine has none. */
  const tools = [
    ...globSync('/usr/lib/postgresql/*/bin'),
    ...(process.env.PATH ?? '').split(delimiter),
  ].find(path => ['initdb', 'pg_dump', 'pg_restore'].every(name => existsSync(join(path, name))));

  test.skipIf(tools === undefined)(
    'a backup is restored, and everything is there (pg_dump)',
    async () => {
      vi.stubEnv('KIFU_POSTGRES', tools);
      const database = (await startPostgres(QUICK))!;
      vi.unstubAllEnvs();
      ends.push(database.stop);
      const [from, to] = [database.url(), database.url('restored')];
      const serving = await startServing(['--store', from]);
      const seats = [{ type: 'you', name: 'Ann' }, { type: 'open' }] as const;
      const { invite } = unwrap(
        await makeInvite(serving.url, { game: 'chess', seats: [...seats] }),
      );
      const upload = await fetch(`${serving.url}/api/records?keep=true`, {
        method: 'POST',
        body: '1. f3 e5 2. g4 Qh4# 0-1',
      });
      const { records } = JSON.parse(await upload.text());
      const dump = join(folder, 'kifu.dump');
      // while it serves
      await run(join(tools!, 'pg_dump'), ['--format=custom', `--file=${dump}`, `--dbname=${from}`]);
      await serving.stop();
      await command(database, 'CREATE DATABASE restored');
      await run(join(tools!, 'pg_restore'), ['--exit-on-error', `--dbname=${to}`, dump]);
      const store = await createPostgresStore(to);
      const { matches, problems } = await store.check(findGameIn({ load: loadKit }));
      expect(problems).toEqual([]);
      expect(matches).toBeGreaterThan(0);
      await store.close();
      const restored = await startServing(['--store', to]);
      ends.push(() => restored.stop());
      const record = await fetch(`${restored.url}/api/matches/${records[0].match}/record?as=pgn`);
      expect(await record.text()).toContain('Qh4#');
      expect((await fetch(`${restored.url}/api/invites/${invite.id}`)).status).toBe(200);
    },
  );
});

/** Everything that a file of this folder says of the command and of figures is there. */
describe('files to run it with', () => {
  const read = (name: string) => readFileSync(join(DEPLOY, name), 'utf8');
  const page = readFileSync(join(DEPLOY, '../docs/deploy.md'), 'utf8');
  const metrics = readFileSync(join(DEPLOY, '../packages/server/src/metrics.ts'), 'utf8');
  const serve = readFileSync(join(DEPLOY, '../packages/cli/src/commands/serve.ts'), 'utf8');

  test.each(['alerts.yaml', 'dashboard.json'])('%s asks for figures that there are', name => {
    const figures = new Set(
      [...read(name).matchAll(/\bkifu_\w+/g)].map(([all]) => all.replace(/_bucket$/, '')),
    );
    expect(figures.size).toBeGreaterThan(5);
    for (const figure of figures) expect(metrics).toContain(`'${figure}'`);
  });

  test.each(['compose.yaml', 'kifu.service', 'Dockerfile'])(
    '%s sets options that there are',
    name => {
      const names = [...read(name).matchAll(/\bKIFU_([A-Z_]+)[:=]/g)].map(([, one]) => one!);
      expect(names.length).toBeGreaterThan(0);
      for (const one of names)
        expect(serve).toContain(`'--${one.toLowerCase().replaceAll('_', '-')}`);
    },
  );

  test('the dashboard is JSON, and every alert is explained', () => {
    expect(JSON.parse(read('dashboard.json')).panels.length).toBeGreaterThan(8);
    for (const [, alert] of read('alerts.yaml').matchAll(/alert: (\w+)/g))
      expect(page).toContain(`\`${alert}\``);
  });
});
