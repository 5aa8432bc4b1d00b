/** `<kifu-board>` in pages of others: every game is played on it by click, drag, key and touch. */
import { gameNames } from '@kifu/games';
import type { KifuBoard } from '@kifu/viewer/board';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { axeFinds, closePage, MOVING, openPage, PATIENT, PHONE, useBrowser } from './browser.ts';

useBrowser();

/** A move as it can be made: points of the page, or words. */
interface Way {
  readonly steps: readonly (string | { readonly x: number; readonly y: number })[];
  readonly choice: string | null;
  readonly text: string;
}

const openBoard = async (game: string, options = {}) => {
  const seen = await openPage(`board?game=${game}`, options);
  await seen.page.locator('kifu-board .picture svg .piece').first().waitFor({ state: 'attached' });
  await seen.page.waitForFunction(
    () => (document.querySelector('kifu-board') as KifuBoard).position !== null,
  );
  return seen;
};

/** How many moves there are now, and the way to make one of them. */
const wayOf = (page: Page, pick: number): Promise<Way | null> =>
  page.evaluate(pick => {
    const board = document.querySelector('kifu-board') as KifuBoard;
    const { kit, scene, seat, legal, state } = board.position!;
    const move = legal[pick % legal.length];
    if (seat === null || move === undefined) return null;
    const { path, choice } = kit.touch!(move, seat, scene);
    return {
      steps: path.map(place => (typeof place === 'string' ? place : board.centerOf(place[0])!)),
      choice: choice?.label ?? null,
      text: kit.notations[0]!.format(state, move),
    };
  }, pick);

/** Something that changes with every move. */
const positionOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { kit, state } = (document.querySelector('kifu-board') as KifuBoard).position!;
    return JSON.stringify(kit.game.states.canon(state));
  });

async function makeMove(page: Page, { steps, choice }: Way, isTouch = false): Promise<void> {
  for (const step of steps) {
    if (typeof step === 'string')
      await page.locator('kifu-board .words button', { hasText: step }).click();
    else if (isTouch) {
      await page.touchscreen.tap(step.x, step.y);
      // a small cell is aimed at first, and played by a second touch
      if ((await page.locator('kifu-board .aim').count()) > 0)
        await page.touchscreen.tap(step.x, step.y);
    } else await page.mouse.click(step.x, step.y);
  }
  const chooser = page.locator('kifu-board .chooser');
  if (choice !== null && (await chooser.count()) > 0)
    await chooser
      .locator(`button[aria-label="${choice}"], button:text-is("${choice}")`)
      .first()
      .click();
}

/** What is held for everybody already is put down first, so that a way begins at its beginning. */
const putDown = (page: Page) =>
  page.evaluate(() => void (document.querySelector('kifu-board') as KifuBoard).drop());

describe.each(gameNames())('%s', game => {
  test.each(['click', 'touch'])('is played by %s', async how => {
    const isTouch = how === 'touch';
    const seen = await openBoard(game, isTouch ? PHONE : {});
    const { page } = seen;
    for (let n = 0; n < (isTouch ? 4 : 12); n++) {
      const way = await wayOf(page, 7 * n + 3);
      if (way === null) break;
      const before = await positionOf(page);
      await putDown(page);
      await makeMove(page, way, isTouch);
      await expect.poll(() => positionOf(page), { ...PATIENT, message: way.text }).not.toBe(before);
    }
    if (!isTouch) expect(await axeFinds(page), 'axe finds nothing').toEqual([]);
    expect(seen.errors).toEqual([]);
    await closePage(seen);
  });
});

test('a piece is dragged, and goes back where it may not go', async () => {
  const seen = await openBoard('chess', MOVING);
  const { page } = seen;
  const drag = async (from: string, to: string) => {
    const [a, b] = await page.evaluate(
      cells => {
        const board = document.querySelector('kifu-board') as KifuBoard;
        return cells.map(
          ([column, row]) => board.centerOf({ area: 'board', column: column!, row: row! })!,
        );
      },
      [from, to].map(name => [name.charCodeAt(0) - 97, 8 - Number(name[1])]),
    );
    await page.mouse.move(a!.x, a!.y);
    await page.mouse.down();
    await page.mouse.move((a!.x + b!.x) / 2, (a!.y + b!.y) / 2, { steps: 4 });
    await page.mouse.move(b!.x, b!.y, { steps: 4 });
    await page.mouse.up();
  };
  const start = await positionOf(page);
  await drag('e2', 'e5');
  expect(await positionOf(page)).toBe(start);
  const pawn = page.locator('kifu-board [data-piece="white-pawn-e2"]');
  await expect.poll(async () => (await pawn.boundingBox())!.y, PATIENT).toBeGreaterThan(400);
  await drag('e2', 'e4');
  await expect.poll(() => positionOf(page), PATIENT).not.toBe(start);
  expect(await page.locator('kifu-board .held').count()).toBe(0);
  await closePage(seen);
});

test('is played by keys alone, and says what stands where', async () => {
  const seen = await openBoard('chess');
  const { page } = seen;
  const start = await positionOf(page);
  await page.keyboard.press('Tab');
  const label = () =>
    page.evaluate(() => document.querySelector('kifu-board')!.shadowRoot!.activeElement?.ariaLabel);
  expect(await label()).toBe('a8, black rook');
  for (const key of [...Array(6).fill('ArrowDown'), ...Array(4).fill('ArrowRight')])
    await page.keyboard.press(key);
  expect(await label()).toBe('e2, white pawn, can move');
  await page.keyboard.press('Enter');
  expect(await label()).toBe('e2, white pawn, selected');
  await page.keyboard.press('Escape');
  expect(await label()).toBe('e2, white pawn, can move');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  expect(await label()).toBe('e4, empty, can move here');
  await page.keyboard.press('Enter');
  await expect.poll(() => positionOf(page), PATIENT).not.toBe(start);
  expect(await label()).toBe('e4, white pawn');
  await closePage(seen);
});

test('moves are typed', async () => {
  const seen = await openBoard('chess');
  const type = (text: string) =>
    seen.page.evaluate(
      text => (document.querySelector('kifu-board') as KifuBoard).playText(text),
      text,
    );
  expect(await type('Nf3')).toMatchObject({ ok: true });
  expect(await type('e7e5')).toMatchObject({ ok: true });
  expect(await type('Ke6')).toMatchObject({ ok: false });
  await closePage(seen);
});

test('a tile is turned by key and by wheel', async () => {
  const seen = await openBoard('mage-duel');
  const { page } = seen;
  const held = () => page.locator('kifu-board .hints').last().innerHTML();
  const first = await held();
  expect(first).toContain('target');
  await page.keyboard.press('Tab');
  await page.keyboard.press('r');
  expect(await held()).not.toBe(first);
  const box = (await page.locator('kifu-board').boundingBox())!;
  await page.mouse.move(box.width / 2, 200);
  await page.mouse.wheel(0, -100);
  await expect.poll(held, PATIENT).toBe(first);
  await closePage(seen);
});
