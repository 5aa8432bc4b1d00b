/** Every game on the site to its end: against a bot, between two browsers over a server, and with four players. */
import { gameNames } from '@kifu/games';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { closePage, type OpenedPage, PATIENT, useBrowser } from './browser.ts';
import { drive } from './driver.ts';
import { begin, hasBoard, isOver, LONG, MOST, meet, openAt, useServer } from './matches.ts';

useBrowser();
useServer();

describe.concurrent.each(gameNames())('%s', game => {
  test('is played against a bot to its end', LONG, async ({ expect }) => {
    const seen = await openAt(`/new/${game}?bot`);
    const { page } = seen;
    await page.locator('.start-card .piece').first().waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Beginner' }).click();
    await begin(page);
    await hasBoard(page);
    await drive(page, { most: MOST, seed: 5 });
    await isOver(page);
    // games with hidden hands and games without turns are not analyzed
    const count = ['dominos', 'kung-fu-chess'].includes(game) ? 3 : 4;
    await expect.poll(() => page.locator('.match.over .after .btn').count(), PATIENT).toBe(count);
    expect(seen.errors).toEqual([]);
    await closePage(seen);
  });

  test('is played between two browsers to its end', LONG, async ({ expect }) => {
    const [ada, ben] = (await meet(game)) as [OpenedPage, OpenedPage];
    await drive(ada.page, { most: MOST, seed: 7 });
    await drive(ben.page, { most: MOST, seed: 11 });
    await Promise.all([isOver(ada.page), isOver(ben.page)]);
    const words = (page: Page) => page.locator('.match.over .state-line b').textContent();
    expect(await words(ada.page)).not.toBe('');
    // who won reads it otherwise than who lost
    const outcome = [await words(ada.page), await words(ben.page)];
    expect(outcome).toContainEqual(expect.stringMatching(/won|^Draw\b/));
    expect([...ada.errors, ...ben.errors]).toEqual([]);
    await closePage(ada);
    await closePage(ben);
  });
});

test('four play Kung Fu Chess at once', LONG, async () => {
  const all = await meet('kung-fu-chess', {
    change: page => page.getByRole('button', { name: '4', exact: true }).click(),
    others: ['Ben', 'Cem', 'Dee'],
  });
  for (const [i, { page }] of all.entries()) await drive(page, { most: MOST, seed: 3 + i });
  await Promise.all(all.map(({ page }) => isOver(page)));
  expect(all.flatMap(({ errors }) => errors)).toEqual([]);
  for (const seen of all) await closePage(seen);
});
