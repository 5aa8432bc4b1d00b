/** Files that commands about a player read and write: trees, keys and archived games. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeBase64, encodeBase64, fail, ok, type Result, unwrap } from '@kifu/core';
import type { RequestInput } from '@kifu/peer/api';
import type { Io } from '../io.ts';
import { readInput } from '../read-input.ts';
import type { CommandReport } from '../run-command.ts';
import { type Force, saveBytes, saveOutput } from '../save.ts';
import { askPeer, type PeerOptions } from './ask-peer.ts';
import { MAX_KEY_BYTES } from './new-identity.ts';

/** Size limit of imported trees. */
const MAX_TREE_BYTES = 1 << 28;

/** Exports the player's tree to a CAR. */
export async function exportNamespace(
  io: Io,
  output: string,
  options: PeerOptions & Force,
): Promise<Result<CommandReport>> {
  const tree = await askPeer(io, options, 'namespace.export', {});
  if (!tree.ok) return tree;
  const { root, blocks, bytes } = tree.value;
  const saved = await saveOutput(output, unwrap(decodeBase64(bytes)), options);
  if (!saved.ok) return saved;
  return ok({
    json: { file: output, root, blocks },
    text: io.texts.reports.peers.namespace.exported(output, blocks, root),
  });
}

/** Imports the tree of another player. */
export async function importNamespace(
  io: Io,
  file: string,
  options: PeerOptions & { readonly node?: string },
): Promise<Result<CommandReport>> {
  const bytes = await readInput(io, file, MAX_TREE_BYTES);
  if (!bytes.ok) return bytes;
  return askPeer(io, options, 'namespace.import', {
    ...{ bytes: encodeBase64(bytes.value), name: file },
    ...(options.node === undefined ? {} : { node: options.node }),
  });
}

/** Publishes a newer file of the same key. */
export async function updateIdentity(
  io: Io,
  publicFile: string,
  options: PeerOptions,
): Promise<Result<CommandReport>> {
  const bytes = await readInput(io, publicFile, MAX_KEY_BYTES);
  return bytes.ok
    ? askPeer(io, options, 'identity.update', { identity: encodeBase64(bytes.value) })
    : bytes;
}

/** Exports the public key, or the secret one as it is stored, for gpg. */
export async function exportIdentity(
  io: Io,
  output: string,
  options: PeerOptions & Force & { readonly secret?: boolean },
): Promise<Result<CommandReport>> {
  const { secret = false } = options;
  const key = await askPeer(io, options, 'identity.export', { secret });
  if (!key.ok) return key;
  const saved = await saveOutput(output, unwrap(decodeBase64(key.value.bytes)), options);
  if (!saved.ok) return saved;
  const words = secret ? io.texts.reports.peers.identity.secretSaved(output) : output;
  return ok({ json: { file: output }, text: words });
}

/** What an archived game can be written as. */
export type ArchiveForm = RequestInput<'archive.export'>['form'];

/** Writes an archived game: as SGF, as a native record, as a CAR of its blocks, or as a folder that gpg and sha256sum can check. */
export async function exportArchive(
  io: Io,
  archived: string,
  output: string,
  options: PeerOptions & Force & { readonly as?: ArchiveForm },
): Promise<Result<CommandReport>> {
  const form = options.as ?? formOf(output);
  const found = await askPeer(io, options, 'archive.export', { archived, form });
  if (!found.ok) return found;
  const files = found.value.files.map(
    ({ name, bytes }) => [name, unwrap(decodeBase64(bytes))] as const,
  );
  const saved =
    form === 'folder'
      ? await saveFolder(output, files)
      : await saveOutput(output, files[0]![1], options);
  return saved.ok ? ok({ json: { file: output, form }, text: `${output}: ${form}` }) : saved;
}

function formOf(output: string): ArchiveForm {
  const ending = /\.([a-z]+)$/.exec(output)?.[1];
  return ending === 'sgf' || ending === 'json' || ending === 'car' ? ending : 'folder';
}

async function saveFolder(
  output: string,
  files: readonly (readonly [name: string, bytes: Uint8Array])[],
): Promise<Result<string>> {
  try {
    await mkdir(join(output, 'blocks'), { recursive: true });
  } catch {
    return fail('unwritable', `cannot create ${output}`);
  }
  for (const [name, bytes] of files) {
    const saved = await saveBytes(join(output, name), bytes, true);
    if (!saved.ok) return saved;
  }
  return ok(output);
}
