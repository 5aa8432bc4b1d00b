/** The page of a match as one HTML file: hands the record that stands in it to the viewer. */
import { decodeBase64 } from '@kifu/core';
import { KifuViewer } from '../viewer.ts';
import { NOTES_ID, RECORD_ID } from './html.ts';

customElements.define('kifu-viewer', KifuViewer);

const viewer = document.querySelector('kifu-viewer') as KifuViewer;
/** The bytes that an element of the page holds; none where it is not there. */
function bytesIn(id: string): Uint8Array {
  const bytes = decodeBase64(document.getElementById(id)?.textContent?.trim() ?? '');
  return bytes.ok ? bytes.value : new Uint8Array();
}

void show();

async function show(): Promise<void> {
  await viewer.open('record', bytesIn(RECORD_ID));
  const notes = bytesIn(NOTES_ID);
  if (notes.length > 0) await viewer.addNotes(new TextDecoder().decode(notes));
}
