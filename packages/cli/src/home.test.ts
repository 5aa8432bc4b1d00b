import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataDir, libraryPath, makeHome } from './home.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kifu-'));
});
afterAll(() => rm(folder, { recursive: true }));

test.each<[platform: NodeJS.Platform, env: Record<string, string>, home: string]>([
  ['linux', { HOME: '/h/ann' }, '/h/ann/.local/share/kifu'],
  ['linux', { HOME: '/h/ann', XDG_DATA_HOME: '/data' }, '/data/kifu'],
  ['linux', { HOME: '/h/ann', XDG_DATA_HOME: '' }, '/h/ann/.local/share/kifu'],
  ['darwin', { HOME: '/h/ann' }, '/h/ann/Library/Application Support/kifu'],
  ['win32', { HOME: '/h/ann', LOCALAPPDATA: '/h/ann/Local' }, '/h/ann/Local/kifu'],
  ['win32', { HOME: '/h/ann' }, '/h/ann/AppData/Local/kifu'],
  ['linux', { HOME: '/h/ann', XDG_DATA_HOME: '/data', KIFU_HOME: '/else' }, '/else'],
])('on %s with %j the home is %s', (platform, env, home) => {
  expect(dataDir({ env }, platform)).toBe(home);
});

test('the library is a file in the home', () => {
  expect(libraryPath({ env: { KIFU_HOME: '/else' } })).toBe('/else/library.sqlite');
});

test('the home is made for its owner alone; a fault where it cannot be created', async () => {
  const env = { KIFU_HOME: join(folder, 'a', 'b') };
  expect(await makeHome({ env }, 'keys')).toEqual({ ok: true, value: join(folder, 'a/b/keys') });
  expect((await stat(join(folder, 'a/b'))).mode & 0o777).toBe(0o700);
  await writeFile(join(folder, 'file'), '');
  const wrong = await makeHome({ env: { KIFU_HOME: join(folder, 'file', 'home') } });
  expect(wrong).toMatchObject({ ok: false, fault: { code: 'unwritable' } });
});
