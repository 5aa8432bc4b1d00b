/** `<kifu-viewer>`: a replay viewer for any game that verifies as you watch. One script tag registers it. */
import { KifuViewer } from './viewer.ts';

// built, this module may stand in a piece that several scripts share
const own = import.meta.url;
KifuViewer.script = own.includes('/chunks/') ? new URL('../kifu-viewer.js', own).href : own;
customElements.define('kifu-viewer', KifuViewer);

export { KifuViewer };
