/** What is said about a match of the library, changed: its record stays as it is, and it is found by the new words from then on. */
import { type Cid, fail, type Game, type Note, ok, type Result } from '@kifu/core';
import { type Annotations, remarksBlock } from '@kifu/record/annotations';
import { type OpenedSource, openSource } from '@kifu/record/file';
import { commentsOf } from '@kifu/record/replay';
import type { Io } from '../io.ts';
import { formatId } from './ids.ts';
import type { Library } from './open.ts';
import { loadKept } from './records.ts';

/** What to make of what is said about a record. */
export type ChangeRemarks = (opened: OpenedSource) => Result<Annotations>;

/** Changes what is said about a match; durable when it resolves. */
export async function editAnnotations(
  io: Io,
  library: Library,
  match: Cid,
  change: ChangeRemarks,
): Promise<Result<Annotations>> {
  const source = await loadKept(library, match, formatId(match));
  const opened = source.ok ? await openSource(io.games, source.value) : source;
  if (!opened.ok) return opened;
  // unreadable annotations would be lost permanently
  const [unread] = opened.value.losses;
  if (unread !== undefined)
    return fail('unreadable', `what is said about ${formatId(match)} stays as it is: ${unread}`);
  const remarks = change(opened.value);
  return remarks.ok ? putRemarks(library, opened.value, remarks.value) : remarks;
}

async function putRemarks(
  { remarks: store, library }: Library,
  { kit, head, replay }: OpenedSource,
  remarks: Annotations,
): Promise<Result<Annotations>> {
  const { match } = replay;
  const block = remarksBlock(kit.game as Game, head, remarks);
  const [loss] = block.losses;
  if (loss !== undefined) return fail('too-large', loss);
  if (block.remarks === null) await store.remove(match);
  else await store.put(match, block.remarks);
  const listing = await library.get(match);
  if (listing !== null) await library.list({ ...listing, comments: [...commentsOf(remarks)] });
  return ok(remarks);
}

/** Remarks with one more note, after those about the same point. */
export function withNote({ notes, variations }: Annotations, note: Note): Annotations {
  const at = notes.findLastIndex(({ entry }) => entry <= note.entry) + 1;
  return { notes: notes.toSpliced(at, 0, note), variations };
}
