/** Analyses on the site: started by one click after a game or beside a record, watched, stopped, and there again after a reload. */
import { unwrap } from '@kifu/core';
import { readCar, writeCar } from '@kifu/record/car';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Served, serve } from '../../server/test/serve.ts';
import {
  axeFinds,
  closePage,
  KEEPING,
  newPage,
  openPage,
  PATIENT,
  shown,
  untilOpened,
  untilShown,
  untilStored,
  useBrowser,
} from './browser.ts';
import { begin, hasBoard, isOver, LONG, typeMove } from './matches.ts';
import { answerWith, readSample } from './records.ts';

useBrowser();

let served: Served;
beforeAll(async () => {
  served = await serve({ site: inject('siteFolder'), limits: { botPauseMs: 0 } });
});
afterAll(() => served.close());

const analyze = (page: Page) => page.getByRole('button', { name: 'Analyze' });
const players = (page: Page) => page.locator('.analysis-players li');
/** The moves with what is behind them, in one line. */
const listed = async (page: Page): Promise<string> =>
  (await page.locator('kifu-viewer .moves [data-n]').allTextContents())
    .map(move => move.replace(/\s+/g, ''))
    .join(' ');
const progress = (page: Page) => page.locator('.analysis [role=status]');

/** The files that a page asks for, by their names. */
function requested(page: Page): string[] {
  const names: string[] = [];
  page.on('request', request => names.push(new URL(request.url()).pathname));
  return names;
}

test('a game at one screen is analyzed without a connection, and still is after a reload', {
  timeout: 420_000,
}, async () => {
  const seen = await newPage(KEEPING);
  const { page } = seen;
  await page.goto(`${served.url}/`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await untilStored(page);
  await page.context().setOffline(true);
  await page.goto(`${served.url}/new/chess?here`);
  await begin(page, 'Ada');
  await hasBoard(page);
  expect(await analyze(page).count()).toBe(0);
  for (const move of ['f3', 'e5', 'g4', 'Qh4']) await typeMove(page, move);
  await isOver(page);
  await analyze(page).click();
  await page.waitForURL(/\/file\?local=/);
  await expect.poll(() => players(page).count(), LONG).toBe(2);
  await expect.poll(() => listed(page), PATIENT).toContain('g4??');
  const [white, black] = await players(page).allInnerTexts();
  expect(white).toMatch(/^\d+%\s.*1 blunder/s);
  expect(black).toMatch(/^100%\s.*0 blunders/s);
  expect(await page.locator('kifu-viewer .graph .line').count()).toBeGreaterThan(0);

  // to the blunder, from the keyboard: what was better, and what punishes it
  await page.getByRole('button', { name: 'Next mistake' }).focus();
  await page.keyboard.press('Enter');
  await untilShown(page, 3);
  await page.locator('.analysis-lost', { hasText: /Blunder\. Better: \w+/ }).waitFor();
  await page.locator('.analysis-best', { hasText: 'Best line: Qh4#' }).waitFor();
  await page.locator('kifu-viewer .shape').first().waitFor({ state: 'attached' });
  expect(await axeFinds(page, { within: '.analysis' })).toEqual([]);

  const names = requested(page);
  await page.reload();
  await expect.poll(() => players(page).allInnerTexts(), PATIENT).toEqual([white, black]);
  await expect.poll(() => listed(page), PATIENT).toContain('g4??');
  expect(names.filter(name => name.includes('analysis-worker'))).toEqual([]);

  // the record as it is, and back
  await page.getByRole('button', { name: 'Hide the analysis' }).click();
  await expect.poll(() => listed(page), PATIENT).toBe('f3 e5 g4 Qh4#');
  await page.getByRole('button', { name: 'Show the analysis' }).click();
  await expect.poll(() => listed(page), PATIENT).toContain('g4??');
  expect(seen.errors.filter(error => !/ERR_INTERNET_DISCONNECTED/.test(error))).toEqual([]);
  await closePage(seen);
});

test('an analysis that is stopped shows and keeps what it found', LONG, async () => {
  const seen = await openPage('#/file?src=samples/chess.car');
  const { page } = seen;
  await untilOpened(page);
  await analyze(page).focus();
  await page.keyboard.press('Enter');
  // the best line of the position that is shown does not wait for the rest
  await page.locator('.analysis-progress ~ .analysis-line .analysis-best').waitFor();
  await expect.poll(() => progress(page).textContent(), LONG).toMatch(/^[1-9]\d* of 45 moves$/);
  await page.getByRole('button', { name: 'Stop' }).click();
  const partial = page.locator('.analysis', { hasText: 'Stopped before the end.' });
  await partial.waitFor();
  await expect.poll(() => players(page).count(), PATIENT).toBe(2);
  const before = await players(page).allInnerTexts();
  await untilOpened(page);
  expect((await shown(page)).length).toBe(47);
  await expect.poll(async () => (await shown(page)).verdict, PATIENT).toBe('verified');
  await page.reload();
  await partial.waitFor();
  expect(await players(page).allInnerTexts()).toEqual(before);
  expect(await analyze(page).count()).toBe(1);
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test('a record that cannot be loaded again says so', async () => {
  const seen = await openPage('#/file?src=samples/chess.car');
  const { page } = seen;
  await analyze(page).waitFor();
  await page.route('**/samples/chess.car', route => route.fulfill({ status: 404, body: '' }));
  await analyze(page).click();
  await page.getByRole('alert').getByText('The game could not be analyzed').waitFor();
  await analyze(page).waitFor();
  await closePage(seen);
});

test('games in progress, hidden hands and games without turns are not analyzed', async () => {
  const { blocks } = unwrap(readCar(await readSample('chess.car')));
  const part = writeCar([blocks[19]!.cid], blocks.slice(0, 20));
  for (const name of ['now.car', 'dominos.car', 'kung-fu-chess.json']) {
    const seen = await openPage('viewer');
    const { page } = seen;
    if (name === 'now.car') await answerWith(page, name, part);
    const src = name === 'now.car' ? name : `samples/${name}`;
    await page.goto(`${inject('siteUrl')}/#/file?src=${src}`);
    await untilOpened(page);
    // the bar is there for the rules alone
    await page.locator('kifu-analysis').getByText('How to play').waitFor();
    expect(await analyze(page).count()).toBe(0);
    await closePage(seen);
  }
});
