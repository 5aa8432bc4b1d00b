/** How to play: every first lesson is done by typed moves, and once by clicks; refusals, hints and progress. */

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { LessonStep } from '@kifu/core';
import { unwrap } from '@kifu/core';
import type { GamesModule } from '@kifu/games';
import { gameNames } from '@kifu/games';
import type { KifuBoard } from '@kifu/viewer/board';
import { gamesScript } from '@kifu/viewer/export';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Served, serve } from '../../server/test/serve.ts';
import { axeFinds, closePage, PATIENT, PHONE, useBrowser } from './browser.ts';
import { openAt } from './matches.ts';

useBrowser();

const FILE = join(import.meta.dirname, '../../../examples/tic-tac-toe/games.ts');
let served: Served;

beforeAll(async () => {
  const module = pathToFileURL(FILE).href;
  const { gameNames: names, loadKit: load } = (await import(module)) as GamesModule;
  served = await serve({
    games: { names, load, module },
    site: inject('siteFolder'),
    siteGames: unwrap(await gamesScript(FILE)),
  });
});
afterAll(() => served.close());

const openLesson = async (game: string) => {
  const seen = await openAt(`/learn/${game}`, {}, served.url);
  await seen.page
    .locator('kifu-lesson kifu-board [role=gridcell]')
    .first()
    .waitFor({ state: 'attached' });
  return seen;
};

const stepsOf = (page: Page): Promise<LessonStep[]> =>
  page.evaluate(() => {
    const lesson = document.querySelector('kifu-lesson') as unknown as {
      guide: { lesson: LessonStep[] };
    };
    return lesson.guide.lesson.map(({ name, solution }) => ({ name, solution })) as LessonStep[];
  });

const type = async (page: Page, move: string) => {
  await page.locator('kifu-lesson .typed input').fill(move);
  await page.keyboard.press('Enter');
};

describe.each(gameNames())('%s', game => {
  test('its lesson is done step by step', async () => {
    const seen = await openLesson(game);
    const { page } = seen;
    const steps = await stepsOf(page);
    for (const [i, { solution }] of steps.entries()) {
      await page.locator('.steps [aria-current]', { hasText: `${i + 1}` }).waitFor();
      for (const move of solution) await type(page, move);
      await page.locator(`.steps li:nth-child(${i + 1}) .done`).waitFor();
      const next = page.getByRole('button', { name: 'Next step' });
      if (i + 1 < steps.length) await next.click();
    }
    await page.getByText('Lesson finished.').waitFor();
    // it is remembered
    await page.reload();
    await page
      .locator('.steps .done')
      .nth(steps.length - 1)
      .waitFor();
    expect(await axeFinds(page)).toEqual([]);
    expect(seen.errors).toEqual([]);
    await closePage(seen);
  });
});

test('says why a move is refused, or that it is not asked for, and helps', async () => {
  const seen = await openLesson('chess');
  const { page } = seen;
  const remark = page.locator('kifu-lesson .remark');
  await type(page, 'd4e6');
  await expect.poll(() => remark.innerText()).toBe('That piece cannot move there.');
  await type(page, 'Rd8');
  await expect.poll(() => remark.innerText()).toContain('not what is asked for');
  await page.getByRole('button', { name: 'Start over' }).click();
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect.poll(() => remark.innerText()).toContain('as far as you like');
  await page.getByRole('button', { name: 'Show me' }).click();
  await expect.poll(() => remark.innerText()).toBe('Play Rxa4.');
  await page.evaluate(() => {
    const board = document.querySelector('kifu-lesson kifu-board') as KifuBoard;
    board.touch({ area: 'board', column: 3, row: 4 });
    board.touch({ area: 'board', column: 0, row: 4 });
  });
  await page.locator('.steps .done').waitFor();
  await closePage(seen);
});

test('on a phone, the game that is shown stands in sight among the others', async () => {
  const seen = await openAt('/learn/kung-fu-chess', PHONE, served.url);
  const current = seen.page.locator('.game-links [aria-current]');
  await expect.poll(async () => (await current.boundingBox())!.x, PATIENT).toBeLessThan(300);
  const { x, width } = (await current.boundingBox())!;
  expect(x).toBeGreaterThanOrEqual(0);
  expect(x + width).toBeLessThan(391);
  await closePage(seen);
});

test('spectators and readers of records are led to the rules of the game', async () => {
  const seats = ['Ann', 'Ben'].map(name => ({ type: 'you', name }) as const);
  const [ann] = await served.play({ game: 'chess', seats });
  const seen = await openAt(`/live/${ann!.invite!.id}`, {}, served.url);
  const { page } = seen;
  const link = (within: string, game: string) =>
    page.locator(`${within} a[href$="/learn/${game}"]`, { hasText: 'How to play' }).waitFor();
  await link('kifu-table', 'chess');
  unwrap(await ann!.resign());
  await page.getByRole('link', { name: 'Watch replay' }).click();
  await link('kifu-analysis', 'chess');
  // also where nothing is analyzed
  await page.goto(`${served.url}/file?src=/samples/kung-fu-chess.json`);
  await link('kifu-analysis', 'kung-fu-chess');
  expect(await page.getByRole('button', { name: 'Analyze' }).count()).toBe(0);
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test('a position of the page is tried on the board, and the lesson continues', async () => {
  const seen = await openLesson('go');
  const { page } = seen;
  await page.getByRole('button', { name: 'Try it: Capture' }).click();
  await page.getByRole('heading', { name: 'Try it: Capture' }).waitFor();
  await type(page, 'E4');
  await page.waitForFunction(
    () =>
      (document.querySelector('kifu-lesson kifu-board') as KifuBoard).position?.scene.pieces.filter(
        ({ owner }) => owner !== null,
      ).length === 4,
  );
  await page.getByRole('button', { name: 'Back to the lesson' }).click();
  await page.getByRole('heading', { name: 'First lesson' }).waitFor();
  await closePage(seen);
});

test('a game without a guide tells what its rules say', async () => {
  const seen = await openLesson('tic-tac-toe');
  const { page } = seen;
  await page.getByText('This game has no guide yet.').waitFor();
  await page.getByText('9 moves:').waitFor();
  await type(page, 'b2');
  await page.waitForFunction(
    () => (document.querySelector('kifu-lesson kifu-board') as KifuBoard).position?.seat === 1,
  );
  expect(await axeFinds(page)).toEqual([]);
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});
