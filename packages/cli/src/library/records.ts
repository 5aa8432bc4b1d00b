/** Records in the library, as commands read them. */
import { access } from 'node:fs/promises';
import { type Cid, fail, ok, type Result } from '@kifu/core';
import { loadAnnotations } from '@kifu/record/annotations';
import type { NodeSource } from '@kifu/record/file';
import { loadNodes } from '@kifu/record/store';
import type { Io } from '../io.ts';
import { findMatch, isIdText } from './ids.ts';
import { findLast, LAST } from './last.ts';
import { hasLibrary, type Library, readLibrary } from './open.ts';

/** The record that an ID of the library names; null if the text is not an ID, or names a file. */
export async function findKept(io: Io, word: string): Promise<Result<NodeSource> | null> {
  if (word === LAST && !(await isFile(word))) return loadLast(io);
  if (!isIdText(word) || (await isFile(word))) return null;
  const found = (await hasLibrary(io))
    ? await readLibrary(io, async library => {
        const match = await findMatch(library, word);
        return match.ok ? loadKept(library, match.value, word) : match;
      })
    : fail('not-found', 'no library yet');
  if (found.ok || found.fault.code !== 'not-found' || /^ambiguous/.test(found.fault.message))
    return found;
  return fail(
    'unreadable',
    `cannot read ${word}: no such file, and no match in the library with this ID`,
  );
}

/** The record of the match that was played last. */
async function loadLast(io: Io): Promise<Result<NodeSource>> {
  if (!(await hasLibrary(io))) return NONE_PLAYED;
  return readLibrary(io, async library => {
    const last = await findLast(library);
    return last === null ? NONE_PLAYED : loadKept(library, last.match, LAST);
  });
}

const NONE_PLAYED = fail('not-found', 'no match was played here yet; start one with kifu play');

/** A record of the library, and the pack that it is stored as; null where it is not packed. */
interface KeptSource extends NodeSource {
  readonly pack: Uint8Array | null;
}

/** A record of the library, before its nodes are checked. */
export async function loadKept(
  library: Library,
  match: Cid,
  name: string,
): Promise<Result<KeptSource>> {
  const unpacked = (await library.file?.unpack(match)) ?? null;
  const head = unpacked?.head ?? (await library.heads.get(match));
  if (head === null) return fail('not-found', `the library has no match ${name}`);
  const nodes = unpacked === null ? await loadNodes(library, head) : ok(unpacked.nodes);
  if (!nodes.ok) return nodes;
  const { remarks, losses } = await loadAnnotations(library.remarks, match);
  const pack = unpacked?.pack ?? null;
  return ok({ name, form: 'library', losses, nodes: nodes.value, head, remarks, pack });
}

const isFile = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
