/** `kifu serve`, `kifu play` and `kifu watch` as processes of their own, as people start them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { kifu as kifuHere } from '../../test/run-kifu.ts';

const BIN = join(import.meta.dirname, '../../bin/kifu.js');
let folder: string;
let server: Started;
let url: string;

interface Started {
  readonly child: ChildProcess;
  readonly exit: Promise<unknown[]>;
  out(): string;
  /** Resolves when the words have been written. */
  saw(words: string): Promise<void>;
}

function start(...argv: readonly string[]): Started {
  const env = { ...process.env, KIFU_HOME: folder, NO_COLOR: '1' };
  const child = spawn(process.execPath, ['--conditions=source', '--no-warnings', BIN, ...argv], {
    stdio: 'pipe',
    env,
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', data => (text += data));
  return {
    child,
    exit: once(child, 'exit'),
    out: () => text,
    async saw(words) {
      while (!text.includes(words)) {
        if (child.exitCode !== null) throw new Error(`it ended: ${text}`);
        await new Promise(done => setTimeout(done, 10));
      }
    },
  };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kifu-process-'));
  server = start('serve', '--port', '0', '--store', join(folder, 'kifu.sqlite'), '--json');
  await server.saw('\n');
  ({ url } = JSON.parse(server.out()));
}, 60_000);
afterAll(async () => {
  server.child.kill('SIGTERM');
  expect((await server.exit)[0]).toBe(0);
  await rm(folder, { recursive: true });
});

test('one plays, one joins by the link, one watches, and the server has the record', async () => {
  const ann = start('play', 'chess', '--server', url, '--name', 'Ann');
  await ann.saw('/live/');
  const [link] = /http\S+\/live\/\S+/.exec(ann.out())!;
  const save = join(folder, 'watched.json');
  const watcher = start('watch', link, '--save', save);
  const bob = start('play', 'chess', '--join', link, '--name', 'Bob');
  for (const [who, seen, move] of [
    [ann, 'white', 'f3'],
    [bob, '1  white', 'e5'],
    [ann, '2  black', 'g4'],
    [bob, '3  white', 'Qh4'],
  ] as const) {
    await who.saw(seen);
    who.child.stdin!.write(`${move}\n`);
  }
  const codes = await Promise.all([ann, bob, watcher].map(({ exit }) => exit));
  expect(codes.map(([code]) => code)).toEqual([0, 0, 0]);
  expect((await kifuHere(['verify', save])).code).toBe(0);
  const { listings } = await listed();
  expect(listings).toMatchObject([{ players: ['Ann', 'Bob'], outcome: { reason: 'checkmate' } }]);
  const there = await fetch(new URL(`/api/matches/${listings[0]!.match}/record?as=json`, url));
  expect(JSON.parse(await there.text())).toEqual(JSON.parse(await readFile(save, 'utf8')));
}, 60_000);

/** Listed a moment after everybody heard of the end. */
async function listed(): Promise<{ readonly listings: readonly { readonly match: string }[] }> {
  for (;;) {
    const answer = await fetch(new URL('/api/library', url));
    const page = (await answer.json()) as Awaited<ReturnType<typeof listed>>;
    if (page.listings.length > 0) return page;
  }
}
