/**
 * A look at every page in every state and language: nothing overflows, overlaps, is cut off, too small, hard to read or out of sight, and
 * all texts are from the catalog of the language.
 */
import type { Language } from '@kifu/texts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { matchPath } from '../src/site/router.ts';
import { ROUTES } from '../src/site/routes.ts';
import { axeFinds, newPage, PATIENT, useBrowser } from './browser.ts';
import type { IsKnown } from './catalog.ts';
import { knownTexts, unknownTexts } from './known-texts.ts';
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
  stateOf,
  steady,
  useLanguageOn,
  ZOOMED,
} from './page-states.ts';
import { differsFromReference } from './reference.ts';

useBrowser();

let site: StateSite;
let page: Page;
let show: (look: Look) => Promise<void>;
let known: ReadonlyMap<Language, IsKnown>;
beforeAll(async () => {
  known = await knownTexts();
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
  const looksOf = (looks: readonly Look[]) =>
    looks.filter(({ size }) => state.isPhone !== true || size === PHONE);
  const found: string[] = [];
  for (const [language, isKnown] of known) {
    const looks = looksOf(language === 'en' ? LOOKS : [ON_DESK, ON_PHONE]);
    await show(looks[0]!);
    // players at one screen are called by their seats, from the start of the match
    if (language === 'en' || state.path.endsWith('?here'))
      await openState(page, state, site, language);
    else await useLanguageOn(page, state, language);
    // parts of a page load their texts on demand
    await expect
      .poll(() => unknownTexts(page, isKnown), { ...PATIENT, message: language })
      .toEqual([]);
    for (const look of looks) {
      await show(look);
      const faults = await faultsOf(state, look);
      if (
        language === 'en' &&
        PICTURED.includes(state.name) &&
        [ON_DESK.name, ON_PHONE.name].includes(look.name)
      )
        faults.push(...(await differsFromReference(page, `${state.name} ${look.name}`)));
      found.push(...faults.map(fault => `${language}, ${look.name}: ${fault}`));
    }
  }
  opened.set(state, new URL(page.url()).pathname);
  expect(found).toEqual([]);
});

test('every page of the site is in one of these states', ({ skip }) => {
  skip(opened.size < PAGE_STATES.length, 'not all states were opened');
  const paths = [...opened.values()];
  const unseen = ROUTES.filter(({ path }) => !paths.some(at => matchPath(path, at) !== null));
  expect(unseen.map(({ path }) => path)).toEqual([]);
});

/** English texts by where they are in a page: the last two begin as what is exempt does. */
const PLANTED = {
  p: 'A text was planted here.',
  'button[aria-label]': 'Planted for those who listen',
  'button[title]': 'Planted for those who point',
  'input[placeholder]': 'Type what was planted',
  'img[alt]': 'The picture of a plant',
  h2: 'B20 is not the name of this opening',
  h3: 'Good luck with finding this',
};

test.each(['de', 'ja'] as const)('names English texts in a page in %s', async language => {
  const isKnown = known.get(language)!;
  await show(ON_DESK);
  await openState(page, stateOf('settings'), site, language);
  await expect.poll(() => unknownTexts(page, isKnown), PATIENT).toEqual([]);
  await page.evaluate(planted => {
    for (const [where, text] of Object.entries(planted)) {
      const [, name, attribute] = /^(\w+)(?:\[(.+)\])?$/.exec(where)!;
      const element = document.createElement(name!);
      if (attribute === undefined) element.textContent = text;
      else element.setAttribute(attribute, text);
      document.body.append(element);
    }
  }, PLANTED);
  expect(await unknownTexts(page, isKnown)).toEqual(
    Object.entries(PLANTED).map(([where, text]) => `body > ${where}: ${text}`),
  );
});
