/** Puzzles: tried, solved, shown, counted, and left with their record. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Puzzle } from '@kifu/bots/puzzles';
import type { KifuBoard } from '@kifu/viewer/board';
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import {
  axeFinds,
  closePage,
  hold,
  newPage,
  openPage,
  PATIENT,
  PHONE,
  useBrowser,
} from './browser.ts';

useBrowser();

const FOLDER = join(import.meta.dirname, '../public/puzzles');
const { puzzles } = JSON.parse(readFileSync(join(FOLDER, 'chess.json'), 'utf8')) as {
  puzzles: readonly Puzzle[];
};
const short = puzzles.find(({ line }) => line.length === 1)!;
const long = puzzles.find(({ line }) => line.length >= 3)!;
const address = ({ id }: Puzzle): string => `#/puzzles/chess?id=${id}`;

/** Makes a legal move on the board: one of the line by its hex digits, or one that is not. */
const play = (page: Page, hex: string, isOther = false): Promise<void> =>
  page.evaluate(
    ([wanted, other]) => {
      const board = document.querySelector('.puzzle kifu-board') as KifuBoard;
      const { kit, legal, seat } = board.position!;
      const move = legal.find(one => (kit.game.moves.hex.encode(one) === wanted) !== other)!;
      board.dispatchEvent(new CustomEvent('kifu-move', { detail: { seat, move, isAhead: false } }));
    },
    [hex, isOther] as const,
  );
const untilSaid = (page: Page, verdict: string) =>
  page.locator(`.puzzle-verdict.${verdict}`).waitFor();
const rating = async (page: Page): Promise<number> =>
  Number(await page.locator('.puzzle-facts dd').first().textContent());

test('a wrong move is taken back and counts once, and the puzzle can still be solved', async () => {
  const seen = await openPage(address(short));
  const { page } = seen;
  await untilSaid(page, 'none');
  expect(await rating(page)).toBe(1500);
  await play(page, short.line[0]!, true);
  await untilSaid(page, 'wrong');
  const after = await rating(page);
  expect(after).toBeLessThan(1500);
  await play(page, short.line[0]!);
  await untilSaid(page, 'solved');
  expect(await rating(page)).toBe(after);
  await closePage(seen);
});

test('a line is answered move by move, raises the rating, and is remembered', async () => {
  const seen = await openPage(address(long));
  const { page } = seen;
  await untilSaid(page, 'none');
  for (let at = 0; at < long.line.length; at += 2) {
    await play(page, long.line[at]!);
    await untilSaid(page, at + 1 === long.line.length ? 'solved' : 'right');
  }
  expect(await page.locator('.puzzle-line li').count()).toBe(long.line.length);
  const after = await rating(page);
  expect(after).toBeGreaterThan(1500);
  await page.reload();
  await untilSaid(page, 'none');
  expect(await rating(page)).toBe(after);
  expect(await page.locator('.puzzle-results .good').count()).toBe(1);
  await closePage(seen);
});

test('every legal move can be made, and nothing on the board tells the answer', async () => {
  const seen = await openPage(address(long));
  const { page } = seen;
  await untilSaid(page, 'none');
  const board = await page.evaluate(() => {
    const { position } = document.querySelector('.puzzle kifu-board') as KifuBoard;
    const { kit, state, seat, legal, scene } = position!;
    return {
      all: [...kit.game.legal(state, seat!)].length,
      offered: legal.length,
      marks: scene.marks.map(({ kind }) => kind),
    };
  });
  expect(board.offered).toBe(board.all);
  expect(board.marks).not.toContain('choice');
  await closePage(seen);
});

test('the solution plays the line and does not raise the rating', async () => {
  const seen = await openPage(address(long));
  const { page } = seen;
  await untilSaid(page, 'none');
  await page.getByRole('button', { name: 'Solution' }).click();
  await untilSaid(page, 'shown');
  expect(await page.locator('.puzzle-line li').count()).toBe(long.line.length);
  expect(await rating(page)).toBeLessThan(1500);
  await closePage(seen);
});

test('the game it is from opens at the position, and its record is verified', async () => {
  const seen = await openPage(address(short));
  const { page } = seen;
  await untilSaid(page, 'none');
  await page.getByRole('link', { name: 'Verify the record' }).click();
  await page.getByText(`${short.id}.car`).first().waitFor();
  await page.goBack();
  await untilSaid(page, 'none');
  await page.locator('.puzzle-side a').first().click();
  await page.waitForURL(new RegExp(`at=${short.n}`));
  await closePage(seen);
});

test.each(['checkers', 'go', 'backgammon'])('a puzzle of %s opens', async game => {
  const seen = await openPage(`#/puzzles/${game}?mode=daily`, PHONE);
  await untilSaid(seen.page, 'none');
  expect(await axeFinds(seen.page, { within: '.puzzles' })).toEqual([]);
  await closePage(seen);
});

test('home shows the puzzle of the day in a place that was kept for it, and draws it once', async () => {
  const seen = await newPage();
  const { page } = seen;
  await page.clock.setFixedTime(Date.UTC(2026, 0, 15, 12));
  const load = await hold(page, /\/puzzles\/chess\.json$/);
  let loads = 0;
  page.on('request', request => {
    if (request.url().endsWith('/puzzles/chess.json')) loads++;
  });
  await page.goto(`${inject('siteUrl')}/index.html`);
  const card = page.locator('.daily');
  const picture = card.locator('img');
  await card.scrollIntoViewIfNeeded();
  await expect.poll(() => loads, PATIENT).toBe(1);
  const places = () =>
    page.evaluate(() =>
      ['.daily', '.daily .btn', '.recent'].map(path =>
        JSON.stringify(document.querySelector(path)!.getBoundingClientRect()),
      ),
    );
  const before = await places();
  load();
  await picture.waitFor();
  expect(await places()).toEqual(before);
  const todo = await card.locator('b').innerText();
  expect(todo).toMatch(/^(White|Black) to play$/);
  const players = /From (.+ – .+), move \d+\./.exec(await card.innerText())![1]!;
  expect(await axeFinds(page, { within: '.daily' })).toEqual([]);
  const drawn = await picture.getAttribute('src');
  // it is drawn once a day
  await page.reload({ waitUntil: 'commit' });
  await card.scrollIntoViewIfNeeded();
  await picture.waitFor();
  expect([await picture.getAttribute('src'), loads]).toEqual([drawn, 1]);
  await page.clock.setFixedTime(Date.UTC(2026, 0, 16, 12));
  await page.reload({ waitUntil: 'commit' });
  await card.scrollIntoViewIfNeeded();
  await picture.waitFor();
  expect(await picture.getAttribute('src')).not.toBe(drawn);
  await page.clock.setFixedTime(Date.UTC(2026, 0, 15, 12));
  await page.reload({ waitUntil: 'commit' });
  await card.scrollIntoViewIfNeeded();
  await picture.waitFor();
  await card.getByRole('link').click();
  await page.locator('.puzzle-side h2', { hasText: todo }).waitFor();
  expect(await page.locator('.puzzle-side').innerText()).toContain(players);
  expect(page.url()).toContain('mode=daily');
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});
