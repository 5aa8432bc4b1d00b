/** What peers remember and publish over their life: names of strangers, player data, sequence numbers, devices. */
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { peerIdOf } from '@kifu/ipgs';
import { beforeAll, expect, test } from 'vitest';
import { as, folderOf, json, lockedPlayers, type PeerProcess, startPeer, until } from './peers.ts';

let ann: PeerProcess;
let bob: PeerProcess;
const backup = () => join(folderOf('ann'), '../ann-backup');

/** The file of a peer whose one table of names strangers have filled. */
function fillNames(path: string): void {
  const db = new DatabaseSync(path);
  db.exec(
    'CREATE TABLE sequences (name TEXT PRIMARY KEY, sequence TEXT NOT NULL) WITHOUT ROWID; BEGIN',
  );
  const insert = db.prepare('INSERT INTO sequences VALUES (?, ?)');
  for (let n = 0; n < 10_000; n++) {
    const bytes = new Uint8Array(32);
    new DataView(bytes.buffer).setUint32(0, n);
    insert.run(peerIdOf(bytes), '1');
  }
  db.exec('COMMIT');
  db.close();
}

beforeAll(async () => {
  for (const name of ['ann', 'bob']) await as(name, 'id', 'new', name);
  fillNames(join(folderOf('ann'), 'peer.sqlite'));
  lockedPlayers.add('ann');
  ann = await startPeer('ann');
  bob = await startPeer('bob', '--peer', ann.address);
});

const gameOf = async (player: string, id: string) =>
  (await json(player, 'game', 'list')).games.find((game: { id: string }) => game.id === id);

/** Waits until a player has so many commits of a game. */
const seen = (player: string, id: string, commits: number) =>
  until(`${player} has ${commits} commits`, async () => {
    const game = await gameOf(player, id);
    return game?.commits >= commits ? game : null;
  });

const lists = (player: string, id: string) =>
  until(`${player} hears of ${id}`, async () =>
    (await as(player, 'challenge', 'list')).includes(id),
  );

/** Bob offers, Ann accepts, Bob confirms. */
async function agree(...offer: string[]): Promise<string> {
  const { id } = await json('bob', 'challenge', 'offer', ...offer, '--first', 'them');
  await lists('ann', id);
  const accepted = await json('ann', 'challenge', 'accept', id);
  await lists('bob', accepted.id);
  await as('bob', 'challenge', 'confirm', accepted.id);
  await seen('ann', accepted.id, 3);
  return accepted.id;
}

test('a new player is heard though strangers have put 10,000 names', async () => {
  const { id } = await json('bob', 'challenge', 'offer', 'chess');
  await lists('ann', id);
  await as('bob', 'challenge', 'cancel', id);
  expect(ann.said.some(({ event, player }) => event === 'tree' && player === 'bob')).toBe(true);
  await ann.kill();
  cpSync(folderOf('ann'), backup(), { recursive: true });
  ann = await startPeer('ann', '--listen', ann.address.replace(/\/p2p\/.*/, ''));
});

test('player data of an archived game is published, or waits for the passphrase; the game stays over', async () => {
  const id = await agree('go', '--size', '5', '--komi', '0.5');
  for (const [i, move] of ['C3', 'B4', 'pass', 'pass'].entries()) {
    const [mover, other] = i % 2 === 0 ? ['ann', 'bob'] : ['bob', 'ann'];
    await as(mover!, 'game', 'play', id, move);
    await seen(other!, id, 4 + i);
  }
  await as('ann', 'game', 'propose', id, 'score');
  await seen('bob', id, 8);
  await as('bob', 'game', 'agree', id);
  await seen('ann', id, 9);
  // who agrees last signs too, and the other with the next command
  await as('ann', 'game', 'agree', id);
  await as('ann', 'peer', 'lock');
  // with the signature of ann at hand bob archives it at once
  await until('bob has it', async () => {
    const game = await gameOf('bob', id);
    return game === undefined || game.commits >= 10;
  });
  // the peer of ann archives it, and has no passphrase
  await until('it waits', async () =>
    (await json('ann', 'peer', 'status')).waiting.includes('player-data'),
  );
  expect(await as('ann', 'peer', 'status')).toMatch(/player data +waiting for the passphrase/);
  await until('bob is told', async () => (await as('bob', 'game', 'list')) === 'no games');
  for (const player of ['ann', 'bob', 'ann']) {
    expect(await as(player, 'game', 'list')).toBe('no games');
    const tree = await json(player, 'namespace', 'show');
    expect(tree.players).toHaveLength(2);
    expect(tree).toMatchObject({ currentGames: [], finishedGames: [] });
  }
  expect(await json('ann', 'peer', 'status')).toMatchObject({ waiting: [], games: 0 });
});

test('a peer on a restored backup continues above what it had published', async () => {
  for (let i = 0; i < 3; i++) {
    const { id } = await json('ann', 'challenge', 'offer', 'chess');
    await lists('bob', id);
  }
  const sequence = Number((await json('ann', 'peer', 'status')).sequence);
  await ann.kill();
  rmSync(folderOf('ann'), { recursive: true });
  mkdirSync(folderOf('ann'), { mode: 0o700 });
  cpSync(backup(), folderOf('ann'), { recursive: true });
  ann = await startPeer('ann', '--listen', ann.address.replace(/\/p2p\/.*/, ''));
  await until('it is told', () => ann.said.some(({ event }) => event === 'behind'));
  await until('it is above', async () => {
    const { sequence: now } = await json('ann', 'peer', 'status');
    return Number(now) > sequence;
  });
  const { id } = await json('ann', 'challenge', 'offer', 'go');
  await until('bob believes it', async () => {
    const { challenges } = await json('bob', 'challenge', 'list');
    return challenges.length === 1 && challenges[0].id === id;
  });
  await as('ann', 'challenge', 'cancel', id);
});

test('a second device joins, and of two moves at once one counts', async () => {
  const files = ['ann.asc', 'ann-secret.asc'].map(name => join(folderOf('ann'), '..', name));
  await as('ann', 'id', 'export', '-o', files[0]!);
  await as('ann', 'id', 'export', '--secret', '-o', files[1]!);
  await as('ann2', 'id', 'import', ...files);
  const id = await agree('chess');
  const second = await startPeer('ann2', '--peer', ann.address, '--peer', bob.address);
  for (const device of ['ann', 'ann2'])
    await until(`${device} has both`, async () => {
      const { nodes } = await json(device, 'id', 'show');
      return nodes.length === 2;
    });
  await seen('ann2', id, 3);
  const moves = await Promise.allSettled([
    as('ann', 'game', 'play', id, 'e4'),
    as('ann2', 'game', 'play', id, 'd4'),
  ]);
  expect(moves.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  for (const player of ['ann', 'ann2', 'bob'])
    expect(await seen(player, id, 4)).toMatchObject({ commits: 4 });
  await as('bob', 'game', 'play', id, 'e5');
  for (const player of ['ann', 'ann2']) await seen(player, id, 5);
  for (const player of ['ann', 'ann2', 'bob'])
    expect(await as(player, 'namespace', 'evidence')).toContain('no evidence');
  await second.kill();
});
