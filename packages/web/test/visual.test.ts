/** A look at every page in every state: nothing overflows, overlaps, is cut off, too small, hard to read or out of sight, in any language. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { matchPath } from '../src/site/router.ts';
import { ROUTES } from '../src/site/routes.ts';
import { axeFinds, newPage, useBrowser } from './browser.ts';
import { layoutFaults } from './layout.ts';
import {
  createShow,
  DARK,
  DESK,
  FORCED,
  LIGHT,
  type Look,
  ON_DESK,
  ON_PHONE,
  openState,
  PAGE_STATES,
  type PageState,
  PHONE,
  PICTURED,
  type StateSite,
  serveStates,
  steady,
  useLanguageOn,
  ZOOMED,
} from './page-states.ts';
import { differsFromReference } from './reference.ts';

useBrowser();

let site: StateSite;
let page: Page;
let show: (look: Look) => Promise<void>;
beforeAll(async () => {
  site = await serveStates(inject('siteFolder'));
  ({ page } = await newPage());
  await steady(page);
  show = await createShow(page);
});
afterAll(async () => {
  await page.context().close();
  await site.close();
});

const IS_DEEP = process.env.KIFU_DEEP === '1';
const USUAL: readonly Look[] = [
  ON_DESK,
  ON_PHONE,
  { name: '640, forced colors', size: ZOOMED, media: FORCED },
];
/** Every size in all colors. */
const ALL: readonly Look[] = [DESK, PHONE, ZOOMED].flatMap(size =>
  Object.entries({ light: LIGHT, dark: DARK, 'forced colors': FORCED }).map(([name, media]) => ({
    ...{ name: `${size.width}, ${name}`, size, media },
    ...(size === PHONE ? { isTouched: true } : {}),
  })),
);
const LOOKS = IS_DEEP ? ALL : USUAL;

/** Whether letters stand out from their ground; a board is a picture. */
const hardToRead = (host: string): Promise<string[]> =>
  axeFinds(page, { rules: ['color-contrast'], without: [host, '.picture svg'] });

/** What is wrong with how a page looks. */
async function faultsOf(state: PageState, { size, media }: Look): Promise<string[]> {
  const faults = await layoutFaults(page, {
    least: size === PHONE ? 44 : 24,
    // at 200 % a page may have to be scrolled
    ...(size === ZOOMED ? {} : { main: state.main }),
  });
  if (media === FORCED) return faults;
  const host = /kifu-viewer/.test(state.main) ? 'kifu-viewer' : 'kifu-board';
  return [...faults, ...(await hardToRead(host))];
}

/** The states that were opened, and the paths that they led to. */
const opened = new Map<PageState, string>();

test.each(PAGE_STATES)('$name', async state => {
  const fits = ({ size }: Look) => state.isPhone !== true || size === PHONE;
  const looks = LOOKS.filter(fits);
  await show(looks[0]!);
  await openState(page, state, site);
  opened.set(state, new URL(page.url()).pathname);
  const found: string[] = [];
  for (const look of looks) {
    await show(look);
    const { name } = look;
    const faults = await faultsOf(state, look);
    if (PICTURED.includes(state.name) && [ON_DESK.name, ON_PHONE.name].includes(name))
      faults.push(...(await differsFromReference(page, `${state.name} ${name}`)));
    found.push(...faults.map(fault => `${name}: ${fault}`));
  }
  for (const language of ['de', 'ja'] as const) {
    await useLanguageOn(page, state, language);
    for (const look of [ON_PHONE, ON_DESK].filter(fits)) {
      await show(look);
      const faults = await faultsOf(state, look);
      found.push(...faults.map(fault => `${language}, ${look.name}: ${fault}`));
    }
  }
  expect(found).toEqual([]);
});

test('every page of the site is in one of these states', ({ skip }) => {
  skip(opened.size < PAGE_STATES.length, 'not all states were opened');
  const paths = [...opened.values()];
  const unseen = ROUTES.filter(({ path }) => !paths.some(at => matchPath(path, at) !== null));
  expect(unseen.map(({ path }) => path)).toEqual([]);
});
