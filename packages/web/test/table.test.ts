/** Matches at one screen: what stands beside the board. */

import type { KifuBoard } from '@kifu/viewer/board';
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { closePage, newPage, PATIENT, useBrowser } from './browser.ts';
import { drive } from './driver.ts';
import { LONG } from './matches.ts';

useBrowser();

const hereAtOneScreen = (page: Page): Promise<void> =>
  page.locator('.chips.four button').last().click();

async function begin(page: Page, game: string, choose = hereAtOneScreen): Promise<void> {
  await page.goto('about:blank'); // else what drives the page before would go on
  await page.goto(`${inject('siteUrl')}/#/new/${game}`);
  await choose(page);
  await page.locator('form.new [type=submit]:not([disabled])').click();
  await page.locator('kifu-table kifu-board').waitFor();
  await page.waitForFunction(() => {
    const board = document.querySelector('kifu-table kifu-board') as KifuBoard | null;
    return board?.position?.legal.length || document.querySelector('.turn-acts .primary') !== null;
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
  await drive(page, { most: 5, seed: 3 }); // until the second roll
  await page.locator('.roll-proof summary').click();
  await expect
    .poll(() => page.locator('.roll-proof').textContent(), PATIENT)
    .toMatch(/Roll at entry \d+: \d-\d/);
  await begin(page, 'mage-duel');
  await drive(page, { most: 150, seed: 5 });
  await page.locator('.achievements .badge').first().waitFor(LONG);
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

/** What a page made people notice. */
interface Noticed {
  readonly notifications: string[];
  tones: number;
}

test('who looks elsewhere is told of the turn by title, notification and sound', async () => {
  const seen = await newPage();
  const { page } = seen;
  await page.addInitScript(() => {
    const noticed: Noticed = { notifications: [], tones: 0 };
    class Shown {
      static permission = 'granted';
      constructor(words: string) {
        noticed.notifications.push(words);
      }
    }
    const make = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () {
      noticed.tones++;
      return make.call(this);
    };
    Object.assign(globalThis, { Notification: Shown, noticed });
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => 'hidden',
    });
  });
  await begin(page, 'chess', page => page.locator('.chip:has([data-name=white])').click());
  await page.locator('.typed input').fill('e4');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.title(), PATIENT).toMatch(/^● Your turn · /);
  const { notifications, tones } = await page.evaluate(
    () => (globalThis as unknown as { noticed: Noticed }).noticed,
  );
  expect(notifications).toEqual(['Your turn']);
  expect(tones).toBeGreaterThanOrEqual(2);
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'visible' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  expect(await page.title()).not.toMatch(/^●/);
  await closePage(seen);
});
