import { chmod, readdir, stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { MATE, workshop } from '../../test/files.ts';
import { jsonLines, kifu } from '../../test/run-kifu.ts';

const { run, text, write, at } = workshop();
const KEY = /^me {2}[0-9a-f]{64}\n$/;

test('a key is made, shown and never replaced', async () => {
  expect((await run('key show')).out).toBe('no keys; create one with kifu key new\n');
  expect((await run('key list')).out).toBe('no keys; create one with kifu key new\n');
  const made = await run('key new');
  expect(made.out).toMatch(KEY);
  expect((await run('key show')).out).toBe(made.out);
  expect((await run('key show me')).out).toBe(made.out);
  expect((await run('key list')).out).toBe(made.out);
  const stored = await text('home/keys/me.key.json');
  expect(await run('key new')).toMatchObject({
    code: 1,
    err: 'kifu: exists: key me already exists; choose another name\n',
  });
  expect(await text('home/keys/me.key.json')).toBe(stored);
  expect((await run('key show nobody')).err).toBe(
    'kifu: not-found: no key named nobody; create it with kifu key new nobody\n',
  );
});

test('only the user may read a key', async () => {
  const mode = async (name: string) => (await stat(at(name))).mode & 0o777;
  expect(await mode('home/keys')).toBe(0o700);
  expect(await mode('home/keys/me.key.json')).toBe(0o600);
  await run('key export me -o @me.key');
  expect(await mode('me.key')).toBe(0o600);
});

test('a secret leaves its folder by export to a file, and is never printed', async () => {
  const { secret } = JSON.parse(await text('home/keys/me.key.json'));
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  await write('moves.txt', MATE);
  await write(
    'bad.key',
    (await text('home/keys/me.key.json')).replace('"kifuKey":1', '"kifuKey":2'),
  );
  const lines = [
    'key new other',
    'key show',
    'key show me',
    'key export me -o @out.key',
    'key export me -o @out.key',
    'key export me -o -',
    'key export me',
    'key import @out.key',
    'key import @out.key twin',
    'key import @bad.key',
    'verify @out.key',
    'info @out.key',
    'play chess --load @out.key',
    'record chess --moves @moves.txt --key me -o @signed.car',
    'verify @signed.car',
    'info @signed.car',
  ];
  for (const line of lines)
    for (const words of [line, `${line} --json`]) {
      const { out, err } = await run(words);
      expect(out + err, words).not.toContain(secret);
      expect(out + err, words).not.toContain(Buffer.from(secret, 'hex').toString('base64'));
    }
  expect(await text('out.key')).toContain(secret);
});

test('an exported key is imported as the same key', async () => {
  expect((await run('key export me -o @mine.key')).out).toBe('mine.key: keep it secret\n');
  expect(await run('key export me -o @mine.key')).toMatchObject({
    code: 1,
    err: 'kifu: exists: mine.key already exists; choose another name\n',
  });
  expect(await run('key export me -o -')).toMatchObject({ code: 2, out: '' });
  expect(await run('key export me')).toMatchObject({ code: 2, out: '' });
  const elsewhere = { env: { KIFU_HOME: at('elsewhere') } };
  const { out } = await run('key show me');
  expect((await run('key import @mine.key', elsewhere)).out).toBe(out);
  expect((await run('key import @mine.key', elsewhere)).err).toContain('key me already exists');
  expect((await run('key import @mine.key you', elsewhere)).out).toBe(out.replace('me ', 'you '));
  const input = await text('mine.key');
  expect((await run('key import - they', { ...elsewhere, input })).code).toBe(0);
  expect(jsonLines((await run('key show --json', elsewhere)).out)[0].keys).toHaveLength(3);
});

test.each<[why: string, change: (text: string) => string, says: string]>([
  ['rubbish', () => 'x', 'not a key exported by kifu key export'],
  ['no text', () => '\ufffe\u0000', 'not a key'],
  ['another public key', t => t.replace(/"key":"./, '"key":"z'), 'not a key'],
  [
    'another secret',
    t => t.replace(/"secret":"(.)/, (_, d) => `"secret":"${d === '0' ? 1 : 0}`),
    'not a key',
  ],
  ['a key too many', t => t.replace('{', '{"x":1,'), 'not a key'],
  [
    'a name that leads elsewhere',
    t => t.replace('"me"', '"../../me"'),
    'invalid key name; use 1 to',
  ],
  ['a name with colors', t => t.replace('"me"', '"\\u001b[31m"'), 'invalid key name; use 1 to 40'],
  ['a library', () => ' '.repeat(70_000), 'has more than 64 KiB'],
])('import refuses %s', async (_why, change, says) => {
  await write('spoiled.key', change(await text('home/keys/me.key.json')));
  const { code, out, err } = await run('key import @spoiled.key');
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain(says);
});

test.each(['../me', 'a/b', '', 'x'.repeat(41), '.', 'a b'])(
  'no key can be called %j',
  async name => {
    const before = await readdir(at('home/keys'));
    for (const words of [
      ['key', 'new', name],
      ['key', 'show', name],
    ]) {
      // not by words, since some of these have blanks
      expect(await kifu(words, { env: { KIFU_HOME: at('home') } })).toMatchObject({
        code: 1,
        err: expect.stringContaining('invalid key name; use 1 to 40 letters'),
      });
    }
    expect(await readdir(at('home/keys'))).toEqual(before);
  },
);

test('a key file that was spoiled is told by its name', async () => {
  await write('home/keys/bad.key.json', '{}');
  expect((await run('key show')).err).toBe(
    'kifu: malformed: home/keys/bad.key.json: not a key exported by kifu key export\n',
  );
});

test.skipIf(process.getuid?.() === 0)('refuses a folder that cannot be written', async () => {
  await write('locked', '');
  await chmod(at('locked'), 0o400);
  expect((await run('key new', { env: { KIFU_HOME: at('locked') } })).code).toBe(1);
});

test('refuses a data directory that cannot be created', async () => {
  await write('file', '');
  expect((await run('key new', { env: { KIFU_HOME: at('file') } })).err).toBe(
    'kifu: unwritable: cannot create file/keys: part of the path is not a folder\n',
  );
});

test.each<[platform: string, env: object, folder: string]>([
  ['XDG', { XDG_DATA_HOME: 'data' }, 'data/kifu/keys'],
  ['HOME', {}, '.local/share/kifu/keys'],
])(
  'without KIFU_HOME keys are where the platform keeps such things: %s',
  async (_p, env, folder) => {
    const paths = Object.fromEntries(Object.entries(env).map(([k, v]) => [k, at(v as string)]));
    const went = await run('key new', { env: { KIFU_HOME: '', HOME: at(''), ...paths } });
    expect(went.code).toBe(0);
    if (process.platform === 'linux') expect(await readdir(at(folder))).toEqual(['me.key.json']);
  },
);
