/** The viewer in a real browser: a record comes, is drawn, and can be walked through. */
import { expect, test } from 'vitest';
import { closePage, openViewer, useBrowser } from './browser.ts';

useBrowser();

test('shows a record at the moment that was asked for', async () => {
  const seen = await openViewer({ src: 'samples/chess.pgn', at: '20' });
  expect(await seen.page.locator('.move[aria-current]').textContent()).toBe('cxb5');
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});
