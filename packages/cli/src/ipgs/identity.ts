/** Identities: stored, shown, exported; certificates for keys of records. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  decodeBase64,
  encodeBase64,
  fail,
  formatCid,
  type JsonObject,
  ok,
  type Result,
} from '@kifu/core';
import {
  certifyKey,
  joinChanges,
  type KeyFile,
  listDirectory,
  lockSecret,
  lookUp,
  newTree,
  parsePeerId,
  readCertificate,
  setFile,
  setObject,
  signNodeList,
  unlock,
} from '@kifu/ipgs';
import type { CheckedInput, RequestOutput } from '@kifu/peer/api';
import { oneLine, tableLines } from '../text.ts';
import { devicesIn, listDevices, noteJoining } from './devices.ts';
import {
  keepKeys,
  type NodeSettings,
  type PeerFolder,
  replaceSecret,
  secretFile,
  storedPair,
} from './peer-folder.ts';

type Report = RequestOutput<'identity.show'>;

/** The first tree of a player on this device. */
export async function createIdentity(
  folder: PeerFolder,
  { identity, secret, passphrase, listedAt, isShared }: CheckedInput<'identity.create'>,
): Promise<Result<Report>> {
  if (folder.state.root !== null)
    return fail('exists', `${folder.path} already has an identity; choose another --folder`);
  const bytes = decodeBase64(identity);
  const file = bytes.ok ? await folder.reading.keyring.read(bytes.value) : bytes;
  const signer = file.ok ? await unlock({ file: file.value, secret }, passphrase) : file;
  if (!file.ok || !signer.ok) return signer as Result<Report>;
  const nodes = await signNodeList(signer.value, [folder.node], BigInt(listedAt));
  if (!nodes.ok) return nodes;
  const kept = await keepKeys(folder.path, file.value.bytes, secret);
  if (!kept.ok) return kept;
  const published = await folder.publish(newTree(file.value.bytes, nodes.value));
  if (!published.ok) return published;
  const unlocked = await folder.unlock(passphrase);
  if (!unlocked.ok) return unlocked;
  if (isShared) await noteJoining(folder);
  const said = describe(folder, file.value, [folder.node], []);
  return isShared
    ? ok({ ...said, text: `${said.text}\n${folder.io.texts.reports.peers.identity.shared}` })
    : ok(said);
}

/** Locks a secret key that was stored without a passphrase. */
export async function lockIdentity(
  folder: PeerFolder,
  { passphrase }: CheckedInput<'identity.lock'>,
): Promise<Result<Report>> {
  const pair = await storedPair(folder.path, folder.reading);
  if (!pair.ok) return pair;
  const secret = await lockSecret(pair.value, passphrase);
  if (!secret.ok) return secret;
  const isNew = secret.value !== pair.value.secret;
  const kept = isNew ? await replaceSecret(folder.path, secret.value) : ok(null);
  if (!kept.ok) return kept;
  return ok({
    json: { locked: true, changed: isNew },
    text: isNew
      ? folder.io.texts.reports.peers.identity.locked
      : folder.io.texts.reports.peers.identity.alreadyLocked,
  });
}

/** Shows the identity. */
export async function showIdentity(folder: PeerFolder): Promise<Result<Report>> {
  const trees = await folder.trees();
  if (!trees.ok) return trees;
  const { identity, nodes, cid } = trees.value.mine;
  return ok(describe(folder, identity, nodes.nodes, await certifiedKeys(folder, cid)));
}

/** The keys of records that the identity vouches for. */
async function certifiedKeys(folder: PeerFolder, tree: string): Promise<string[]> {
  const entry = await lookUp(folder.reading, tree, ['record-keys']);
  const list =
    entry.ok && entry.value ? await listDirectory(folder.reading, entry.value.cid) : null;
  const keys: string[] = [];
  for (const { cid } of list?.ok ? list.value.values() : []) {
    const certified = await readCertificate(folder.reading, cid);
    if (certified.ok) keys.push(certified.value.key);
  }
  return keys;
}

function describe(
  { path, state, io }: PeerFolder,
  { name, fingerprint, hash }: KeyFile,
  nodes: readonly string[],
  keys: readonly string[],
): Report {
  const json: JsonObject = { name, fingerprint, hash, nodes, keys, root: state.root, folder: path };
  const { identity: t, noneYet } = io.texts.reports.peers;
  const rows = [
    [t.rows.name, oneLine(name)],
    [t.rows.fingerprint, fingerprint],
    [t.rows.hash, hash],
    ...nodes.map(node => [t.rows.node, node]),
    ...keys.map(key => [t.rows.vouches, key]),
    [t.rows.tree, state.root ?? noneYet],
  ];
  return { json, text: tableLines(rows).join('\n') };
}

/** Publishes a newer file of the same key: a new subkey, a later expiry, a revocation. The first file stays next to it. */
export async function updateIdentity(
  folder: PeerFolder,
  { identity }: CheckedInput<'identity.update'>,
): Promise<Result<Report>> {
  const trees = await folder.trees();
  if (!trees.ok) return trees;
  const { mine } = trees.value;
  const bytes = decodeBase64(identity);
  if (!bytes.ok) return bytes;
  const file = await folder.reading.keyring.read(bytes.value);
  if (!file.ok) return file;
  if (file.value.fingerprint !== mine.identity.fingerprint)
    return fail('conflict', 'the key belongs to another player', { rule: 'identity' });
  const kept = await keepKeys(folder.path, bytes.value, null);
  if (!kept.ok) return kept;
  const signer = await folder.signer();
  if (!signer.ok) return signer;
  const devices = devicesIn(trees.value);
  const list = await listDevices(signer.value, devices, folder.now());
  if (!list.ok) return list;
  const published = await folder.publish(
    joinChanges([
      setFile(['identity.asc'], bytes.value),
      setFile(['identity-root.asc'], mine.root.bytes),
      list.value,
    ]),
  );
  return published.ok ? ok(describe(folder, file.value, devices, [])) : published;
}

/** Adds or removes a device of the player. */
export async function changeDevice(
  folder: PeerFolder,
  { node, isAdded }: CheckedInput<'identity.device'>,
): Promise<Result<Report>> {
  const id = parsePeerId(node);
  if (id === null)
    return fail('malformed', 'not a peer ID; use a form such as 12D3KooW…', { rule: 'nodes' });
  const trees = await folder.trees();
  if (!trees.ok) return trees;
  const others = devicesIn(trees.value).filter(each => each !== id);
  const signer = await folder.signer();
  if (!signer.ok) return signer;
  const devices = isAdded ? [...others, id].sort() : others;
  const list = await listDevices(signer.value, devices, folder.now());
  if (!list.ok) return list;
  const published = await folder.publish(list.value);
  return published.ok ? ok(describe(folder, trees.value.mine.identity, devices, [])) : published;
}

/** The public key, or the secret one as it is stored, for gpg. */
export async function exportIdentity(
  folder: PeerFolder,
  { secret }: CheckedInput<'identity.export'>,
): Promise<Result<RequestOutput<'identity.export'>>> {
  const trees = await folder.trees();
  if (!trees.ok) return trees;
  const file = secret
    ? new TextEncoder().encode(await secretFile(folder.path))
    : await readFile(join(folder.path, 'identity.asc'));
  return ok({ bytes: encodeBase64(file) });
}

/** Vouches for a key that signs native records. */
export async function certify(
  folder: PeerFolder,
  { key }: CheckedInput<'identity.certify'>,
): Promise<Result<Report>> {
  const signer = await folder.signer();
  if (!signer.ok) return signer;
  const block = await certifyKey(signer.value, key, folder.now());
  if (!block.ok) return block;
  const published = await folder.publish(setObject(['record-keys', key], block.value));
  if (!published.ok) return published;
  const certificate = formatCid(block.value.cid);
  return ok({
    json: { key, certificate },
    text: folder.io.texts.reports.peers.identity.vouches(oneLine(signer.value.file.name), key),
  });
}

/** Settings with the check of their values. */
const SETTINGS: { readonly [name: string]: (text: string) => NodeSettings | null } = {
  hours: text => (/^[1-9]\d{0,4}$/.test(text) ? { hours: Number(text) } : null),
  game: text => (/^[a-z][a-z-]*$/.test(text) ? { game: text } : null),
};

/** Changes or resets a setting of this device; shows all. */
export async function changeSettings(
  folder: PeerFolder,
  { name, value }: CheckedInput<'identity.set'>,
): Promise<Result<Report>> {
  if (name !== undefined) {
    const read = Object.hasOwn(SETTINGS, name) ? SETTINGS[name] : undefined;
    if (read === undefined)
      return fail('not-found', `unknown setting; use ${Object.keys(SETTINGS).join(', ')}`);
    const set = value === undefined ? {} : read(value);
    if (set === null) return fail('malformed', `invalid value of ${name}: ${value}`);
    const { [name as keyof NodeSettings]: _, ...others } = folder.state.settings;
    await folder.save({ settings: { ...others, ...set } });
  }
  const { settings } = folder.state;
  const rows = Object.entries(settings).map(([key, each]) => [key, oneLine(`${each}`)]);
  return ok({
    json: { ...settings },
    text: tableLines(rows).join('\n') || folder.io.texts.reports.peers.identity.defaults,
  });
}
