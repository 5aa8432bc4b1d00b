/** Games against bots: continued from the home page, in the library of the browser once they have ended, and played where nothing is stored. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFinds, closePage, openPage, PATIENT, useBrowser } from './browser.ts';
import { begin, hasBoard, isOver, moves, openAt, typeMove, useServer } from './matches.ts';

useBrowser();
useServer();

const continued = (page: Page) => page.locator('.own-games li');
const found = (page: Page) => page.locator('.match-row');

/** Begins a game against a bot as white, and moves once. */
async function beginChess(page: Page): Promise<void> {
  await page.locator('.chip:has([data-name=white])').click();
  await begin(page);
  await hasBoard(page);
  await typeMove(page, 'e4');
  await page.locator('.match.yours').waitFor();
}

async function resign(page: Page): Promise<void> {
  await page.locator('.act', { hasText: 'Resign' }).click();
  await page.locator('.state-box .btn', { hasText: 'Resign' }).click();
  await isOver(page);
}

const goTo = (page: Page, path: string) =>
  page.evaluate(path => {
    history.pushState(null, '', path);
    dispatchEvent(new Event('kifu-navigate'));
  }, path);

test('a game that has not ended is continued from home, and one that has is in the library', async () => {
  const seen = await openAt('/new/chess?bot');
  const { page } = seen;
  await beginChess(page);
  await page.goto(new URL('/', page.url()).href);
  const row = continued(page);
  await expect.poll(() => row.allInnerTexts(), PATIENT).toHaveLength(1);
  expect(await row.innerText()).toMatch(/Bot, medium.*Chess · today.*Your turn/s);
  expect(await axeFinds(page)).toEqual([]);
  await row.locator('a').click();
  await hasBoard(page);
  await expect.poll(() => moves(page), PATIENT).toHaveLength(2);
  await resign(page);
  await page.goto(new URL('/library?in=browser', page.url()).href);
  await expect.poll(() => found(page).allInnerTexts(), PATIENT).toHaveLength(1);
  expect(await found(page).innerText()).toMatch(/Ada.*Bot, medium.*0–1/s);
  await page.locator('.preview dd', { hasText: 'unsigned' }).waitFor();
  await page.goto(new URL('/', page.url()).href);
  await page.locator('.game-card').first().waitFor();
  expect(await continued(page).count()).toBe(0);
  // it is listed once, however often one looks, and opens in the viewer
  await page.goto(new URL('/library?in=browser', page.url()).href);
  await expect.poll(() => found(page).count(), PATIENT).toBe(1);
  await found(page).click();
  await page.locator('kifu-viewer .picture > svg').waitFor();
  // who removes it there finds it nowhere
  await page.goBack();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No games in this browser yet').waitFor();
  expect(
    await page.evaluate(() =>
      Object.keys(localStorage).filter(key => key.startsWith('kifu-local-')),
    ),
  ).toEqual([]);
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test('games that were stored before are found, too', async () => {
  const seen = await openPage('index.html#/new/chess?bot');
  const { page } = seen;
  await beginChess(page);
  const first = page.url();
  await page.evaluate(() => {
    location.hash = '#/new/chess?bot&again';
  });
  await beginChess(page);
  await resign(page);
  // as it was before anything was noted of them, and before the library took any
  await page.goto('about:blank');
  await page.goto(new URL('viewer', first).href);
  await page.evaluate(async () => {
    for (const name of Object.keys(localStorage).filter(key => key.startsWith('kifu-local-'))) {
      const { game, roles, nodes, beganAt } = JSON.parse(localStorage.getItem(name)!);
      localStorage.setItem(name, JSON.stringify({ game, roles, nodes, beganAt }));
    }
    localStorage.setItem(
      'kifu-local-broken',
      '{"game":"chess","roles":[],"nodes":["AAAA"],"beganAt":1}',
    );
    await new Promise((resolve, reject) => {
      const request = indexedDB.deleteDatabase('kifu');
      request.onsuccess = resolve;
      request.onerror = reject;
    });
  });
  await page.goto(new URL('index.html', first).href);
  await expect.poll(() => continued(page).allInnerTexts(), PATIENT).toHaveLength(1);
  await page.goto(new URL('index.html#/library', first).href);
  await expect.poll(() => found(page).count(), PATIENT).toBe(1);
  // what cannot be read is left alone
  expect(await page.evaluate(() => localStorage.getItem('kifu-local-broken'))).not.toBeNull();
  // deleting asks in place
  await page.goto(new URL('index.html#/', first).href);
  await page.locator('.delete-game summary').click();
  await page.getByRole('button', { name: 'Delete game' }).click();
  await expect.poll(() => continued(page).count(), PATIENT).toBe(0);
  await page.reload();
  await page.locator('.game-card').first().waitFor();
  expect(await continued(page).count()).toBe(0);
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test('where storage is blocked, games are played and the page says that they are lost', async () => {
  const seen = await openAt('/');
  const { page } = seen;
  await page.context().addInitScript(() => {
    const blocked = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(globalThis, name, { get: blocked });
  });
  await page.goto(new URL('/new/chess?bot', page.url()).href);
  await beginChess(page);
  const warning = page.locator('.notice', { hasText: 'doesn’t store the game' });
  await warning.waitFor();
  expect(await axeFinds(page)).toEqual([]);
  await warning.getByRole('button', { name: 'Close' }).click();
  expect(await warning.count()).toBe(0);
  await resign(page);
  // told once
  await page.getByRole('button', { name: 'Rematch' }).click();
  await page.locator('.match:not(.over)').waitFor();
  await hasBoard(page);
  expect(await warning.count()).toBe(0);
  // within the page the game is found again
  await goTo(page, '/');
  await expect.poll(() => continued(page).count(), PATIENT).toBe(1);
  // a library that cannot be read is not called empty
  await goTo(page, '/library?in=browser');
  await page.getByText('This browser blocks storage').waitFor();
  expect(await page.getByText('No games in this browser yet').count()).toBe(0);
  // who makes a link waits at its own invitation
  await goTo(page, '/new/chess');
  await begin(page);
  await page.locator('.invite').waitFor();
  await closePage(seen);
});
