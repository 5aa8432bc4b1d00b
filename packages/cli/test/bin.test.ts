/** The command as a process of its own: exit codes, pipes, signals. */
import { type SpawnOptionsWithoutStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { jsonLines } from './run-kifu.ts';

const BIN = fileURLToPath(new URL('../bin/kifu.js', import.meta.url));
const HOME = mkdtempSync(join(tmpdir(), 'kifu-home-'));
afterAll(() => rmSync(HOME, { recursive: true }));
const { NODE_OPTIONS: _, ...own } = process.env;
const env = { ...own, KIFU_HOME: HOME };

/** As in a checkout without any option: the command must find its sources by itself. */
function start(
  argv: readonly string[],
  nodeArgs: readonly string[] = [],
  more: SpawnOptionsWithoutStdio = {},
) {
  const child = spawn(process.execPath, [...nodeArgs, BIN, ...argv], { env, ...more });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', text => (out += text));
  child.stderr.setEncoding('utf8').on('data', text => (err += text));
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, out, err }));
  return { child, ended };
}

async function kifu(
  argv: readonly string[],
  input: string | Uint8Array = '',
  nodeArgs: readonly string[] = [],
) {
  const { child, ended } = start(argv, nodeArgs);
  child.stdin.on('error', () => {}); // a command that reads nothing may have closed it
  child.stdin.end(input);
  return ended;
}

const SOURCE = ['--conditions=source'];

test.each<[argv: string[], code: number]>([
  [['--version'], 0],
  [['perft', 'ches', '1'], 1],
  [['perft', 'chess'], 2],
])('%j ends with %i, started either way', async (argv, code) => {
  const [plain, direct] = await Promise.all([kifu(argv), kifu(argv, '', SOURCE)]);
  expect(plain.code).toBe(code);
  expect(direct).toEqual(plain);
});

test('an old Node is told what is missing', async () => {
  const old = `data:text/javascript,${encodeURIComponent(
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.1.0' } })`,
  )}`;
  const { code, out, err } = await kifu(['--version'], '', ['--import', old]);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(/^kifu: Node\.js 24 or newer is needed .*\n$/);
});

test('a reader that closes the pipe ends the command in silence', async () => {
  const { child, ended } = start(['run', 'chess', '--legal'], SOURCE);
  child.stdin.on('error', () => {});
  child.stdout.once('data', () => {
    child.stdout.destroy();
    child.stdin.write('{"move":"e4"}\n'.repeat(1000));
  });
  expect(await ended).toMatchObject({ code: 0, err: '' });
});

test('run answers each line before the next is written', async () => {
  const { child, ended } = start(['run', 'chess'], SOURCE);
  const lines = child.stdout[Symbol.asyncIterator]();
  await lines.next();
  for (const [i, move] of ['e4', 'e5', 'Nf3'].entries()) {
    child.stdin.write(`{"move":"${move}"}\n`);
    expect(JSON.parse((await lines.next()).value)).toMatchObject({ ok: true, n: i + 1 });
  }
  child.stdin.end();
  expect((await ended).code).toBe(0);
});

test.each<[why: string, argv: string[], how: object]>([
  ['while it waits for a move', ['play', 'chess'], { code: 130, signal: null }],
  ['in the filter', ['run', 'chess'], { code: null, signal: 'SIGINT' }],
])('Ctrl-C %s: no complaint', async (_why, argv, how) => {
  const { child, ended } = start(argv);
  await Promise.race([once(child.stdout, 'data'), ended]);
  child.kill('SIGINT');
  expect(await ended).toMatchObject({ ...how, err: '' });
});

describe('what was played is in the file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kifu-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const entriesIn = (file: string) => JSON.parse(readFileSync(file, 'utf8')).entries.length;
  const BOTS = 'bot,bot'; // they think long, so that the match is not over before the signal comes

  test.each<[seats: string, how: 'SIGTERM' | 'SIGHUP' | 'SIGINT' | 'EPIPE', code: number]>([
    ['human,human', 'SIGTERM', 143],
    ['human,human', 'SIGHUP', 129],
    [BOTS, 'SIGINT', 130],
    [BOTS, 'EPIPE', 0],
  ])('seats %s, ended by %s', async (seats, how, code) => {
    const file = join(folder, `${seats}-${how}.json`.replaceAll(':', ''));
    const argv = ['play', 'chess', '--seats', seats, '--nodes', '20000', '--save', file];
    const { child, ended } = start(argv, SOURCE);
    if (seats !== BOTS) child.stdin.write('e4\n');
    const seen = new Promise<void>(resolve =>
      child.stdout.on('data', text => text.includes(' White ') && resolve()),
    );
    await Promise.race([seen, ended]);
    if (how === 'EPIPE') child.stdout.destroy();
    else child.kill(how);
    const went = await ended;
    expect([went.code ?? 128 + constants.signals[went.signal as 'SIGINT']]).toEqual([code]);
    expect(entriesIn(file)).toBeGreaterThan(0);
    expect(readdirSync(folder).filter(name => name.endsWith('.tmp'))).toEqual([]);
  });
});

test.skipIf(!existsSync('/dev/full'))('a full disk is one line on standard error', async () => {
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, [...SOURCE, BIN, 'games'], {
    env,
    stdio: ['ignore', full, 'pipe'],
  });
  let err = '';
  child.stderr!.setEncoding('utf8').on('data', text => (err += text));
  const [code] = await once(child, 'close');
  expect({ code, err }).toEqual({
    code: 1,
    err: 'kifu: cannot write standard output: disk full\n',
  });
});

test('every line of rubbish gets one answer', async () => {
  const line = fc.oneof(
    fc.json().map(text => Buffer.from(text)),
    fc.string({ unit: 'binary' }).map(text => Buffer.from(text)),
    fc.uint8Array({ maxLength: 40 }),
    fc
      .constantFrom('{"move":"e4"}', '{"move":"a6"}', '{"seat":1}', '', ' \t\r', '{"leave":7}')
      .map(text => Buffer.from(text)),
  );
  const lines = fc
    .sample(fc.array(line, { minLength: 500, maxLength: 900 }), { numRuns: 1, seed: 1 })
    .flat()
    .map(bytes => bytes.filter(byte => byte !== NEWLINE));
  const input = Buffer.concat(lines.flatMap(bytes => [bytes, Uint8Array.of(NEWLINE)]));
  const { code, out, err } = await kifu(['run', 'chess'], input);
  const answers = jsonLines(out).filter(({ draw }) => draw !== true);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const asked = lines.filter(bytes => bytes.some(byte => !BLANKS.includes(byte)));
  expect(answers).toHaveLength(1 + asked.length);
});

const NEWLINE = 10;
const BLANKS = [...Buffer.from(' \t\r')];
