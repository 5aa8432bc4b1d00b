/** The page of a match as one HTML file: hands the record that stands in it to the viewer. */
import { KifuViewer } from '../viewer.ts';
import { decodeBase64, RECORD_ID } from './html.ts';

customElements.define('kifu-viewer', KifuViewer);

const viewer = document.querySelector('kifu-viewer') as KifuViewer;
const bytes = decodeBase64(document.getElementById(RECORD_ID)?.textContent ?? '');
void viewer.open('record.car', bytes);
