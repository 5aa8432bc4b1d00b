/** `kifu serve`: its stores, where its options come from, what it logs, and who may do what. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeInvite } from '@kifu/client';
import { unwrap } from '@kifu/core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isLeftOut, usePostgres } from '../../../stores/test/databases.ts';
import { fakeProgram, PROGRAM_ENV } from '../../test/fake-programs.ts';
import { kifu } from '../../test/run-kifu.ts';
import { type Serving, startServing } from '../../test/serving.ts';

const ADMIN = 'a-token-of-the-operator';
const PGN = '1. f3 e5 2. g4 Qh4# 0-1';

let folder: string;
let serving: Serving | null = null;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kifu-serve-'));
});
afterEach(async () => {
  await serving?.stop();
  serving = null;
});
afterAll(() => rm(folder, { recursive: true }));

const file = (name: string) => join(folder, name);
const config = async (name: string, value: unknown) => {
  await writeFile(file(name), typeof value === 'string' ? value : JSON.stringify(value));
  return file(name);
};
const start = async (words: readonly string[], env: { [name: string]: string } = {}) => {
  serving = await startServing(['--store', file(`${randomUUID()}.sqlite`), ...words], { env });
  return serving;
};
/** The JSON of an answer. */
const jsonOf = async (answer: Response) => JSON.parse(await answer.text());
const upload = (url: string, token?: string) =>
  fetch(`${url}/api/records?keep=true`, {
    method: 'POST',
    body: PGN,
    ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
  });

test('engines analyze for clients; one that does not start, or has no game, is refused', async () => {
  const engine = fakeProgram('uci');
  // from the environment, as other options
  const { url } = await start([], { ...PROGRAM_ENV, KIFU_ANALYSIS_ENGINE: engine } as never);
  expect(await jsonOf(await fetch(`${url}/api/analyze`))).toMatchObject({
    engines: [{ name: 'Fake Fish', game: 'chess' }],
  });
  const refused = (...words: string[]) =>
    kifu(['serve', '--port', '0', '--no-site', '--store', file('none.sqlite'), ...words], {
      env: PROGRAM_ENV as never,
    });
  const missing = await refused('--analysis-engine', 'uci:/nowhere/fish');
  expect([missing.code, missing.err]).toEqual([1, expect.stringMatching(/could not be started/)]);
  const any = await refused('--analysis-engine', fakeProgram('json'));
  expect([any.code, any.err]).toEqual([2, expect.stringMatching(/--analysis-game/)]);
  expect((await refused('--analysis-engine', 'fish')).code).toBe(2);
});

describe('the store', () => {
  test.each(['mysql://db/kifu', 'redis://localhost', 'file:///tmp/x', 'S3://bucket'])(
    '%s is refused with what is possible, and no file is made',
    async place => {
      const before = await readdir('.');
      const { code, err } = await kifu(['serve', '--port', '0', '--no-site', '--store', place]);
      expect(code).toBe(1);
      expect(err).toMatch(/unsupported: --store must be a file path or a postgres:\/\/ URL, not/);
      expect(await readdir('.')).toEqual(before);
    },
  );

  test('a database that is not there is told without its password', async () => {
    const store = 'postgres://ann:secret@127.0.0.1:1/kifu';
    const { code, err } = await kifu(['serve', '--port', '0', '--no-site', '--store', store]);
    expect(code).toBe(1);
    expect(err).toContain('unwritable: postgres://127.0.0.1:1/kifu cannot be opened');
    expect(err).not.toContain('secret');
  });

  describe.skipIf(isLeftOut)('a PostgreSQL database', () => {
    const server = usePostgres();

    test('keeps matches and records over a restart', async () => {
      const words = ['--store', server().url()];
      serving = await startServing(words);
      expect(serving.said.store).toMatch(/^postgres:\/\/[^@?]*$/);
      const { records } = await jsonOf(await upload(serving.url));
      expect(records[0]).toMatchObject({ kept: 'yes' });
      const { invite } = unwrap(
        await makeInvite(serving.url, {
          game: 'chess',
          seats: [{ type: 'you', name: 'Ann' }, { type: 'open' }],
        }),
      );
      expect(await serving.stop()).toBe(0);
      serving = await startServing(words);
      const record = await fetch(`${serving.url}/api/matches/${records[0].match}/record?as=pgn`);
      expect(await record.text()).toContain(PGN);
      expect((await fetch(`${serving.url}/api/invites/${invite.id}`)).status).toBe(200);
    });

    test('matches that have ended move to an archive, in which the server finds them', async () => {
      const words = ['--store', server().url('postgres')];
      serving = await startServing(words);
      const { records } = await jsonOf(await upload(serving.url));
      const path = `api/matches/${records[0].match}/record?as=pgn`;
      const moved = await kifu([
        ...['library', 'export', ...words, '--to', 'archive', '-o', file('archive'), '--move'],
      ]);
      expect(moved).toMatchObject({ code: 0, err: '' });
      expect(moved.out).toMatch(/1 match added to .*\n1 match removed from the library\n/);
      expect((await fetch(`${serving.url}/${path}`)).status).toBe(404);
      await serving.stop();
      serving = await startServing([...words, '--archive', file('archive')]);
      expect(await (await fetch(`${serving.url}/${path}`)).text()).toContain(PGN);
    });
  });
});

describe('options', () => {
  test('come from the environment, limits included', async () => {
    const { url } = await start([], {
      KIFU_LIMIT_REQUEST_BURST: '1',
      KIFU_LIMIT_REQUESTS_PER_MINUTE: '1',
      KIFU_LOG: 'info',
    });
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect((await fetch(`${url}/healthz`)).status).toBe(429);
    expect(serving!.log()).toContain('"msg":"serving"');
  });

  test('come from a file; the environment goes before it, and what is typed before both', async () => {
    const path = await config('all.json', {
      'limit-request-burst': 1,
      'limit-requests-per-minute': 1,
      uploads: 'off',
      'public-url': 'http://from.file',
      origin: ['http://one.example', 'http://two.example'],
    });
    const { url } = await start(['--config', path, '--uploads', 'open'], {
      KIFU_PUBLIC_URL: 'http://from.env',
      KIFU_LIMIT_REQUEST_BURST: '3',
    });
    const made = await fetch(`${url}/api/invites`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'http://two.example' },
      body: JSON.stringify({
        game: 'chess',
        seats: [{ type: 'you', name: 'A' }, { type: 'open' }],
      }),
    });
    expect((await jsonOf(made)).url).toContain('http://from.env/live/');
    expect((await upload(url)).status).toBe(201);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect((await fetch(`${url}/healthz`)).status).toBe(429);
  });

  test.each<[string, { [name: string]: string }, RegExp]>([
    [
      'a port that is none',
      { KIFU_METRICS_PORT: 'eighty' },
      /KIFU_METRICS_PORT is "eighty": Must be/,
    ],
    ['a choice that is none', { KIFU_LOG: 'loud' }, /KIFU_LOG is "loud": Must be/],
    [
      'a flag',
      { KIFU_TRUST_PROXY: 'perhaps' },
      /KIFU_TRUST_PROXY is "perhaps": Must be true or false/,
    ],
    ['a proxy without a public URL', { KIFU_TRUST_PROXY: 'true' }, /requires --public-url URL/],
    ['a token that can be guessed', { KIFU_ADMIN_TOKEN: 'x' }, /Must be at least 16/],
  ])('%s is refused', async (_name, env, message) => {
    const { code, err } = await kifu(['serve', '--port', '0', '--no-site'], { env });
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });

  test.each<[string, unknown, RegExp]>([
    ['a name that is no option', { prot: 80 }, /unknown option "prot"/],
    ['a value that cannot be', { 'limit-open': -1 }, /limit-open is -1: Must be/],
    ['a value of another kind', { host: {} }, /Must be a text or a number/],
    ['no JSON', '{"port": ', /is not a JSON object/],
    ['no object', [], /is not a JSON object/],
  ])('a file with %s is refused', async (_name, value, message) => {
    const words = [
      'serve',
      '--port',
      '0',
      '--no-site',
      '--config',
      await config('bad.json', value),
    ];
    const { code, err } = await kifu(words);
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });

  test('a file that is not there is refused', async () => {
    const { code, err } = await kifu(['serve', '--config', file('nowhere.json')]);
    expect(code).toBe(2);
    expect(err).toMatch(/nowhere\.json/);
  });
});

test('the log tells at info what happened', async () => {
  const { url, log } = await start(['--log', 'info']);
  const seats = [
    { type: 'bot' as const, bot: 'random' },
    { type: 'bot' as const, bot: 'random' },
  ];
  unwrap(await makeInvite(url, { game: 'chess', seats }));
  await upload(url);
  const said = () =>
    log()
      .trim()
      .split('\n')
      .map(line => JSON.parse(line).msg);
  for (const what of ['serving', 'an invite was created', 'a match started', 'a record was stored'])
    await expect.poll(said, { timeout: 60_000 }).toContain(what);
});

test('metrics have a port of their own', async () => {
  const { url, said } = await start(['--metrics-port', '0']);
  expect((await fetch(`${url}/metrics`)).status).toBe(404);
  const text = await (await fetch(`${said.metrics}/metrics`)).text();
  expect(text).toContain('kifu_rooms');
  expect((await fetch(`${said.metrics}/api/live`)).status).toBe(404);
});

describe('uploads', () => {
  test('are kept for the admin alone where they are off', async () => {
    const { url } = await start(['--uploads', 'off', '--admin-token', ADMIN]);
    const refused = await upload(url);
    expect(refused.status).toBe(403);
    expect((await jsonOf(refused)).fault).toMatchObject({ code: 'unsupported' });
    expect((await upload(url, ADMIN)).ok).toBe(true);
  });

  test('are kept for those with a token where they must be known', async () => {
    const tokens = [
      '--upload-token',
      'a-token-of-somebody',
      '--upload-token',
      'a-token-of-another',
    ];
    const { url } = await start(['--uploads', 'known', ...tokens]);
    expect((await upload(url)).status).toBe(403);
    expect((await upload(url, 'a-token-of-nobody')).status).toBe(403);
    expect((await upload(url, 'a-token-of-another')).ok).toBe(true);
  });
});

test('only the admin takes a record off the library', async () => {
  const { url } = await start(['--admin-token', ADMIN]);
  const { records } = await jsonOf(await upload(url));
  const at = (token: string) =>
    fetch(`${url}/api/library/${records[0].match}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    });
  expect((await at('not-the-token-at-all')).status).toBe(403);
  expect((await at(ADMIN)).status).toBe(204);
  expect((await at(ADMIN)).status).toBe(404);
  expect((await fetch(`${url}/api/matches/${records[0].match}`)).status).toBe(404);
});
