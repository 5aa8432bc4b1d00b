/** For people who listen, who use keys alone, who see little, or who do not want movement. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  axeFinds,
  closePage,
  focus,
  MOVING,
  openPage,
  openViewer,
  PATIENT,
  PHONE,
  press,
  until,
  untilShown,
  useBrowser,
} from './browser.ts';
import { ONE_OF_EACH, openBytes, renamed, tampered } from './records.ts';

useBrowser();

/** What axe finds wrong, in words. Within the picture, which is one image to it, it is asked to look only once: that takes long. */
const violations = (page: Page, isWhole = false): Promise<string[]> =>
  axeFinds(page, {
    within: 'kifu-viewer',
    without: isWhole ? null : ['kifu-viewer', '.picture svg'],
  });

/** Waits for what a panel shows, which is loaded when it is first opened. */
const hasCome = (page: Page): Promise<void> =>
  page.locator('kifu-viewer .panel > p', { hasText: 'Loading…' }).waitFor({ state: 'detached' });

test('axe finds nothing in a picture', async () => {
  const seen = await openViewer({ src: 'samples/chess.car', at: '8' });
  await until(seen.page, 'n', 8);
  expect(await violations(seen.page, true)).toEqual([]);
  await closePage(seen);
});

test.each(ONE_OF_EACH.map(({ file }, i) => [file, i % 2 === 0 ? 'light' : 'dark'] as const))(
  'axe finds nothing in %s as text, %s',
  async (file, colorScheme) => {
    const seen = await openViewer({ src: `samples/${file}` });
    const { page } = seen;
    await page.emulateMedia({ colorScheme });
    await page.locator('kifu-viewer .picture > svg').waitFor();
    await focus(page);
    await page.keyboard.press('t');
    await page.locator('kifu-viewer .text-board').first().waitFor();
    expect(await violations(page)).toEqual([]);
    await closePage(seen);
  },
);

describe('states', () => {
  test('axe finds nothing in any panel', async () => {
    const seen = await openViewer({ src: 'samples/backgammon.car', at: '5' }, PHONE);
    await until(seen.page, 'verdict', 'verified');
    await focus(seen.page);
    for (const key of ['?', 'v', 'c', 'o', 's']) {
      await seen.page.keyboard.press(key);
      await hasCome(seen.page);
      expect(await violations(seen.page), key).toEqual([]);
    }
    await seen.page.keyboard.press('g');
    expect(await violations(seen.page)).toEqual([]);
    await closePage(seen);
  });

  test('axe finds nothing in notes and shares that have come, nor in a variation', async () => {
    const pgn = '1. e4 e5 2. Nf3 (2. f4 exf4 (2... d5 {Falkbeer} 3. exd5)) 2... Nc6 *';
    const src = `data:text/plain,${encodeURIComponent(pgn)}`;
    const seen = await openViewer({ src, form: 'pgn', at: '2' });
    const { page } = seen;
    await page.locator('.line[data-path="0.0"] > .move').first().click();
    await page.locator('.badge.variation').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.locator('[data-do="notes"]').click();
    await page
      .locator('.panel p', { hasText: 'Notes can only be added to the main line' })
      .waitFor();
    expect(await violations(page)).toEqual([]);
    await focus(page);
    await page.keyboard.press('b');
    await page.locator('form.note textarea').fill('hm');
    await page.locator('[data-notes="draw"]').click(); // says what is missing
    await page.locator('input[name="from"]').fill('e4');
    await page.locator('[data-notes="draw"]').click();
    await page.locator('[data-notes="keep"]').click();
    await page.locator('.layers').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.locator('[data-do="share"]').click();
    await page.locator('[data-share="form-car"]').waitFor();
    await page.locator('.qr summary').click();
    expect(await violations(page)).toEqual([]);
    await closePage(seen);
  });

  test('axe finds nothing where no record is open, or it has a fault', async () => {
    const seen = await openPage('viewer');
    const { page } = seen;
    await page.locator('kifu-viewer .state').waitFor();
    expect(await violations(page)).toEqual([]);
    await openBytes(page, 'match.json', await renamed('halma', 1));
    expect(await violations(page)).toEqual([]);
    await openBytes(page, 'match.car', await tampered(3, 'content'));
    await until(page, 'verdict', 'broken');
    expect(await violations(page)).toEqual([]);
    await page.locator('kifu-viewer .badge').click();
    await hasCome(page);
    expect(await violations(page)).toEqual([]);
    await closePage(seen);
    const slow = await openPage('viewer?src=slow/samples/go.car%3Fafter=10');
    await slow.page.locator('kifu-viewer progress').waitFor();
    expect(await violations(slow.page)).toEqual([]);
    await closePage(slow);
  });
});

test('the slider says where it is, moves are spoken, and the board is described', async () => {
  const seen = await openViewer({ src: 'samples/chess.car' });
  const { page } = seen;
  const slider = page.locator('kifu-viewer [role=slider]');
  await slider.focus();
  await press(page, ...new Array(8).fill('ArrowRight'));
  await untilShown(page, 8);
  expect(await slider.getAttribute('aria-valuetext')).toMatch(
    /^\d+\S+ \S+, entry 8 of 47, \d+:\d\d$/,
  );
  await expect
    .poll(() => page.locator('kifu-viewer .live').textContent(), PATIENT)
    .toMatch(/queen to h4, check/i);
  const said = await page.locator('kifu-viewer .picture svg').getAttribute('aria-label');
  expect(said).toMatch(/white to move/i);
  await closePage(seen);
});

test('the board can be read cell by cell with the arrow keys', async () => {
  const seen = await openViewer({ src: 'samples/chess.car' });
  const { page } = seen;
  await focus(page);
  await page.keyboard.press('t');
  const cell = () =>
    page.evaluate(() =>
      document.querySelector('kifu-viewer')!.shadowRoot!.activeElement?.getAttribute('aria-label'),
    );
  // the names of cells come from the engine, after the picture
  await page
    .locator('kifu-viewer [role=gridcell][tabindex="0"][aria-label="a8, black rook"]')
    .focus();
  expect(await cell()).toBe('a8, black rook');
  await page.keyboard.press('ArrowDown');
  expect(await cell()).toBe('a7, black pawn');
  await page.keyboard.press('ArrowRight');
  expect(await cell()).toBe('b7, black pawn');
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowDown');
  expect(await cell()).toBe('b4, empty');
  expect(
    await page.evaluate(
      () =>
        (document.querySelector('kifu-viewer') as unknown as { state: { picture: { n: number } } })
          .state.picture.n,
    ),
  ).toBe(0);
  await closePage(seen);
});

test('nothing moves for readers who prefer reduced motion', async () => {
  const seen = await openViewer({ src: 'samples/chess.car' }, MOVING);
  const duration = () =>
    seen.page
      .locator('kifu-viewer .piece')
      .first()
      .evaluate(piece => getComputedStyle(piece).transitionDuration);
  expect(await duration()).not.toBe('0s');
  await seen.page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await duration()).toBe('0s');
  await closePage(seen);
});

test('the focus can be seen on everything that can have it', async () => {
  const seen = await openViewer({ src: 'samples/chess.car' });
  const { page } = seen;
  await page.locator('body').press('Tab');
  for (let i = 0; i < 12; i++) {
    const outline = await page.evaluate(() => {
      const active = document.querySelector('kifu-viewer')!.shadowRoot!.activeElement;
      return active === null ? 'none' : getComputedStyle(active).outlineStyle;
    });
    expect(outline).toBe('solid');
    await page.keyboard.press('Tab');
  }
  await closePage(seen);
});
