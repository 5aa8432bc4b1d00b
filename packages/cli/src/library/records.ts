/** Records in the library, as commands read them. */
import { access } from 'node:fs/promises';
import { type Cid, fail, formatCid, type Json, ok, parseCid, type Result } from '@kifu/core';
import { commentsOf, loadNodes, type Remarks } from '@kifu/record';
import type { NodeSource } from '@kifu/record/file';
import type { Io } from '../io.ts';
import { findMatch, isIdText } from './ids.ts';
import { hasLibrary, type Library, readLibrary } from './open.ts';

/** Words about records stand beside the chains, by the id of the match; chains have no room for them. */
const REMARKS = 'remarks';

/** The record that an id of the library names; null where the word is no id, or is the name of a file. */
export async function findKept(io: Io, word: string): Promise<Result<NodeSource> | null> {
  if (!isIdText(word) || (await isFile(word))) return null;
  const found = (await hasLibrary(io))
    ? await readLibrary(io, async library => {
        const match = await findMatch(library, word);
        return match.ok ? loadKept(library, match.value, word) : match;
      })
    : fail('not-found', 'there is no library yet');
  if (found.ok || found.fault.code !== 'not-found' || /^several/.test(found.fault.message))
    return found;
  return fail(
    'unreadable',
    `${word} cannot be read: there is no such file, and no match in the library has such an id`,
  );
}

/** A record of the library; nobody has checked its nodes yet. */
export async function loadKept(
  library: Library,
  match: Cid,
  name: string,
): Promise<Result<NodeSource>> {
  const head = await library.heads.get(match);
  if (head === null) return fail('not-found', `the library has no match ${name}`);
  const nodes = await loadNodes(library, head);
  if (!nodes.ok) return nodes;
  const remarks = await loadRemarks(library, match);
  return ok({ name, form: 'library', losses: [], nodes: nodes.value, head, remarks });
}

/** Notes and variations of a record; null where there are none. */
export async function loadRemarks(library: Library, match: Cid): Promise<Json | null> {
  return (await library.vault.get(REMARKS, formatCid(match))) ?? null;
}

/** Keeps what a record says besides what happened. */
export const keepRemarks = (library: Library, match: Cid, remarks: Json): Promise<void> =>
  library.vault.put(REMARKS, formatCid(match), remarks);

/** Forgets a match, and what was said about it. */
export async function forgetKept(library: Library, match: Cid): Promise<void> {
  await library.vault.remove(REMARKS, formatCid(match));
  await library.forget(match);
}

/** Lists the words of all remarks again: whoever rebuilds a library from chains does not find them there. */
export async function relistRemarks(library: Library): Promise<void> {
  for (const name of await library.vault.names(REMARKS)) {
    const match = parseCid(name);
    const listing = match.ok ? await library.library.get(match.value) : null;
    if (listing === null) continue;
    const remarks = (await library.vault.get(REMARKS, name)) as unknown as Remarks;
    await library.library.list({ ...listing, comments: [...commentsOf(remarks)] });
  }
}

const isFile = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
