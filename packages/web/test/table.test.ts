/** Matches at one screen: what stands beside the board. */
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import type { KifuBoard } from '../src/board/board.ts';
import { closePage, newPage, PATIENT, useBrowser } from './browser.ts';
import { drive } from './driver.ts';

useBrowser();

async function begin(page: Page, game: string): Promise<void> {
  await page.goto(`${inject('siteUrl')}/#/new/${game}`);
  await page.locator('.chips.four button').last().click();
  await page.locator('form.new [type=submit]:not([disabled])').click();
  await page.locator('kifu-table kifu-board').waitFor();
  await page.waitForFunction(() => {
    const board = document.querySelector('kifu-table kifu-board') as KifuBoard | null;
    return board?.position?.legal.length;
  });
}

test('captures stand beside players, a roll tells how it came about, achievements are shown at the end', async () => {
  const seen = await newPage();
  const { page } = seen;
  await begin(page, 'chess');
  for (const move of ['e4', 'd5', 'exd5', 'Qxd5']) {
    await page.locator('.typed input').fill(move);
    await page.keyboard.press('Enter');
    await page.locator('kifu-table .notation', { hasText: move }).first().waitFor();
  }
  const taken = page.locator('kifu-figures');
  await expect.poll(() => taken.count(), PATIENT).toBe(2);
  expect(await taken.first().locator('svg').count()).toBe(1);
  await begin(page, 'backgammon');
  await page.locator('.roll-proof summary').click();
  await page.locator('.roll-proof h3').waitFor();
  expect(await page.locator('.roll-proof').textContent()).toMatch(/Chance at entry 0: \d-\d/);
  await begin(page, 'mage-duel');
  await drive(page, { most: 150, seed: 5 });
  await page.locator('.achievements .badge').first().waitFor(PATIENT);
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});
