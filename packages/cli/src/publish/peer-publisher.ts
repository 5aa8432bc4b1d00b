/** Publishes a match in progress through the running peer, after each turn: as a native record, and for chess as a replay log too. */

import type { RemoteMatch } from '@kifu/client';
import { type Fault, fail, type Kifu, ok, type Result } from '@kifu/core';
import { askForMatches } from '@kifu/peer/api';
import type { Publish, PublishedMatch } from '@kifu/peer/follow';
import { readKifu } from '@kifu/record';
import { faultText } from '../fault-text.ts';
import type { Io } from '../io.ts';
import { folderPath } from '../ipgs/ask-peer.ts';
import { type Session, tell } from '../play/session.ts';
import { watchLine } from './place.ts';

/** Publishes one match. What is pushed while something is published is published next, and only the newest of it. */
export interface PeerPublisher {
  push(nodes: readonly Uint8Array[]): void;
  /** Waits until all that was pushed is published, or cannot be. */
  settle(): Promise<void>;
  /** What was published last. */
  readonly last: PublishedMatch | null;
  close(): void;
}

/** Publishes a match through the running peer. `told` is called with each root, and once with a failure. */
export async function openPeerPublisher(
  io: Io,
  told: (published: Result<PublishedMatch>) => void,
): Promise<Result<PeerPublisher>> {
  const folder = folderPath(io, {});
  let publish: Publish | null = null;
  let close = (): void => {};
  const connect = async (): Promise<Result<null>> => {
    const frames = await askForMatches(folder, 'publish');
    if (frames === null) return NO_PEER;
    if (!frames.ok) return frames;
    ({ close } = frames.value);
    const { publishOver } = await import('@kifu/peer/follow');
    publish = publishOver(frames.value);
    return ok(null);
  };
  const connected = await connect();
  if (!connected.ok) return connected;
  let wanted: readonly Uint8Array[] | null = null;
  let working: Promise<void> | null = null;
  let last: PublishedMatch | null = null;
  let failed: Fault | null = null;
  const work = async (): Promise<void> => {
    for (let nodes = wanted; nodes !== null; nodes = wanted) {
      wanted = null;
      const back = publish === null ? await connect() : ok(null);
      const log = back.ok ? await logOf(nodes) : [];
      const done = back.ok ? await publish!({ nodes, log }) : back;
      if (done.ok) last = done.value;
      else if (done.fault.code === 'unreachable') publish = null; // the peer may come back
      if (done.ok || failed?.message !== done.fault.message) told(done);
      failed = done.ok ? null : done.fault;
    }
    working = null;
  };
  return ok({
    push(nodes) {
      wanted = [...nodes];
      working ??= work();
    },
    async settle() {
      while (working !== null) await working;
    },
    get last() {
      return last;
    },
    close: () => close(),
  });
}

const NO_PEER = fail('not-found', 'no peer runs here that could publish it: start kifu peer');

/** The blocks of the replay log of a game of chess; none of another game, or where it cannot be one. */
async function logOf(nodes: readonly Uint8Array[]): Promise<readonly Uint8Array[]> {
  const kifu = readKifu(nodes);
  return kifu.ok ? logBlocks(kifu.value) : [];
}

async function logBlocks(kifu: Kifu): Promise<readonly Uint8Array[]> {
  if (kifu.header.game !== 'chess') return [];
  const { writeLog } = await import('@kifu/games/chess');
  const log = writeLog(kifu);
  return log.ok ? log.value.nodes.map(({ bytes }) => bytes) : [];
}

/** Publishes what a connection follows, as it comes, and says so at the terminal. */
export async function publishLive(
  session: Session,
  live: RemoteMatch,
): Promise<Result<{ close(): Promise<void> }>> {
  const t = session.io.texts.reports.programs.publish.live;
  let isTold = false;
  const publisher = await openPeerPublisher(session.io, published => {
    if (!published.ok) tell(session, `  ${t.failed(faultText(session.io, published.fault))}`);
    else if (!isTold) tell(session, `  ${t.published(watchLine(published.value.name))}`);
    isTold ||= published.ok;
  });
  if (!publisher.ok) return publisher;
  const push = (): void => {
    const { replay } = live;
    // hidden hands are hidden from all readers
    if (replay !== null && replay.table !== null) publisher.value.push(replay.nodes);
  };
  const off = live.on('node', push);
  push();
  return ok({
    async close() {
      off();
      await publisher.value.settle();
      publisher.value.close();
    },
  });
}
