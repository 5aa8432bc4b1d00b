/** Mage Duel in the page: time is no matter unless a player asks for it, and then it is in sight. */
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { closePage, newPage, useBrowser } from './browser.ts';
import { LONG } from './matches.ts';

useBrowser();

/** Begins against a bot, which lays the first tile; the clock of the page is moved by hand. */
async function begin(page: Page, moveTime: number | null): Promise<void> {
  await page.clock.install();
  await page.goto(`${inject('siteUrl')}/#/new/mage-duel?bot`);
  await page.locator('.chip:has([data-name=red])').click();
  await page.locator('.seg button').first().click();
  if (moveTime !== null) {
    await page.locator('.rules summary').click();
    await page.getByLabel('Time per turn').fill(`${moveTime}`);
    await page.getByLabel('Time per turn').blur();
  }
  await page.locator('.new button[type=submit]:not(:disabled)').click();
  await page.locator('.match.yours').waitFor();
}

test('who thinks for minutes without a clock has not lost', LONG, async () => {
  const seen = await newPage();
  const { page } = seen;
  await begin(page, null);
  expect(await page.locator('.seat-clock').count()).toBe(0);
  await page.clock.fastForward(600_000);
  await page.clock.runFor(5000);
  expect(await page.locator('.match.over').count()).toBe(0);
  await page.locator('.match.yours').waitFor();
  expect(await page.locator('.moves li.move').count()).toBe(1);
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test(
  'a time for each move runs beside the player, and a bot does not end the game by it',
  LONG,
  async () => {
    const seen = await newPage();
    const { page } = seen;
    await begin(page, 300);
    const clock = page.locator('.seat-clock.running');
    expect(await clock.innerText()).toMatch(/^[45]:\d\d$/);
    await page.clock.fastForward(302_000);
    // the bot lays another tile, and it is the player's turn again
    await page.locator('.moves .notation').nth(1).waitFor();
    await page.locator('.match.yours').waitFor();
    expect(await page.locator('.match.over').count()).toBe(0);
    expect(seen.errors).toEqual([]);
    await closePage(seen);
  },
);
