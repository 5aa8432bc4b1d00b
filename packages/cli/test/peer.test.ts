/** Peers as processes of their own, that know each other by an address and nothing else. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { as, folderOf, json, type PeerProcess, startPeer, until } from './peers.ts';

let ann: PeerProcess;
let bob: PeerProcess;

beforeAll(async () => {
  for (const name of ['ann', 'bob', 'eve']) await as(name, 'id', 'new', name);
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

/** Ann offers, Bob accepts, Ann confirms. */
async function agree(...offer: string[]): Promise<string> {
  const { id } = await json('ann', 'challenge', 'offer', ...offer, '--first', 'me');
  await until('bob hears of the offer', async () =>
    (await as('bob', 'challenge', 'list')).includes(id),
  );
  const accepted = await json('bob', 'challenge', 'accept', id);
  await until('ann hears of it', async () =>
    (await as('ann', 'challenge', 'list')).includes(accepted.id),
  );
  await as('ann', 'challenge', 'confirm', accepted.id);
  await seen('bob', accepted.id, 3);
  return accepted.id;
}

test('two find each other, play move by move and archive; a third verifies', async () => {
  const id = await agree('go', '--size', '5', '--komi', '0.5');
  const moves = ['C3', 'B4', 'pass', 'pass'];
  for (const [i, move] of moves.entries()) {
    const [mover, other] = i % 2 === 0 ? ['ann', 'bob'] : ['bob', 'ann'];
    await as(mover!, 'game', 'play', id, move);
    await seen(other!, id, 4 + i);
  }
  await as('ann', 'game', 'propose', id, 'score');
  await seen('bob', id, 8);
  await as('bob', 'game', 'agree', id);
  await seen('ann', id, 9);
  // who agrees last signs too, and so does the next command of the other
  await as('ann', 'game', 'agree', id);
  for (const player of ['bob', 'ann'])
    await until(`${player} archives it`, async () => {
      await as(player, 'game', 'list');
      return (await as(player, 'archive', 'list')).includes('ann (B) – bob (W)');
    });
  // moves came one by one, each as soon as it was made
  const heard = ann.said.filter(({ event }) => event === 'commit').map(({ commits }) => commits);
  expect(heard).toEqual(expect.arrayContaining(['5', '7', '9']));

  const eve = await startPeer('eve', '--peer', bob.address);
  const { games } = await until('eve has the archive', async () => {
    const verified = await json('eve', 'archive', 'verify').catch(() => null);
    return verified?.games.length > 0 ? verified : null;
  });
  expect(games.map(({ game, result }: { [key: string]: unknown }) => [game, result])).toEqual([
    ['go', 'W+0.5'],
  ]);
  await eve.kill('SIGINT');
  expect(eve.child.exitCode).toBe(130);
});

test('a peer tells its status to its owner alone, and a second peer on its folder is refused', async () => {
  expect(statSync(join(folderOf('ann'), 'peer.json')).mode & 0o777).toBe(0o600);
  expect(await json('ann', 'peer', 'status')).toMatchObject({ player: 'ann', banned: 0 });
  // on a busy machine a connection may be lost and made again
  await until('ann shows bob', async () =>
    (await json('ann', 'peer', 'status')).connections.some(
      ({ player }: { player: string }) => player === 'bob',
    ),
  );
  await until('bob shows ann', async () =>
    /connected +ann +\/ip4\/127\.0\.0\.1\/tcp\//.test(await as('bob', 'peer', 'list')),
  );
  await expect(startPeer('ann')).rejects.toThrow('a peer is already running on');
});

/** Moves there and back before the fifth time that a position is there ends it. */
const A_GAME = 12;

test('peers are killed at any moment and come back, and nothing that was signed is lost or contradicted', async () => {
  const rounds = process.env.KIFU_DEEP === '1' ? 50 : 5;
  const back = ['Nf3', 'Nf6', 'Ng1', 'Ng8'];
  let id = '';
  for (let i = 0; i < rounds; i++) {
    const played = i % A_GAME;
    if (played === 0) id = await agree('chess');
    const [mover, other] = i % 2 === 0 ? ['ann', 'bob'] : ['bob', 'ann'];
    // the peer of the mover, of the other player or of neither is killed while the move is made and sent
    const victim = [other, mover, other, null, mover][i % 5];
    const killed = victim == null ? null : delay((i * 7919) % 400).then(() => restart(victim));
    const play = () => as(mover!, 'game', 'play', id, back[i % 4]!);
    const isLost = await play().then(
      () => false,
      cause => {
        if (!`${cause}`.includes('the peer has stopped')) throw cause;
        return true;
      },
    );
    await killed;
    // the command cannot know whether its peer still made the move: it is made once, or can be made again
    if (isLost && (await gameOf(mover!, id)).commits < 4 + played) await play();
    const game = await seen(other!, id, 4 + played);
    expect(game.head).toBe((await gameOf(mover!, id)).head);
  }
  for (const player of ['ann', 'bob'])
    expect(await as(player, 'namespace', 'evidence')).toContain('no evidence');
  expect(await as('ann', 'namespace', 'check')).toContain('good:');
});

test('what was done while no peer ran is sent when it runs again', async () => {
  const id = await agree('chess');
  await bob.kill();
  await as('ann', 'game', 'play', id, 'e4');
  bob = await startPeer('bob', '--peer', ann.address);
  await seen('bob', id, 4);
  await bob.kill();
  await as('bob', 'game', 'play', id, 'e5');
  expect((await gameOf('ann', id)).commits).toBe(4);
  bob = await startPeer('bob', '--peer', ann.address);
  await seen('ann', id, 5);
});

/** Kills a peer and starts it again where it was; the other calls again by itself. */
async function restart(player: string): Promise<void> {
  if (player === 'ann') {
    await ann.kill();
    ann = await startPeer('ann', '--listen', ann.address.replace(/\/p2p\/.*/, ''));
  } else {
    await bob.kill();
    bob = await startPeer('bob', '--peer', ann.address);
  }
}

test('a peer that knows one of them finds the other, and plays with it', async () => {
  await as('dan', 'id', 'new', 'dan');
  await startPeer('dan', '--peer', bob.address);
  const { id } = await json('ann', 'challenge', 'offer', 'chess', '--first', 'me');
  await until('dan hears of the offer', async () =>
    (await as('dan', 'challenge', 'list')).includes(id),
  );
  const accepted = await json('dan', 'challenge', 'accept', id);
  await until('ann hears of it', async () =>
    (await as('ann', 'challenge', 'list')).includes(accepted.id),
  );
  await as('ann', 'challenge', 'confirm', accepted.id);
  await seen('dan', accepted.id, 3);
});
