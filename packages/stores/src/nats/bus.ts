/** A bus on a NATS server: all messages have one subject, and every listener gets them. If the connection was lost for a while, there is a gap. */
import type { Json } from '@kifu/core';
import { type Bus, type BusEvent, MAX_NEWS_BYTES } from '@kifu/record/store';
import type { NatsConnection } from '@nats-io/transport-node';
import { NatsConnectionError, NatsMissingError } from './errors.ts';

/** Open bus. */
export interface NatsBus extends Bus {
  close(): Promise<void>;
}

/** Options of a bus. */
export interface NatsOptions {
  /** The NATS subject of all messages (default: `kifu`). Processes that share stores share it; others must use another. */
  readonly subject?: string;
}

const SUBJECT = 'kifu';
const RECONNECT_MS = 250;

/** Connects to a server by its URL, `nats://user:password@host:port`. Reconnects automatically when the connection is lost. */
export async function createNatsBus(url: string, options: NatsOptions = {}): Promise<NatsBus> {
  const { subject = SUBJECT } = options;
  const connection = await connect(url);
  const listeners = new Set<(news: BusEvent) => void>();
  const tellAll = (news: BusEvent): void => {
    for (const listen of [...listeners]) listen(news);
  };
  connection.subscribe(subject, {
    callback(error, message) {
      if (error === null) tellAll({ type: 'told', value: message.json<Json>() });
    },
  });
  void (async () => {
    for await (const { type } of connection.status())
      if (type === 'reconnect') tellAll({ type: 'gap' });
  })();
  return {
    async tell(value, ask) {
      ask?.signal?.throwIfAborted();
      const bytes = Buffer.from(JSON.stringify(value));
      if (bytes.length > MAX_NEWS_BYTES)
        throw new RangeError(`the message exceeds ${MAX_NEWS_BYTES} bytes`);
      connection.publish(subject, bytes);
    },
    async hear(listen, ask) {
      ask?.signal?.throwIfAborted();
      listeners.add(listen);
      ask?.signal?.addEventListener('abort', () => listeners.delete(listen), { once: true });
      // the server knows the subscription when it answers
      await connection.flush();
    },
    async close() {
      listeners.clear();
      await connection.close();
    },
  };
}

async function connect(url: string): Promise<NatsConnection> {
  const { user, password, servers } = readUrl(url);
  const nats = await loadDriver();
  try {
    return await nats.connect({
      servers,
      ...(user === '' ? {} : { user, pass: password }),
      maxReconnectAttempts: -1,
      reconnectTimeWait: RECONNECT_MS,
      name: 'kifu',
    });
  } catch (cause) {
    throw new NatsConnectionError({ cause });
  }
}

/** Parses the servers of one cluster, separated by commas, with the user before the first. */
function readUrl(url: string) {
  const [, who = '', hosts = ''] = /^nats:\/\/(?:([^@/]*)@)?([^/?]+)/i.exec(url) ?? [];
  if (hosts === '') throw new NatsConnectionError();
  const [user = '', password = ''] = who.split(':').map(decodeURIComponent);
  return { user, password, servers: hosts.split(',') };
}

async function loadDriver() {
  try {
    return await import('@nats-io/transport-node');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND')
      throw new NatsMissingError({ cause });
    throw cause;
  }
}
