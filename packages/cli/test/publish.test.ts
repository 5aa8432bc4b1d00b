/** Publishing by processes of their own: killed in the middle of a match, and loading nothing that is not needed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatCid, type Game, unwrap } from '@kifu/core';
import { chess, writeLog } from '@kifu/games/chess';
import { type KifuJson, kifuFromJson } from '@kifu/record/json';
import { afterAll, expect, test } from 'vitest';
import { kifu } from './run-kifu.ts';

const BIN = fileURLToPath(new URL('../bin/kifu.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'kifu-publish-'));
const { NODE_OPTIONS: _, ...rest } = process.env;
const env = { ...rest, KIFU_HOME: join(folder, 'home') };
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

function start(argv: readonly string[], nodeArgs: readonly string[] = []) {
  const child = spawn(process.execPath, ['--conditions=source', ...nodeArgs, BIN, ...argv], {
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  children.push(child);
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', text => (out += text));
  child.stderr.setEncoding('utf8').on('data', text => (err += text));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, out, err }));
  return { child, ended, out: () => out };
}

const publishedIn = (out: string): string[] =>
  [...out.matchAll(/published(?: again)? (bafkrei\w+)/g)].map(found => found[1]!);

test('a match that is killed continues, and is published from where it was', async () => {
  const file = join(folder, 'game.car');
  const people = ['--seats', 'human,human'];
  const first = start(['play', 'chess', ...people, '--save', file, '--publish', 'ipfs']);
  for (const [i, moves] of ['e4\ne5\n', 'Nf3\nNc6\n', 'Bb5\na6\n'].entries()) {
    first.child.stdin.write(moves);
    // a turn waits for what is published only so long: then it is told with the next line
    const told = () => {
      first.child.stdin.write('\n');
      return publishedIn(first.out()).length;
    };
    await expect.poll(told, { timeout: 60_000, interval: 200 }).toBe(i + 1);
  }
  first.child.stdin.write('Ba4\nNf6\n');
  first.child.kill('SIGKILL');
  const killed = publishedIn((await first.ended).out);
  expect(killed.length).toBeGreaterThanOrEqual(3);

  // everything that the process said is published can be fetched
  const fetched = await kifu(['fetch', killed.at(-1)!, '--json'], { env });
  expect(JSON.parse(fetched.out)).toMatchObject({ ok: true, moves: 2 * killed.length });

  const bots = ['--seats', 'bot:random,bot:random', '--seed', '7'];
  const second = start([
    ...['play', 'chess', ...bots, '--load', file, '--save', file, '--moves', '6'],
    ...['--publish', 'ipfs', '--json'],
  ]);
  const { code, out, err } = await second.ended;
  expect(code).toBe(0);
  // what was told last, or the one after it, which was kept but not told
  const [, from] = /continuing from (bafkrei\w+)/.exec(err)!;
  const { kifu: record, published } = JSON.parse(out) as {
    kifu: KifuJson;
    published: string;
  };
  const { nodes, root } = unwrap(writeLog(unwrap(kifuFromJson(chess.game as Game, record))));
  const ids = nodes.map(({ cid }) => formatCid(cid));
  expect(ids.slice(0, killed.length)).toEqual(killed);
  expect(ids.indexOf(from!)).toBeGreaterThanOrEqual(killed.length - 1);
  expect(published).toBe(formatCid(root));
  // in order and to the end; a turn that waited too long for its own is told of with the next
  const told = publishedIn(err);
  expect(told).toEqual(ids.slice(ids.indexOf(from!) + 1).filter(id => told.includes(id)));
  expect(told.at(-1)).toBe(published);
  const whole = await kifu(['fetch', published, '--json'], { env });
  expect(JSON.parse(whole.out)).toMatchObject({ ok: true, moves: 2 * ids.length });
});

test('nothing of IPFS is loaded before it is needed', async () => {
  const hook = `data:text/javascript,${encodeURIComponent(`
    import { registerHooks } from 'node:module';
    registerHooks({ resolve(specifier, context, next) {
      if (/^(?:helia|libp2p|multiformats|kubo|@helia|@libp2p|@multiformats)/.test(specifier)) process.exit(99);
      return next(specifier, context);
    } });`)}`;
  const help = start(['publish', '--help'], ['--import', hook]);
  const used = start(['publish', '-', '--to', 'ipfs'], ['--import', hook]);
  used.child.stdin.end('1. e4 e5 *');
  expect((await help.ended).code).toBe(0);
  expect((await used.ended).code).toBe(99);
});
