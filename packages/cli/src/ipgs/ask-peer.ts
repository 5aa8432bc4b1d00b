/** Requests of commands about a player: to the peer that runs on the player's directory, otherwise to the directory itself. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fail, ok, type Result } from '@kifu/core';
import type { PeerStatus } from '@kifu/peer';
import {
  connectPeer,
  PEER_API,
  type PeerApi,
  type RequestInput,
  type RequestName,
  type RequestOutput,
} from '@kifu/peer/api';
import { dataDir } from '../home.ts';
import type { Io } from '../io.ts';
import { readInputText } from '../read-input.ts';

/** What every command about a player takes. */
export interface PeerOptions {
  readonly folder?: string;
  readonly passphraseFile?: string;
}

/** Where a player's directory is. */
export const folderPath = (io: Io, { folder }: PeerOptions): string =>
  folder ?? join(dataDir(io), 'ipgs');

/** How long to wait for a directory that another process uses. */
export const WAIT_MS = 5000;
/** Time between retries. */
export const RETRY_MS = 50;

/** Runs work with the service of a player's directory. */
export async function withPeerApi<T>(
  io: Io,
  options: PeerOptions,
  work: (api: PeerApi, isRunning: boolean) => Promise<Result<T>>,
): Promise<Result<T>> {
  const path = folderPath(io, options);
  for (let waitedMs = 0; ; waitedMs += RETRY_MS) {
    const running = await connectPeer(path, io.language);
    if (running !== null)
      try {
        return await work(running.api, true);
      } finally {
        await running.close();
      }
    const { isInUse, openPeerService } = await import('./peer-service.ts');
    const opened = await openPeerService(io, options);
    if (opened.ok)
      try {
        return await work(opened.value.api, false);
      } finally {
        await opened.value.close();
      }
    if (!isInUse(opened) || waitedMs >= WAIT_MS) return opened;
    await delay(RETRY_MS);
  }
}

/** Makes one request. If it may sign and the passphrase is known, a running peer is unlocked first. */
export const askPeer = <K extends RequestName>(
  io: Io,
  options: PeerOptions,
  name: K,
  input: RequestInput<K>,
): Promise<Result<RequestOutput<K>>> =>
  withPeerApi(io, options, async (api, isRunning) => {
    const unlocked =
      isRunning && PEER_API[name].signs ? await unlockPeer(io, options, api) : ok(null);
    const answer = await (api[name] as PeerApi[K])(input);
    const isLocked = !answer.ok && answer.fault.rule === 'passphrase';
    return isLocked && !unlocked.ok ? unlocked : answer;
  });

/** Status of the peer of a directory; null if none runs. */
export async function statusOf(directory: string): Promise<PeerStatus | null> {
  const running = await connectPeer(directory);
  const status = await running?.api['peer.status']({});
  await running?.close();
  return status?.ok ? status.value : null;
}

/** Gives a locked peer the passphrase. */
export async function unlockPeer(
  io: Io,
  options: PeerOptions,
  api: PeerApi,
): Promise<Result<null>> {
  const locked = await api['peer.locked']({});
  if (!locked.ok) return locked;
  if (!locked.value) return ok(null);
  const passphrase = await passphraseOf(io, options);
  return passphrase.ok ? api['peer.unlock']({ passphrase: passphrase.value }) : passphrase;
}

const LOCKED =
  'the key is locked; give its passphrase in KIFU_PASSPHRASE, or in a file with --passphrase-file';

/** The passphrase: from a file, or from the environment. */
export async function passphraseOf(
  io: Io,
  { passphraseFile }: PeerOptions,
  missing = LOCKED,
): Promise<Result<string>> {
  if (passphraseFile !== undefined) {
    const text = await readInputText(io, passphraseFile, 4096);
    return text.ok ? ok(text.value.replace(/\r?\n$/, '')) : text;
  }
  const { KIFU_PASSPHRASE } = io.env;
  return KIFU_PASSPHRASE === undefined
    ? fail('unreadable', missing, { rule: 'passphrase' })
    : ok(KIFU_PASSPHRASE);
}
