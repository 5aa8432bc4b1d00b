/** Passkeys in a real browser, by an authenticator that it plays itself: made in one visit, signed in with in another. */
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Served, serve } from '../../server/test/serve.ts';
import {
  closePage,
  newPage,
  type OpenedPage,
  PATIENT,
  useBrowser,
  wrongInAnyLook,
} from './browser.ts';
import { LONG } from './matches.ts';

useBrowser();

let served: Served;
/** Passkeys belong to names, and an address of numbers is none. */
let url: string;
beforeAll(async () => {
  served = await serve({ site: inject('siteFolder') });
  url = served.url.replace('127.0.0.1', 'localhost');
});
afterAll(() => served.close());

/** A page of the key, whose browser has an authenticator of its own. */
async function openKeyPage(hasPrf: boolean): Promise<OpenedPage & { readonly cdp: CDPSession }> {
  const seen = await newPage();
  const cdp = await seen.page.context().newCDPSession(seen.page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', ctap2Version: 'ctap2_1', transport: 'internal', hasPrf },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    },
  });
  await seen.page.goto(`${url}/key`);
  return { ...seen, cdp };
}

const takeName = async (page: Page, name: string): Promise<void> => {
  const account = page.locator('kifu-account-card form');
  await account.getByLabel('Username').fill(name);
  await account.getByRole('button').first().click();
  await account.getByRole('link', { name }).waitFor();
};
const shownKey = (page: Page) =>
  page.locator('.keys code', { hasText: /[0-9a-f]{64}/ }).textContent();
const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

test('who made a passkey is the same player on another device', LONG, async () => {
  const seen = await openKeyPage(true);
  const { page, cdp, errors } = seen;
  await page.getByText('Claim a username before').waitFor();
  await takeName(page, 'Ann');
  const key = await shownKey(page);
  await press(page, 'Create a passkey');
  const lines = page.locator('kifu-passkey-card li');
  await lines.waitFor();
  // one is enough on one device
  await press(page, 'Create a passkey');
  await page.getByRole('alert').getByText('already').waitFor();

  // another device: nothing of the page is there, and the same password manager
  await cdp.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'all' });
  await page.reload();
  await expect.poll(() => shownKey(page), PATIENT).not.toBe(key);
  await press(page, 'Sign in with a passkey');
  await expect.poll(() => shownKey(page), PATIENT).toBe(key);
  await page.locator('kifu-account-card form').getByRole('link', { name: 'Ann' }).waitFor();
  await lines.waitFor();
  await page.reload();
  expect(await shownKey(page)).toBe(key);

  // removed, it opens nothing, and the browser is told so
  await lines.getByRole('button').click();
  await lines.waitFor({ state: 'detached' });
  await press(page, 'Sign in with a passkey');
  await page
    .getByRole('alert')
    .getByText(/Nothing changed|has no key/)
    .waitFor();
  expect(await shownKey(page)).toBe(key);
  expect(errors).toEqual([]);
  await closePage(seen);
});

test('a passkey that cannot keep a key is not taken, and the page says what to do', async () => {
  const seen = await openKeyPage(false);
  const { page } = seen;
  await takeName(page, 'Bob');
  await press(page, 'Create a passkey');
  await page.getByRole('alert').getByText('use a backup file').waitFor();
  expect(await page.locator('kifu-passkey-card li').count()).toBe(0);
  // last: looking at it takes the authenticator away
  expect(await wrongInAnyLook(page, { without: ['kifu-board', '.picture svg'] })).toEqual([]);
  await closePage(seen);
});

test('a browser without passkeys says so', async () => {
  const seen = await newPage();
  const { page } = seen;
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'));
  await page.goto(`${url}/key`);
  await page.locator('kifu-passkey-card').getByText('Use a backup file').waitFor();
  expect(await page.locator('kifu-passkey-card button').count()).toBe(0);
  await closePage(seen);
});
