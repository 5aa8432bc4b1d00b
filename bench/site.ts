/**
 * The site in headless Chromium, served over loopback: how soon a board can be played on, how long from a touch to the painted move
 * in the page and over a server, and how many frames a second a player of four sees in Kung Fu Chess.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LiveMatch, takeSeat } from '@kifu/client';
import { luckFrom, unwrap } from '@kifu/core';
import { presentOf } from '@kifu/record/match';
import { type Browser, chromium, type Page } from 'playwright-core';
import { type Served, serve } from '../packages/server/test/serve.ts';
import { buildSite } from '../packages/web/src/build-site.ts';
import { findChromium } from '../packages/web/test/chromium.ts';
import { SWITCHES } from '../packages/web/test/setup.ts';
import type { Figure } from './measure.ts';

const ROUNDS = 7;
const MOVES = 40;
const FRAMES_MS = 5000;
/** How often each player of Kung Fu Chess gives a command. */
const COMMAND_MS = 200;

export async function* bench(): AsyncGenerator<Figure> {
  const folder = await mkdtemp(join(tmpdir(), 'kifu-bench-site-'));
  await buildSite(folder);
  const served = await serve({
    site: folder,
    limits: { requestBurst: 1e6, requestsPerMinute: 1e9 },
  });
  const browser = await chromium.launch({ executablePath: findChromium(), args: SWITCHES });
  try {
    yield await playable(browser, served.url);
    yield await inPage(browser, served.url);
    yield* overServer(browser, served.url);
    yield await frames(browser, served);
    yield await framesOfFour(browser, served.url);
  } finally {
    await browser.close();
    await served.close();
    await rm(folder, { recursive: true });
  }
}

const figure = (name: string, unit: string, ours: number): Figure => ({
  ...{ bench: 'site', figure: name, unit, peer: null, theirs: null, ratio: null },
  ours: Math.round(100 * ours) / 100,
});

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))]!;

async function open(browser: Browser, url: string): Promise<Page> {
  // questions are asked in text, which the policy of the site forbids
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    bypassCSP: true,
  });
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

const hasBoard = (page: Page) =>
  page.locator('kifu-table kifu-board .piece').first().waitFor({ state: 'attached' });

async function begin(page: Page): Promise<void> {
  await page.locator('.new button[type=submit]:not(:disabled)').click();
}

/** From the start of the load of a match at one screen until its board takes moves. */
async function playable(browser: Browser, url: string): Promise<Figure> {
  const page = await open(browser, `${url}/new/chess?here`);
  await begin(page);
  await hasBoard(page);
  const address = page.url();
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const fresh = await page.context().newPage();
    await fresh.addInitScript(`{
      const look = () => {
        const board = document.querySelector('kifu-table kifu-board');
        if (board?.position?.legal.length > 0 && board.shadowRoot.querySelector('.piece')) globalThis.playableMs = performance.now();
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    }`);
    await fresh.goto(address);
    await fresh.waitForFunction('globalThis.playableMs > 0');
    if (round > 0) times.push(await fresh.evaluate('globalThis.playableMs'));
    await fresh.close();
  }
  await page.context().close();
  return figure('playable-board', 'ms', quantile(times, 0.5));
}

/** Plays moves by touching places, and takes the time until the frame after the one in which the piece stands elsewhere. */
const TOUCH_MS = `async () => {
  const board = document.querySelector('kifu-table kifu-board');
  while (!(board.position?.seat !== null && board.position?.legal.length > 0)) await new Promise(requestAnimationFrame);
  const { kit, seat, scene, legal } = board.position;
  const { path } = kit.touch(legal[Math.floor(Math.random() * legal.length)], seat, scene);
  const from = performance.now();
  const before = board.position;
  for (const place of path) board.touch(typeof place === 'string' ? place : place[0]);
  while (board.position === before) await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  return performance.now() - from;
}`;

async function inPage(browser: Browser, url: string): Promise<Figure> {
  const page = await open(browser, `${url}/new/chess?here`);
  await begin(page);
  await hasBoard(page);
  const times: number[] = [];
  for (let n = 0; n < MOVES; n++) times.push(await page.evaluate(`(${TOUCH_MS})()`));
  await page.context().close();
  return figure('input-to-painted-move-p95', 'ms', quantile(times, 0.95));
}

/** A page that has invited so many others to a match. */
async function openFor(
  browser: Browser,
  url: string,
  game: string,
  players: number,
): Promise<Page> {
  const page = await open(browser, `${url}/new/${game}`);
  await page.locator('.preview .piece').first().waitFor({ state: 'attached' });
  if (players > 2) await page.getByRole('button', { name: `${players}`, exact: true }).click();
  await begin(page);
  await page.locator('.invite').waitFor();
  return page;
}

async function invite(
  browser: Browser,
  url: string,
  game: string,
  players: number,
): Promise<Page[]> {
  const first = await openFor(browser, url, game, players);
  const pages = [first];
  while (pages.length < players) {
    const page = await open(browser, first.url());
    await page.locator('.join button[type=submit]').click();
    pages.push(page);
  }
  await Promise.all(pages.map(hasBoard));
  return pages;
}

/** From the touch in one browser until it has painted the move, and until the other has. */
async function* overServer(browser: Browser, url: string): AsyncGenerator<Figure> {
  const pages = await invite(browser, url, 'chess', 2);
  await Promise.all(
    pages.map(page =>
      page.evaluate(`{
        let shown = 0;
        const look = () => {
          const moves = document.querySelectorAll('.moves li.move').length;
          if (moves !== shown) { shown = moves; globalThis.paintedAt = performance.timeOrigin + performance.now(); }
          requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }`),
    ),
  );
  const own: number[] = [];
  const others: number[] = [];
  const canMove = `document.querySelector('kifu-table kifu-board').position?.legal.length > 0`;
  for (let n = 0; n < MOVES; n++) {
    const isFirst = await pages[0]!.evaluate<boolean>(canMove);
    const [mover, other] = isFirst ? pages : pages.toReversed();
    await mover!.waitForFunction(canMove);
    const { from, paintedMs } = await mover!.evaluate<{ from: number; paintedMs: number }>(
      `(${TOUCH_AND_SEE})()`,
    );
    own.push(paintedMs);
    await other!.waitForFunction(`globalThis.paintedAt > ${from}`);
    others.push((await other!.evaluate<number>('globalThis.paintedAt')) - from);
    await other!.waitForFunction(`${canMove} || document.querySelector('.match.over') !== null`);
    if ((await other!.locator('.match.over').count()) > 0) break;
  }
  for (const page of pages) await page.context().close();
  yield figure('live-input-to-painted-move-p95', 'ms', quantile(own, 0.95));
  yield figure('live-input-to-move-painted-by-the-other-p95', 'ms', quantile(others, 0.95));
}

/** Touches the places of a move, and waits for the frame after the one in which a piece stands elsewhere. */
const TOUCH_AND_SEE = `async () => {
  const board = document.querySelector('kifu-table kifu-board');
  const { kit, seat, scene, legal } = board.position;
  const { path } = kit.touch(legal[Math.floor(Math.random() * legal.length)], seat, scene);
  const places = () => Array.from(board.shadowRoot.querySelectorAll('.piece'), piece => piece.dataset.piece + piece.style.transform).join();
  const before = places();
  const start = performance.now();
  for (const place of path) board.touch(typeof place === 'string' ? place : place[0]);
  while (places() === before) await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  return { from: performance.timeOrigin + start, paintedMs: performance.now() - start };
}`;

/** Gives a command now and then, as a hand would. */
const PLAY_ON = `void setInterval(() => {
  const board = document.querySelector('kifu-table kifu-board');
  const { kit, seat, scene, legal } = board?.position ?? { legal: [] };
  if (legal.length === 0) return;
  board.drop();
  for (const place of kit.touch(legal[Math.floor(Math.random() * legal.length)], seat, scene).path)
    board.touch(typeof place === 'string' ? place : place[0]);
}, ${COMMAND_MS})`;

/** Frames that a page draws, in a second. */
const frameRate = (page: Page): Promise<number> =>
  page.evaluate<number>(`new Promise(resolve => {
    let frames = 0;
    const from = performance.now();
    const count = () => {
      frames++;
      if (performance.now() - from < ${FRAMES_MS}) requestAnimationFrame(count);
      else resolve((1000 * frames) / (performance.now() - from));
    };
    requestAnimationFrame(count);
  })`);

/** Frames that one of four players sees: the others play from elsewhere, so no page of theirs is drawn here. */
async function frames(browser: Browser, served: Served): Promise<Figure> {
  const page = await openFor(browser, served.url, 'kung-fu-chess', 4);
  const { pathname, hash } = new URL(page.url());
  const match = pathname.split('/').at(-1)!;
  const joinToken = hash === '' ? {} : { joinToken: hash.slice(1) };
  const lives: LiveMatch[] = [];
  while (lives.length < 3) {
    const { token } = unwrap(await takeSeat(served.url, match, { name: 'Ben', ...joinToken }));
    lives.push(await served.connect(match, { token }));
  }
  await hasBoard(page);
  await page.evaluate(PLAY_ON);
  const luck = luckFrom(7);
  const playing = setInterval(() => {
    for (const live of lives) {
      const now = presentOf(live);
      const legal = now === null ? [] : [...live.replay!.game.legal(now.state, live.seat!)];
      if (legal.length > 0) void live.play(legal[luck(legal.length)]!);
    }
  }, COMMAND_MS);
  const rate = await frameRate(page);
  clearInterval(playing);
  for (const live of lives) live.close();
  await page.context().close();
  return figure('four-players-frames', 'frames/s', rate);
}

/** The same where all four pages are drawn by one machine, which has four times the work. */
async function framesOfFour(browser: Browser, url: string): Promise<Figure> {
  const pages = await invite(browser, url, 'kung-fu-chess', 4);
  for (const page of pages) await page.evaluate(PLAY_ON);
  const rate = await frameRate(pages[0]!);
  for (const page of pages) await page.context().close();
  return figure('four-pages-frames', 'frames/s', rate);
}
