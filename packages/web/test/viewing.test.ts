/** What people meet who only look: lists, damaged files, what is remembered, and pages that look otherwise than most. */

import type { KifuViewer } from '@kifu/viewer';
import { expect, inject, test } from 'vitest';
import {
  axeFinds,
  closePage,
  focus,
  newPage,
  openPage,
  openViewer,
  PATIENT,
  shown,
  until,
  untilOpened,
  untilShown,
  useBrowser,
} from './browser.ts';
import { openBytes, readSample } from './records.ts';

useBrowser();

const FAULTY = '[White "A"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxh8 *';

test('a faulty record plays up to the fault, tells its place, and another file may be chosen', async () => {
  const seen = await openPage('viewer');
  const { page } = seen;
  await openBytes(page, 'x.pgn', FAULTY);
  await until(page, 'length', 6);
  expect(await page.locator('.outcome.bad').textContent()).toContain('line 3, column 34');
  await page.locator('.badge', { hasText: 'Broken at entry 7' }).waitFor();
  const car = await readSample('chess.car');
  await openBytes(page, 'x.car', car.subarray(0, car.length >> 1));
  await until(page, 'length', 23);
  await until(page, 'verdict', 'broken');
  await openBytes(page, 'x.pgn', 'nothing at all');
  const name = 'other.pgn';
  const file = { name, mimeType: 'text/plain', buffer: Buffer.from('1. e4 e5 *') };
  await page.getByLabel('Choose another file').setInputFiles(file);
  await until(page, 'length', 2);
  await openBytes(page, 'x.pgn', 'nothing at all');
  await page.getByLabel('Choose another file').waitFor({ state: 'attached' });
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', '1. d4 d5 2. c4 *');
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  });
  await until(page, 'length', 3);
  await closePage(seen);
});

test('own notes and a turned board are there again after a reload', async () => {
  const seen = await openViewer({ src: 'samples/chess.car', at: '4' });
  const { page } = seen;
  await focus(page);
  await page.keyboard.press('f');
  await page.keyboard.press('c');
  await page.locator('textarea').fill('a good one');
  await page.locator('form.note [type=submit]').click();
  await page.locator('.notes li:has-text("a good one")').waitFor();
  await page.reload();
  await page.locator('.moves .comment:has-text("a good one")').waitFor();
  expect((await shown(page)).isFlipped).toBe(true);
  await closePage(seen);
});

test('a list is one stop of the Tab key, moves are gone to by number and name, and have labels', async () => {
  const seen = await openViewer({ src: 'samples/chess.pgn', at: '10' });
  const { page } = seen;
  const stops = page.locator('.moves button:not([tabindex="-1"])');
  expect(await stops.count()).toBe(0);
  await page.locator('.moves').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await untilShown(page, 9);
  for (const [text, n] of [
    ['7.', 13],
    ['6...', 12],
    ['Qb8', 31],
  ] as const) {
    await focus(page);
    await page.keyboard.press('g');
    await page.locator('.go input').fill(text);
    await page.keyboard.press('Enter');
    await untilShown(page, n);
  }
  const line = page.locator('.variation .line').first();
  expect((await line.textContent())!.replace(/\s+/g, '')).toMatch(/^3…exd44\.Nxd4Nf65\.Nc3/);
  const { x, y, width } = (await page.locator('.bar').boundingBox())!;
  await page.mouse.move(x + width / 2, y + 10);
  await expect.poll(() => page.locator('.peek').textContent(), PATIENT).toMatch(/^\d+(\.|…) \S+/);
  await closePage(seen);
});

test('at both ends the wheel scrolls the page', async () => {
  const seen = await openViewer({ src: 'samples/chess.pgn', at: 'end' });
  const { page } = seen;
  await page.evaluate(() => {
    document.body.style.height = '4000px';
  });
  await focus(page);
  await page.locator('.picture').hover();
  await page.mouse.wheel(0, 300);
  await expect.poll(() => page.evaluate(() => scrollY), PATIENT).toBeGreaterThan(0);
  expect((await shown(page)).n).toBe(33);
  await closePage(seen);
});

test('matches without turns say when each move was made; seats differ by more than color', async () => {
  const seen = await openViewer({ src: 'samples/kung-fu-chess-four.car', at: '30' });
  const { page } = seen;
  expect(await page.locator('.moves .when').first().textContent()).toMatch(/^\d+:\d\d$/);
  const letters = await page
    .locator('.strip .seat')
    .evaluateAll(dots => dots.map(dot => getComputedStyle(dot, '::before').content));
  expect(letters.filter(letter => letter !== 'none').sort()).toEqual(['"G"', '"R"']);
  await closePage(seen);
});

test('axe finds nothing where colors are forced, the page is read from the right, or all is twice as large', async () => {
  const seen = await newPage({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 });
  const { page } = seen;
  await page.emulateMedia({ forcedColors: 'active' });
  for (const src of ['samples/ludo.car', 'samples/backgammon.car']) {
    await page.goto(`${inject('siteUrl')}/viewer?fill&src=${src}&at=30`);
    await untilOpened(page);
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
    // a picture is one image, in which it would look long
    expect(await axeFinds(page, { without: ['kifu-viewer', '.picture svg'] })).toEqual([]);
  }
  // what is rarely needed of the style is loaded then
  const areAlike = (...selectors: readonly string[]) =>
    page.evaluate(selectors => {
      const root = (document.querySelector('kifu-viewer') as KifuViewer).shadowRoot!;
      const [one, other] = selectors.map(
        selector => getComputedStyle(root.querySelector(selector)!).backgroundColor,
      );
      return one === other;
    }, selectors);
  for (const [one, other] of [
    ['.move[aria-current]', '.move:not([aria-current])'],
    ['.bar .done', '.bar .track'],
  ] as const)
    await expect.poll(() => areAlike(one, other), PATIENT).toBe(false);
  const moves = page.locator('kifu-viewer .moves');
  expect(await moves.evaluate(list => getComputedStyle(list).direction)).toBe('ltr');
  await closePage(seen);
});

test('other actions than moves begin where the numbers do, for either player', async () => {
  const seen = await openViewer({ src: 'samples/chess.car' });
  const words = seen.page.locator('kifu-viewer .moves li.word');
  expect(await words.allInnerTexts()).toEqual(['White resumes', 'Black resumes']);
  const [white, black] = await Promise.all([0, 1].map(i => words.nth(i).boundingBox()));
  expect([white!.x, white!.width]).toEqual([black!.x, black!.width]);
  await closePage(seen);
});
