/** Identities: made, taken over from gpg, shown, given away, and vouching for keys of records. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, formatCid, type JsonObject, ok, type Result } from '@kifu/core';
import {
  certifyKey,
  createKeyPair,
  joinChanges,
  type KeyFile,
  listDirectory,
  lookUp,
  type NamespaceChange,
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
import {
  keepKeys,
  type NodeSettings,
  type PeerFolder,
  type PeerOptions,
  passphraseOf,
  secretFile,
  withPeer,
} from './peer-folder.ts';

const MAX_KEY_BYTES = 1 << 20;

/** Makes an identity. */
export const newIdentity = (
  io: Io,
  name: string,
  options: PeerOptions & { readonly email?: string },
): Promise<Result<CommandReport>> =>
  withPeer(io, options, async folder => {
    if (folder.state.root !== null) return taken(folder);
    const passphrase = await passphraseOf(io, options);
    if (!passphrase.ok) return passphrase;
    const { email } = options;
    const pair = await createKeyPair({
      ...{ name, passphrase: passphrase.value, at: folder.now() },
      ...(email === undefined ? {} : { email }),
    });
    if (!pair.ok) return pair;
    const kept = await keepKeys(folder.path, pair.value.file.bytes, pair.value.secret);
    if (!kept.ok) return kept;
    const signer = await unlock(pair.value, passphrase.value);
    return signer.ok ? begin(folder, signer.value) : signer;
  });

const taken = ({ path }: PeerFolder) =>
  fail('exists', `there is an identity in ${path} already; choose another --folder`);

/** Takes over a key that gpg exported: the public key as it is published, and the secret key or its subkeys. */
export const importIdentity = (
  io: Io,
  publicFile: string,
  secretPath: string,
  options: PeerOptions,
): Promise<Result<CommandReport>> =>
  withPeer(io, options, async folder => {
    if (folder.state.root !== null) return taken(folder);
    const bytes = await readInput(io, publicFile, MAX_KEY_BYTES);
    if (!bytes.ok) return bytes;
    const secret = await readInputText(io, secretPath, MAX_KEY_BYTES);
    if (!secret.ok) return secret;
    const file = await folder.reading.keyring.read(bytes.value);
    if (!file.ok) return file;
    const passphrase = await passphraseOf(io, options);
    if (!passphrase.ok) return passphrase;
    const signer = await unlock({ file: file.value, secret: secret.value }, passphrase.value);
    if (!signer.ok) return signer;
    const kept = await keepKeys(folder.path, bytes.value, secret.value);
    return kept.ok ? begin(folder, signer.value) : kept;
  });

/** The first tree of a player. */
async function begin(folder: PeerFolder, signer: Signer): Promise<Result<CommandReport>> {
  const nodes = await signNodeList(signer, [folder.node], folder.now());
  if (!nodes.ok) return nodes;
  const published = await folder.publish(newTree(signer.file.bytes, nodes.value));
  return published.ok ? describe(folder, signer.file, [folder.node], []) : published;
}

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
    const nodes = await signNodeList(signer.value, mine.nodes.nodes, folder.now());
    if (!nodes.ok) return nodes;
    const published = await folder.publish(
      joinChanges([
        setFile(['identity.asc'], bytes.value),
        setFile(['identity-root.asc'], mine.root.bytes),
        ...signedNodes(nodes.value),
      ]),
    );
    return published.ok ? describe(folder, file.value, mine.nodes.nodes, []) : published;
  });

const signedNodes = ({
  text,
  signature,
}: {
  text: Uint8Array;
  signature: Uint8Array;
}): NamespaceChange[] => [setFile(['my-nodes.txt'], text), setFile(['my-nodes.sig'], signature)];

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
    const { mine } = trees.value;
    const others = mine.nodes.nodes.filter(each => each !== id);
    const signer = await folder.signer();
    if (!signer.ok) return signer;
    const nodes = await signNodeList(
      signer.value,
      isAdded ? [...others, id] : others,
      folder.now(),
    );
    if (!nodes.ok) return nodes;
    const published = await folder.publish(joinChanges(signedNodes(nodes.value)));
    return published.ok
      ? describe(folder, mine.identity, isAdded ? [...others, id].sort() : others, [])
      : published;
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
