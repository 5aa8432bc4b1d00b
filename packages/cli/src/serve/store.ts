/** The store of `kifu serve`: one SQLite file, or a PostgreSQL database. */
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fail, ok, type Result } from '@kifu/core';
import { findGameIn } from '@kifu/record/file';
import type { ClusterOptions, ServerStores } from '@kifu/server/options';
import type { SqliteOptions } from '@kifu/stores/sqlite';
import type { Io } from '../io.ts';
import { reason } from '../save.ts';
import { claimStore } from './lock.ts';

const OWNER_ONLY = 0o700;

/** A store that is open. */
interface OpenedStore {
  readonly stores: ServerStores;
  /** Absent where this process has the store alone. */
  readonly cluster?: ClusterOptions;
  /** What to call it: without a password. */
  readonly name: string;
  close(): Promise<void>;
}

/** How a store is opened. */
interface StoreOptions extends Pick<SqliteOptions, 'maxBytes'> {
  /** The URL of what processes tell each other by, where that is not the database. */
  readonly bus?: string;
}

/** Opens the store that `--store` names: the path of a file, which may be bounded, or the URL of a database. */
export function openServerStore(
  io: Io,
  place: string,
  { bus, ...limit }: StoreOptions,
): Promise<Result<OpenedStore>> {
  // a drive of Windows has one letter
  const [, scheme] = /^([a-z][a-z\d+.-]+):\/\//i.exec(place) ?? [];
  if (/^postgres(ql)?$/i.test(scheme ?? '')) return openDatabase(io, place, bus);
  if (bus !== undefined)
    return Promise.resolve(
      fail('unsupported', '--bus is for several processes with one --store postgres://…'),
    );
  if (scheme === undefined) return openFile(io, place, limit);
  return Promise.resolve(
    fail('unsupported', `--store must be a file path or a postgres:// URL, not ${scheme}://`),
  );
}

async function openDatabase(
  io: Io,
  url: string,
  bus: string | undefined,
): Promise<Result<OpenedStore>> {
  const name = withoutPassword(url);
  try {
    const { createPostgresStore } = await import('@kifu/stores/postgres');
    const store = await createPostgresStore(url, {
      findGame: findGameIn(io.games),
      ...(io.games.module === undefined ? {} : { gamesModule: io.games.module }),
      tellsHeads: bus === undefined,
    });
    const { leases } = store;
    const close = () => store.close();
    if (bus === undefined)
      return ok({
        stores: store,
        cluster: { leases, bus: store.bus, watchHeads: store.heads.watch },
        name,
        close,
      });
    try {
      const { createNatsBus } = await import('@kifu/stores/nats');
      const nats = await createNatsBus(bus);
      const closeBoth = () => nats.close().finally(close);
      return ok({ stores: store, cluster: { leases, bus: nats }, name, close: closeBoth });
    } catch (cause) {
      await close();
      return fail('unreadable', `--bus: ${reason(cause)}`);
    }
  } catch (cause) {
    return fail('unwritable', `${name} cannot be opened: ${reason(cause)}`);
  }
}

/** Neither who nor by which password; a socket has no host, so this is no `URL`. */
const withoutPassword = (url: string): string =>
  url.replace(/^(\w+:\/\/)(?:[^?]*@)?([^?]*).*$/, '$1$2');

/** A file, claimed for this process until it is closed. */
async function openFile(
  io: Io,
  path: string,
  limit: Pick<SqliteOptions, 'maxBytes'>,
): Promise<Result<OpenedStore>> {
  let letGo = () => {};
  try {
    await mkdir(dirname(path), { recursive: true, mode: OWNER_ONLY });
    const { createSqliteStore } = await import('@kifu/stores/sqlite');
    const claimed = claimStore(path);
    if (!claimed.ok) return claimed;
    letGo = claimed.value;
    // packs are read, but not made here: that would hold up players. The next command that uses the library makes them
    const store = await createSqliteStore(path, {
      findGame: findGameIn(io.games),
      keepBlocks: true,
      ...limit,
    });
    const close = () => store.close().finally(letGo);
    if (store.refusal === null) return ok({ stores: store, name: path, close });
    await close();
    return fail('unwritable', `${path} cannot be written: ${store.refusal.message}`);
  } catch (cause) {
    letGo();
    return fail('unwritable', `${path} cannot be opened: ${reason(cause)}`);
  }
}
