/** The match as one HTML file, made in the page. */
import { fail, ok, type Result } from '@kifu/core';
import { askWritten, writeNotes } from '../engine/ask-on-demand.ts';
import type { OpenedRecord } from '../engine/types.ts';
import { htmlFile, SCRIPT_ID } from '../export/html.ts';
import { placeOf, type ShareNotesState } from './share-notes.ts';

/** The text of the file: the record as it is here, and the notes that are not hidden. */
export async function pageFile(
  shareNotes: ShareNotesState,
  record: OpenedRecord,
  names: readonly string[],
): Promise<Result<string>> {
  const script = await scriptFor(shareNotes, record.game);
  if (!script.ok) return script;
  // of a broken record only the file itself shows where it is broken
  const written = await askWritten(record, record.fault === null ? 'car' : 'original');
  if (!written.ok) return written;
  const { at } = placeOf(shareNotes.host);
  const notes = await writeNotes(
    record,
    shareNotes.notes.map(({ note }) => note),
  );
  return ok(
    htmlFile({
      title: `${names.slice(0, -1).join(' – ')}, ${record.game}`,
      script: script.value,
      record: written.value.bytes,
      ...(shareNotes.notes.length === 0 ? {} : { notes }),
      attributes: {
        ...(at === null ? {} : { at }),
        form: written.value.name === 'original' ? record.form : 'car',
      },
    }),
  );
}

/** The script of such a page: this page's own where it is one, else from beside the viewer's. */
async function scriptFor({ host }: ShareNotesState, game: string): Promise<Result<string>> {
  const own = document.getElementById(SCRIPT_ID)?.textContent;
  if (own) return ok(own);
  if (host.script === null)
    return fail('unsupported', 'this page does not know where its viewer came from');
  try {
    const response = await fetch(new URL(`file/${game}.js`, host.script));
    if (response.ok) return ok(await response.text());
    return fail('not-found', `there is no ${response.url} beside the viewer`);
  } catch {
    return fail('unreachable', 'the script of the page cannot be reached');
  }
}
