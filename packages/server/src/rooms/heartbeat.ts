/** The heartbeat of a server in its store: so that two servers do not use it at once, and the next one knows when the last one ran. */
import { setTimeout as sleepFor } from 'node:timers/promises';
import { isObject, type Json } from '@kifu/core';
import type { FastifyBaseLogger } from 'fastify';
import type { ServerStores } from '../options.ts';
import { freshId } from '../tokens.ts';

/** Stored heartbeat. */
interface AliveNote {
  /** Milliseconds since 1970; null if no server has run. */
  readonly at: number | null;
  /** The server; null for one that has stopped. */
  readonly by: string | null;
}

/** Heartbeat of a server. */
export interface Heartbeat {
  /** Writes that the server is up or has stopped; false if the store fails. */
  note(says?: 'here' | 'stopped'): Promise<boolean>;
  /** Whether the store accepts writes, judged by the last one if it is recent. */
  isTaken(): Promise<boolean>;
  /** When the last server was up, in milliseconds since 1970; throws if one still is. */
  lastMs(): Promise<number | null>;
  /** Another server that has written its heartbeat since; null if none has. */
  rival(): Promise<string | null>;
}

/** What the heartbeat needs. */
interface AliveOptions {
  readonly vault: ServerStores['vault'];
  readonly now: () => number;
  readonly log: FastifyBaseLogger;
  /** Beat of the cluster, which replaces the stored heartbeat; null for a single process. */
  readonly beat: (() => Promise<void>) | null;
}

/** How long a starting server waits for the heartbeat of another one. */
const RIVAL_MS = 1500;
/** How long the last write shows that the store works. */
const FRESH_MS = 1000;

/** Creates the heartbeat of a server. */
export function createHeartbeat({ vault, now, log, beat }: AliveOptions): Heartbeat {
  const own = freshId();
  let written: { readonly atMs: number; readonly isGood: Promise<boolean> } | null = null;

  const read = async (): Promise<AliveNote> => {
    const stored: Json | undefined = await vault.get('server', 'alive');
    const { at = null, by = null } = (isObject(stored) ? stored : {}) as Partial<AliveNote>;
    return { at, by };
  };

  const alive: Heartbeat = {
    note(says = 'here') {
      const by = says === 'here' ? own : null;
      const noted = beat?.() ?? vault.put('server', 'alive', { at: Math.floor(now()), by });
      const isGood = noted.then(
        () => true,
        err => {
          log.error({ err }, 'the store cannot be written');
          return false;
        },
      );
      written = { atMs: now(), isGood };
      return isGood;
    },
    isTaken: () =>
      written !== null && now() - written.atMs < FRESH_MS ? written.isGood : alive.note(),
    async lastMs() {
      const last = await read();
      // a server that stopped cleanly says so; one that did not may still run, and then writes again
      if (last.by === null) return last.at;
      await sleepFor(RIVAL_MS);
      const { at, by } = await read();
      if (at !== last.at) throw new Error(`another server uses this store: ${by}`);
      return last.at;
    },
    async rival() {
      const { by } = await read();
      return by === own ? null : by;
    },
  };
  return alive;
}
