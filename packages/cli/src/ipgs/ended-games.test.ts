/** Games that have ended stay ended, however old the trees are that players still show each other. */
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { parseCid, unwrap } from '@kifu/core';
import { setObject } from '@kifu/ipgs';
import { beforeAll, expect, test } from 'vitest';
import { DAY_MS, folderPlayers } from '../../test/folder-players.ts';
import { collector, makeIo } from '../../test/run-kifu.ts';
import { withDirectory } from './peer-service.ts';

const { accepted, as, clock, confirmed, env, exportTree, FOLDER, finished, json, send, tryAs } =
  folderPlayers();

const collectors = () => ({
  stdin: Readable.from([]),
  stdout: collector().stream,
  stderr: collector().stream,
});

beforeAll(async () => {
  for (const name of ['ann', 'bob', 'eve']) await as(name, 'id', 'new', name);
});

/** What a player publishes of games. */
async function listed(player: string) {
  const { currentGames, finishedGames, archived } = await json(player, 'namespace', 'show');
  return { current: currentGames.length, finished: finishedGames.length, archived };
}

/** One more command on both sides, whoever hears of whom: nothing is listed, and nothing changes. */
async function expectOver(players: readonly [string, string]): Promise<void> {
  const [one, other] = players;
  for (const player of players) await as(player, 'game', 'list');
  const before = [await listed(one), await listed(other)];
  for (const days of [0, 15]) {
    clock.now += days * DAY_MS;
    await send(one, other);
    await send(other, one);
    for (const player of players) {
      expect(await as(player, 'game', 'list')).toBe('no games');
      expect(await as(player, 'challenge', 'list')).toBe('no challenges');
      const { players: known } = await json(player, 'player', 'list');
      for (const { flags } of known) expect(flags).not.toHaveProperty('failed-to-sign-lost-game');
    }
    expect([await listed(one), await listed(other)]).toEqual(before);
  }
  for (const { current, finished: waiting } of before) expect([current, waiting]).toEqual([0, 0]);
}

test('an archived game is listed, signed and counted once', async () => {
  const id = await finished('ann', 'bob');
  expect(await as('bob', 'game', 'sign', id)).toContain('waiting for ann to sign');
  expect(await as('ann', 'game', 'sign', id)).toContain('signed by both, archived');
  await send('ann', 'bob');
  const archived = await listed('ann');
  expect(archived.archived).toHaveLength(1);
  expect((await listed('bob')).archived).toEqual(archived.archived);
  await expectOver(['ann', 'bob']);
  await expect(as('ann', 'game', 'sign', id)).rejects.toThrow(/not-found|archived/);
  expect(await as('bob', 'player', 'show', 'ann')).toMatch(/games {2,}1$/m);
});

test('a folder in which an archived game had come back drops it', async () => {
  const id = await finished('ann', 'bob');
  // with the passphrase the list would sign it
  const { out } = await tryAs('ann', ['game', 'list', '--json'], { KIFU_HOME: env.KIFU_HOME });
  const { games } = JSON.parse(out);
  await as('ann', 'game', 'sign', id);
  await send('ann', 'bob');
  const { name, head } = games.find((game: { id: string }) => game.id === id);
  for (const player of ['ann', 'bob']) {
    const io = makeIo({ env }, collectors());
    const options = { folder: join(FOLDER, player) };
    const listed = await withDirectory(io, options, async folder => {
      const cid = unwrap(parseCid(head));
      const bytes = (await folder.reading.blocks.get(cid))!;
      return folder.publish(setObject(['current-games', name], { cid, bytes }));
    });
    expect(listed.ok).toBe(true);
  }
  await expectOver(['ann', 'bob']);
});

test('a signature that came late takes back what was counted', async () => {
  const id = await finished('eve', 'bob');
  await as('eve', 'game', 'sign', id);
  clock.now += 15 * DAY_MS;
  expect(await as('bob', 'game', 'list')).toContain('failed to sign a lost game');
  expect(await as('bob', 'player', 'show', 'eve')).toMatch(/^failed to sign a lost game {2,}1$/m);
  await send('eve', 'bob');
  expect(await as('bob', 'player', 'show', 'eve')).not.toContain('failed to sign');
  expect(await as('bob', 'game', 'list')).toBe('no games');
});

test('a canceled game is not confirmed a second time', async () => {
  const id = await accepted('ann', 'bob', 'chess');
  await as('ann', 'challenge', 'confirm', id, '--hours', '1');
  // bob does not hear of it; his acceptance stands for a week
  clock.now += DAY_MS;
  expect(await as('ann', 'game', 'list')).toContain(`${id}: canceled, no first move`);
  for (const from of ['bob', 'eve']) await send(from, 'ann');
  expect(await as('ann', 'game', 'list')).toBe('no games');
  expect(await as('ann', 'challenge', 'list')).toBe('no challenges');
  await expect(as('ann', 'challenge', 'confirm', id)).rejects.toThrow(/the game is cancelled/);
  await send('ann', 'bob');
  clock.now += 8 * DAY_MS;
  await expectOver(['ann', 'bob']);
});

test('a first move that was made in time brings a game back that had been given up', async () => {
  const { id: offer } = await json('bob', 'challenge', 'offer', 'chess', '--first', 'them');
  await send('bob', 'ann');
  const { id } = await json('ann', 'challenge', 'accept', offer);
  await send('ann', 'bob');
  await as('bob', 'challenge', 'confirm', id, '--hours', '24');
  await send('bob', 'ann');
  await as('ann', 'game', 'play', id, 'e4');
  clock.now += 2 * DAY_MS;
  expect(await as('bob', 'game', 'list')).toContain('canceled, no first move');
  await send('ann', 'bob');
  expect(await as('bob', 'game', 'list')).toMatch(new RegExp(`${id} +playing`));
  expect(await as('bob', 'player', 'show', 'ann')).not.toContain('no first move');
  await as('bob', 'game', 'play', id, 'e5');
  await send('bob', 'ann');
});

test('an acceptance that was not chosen stays so after the chosen game was archived', async () => {
  const { id: offer } = await json('ann', 'challenge', 'offer', 'chess', '--first', 'me');
  await send('ann', 'bob', 'eve');
  const eve = await json('eve', 'challenge', 'accept', offer);
  const bob = await json('bob', 'challenge', 'accept', offer);
  const old = await exportTree('eve', 'eve-old');
  for (const from of ['bob', 'eve']) await send(from, 'ann');
  await as('ann', 'challenge', 'confirm', bob.id, '--hours', '1');
  await send('ann', 'bob', 'eve');
  expect(await as('eve', 'game', 'list')).not.toContain(eve.id);
  clock.now += DAY_MS;
  await as('ann', 'game', 'list');
  expect(await as('ann', 'game', 'list')).not.toContain(eve.id);
  await tryAs('ann', ['namespace', 'import', old]);
  await expect(as('ann', 'challenge', 'confirm', eve.id)).rejects.toThrow(/not-chosen|not-found/);
});

test('an acceptance that lapsed is not listed again', async () => {
  for (const name of ['dan', 'fay']) await as(name, 'id', 'new', name);
  const { id: offer } = await json('dan', 'challenge', 'offer', 'chess', '--first', 'me');
  await send('dan', 'fay');
  const { id } = await json('fay', 'challenge', 'accept', offer, '--hours', '1');
  await send('fay', 'dan');
  clock.now += 8 * DAY_MS;
  expect(await as('fay', 'game', 'list')).toBe(`game ${id}: lapsed`);
  await expect(as('dan', 'challenge', 'confirm', id)).rejects.toThrow(/the game is lapsed/);
  await expectOver(['dan', 'fay']);
});

test('a game that continues is not touched by any of this', async () => {
  const id = await confirmed('eve', 'ann', 'chess');
  await as('eve', 'game', 'play', id, 'e4');
  await send('eve', 'ann');
  expect(await as('ann', 'game', 'list')).toMatch(new RegExp(`${id} +playing`));
});
