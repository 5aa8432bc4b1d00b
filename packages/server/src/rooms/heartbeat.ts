/** What a server notes of itself in its store: so two do not use it at once, and one that starts knows since when none ran. */
import { setTimeout as sleepFor } from 'node:timers/promises';
import { isObject, type Json } from '@kifu/core';
import type { FastifyBaseLogger } from 'fastify';
import type { ServerStores } from '../options.ts';
import { freshId } from '../tokens.ts';

/** The note. */
interface AliveNote {
  /** Milliseconds since 1970; null where no server has noted anything. */
  readonly at: number | null;
  /** Which server it is; null for one that has stopped. */
  readonly by: string | null;
}

/** How a server notes that it is there. */
export interface Heartbeat {
  /** Notes it, or that it has stopped; false where the store does not take it. */
  note(says?: 'here' | 'stopped'): Promise<boolean>;
  /** Whether the store takes what is written: by what was noted last, where that is not long ago. */
  isTaken(): Promise<boolean>;
  /** When a server was here last, in milliseconds since 1970; throws where one still is. */
  lastMs(): Promise<number | null>;
  /** Another server that has noted that it is there since; null where none has. */
  rival(): Promise<string | null>;
}

/** What it stands on. */
interface AliveOptions {
  readonly vault: ServerStores['vault'];
  readonly now: () => number;
  readonly log: FastifyBaseLogger;
  /** Where processes share the stores they tell each other instead; else null. */
  readonly beat: (() => Promise<void>) | null;
}

/** How long a server that starts listens for another one. */
const RIVAL_MS = 1500;
/** How long the last write shows that the store works. */
const FRESH_MS = 1000;

/** Makes the notes of a server. */
export function createHeartbeat({ vault, now, log, beat }: AliveOptions): Heartbeat {
  const own = freshId();
  let written: { readonly atMs: number; readonly isGood: Promise<boolean> } | null = null;

  const read = async (): Promise<AliveNote> => {
    const kept: Json | undefined = await vault.get('server', 'alive');
    const { at = null, by = null } = (isObject(kept) ? kept : {}) as Partial<AliveNote>;
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
      // a server that stopped in order says so; one that did not may still run, and then notes it again
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
