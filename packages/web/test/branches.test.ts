/** Variations in a real browser: shown, walked, left again; and a branch handed to the page. */

import type { KifuViewer } from '@kifu/viewer';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { closePage, noteWords, openViewer, PATIENT, PHONE, press, useBrowser } from './browser.ts';

useBrowser();

const PGN = `[Event "?"]
[White "Ann"]
[Black "Bob"]
[Result "*"]

1. e4 e5 2. Nf3 (2. f4 exf4 (2... d5 {Falkbeer} 3. exd5 e4) 3. Nf3 g5) 2... Nc6 (2... Nf6 3. Nxe5) 3. Bb5 a6 *
`;
const SGF = '(;GM[1]FF[4]SZ[9];B[ee];W[cc](;B[gg];W[gc])(;B[gc];W[gg](;B[cg])(;B[ge])))';

const open = (text: string, form: string, at = '0') =>
  openViewer({ src: `data:text/plain,${encodeURIComponent(text)}`, form, at });
const now = (page: Page) => page.locator('.where b').textContent();
const current = (page: Page) => page.locator('.moves .move[aria-current]').textContent();
const line = (page: Page, path: string) => page.locator(`.line[data-path="${path}"]`);
const own = (page: Page, path: string, text: string) =>
  line(page, path).locator('> .move', { hasText: text }).first();

test('variations stand below the move that they are another way to, within each other too', async () => {
  const seen = await open(PGN, 'pgn');
  const { page } = seen;
  await line(page, '0').waitFor();
  expect(await line(page, '0').locator('> .move').allTextContents()).toEqual([
    'f4',
    'exf4',
    'Nf3',
    'g5',
  ]);
  expect(await line(page, '0').locator('.line[data-path="0.0"] > .move').allTextContents()).toEqual(
    ['d5', 'exd5', 'e4'],
  );
  expect(await line(page, '1').locator('> .move').allTextContents()).toEqual(['Nf6', 'Nxe5']);
  expect(await page.locator('.said').textContent()).toBe('Falkbeer');
  expect(await page.locator('.moves > li:not(.variation) > .move').allTextContents()).toEqual([
    'e4',
    'e5',
    'Nf3',
    'Nc6',
    'Bb5',
    'a6',
  ]);
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test('a variation is walked like the match, and b goes back to where it left', async () => {
  const seen = await open(PGN, 'pgn');
  const { page } = seen;
  await own(page, '0.0', 'exd5').click();
  await page.locator('.badge.variation').waitFor();
  expect(await current(page)).toBe('exd5');
  expect(await now(page)).toBe('5');
  await page.locator('.frame').focus();
  await press(page, 'ArrowRight');
  await expect.poll(() => current(page), PATIENT).toBe('e4');
  await press(page, 'ArrowRight');
  expect(await now(page)).toBe('6'); // it ends here, not as the match does
  await press(page, ...new Array(4).fill('ArrowLeft'));
  await expect.poll(() => now(page), PATIENT).toBe('2'); // before it left
  expect(await current(page)).toBe('e5');
  await page.keyboard.press('End');
  await own(page, '1', 'Nxe5').click();
  await expect.poll(() => current(page), PATIENT).toBe('Nxe5');
  await page.locator('.frame').focus();
  await page.keyboard.press('b');
  await page.locator('.badge:not(.variation)').waitFor();
  expect(await now(page)).toBe('3');
  expect(await current(page)).toBe('Nf3');
  await page.keyboard.press('End');
  await expect.poll(() => current(page), PATIENT).toBe('a6');
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test('a click on a move of the match leaves the variation', async () => {
  const seen = await open(PGN, 'pgn');
  const { page } = seen;
  await own(page, '0', 'g5').click();
  await page.locator('.badge.variation').waitFor();
  await page.locator('.moves > li > .move', { hasText: 'Bb5' }).click();
  await page.locator('.badge:not(.variation)').waitFor();
  expect(await current(page)).toBe('Bb5');
  await closePage(seen);
});

test('variations of SGF are listed and walked like those of PGN', async () => {
  const seen = await open(SGF, 'sgf');
  const { page } = seen;
  await line(page, '0').waitFor();
  await line(page, '0.0').locator('> .move').first().click();
  await page.locator('.badge.variation').waitFor();
  expect(await now(page)).toBe('5');
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test('a branch goes to the page, by an event and by the method', async () => {
  const seen = await openViewer({ src: 'samples/chess.car', at: '4' });
  const { page } = seen;
  await page.evaluate(() => {
    addEventListener('kifu-branch', event => {
      event.preventDefault(); // this page begins the match
      (globalThis as { branch?: unknown }).branch = (event as CustomEvent).detail;
    });
  });
  await page.locator('[data-do="share"]').click();
  const words = await noteWords(page, '[data-share="branch"]');
  await page.locator('[data-share="branch"]').click();
  await expect.poll(words, PATIENT).toContain('Done');
  const branch = await page.evaluate(() => (globalThis as { branch?: unknown }).branch);
  expect(branch).toMatchObject({
    n: 4,
    node: expect.stringMatching(/^bafy/),
    header: { game: 'chess', terms: { branch: { node: expect.stringMatching(/^bafy/) } } },
  });
  await page.keyboard.press('Escape');
  const atEnd = await page.locator('kifu-viewer').evaluate(async viewer => {
    const element = viewer as KifuViewer;
    element.goTo('end');
    while (element.state.picture?.n !== element.record!.lines.length)
      await new Promise(requestAnimationFrame);
    return element.branchHere();
  });
  expect(atEnd).toMatchObject({ ok: false, fault: { code: 'game-over' } });
  await closePage(seen);
});

test('a branch from a variation begins with the position alone', async () => {
  const seen = await open(PGN, 'pgn');
  const { page } = seen;
  await own(page, '0', 'exf4').click();
  await page.locator('.badge.variation').waitFor();
  const here = await page
    .locator('kifu-viewer')
    .evaluate(viewer => (viewer as HTMLElement & { branchHere(): Promise<unknown> }).branchHere());
  expect(here).toMatchObject({
    ok: true,
    value: { n: 4, node: null, header: { terms: { branch: null } } },
  });
  await closePage(seen);
});

test('the present move is in sight, though variations before it came later', async () => {
  const seen = await openViewer({ src: 'samples/chess.pgn', at: '20' }, PHONE);
  const { page } = seen;
  await page.locator('kifu-viewer .moves .variation').first().waitFor();
  const isSeen = () =>
    page.evaluate(() => {
      const list = document.querySelector('kifu-viewer')!.shadowRoot!.querySelector('.moves')!;
      const [box, own] = [list, list.querySelector('[aria-current]')!].map(element =>
        element.getBoundingClientRect(),
      ) as [DOMRect, DOMRect];
      return own.top >= box.top && own.bottom <= box.bottom;
    });
  await expect.poll(isSeen, PATIENT).toBe(true);
  await closePage(seen);
});
