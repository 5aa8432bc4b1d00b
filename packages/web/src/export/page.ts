/** The page of a match as one HTML file: hands the record that stands in it to the viewer. */
import { KifuViewer } from '../viewer.ts';
import { decodeBase64, NOTES_ID, RECORD_ID } from './html.ts';

customElements.define('kifu-viewer', KifuViewer);

const viewer = document.querySelector('kifu-viewer') as KifuViewer;
const bytesIn = (id: string): Uint8Array =>
  decodeBase64(document.getElementById(id)?.textContent ?? '');

void show();

async function show(): Promise<void> {
  await viewer.open('record', bytesIn(RECORD_ID));
  const notes = bytesIn(NOTES_ID);
  if (notes.length > 0) await viewer.addNotes(new TextDecoder().decode(notes));
}
