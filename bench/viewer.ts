/**
 * The viewer in headless Chromium: how much script a page loads, how soon a board is there, how long a frame works while a user
 * scrubs, and for how long verifying blocks the page. Beside it on the same PGN, in turns: `@mliebelt/pgn-viewer`.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Game } from '@kifu/core';
import { kungFuChess } from '@kifu/games/kung-fu-chess';
import { formatKifu } from '@kifu/record/json';
import { type Browser, chromium, type Page } from 'playwright-core';
import { buildSite } from '../packages/web/src/build-site.ts';
import { findChromium } from '../packages/web/test/chromium.ts';
import { serve } from '../packages/web/test/serve.ts';
import { SWITCHES } from '../packages/web/test/setup.ts';
import { kungFuMatch } from './kungfu.ts';
import { type Figure, figuresOf } from './measure.ts';
import { annotatedPgn, signedMatch } from './viewer-matches.ts';
import { NEXT_FRAME, SCRIPT_MS, WATCH_BLOCKS, watchBoard, workMs } from './viewer-page.ts';

const ROUNDS = 7;
const PEER = 'pgn-viewer';
const PEER_SCRIPT = fileURLToPath(import.meta.resolve('@mliebelt/pgn-viewer'));

export async function* bench(): AsyncGenerator<Figure> {
  const folder = await mkdtemp(join(tmpdir(), 'kifu-bench-viewer-'));
  await buildSite(folder);
  await writeFile(join(folder, 'game.pgn'), annotatedPgn());
  await writeFile(
    join(folder, 'kung-fu.json'),
    formatKifu(kungFuChess.game as Game, kungFuMatch()),
  );
  await writeFile(join(folder, 'signed.car'), await signedMatch(200));
  await writeFile(join(folder, 'peer.js'), await readFile(PEER_SCRIPT));
  await writeFile(join(folder, 'peer.html'), peerPage(annotatedPgn()));
  const served = await serve(folder);
  const browser = await chromium.launch({ executablePath: findChromium(), args: SWITCHES });
  try {
    yield* scripts(browser, served.url, folder);
    yield* boards(browser, served.url);
    yield await scrubbing(browser, served.url);
    yield await verifying(browser, served.url);
  } finally {
    await browser.close();
    await served.close();
    await rm(folder, { recursive: true });
  }
}

/** What a page with one game of chess loads until it has been checked: by the page, and by the worker. */
async function* scripts(browser: Browser, url: string, folder: string): AsyncGenerator<Figure> {
  const page = await freshPage(browser);
  const paths = new Set<string>();
  page.on('request', request => paths.add(new URL(request.url()).pathname.slice(1)));
  await page.goto(`${url}/viewer?src=samples/chess.car`);
  await page.locator('.badge.verified').waitFor();
  await page.context().close();
  const sizes = await Promise.all(
    [...paths]
      .filter(path => path.endsWith('.js'))
      .map(async path => ({ path, bytes: gzipSync(await readFile(join(folder, path))).length })),
  );
  const sum = (isOne: (path: string) => boolean) =>
    sizes.reduce((total, { path, bytes }) => total + (isOne(path) ? bytes : 0), 0);
  // what a worker loads, Vite puts among the assets
  const ours = sum(path => !path.startsWith('assets/'));
  const theirs = gzipSync(await readFile(join(folder, 'peer.js'))).length;
  yield* figures('page-script-gz', 'bytes', [ours], [theirs]);
  yield* figures('worker-script-gz', 'bytes', [sum(path => path.startsWith('assets/'))]);
}

/** When the first board stood there: from the start of the load, in turns with the peer, and from when the script had come. */
async function* boards(browser: Browser, url: string): AsyncGenerator<Figure> {
  const ours: number[] = [];
  const theirs: number[] = [];
  const afterScript: number[] = [];
  for (let round = -1; round < ROUNDS; round++) {
    const own = await firstBoard(browser, `${url}/viewer?src=game.pgn`, 'kifu-viewer');
    const other = await firstBoard(browser, `${url}/peer.html`, '#board');
    if (round < 0) continue; // warms up
    ours.push(own.boardMs);
    theirs.push(other.boardMs);
    afterScript.push(own.boardMs - own.scriptMs);
  }
  yield* figures('load-to-first-board', 'ms', ours, theirs);
  yield* figures('first-board-after-script', 'ms', afterScript);
}

/** Looks at every frame, from before anything of the page runs, for the first one with a piece in it. */
async function firstBoard(
  browser: Browser,
  address: string,
  host: string,
): Promise<{ readonly boardMs: number; readonly scriptMs: number }> {
  const page = await freshPage(browser);
  await page.addInitScript({ content: watchBoard(host) });
  await page.goto(address);
  const board = await page.waitForFunction('globalThis.boardMs');
  const scriptMs = (await page.evaluate(SCRIPT_MS)) as number;
  const boardMs = (await board.jsonValue()) as number;
  await page.context().close();
  return { boardMs, scriptMs };
}

/** How often the pointer moves. */
const STEPS = 300;

/** Work of the page for each movement of a pointer that drags through 20,000 ticks: the 95th of a hundred. */
async function scrubbing(browser: Browser, url: string): Promise<Figure> {
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
    await nextFrame(page);
    costs.push((await workMs(session)) - before);
  }
  await page.mouse.up();
  await page.context().close();
  costs.sort((a, b) => a - b);
  return figures('scrub-work-p95', 'ms', [costs[Math.floor(0.95 * costs.length)]!])[0]!;
}

const nextFrame = (page: Page): Promise<unknown> => page.evaluate(NEXT_FRAME);

/** For how long the page could do nothing at a stretch, from the first board until a signed game of 100 moves is verified. */
async function verifying(browser: Browser, url: string): Promise<Figure> {
  const longest: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const page = await freshPage(browser);
    await page.addInitScript({ content: WATCH_BLOCKS });
    await page.goto(`${url}/viewer?src=signed.car`);
    const done = await page.waitForFunction('globalThis.verified');
    const found = (await done.jsonValue()) as { verdict: string; worstMs: number };
    if (found.verdict !== 'verified') throw new Error(`the match is ${found.verdict}`);
    longest.push(found.worstMs);
    await page.context().close();
  }
  return figures('verify-longest-block', 'ms', longest)[0]!;
}

async function freshPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1000, height: 800 } });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  return page;
}

const figures = (
  figure: string,
  unit: string,
  ours: readonly number[],
  theirs?: readonly number[],
): Figure[] =>
  figuresOf(
    { bench: 'viewer', figure, unit },
    ours,
    theirs === undefined ? {} : { [PEER]: theirs },
  );

const peerPage = (pgn: string): string => `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><title>A game</title></head>
  <body>
    <div id="board"></div>
    <script src="./peer.js"></script>
    <script>PGNV.pgnView('board', { pgn: ${JSON.stringify(pgn)}, pieceStyle: 'merida' });</script>
  </body>
</html>`;
