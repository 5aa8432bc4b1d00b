/**
 * Watches heads that any process moves, and messages between processes, on a dedicated connection that listens to the notices of the server
 * at each commit. It reconnects automatically; the server does not repeat what it sent meanwhile, so watchers
 * and listeners learn of a gap.
 */
import { type Cid, decodeCid, formatCid, type Json } from '@kifu/core';
import {
  type Bus,
  type BusEvent,
  type HeadEvent,
  MAX_NEWS_BYTES,
  type WatchedHeads,
} from '@kifu/record/store';
import type pg from 'pg';
import type { Connections } from './connections.ts';
import { namedError, PostgresClosedError } from './errors.ts';
import type { OpenedSchema } from './schema.ts';

/** Watches heads and listens to the bus. */
export interface Watching {
  readonly watch: WatchedHeads['watch'];
  readonly bus: Bus;
  close(): Promise<void>;
}

const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 5000;
/** A connection that is dead without a word is found out by asking. */
const ASK_EVERY_MS = 10_000;

interface Watcher {
  /** As text; null for all. */
  readonly match: string | null;
  tell(news: HeadEvent): void;
}

/** Watches the heads of a store; connects for the first watcher or listener. */
export function createWatching(
  connections: Connections,
  { channel, busChannel }: OpenedSchema,
): Watching {
  const watchers = new Set<Watcher>();
  const listeners = new Set<(news: BusEvent) => void>();
  const closing = new AbortController();
  /** The connection that listens, or is about to. */
  let current: Promise<pg.Client> | null = null;

  const tellAll = (news: HeadEvent, match: string | null = null) => {
    for (const watcher of [...watchers])
      if (match === null || watcher.match === null || watcher.match === match) watcher.tell(news);
  };

  const tellGap = () => {
    tellAll({ type: 'gap' });
    for (const listen of [...listeners]) listen({ type: 'gap' });
  };

  const hear = ({ channel: from, payload = '' }: pg.Notification) => {
    if (from === busChannel) {
      const value = JSON.parse(payload) as Json;
      for (const listen of [...listeners]) listen({ type: 'told', value });
      return;
    }
    for (const id of payload.split(' ')) {
      const cid = decodeCid(Buffer.from(id, 'base64'));
      if (cid.ok) tellAll({ type: 'moved', match: cid.value }, formatCid(cid.value));
    }
  };

  const connect = async (isCurrent: () => boolean): Promise<pg.Client> => {
    const client = await connections.connect();
    client.on('notification', hear);
    try {
      for (const name of [channel, busChannel])
        await client.query(`LISTEN ${connections.quote(name)}`);
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
      if (isIdle()) return;
      try {
        await listen();
        return tellGap();
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

  const isIdle = () => watchers.size + listeners.size === 0;

  /** Adds a watcher or a listener, until its signal is aborted. */
  const enrol = async <T>(all: Set<T>, one: T, signal: AbortSignal | undefined): Promise<void> => {
    signal?.throwIfAborted();
    if (closing.signal.aborted) throw new PostgresClosedError(connections.where);
    const forget = async () => {
      all.delete(one);
      if (isIdle()) await stop();
    };
    all.add(one);
    signal?.addEventListener('abort', () => void forget(), { once: true });
    try {
      await listen();
    } catch (cause) {
      await forget();
      throw cause;
    }
    signal?.throwIfAborted();
  };

  return {
    watch: (match, tell, ask) => enrol(watchers, { match: nameOf(match), tell }, ask?.signal),
    bus: {
      async tell(value, ask) {
        ask?.signal?.throwIfAborted();
        const text = JSON.stringify(value);
        if (Buffer.byteLength(text) > MAX_NEWS_BYTES)
          throw new RangeError(`the message exceeds ${MAX_NEWS_BYTES} bytes`);
        await connections.write({
          name: 'kifu-tell',
          text: 'SELECT pg_notify($1, $2)',
          values: [busChannel, text],
        });
      },
      hear: (listen, ask) => enrol(listeners, listen, ask?.signal),
    },
    async close() {
      closing.abort();
      watchers.clear();
      listeners.clear();
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
