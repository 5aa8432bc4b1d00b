/** Exports the match as one HTML file, in the page. */
import { fail, ok, type Result } from '@kifu/core';
import { askWritten, writeNotes } from '../engine/ask-on-demand.ts';
import type { OpenedRecord } from '../engine/types.ts';
import { htmlFile, joinParts, SCRIPT_ID } from '../export/html.ts';
import { placeOf, type ShareNotesState } from './share-notes.ts';

/** Returns the text of the file: the record with its notes. */
export async function pageFile(
  shareNotes: ShareNotesState,
  record: OpenedRecord,
  names: readonly string[],
): Promise<Result<string>> {
  const script = await scriptFor(shareNotes, record.game);
  if (!script.ok) return script;
  // only the original file shows where a record is broken
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

/** The script of such a page: this page's own if it is one, else from the folder of the viewer's script. */
async function scriptFor({ host }: ShareNotesState, game: string): Promise<Result<string>> {
  const own = document.getElementById(SCRIPT_ID)?.textContent;
  if (own) return ok(own);
  if (host.script === null) return fail('unsupported', 'the address of the viewer is unknown');
  const [games, viewer] = await Promise.all([
    partAt(new URL(`file/${game}.js`, host.script)),
    partAt(new URL('file/viewer.js', host.script)),
  ]);
  if (!games.ok) return games;
  return viewer.ok ? ok(joinParts(games.value, viewer.value)) : viewer;
}

async function partAt(url: URL): Promise<Result<string>> {
  try {
    const response = await fetch(url);
    if (response.ok) return ok(await response.text());
    return fail('not-found', `${response.url} not found`);
  } catch {
    return fail('unreachable', 'cannot load the script of the page');
  }
}
