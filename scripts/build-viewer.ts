/** Builds the viewer for browsers, part of `npm run build`. */
import { buildViewer } from '../packages/viewer/src/export/build.ts';

await buildViewer();
