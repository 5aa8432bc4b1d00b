/** Annotations about a record: read and checked, and signed. */
import { cidOf, fail, formatCid, hexToBytes, ok, type Result } from '@kifu/core';
import {
  checkSharedNote,
  parseSharedNotes,
  type SharedNote,
  signSharedNote,
} from '@kifu/record/annotations';
import type { CheckedNote, NoteDraft } from './on-demand-types.ts';
import type { RecordSession } from './session.ts';

/** The content id of each node, the header first: what annotations are about. A variation has none: its nodes exist only in this viewer. */
const nodeIds = ({ nodes, isVariation }: RecordSession): string[] =>
  isVariation ? [] : nodes.map(bytes => formatCid(cidOf('dag-cbor', bytes)));

/** The annotations of a file, checked. */
export async function readNotes(
  session: RecordSession,
  text: string,
): Promise<Result<readonly CheckedNote[]>> {
  const read = parseSharedNotes(text);
  if (!read.ok) return read;
  const ids = new Map(nodeIds(session).map((id, n) => [id, n]));
  return ok(await Promise.all(read.value.notes.map(note => checkedNote(note, ids))));
}

const checkedNote = async (
  note: SharedNote,
  ids: ReadonlyMap<string, number>,
): Promise<CheckedNote> => ({
  note,
  status: await checkSharedNote(note),
  n: ids.get(note.about) ?? null,
});

/** An annotation, signed where a secret is given. */
export async function signNote(
  session: RecordSession,
  { n, ...draft }: NoteDraft,
  secret: string | null,
): Promise<Result<CheckedNote>> {
  const about = nodeIds(session)[n];
  if (about === undefined) return fail('unsupported', 'notes can only be added to the main line');
  const unsigned = {
    ...draft,
    author: draft.author.toWellFormed(),
    text: draft.text.toWellFormed(),
    about,
  };
  if (secret === null)
    return ok({ note: { ...unsigned, key: null, signature: null }, status: 'unsigned', n });
  return ok({ note: await signSharedNote(hexToBytes(secret), unsigned), status: 'signed', n });
}
