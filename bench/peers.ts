/**
 * `npm run bench -- peers`: two peers in two processes on loopback, by the clock: from a step to when the other has checked it, on a file system
 * in memory and on the disk of both; a hundred games at once; and a peer with a thousand archived games from its start to its first
 * answer; with `KIFU_KUBO=PROGRAM`, how soon a stock Kubo resolves a new root.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { existsSync, mkdtempDisposableSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { unwrap } from '@kifu/core';
import { joinChanges, type NamespaceChange, putBlocks } from '@kifu/ipgs';
import { run } from '../packages/cli/src/index.ts';
import { statusOf } from '../packages/cli/src/ipgs/ask-peer.ts';
import { withDirectory } from '../packages/cli/src/ipgs/peer-service.ts';
import { loadSpeech } from '../packages/cli/src/language.ts';
import { processGames } from '../packages/cli/src/process-games.ts';
import { processIo } from '../packages/cli/src/process-io.ts';
import { makePlayer, playGame, signedHistory } from './ipgs-games.ts';
import { kuboResolve } from './kubo.ts';
import { type Figure, figuresOf, progress } from './measure.ts';
import type { PeerDone, PeerJob } from './peers-one.ts';

const BIN = join(import.meta.dirname, '../packages/cli/bin/kifu.js');
const MEMORY = '/dev/shm';
const MOVES = 200;
const GAMES = 100;
const MOVES_A_GAME = 40;
const ARCHIVED = 1000;
const STARTS = 3;
const HOUR_MS = 3_600_000;

/** All figures. */
export async function* bench(): AsyncGenerator<Figure> {
  process.env.KIFU_PASSPHRASE = 'bench';
  using disk = mkdtempDisposableSync(join(tmpdir(), 'kifu-peers-'));
  using memory = mkdtempDisposableSync(
    join(existsSync(MEMORY) ? MEMORY : disk.path, 'kifu-peers-'),
  );
  process.env.KIFU_HOME = join(disk.path, 'home');
  yield* await steps('step', memory.path);
  yield* await steps('step-durable', disk.path);
  yield* await manyGames(disk.path);
  yield* await start(join(disk.path, 'archive'));
  const { KIFU_KUBO } = process.env;
  if (KIFU_KUBO) yield* await kuboResolve(KIFU_KUBO, join(disk.path, 'kubo'));
}

const ioOf = async () => ({
  ...processIo(unwrap(await processGames(process.env))),
  ...(await loadSpeech('en')),
});

/** A player with a folder, and a key that is so many milliseconds old. */
async function makeFolder(folder: string, name: string, ageMs = 0): Promise<void> {
  const quiet = { write: () => true } as unknown as NodeJS.WriteStream;
  const code = await run(['id', 'new', name, '--folder', folder], {
    ...(await ioOf()),
    ...{ stdout: quiet, now: () => Date.now() - ageMs },
  });
  if (code !== 0) throw new Error(`${name} has no folder`);
}

/** A peer process. */
interface PeerChild {
  readonly address: string;
  ask(job: PeerJob): Promise<PeerDone>;
}

async function startChild(folder: string, seat: 0 | 1, contact?: string): Promise<PeerChild> {
  const words = [folder, `${seat}`, ...(contact === undefined ? [] : [contact])];
  const child = fork(join(import.meta.dirname, 'peers-one.ts'), words, {
    execArgv: ['--conditions=source'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const { address } = await answerOf(child);
  return {
    address,
    ask(job) {
      child.send(job);
      return answerOf(child);
    },
  };
}

const answerOf = (child: ChildProcess): Promise<PeerDone> =>
  new Promise((resolve, reject) => {
    const gone = (code: number | null) => reject(new Error(`a peer ended with ${code}`));
    child.once('exit', gone);
    child.once('message', (done: PeerDone) => {
      child.off('exit', gone);
      resolve(done);
    });
  });

/** Plays games between two fresh peers; gives for each move the milliseconds until the other had it, and for all together. */
async function play(folder: string, games: number, moves: number) {
  // of those who played before, one may still be writing
  const place = mkdtempSync(join(folder, 'play-'));
  const folders = [join(place, 'ann'), join(place, 'bob')] as const;
  await makeFolder(folders[0], 'Ann');
  await makeFolder(folders[1], 'Bob');
  const ann = await startChild(folders[0], 0);
  const bob = await startChild(folders[1], 1, ann.address);
  await ann.ask({ do: 'offer', games });
  await bob.ask({ do: 'accept', games });
  await ann.ask({ do: 'confirm', games });
  for (const peer of [bob, ann]) await peer.ask({ do: 'await', games });
  const after = await Promise.all([ann, bob].map(peer => peer.ask({ do: 'play', moves })));
  await Promise.all([ann, bob].map(peer => peer.ask({ do: 'stop' })));
  const asked = new Map(after.flatMap(done => done.asked));
  const seen = new Map(after.flatMap(done => done.seen));
  const times = [...asked].map(([move, ms]) => seen.get(move)! - ms);
  return { times, wallMs: Math.max(...seen.values()) - Math.min(...asked.values()) };
}

async function steps(figure: string, folder: string): Promise<Figure[]> {
  progress(figure);
  const { times } = await play(folder, 1, MOVES);
  return figuresOf(figure, 'ms from a step to when the other has checked it', times);
}

async function manyGames(folder: string): Promise<Figure[]> {
  progress(`games-${GAMES}`);
  const { times, wallMs } = await play(folder, GAMES, MOVES_A_GAME);
  return figuresOf(`games-${GAMES}`, 'moves a second', [(1000 * times.length) / wallMs]);
}

/** A folder with archived games, each of four moves. */
async function makeArchive(folder: string): Promise<void> {
  await makeFolder(folder, 'Ann', 2 * ARCHIVED * HOUR_MS);
  const bob = await makePlayer('Bob');
  unwrap(
    await withDirectory(await ioOf(), { folder }, async opened => {
      const ann = unwrap(await opened.signer());
      const changes: NamespaceChange[] = [];
      for (let i = 0; i < ARCHIVED; i++) {
        progress(`archiving game ${i + 1} of ${ARCHIVED}`);
        const at = opened.now() - BigInt((i + 1) * HOUR_MS) * 1_000_000n;
        const record = await playGame(ann, bob, opened.reading, 4, at);
        const { history } = await signedHistory(ann, bob, record);
        const { entry } = history;
        await putBlocks(opened.reading.blocks, history.blocks);
        const paths = [ann, bob].map(({ file }) => ['archive', file.hash, entry.cid]);
        changes.push({ changes: paths.map(path => ({ path, entry })), blocks: [] });
      }
      return opened.publish(joinChanges(changes));
    }),
  );
}

/** Starts the command and asks it how it is doing. */
async function start(folder: string): Promise<Figure[]> {
  await makeArchive(folder);
  const times: number[] = [];
  for (let i = 0; i < STARTS; i++) {
    progress(`start ${i + 1} of ${STARTS}`);
    const begun = performance.now();
    const words = ['peer', '--folder', folder, '--network', 'bench', '--json'];
    const child = spawn(process.execPath, ['--conditions=source', BIN, ...words], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines = createInterface({ input: child.stdout });
    for await (const line of lines) if (JSON.parse(line).event === 'listening') break;
    if ((await statusOf(folder)) === null) throw new Error('the peer does not answer');
    times.push(performance.now() - begun);
    const gone = new Promise(resolve => child.once('exit', resolve));
    child.kill();
    await gone;
  }
  const unit = `ms from the start of a peer with ${ARCHIVED} archived games to its first answer`;
  return figuresOf('start', unit, times);
}
