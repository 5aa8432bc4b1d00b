/** The registry of games. */
import { unwrap } from '@kifu/core';
import { describe, expect, test } from 'vitest';
import { GAMES, gameNames, likelyGames, loadArt, loadKit } from './index.ts';

test('every game loads under its own name', async () => {
  expect(gameNames()).toContain('chess');
  for (const name of gameNames()) {
    const { game } = unwrap(await loadKit(name));
    expect(game.name).toBe(name);
    expect(unwrap(await loadKit(name, game.version)).game).toBe(game);
  }
});

test('no two games share a name or a code', async () => {
  const names = gameNames();
  expect(new Set(names).size).toBe(names.length);
  const kits = await Promise.all(names.map(name => loadKit(name)));
  expect(new Set(kits.map(kit => unwrap(kit).game.code)).size).toBe(names.length);
});

test('the registry says of every game what its kit says', async () => {
  for (const { name, version, endings = [], kit, art } of GAMES) {
    const loaded = await kit();
    expect([loaded.game.name, loaded.game.version]).toEqual([name, version]);
    expect(endings).toEqual(loaded.formats.flatMap(({ extensions }) => extensions));
    expect((await art!()).art).toBe(loaded.art);
    expect(await loadArt(name)).toBe(loaded.art);
    for (const ending of endings) expect(likelyGames(`Record.${ending}`)).toEqual([name]);
  }
  expect(likelyGames('pgn')).toEqual([]);
  expect(await loadArt('__proto__')).toBeUndefined();
});

test.each([
  ['chss', 'chess'],
  ['Chess', 'chess'],
  ['ches', 'chess'],
  [' chess ', 'chess'],
  ['cehss', 'chess'],
])('%j may mean %s', async (typed, name) => {
  const result = await loadKit(typed);
  expect(result).toMatchObject({ ok: false, fault: { code: 'unknown-game' } });
  if (!result.ok) expect(result.fault.message).toMatch(`did you mean ${name}?`);
});

test.each(['', 'tiddlywinks', '__proto__', 'constructor', '💣'.repeat(1000)])(
  '%j is no game, and means none',
  async name => {
    const result = await loadKit(name);
    expect(result).toMatchObject({ ok: false, fault: { code: 'unknown-game' } });
    if (result.ok) return;
    expect(result.fault.message).toMatch('known: chess');
    expect(result.fault.message).not.toMatch('did you mean');
    expect(result.fault.message.length).toBeLessThan(300);
  },
);

describe('versions', () => {
  test.each([0, 2, 1.5, Number.NaN])('chess has no version %d', async version => {
    expect(await loadKit('chess', version)).toMatchObject({
      ok: false,
      fault: {
        code: 'unknown-game',
        message: `version ${version} of chess is not known; known: 1`,
      },
    });
  });
});
