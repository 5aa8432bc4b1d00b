/**
 * The viewer in headless Chromium: how much script a page loads, beside `@mliebelt/pgn-viewer`, how soon a board is there, how long a frame
 * works while a user scrubs, and for how long verifying blocks the page.
 */
import { mkdtempDisposableSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { cidOf, type Game } from '@kifu/core';
import { kungFuChess } from '@kifu/games/kung-fu-chess';
import { headOf, nodesOf } from '@kifu/record';
import { writeCar } from '@kifu/record/car';
import { formatKifu } from '@kifu/record/json';
import type { Browser, CDPSession } from 'playwright-core';
import { buildSite } from '../packages/web/src/build-site.ts';
import { serve } from '../packages/web/test/serve.ts';
import { freshPage, launch, msUntil } from './browser.ts';
import { kungFuMatch } from './kungfu.ts';
import { type Figure, figuresOf, progress, quantile, sumOf, takeTurns } from './measure.ts';
import { signedMatch } from './records.ts';

const ROUNDS = 7;
const PEER_SCRIPT = fileURLToPath(import.meta.resolve('@mliebelt/pgn-viewer'));

export async function* bench(): AsyncGenerator<Figure> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'kifu-bench-'));
  progress('building the site');
  await buildSite(folder.path);
  const kungFu = formatKifu(kungFuChess.game as Game, kungFuMatch());
  await writeFile(join(folder.path, 'kung-fu.json'), kungFu);
  await writeFile(join(folder.path, 'signed.car'), await signedCar(200));
  const served = await serve(folder.path);
  await using browser = await launch();
  try {
    yield* await scripts(browser, served.url, folder.path);
    yield* await boards(browser, served.url);
    yield* await scrubbing(browser, served.url);
    yield* await verifying(browser, served.url);
  } finally {
    await served.close();
  }
}

/** A match of so many moves, every one of them signed by its player and by a referee. */
async function signedCar(plies: number): Promise<Uint8Array> {
  const { chain } = await signedMatch(7, plies, true);
  const blocks = nodesOf(chain).map(bytes => ({ cid: cidOf('dag-cbor', bytes), bytes }));
  return writeCar([headOf(chain)], blocks);
}

/** What a page with one game of chess loads until it has been checked: by the page, and by the worker. */
async function scripts(browser: Browser, url: string, folder: string): Promise<Figure[]> {
  progress('page-script-gz');
  const page = await freshPage(browser);
  const paths = new Set<string>();
  page.on('request', request => paths.add(new URL(request.url()).pathname.slice(1)));
  await page.goto(`${url}/viewer?src=samples/chess.car`);
  await page.locator('.badge.verified').waitFor();
  await page.context().close();
  const sizeOf = async (path: string) => gzipSync(await readFile(path)).length;
  const sum = async (isOne: (path: string) => boolean) => {
    const wanted = [...paths].filter(path => path.endsWith('.js') && isOne(path));
    return sumOf(await Promise.all(wanted.map(path => sizeOf(join(folder, path)))));
  };
  // what a worker loads, Vite puts among the assets
  const own = await sum(path => !path.startsWith('assets/'));
  const worker = await sum(path => path.startsWith('assets/'));
  const peers = { 'pgn-viewer': [await sizeOf(PEER_SCRIPT)] };
  return [
    ...figuresOf('page-script-gz', 'bytes', [own], peers),
    ...figuresOf('worker-script-gz', 'bytes', [worker]),
  ];
}

const HAS_PIECE = `document.querySelector('kifu-viewer')?.shadowRoot?.querySelector('.piece')`;

/** When the script of the viewer had come. */
const SCRIPT_MS = `performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/kifu-viewer.js')).responseEnd`;

/** When the first board stood there, from when the script had come. */
async function boards(browser: Browser, url: string): Promise<Figure[]> {
  const figure = 'first-board-after-script';
  const { ours } = await takeTurns(figure, ROUNDS, {
    ours: async () => {
      const page = await freshPage(browser);
      const boardMs = await msUntil(page, `${url}/viewer?src=samples/chess.pgn`, HAS_PIECE);
      const scriptMs = await page.evaluate<number>(SCRIPT_MS);
      await page.context().close();
      return boardMs - scriptMs;
    },
  });
  return figuresOf(figure, 'ms', ours);
}

/** How often the pointer moves. */
const STEPS = 300;

/** Resolves when a frame has been drawn. */
const NEXT_FRAME = `new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null))))`;

/** Work of the page for each movement of a pointer that drags through 20,000 ticks: the 95th of a hundred. */
async function scrubbing(browser: Browser, url: string): Promise<Figure[]> {
  progress('scrub-work-p95');
  const page = await freshPage(browser);
  await page.goto(`${url}/viewer?src=kung-fu.json`);
  await page.locator('kifu-viewer .piece').first().waitFor();
  const session = await page.context().newCDPSession(page);
  // the time of the thread itself: others work on this machine too
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const box = (await page.locator('.bar').boundingBox())!;
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x, y);
  await page.mouse.down();
  const costs: number[] = [];
  for (let i = 0; i < STEPS; i++) {
    const before = await workMs(session);
    // back and forth, and never far from where it was
    const share = (1 - Math.cos((6 * Math.PI * i) / STEPS)) / 2;
    await page.mouse.move(box.x + share * box.width, y);
    await page.evaluate(NEXT_FRAME);
    costs.push((await workMs(session)) - before);
  }
  await page.mouse.up();
  await page.context().close();
  return figuresOf('scrub-work-p95', 'ms', [quantile(costs, 0.95)]);
}

const COUNTED = ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'];

/** How long the thread of a page has worked, in milliseconds. */
async function workMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return sumOf(metrics.map(({ name, value }) => (COUNTED.includes(name) ? 1000 * value : 0)));
}

/** From the first board until everything is checked, a message is sent repeatedly: between two of them the page was blocked. */
const WATCH_BLOCKS = `{
  let before = 0;
  let worst = 0;
  const channel = new MessageChannel();
  channel.port1.onmessage = () => {
    const now = performance.now();
    if (before > 0) worst = Math.max(worst, now - before);
    before = now;
    channel.port2.postMessage(null);
  };
  addEventListener('kifu-ready', () => channel.port2.postMessage(null), { once: true });
  addEventListener('kifu-check', ({ detail: { checked } }) => {
    if (!checked.isDone) return;
    channel.port1.close();
    globalThis.verified = { verdict: checked.verdict, worstMs: worst };
  });
}`;

/** For how long the page could do nothing at a stretch, from the first board until a signed game of 100 moves is verified. */
async function verifying(browser: Browser, url: string): Promise<Figure[]> {
  const figure = 'verify-longest-block';
  const { ours } = await takeTurns(figure, ROUNDS, {
    ours: async () => {
      const page = await freshPage(browser);
      await page.addInitScript({ content: WATCH_BLOCKS });
      await page.goto(`${url}/viewer?src=signed.car`);
      const done = await page.waitForFunction('globalThis.verified');
      const found = (await done.jsonValue()) as { verdict: string; worstMs: number };
      if (found.verdict !== 'verified') throw new Error(`the match is ${found.verdict}`);
      await page.context().close();
      return found.worstMs;
    },
  });
  return figuresOf(figure, 'ms', ours);
}
