/** The devices of a player: one that was set up with the key of another joins its list, and drops nobody from it. */
import { ok, type Result } from '@kifu/core';
import {
  joinChanges,
  type Namespace,
  type NamespaceChange,
  newestNodeList,
  type Signer,
  setFile,
  signNodeList,
  type Trees,
} from '@kifu/ipgs';
import type { PeerFolder } from './peer-folder.ts';

/** Where the node remembers that it has not met another device of its player. */
const JOINING = 'joining-devices';

/** Notes that other devices may use the same identity; durable when this resolves. */
export const noteJoining = (folder: PeerFolder): Promise<void> => folder.remember(JOINING, 'yes');

/** Trees that other devices of the player publish. */
const otherDevices = ({ mine, others }: Trees): Namespace[] =>
  others.filter(
    ({ identity, cid }) => identity.fingerprint === mine.identity.fingerprint && cid !== mine.cid,
  );

/** The devices of the player, by the list that was signed last. */
export const devicesIn = (trees: Trees): readonly string[] =>
  newestNodeList([trees.mine, ...otherDevices(trees)].map(({ nodes }) => nodes))!.nodes;

/** A list of devices as a change of the tree. */
export async function listDevices(
  signer: Signer,
  devices: readonly string[],
  at: bigint,
): Promise<Result<NamespaceChange>> {
  const list = await signNodeList(signer, devices, at);
  if (!list.ok) return list;
  const { text, signature } = list.value;
  return ok(joinChanges([setFile(['my-nodes.txt'], text), setFile(['my-nodes.sig'], signature)]));
}

/** How far a device has come with joining the others: it needs no more, has met none, or waits for the passphrase. */
export type Joining = 'joined' | 'alone' | 'locked';

/** Adds this device to the list that the others have, once. One that was removed later does not add itself again. */
export async function joinDevices(folder: PeerFolder, trees: Trees): Promise<Result<Joining>> {
  if (!(await folder.recall(JOINING))) return ok('joined');
  const lists = otherDevices(trees).map(({ nodes }) => nodes);
  const newest = newestNodeList(lists);
  if (newest === null) return ok('alone');
  if (!newest.nodes.includes(folder.node)) {
    const signer = await folder.signer();
    if (!signer.ok) return signer.fault.rule === 'passphrase' ? ok('locked') : signer;
    const list = await listDevices(signer.value, [...newest.nodes, folder.node], folder.now());
    const published = list.ok ? await folder.publish(list.value) : list;
    if (!published.ok) return published;
  }
  await folder.remember(JOINING, '');
  return ok('joined');
}
