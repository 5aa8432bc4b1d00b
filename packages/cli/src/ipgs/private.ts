/** Private data that a player's devices share, encrypted in the tree. */
import { type Json, ok, type Result } from '@kifu/core';
import {
  findTree,
  lookUp,
  mergePrivate,
  openPrivate,
  type PrivateStorage,
  readBlock,
  sealPrivate,
  setFile,
  setPrivate,
} from '@kifu/ipgs';
import type { PeerFolder } from './peer-folder.ts';

const FILE = 'private.pgp';
/** As the protocol has it for files. */
const MAX_BYTES = 256 * 1024;

/** Changes one entry here and in the tree; without a value it is deleted. */
export async function changePrivate(
  folder: PeerFolder,
  key: string,
  value?: Json,
): Promise<Result<null>> {
  return seal(folder, setPrivate(await folder.private(), key, folder.now(), value));
}

/** Takes in what another node of the player has sealed into its tree; the newest of each entry counts. */
export async function takePrivate(folder: PeerFolder, root: string): Promise<Result<null>> {
  const tree = await findTree(folder.reading, root);
  const entry = tree.ok ? await lookUp(folder.reading, tree.value, [FILE]) : tree;
  if (!entry.ok) return entry;
  if (entry.value === null) return ok(null);
  const bytes = await readBlock(folder.reading, entry.value.cid, MAX_BYTES);
  const signer = bytes.ok ? await folder.signer() : bytes;
  if (!bytes.ok || !signer.ok) return signer as Result<null>;
  const opened = await openPrivate(signer.value, bytes.value);
  if (!opened.ok) return opened;
  const before = await folder.private();
  const merged = mergePrivate(before, opened.value);
  const isNew = Object.entries(merged.entries).some(([key, each]) => before.entries[key] !== each);
  return isNew ? seal(folder, { ...merged, at: folder.now() }) : ok(null);
}

/** A key that takes no messages has no storage in the tree: then it stays here. */
async function seal(folder: PeerFolder, storage: PrivateStorage): Promise<Result<null>> {
  const signer = await folder.signer();
  if (!signer.ok) return signer;
  const sealed = await sealPrivate(signer.value, storage);
  if (!sealed.ok && sealed.fault.code !== 'unsupported') return sealed;
  await folder.keepPrivate(storage);
  const published = sealed.ok ? await folder.publish(setFile([FILE], sealed.value)) : ok(null);
  return published.ok ? ok(null) : published;
}
