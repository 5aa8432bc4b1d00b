/** What players make of each other is published after every archived game, as soon as the key is at hand. */
import { beforeAll, expect, test } from 'vitest';
import { folderPlayers } from '../../test/folder-players.ts';

const { as, env, exportTree, finished, json, tryAs } = folderPlayers();

beforeAll(async () => {
  for (const name of ['ann', 'bob']) await as(name, 'id', 'new', name);
});

/** Runs a command; returns what it printed, and of how many players it published something new. */
async function publishedBy(player: string, ...command: Parameters<typeof tryAs>) {
  const { root } = await json(player, 'namespace', 'show');
  const { out } = await tryAs(...command);
  const { changes } = await json(player, 'namespace', 'show', '--since', root);
  const paths: string[] = changes.map(({ path }: { path: string }) => path);
  return { out, players: paths.filter(path => path.startsWith('players/bafk')).length };
}

/** The environment of commands without a passphrase. */
const LOCKED = { KIFU_HOME: env.KIFU_HOME };

test('player data is published with the archived game, or when the passphrase is given', async () => {
  const id = await finished('ann', 'bob');
  const signed = await publishedBy('ann', 'ann', ['game', 'sign', id]);
  expect(signed).toMatchObject({ out: expect.stringContaining('archived'), players: 2 });

  const file = await exportTree('ann');
  const imported = await publishedBy('bob', 'bob', ['namespace', 'import', file], LOCKED);
  expect(imported.out).toMatch(/archived\nplayer data: not published yet, the key is locked; /);
  expect(imported.players).toBe(0);
  const locked = await publishedBy('bob', 'bob', ['game', 'list'], LOCKED);
  expect(locked).toEqual({ out: 'no games\n', players: 0 });
  const opened = await publishedBy('bob', 'bob', ['game', 'list']);
  expect(opened).toEqual({ out: 'no games\n', players: 2 });
  const again = await publishedBy('bob', 'bob', ['game', 'list']);
  expect(again).toEqual({ out: 'no games\n', players: 0 });
});
