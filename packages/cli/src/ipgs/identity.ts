/** Identities: made, taken over from gpg, shown, given away, and vouching for keys of records. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, formatCid, type JsonObject, ok, type Result } from '@kifu/core';
import {
  certifyKey,
  createKeyPair,
  createKeyring,
  firstSigning,
  fromMs,
  joinChanges,
  type KeyFile,
  type KeyPair,
  listDirectory,
  lockSecret,
  lookUp,
  newTree,
  parsePeerId,
  readCertificate,
  type Signer,
  setFile,
  setObject,
  signNodeList,
  unlock,
} from '@kifu/ipgs';
import type { Io } from '../io.ts';
import { findKey } from '../keys.ts';
import { readInput, readInputText } from '../read-input.ts';
import type { CommandReport } from '../run-command.ts';
import { type Force, saveOutput } from '../save.ts';
import { oneLine, tableLines } from '../text.ts';
import { devicesIn, listDevices, noteJoining } from './devices.ts';
import {
  keepKeys,
  type NodeSettings,
  type PeerFolder,
  type PeerOptions,
  passphraseOf,
  replaceSecret,
  secretFile,
  storedPair,
  withPeer,
} from './peer-folder.ts';

const MAX_KEY_BYTES = 1 << 20;

/** Makes an identity. What fails leaves no folder behind. */
export async function newIdentity(
  io: Io,
  name: string,
  options: PeerOptions & { readonly email?: string },
): Promise<Result<CommandReport>> {
  const passphrase = await passphraseOf(io, options, LOCKS);
  if (!passphrase.ok) return passphrase;
  const { email } = options;
  const at = fromMs(io.now());
  const pair = await createKeyPair({
    ...{ name, passphrase: passphrase.value, at },
    ...(email === undefined ? {} : { email }),
  });
  if (!pair.ok) return pair;
  const signer = await unlock(pair.value, passphrase.value);
  if (!signer.ok) return signer;
  return withPeer(io, options, folder =>
    begin(folder, { ...pair.value, signer: signer.value, listedAt: at }),
  );
}

const LOCKS =
  'a passphrase must lock the secret key: give one in KIFU_PASSPHRASE, or in a file by --passphrase-file';

/**
 * Takes over a key that gpg exported: the public key as it is published, and the secret key or its subkeys, which the passphrase locks
 * if nothing did. What fails leaves no folder behind.
 */
export async function importIdentity(
  io: Io,
  publicFile: string,
  secretPath: string,
  options: PeerOptions,
): Promise<Result<CommandReport>> {
  const bytes = await readInput(io, publicFile, MAX_KEY_BYTES);
  if (!bytes.ok) return bytes;
  const given = await readInputText(io, secretPath, MAX_KEY_BYTES);
  if (!given.ok) return given;
  const keyring = createKeyring();
  const file = await keyring.read(bytes.value);
  if (!file.ok) return file;
  const passphrase = await passphraseOf(io, options, LOCKS);
  if (!passphrase.ok) return passphrase;
  const secret = await lockSecret({ file: file.value, secret: given.value }, passphrase.value);
  if (!secret.ok) return secret;
  const pair = { file: file.value, secret: secret.value };
  const signer = await unlock(pair, passphrase.value);
  if (!signer.ok) return signer;
  // a list as old as the key: it is never newer than that of another device
  const listedAt = await firstSigning(keyring, signer.value, fromMs(io.now()));
  if (!listedAt.ok) return listedAt;
  return withPeer(io, options, async folder => {
    const begun = await begin(folder, { ...pair, signer: signer.value, listedAt: listedAt.value });
    if (!begun.ok) return begun;
    await noteJoining(folder);
    return ok({ ...begun.value, text: `${begun.value.text}\n${JOIN_HINT}` });
  });
}

const JOIN_HINT =
  'if this identity is used on another device: connect to it (kifu peer --peer), or import its tree (kifu namespace import), and this device joins it';

/** A key that can sign, and when its first list of devices was signed. */
interface Beginning extends KeyPair {
  readonly signer: Signer;
  readonly listedAt: bigint;
}

/** The first tree of a player on this device. */
async function begin(
  folder: PeerFolder,
  { file, secret, signer, listedAt }: Beginning,
): Promise<Result<CommandReport>> {
  if (folder.state.root !== null)
    return fail(
      'exists',
      `there is an identity in ${folder.path} already; choose another --folder`,
    );
  const nodes = await signNodeList(signer, [folder.node], listedAt);
  if (!nodes.ok) return nodes;
  const kept = await keepKeys(folder.path, file.bytes, secret);
  if (!kept.ok) return kept;
  const published = await folder.publish(newTree(file.bytes, nodes.value));
  return published.ok ? describe(folder, file, [folder.node], []) : published;
}

/** Locks a secret key that was stored without a passphrase. */
export const lockIdentity = (io: Io, options: PeerOptions): Promise<Result<CommandReport>> =>
  withPeer(io, options, async folder => {
    const pair = await storedPair(folder.path, folder.reading);
    if (!pair.ok) return pair;
    const passphrase = await passphraseOf(io, options, LOCKS);
    if (!passphrase.ok) return passphrase;
    const secret = await lockSecret(pair.value, passphrase.value);
    if (!secret.ok) return secret;
    const isNew = secret.value !== pair.value.secret;
    const kept = isNew ? await replaceSecret(folder.path, secret.value) : ok(null);
    if (!kept.ok) return kept;
    return ok({
      json: { locked: true, changed: isNew },
      text: isNew
        ? 'the secret key is locked by the passphrase now'
        : 'the secret key is locked by this passphrase already',
    });
  });

/** Shows the identity. */
export const showIdentity = (io: Io, options: PeerOptions): Promise<Result<CommandReport>> =>
  withPeer(io, options, async folder => {
    const trees = await folder.trees();
    if (!trees.ok) return trees;
    const { identity, nodes, cid } = trees.value.mine;
    return describe(folder, identity, nodes.nodes, await certifiedKeys(folder, cid));
  });

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
  { path, state }: PeerFolder,
  { name, fingerprint, hash }: KeyFile,
  nodes: readonly string[],
  keys: readonly string[],
): Result<CommandReport> {
  const json: JsonObject = { name, fingerprint, hash, nodes, keys, root: state.root, folder: path };
  const rows = [
    ['name', oneLine(name)],
    ['fingerprint', fingerprint],
    ['player hash', hash],
    ...nodes.map(node => ['node', node]),
    ...keys.map(key => ['vouches for', key]),
    ['tree', state.root ?? 'none yet'],
  ];
  return ok({ json, text: tableLines(rows).join('\n') });
}

/** Publishes a newer file of the same key: with another subkey, a longer life, a revocation. The first file stays beside it. */
export const updateIdentity = (
  io: Io,
  publicFile: string,
  options: PeerOptions,
): Promise<Result<CommandReport>> =>
  withPeer(io, options, async folder => {
    const trees = await folder.trees();
    if (!trees.ok) return trees;
    const { mine } = trees.value;
    const bytes = await readInput(io, publicFile, MAX_KEY_BYTES);
    if (!bytes.ok) return bytes;
    const file = await folder.reading.keyring.read(bytes.value);
    if (!file.ok) return file;
    if (file.value.fingerprint !== mine.identity.fingerprint)
      return fail('conflict', 'the file is the key of another player', { rule: 'identity' });
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
    return published.ok ? describe(folder, file.value, devices, []) : published;
  });

/** Adds another node of the player, or takes one away. */
export const changeNodes = (
  io: Io,
  node: string,
  isAdded: boolean,
  options: PeerOptions,
): Promise<Result<CommandReport>> =>
  withPeer(io, options, async folder => {
    const id = parsePeerId(node);
    if (id === null)
      return fail('malformed', 'a node is named by its peer id: 12D3KooW…', { rule: 'nodes' });
    const trees = await folder.trees();
    if (!trees.ok) return trees;
    const others = devicesIn(trees.value).filter(each => each !== id);
    const signer = await folder.signer();
    if (!signer.ok) return signer;
    const devices = isAdded ? [...others, id].sort() : others;
    const list = await listDevices(signer.value, devices, folder.now());
    if (!list.ok) return list;
    const published = await folder.publish(list.value);
    return published.ok ? describe(folder, trees.value.mine.identity, devices, []) : published;
  });

/** Writes the public key, or the secret one as it is kept, for gpg. */
export const exportIdentity = (
  io: Io,
  output: string,
  options: PeerOptions & Force & { readonly secret?: boolean },
): Promise<Result<CommandReport>> =>
  withPeer(io, options, async folder => {
    const trees = await folder.trees();
    if (!trees.ok) return trees;
    const content = options.secret
      ? await secretFile(folder.path)
      : await readFile(join(folder.path, 'identity.asc'));
    const saved = await saveOutput(output, content, options);
    if (!saved.ok) return saved;
    const words = options.secret ? `${output}: locked by its passphrase; keep it secret` : output;
    return ok({ json: { file: output }, text: words });
  });

/** Vouches for a key that signs native records. */
export const certify = (
  io: Io,
  name: string,
  options: PeerOptions,
): Promise<Result<CommandReport>> =>
  withPeer(io, options, async folder => {
    const key = /^[0-9a-f]{64}$/.test(name) ? ok({ key: name }) : await findKey(io, name);
    if (!key.ok) return key;
    const signer = await folder.signer();
    if (!signer.ok) return signer;
    const block = await certifyKey(signer.value, key.value.key, folder.now());
    if (!block.ok) return block;
    const published = await folder.publish(setObject(['record-keys', key.value.key], block.value));
    if (!published.ok) return published;
    const certificate = formatCid(block.value.cid);
    return ok({
      json: { key: key.value.key, certificate },
      text: `${oneLine(signer.value.file.name)} vouches for ${key.value.key}`,
    });
  });

/** Settings, each with what it may be. */
const SETTINGS: { readonly [name: string]: (text: string) => NodeSettings | null } = {
  hours: text => (/^[1-9]\d{0,4}$/.test(text) ? { hours: Number(text) } : null),
  game: text => (/^[a-z][a-z-]*$/.test(text) ? { game: text } : null),
};

/** Changes a setting of this node, or takes it back; shows all. */
export const changeSettings = (
  io: Io,
  name: string | undefined,
  value: string | undefined,
  options: PeerOptions,
): Promise<Result<CommandReport>> =>
  withPeer(io, options, async folder => {
    if (name !== undefined) {
      const read = Object.hasOwn(SETTINGS, name) ? SETTINGS[name] : undefined;
      if (read === undefined)
        return fail('not-found', `settings are ${Object.keys(SETTINGS).join(', ')}`);
      const set = value === undefined ? {} : read(value);
      if (set === null) return fail('malformed', `${name} cannot be ${value}`);
      const { [name as keyof NodeSettings]: _, ...others } = folder.state.settings;
      await folder.save({ settings: { ...others, ...set } });
    }
    const { settings } = folder.state;
    const rows = Object.entries(settings).map(([key, each]) => [key, oneLine(`${each}`)]);
    return ok({ json: { ...settings }, text: tableLines(rows).join('\n') || 'all as usual' });
  });
