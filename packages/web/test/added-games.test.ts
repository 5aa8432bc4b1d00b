/** A game that no build knows of: the server lists it, and pages play it. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { unwrap } from '@kifu/core';
import type { GamesModule } from '@kifu/games';
import { gamesScript } from '@kifu/viewer/export';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Served, serve } from '../../server/test/serve.ts';
import { axeFinds, closePage, PATIENT, useBrowser } from './browser.ts';
import { begin, isOver, moves, openAt } from './matches.ts';

useBrowser();

const FILE = join(import.meta.dirname, '../../../examples/tic-tac-toe/games.ts');
let served: Served;

beforeAll(async () => {
  const module = pathToFileURL(FILE).href;
  const { gameNames, loadKit } = (await import(module)) as GamesModule;
  served = await serve({
    games: { names: gameNames, load: loadKit, module },
    site: inject('siteFolder'),
    siteGames: unwrap(await gamesScript(FILE)),
    limits: { botPauseMs: 0 },
  });
});
afterAll(() => served.close());

test('a game of a module of one’s own is listed, played against a bot, verified and kept', async () => {
  const seen = await openAt('/', {}, served.url);
  const { page } = seen;
  const card = page.locator('.game-card', { hasText: 'Tic-tac-toe' });
  await card.waitFor();
  expect(await page.locator('.game-card').count()).toBe(9);
  await page.getByRole('heading', { name: 'Play 9 board games online.' }).waitFor();
  const picture = card.locator('img');
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate(image => (image as HTMLImageElement).naturalWidth), PATIENT)
    .toBeGreaterThan(0);
  expect(await axeFinds(page)).toEqual([]);
  await card.getByRole('button', { name: /against a bot/ }).click();
  await page.locator('.match').waitFor();
  for (const cell of ['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3']) {
    await page.locator('.match.yours, .match.over').waitFor();
    if ((await page.locator('.match.over').count()) > 0) break;
    const before = (await moves(page)).length;
    await page.locator('.typed input').fill(cell);
    await page.keyboard.press('Enter');
    // a cell that is taken is refused
    await page.waitForFunction(
      before =>
        document.querySelectorAll('.moves li.move').length > before ||
        (document.querySelector('.state-line .bad')?.textContent ?? '') !== '',
      before,
    );
  }
  await isOver(page);
  await page.goto(`${served.url}/library?in=browser`);
  await page.locator('.match-row', { hasText: 'Tic-tac-toe' }).click();
  await page.locator('kifu-viewer .picture > svg').waitFor();
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test('two people play it on the server', async () => {
  const ada = await openAt('/new/tic-tac-toe', {}, served.url);
  await begin(ada.page);
  await ada.page.locator('.invite').waitFor();
  const ben = await openAt('/', {}, served.url);
  await ben.page.goto(ada.page.url());
  await ben.page.locator('.join button[type=submit]').click();
  await Promise.all([ada, ben].map(({ page }) => page.locator('.match').waitFor()));
  const mover = await Promise.race(
    [ada, ben].map(async ({ page }) => {
      await page.locator('.match.yours').waitFor();
      return page;
    }),
  );
  await mover.locator('.typed input').fill('b2');
  await mover.keyboard.press('Enter');
  for (const { page } of [ada, ben]) await expect.poll(() => moves(page), PATIENT).toEqual(['b2']);
  for (const seen of [ada, ben]) {
    expect(seen.errors).toEqual([]);
    await closePage(seen);
  }
});

test('the library can be filtered by it', async () => {
  const seen = await openAt('/library', {}, served.url);
  const { page } = seen;
  await page.locator('.filters summary').click();
  await expect
    .poll(() => page.locator('.filters select[name=game] option').allInnerTexts(), PATIENT)
    .toContain('Tic-tac-toe');
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});
