/** Pages of players: the own results against them, ratings with their labels, and what nobody does to themselves. */
import { playerOf, sayOfPlayer } from '@kifu/client/account';
import { unwrap } from '@kifu/core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { beatIn, keyOf } from '../../server/test/rated.ts';
import { type Served, serve } from '../../server/test/serve.ts';
import { axeFinds, closePage, newPage, useBrowser } from './browser.ts';
import { LONG } from './matches.ts';

useBrowser();

let served: Served;
beforeAll(async () => {
  served = await serve({ site: inject('siteFolder') });
  const [ann, bob] = await Promise.all(['Ann', 'Bob'].map(keyOf));
  for (const key of [ann!, bob!])
    unwrap(
      await sayOfPlayer(served.url, null, { type: 'profile', name: key.name, about: '' }, [key]),
    );
  await beatIn(served, ann!, bob!);
});
afterAll(() => served.close());

test('a profile shows labeled ratings and the results against its reader', LONG, async () => {
  const seen = await newPage();
  const { page } = seen;
  // a name that anyone may give is nobody’s record
  await page.addInitScript(() => localStorage.setItem('kifu-settings', '{"name":"Bob"}'));
  const asked = page.waitForResponse(response => response.url().includes('/api/accounts?of='));
  await page.goto(`${served.url}/players/Ann`);
  await asked;
  await page.getByText('Joined').waitFor();
  expect(await page.locator('.head-to-head').count()).toBe(0);
  const { id } = unwrap(await playerOf(served.url, 'Bob'))!;
  await page.route('**/api/accounts?of=*', route =>
    route.fulfill({ json: { players: [{ id, name: 'Bob' }] } }),
  );
  await page.reload();
  const together = page.locator('.head-to-head');
  await together.getByText('You and Ann').waitFor();
  expect(await together.innerText()).toMatch(/0\s+100 %\s+1\s+1 game/);
  expect(await page.locator('.plot-ratings span').count()).toBeGreaterThan(2);
  await page.getByRole('button', { name: 'Block' }).waitFor();
  expect(await axeFinds(page)).toEqual([]);
  await closePage(seen);
});

test('the own profile offers neither to block nor to report', LONG, async () => {
  const seen = await newPage();
  const { page } = seen;
  await page.goto(`${served.url}/key`);
  await page.getByLabel('Username').fill('Cleo');
  await page.getByRole('button', { name: 'Claim username' }).click();
  await page.getByText('Signed in as').waitFor();
  const asked = page.waitForResponse(response => response.url().includes('/api/accounts?of='));
  await page.goto(`${served.url}/players/Cleo`);
  await asked;
  await page.getByText('Joined').waitFor();
  expect(await page.getByRole('button', { name: 'Block' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Report' }).count()).toBe(0);
  // nor does a page for new games doubt that there is an account
  await page.goto(`${served.url}/new/chess`);
  const ownKey = page.locator('.start-card', { has: page.locator('[href="/key"]') });
  expect(await ownKey.innerText()).not.toMatch(/account/i);
  await closePage(seen);
});
