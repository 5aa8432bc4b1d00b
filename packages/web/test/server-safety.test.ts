/** What a page of our server may reach, and which server it signs in to, in a real browser. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Served, serve } from '../../server/test/serve.ts';
import { closePage, newPage, PATIENT, untilOpened, useBrowser } from './browser.ts';
import { LONG } from './matches.ts';

useBrowser();

let served: Served;
let other: Served;
beforeAll(async () => {
  const site = inject('siteFolder');
  [served, other] = [await serve({ site }), await serve({ site })];
});
afterAll(async () => {
  await served.close();
  await other.close();
});

test(
  'a page loads itself again to open a record of another server, and not for its own',
  LONG,
  async () => {
    const seen = await newPage();
    const { page } = seen;
    await page.goto(`${served.url}/`);
    await page.locator('h1').waitFor();
    const go = (path: string) =>
      page.evaluate(to => {
        history.pushState(null, '', to);
        dispatchEvent(new Event('kifu-navigate'));
      }, path);
    const isSameDocument = () => page.evaluate(() => 'isMarked' in window);
    await page.evaluate(() => Object.assign(window, { isMarked: true }));
    await go('/file?src=samples/chess.car');
    await untilOpened(page);
    expect(await isSameDocument()).toBe(true);
    await go(`/file?src=${encodeURIComponent(`${other.url}/samples/go.car`)}`);
    await expect.poll(isSameDocument, PATIENT).toBe(false);
    await untilOpened(page);
    expect(await page.title()).toMatch(/^Go/);
    expect(seen.errors).toEqual([]);
    await closePage(seen);
  },
);

test(
  'a page signs nothing for a server whose key has changed until the player accepts it',
  LONG,
  async () => {
    const seen = await newPage();
    const { page } = seen;
    await page.goto(`${served.url}/key`);
    const account = page.locator('kifu-account-card form');
    await account.getByLabel('Username').fill('Ann');
    await account.getByRole('button').first().click();
    await account.getByRole('link', { name: 'Ann' }).waitFor();
    await page.reload();
    const known = () => page.evaluate(() => localStorage.getItem('kifu-server-key'));
    await expect.poll(known, PATIENT).toBe(served.server.registry.referee.key);
    // as if another server had this address
    await page.evaluate(() => localStorage.setItem('kifu-server-key', 'ab'.repeat(32)));
    await page.reload();
    await page.getByRole('alert').getByText('another key').waitFor();
    expect(await known()).toBe('ab'.repeat(32));
    await page.getByRole('button', { name: 'Accept new key' }).click();
    await expect.poll(known, PATIENT).toBe(served.server.registry.referee.key);
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await closePage(seen);
  },
);
