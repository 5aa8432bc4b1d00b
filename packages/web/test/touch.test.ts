/** With fingers: swipes step, a long press goes on and on, the bar is dragged. */
import { expect, test } from 'vitest';
import { closePage, openViewer, PHONE, shown, untilShown, useBrowser } from './browser.ts';

useBrowser();

test('swipes and long presses on the board, and drags on the bar', async () => {
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
    await touch('touchStart', at(from), y);
    for (let i = 1; i <= 5; i++) await touch('touchMove', at(from + ((to - from) * i) / 5), y);
    await touch('touchEnd');
  };
  await swipe(0.8, 0.3);
  await untilShown(page, 1);
  await swipe(0.8, 0.3);
  await untilShown(page, 2);
  await swipe(0.3, 0.8);
  await untilShown(page, 1);
  await touch('touchStart', board.x + 0.9 * board.width, y);
  await expect.poll(async () => (await shown(page)).n, { timeout: 15_000 }).toBeGreaterThan(5);
  await touch('touchEnd');
  const { n } = await shown(page);
  await touch('touchStart', board.x + 0.1 * board.width, y);
  await expect.poll(async () => (await shown(page)).n, { timeout: 15_000 }).toBeLessThan(n - 2);
  await touch('touchEnd');
  await page.locator('kifu-viewer .bar').scrollIntoViewIfNeeded();
  const bar = (await page.locator('kifu-viewer .bar').boundingBox())!;
  const middle = bar.y + bar.height / 2;
  await touch('touchStart', bar.x + 0.2 * bar.width, middle);
  await untilShown(page, 9);
  await touch('touchMove', bar.x + 0.6 * bar.width, middle);
  await untilShown(page, 27);
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
