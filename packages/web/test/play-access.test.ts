/** Pages where people play, for everybody: axe finds nothing in any of their states. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sayOfPlayer } from '@kifu/client/account';
import { unwrap } from '@kifu/core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { beatIn, keyOf } from '../../server/test/rated.ts';
import { type Served, serve } from '../../server/test/serve.ts';
import { axeFinds, closePage, newPage, PATIENT, useBrowser, wrongInAnyLook } from './browser.ts';
import { LONG } from './matches.ts';

useBrowser();

let served: Served;
beforeAll(async () => {
  served = await serve({ site: inject('siteFolder') });
});
afterAll(() => served.close());

/** What is wrong in any look. A picture is one image to axe, and looking into it takes long. */
const findWrong = (page: Page) => wrongInAnyLook(page, { without: ['kifu-board', '.picture svg'] });

test('axe finds nothing in any state of a match, however it looks', LONG, async () => {
  const seen = await newPage();
  const { page } = seen;
  await page.goto(`${served.url}/new/go?here`);
  await page.locator('.start-card .piece').first().waitFor({ state: 'attached' });
  expect(await findWrong(page)).toEqual([]);
  await page.goto(`${served.url}/new/chess?here`);
  await page.locator('.new button[type=submit]:not(:disabled)').click();
  await page.locator('kifu-table kifu-board .piece').first().waitFor({ state: 'attached' });
  expect(await findWrong(page)).toEqual([]);
  await page.getByRole('button', { name: 'Draw' }).click();
  await page.getByRole('button', { name: 'Accept' }).waitFor();
  expect(await findWrong(page)).toEqual([]);
  await page.getByRole('button', { name: 'Decline' }).click();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('The game is paused.').waitFor();
  expect(await findWrong(page)).toEqual([]);
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.locator('.match.yours').waitFor();
  await page.keyboard.press('z');
  await page.waitForFunction(() => document.fullscreenElement !== null);
  expect(await axeFinds(page, { without: ['kifu-board', '.picture svg'] })).toEqual([]);
  await page.keyboard.press('z');
  await page.waitForFunction(() => document.fullscreenElement === null);
  await page.getByRole('button', { name: 'Resign' }).click();
  expect(await findWrong(page)).toEqual([]);
  await page.locator('.state-box .btn', { hasText: 'Resign' }).click();
  await page.locator('.match.over').waitFor();
  expect(await findWrong(page)).toEqual([]);
  await page.goto(`${served.url}/new/chess`);
  await page.locator('.new button[type=submit]:not(:disabled)').click();
  await page.locator('.invite').waitFor();
  expect(await findWrong(page)).toEqual([]);
  const guest = await newPage();
  await guest.page.goto(page.url());
  await guest.page.locator('.join').waitFor();
  expect(await findWrong(guest.page)).toEqual([]);
  await page.goto(`${served.url}/key`);
  await page.locator('.keys code', { hasText: /[0-9a-f]{64}/ }).waitFor();
  expect(await findWrong(page)).toEqual([]);
  await closePage(guest);
  await closePage(seen);
});

test('axe finds nothing while the line is lost', LONG, async () => {
  const gone = await serve({ site: inject('siteFolder') });
  const [seen, guest] = [await newPage(), await newPage()];
  const { page } = seen;
  await page.goto(`${gone.url}/new/chess`);
  await page.locator('.new button[type=submit]:not(:disabled)').click();
  await page.locator('.invite').waitFor();
  await guest.page.goto(page.url());
  await guest.page.locator('.join button[type=submit]').click();
  await page.locator('kifu-table kifu-board .piece').first().waitFor({ state: 'attached' });
  await gone.close();
  await page.locator('.match.lost').waitFor();
  expect(await findWrong(page)).toEqual([]);
  await closePage(guest);
  await closePage(seen);
});

test(
  'ratings, players and one’s own account are reached from every page, and axe finds nothing',
  LONG,
  async () => {
    const [ann, bob] = await Promise.all(['Ann', 'Bob'].map(keyOf));
    for (const key of [ann!, bob!]) {
      const profile = { type: 'profile', name: key.name, about: 'plays' } as const;
      unwrap(await sayOfPlayer(served.url, null, profile, [key]));
    }
    await beatIn(served, ann!, bob!);
    const seen = await newPage();
    const { page } = seen;
    await page.goto(`${served.url}/verify`);
    await page.getByRole('link', { name: 'Ratings' }).click();
    await page.getByRole('row', { name: /^1 Ann/ }).waitFor();
    expect(await findWrong(page)).toEqual([]);
    await page.getByRole('link', { name: 'Ann' }).click();
    await page.getByRole('heading', { name: 'Ratings' }).waitFor();
    expect(await findWrong(page)).toEqual([]);
    await page.getByRole('link', { name: 'Your account' }).click();
    const account = page.locator('kifu-account-card form');
    await account.getByLabel('Username').fill('Cy');
    await account.getByRole('button').click();
    await account.getByRole('link', { name: 'Cy' }).waitFor();
    await account.getByRole('button', { name: 'Start vacation' }).click();
    await account.getByText('29 days left this year').waitFor();
    await account.getByRole('button', { name: 'End vacation' }).click();
    await account.getByRole('button', { name: 'Start vacation' }).waitFor();
    expect(await findWrong(page)).toEqual([]);
    await account.getByLabel('Username').fill('Ann');
    await account.getByRole('button').first().click();
    await account.getByRole('alert').waitFor();
    // who deletes it is asked twice
    await account.getByRole('button').last().click();
    await account.getByRole('button').last().click();
    await account.getByRole('link').waitFor({ state: 'detached' });
    await closePage(seen);
  },
);

test('a key is backed up and restored in another browser, by its passphrase alone', async () => {
  const seen = await newPage();
  const { page } = seen;
  await page.goto(`${served.url}/key`);
  const shownKey = (of: Page) =>
    of.locator('.keys code', { hasText: /[0-9a-f]{64}/ }).textContent();
  const key = await shownKey(page);
  await page.reload();
  expect(await shownKey(page)).toBe(key);
  const saving = page.locator('form', { hasText: 'Passphrase' }).first();
  await saving.getByLabel('Passphrase').fill('a long one');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    saving.getByRole('button').click(),
  ]);
  const path = join(await mkdtemp(join(tmpdir(), 'kifu-key-')), 'key.json');
  await file.saveAs(path);
  const other = await newPage();
  await other.page.goto(`${served.url}/key`);
  expect(await shownKey(other.page)).not.toBe(key);
  const form = other.page.locator('form').last();
  await form.locator('input[type=file]').setInputFiles(path);
  await form.getByLabel('Passphrase').fill('another');
  await form.getByRole('button').last().click();
  await other.page.getByRole('alert').waitFor();
  await form.getByLabel('Passphrase').fill('a long one');
  await form.getByRole('button').last().click();
  await expect.poll(() => shownKey(other.page), PATIENT).toBe(key);
  await other.page.reload();
  expect(await shownKey(other.page)).toBe(key);
  await closePage(seen);
  await closePage(other);
});
