/** Matches on the site, for tests: from the form of a new match to the board, and what is read there. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';
import { type Served, serve } from '../../server/test/serve.ts';
import { newPage, type OpenedPage } from './browser.ts';

/** Whether the rules are to end nearly every match, however long that takes. */
const IS_DEEP = process.env.KIFU_DEEP === '1';
/** How long a whole match may take: the machine may have much else to do. */
export const LONG = { timeout: IS_DEEP ? 600_000 : 120_000 };
/** Who has made so many moves resigns. */
export const MOST = IS_DEEP ? 400 : 10;

let served: Served;

/** Serves the site with matches in memory, to all tests of a file. */
export function useServer(): void {
  beforeAll(async () => {
    served = await serve({ site: inject('siteFolder'), limits: { botPauseMs: 0 } });
  });
  afterAll(() => served.close());
}

/** A page of the site at a path. */
export async function openAt(path: string, options = {}, url = served.url): Promise<OpenedPage> {
  const seen = await newPage(options);
  await seen.page.goto(`${url}${path}`);
  return seen;
}

export const hasBoard = (page: Page): Promise<void> =>
  page.locator('kifu-table kifu-board .piece').first().waitFor({ state: 'attached' });

export const isOver = (page: Page): Promise<void> => page.locator('.match.over').waitFor(LONG);

/** Fills in the form of a new match and begins. */
export async function begin(page: Page, name = 'Ada'): Promise<void> {
  await page.locator('.new .chips').first().waitFor();
  await page.waitForFunction(
    () => document.querySelector('button[type=submit]:not(:disabled)') !== null,
  );
  const field = page.getByLabel('Your name');
  if ((await field.count()) > 0) await field.fill(name);
  await page.locator('.new button[type=submit]').click();
}

/** Takes the open seat of the match at an address. */
async function join(url: string, name: string): Promise<OpenedPage> {
  const seen = await newPage();
  const { page } = seen;
  await page.goto(url);
  await page.locator('.join').waitFor();
  await page.getByLabel('Your name').fill(name);
  await page.locator('.join button[type=submit]').click();
  return seen;
}

/** A match between browsers, from the form to the boards. */
export async function meet(
  game: string,
  {
    change = async () => {},
    others = ['Ben'],
    url = served.url,
  }: { change?: (page: Page) => Promise<void>; others?: readonly string[]; url?: string } = {},
): Promise<OpenedPage[]> {
  const ada = await openAt(`/new/${game}`, {}, url);
  await ada.page.locator('.start-card .piece').first().waitFor({ state: 'attached' });
  await change(ada.page);
  await begin(ada.page);
  await ada.page.locator('.invite').waitFor();
  const all = [ada, ...(await Promise.all(others.map(name => join(ada.page.url(), name))))];
  await Promise.all(all.map(({ page }) => hasBoard(page)));
  return all;
}

export const typeMove = async (page: Page, move: string): Promise<void> => {
  await page.locator('.match.yours .typed input').fill(move);
  await page.keyboard.press('Enter');
};

export const moves = (page: Page): Promise<string[]> =>
  page.locator('.moves li.move .notation').allTextContents();
