/** The pages around the viewer: the samples, and the page to be framed. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, inject, test } from 'vitest';
import { closePage, openPage, PATIENT, useBrowser } from './browser.ts';
import { SAMPLES } from './records.ts';

useBrowser();

test('a match of each game, loaded when it comes into sight', async () => {
  const seen = await openPage('index.html');
  const { page } = seen;
  const viewers = page.locator('main kifu-viewer');
  expect(await viewers.count()).toBe(SAMPLES.length);
  await viewers.first().locator('.picture > svg').waitFor();
  expect(await viewers.last().getAttribute('src')).toBeNull();
  const { violations } = await new AxeBuilder({ page }).exclude('kifu-viewer').analyze();
  expect(violations).toEqual([]);
  for (let i = 0; i < SAMPLES.length; i++) {
    await viewers.nth(i).scrollIntoViewIfNeeded();
    await viewers.nth(i).locator('.picture > svg').waitFor();
  }
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test('a framed page tells how high it is', async () => {
  const seen = await openPage('viewer');
  const { page } = seen;
  const height = await page.evaluate(
    src =>
      new Promise<number>(resolve => {
        addEventListener('message', ({ data }) => {
          if (data.type === 'kifu-resize' && data.height > 400) resolve(data.height);
        });
        const frame = document.createElement('iframe');
        frame.src = src;
        frame.style.width = '700px';
        document.body.append(frame);
      }),
    `${inject('siteUrl')}/view.html?src=samples/chess.car&at=5`,
  );
  expect(height).toBeGreaterThan(400);
  const frame = page.frames().at(-1)!;
  expect(await frame.locator('.where b').textContent()).toBe('5');
  await expect.poll(() => frame.title(), PATIENT).toBe('Kifu: Chess: Ada – Ben');
  await closePage(seen);
});
