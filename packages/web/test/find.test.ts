/** Finding an opponent: two strangers meet in a pool, a search continues while a bot is played, and each guest has a different name. */
import { findOpponent, listLive, type OpenChallenge } from '@kifu/client';
import { unwrap } from '@kifu/core';
import { speedOf } from '@kifu/record/ratings';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { keyOf } from '../../server/test/rated.ts';
import { type Served, serve } from '../../server/test/serve.ts';
import { poolsOf } from '../src/find/pools.ts';
import { axeFinds, closePage, hold, newPage, PATIENT, useBrowser } from './browser.ts';
import { hasBoard, LONG } from './matches.ts';

useBrowser();

let served: Served;
beforeAll(async () => {
  const limits = { botPauseMs: 0, requestBurst: 10_000, requestsPerMinute: 10_000 };
  served = await serve({ site: inject('siteFolder'), limits });
});
afterAll(() => served.close());

async function openAt(path: string) {
  const seen = await newPage();
  await seen.page.goto(`${served.url}${path}`);
  return seen;
}

const pool = (page: Page, clock: string) => page.locator('.pool', { hasText: clock });
const open = async () =>
  unwrap(await listLive(served.url)).filter(({ phase }) => phase === 'open').length;

test('the speed of each pool is that of its clock', () => {
  for (const isFree of [false, true])
    for (const { clock, speed } of poolsOf({ isFree })) expect(speed).toBe(speedOf(clock));
});

test('the form of opponents comes to home without moving what is below it', async () => {
  const seen = await newPage({ viewport: { width: 1280, height: 800 } });
  const { page } = seen;
  const load = await hold(page, /\/chunks\/find-form-/);
  await page.goto(`${served.url}/`);
  const below = page.locator('.rail .daily');
  await below.waitFor();
  const before = await below.boundingBox();
  load();
  await pool(page, '5+3').waitFor();
  expect(await below.boundingBox()).toEqual(before);
  await closePage(seen);
});

test('two guests meet in a pool, each with a name of their own', LONG, async () => {
  const [ada, ben] = [await openAt('/find/chess'), await openAt('/')];
  await pool(ada.page, '5+3').click();
  await ada.page.locator('.searching').waitFor();
  expect(await axeFinds(ada.page)).toEqual([]);
  // the other sees that somebody waits, from home
  await pool(ben.page, '5+3').filter({ hasText: '1 waiting' }).waitFor();
  await pool(ben.page, '5+3').click();
  for (const { page } of [ada, ben]) await hasBoard(page);
  const names = await ada.page.locator('.strip-row b').allTextContents();
  expect(names).toEqual([
    expect.stringMatching(/^Guest [0-9A-F]{3}$/),
    expect.stringMatching(/^Guest [0-9A-F]{3}$/),
  ]);
  expect([...ada.errors, ...ben.errors]).toEqual([]);
  await closePage(ada);
  await closePage(ben);
});

test(
  'a search can be stopped, and leaves no challenge behind, nor does a page that is closed',
  LONG,
  async () => {
    const { page } = await openAt('/find/chess');
    for (const leave of [
      () => page.locator('.searching .linked', { hasText: 'Cancel' }).click(),
      () => page.goto('about:blank'),
    ]) {
      await pool(page, '3+2').click();
      await expect.poll(open, PATIENT).toBe(1);
      await leave();
      await expect.poll(open, PATIENT).toBe(0);
    }
    await page.context().close();
  },
);

test(
  'after half a minute a bot offers itself, and the search continues while it is played',
  LONG,
  async () => {
    const seen = await newPage();
    const { page } = seen;
    await page.clock.install();
    await page.goto(`${served.url}/find/chess`);
    await pool(page, '10+5').click();
    await expect.poll(open, PATIENT).toBe(1);
    expect(await page.locator('.bot-offer').count()).toBe(0);
    await page.clock.fastForward(31_000);
    await page.locator('.bot-offer').waitFor();
    await page.getByRole('button', { name: 'Keep searching' }).click();
    await page.locator('.bot-offer').waitFor({ state: 'detached' });
    await page.clock.fastForward(31_000);
    await page.getByRole('button', { name: 'Play bot' }).click();
    await hasBoard(page);
    expect(page.url()).toContain('/play/');
    await page.locator('.search-bar', { hasText: 'Chess, 10+5' }).waitFor();
    // a stranger comes: the game against them is shown
    const stranger = await keyOf('Stranger');
    const [{ options, clock }] = unwrap(await listLive(served.url)).filter(
      ({ phase }) => phase === 'open',
    ) as [OpenChallenge['invite']];
    const found = unwrap(
      await findOpponent(
        served.url,
        {
          ...{ game: 'chess', options, seats: 2, clock, rated: false },
          ...{ name: 'Stranger', key: stranger.key },
        },
        null,
      ),
    );
    expect(found.isJoined).toBe(true);
    await page.clock.fastForward(3000);
    await page.waitForURL(new RegExp(`/live/${found.invite.id}`), PATIENT);
    expect(await page.locator('.search-bar').count()).toBe(0);
    await closePage(seen);
  },
);

test('rated games need a username, which the page says', async () => {
  const seen = await openAt('/find/chess');
  const { page } = seen;
  await page.getByRole('button', { name: 'Rated', exact: true }).click();
  await page.getByText('Rated games need a username').waitFor();
  expect(await page.getByRole('button', { name: 'Casual' }).getAttribute('aria-pressed')).toBe(
    'true',
  );
  await closePage(seen);
});
