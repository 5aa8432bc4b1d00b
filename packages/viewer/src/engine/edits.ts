/** Edits of what a record says besides what happened: a comment with drawings at a moment, and variations. */
import { fail, type Kifu, type Note, ok, type Result, saysMore, type Variation } from '@kifu/core';
import type { Annotations } from '@kifu/record/annotations';
import type { RecordSource } from '@kifu/record/file';
import { isKeyed } from '@kifu/record/match-state';
import type { EditedNote } from './on-demand-types.ts';
import type { RecordSession } from './session.ts';
import { replaced } from './tries.ts';

/** Sets the comment after n entries of a variation, or of the match; the session stores it. */
export function editNote(
  session: RecordSession,
  path: readonly number[],
  n: number,
  edited: EditedNote,
): void {
  session.annotate(withNote(session.kifu, path, n, edited));
}

/** Removes a variation, with those that branch off from it. */
export function removeVariation(session: RecordSession, path: readonly number[]): void {
  const { notes, variations } = session.kifu;
  const last = path.at(-1);
  if (last === undefined) return;
  const without = replaced(variations, path.slice(0, -1), list =>
    list.filter((_, i) => i !== last),
  );
  session.annotate({ notes, variations: without });
}

/** Annotations with another comment at a moment; it belongs to the outermost line that has the moment. */
export function withNote(
  { notes, variations }: Annotations,
  [i, ...deeper]: readonly number[],
  n: number,
  edited: EditedNote,
): Annotations {
  const own = i === undefined ? undefined : variations[i];
  if (own === undefined || n <= own.entry)
    return { notes: withEdited(notes, n, edited), variations };
  const changed: Variation = { ...own, ...withNote(own, deeper, n, edited) };
  return { notes, variations: variations.with(i!, changed) };
}

/** The note to edit is the first without an author; whatever else it says stays. */
function withEdited(notes: readonly Note[], n: number, { text, shapes }: EditedNote): Note[] {
  const isEdited = ({ entry, author }: Note) => entry === n && author === null;
  const i = notes.findIndex(isEdited);
  const { shapes: _, ...before } = notes[i] ?? { entry: n, author: null, text: '', glyphs: [] };
  const note: Note = {
    ...before,
    text: text.toWellFormed(),
    ...(shapes.length > 0 && { shapes }),
  };
  const isEmpty = note.text === '' && !saysMore(note);
  if (i >= 0) return notes.toSpliced(i, 1, ...(isEmpty ? [] : [note]));
  if (isEmpty) return [...notes];
  const at = notes.findIndex(({ entry }) => entry > n);
  return notes.toSpliced(at < 0 ? notes.length : at, 0, note);
}

/** The record that a variation at its end continues: only an open record without signatures. */
export function continuedSource(
  session: RecordSession,
  path: readonly number[],
): Result<RecordSource> {
  const { form, losses, kifu } = session;
  const continued = withEnd(kifu, path);
  return continued === null
    ? fail('unsupported', 'only an open record without signatures can be continued')
    : ok({ name: '', form, losses, kifu: continued });
}

/** A record whose variation is the rest of it; null where it cannot be. */
export function withEnd(kifu: Kifu, [i, ...deeper]: readonly number[]): Kifu | null {
  const variation = i === undefined || deeper.length > 0 ? undefined : kifu.variations[i];
  if (variation === undefined || kifu.ending !== null || isKeyed(kifu.header)) return null;
  if (variation.entry !== kifu.entries.length) return null;
  return {
    ...kifu,
    entries: [...kifu.entries, ...variation.entries],
    notes: [...kifu.notes, ...variation.notes],
    variations: [...kifu.variations.toSpliced(i!, 1), ...variation.variations],
  };
}
