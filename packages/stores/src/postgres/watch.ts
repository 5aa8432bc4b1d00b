/**
 * Tells of heads that move, in whatever process: a connection of its own listens to what the server says at each commit. When it is cut, it is
 * made anew by itself; what moved meanwhile nobody says, so whoever watches hears of a gap.
 */
import { type Cid, decodeCid, formatCid } from '@kifu/core';
import type { HeadNews, WatchedHeads } from '@kifu/record/store';
import type pg from 'pg';
import type { Connections } from './connections.ts';
import { namedError, PostgresClosedError } from './errors.ts';

/** Those who watch. */
export interface Watching {
  readonly watch: WatchedHeads['watch'];
  close(): Promise<void>;
}

const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 5000;
/** A connection that is dead without a word is found out by asking. */
const ASK_EVERY_MS = 10_000;

interface Watcher {
  /** As text; null for all. */
  readonly match: string | null;
  tell(news: HeadNews): void;
}

/** Watches the heads of a store; connects when somebody first asks. */
export function createWatching(connections: Connections, channel: string): Watching {
  const watchers = new Set<Watcher>();
  const closing = new AbortController();
  /** The connection that listens, or is about to. */
  let current: Promise<pg.Client> | null = null;

  const tellAll = (news: HeadNews, match: string | null = null) => {
    for (const watcher of [...watchers])
      if (match === null || watcher.match === null || watcher.match === match) watcher.tell(news);
  };

  const hear = ({ payload = '' }: pg.Notification) => {
    for (const id of payload.split(' ')) {
      const cid = decodeCid(Buffer.from(id, 'base64'));
      if (cid.ok) tellAll({ type: 'moved', match: cid.value }, formatCid(cid.value));
    }
  };

  const connect = async (isCurrent: () => boolean): Promise<pg.Client> => {
    const client = await connections.connect();
    client.on('notification', hear);
    try {
      await client.query(`LISTEN ${connections.quote(channel)}`);
    } catch (cause) {
      client.end().catch(() => {});
      throw namedError(connections.where, cause);
    }
    client.once('end', () => {
      if (!isCurrent()) return;
      current = null;
      void reconnect();
    });
    keepAsking(client);
    return client;
  };

  /** One connection, however many ask at once. */
  const listen = async (): Promise<void> => {
    const mine: Promise<pg.Client> = current ?? connect(() => current === mine);
    current = mine;
    try {
      await mine;
    } catch (cause) {
      if (current === mine) current = null;
      throw cause;
    }
  };

  const reconnect = async (): Promise<void> => {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
      await pause(pauseMs, closing.signal);
      if (watchers.size === 0) return;
      try {
        await listen();
        return tellAll({ type: 'gap' });
      } catch {
        // the server is not back yet
      }
    }
  };

  const stop = async (): Promise<void> => {
    const ending = current;
    current = null;
    const client = await ending?.catch(() => null);
    await client?.end().catch(() => {});
  };

  const forget = async (watcher: Watcher): Promise<void> => {
    watchers.delete(watcher);
    if (watchers.size === 0) await stop();
  };

  return {
    async watch(match, tell, ask) {
      ask?.signal?.throwIfAborted();
      if (closing.signal.aborted) throw new PostgresClosedError(connections.where);
      const watcher: Watcher = { match: nameOf(match), tell };
      watchers.add(watcher);
      ask?.signal?.addEventListener('abort', () => void forget(watcher), { once: true });
      try {
        await listen();
      } catch (cause) {
        await forget(watcher);
        throw cause;
      }
      ask?.signal?.throwIfAborted();
    },
    async close() {
      closing.abort();
      watchers.clear();
      await stop();
    },
  };
}

const nameOf = (match: Cid | null): string | null => match && formatCid(match);

/** Asks from time to time, and ends a connection that does not answer. */
function keepAsking(client: pg.Client): void {
  let isWaiting = false;
  const timer = setInterval(() => {
    if (isWaiting) client.connection.stream.destroy();
    isWaiting = true;
    client.query('SELECT 1').then(
      () => {
        isWaiting = false;
      },
      () => {},
    );
  }, ASK_EVERY_MS);
  client.once('end', () => clearInterval(timer));
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise(done => {
    const timer = setTimeout(done, ms);
    const wake = () => {
      clearTimeout(timer);
      done();
    };
    signal.addEventListener('abort', wake, { once: true });
  });
