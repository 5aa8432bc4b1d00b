/**
 * The site in headless Chromium, served over loopback: how much the first page loads, how soon a board can be played on, how long from a
 * touch to the painted move in the page and over a server, and how many frames a second a player of four sees in Kung Fu Chess.
 */
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type LiveMatch, takeSeat } from '@kifu/client';
import { rngFrom, unwrap } from '@kifu/core';
import { presentOf } from '@kifu/record/match';
import type { Browser, Page } from 'playwright-core';
import { type Served, serve } from '../packages/server/test/serve.ts';
import { buildSite } from '../packages/web/src/build-site.ts';
import { freshPage, launch, msUntil } from './browser.ts';
import { type Figure, figuresOf, progress, quantile, sumOf, takeTurns } from './measure.ts';

const ROUNDS = 7;
const MOVES = 40;
const FRAMES_MS = 5000;
/** How often each player of Kung Fu Chess gives a command. */
const COMMAND_MS = 200;

export async function* bench(): AsyncGenerator<Figure> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'kifu-bench-'));
  progress('building the site');
  await buildSite(folder.path);
  const limits = { requestBurst: 1e6, requestsPerMinute: 1e9 };
  const served = await serve({ site: folder.path, limits });
  await using browser = await launch();
  try {
    yield* await firstPage(browser, served.url);
    yield* await playable(browser, served.url);
    yield* await inPage(browser, served.url);
    yield* await overServer(browser, served.url);
    yield* await frames(browser, served);
  } finally {
    await served.close();
  }
}

/** What the first page loads until it has all, the service worker aside. */
async function firstPage(browser: Browser, url: string): Promise<Figure[]> {
  progress('first-page-gz');
  const page = await freshPage(browser);
  const bodies: Promise<Buffer>[] = [];
  page.on('response', response => {
    if (response.request().serviceWorker() === null) bodies.push(response.body());
  });
  await page.goto(url);
  await page.locator('.game-card').first().waitFor();
  await page.waitForLoadState('networkidle');
  const sizes = (await Promise.all(bodies)).map(body => gzipSync(body).length);
  await page.context().close();
  return figuresOf('first-page-gz', 'bytes', [sumOf(sizes)]);
}

async function open(browser: Browser, url: string): Promise<Page> {
  const page = await freshPage(browser);
  await page.goto(url);
  return page;
}

const hasBoard = (page: Page) =>
  page.locator('kifu-table kifu-board .piece').first().waitFor({ state: 'attached' });

const begin = (page: Page) => page.locator('.new button[type=submit]:not(:disabled)').click();

/** A page with a match at one screen. */
async function openHere(browser: Browser, url: string): Promise<Page> {
  const page = await open(browser, `${url}/new/chess?here`);
  await begin(page);
  await hasBoard(page);
  return page;
}

const BOARD = `document.querySelector('kifu-table kifu-board')`;
const CAN_MOVE = `${BOARD}?.position?.legal.length > 0`;

/** From the start of the load of a match at one screen until its board takes moves. */
async function playable(browser: Browser, url: string): Promise<Figure[]> {
  const page = await openHere(browser, url);
  const { ours } = await takeTurns('playable-board', ROUNDS, {
    ours: async () => {
      const fresh = await page.context().newPage();
      const isThere = `${CAN_MOVE} && ${BOARD}.shadowRoot.querySelector('.piece')`;
      const ms = await msUntil(fresh, page.url(), isThere);
      await fresh.close();
      return ms;
    },
  });
  await page.context().close();
  return figuresOf('playable-board', 'ms', ours);
}

/** Touches the places of a move, and waits for the frame after the one in which a piece stands elsewhere. */
const TOUCH_AND_SEE = `(async () => {
  const board = ${BOARD};
  while (!(${CAN_MOVE} && board.position.seat !== null)) await new Promise(requestAnimationFrame);
  const { kit, seat, scene, legal } = board.position;
  const { path } = kit.touch(legal[Math.floor(Math.random() * legal.length)], seat, scene);
  const places = () => Array.from(board.shadowRoot.querySelectorAll('.piece'), piece => piece.dataset.piece + piece.style.transform).join();
  const before = places();
  const start = performance.now();
  for (const place of path) board.touch(typeof place === 'string' ? place : place[0]);
  while (places() === before) await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  return { from: performance.timeOrigin + start, paintedMs: performance.now() - start };
})()`;

const touchAndSee = (page: Page) =>
  page.evaluate<{ readonly from: number; readonly paintedMs: number }>(TOUCH_AND_SEE);

async function inPage(browser: Browser, url: string): Promise<Figure[]> {
  const page = await openHere(browser, url);
  const times: number[] = [];
  for (let n = 0; n < MOVES; n++) {
    progress(`input-to-painted-move-p95: move ${n + 1} of ${MOVES}`);
    times.push((await touchAndSee(page)).paintedMs);
  }
  await page.context().close();
  return figuresOf('input-to-painted-move-p95', 'ms', [quantile(times, 0.95)]);
}

/** A page that has invited so many others to a match. */
async function openFor(
  browser: Browser,
  url: string,
  game: string,
  players: number,
): Promise<Page> {
  const page = await open(browser, `${url}/new/${game}`);
  await page.locator('.start-card .piece').first().waitFor({ state: 'attached' });
  if (players > 2) await page.getByRole('button', { name: `${players}`, exact: true }).click();
  await begin(page);
  await page.locator('.invite').waitFor();
  return page;
}

/** From the touch in one browser until it has painted the move, and until the other has. */
async function overServer(browser: Browser, url: string): Promise<Figure[]> {
  const first = await openFor(browser, url, 'chess', 2);
  const second = await open(browser, first.url());
  await second.locator('.join button[type=submit]').click();
  const pages = [first, second];
  for (const page of pages) {
    await hasBoard(page);
    await page.evaluate(`{
      let shown = 0;
      const look = () => {
        const moves = document.querySelectorAll('.moves li.move').length;
        if (moves !== shown) { shown = moves; globalThis.paintedAt = performance.timeOrigin + performance.now(); }
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    }`);
  }
  const own: number[] = [];
  const others: number[] = [];
  for (let n = 0; n < MOVES; n++) {
    progress(`live-input-to-painted-move-p95: move ${n + 1} of ${MOVES}`);
    const isFirst = await first.evaluate<boolean>(CAN_MOVE);
    const [mover, other] = (isFirst ? pages : pages.toReversed()) as [Page, Page];
    const { from, paintedMs } = await touchAndSee(mover);
    own.push(paintedMs);
    await other.waitForFunction(`globalThis.paintedAt > ${from}`);
    others.push((await other.evaluate<number>('globalThis.paintedAt')) - from);
    await other.waitForFunction(`${CAN_MOVE} || document.querySelector('.match.over') !== null`);
    if ((await other.locator('.match.over').count()) > 0) break;
  }
  for (const page of pages) await page.context().close();
  return [
    ...figuresOf('live-input-to-painted-move-p95', 'ms', [quantile(own, 0.95)]),
    ...figuresOf('live-input-to-move-painted-by-the-other-p95', 'ms', [quantile(others, 0.95)]),
  ];
}

/** Gives a command now and then, as a hand would. */
const PLAY_ON = `void setInterval(() => {
  const board = ${BOARD};
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
async function frames(browser: Browser, served: Served): Promise<Figure[]> {
  progress('four-players-frames');
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
  const luck = rngFrom(7);
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
  return figuresOf('four-players-frames', 'frames/s', [rate]);
}
