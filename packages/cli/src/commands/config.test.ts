/** `kifu config`, and what commands take from it: names, levels, the server. */
import { describe, expect, test } from 'vitest';
import { jsonLines, kifu } from '../../test/run-kifu.ts';

const run = (words: string, env = {}, input = '') => kifu(words.split(' '), { env, input });

describe('settings', () => {
  test('are kept, listed and forgotten', async () => {
    expect((await run('config list')).out).toBe('no values saved\n');
    expect((await run('config set name Ann')).out).toBe('Name is Ann\n');
    expect((await run('config set level 4')).code).toBe(0);
    expect((await run('config get name')).out).toBe('Ann\n');
    expect(jsonLines((await run('config get level --json')).out)).toEqual([{ ok: true, level: 4 }]);
    expect(await run('config get server')).toMatchObject({
      code: 1,
      err: 'kifu: not-found: server is not set; set it with kifu config set server\n',
    });
    expect(jsonLines((await run('config list --json')).out)).toEqual([
      { ok: true, settings: { name: 'Ann', level: 4 } },
    ]);
    expect((await run('config unset level')).code).toBe(0);
    expect((await run('config list')).out).toMatch(/^name +Ann\n$/);
  });

  test.each([
    ['config set nobody x', /unknown setting nobody; use name, level, pieces, server/],
    ['config unset __proto__', /unknown setting/],
    ['config get nobody', /unknown setting nobody/],
    ['config set level 6', /level: Must be an integer from 1 to 5/],
    ['config set level 0', /level: Must be/],
    ['config set name human', /name: Must be a name/],
    ['config set name bot:search', /name: Must be a name/],
    ['config set pieces nice', /pieces: Must be/],
    ['config set server kifu.example', /server: Must be a URL/],
  ])('%s is refused', async (words, message) => {
    const { code, err } = await run(words);
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });
});

describe('a match here', () => {
  const playersOf = async (words: string, env = {}) => {
    const { code, out } = await run(`${words} --moves 1 --no-save --json`, env, 'e4\n');
    expect(code).toBe(0);
    return JSON.parse(out).kifu.header.players.map(({ name }: { name: string }) => name);
  };

  test('has the name that was kept, set or typed, the later the better', async () => {
    await run('config set name Ann');
    expect(await playersOf('play chess')).toEqual(['Ann', 'bot:search']);
    expect(await playersOf('play chess', { KIFU_NAME: 'Eve' })).toEqual(['Eve', 'bot:search']);
    expect(await playersOf('play chess --name Bob', { KIFU_NAME: 'Eve' })).toEqual([
      'Bob',
      'bot:search',
    ]);
    expect(await playersOf('play chess --seats human,human')).toEqual(['Ann', 'human']);
    await run('config unset name');
    expect(await playersOf('play chess')).toEqual(['human', 'bot:search']);
  });

  test('has the level of its bots in their names', async () => {
    expect(await playersOf('play chess --level 2')).toEqual(['human', 'bot:search-2']);
    expect(await playersOf('play chess --seats human,bot:mcts-5')).toEqual(['human', 'bot:mcts-5']);
    expect(await playersOf('play chess --seats human,bot-1 --level 3')).toEqual([
      'human',
      'bot:search-1',
    ]);
    expect(await playersOf('play chess --nodes 30', { KIFU_LEVEL: '5' })).toEqual([
      'human',
      'bot:search',
    ]);
    expect((await run('play chess --level 3 --nodes 9')).err).toContain('cannot be used with');
  });

  test('continues with the same players, by name', async () => {
    const words = 'play chess --seats bot-1,human --name Ann --moves 3';
    expect((await run(words, {}, 'e5\n')).code).toBe(0);
    const { code, out } = await run('play --resume last --json --moves 1', {}, 'resign\n');
    expect(code).toBe(0);
    expect(JSON.parse(out).kifu.ending).toMatchObject({ outcome: { winners: [0] } });
  });
});

test('a lobby needs a server, and takes the one that was kept', async () => {
  expect((await run('lobby')).err).toContain('no server given; use --server URL');
  await run('config set server http://127.0.0.1:1');
  expect((await run('lobby')).err).toContain('is not responding');
  // a match here stays here all the same
  expect((await run('play chess --moves 0 --no-save')).code).toBe(0);
  await run('config unset server');
});
