/**
 * A smaller round in Firefox: home, a match against a bot, one against Chromium, a stranger found in a pool, the viewer, an analysis, a
 * puzzle, a lesson, and the library of the browser.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Puzzle } from '@kifu/bots/puzzles';
import type { LessonStep } from '@kifu/core';
import { gameNames } from '@kifu/games';
import type { KifuBoard } from '@kifu/viewer/board';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Served, serve } from '../../server/test/serve.ts';
import { closePage, PATIENT, useBrowser } from './browser.ts';
import { drive, playByItself } from './driver.ts';
import { type Firefox, type FirefoxPage, findFirefox, startFirefox } from './firefox.ts';
import { begin, hasBoard, isOver, LONG, MOST, openAt } from './matches.ts';

const path = findFirefox();
const NONE =
  'Firefox is not found: install it (Debian: apt-get install firefox-esr), or name one by FIREFOX_PATH';

describe.skipIf(path === null)(path === null ? NONE : 'in Firefox', LONG, () => {
  useBrowser();
  let firefox: Firefox;
  let served: Served;
  beforeAll(async () => {
    served = await serve({ site: inject('siteFolder'), limits: { botPauseMs: 0 } });
    firefox = await startFirefox(path!);
  });
  afterAll(async () => {
    await firefox?.close();
    await served?.close();
  });

  const open = async (at: string): Promise<FirefoxPage> => {
    const page = await firefox.newPage();
    await page.goto(`${served.url}${at}`);
    return page;
  };

  const click = (page: FirefoxPage, selector: string) =>
    page.evaluate(async selector => {
      while (document.querySelector(selector) === null) await new Promise(requestAnimationFrame);
      document.querySelector<HTMLElement>(selector)!.click();
    }, selector);

  /** Waits until an element is there, also within the viewer; gives its words. */
  const wordsOf = (page: FirefoxPage, selector: string) =>
    page.evaluate(async selector => {
      const look = () =>
        document.querySelector(selector) ??
        document.querySelector('kifu-viewer')?.shadowRoot?.querySelector(selector);
      while (look() == null) await new Promise(requestAnimationFrame);
      return look()!.textContent ?? '';
    }, selector);

  test('home has every game, and a match against a bot comes to its end', async () => {
    const page = await open('/');
    await wordsOf(page, '.game-card');
    const cards = await page.evaluate(() => document.querySelectorAll('.game-card').length, null);
    expect(cards).toBe(gameNames().length);
    await click(page, '.games .head a[href$="/new?bot"]');
    await click(page, '.new button[type=submit]:not(:disabled)');
    await wordsOf(page, 'kifu-table kifu-board');
    await page.evaluate(playByItself, { most: MOST, seed: 5 });
    await wordsOf(page, '.match.over');
    expect(page.errors).toEqual([]);
    await page.close();
  });

  /** Types a move into the field for moves that is inside an element, once it takes one. */
  const typeIn = (page: FirefoxPage, within: string, move: string) =>
    page.evaluate(
      async ([within, move]) => {
        const field = () => document.querySelector<HTMLInputElement>(`${within} .typed input`);
        while (field() === null) await new Promise(requestAnimationFrame);
        field()!.value = move!;
        field()!.form!.requestSubmit();
      },
      [within, move] as const,
    );

  test('a card of the home page starts a game against a bot, which continues after a reload', async () => {
    const page = await open('/');
    await click(page, '.game-card .play');
    await wordsOf(page, 'kifu-table kifu-board');
    await page.evaluate(playByItself, { most: 2, seed: 3 });
    await wordsOf(page, '.match.over');
    const moves = () =>
      page.evaluate(() => document.querySelectorAll('.moves li.move').length, null);
    const played = await moves();
    expect(played).toBeGreaterThan(1);
    await page.goto(await page.evaluate(() => location.href, null));
    await wordsOf(page, '.match.over');
    expect(await moves()).toBe(played);
    // one that goes on is offered on the home page
    await page.goto(`${served.url}/`);
    await click(page, '.game-card .play');
    await wordsOf(page, 'kifu-table kifu-board');
    await page.goto(`${served.url}/`);
    await click(page, '.own-games .continued > a');
    await wordsOf(page, 'kifu-table kifu-board');
    expect(page.errors).toEqual([]);
    await page.close();
  });

  test('two strangers find each other, one of them in Chromium', async () => {
    const ada = await openAt('/find/chess', {}, served.url);
    await ada.page.locator('.pool', { hasText: '5+3' }).click();
    await ada.page.locator('.searching').waitFor();
    const ben = await open('/find/chess');
    await ben.evaluate(async () => {
      const pool = () =>
        [...document.querySelectorAll<HTMLElement>('.pool')].find(({ textContent }) =>
          /5\+3.*1 waiting/s.test(textContent ?? ''),
        );
      while (pool() === undefined) await new Promise(requestAnimationFrame);
      pool()!.click();
    }, null);
    await wordsOf(ben, 'kifu-table kifu-board');
    await hasBoard(ada.page);
    expect([...ada.errors, ...ben.errors]).toEqual([]);
    await closePage(ada);
    await ben.close();
  });

  test('a puzzle and the first step of a lesson are solved', async () => {
    const { puzzles } = JSON.parse(
      readFileSync(join(import.meta.dirname, '../public/puzzles/chess.json'), 'utf8'),
    ) as { puzzles: readonly Puzzle[] };
    const { id, line } = puzzles.find(({ line }) => line.length === 1)!;
    const page = await open(`/puzzles/chess?id=${id}`);
    await wordsOf(page, '.puzzle-verdict.none');
    await page.evaluate(wanted => {
      const board = document.querySelector('.puzzle kifu-board') as KifuBoard;
      const { kit, legal, seat } = board.position!;
      const move = legal.find(one => kit.game.moves.hex.encode(one) === wanted)!;
      board.dispatchEvent(new CustomEvent('kifu-move', { detail: { seat, move, isAhead: false } }));
    }, line[0]!);
    await wordsOf(page, '.puzzle-verdict.solved');
    await page.goto(`${served.url}/learn/chess`);
    await wordsOf(page, 'kifu-lesson .typed input');
    const solution = await page.evaluate(() => {
      const lesson = document.querySelector('kifu-lesson') as unknown as {
        guide: { lesson: LessonStep[] };
      };
      return [...lesson.guide.lesson[0]!.solution];
    }, null);
    for (const move of solution) await typeIn(page, 'kifu-lesson', move);
    await wordsOf(page, '.steps li:first-child .done');
    expect(page.errors).toEqual([]);
    await page.close();
  });

  test('a game at one screen is analyzed', async () => {
    const page = await open('/new/chess?here');
    await click(page, '.new button[type=submit]:not(:disabled)');
    for (const [i, move] of ['f3', 'e5', 'g4', 'Qh4'].entries()) {
      await typeIn(page, '.match.yours', move);
      await page.evaluate(async count => {
        while (document.querySelectorAll('.moves li.move').length < count)
          await new Promise(requestAnimationFrame);
      }, i + 1);
    }
    await wordsOf(page, '.match.over');
    await page.evaluate(async () => {
      const button = () =>
        [...document.querySelectorAll<HTMLElement>('.after .btn')].find(({ textContent }) =>
          textContent?.includes('Analyze'),
        );
      while (button() === undefined) await new Promise(requestAnimationFrame);
      button()!.click();
    }, null);
    expect(await wordsOf(page, '.analysis-players')).toMatch(/\d+%/);
    expect(page.errors).toEqual([]);
    await page.close();
  });

  test('a match against a player in Chromium comes to its end', async () => {
    const ada = await openAt('/new/chess', {}, served.url);
    await begin(ada.page);
    await ada.page.locator('.invite').waitFor();
    const ben = await open(ada.page.url().slice(served.url.length));
    await click(ben, '.join button[type=submit]');
    await wordsOf(ben, 'kifu-table kifu-board');
    await drive(ada.page, { most: MOST, seed: 7 });
    await ben.evaluate(playByItself, { most: MOST, seed: 11 });
    await isOver(ada.page);
    const words = [await ada.page.locator('.state-line b').textContent()];
    words.push(await wordsOf(ben, '.match.over .state-line b'));
    const isDraw = words.every(line => line?.toLowerCase().includes('draw'));
    expect(words.filter(line => line?.startsWith('You won'))).toHaveLength(isDraw ? 0 : 1);
    expect([...ada.errors, ...ben.errors]).toEqual([]);
    await closePage(ada);
    await ben.close();
  });

  test('a file gets its verdict, is kept in the library, and is watched', async () => {
    const page = await open('/verify');
    await wordsOf(page, 'input[type=file][multiple]');
    await page.setFiles(
      () => document.querySelector('input[type=file][multiple]'),
      [`${inject('siteFolder')}/samples/chess.car`],
    );
    expect((await wordsOf(page, '.verdicts .verdict.good')).trim()).toBe('Verified');
    await page.evaluate(() => {
      const buttons = [...document.querySelectorAll('button')];
      buttons.find(({ textContent }) => textContent?.includes('Add valid games'))!.click();
    }, null);
    await page.evaluate(async () => {
      while (!document.body.textContent?.includes('1 game added to your library.'))
        await new Promise(requestAnimationFrame);
    }, null);
    await page.goto(`${served.url}/view.html?src=samples/chess.car&at=8`);
    await wordsOf(page, '.picture > svg .piece');
    await expect.poll(() => wordsOf(page, '.where b'), PATIENT).toBe('8');
    expect(page.errors).toEqual([]);
    await page.close();
  });
});
