/** The page of a tournament: made, entered and run by a browser, played with bots, and live for spectators. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Served, serve } from '../../server/test/serve.ts';
import { enter, joinServer, playBoard } from '../../server/test/tournament-bots.ts';
import { closePage, newPage, PATIENT, useBrowser, wrongInAnyLook } from './browser.ts';
import { LONG } from './matches.ts';

useBrowser();

let served: Served;
beforeAll(async () => {
  served = await serve({ site: inject('siteFolder'), limits: { signInBurst: 1000 } });
});
afterAll(() => served.close());

const looks = (page: Page) => wrongInAnyLook(page, { without: ['kifu-board', '.picture svg'] });

test('a tournament of four is made, played and watched to its end', LONG, async () => {
  const bots = await Promise.all(
    ['Bot A', 'Bot B', 'Bot C'].map(name => joinServer(served.url, name)),
  );
  const ada = await newPage();
  const { page } = ada;
  await page.goto(`${served.url}/key`);
  await page.getByLabel('Name').fill('Ada');
  await page.getByRole('button', { name: 'Take this name' }).click();
  await page.getByText('You are Ada').waitFor();

  await page.goto(`${served.url}/tournaments`);
  await page.getByText('There are none yet.').waitFor();
  expect(await looks(page)).toEqual([]);
  await page.getByLabel('Name').fill('Club night');
  await page.getByLabel('Game').selectOption('chess');
  await page.getByLabel('Rounds', { exact: true }).fill('1');
  await page.getByRole('button', { name: 'Make a tournament' }).click();
  await page.getByText('Nobody takes part yet.').waitFor();
  const id = new URL(page.url()).pathname.split('/').at(-1)!;
  for (const bot of bots) await enter(served, bot, id);
  // who enters is seen without asking
  await page.getByRole('link', { name: 'Bot C' }).waitFor();
  await page.getByRole('button', { name: 'Take part' }).click();
  await page.getByRole('button', { name: 'Withdraw' }).waitFor();
  await page.getByRole('button', { name: 'Begin round 1' }).click();
  await page.getByText('you meet Bot B').waitFor();
  expect(await looks(page)).toEqual([]);

  const eve = await newPage();
  await eve.page.goto(page.url());
  const boards = eve.page.locator('.boards li');
  await expect.poll(() => boards.count(), PATIENT).toBe(2);
  await page.getByRole('button', { name: 'Sit down' }).click();
  await page.getByText('Waiting for Bot B').waitFor();
  expect(await looks(page)).toEqual([]);
  await Promise.all(bots.map((bot, seed) => playBoard(served, bot, id, { most: 0, seed })));
  await page.locator('.state-line b', { hasText: 'You won' }).waitFor();
  await page.getByRole('link', { name: 'Back to the tournament' }).click();
  await page.locator('.tournament h1').waitFor();
  // who looks on sees the end
  await eve.page.getByText('Chess, Swiss, over').waitFor();
  expect(await boards.allTextContents()).toEqual([
    expect.stringMatching(/Bot A – Bot C\s+0 – 1/),
    expect.stringMatching(/Bot B – Ada\s+0 – 1/),
  ]);
  expect(await looks(eve.page)).toEqual([]);
  await eve.page.goto(`${served.url}/tournaments`);
  await eve.page.getByRole('link', { name: 'Club night' }).waitFor();
  expect([...ada.errors, ...eve.errors]).toEqual([]);
  await closePage(eve);
  await closePage(ada);
});
