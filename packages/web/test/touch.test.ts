/** With fingers: swipes step, a long press goes on and on, the bar is dragged. */
import { expect, test } from 'vitest';
import { closePage, openViewer, PATIENT, PHONE, shown, untilShown, useBrowser } from './browser.ts';

useBrowser();

test('a panel that is opened comes into sight', async () => {
  const seen = await openViewer(
    { src: 'samples/chess.car' },
    { ...PHONE, viewport: { width: 375, height: 620 } },
  );
  const { page } = seen;
  await page.locator('kifu-viewer [data-do=share]').tap();
  const panel = page.locator('kifu-viewer .panel');
  await panel.waitFor();
  await expect
    .poll(async () => {
      const { y, height } = (await panel.boundingBox())!;
      return y >= 0 && y + height <= 620 && height > 300; // as much of it as fits, not a slit
    }, PATIENT)
    .toBe(true);
  await closePage(seen);
});

test.each([280, 320, 360, 700])('nothing is cut off where there are %i pixels', async width => {
  const seen = await openViewer(
    { src: 'samples/ludo.car', at: '300' },
    { viewport: { width, height: 700 } },
  );
  const { page } = seen;
  await page.locator('kifu-viewer [data-do=settings]').click();
  await page.locator('kifu-viewer .panel .settings').waitFor();
  const cut = await page.evaluate(() => {
    const viewer = document.querySelector('kifu-viewer')!;
    const { left, right } = viewer.getBoundingClientRect();
    return [...viewer.shadowRoot!.querySelectorAll('button, select, input, dd, .name')]
      .filter(element => !element.closest('.moves'))
      .filter(element => {
        const box = element.getBoundingClientRect();
        const isWide = element.scrollWidth > element.clientWidth + 1 && element.matches('dd');
        return box.width > 0 && (box.left < left || box.right > right || isWide);
      })
      .map(element => element.outerHTML.slice(0, 80));
  });
  expect(cut).toEqual([]);
  await closePage(seen);
});

test('swipes on the board step, long presses repeat, and drags on the bar seek', async () => {
  const seen = await openViewer({ src: 'samples/chess.car' }, PHONE);
  const { page } = seen;
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
    });
  const board = (await page.locator('kifu-viewer .picture').boundingBox())!;
  const y = board.y + board.height / 2;
  const swipe = async (from: number, to: number) => {
    const at = (share: number) => board.x + share * board.width;
    // at once: where the machine is busy, a finger would seem to rest
    await Promise.all([
      touch('touchStart', at(from), y),
      ...[1, 2, 3, 4, 5].map(i => touch('touchMove', at(from + ((to - from) * i) / 5), y)),
      touch('touchEnd'),
    ]);
  };
  await swipe(0.8, 0.3);
  await untilShown(page, 1);
  await swipe(0.8, 0.3);
  await untilShown(page, 2);
  await swipe(0.3, 0.8);
  await untilShown(page, 1);
  await touch('touchStart', board.x + 0.9 * board.width, y);
  await expect.poll(async () => (await shown(page)).n, PATIENT).toBeGreaterThan(5);
  await touch('touchEnd');
  const { n } = await shown(page);
  await touch('touchStart', board.x + 0.1 * board.width, y);
  await expect.poll(async () => (await shown(page)).n, PATIENT).toBeLessThan(n - 2);
  await touch('touchEnd');
  await page.locator('kifu-viewer .bar').scrollIntoViewIfNeeded();
  const bar = (await page.locator('kifu-viewer .bar').boundingBox())!;
  const middle = bar.y + bar.height / 2;
  await touch('touchStart', bar.x + 0.2 * bar.width, middle);
  await untilShown(page, 9);
  await touch('touchMove', bar.x + 0.6 * bar.width, middle);
  await untilShown(page, 28);
  await touch('touchEnd');
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test('nothing is wider than a phone', async () => {
  for (const src of [
    'samples/chess.pgn',
    'samples/dominos.car',
    'samples/kung-fu-chess-four.car',
  ]) {
    const seen = await openViewer(
      { src, at: '10' },
      { ...PHONE, viewport: { width: 320, height: 640 } },
    );
    const wide = await seen.page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(320);
    await closePage(seen);
  }
});
