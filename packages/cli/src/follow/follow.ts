/** `kifu watch` of a match that its players publish by name: through the peer that runs here, or from addresses that are given. */
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '@kifu/core';
import { askForMatches } from '@kifu/peer/api';
import {
  type FollowedLive,
  type FollowOptions,
  followLive,
  memorySequences,
} from '@kifu/peer/follow';
import { findGameIn } from '@kifu/record/file';
import { makeHome } from '../home.ts';
import type { Io } from '../io.ts';
import { folderPath } from '../ipgs/ask-peer.ts';
import { reason } from '../save.ts';

/** How long is waited for the first node. */
const TIMEOUT_MS = 30_000;

/** A match that is followed, and how to let go of the network. */
interface FollowedMatch {
  readonly live: FollowedLive;
  close(): Promise<void>;
}

/** Begins to follow. */
export async function followName(
  io: Io,
  name: string,
  addresses: readonly string[],
): Promise<Result<FollowedMatch>> {
  const ways = addresses.length === 0 ? await waysOfPeer(io) : await waysOfNode(io, addresses);
  if (!ways.ok) return ways;
  const { open, newest, close } = ways.value;
  const live = await followLive({
    ...{ of: name, open, newest, timeoutMs: TIMEOUT_MS, now: io.now, sleep: io.sleep },
    sources: Math.max(1, addresses.length),
    findGame: findGameIn(io.games),
  });
  if (live.ok) return ok({ live: live.value, close });
  await close();
  return live;
}

interface FollowWays extends Pick<FollowOptions, 'open' | 'newest'> {
  close(): Promise<void>;
}

/** The peer that runs looks for it, and keeps on disk how far each name has come. */
async function waysOfPeer(io: Io): Promise<Result<FollowWays>> {
  const folder = folderPath(io, {});
  const first = await askForMatches(folder, 'follow');
  if (first === null)
    return fail('not-found', 'no running peer; start kifu peer, or name a source with --peer');
  let next: typeof first | null = first;
  return ok({
    newest: memorySequences(),
    async open() {
      const frames = next ?? (await askForMatches(folder, 'follow'));
      next = null;
      return frames ?? fail('unreachable', 'the peer has stopped; start it with kifu peer');
    },
    async close() {},
  });
}

/** A node of no name calls the addresses in turn. */
async function waysOfNode(io: Io, addresses: readonly string[]): Promise<Result<FollowWays>> {
  const home = await makeHome(io);
  if (!home.ok) return home;
  try {
    const { openSequences, startTerminalNode } = await import('@kifu/peer/terminal');
    const node = await startTerminalNode({ secret: randomBytes(32), listen: [] });
    const newest = openSequences(join(home.value, 'followed.sqlite'));
    let turn = 0;
    return ok({
      newest,
      async open() {
        const address = addresses[turn++ % addresses.length]!;
        try {
          return ok(await node.follow(address));
        } catch (cause) {
          return fail('unreachable', `cannot reach ${address}: ${reason(cause)}`);
        }
      },
      async close() {
        await node.stop();
        newest.close();
      },
    });
  } catch (cause) {
    return fail('unwritable', `cannot start a network node: ${reason(cause)}`);
  }
}

/** Keeps the proof that a name told two histories; gives lines to tell. */
export async function keepForkProof(io: Io, live: FollowedLive): Promise<readonly string[]> {
  const { fork, forkProof, name, stopped } = live;
  const t = io.texts.session;
  if (fork === null || forkProof === null) return [];
  const folder = await makeHome(io, 'forks');
  const file = folder.ok ? join(folder.value, `${name}.cbor`) : null;
  if (file !== null) await writeFile(file, forkProof);
  return [
    t.conflictingHistories(name, fork.at),
    ...(stopped?.evidence.length ? [t.signedBoth] : []),
    ...(file === null ? [] : [t.proofSaved(file)]),
  ];
}
