/** `<kifu-viewer>`: a replay viewer for any game that verifies as you watch. One script tag registers it. */
import { KifuViewer } from './viewer.ts';

KifuViewer.script = import.meta.url;
customElements.define('kifu-viewer', KifuViewer);

export { KifuViewer };
