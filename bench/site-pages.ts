/**
 * The site as a server gives it, in headless Chromium: how much the first page loads, how soon it is there, and how long the library
 * takes from a letter of the search to its rows.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createSqliteStore } from '@kifu/stores/sqlite';
import { type Browser, chromium } from 'playwright-core';
import { serve } from '../packages/server/test/serve.ts';
import { manyListing } from '../packages/stores/test/many-listings.ts';
import { buildSite } from '../packages/web/src/build-site.ts';
import { findChromium } from '../packages/web/test/chromium.ts';
import { SWITCHES } from '../packages/web/test/setup.ts';
import { type Figure, figuresOf } from './measure.ts';

const ROUNDS = 9;
/** Matches in the library; a million takes minutes to list. */
const MATCHES = Number(process.env.KIFU_BENCH_MATCHES ?? 20_000);
const AT_ONCE = 4096;

export async function* bench(): AsyncGenerator<Figure> {
  const folder = await mkdtemp(join(tmpdir(), 'kifu-bench-pages-'));
  await buildSite(join(folder, 'site'));
  const stores = await createSqliteStore(join(folder, 'library.sqlite'));
  for (let n = 0; n < MATCHES; n += AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, MATCHES - n) }, (_, i) =>
        stores.library.list({ ...manyListing(n + i, MATCHES), visibility: 'public' }),
      ),
    );
  const limits = { requestsPerMinute: 1e6, requestBurst: 1e6 };
  const served = await serve({ site: join(folder, 'site'), stores, limits });
  const browser = await chromium.launch({ executablePath: findChromium(), args: SWITCHES });
  try {
    yield* firstPage(browser, served.url);
    yield* libraryRows(browser, served.url);
  } finally {
    await browser.close();
    await served.close();
    await stores.close();
    await rm(folder, { recursive: true });
  }
}

async function* firstPage(browser: Browser, url: string): AsyncGenerator<Figure> {
  const bytes: number[] = [];
  const ms: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const page = await browser.newPage();
    const bodies: Promise<Buffer>[] = [];
    page.on('response', response => {
      if (response.request().serviceWorker() === null) bodies.push(response.body());
    });
    const start = performance.now();
    await page.goto(url);
    await page.locator('.game-card').first().waitFor();
    ms.push(performance.now() - start);
    await page.waitForLoadState('networkidle');
    const sizes = (await Promise.all(bodies)).map(body => gzipSync(body).length);
    bytes.push(sizes.reduce((sum, size) => sum + size, 0));
    await page.close();
  }
  yield* figuresOf({ bench: 'site-pages', figure: 'first page', unit: 'bytes gz' }, bytes, {});
  yield* figuresOf(
    { bench: 'site-pages', figure: 'until the games are there', unit: 'ms' },
    ms,
    {},
  );
}

async function* libraryRows(browser: Browser, url: string): AsyncGenerator<Figure> {
  const page = await browser.newPage();
  await page.goto(`${url}/library`);
  await page.locator('.match-row').first().waitFor();
  const ms: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const sort = ['oldest', 'longest', 'newest'][round % 3]!;
    const before = await page.locator('.match-row').first().getAttribute('href');
    const start = performance.now();
    await page.locator('.found .head > label select').selectOption(sort);
    await page.locator(`li[aria-posinset="1"] .match-row:not([href="${before}"])`).waitFor();
    ms.push(performance.now() - start);
  }
  await page.close();
  const figure = `another page of ${MATCHES} matches, the slowest`;
  yield* figuresOf({ bench: 'site-pages', figure, unit: 'ms' }, [Math.max(...ms)], {});
}
