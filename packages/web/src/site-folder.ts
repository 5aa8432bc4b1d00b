/** Where the site is, for servers. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fail, ok, type Result } from '@kifu/core';

// this module is as far below the package as a source as when it is built
const ROOT = join(import.meta.dirname, '..');
/** Only a checkout has it. */
const BUILDER = join(ROOT, 'src/build-site.ts');

/** The folder of the site, as it was built; in a checkout it is built when it is first asked for, and when a source has changed. */
export async function siteFolder(folder = join(ROOT, 'dist/site')): Promise<Result<string>> {
  if (existsSync(BUILDER)) return inCheckout(folder);
  if (existsSync(join(folder, 'index.html'))) return ok(folder);
  return fail('not-found', 'this copy has no site: install @kifu/web again');
}

async function inCheckout(folder: string): Promise<Result<string>> {
  const { buildSite, isSiteOutdated, isWithoutVite } = await import('./build-site.ts');
  if (!isSiteOutdated(folder)) return ok(folder);
  try {
    await buildSite(folder);
    return ok(folder);
  } catch (cause) {
    if (!isWithoutVite(cause)) throw cause;
    return fail('unsupported', NOT_BUILT);
  }
}

const NOT_BUILT =
  'the site has not been built yet, and Vite, which builds it, is not installed: run npm ci in the checkout';
