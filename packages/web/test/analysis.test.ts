/** Moves that are tried on the board of a viewer, kept as variations; and matches that go on from a position. */
import { unwrap } from '@kifu/core';
import { readCar, writeCar } from '@kifu/record/car';
import type { KifuViewer } from '@kifu/viewer';
import type { KifuBoard } from '@kifu/viewer/board';
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import {
  closePage,
  focus,
  openPage,
  openViewer,
  PATIENT,
  shown,
  until,
  untilShown,
  useBrowser,
} from './browser.ts';
import { answerWith, readSample } from './records.ts';

useBrowser();

/** A square of the board that takes moves, as a point of the page. */
async function clickOn(page: Page, square: string): Promise<void> {
  const [column, row] = [square.charCodeAt(0) - 97, 8 - Number(square[1])];
  const board = page.locator('kifu-viewer kifu-board');
  const { x, y } = await board.evaluate((element, cell) => (element as KifuBoard).centerOf(cell)!, {
    area: 'board',
    column,
    row,
  });
  await page.mouse.click(x, y);
}

/** Waits until the board takes moves of the position that is shown. */
const untilTaking = (page: Page, seat: number): Promise<unknown> =>
  page.waitForFunction(wanted => {
    const { state, shadowRoot } = document.querySelector('kifu-viewer') as KifuViewer;
    const position = shadowRoot!.querySelector<KifuBoard>('kifu-board')?.position;
    // the board is given what is shown a little later
    const isShown = position?.scene === state.picture?.scene;
    return isShown && position?.seat === wanted && position.legal.length > 0;
  }, seat);

/** Tries another third move than the one that was played. */
async function tryD4(page: Page): Promise<void> {
  await focus(page);
  await page.keyboard.press('x');
  await untilTaking(page, 0);
  await clickOn(page, 'd2');
  await clickOn(page, 'd4');
  await untilShown(page, 3);
}

test('moves are tried anywhere in a signed match, and kept as branches', async () => {
  const seen = await openViewer({ src: 'samples/chess.car', at: '2' });
  const { page } = seen;
  const variation = page.locator('.variation .line');
  await until(page, 'verdict', 'verified');
  await tryD4(page);
  await untilTaking(page, 1);
  await clickOn(page, 'd7');
  await clickOn(page, 'd5');
  await untilShown(page, 4);
  await expect.poll(() => variation.count(), PATIENT).toBe(1);
  expect((await variation.first().textContent())!.replace(/\s+/g, '')).toBe('1.d4d5');
  // one step back, another answer: a branch within the branch
  await page.locator('[data-do=back]').click();
  await untilTaking(page, 1);
  await clickOn(page, 'e7');
  await clickOn(page, 'e6');
  await expect.poll(() => variation.locator('.line').count(), PATIENT).toBe(1);
  // the move that was played leads along the match
  await focus(page);
  await page.keyboard.press('b');
  await until(page, 'length', 47);
  await untilTaking(page, 0);
  await clickOn(page, 'e2');
  await clickOn(page, 'e4');
  await untilShown(page, 3);
  expect(await page.locator('.badge.variation').count()).toBe(0);
  // they are saved with the match
  const written = await page.locator('kifu-viewer').evaluate(async () => {
    const button = () =>
      document
        .querySelector('kifu-viewer')!
        .shadowRoot!.querySelector<HTMLElement>('[data-share="form-pgn"]');
    const saved = new Promise<string>(resolve => {
      const make = URL.createObjectURL;
      URL.createObjectURL = blob => {
        void (blob as Blob).text().then(resolve);
        return make(blob);
      };
    });
    document
      .querySelector('kifu-viewer')!
      .shadowRoot!.querySelector<HTMLElement>('[data-do=share]')!
      .click();
    while (button() === null) await new Promise(requestAnimationFrame);
    button()!.click();
    return saved;
  });
  expect(written.replace(/\s+/g, ' ')).toMatch(/1\. e4 .*\(1\. d4 d5 .*\(1\.\.\. e6\)/);
  expect((await shown(page)).verdict).toBe('verified');
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test('a match that continues leaves who tries a move where they are', async () => {
  const seen = await openPage('viewer');
  const { page } = seen;
  const { blocks } = unwrap(readCar(await readSample('chess.car')));
  const part = (count: number) => writeCar([blocks[count - 1]!.cid], blocks.slice(0, count));
  await answerWith(page, 'now.car', part(8));
  let asked = 0;
  page.on('request', request => {
    if (request.url().endsWith('/now.car')) asked++;
  });
  await page.evaluate(() => {
    const viewer = document.querySelector('kifu-viewer') as KifuViewer;
    viewer.live = true;
    viewer.at = '2';
    viewer.src = 'now.car';
  });
  await untilShown(page, 2);
  await tryD4(page);
  const before = asked;
  await expect.poll(() => asked, PATIENT).toBeGreaterThan(before + 1);
  // more moves are played meanwhile
  await answerWith(page, 'now.car', part(11));
  await page.waitForFunction(() => {
    const { main } = (document.querySelector('kifu-viewer') as KifuViewer).state;
    return main?.lines.length === 10;
  });
  expect(await page.locator('.variation .line').count()).toBe(1);
  expect(await shown(page)).toMatchObject({ n: 3, length: 3 });
  await page.locator('kifu-viewer .edge').click();
  await untilShown(page, 10);
  expect(await page.locator('.variation .line').count()).toBe(1);
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test('a match against a bot continues from what is shown', async () => {
  const seen = await openViewer({ src: 'samples/chess.pgn' });
  const { page } = seen;
  await page.goto(`${inject('siteUrl')}/#/file?src=samples/go.car&at=20`);
  await page.locator('kifu-viewer .picture > svg').waitFor();
  await untilShown(page, 20);
  await page.locator('kifu-viewer [data-do=branch]').click();
  await page.locator('form.new kifu-board').waitFor();
  await page.locator('form.new [type=submit]:not([disabled])').click();
  await page.locator('kifu-table kifu-board').waitFor();
  const stones = () =>
    page
      .locator('kifu-table kifu-board')
      .evaluate(
        board =>
          (board as KifuBoard).position?.scene.pieces.filter(({ owner }) => owner !== null)
            .length ?? 0,
      );
  await expect.poll(stones, PATIENT).toBeGreaterThanOrEqual(17);
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});
