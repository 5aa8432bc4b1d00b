/**
 * `npm run bench -- peer-move`: what a step in one game costs with 10 and with 10,000 games in the directory, by the clock and in turn: asked of a
 * peer that runs, and by a command without one. Of the 10,000 as many go on as a tree lists, 1,000; the rest is archived.
 */
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unwrap } from '@kifu/core';
import { encodeHistory, joinChanges, type NamespaceChange } from '@kifu/ipgs';
import { startPeer } from '@kifu/peer';
import type { PeerApi } from '@kifu/peer/api';
import { run } from '../packages/cli/src/index.ts';
import {
  openDirectory,
  openPeerService,
  peerApiOf,
} from '../packages/cli/src/ipgs/peer-service.ts';
import { homeOf } from '../packages/cli/src/ipgs/run-peer.ts';
import { loadSpeech } from '../packages/cli/src/language.ts';
import { processGames } from '../packages/cli/src/process-games.ts';
import { processIo } from '../packages/cli/src/process-io.ts';
import { acceptGo, confirmGo, makePlayer, offerGo, playGame, signedHistory } from './ipgs-games.ts';
import { type Figure, figuresOf, progress } from './measure.ts';

const FEW = 10;
const MANY = 10_000;
/** A tree lists no more. */
const LISTED = 1000;
const STEPS = 100;
const COMMANDS = 20;
const HOUR_MS = 3_600_000;
const MS = 1_000_000n;

/** All figures. */
export async function* bench(): AsyncGenerator<Figure> {
  process.env.KIFU_PASSPHRASE = 'bench';
  using place = mkdtempDisposableSync(join(tmpdir(), 'kifu-peer-move-'));
  process.env.KIFU_HOME = join(place.path, 'home');
  const [few, many] = [join(place.path, 'few'), join(place.path, 'many')];
  const games = [await fill(few, FEW), await fill(many, MANY)] as const;
  yield* await running([few, many], games);
  yield* await alone([few, many], games);
}

const io = async () => ({
  ...processIo(unwrap(await processGames(process.env))),
  ...(await loadSpeech('en')),
});

/** A directory with so many games; gives the ids of ten that go on. */
async function fill(folder: string, count: number): Promise<readonly string[]> {
  const quiet = { write: () => true } as unknown as NodeJS.WriteStream;
  const old = { ...(await io()), stdout: quiet, now: () => Date.now() - 2 * MANY * HOUR_MS };
  await run(['id', 'new', 'Ann', '--folder', folder], old);
  const bob = await makePlayer('Bob');
  const { folder: opened, close } = unwrap(await openDirectory(await io(), { folder }));
  const ann = unwrap(await opened.signer());
  const changes: NamespaceChange[] = [];
  const ids: string[] = [];
  const going = Math.min(count, LISTED);
  for (let i = 0; i < going; i++) {
    progress(`game ${i + 1} of ${count}`);
    const at = opened.now() - 60_000n * MS + BigInt(i) * MS;
    const offered = await offerGo(ann, at);
    const accepted = await acceptGo(bob, offered.record, at + 1000n * MS);
    const confirmed = await confirmGo(ann, accepted.record, at + 2000n * MS);
    ids.push(accepted.signed.commit.cid.slice(-8));
    const listed = confirmed.change.changes.filter(({ entry }) => entry !== null);
    const blocks = [offered, accepted, confirmed].flatMap(({ change }) => change.blocks);
    changes.push({ changes: listed, blocks });
  }
  if (count > going) {
    const at = opened.now() - BigInt(HOUR_MS) * MS;
    const { file, signatures } = await signedHistory(
      ...([ann, bob, await playGame(ann, bob, opened.reading, 4, at)] as const),
    );
    const text = new TextDecoder().decode(file);
    for (let i = going; i < count; i++) {
      const when = new Date(Date.now() - (i + 2) * HOUR_MS).toISOString();
      const other = text.replaceAll(/\|\d{4}-[^|\]]+\|/g, `|${when}|`);
      const history = encodeHistory({ file: new TextEncoder().encode(other), signatures });
      const { entry, blocks } = history;
      const paths = [ann, bob].map(({ file: key }) => ['archive', key.hash, entry.cid]);
      changes.push({ changes: paths.map(path => ({ path, entry })), blocks });
    }
  }
  unwrap(await opened.publish(joinChanges(changes)));
  // the first look names the games by their ids
  unwrap(await peerApiOf(opened, null)['game.list']({}));
  await close();
  return ids.slice(-FEW);
}

type Pair<T> = readonly [few: T, many: T];

/** Times one after the other, so that both meet the same machine. */
async function times(
  count: number,
  step: (which: 0 | 1, i: number) => Promise<unknown>,
): Promise<Pair<readonly number[]>> {
  const all: Pair<number[]> = [[], []];
  for (let i = 0; i < count; i++)
    for (const which of [0, 1] as const) {
      progress(`step ${i + 1} of ${count}`);
      const begun = performance.now();
      await step(which, i);
      all[which].push(performance.now() - begun);
    }
  return all;
}

const figure = (name: string, [few, many]: Pair<readonly number[]>): Figure[] =>
  figuresOf(name, 'ms a move', many, { [`with ${FEW} games`]: few });

/** A move in each game, and then something said in it: each is a commit. */
const act = async (api: PeerApi, games: readonly string[], i: number): Promise<void> => {
  const game = games[i % FEW]!;
  unwrap(
    i < FEW
      ? await api['game.play']({ game, move: 'D4' })
      : await api['game.say']({ game, text: `${i}` }),
  );
};

async function running(folders: Pair<string>, games: Pair<readonly string[]>): Promise<Figure[]> {
  const start = async (folder: string) => {
    const opened = unwrap(await openDirectory(await io(), { folder }));
    const peer = await startPeer({
      ...{ home: homeOf(opened.folder), datastore: join(folder, 'peer.sqlite'), network: 'bench' },
      ...{ listen: ['/ip4/127.0.0.1/tcp/0'], contacts: [] },
    });
    return { api: peerApiOf(opened.folder, peer), peer, close: opened.close };
  };
  const peers = [await start(folders[0]), await start(folders[1])] as const;
  const taken = await times(STEPS, (which, i) => act(peers[which].api, games[which], i));
  for (const { peer, close } of peers) {
    await peer.stop();
    await close();
  }
  return figure('peer-move-at-10000-games', taken);
}

async function alone(folders: Pair<string>, games: Pair<readonly string[]>): Promise<Figure[]> {
  const own = await io();
  const taken = await times(COMMANDS, async (which, i) => {
    const service = unwrap(await openPeerService(own, { folder: folders[which] }));
    await act(service.api, games[which], FEW + i);
    await service.close();
  });
  return figure('command-move-at-10000-games', taken);
}
