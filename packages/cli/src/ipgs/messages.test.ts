/** What commands say about offers, results and archived games. */
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { folderPlayers } from '../../test/folder-players.ts';
import { kifu } from '../../test/run-kifu.ts';

const { FOLDER, as, clock, confirmed, env, finished, json, send, tryAs } = folderPlayers();

beforeAll(async () => {
  for (const name of ['ann', 'bob']) await as(name, 'id', 'new', name);
});

test.each([
  ['chess', '--size', '9'],
  ['chess', '--komi', '6.5'],
  ['checkers', '--handicap', '2'],
  ['chess', '--rules', 'Japanese'],
  ['go', '--options', '{}'],
])('an offer of %s with %s is refused', async (game, option, value) => {
  const { code, err } = await tryAs('ann', ['challenge', 'offer', game, option, value]);
  expect([code, err]).toEqual([
    1,
    `kifu: bad-setup (options): ${game} has no ${option}; omit it\n`,
  ]);
});

test('a score that is proposed by hand says how it is counted', async () => {
  const id = await confirmed('ann', 'bob', 'go', '--size', '5');
  await expect(as('ann', 'game', 'propose', id, 'W+3.5')).rejects.toThrow(
    /after two passes in a row$/m,
  );
  await as('ann', 'game', 'play', id, 'pass');
  await send('ann', 'bob');
  await as('bob', 'game', 'play', id, 'pass');
  await expect(as('bob', 'game', 'propose', id, 'W+3.5')).rejects.toThrow(
    /W\+3\.5 is proposed without the territory that gives it; use propose score, with --dead/,
  );
});

test('a verified game tells of its clocks and of its ending what the commits say', async () => {
  const id = await finished('ann', 'bob');
  await as('ann', 'game', 'sign', id);
  const { games } = await json('ann', 'archive', 'list');
  const file = join(FOLDER, 'game.json');
  await as('ann', 'archive', 'export', games[0].cid, '-o', file);
  const { out } = await kifu(['verify', file], { env, startMs: clock.now });
  expect(out).toMatch(/^clocks {4}36000 s per player; \d+ s and \d+ s used, by the times in the/m);
  expect(out).toMatch(/^ending {4}W\+0\.5, both players signed it$/m);
  expect(out).not.toMatch(/no act led to it|clocks {4}none/);
  expect(out.match(/^(?:clocks|ending) /gm)).toHaveLength(2);
});
