/**
 * Takes the pictures of the site for README and guides, in Chromium: `npm run pictures`. With `--check` it takes those that the tests
 * compare pages with instead.
 */
import { join } from 'node:path';
import { unwrap } from '@kifu/core';
import { type BrowserContextOptions, chromium } from 'playwright-core';
import { siteFolder } from '../packages/web/src/site-folder.ts';
import { findChromium } from '../packages/web/test/chromium.ts';
import {
  createShow,
  DESK,
  ON_DESK,
  ON_PHONE,
  openState,
  PHONE,
  PICTURED,
  serveStates,
  stateOf,
  steady,
} from '../packages/web/test/page-states.ts';
import { writeReference } from '../packages/web/test/reference.ts';
import { SWITCHES } from '../packages/web/test/setup.ts';

const ROOT = join(import.meta.dirname, '..');

/** A picture: its name, the state of a page that it shows, and how that looks. */
type Picture = readonly [name: string, state: string, look: BrowserContextOptions];

const ON_LIGHT_DESK: BrowserContextOptions = { viewport: DESK };
const ON_DARK_DESK: BrowserContextOptions = { viewport: DESK, colorScheme: 'dark' };
const ON_SHARP_PHONE: BrowserContextOptions = {
  ...{ viewport: PHONE, hasTouch: true, isMobile: true },
  deviceScaleFactor: 2,
};

const PICTURES: readonly Picture[] = [
  ['site-home', 'home', ON_LIGHT_DESK],
  ['site-match', 'one screen, chess', ON_DARK_DESK],
  ['site-phone', 'one screen, go', ON_SHARP_PHONE],
  ['site-library', 'library', ON_LIGHT_DESK],
  ['site-position', 'position, set up', ON_DARK_DESK],
  ['site-analysis', 'one screen, analyzed', ON_LIGHT_DESK],
];

const site = await serveStates(unwrap(await siteFolder()));
const browser = await chromium.launch({ executablePath: findChromium(), args: SWITCHES });
const newPage = async (look: BrowserContextOptions) => {
  const usual = { reducedMotion: 'reduce', serviceWorkers: 'block' } as const;
  const page = await (await browser.newContext({ ...usual, ...look })).newPage();
  await steady(page);
  return page;
};
if (process.argv.includes('--check')) {
  const page = await newPage(ON_LIGHT_DESK);
  const show = await createShow(page);
  for (const name of PICTURED) {
    await show(ON_DESK);
    await openState(page, stateOf(name), site);
    for (const look of [ON_DESK, ON_PHONE]) {
      await show(look);
      await writeReference(page, `${name} ${look.name}`);
    }
  }
} else
  for (const [name, state, look] of PICTURES) {
    const page = await newPage(look);
    await openState(page, stateOf(state), site);
    await page.screenshot({ path: join(ROOT, `docs/images/${name}.png`) });
    await page.context().close();
  }
await browser.close();
await site.close();
