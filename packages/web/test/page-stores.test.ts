/** The stores of a page keep the contracts that all stores keep, in a real browser. */
import { join } from 'node:path';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { closePage, openPage, useBrowser } from './browser.ts';
import type { runContracts } from './store-contracts.ts';

useBrowser();

test('blocks, heads, appends and the vault in IndexedDB keep their contracts', async () => {
  const [built] = (await build({
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['source', 'browser', 'module', 'import', 'default'] },
    build: {
      write: false,
      lib: { entry: join(import.meta.dirname, 'store-contracts.ts'), formats: ['es'] },
    },
  })) as unknown as readonly { readonly output: readonly { readonly code: string }[] }[];
  const seen = await openPage('viewer');
  const { page } = seen;
  await page.route('**/store-contracts.js', route =>
    route.fulfill({ contentType: 'text/javascript', body: built!.output[0]!.code }),
  );
  // as text: the tests' own compiler would rewrite an import
  const found: Awaited<ReturnType<typeof runContracts>> = await page.evaluate(
    "import(new URL('store-contracts.js', location.href).href).then(({ runContracts }) => runContracts())",
  );
  expect(found.filter(([, wrong]) => wrong !== null)).toEqual([]);
  expect(found.length).toBeGreaterThan(35);
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});
