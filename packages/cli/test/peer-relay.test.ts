/** Peers that reach only a relay: they play over it, and where it goes both go on and are one again when it is back. */
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { as, clocksAheadMs, folderOf, json, type PeerProcess, startPeer, until } from './peers.ts';

let relay: PeerProcess;
let bob: PeerProcess;
/** How to be reached over the relay alone. */
let behind: readonly string[];
let game: string;

beforeAll(async () => {
  for (const name of ['ann', 'bob']) await as(name, 'id', 'new', name);
  relay = await startPeer('relay', '--relay');
  behind = ['--listen', '/p2p-circuit', '--peer', relay.address];
  const ann = await startPeer('ann', ...behind);
  expect(ann.address).toContain('/p2p-circuit/p2p/');
  bob = await startPeer('bob', ...behind, '--peer', ann.address);
});

const gameOf = async (player: string) => (await json(player, 'game', 'list')).games[0];

/** Waits until both, and who else, have the same game of so many commits. */
const agreed = (commits: number, ...others: string[]) =>
  until(`all have ${commits} commits`, async () => {
    const [first, ...rest] = await Promise.all(['ann', 'bob', ...others].map(gameOf));
    return first?.commits === commits && rest.every(each => each?.head === first.head);
  });

test('two play over a relay, one with a clock that is a minute ahead', async () => {
  clocksAheadMs.set('ann', 60_000);
  const { id } = await json('ann', 'challenge', 'offer', 'go', '--first', 'me');
  await until('bob hears of it', async () => (await as('bob', 'challenge', 'list')).includes(id));
  game = (await json('bob', 'challenge', 'accept', id)).id;
  await until('ann hears of it', async () => (await as('ann', 'challenge', 'list')).includes(game));
  await as('ann', 'challenge', 'confirm', game);
  await agreed(3);
  await as('ann', 'game', 'play', game, 'D4');
  await agreed(4);
  await as('bob', 'game', 'play', game, 'Q16');
  await agreed(5);
});

test('both act at once while the relay is away; when it is back both have one game, and continue', async () => {
  await relay.kill();
  await as('ann', 'game', 'play', game, 'C3');
  await as('bob', 'game', 'say', game, 'hm');
  const apart = await Promise.all([gameOf('ann'), gameOf('bob')]);
  expect(apart.map(({ commits }) => commits)).toEqual([6, 6]);
  expect(apart[0].head).not.toBe(apart[1].head);
  relay = await startPeer('relay', '--relay', '--listen', relay.address.replace(/\/p2p\/.*/, ''));
  // who is to move goes before who talks
  await agreed(6);
  expect((await gameOf('bob')).head).toBe(apart[0].head);
  await as('bob', 'game', 'play', game, 'R4');
  await agreed(7);
  for (const player of ['ann', 'bob'])
    expect(await as(player, 'namespace', 'evidence')).toContain('no evidence');
});

test('two nodes of one player are one player: whichever is told or acts, all have it', async () => {
  const [file, secret] = ['bob.asc', 'bob-secret.asc'].map(name => join(folderOf('bob'), name));
  await as('bob', 'id', 'export', '-o', file!);
  await as('bob', 'id', 'export', '--secret', '-o', secret!);
  await as('bob-2', 'id', 'import', file!, secret!);
  const { nodes } = await json('bob-2', 'id', 'show');
  await as('bob', 'id', 'node', nodes[0]);
  await startPeer('bob-2', ...behind, '--peer', bob.address);
  await agreed(7, 'bob-2');
  await as('ann', 'game', 'play', game, 'D17');
  await agreed(8, 'bob-2');
  await as('bob-2', 'game', 'play', game, 'C6');
  await agreed(9, 'bob-2');
});
