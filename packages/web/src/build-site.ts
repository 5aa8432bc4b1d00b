/** Builds the site by Vite, in a checkout. */
import { join } from 'node:path';
import { inProduction, isOutdated, isWithoutVite, VIEWER_PACKAGES } from '@kifu/viewer/build';

export { isWithoutVite };

const ROOT = join(import.meta.dirname, '..');
/** Packages of ours that the site is made of. */
const PACKAGES = [...VIEWER_PACKAGES, 'bots', 'peer', 'stores', 'web'];

/** Builds the site into a folder. */
export const buildSite = (folder: string): Promise<unknown> =>
  inProduction(({ build }) =>
    build({
      configFile: join(ROOT, 'vite.config.ts'),
      root: ROOT,
      logLevel: 'error',
      build: { outDir: folder, emptyOutDir: true },
    }),
  );

/** Whether the site is missing in a folder, or a source has changed since it was built. */
export const isSiteOutdated = (folder: string): boolean =>
  isOutdated(join(folder, 'index.html'), PACKAGES);
