/** Matches on the site: at one screen, and between browsers over a server; what can be done in them, and what becomes of them. */

import type { KifuBoard } from '@kifu/viewer/board';
import type { Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { inMemory, serve } from '../../server/test/serve.ts';
import type { KifuPlayArea } from '../src/play/play-area.ts';
import { closePage, newPage, type OpenedPage, PATIENT, PHONE, useBrowser } from './browser.ts';
import {
  begin,
  hasBoard,
  isOver,
  LONG,
  meet,
  moves,
  openAt,
  typeMove,
  useServer,
} from './matches.ts';

useBrowser();
useServer();

test('at one screen all seats move in turn, moves are taken back and looked at', async () => {
  const { page, errors } = await openAt('/new/chess?here');
  await begin(page);
  await hasBoard(page);
  for (const move of ['e4', 'e5', 'Nf3']) await typeMove(page, move);
  // a move is listed once it is stored
  await expect.poll(() => moves(page), PATIENT).toEqual(['e4', 'e5', 'Nf3']);
  await page.getByRole('button', { name: 'Previous move' }).click();
  await page.getByRole('button', { name: 'Continue from here' }).waitFor();
  await page.getByRole('button', { name: 'Latest move' }).click();
  await page.getByRole('button', { name: 'Takeback' }).click();
  await page.locator('.state-line', { hasText: 'White to move' }).waitFor();
  await typeMove(page, 'Nc3');
  await expect.poll(async () => (await moves(page)).at(-1), PATIENT).toBe('Nc3');
  // the match is there again after the page is loaded anew
  await page.reload();
  await hasBoard(page);
  expect((await moves(page)).at(-1)).toBe('Nc3');
  expect(errors).toEqual([]);
  await page.context().close();
});

test('at one screen nobody is named twice, and the line says what was played alone', async () => {
  const { page } = await openAt('/new/chess?here');
  await begin(page);
  await hasBoard(page);
  await typeMove(page, 'e4');
  await page.locator('.state-line', { hasText: 'Black to move' }).waitFor();
  expect(await page.locator('.state-line .small').innerText()).toBe('pawn to e4');
  const names = await page.locator('.strip-row .grow').allInnerTexts();
  expect(names.map(name => name.trim().toLowerCase()).sort()).toEqual(['black', 'white']);
  await page.context().close();
});

test('an invite that only this computer can open says so, and shows no code for phones', async () => {
  const { page } = await openAt('/new/chess');
  await begin(page);
  await page.locator('.invite').waitFor();
  const note = page.getByRole('note').filter({ hasText: 'Only this computer can open the link' });
  expect(await note.count()).toBe(1);
  expect(await note.innerText()).toContain('--host 0.0.0.0');
  expect(await page.locator('.invite .qr').count()).toBe(0);
  await page.context().close();
});

test('a hidden hand is shown only after its player asks for it', async () => {
  const { page } = await openAt('/new/dominos?here');
  await begin(page);
  await hasBoard(page);
  const looks = () =>
    page.evaluate(() => {
      const { scene } = (document.querySelector('kifu-table kifu-board') as KifuBoard).position!;
      return scene.pieces.filter(({ look }) => look === 'tile-back').length;
    });
  await page.locator('.curtain').waitFor();
  expect(await looks()).toBe(14);
  await page.locator('.curtain button').click();
  await page.locator('.curtain').waitFor({ state: 'detached' });
  await expect.poll(looks, PATIENT).toBe(7);
  await page.context().close();
});

test('a match is tried again from a position, and replayed in the page', LONG, async () => {
  const { page, errors } = await openAt('/new/chess?here');
  await begin(page);
  await hasBoard(page);
  for (const move of ['f3', 'e5', 'g4', 'Qh4']) await typeMove(page, move);
  await isOver(page);
  expect(await page.locator('.state-line b').textContent()).toContain('checkmate');
  await page.getByRole('button', { name: 'Watch replay' }).click();
  await page.locator('kifu-viewer .picture > svg').waitFor();
  await page.goBack();
  await hasBoard(page);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('button', { name: 'Continue from here' }).click();
  await expect.poll(() => moves(page), PATIENT).toEqual([]);
  await typeMove(page, 'a4');
  await expect.poll(() => moves(page), PATIENT).toEqual(['a4']);
  expect(errors).toEqual([]);
  await page.context().close();
});

const white = (page: Page) => page.getByRole('button', { name: 'white' }).click();

describe('two players on a server', () => {
  test('talk, offer a draw, take back, pause and play a rematch', LONG, async () => {
    const [ada, ben] = (await meet('chess', { change: white })) as [OpenedPage, OpenedPage];
    await typeMove(ada.page, 'e4');
    await typeMove(ben.page, 'c5');
    await ada.page.locator('.match.yours').waitFor(); // who talks at once may be heard before the move
    await ben.page.getByPlaceholder('Write a message').fill('Good luck');
    await ben.page.keyboard.press('Enter');
    await ada.page.locator('.talk li', { hasText: 'Good luck' }).waitFor();
    expect(await ada.page.locator('.talk .at').textContent()).toBe('1… c5');

    await ada.page.getByRole('button', { name: 'Draw' }).click();
    await ben.page.getByRole('button', { name: 'Decline' }).click();
    await ada.page.locator('.match.yours').waitFor();

    await ben.page.getByRole('button', { name: 'Takeback' }).click();
    await ada.page.getByRole('button', { name: 'Accept' }).click();
    await ben.page.locator('.match.yours').waitFor();
    await typeMove(ben.page, 'e5');

    await ada.page.locator('.match.yours').waitFor(); // who has not seen the move is refused
    await ada.page.getByRole('button', { name: 'Pause' }).click();
    await ben.page.locator('.state-box .btn', { hasText: 'Pause' }).click();
    for (const { page } of [ada, ben])
      await page.getByRole('button', { name: 'Resume', exact: true }).click();
    await ada.page.locator('.match.yours').waitFor();

    await ada.page.getByRole('button', { name: 'Resign' }).click();
    await ada.page.locator('.state-box .btn', { hasText: 'Resign' }).click();
    await Promise.all([isOver(ada.page), isOver(ben.page)]);
    expect(await ben.page.locator('.state-line b').textContent()).toContain('You won');
    await ada.page.getByRole('button', { name: 'Rematch' }).click();
    await ben.page.getByText('Ada wants a rematch').waitFor();
    await ben.page.getByRole('button', { name: 'Rematch' }).click();
    await ben.page.locator('.match.yours').waitFor(LONG); // seats have turned
    await typeMove(ben.page, 'd4');
    await ada.page.locator('.match.yours').waitFor();
    expect([...ada.errors, ...ben.errors]).toEqual([]);
    await closePage(ada);
    await closePage(ben);
  });

  test(
    'moves are planned on the board while the other thinks, and played for who is away',
    LONG,
    async () => {
      const change = async (page: Page) => {
        await white(page);
        await page.locator('.chip', { hasText: '1 day' }).click();
      };
      const [ada, ben] = (await meet('chess', { change })) as [OpenedPage, OpenedPage];
      await typeMove(ada.page, 'e4');
      const plan = async (...line: readonly string[]) => {
        await ada.page.getByRole('button', { name: 'Add conditional moves' }).click();
        for (const [i, move] of line.entries()) {
          await ada.page.evaluate(
            text => (document.querySelector('kifu-table kifu-board') as KifuBoard).playText(text),
            move,
          );
          const shown = line.slice(0, i + 1).join(' ');
          await ada.page.locator('.plans p .notation', { hasText: shown }).waitFor();
        }
        await ada.page.getByRole('button', { name: 'Save' }).click();
      };
      const lines = ada.page.locator('.plans li .notation');
      await plan('e5', 'Nf3');
      await plan('c5', 'c3');
      await expect
        .poll(() => lines.allTextContents(), PATIENT)
        .toEqual(['if e5 then Nf3', 'if c5 then c3']);
      await ada.page.getByRole('button', { name: 'Delete: if c5 then c3' }).click();
      await expect.poll(() => lines.allTextContents(), PATIENT).toEqual(['if e5 then Nf3']);
      await ada.page.reload();
      await hasBoard(ada.page);
      await expect.poll(() => lines.allTextContents(), PATIENT).toEqual(['if e5 then Nf3']);
      expect(await ben.page.locator('.plans').count()).toBe(0);
      await closePage(ada);
      await typeMove(ben.page, 'e5');
      await expect.poll(() => moves(ben.page), PATIENT).toEqual(['e4', 'e5', 'Nf3']);
      expect([...ada.errors, ...ben.errors]).toEqual([]);
      await closePage(ben);
    },
  );

  test('a move ahead is played as soon as it is legal, and spectators see it', async () => {
    const [ada, ben] = (await meet('chess', { change: white })) as [OpenedPage, OpenedPage];
    const eve = await newPage();
    await eve.page.goto(ada.page.url());
    await hasBoard(eve.page);
    const play = (page: Page, from: readonly number[], to: readonly number[]) =>
      page.evaluate(
        ([a, b]) => {
          const board = document.querySelector('kifu-table kifu-board') as KifuBoard;
          for (const [column, row] of [a!, b!])
            board.touch({ area: 'board', column: column!, row: row! });
        },
        [from, to],
      );
    await play(ben.page, [4, 1], [4, 3]);
    await ben.page.getByText('Premove: e5').waitFor();
    await typeMove(ada.page, 'e4');
    for (const { page } of [ada, eve])
      await expect.poll(() => moves(page), PATIENT).toEqual(['e4', 'e5']);
    await ada.page.locator('.match.yours').waitFor();
    expect(await eve.page.locator('.acts button').count()).toBe(0);
    for (const seen of [ada, ben, eve]) await closePage(seen);
  });

  test('two tabs of one player have the same seat', async () => {
    const [ada, ben] = (await meet('chess', { change: white })) as [OpenedPage, OpenedPage];
    const tab = await ada.page.context().newPage();
    await tab.goto(ada.page.url());
    await hasBoard(tab);
    await typeMove(tab, 'd4');
    await ben.page.locator('.match.yours').waitFor();
    await expect.poll(() => moves(ada.page), PATIENT).toEqual(['d4']);
    for (const seen of [ada, ben]) await closePage(seen);
  });
});

test('after the server has been killed and started again the match continues', LONG, async () => {
  const stores = inMemory();
  const first = await serve({ site: inject('siteFolder'), stores });
  const [ada, ben] = (await meet('chess', { change: white, url: first.url })) as [
    OpenedPage,
    OpenedPage,
  ];
  await typeMove(ada.page, 'e4');
  await ben.page.locator('.match.yours').waitFor();
  const port = Number(new URL(first.url).port);
  await first.close();
  await ben.page.locator('.match.lost').waitFor(PATIENT);
  expect(await ben.page.locator('.state-line').textContent()).toContain('Connection lost');
  const second = await serve({ site: inject('siteFolder'), stores }, port);
  await ben.page.locator('.match.yours').waitFor(LONG);
  await typeMove(ben.page, 'e5');
  await ada.page.locator('.match.yours').waitFor(LONG);
  expect((await moves(ada.page)).slice(0, 2)).toEqual(['e4', 'e5']);
  await closePage(ada);
  await closePage(ben);
  await second.close();
});

test('a rematch can be asked for as soon as the server has put the match away', LONG, async () => {
  const stores = inMemory();
  const { vault } = stores;
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const slow: typeof vault = {
    ...vault,
    async put(kind, ...more) {
      if (kind === 'past') await mayEnd;
      return vault.put(kind, ...more);
    },
  };
  const served = await serve({ site: inject('siteFolder'), stores: { ...stores, vault: slow } });
  const [ada, ben] = (await meet('chess', { url: served.url })) as [OpenedPage, OpenedPage];
  await ada.page.getByRole('button', { name: 'Resign' }).click();
  await ada.page.locator('.state-box .btn', { hasText: 'Resign' }).click();
  await ada.page.waitForFunction(
    () => (document.querySelector('kifu-table') as KifuPlayArea).match?.replay?.isEnded,
  );
  const rematch = ada.page.getByRole('button', { name: 'Rematch' });
  expect(await rematch.isDisabled()).toBe(true);
  end();
  await rematch.click();
  await ben.page.getByText('Ada wants a rematch').waitFor();
  await closePage(ada);
  await closePage(ben);
  await served.close();
});

test('a phone has board, clocks and acts without scrolling sideways', async () => {
  const { page } = await openAt('/new/chess?bot', PHONE);
  await begin(page);
  await hasBoard(page);
  const [wide, room] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    innerWidth,
  ]);
  expect(wide).toBeLessThanOrEqual(room!);
  const box = (await page.locator('kifu-board').boundingBox())!;
  expect(box.width).toBeGreaterThan(380);
  await page.context().close();
});
