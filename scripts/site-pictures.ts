/** Takes the pictures of the site for README and guides, in Chromium: `npm run pictures`. A desk, the dark, a phone. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unwrap } from '@kifu/core';
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { inMemory, serve } from '../packages/server/test/serve.ts';
import { siteFolder } from '../packages/web/src/export/script.ts';
import { findChromium } from '../packages/web/test/chromium.ts';
import { SWITCHES } from '../packages/web/test/setup.ts';

const ROOT = join(import.meta.dirname, '..');
const SAMPLES = join(ROOT, 'packages/web/public/samples');

/** A picture: where, how it looks, and what is done before it is taken. */
interface Picture {
  readonly name: string;
  readonly path: string;
  readonly look: BrowserContextOptions;
  prepare(page: Page): Promise<void>;
}

const DESK: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
const DARK: BrowserContextOptions = { ...DESK, colorScheme: 'dark' };
const PHONE: BrowserContextOptions = {
  ...{ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  deviceScaleFactor: 2,
};

const PICTURES: readonly Picture[] = [
  {
    ...{ name: 'site-home', path: '/', look: DESK },
    prepare: page => page.locator('.match-card').first().waitFor(),
  },
  {
    ...{ name: 'site-match', path: '/new/chess?here', look: DARK },
    prepare: page => playMoves(page, 'e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d4 exd4 cxd4'),
  },
  {
    ...{ name: 'site-phone', path: '/new/go?here', look: PHONE },
    prepare: page => playMoves(page, 'Q16 D4 Q4 D16 F3 C6 J4 R6 O4 R10'),
  },
  {
    ...{ name: 'site-library', path: '/library?sort=longest', look: DESK },
    prepare: async page => {
      await page.locator('.match-row').nth(1).focus();
      await page.waitForLoadState('networkidle');
    },
  },
  {
    ...{ name: 'site-position', path: '/position/chess', look: DARK },
    async prepare(page) {
      await page.getByRole('button', { name: 'Set up piece by piece' }).click();
      await page.locator('kifu-arranger .piece').first().waitFor({ state: 'attached' });
      await page.waitForLoadState('networkidle');
    },
  },
];

/** Begins a match at one screen and plays its moves, as they are written. */
async function playMoves(page: Page, moves: string): Promise<void> {
  await page.locator('.new button[type=submit]:not(:disabled)').click();
  const board = `document.querySelector('kifu-table kifu-board')`;
  for (const [i, move] of moves.split(' ').entries()) {
    await page.waitForFunction(`${board}?.position?.legal.length > 0`);
    await page.evaluate(`${board}.playText(${JSON.stringify(move)})`);
    await page.locator('.moves li.move').nth(i).waitFor({ state: 'attached' });
  }
}

const limits = { requestsPerMinute: 1e6, requestBurst: 1e6 };
const served = await serve({ site: unwrap(await siteFolder()), stores: inMemory(), limits });
for (const file of (await readdir(SAMPLES)).filter(name => /\.(car|pgn)$/.test(name)))
  await fetch(`${served.url}/api/records?keep=true`, {
    method: 'POST',
    body: new Uint8Array(await readFile(join(SAMPLES, file))),
  });
const browser = await chromium.launch({ executablePath: findChromium(), args: SWITCHES });
for (const { name, path, look, prepare } of PICTURES) {
  // boards are asked to play in text, which the policy of the site forbids
  const context = await browser.newContext({ ...look, reducedMotion: 'reduce', bypassCSP: true });
  const page = await context.newPage();
  await page.goto(`${served.url}${path}`);
  await prepare(page);
  await page.screenshot({ path: join(ROOT, `docs/images/${name}.png`) });
  await context.close();
}
await browser.close();
await served.close();
