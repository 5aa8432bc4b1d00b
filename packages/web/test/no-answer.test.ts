/** A server that does not answer: no page takes that for an empty list, and each asks again on request. */

import { site } from '@kifu/texts/en/site';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFinds, closePage, PATIENT, useBrowser } from './browser.ts';
import { openAt, useServer } from './matches.ts';

useBrowser();
useServer();

/** What pages say of lists that are really empty. */
const EMPTY = [
  site.home.nobody,
  site.home.nobodyWaits,
  site.library.noneKept,
  site.ratings.nobody,
  site.player.unknown,
  site.tournament.none,
  site.library.counted(0),
];

const said = (page: Page): Promise<string> => page.locator('main').innerText();

/** The paths of pages with a list of the server, and what stands there once it answers. */
const PAGES = [
  ['/', site.home.nobody],
  ['/watch', site.home.nobody],
  ['/library', site.library.counted(0)],
  ['/ratings', site.ratings.nobody],
  ['/players/Ada', ''],
  ['/tournaments', ''],
  ['/opening/chess', ''],
  ['/position/chess', ''],
] as const;

test.each([
  ['is away', 'abort'],
  ['answers 500', 'break'],
] as const)('where the server %s every page says so', async (_how, fails) => {
  const seen = await openAt('/settings');
  const { page } = seen;
  await page.locator('h1').waitFor();
  let isAway = true;
  await page.route('**/api/**', route => {
    if (!isAway) return route.continue();
    return fails === 'abort'
      ? route.abort()
      : route.fulfill({ status: 500, contentType: 'text/plain', body: 'something is broken here' });
  });
  for (const [path, empty] of PAGES) {
    isAway = true;
    await page.goto(new URL(path, page.url()).href);
    const notice = page.locator('.no-answer');
    await notice.waitFor();
    expect(await notice.innerText()).toMatch(
      /The server isn’t answering\. You can still play bots/,
    );
    const words = await said(page);
    for (const falsehood of EMPTY) expect(words).not.toContain(falsehood);
    if (fails === 'abort' && (path === '/' || path === '/library'))
      expect(await axeFinds(page)).toEqual([]);
    isAway = false;
    await notice.getByRole('button', { name: 'Try again' }).click();
    await notice.waitFor({ state: 'detached' });
    await expect.poll(() => said(page), PATIENT).toContain(empty);
  }
  await closePage(seen);
});

test('while the server is away, games of the browser are still listed', async () => {
  const seen = await openAt('/library');
  const { page } = seen;
  await page.getByText(site.library.counted(0)).waitFor();
  await page.route('**/api/**', route => route.abort());
  await page.reload();
  await page.locator('.no-answer').waitFor();
  await page.getByRole('link', { name: 'This browser' }).click();
  await page.getByText('No games in this browser yet').waitFor();
  expect(await page.locator('.no-answer').count()).toBe(0);
  await closePage(seen);
});
