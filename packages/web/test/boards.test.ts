/** Boards of games that are played: refusals, turns that are confirmed, small cells on a phone, the list of moves, and the look. */
import type { KifuBoard } from '@kifu/viewer/board';
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { closePage, newPage, type OpenedPage, PATIENT, PHONE, useBrowser } from './browser.ts';
import { hasBoard, LONG } from './matches.ts';

useBrowser();

/** A game against a bot, from the form. */
async function begin(
  game: string,
  options = {},
  change = async (_: Page) => {},
): Promise<OpenedPage> {
  const seen = await newPage(options);
  const { page } = seen;
  await page.goto(`${inject('siteUrl')}/#/new/${game}?bot`);
  await page.locator('.start-card .piece').first().waitFor({ state: 'attached' });
  await change(page);
  await page.locator('.new button[type=submit]:not(:disabled)').click();
  await hasBoard(page);
  await page.locator('.match.yours').waitFor();
  return seen;
}

/** The middle of a cell on the page. */
const pointOf = (page: Page, column: number, row: number) =>
  page.evaluate(
    ([column, row]) =>
      document
        .querySelector<KifuBoard>('kifu-table kifu-board')!
        .centerOf({ area: 'board', column: column!, row: row! })!,
    [column, row],
  );

async function click(page: Page, column: number, row: number): Promise<void> {
  const { x, y } = await pointOf(page, column, row);
  await page.mouse.click(x, y);
}

const asWhite = (page: Page) => page.locator('.chip:has([data-name=white])').click();

test(
  'a move that the rules refuse is explained at the piece and in the state line, until the next input',
  LONG,
  async () => {
    const seen = await begin('chess', { locale: 'de' }, asWhite);
    const { page } = seen;
    await click(page, 4, 6);
    await click(page, 4, 3);
    const bubble = page.locator('.bubble');
    await bubble.waitFor();
    const words = await bubble.textContent();
    expect(words).not.toMatch(/cannot/);
    expect(await page.locator('.state-line').innerText()).toContain(words);
    expect(await page.locator('.moves li.move').count()).toBe(0);
    // a piece that has no move says why
    await click(page, 0, 7);
    await expect.poll(() => bubble.textContent(), PATIENT).not.toBe(words);
    await click(page, 4, 6);
    await bubble.waitFor({ state: 'detached' });
    expect(await page.locator('.state-line').innerText()).not.toContain(words);
    expect(seen.errors).toEqual([]);
    await closePage(seen);
  },
);

test(
  'a turn of backgammon is rolled for, undone and confirmed by the player, and is one row',
  LONG,
  async () => {
    const seen = await begin('backgammon', {}, asWhite);
    const { page } = seen;
    const legal = () =>
      page.evaluate(
        () => document.querySelector<KifuBoard>('kifu-table kifu-board')!.position!.legal.length,
      );
    const button = (name: string) => page.locator('.turn-acts').getByRole('button', { name });
    await button('Roll').waitFor();
    expect(await legal()).toBe(0);
    // until then neither the list nor the head tells the roll
    const roll = page.locator('.moves li.move .rolled').last();
    expect(await roll.textContent()).toBe('…');
    expect(await page.locator('.match-head').innerText()).not.toMatch(/[1-6]-[1-6]/);
    await button('Roll').click();
    await expect.poll(() => roll.textContent(), PATIENT).toMatch(/^[1-6]{2}$/);
    await expect.poll(legal, PATIENT).toBeGreaterThan(0);
    const play = () =>
      page.evaluate(() => {
        const board = document.querySelector<KifuBoard>('kifu-table kifu-board')!;
        const { kit, legal, seat, scene } = board.position!;
        for (const place of kit.touch!(legal[0]!, seat!, scene).path)
          board.touch(typeof place === 'string' ? place : place[0]);
      });
    await play();
    await page.locator('.moves .drafted').waitFor();
    expect(await button('Confirm').isDisabled()).toBe(true);
    await button('Undo').click();
    await expect.poll(() => button('Undo').isDisabled(), PATIENT).toBe(true);
    while ((await legal()) > 0) await play();
    await button('Confirm').click();
    const row = page.locator('.moves li.move').first();
    await expect.poll(() => row.locator('.notation').count(), PATIENT).toBeGreaterThan(1);
    expect(await row.locator('.rolled').textContent()).toMatch(/^[1-6]{2}$/);
    expect(seen.errors).toEqual([]);
    await closePage(seen);
  },
);

test(
  'on a phone, a touch of a small cell aims, and another plays; the game has the whole screen',
  LONG,
  async () => {
    const seen = await begin('go', PHONE, page =>
      page.locator('.chip:has([data-name=black])').click(),
    );
    const { page } = seen;
    expect(await page.locator('.top').isVisible()).toBe(false);
    expect(await page.locator('.tabs').isVisible()).toBe(false);
    expect(await page.locator('.match-head .leave').isVisible()).toBe(true);
    const { x, y } = await pointOf(page, 3, 3);
    await page.touchscreen.tap(x, y);
    await page.locator('.aim-acts').waitFor();
    expect(await page.locator('kifu-table .aim').count()).toBe(1);
    expect(await page.locator('.moves li.move').count()).toBe(0);
    await page.getByRole('button', { name: 'Move right' }).click();
    await page.getByRole('button', { name: 'Play E16' }).click();
    await page.locator('.moves li.move').first().waitFor();
    expect(await page.locator('.moves li.move .notation').first().textContent()).toBe('E16');
    expect(await page.locator('.aim-acts').count()).toBe(0);
    expect(seen.errors).toEqual([]);
    await closePage(seen);
  },
);

test('an offer is a mark at the last move, which stays marked on the board', LONG, async () => {
  const seen = await begin('chess', {}, asWhite);
  const { page } = seen;
  await page.locator('.typed input').fill('e4');
  await page.keyboard.press('Enter');
  await page.locator('.moves li.move').nth(1).waitFor();
  await page.locator('.match.yours').waitFor();
  const marks = () => page.locator('kifu-table .mark.to').getAttribute('transform');
  const before = await marks();
  await page.getByRole('button', { name: 'Draw' }).click();
  await page.locator('.moves .act-mark').waitFor();
  expect(await page.locator('.moves li.move').count()).toBe(2);
  expect(await page.locator('.moves li.move .round').allTextContents()).toEqual(['1']);
  expect(await marks()).toBe(before);
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test(
  'board themes and sets of pieces are chosen by their pictures, and change the board',
  LONG,
  async () => {
    const seen = await newPage();
    const { page } = seen;
    await page.goto(`${inject('siteUrl')}/#/settings`);
    await expect.poll(() => page.locator('kifu-look svg').count(), PATIENT).toBe(9);
    await page.getByRole('radio', { name: 'Dusk' }).check();
    await page.getByRole('radio', { name: 'Letters' }).check();
    await page.goto(`${inject('siteUrl')}/#/new/chess?here`);
    await page.locator('.new button[type=submit]:not(:disabled)').click();
    await hasBoard(page);
    const letters = page.locator('kifu-table kifu-board .piece text');
    await expect.poll(() => letters.count(), PATIENT).toBe(32);
    const light = await page.evaluate(() =>
      getComputedStyle(document.querySelector('kifu-table kifu-board')!).getPropertyValue(
        '--kifu-light',
      ),
    );
    expect(light).toContain('#dcd6e6');
    expect(seen.errors).toEqual([]);
    await closePage(seen);
  },
);
