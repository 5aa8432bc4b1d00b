/** Pages that ask a server: the library, a player, an opening, what is played now; with no errors, and nothing that axe-core finds. */
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import type { KifuViewer } from '@kifu/viewer';
import type { KifuBoard } from '@kifu/viewer/board';
import type { Response } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { inMemory, type Served, serve } from '../../server/test/serve.ts';
import { nextMoves } from '../src/site/opening/next-moves.ts';
import type { ListedMatch } from '../src/site/server.ts';
import {
  closePage,
  hold,
  KEEPING,
  newPage,
  type OpenedPage,
  PATIENT,
  untilStored,
  useBrowser,
  wrongInAnyLook,
} from './browser.ts';
import { readSample } from './records.ts';

useBrowser();

let served: Served;

const game = (white: string, black: string, moves: string, result: string) =>
  `[White "${white}"]\n[Black "${black}"]\n[Date "2024.05.01"]\n[Result "${result}"]\n\n${moves} ${result}\n\n`;

beforeAll(async () => {
  // all pages here are one guest's
  const limits = { requestsPerMinute: 1e6, requestBurst: 1e6 };
  served = await serve({ site: inject('siteFolder'), stores: inMemory(), limits });
  const many = Array.from({ length: 60 }, (_, i) =>
    game(`Ann ${i}`, 'Bob', i % 3 === 0 ? '1. d4 d5' : '1. e4 e5', i % 2 === 0 ? '1-0' : '1/2-1/2'),
  );
  for (const body of [many.join(''), await readSample('go.car')])
    await fetch(`${served.url}/api/records?keep=true`, { method: 'POST', body: body as BodyInit });
});
afterAll(() => served.close());

async function open(path: string, options = {}): Promise<OpenedPage> {
  const seen = await newPage(options);
  await seen.page.goto(`${served.url}${path}`);
  await seen.page.locator('h1').first().waitFor();
  return seen;
}

test('matches are found as the address says, drawn as far as they are in sight, and opened', async () => {
  const seen = await open('/library');
  const { page } = seen;
  await page.getByRole('heading', { name: '61 games' }).waitFor();
  expect(await page.locator('.match-row').count()).toBeLessThan(40);
  await page.getByPlaceholder('Players, events').fill('mika');
  await page.getByRole('heading', { name: '1 game', exact: true }).waitFor();
  expect(new URL(page.url()).search).toBe('?text=mika');
  await page.goto(`${served.url}/library?player=Ann+7&game=chess`);
  await page.getByRole('heading', { name: '1 game', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Remove filter: Player Ann 7' }).click();
  await page.getByRole('heading', { name: '60 games' }).waitFor();
  await page.locator('.match-row').first().press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  expect(
    await page.locator('.match-row[aria-current]').evaluate(row => row === document.activeElement),
  ).toBe(true);
  await page.keyboard.press('Enter');
  await page.locator('kifu-viewer .picture > svg').waitFor();
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test('the matches of a query are counted once, also when their order changes', async () => {
  const seen = await newPage();
  const { page } = seen;
  const counts: string[] = [];
  await page.route('**/api/library?*', async route => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), next: 'more' } });
  });
  await page.route('**/api/library/stats?*', async route => {
    counts.push(new URL(route.request().url()).search);
    await route.fulfill({ json: { matches: 777, isWhole: true, entries: 0, tallies: [] } });
  });
  await page.goto(`${served.url}/library?game=chess`);
  await page.getByRole('heading', { name: '777 games' }).waitFor();
  for (const sort of ['oldest', 'player', 'shortest']) {
    const found = page.waitForResponse(response => response.url().includes(`sort=${sort}`));
    await page.locator('.found .head > label select').selectOption(sort);
    await found;
  }
  await page.getByPlaceholder('Players, events').fill('bob');
  await expect.poll(() => counts.length, PATIENT).toBe(2);
  expect(counts).toEqual(['?game=chess&limit=0', '?game=chess&text=bob&limit=0']);
  await closePage(seen);
});

test('the result of a match is on one line, also while it is in progress', async () => {
  const seen = await newPage();
  const { page } = seen;
  await page.route('**/api/library?*', async route => {
    const answer = await (await route.fetch()).json();
    const [first, ...others] = answer.listings;
    await route.fulfill({
      json: { ...answer, listings: [{ ...first, outcome: null }, ...others] },
    });
  });
  await page.goto(`${served.url}/library?game=chess`);
  const [open, ended] = [0, 1].map(i => page.locator('.match-row .result').nth(i));
  await open!.getByText('in progress').waitFor();
  for (const width of [1280, 1000, 390]) {
    await page.setViewportSize({ width, height: 800 });
    const [height, usual] = await Promise.all(
      [open!, ended!].map(result => result.evaluate(({ clientHeight }) => clientHeight)),
    );
    expect(height, `${width}`).toBe(usual);
    expect(
      await open!.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
      `${width}`,
    ).toBe(0);
  }
  await closePage(seen);
});

test('matches that are ticked are saved as one file', async () => {
  const seen = await open('/library?player=Ann+1');
  const { page } = seen;
  await page.locator('.match-row').nth(1).focus();
  await page.keyboard.press(' ');
  await page.getByRole('checkbox', { name: 'Select Ann 15 – Bob' }).check();
  await page.getByText('Download 2', { exact: true }).click();
  await page.getByLabel('Format').selectOption('pgn');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('matches.pgn');
  const saved = await text(await download.createReadStream());
  expect(saved.match(/\[White "/g)).toHaveLength(2);
  await page.getByText('2 games downloaded.').waitFor();
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test('a list scrolls on to its last match', async () => {
  const seen = await open('/library?game=chess', { viewport: { width: 1000, height: 500 } });
  const { page } = seen;
  await page.locator('.match-row').first().waitFor();
  await page.locator('.rows').evaluate(list => list.scrollTo(0, list.scrollHeight));
  await page.locator('li[aria-posinset="60"]').waitFor();
  expect(await page.locator('li[aria-posinset="1"]').count()).toBe(0);
  await closePage(seen);
});

test('a player has a page of matches, and an opening leads to its next moves', async () => {
  const seen = await open('/players/Bob');
  const { page } = seen;
  await page.locator('.match-card').nth(11).waitFor();
  await page.goto(`${served.url}/opening/chess`);
  await page.getByRole('row', { name: /^e4 40/ }).waitFor();
  await page.getByRole('link', { name: 'd4', exact: true }).click();
  await page.getByRole('row', { name: /^d5 20/ }).waitFor();
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test('a position is found however it was reached, from the board and from a match', async () => {
  const seen = await open('/position/chess');
  const { page } = seen;
  await page.getByRole('row', { name: /^e4 40/ }).waitFor();
  await page.getByRole('link', { name: 'd4', exact: true }).click();
  await page.getByRole('heading', { name: 'Reached in 20 games' }).waitFor();
  expect(new URL(page.url()).searchParams.get('board')).toMatch('8/3P4/8/PPP1PPPP');
  await page.getByRole('link', { name: 'Ann 57 – Bob' }).click();
  await page.locator('kifu-viewer .picture > svg').waitFor();
  await page.getByRole('button', { name: 'Games with this position' }).click();
  await page.getByRole('row', { name: /^d5 20/ }).waitFor();
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test('the explorer counts on the server, marks the move of a row, narrows and changes the source', async () => {
  const seen = await open('/position/chess');
  const { page } = seen;
  const row = page.getByRole('row', { name: /^e4 40/ });
  await page.locator('table.explorer').waitFor();
  const marks = () =>
    page.evaluate(
      () =>
        (document.querySelector('.position kifu-board') as KifuBoard).position!.scene.marks.length,
    );
  const before = await marks();
  await row.hover();
  await expect.poll(marks, PATIENT).toBe(before + 2);
  await page.getByText('Filter', { exact: true }).click();
  await page.getByLabel('Player', { exact: true }).fill('Ann 57');
  await page.getByLabel('Player', { exact: true }).press('Tab');
  await page.getByText('1 finished game, any move order').waitFor();
  await page.getByRole('button', { name: 'Your library' }).click();
  await page.locator('table.explorer').waitFor({ state: 'detached' });
  // the server's games are none of the browser's
  await page.getByRole('heading', { name: 'No games here reached this position.' }).waitFor();
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test('the page of a position has its frame before the rules are there, and keeps it', async () => {
  const seen = await newPage();
  const { page } = seen;
  const load = await hold(page, /\/chunks\/chess-/);
  await page.goto(`${served.url}/position/chess`);
  await page.getByRole('heading', { name: 'Loading…' }).waitFor();
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(
    'Games with this position',
  );
  const place = () => page.locator('.position kifu-board').boundingBox();
  const before = await place();
  expect(before!.height).toBeGreaterThan(200);
  expect(await wrongInAnyLook(page, { without: ['kifu-board', '.picture svg'] })).toEqual([]);
  load();
  await page.getByRole('row', { name: /^e4 40/ }).waitFor();
  expect(await place()).toEqual(before);
  expect(await page.getByRole('heading', { name: 'Loading…' }).count()).toBe(0);
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test('the best lines of a position are searched, and drawn as arrows', async () => {
  const board = '6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1';
  const seen = await open(`/position/chess?${new URLSearchParams({ board })}`);
  const { page } = seen;
  const arrows = () =>
    page.evaluate(
      () => (document.querySelector('.position kifu-board') as KifuBoard).shapes.length,
    );
  await page.getByRole('button', { name: 'Analyze' }).click();
  const lines = page.locator('.position-lines li');
  await lines.getByText('Ra8#').waitFor();
  expect(await lines.first().innerText()).toMatch(/^#1\s+Ra8#$/);
  expect([await lines.count(), await arrows()]).toEqual([3, 3]);
  await page.getByRole('button', { name: 'Analyze' }).click();
  await expect.poll(arrows, PATIENT).toBe(0);
  expect(await lines.count()).toBe(0);
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test('beside a game, the explorer follows the position that is shown', async () => {
  const seen = await open('/position/chess');
  const { page } = seen;
  await page.getByRole('link', { name: 'Ann 57 – Bob' }).first().click();
  await page.locator('kifu-viewer .picture > svg').waitFor();
  const address = page.url();
  const panel = page.locator('kifu-explorer-panel');
  await panel.locator('summary', { hasText: 'Explorer' }).first().click();
  await panel.getByRole('row', { name: /^e4 40/ }).waitFor();
  await panel.getByRole('heading', { name: 'Highest rated games' }).waitFor();
  await page.locator('kifu-viewer').evaluate((viewer: KifuViewer) => viewer.goTo('1'));
  await panel.getByRole('row', { name: /^d5 20/ }).waitFor();
  // nothing begins, and no record is searched for what the server has counted
  expect(page.url()).toBe(address);
  await panel.getByRole('heading', { name: 'Next moves' }).waitFor();
  expect(await wrongInAnyLook(page, { without: ['kifu-viewer', '.picture svg'] })).toEqual([]);
  // a move of the table is played on the board: the game's own, or a variation
  const where = () =>
    page.locator('kifu-viewer').evaluate((viewer: KifuViewer) => {
      const { main, record, picture } = viewer.state;
      return { isVariation: main !== null, move: record?.lines[(picture?.n ?? 0) - 1]?.text };
    });
  await panel.getByRole('link', { name: 'd5', exact: true }).click();
  await expect.poll(where, PATIENT).toEqual({ isVariation: false, move: 'd5' });
  await page.locator('kifu-viewer').evaluate((viewer: KifuViewer) => viewer.goTo('0'));
  await panel.getByRole('link', { name: 'e4', exact: true }).click();
  await expect.poll(where, PATIENT).toEqual({ isVariation: true, move: 'e4' });
  await panel.getByRole('link', { name: 'e5', exact: true }).click();
  await expect.poll(where, PATIENT).toEqual({ isVariation: true, move: 'e5' });
  expect(page.url()).toBe(address);
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test('a position is set up piece by piece, by pointer and by keys, and what is none is told', async () => {
  const seen = await open('/position/chess', { viewport: { width: 1200, height: 1000 } });
  const { page } = seen;
  await page.getByRole('button', { name: 'Set up pieces' }).click();
  const board = page.locator('kifu-arranger kifu-board');
  await board.locator('.piece').first().waitFor({ state: 'attached' });
  // who touches a pawn with a pawn takes it away
  await page.getByRole('radio', { name: 'white pawn' }).check();
  const d2 = await board.evaluate((element: KifuBoard) =>
    element.centerOf({ area: 'board', column: 3, row: 6 }),
  );
  await page.mouse.click(d2!.x, d2!.y);
  await page
    .getByRole('gridcell', { name: 'd2, empty', exact: true })
    .waitFor({ state: 'attached' });
  await page.getByRole('gridcell', { name: /^d3/ }).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page
    .getByRole('gridcell', { name: 'd4, white pawn', exact: true })
    .waitFor({ state: 'attached' });
  await page.getByLabel('To move').selectOption('Black');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('heading', { name: 'Reached in 20 games' }).waitFor();
  expect(new URL(page.url()).searchParams.get('board')).toMatch('8/3P4/8/PPP1PPPP');
  expect(await wrongInAnyLook(page, { without: ['kifu-board', '.picture svg'] })).toEqual([]);
  await page.getByRole('button', { name: 'Clear board' }).click();
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect.poll(() => page.getByRole('alert').innerText(), PATIENT).toMatch('king');
  await page.getByRole('button', { name: 'Starting position' }).click();
  await page
    .getByRole('gridcell', { name: 'd2, white pawn', exact: true })
    .waitFor({ state: 'attached' });
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

const PATHS = [
  '/',
  '/watch',
  '/library',
  '/verify',
  '/settings',
  '/players/Bob',
  '/opening/chess?moves=e4',
  '/position/chess',
  '/new/chess',
];

test.each(PATHS)('axe-core finds nothing at %s, however it looks', async path => {
  const seen = await open(path);
  await expect
    .poll(() => seen.page.locator('[role="status"]').allInnerTexts(), PATIENT)
    .not.toContain('Searching…');
  expect(await wrongInAnyLook(seen.page)).toEqual([]);
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test('axe-core finds nothing in the documentation of the API, however it looks', async () => {
  const seen = await open('/api/docs');
  expect(await wrongInAnyLook(seen.page)).toEqual([]);
  await closePage(seen);
});

test('settings are remembered, and every word is in the language that was chosen', async () => {
  const seen = await open('/settings');
  const { page } = seen;
  await page.getByText('Deutsch').click();
  await page.getByRole('heading', { name: 'Einstellungen' }).waitFor();
  await page.getByText('Dunkel').click();
  await page.reload();
  await page.getByRole('heading', { name: 'Einstellungen' }).waitFor();
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
  expect(await page.locator('html').getAttribute('lang')).toBe('de');
  await page.getByText('日本語').click();
  await page.getByRole('heading', { name: '設定' }).waitFor();
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test('coordinates can be left out, settings lead to the key, and the mark leads home', async () => {
  const seen = await open('/settings');
  const { page } = seen;
  const labels = page.locator('kifu-board svg text');
  await page.goto(`${served.url}/position/chess`);
  await expect.poll(() => labels.count(), PATIENT).toBe(16);
  await page.goto(`${served.url}/settings`);
  await page.getByRole('switch', { name: 'Show coordinates' }).uncheck();
  await page.getByRole('link', { name: 'Key and backup' }).click();
  await page.getByRole('heading', { name: 'Your key' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/key');
  await page.goto(`${served.url}/position/chess`);
  await page.locator('kifu-board .piece').first().waitFor({ state: 'attached' });
  expect(await labels.count()).toBe(0);
  await page.getByRole('link', { name: 'Kifu', exact: true }).click();
  await page.locator('.game-card').first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test('two bots play a match that can be watched', async () => {
  const seen = await open('/watch');
  const { page } = seen;
  await page.locator('main').locator('[name=game]').selectOption('checkers');
  await page.getByRole('button', { name: 'Watch bots' }).click();
  await page.waitForURL(/\/live\//);
  await page.locator('.moves li.move').nth(1).waitFor({ state: 'attached' });
  expect(await page.locator('.match.yours').count()).toBe(0);
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test('a reader continues from a match with a friend, from the same position', async () => {
  const seen = await open('/library?player=Ann+7&game=chess');
  const { page } = seen;
  const match = await page.locator('.match-row').getAttribute('href');
  await page.goto(`${served.url}${match}?at=1`);
  await page.getByRole('button', { name: 'Continue from here' }).click();
  await page.waitForURL(/\/new\/chess\?from/);
  await page.getByRole('button', { name: /friend/i }).click();
  await page.getByLabel('Your name').fill('Ada');
  await page.locator('.new button[type=submit]').click();
  await page.locator('.invite').waitFor();
  const other = await newPage();
  await other.page.goto(page.url());
  await other.page.getByLabel('Your name').fill('Ben');
  await other.page.locator('.join button[type=submit]').click();
  for (const one of [page, other.page]) {
    await one.locator('kifu-table kifu-board .piece').first().waitFor({ state: 'attached' });
    const board = one.locator('kifu-table kifu-board');
    await expect
      .poll(() => board.evaluate(({ position }: KifuBoard) => position?.label), PATIENT)
      .toMatch(/^White: .* e4.* Black to move/);
  }
  expect([...seen.errors, ...other.errors]).toEqual([]);
  await closePage(other);
  await closePage(seen);
});

test('the first page is small, and pages that were never seen are there without a connection', {
  timeout: 420_000,
}, async () => {
  const seen = await newPage(KEEPING);
  const { page } = seen;
  const bodies: Promise<Buffer>[] = [];
  const take = (response: Response) => {
    if (
      response.request().serviceWorker() === null &&
      new URL(response.url()).origin === served.url
    )
      bodies.push(response.body());
  };
  page.on('response', take);
  await page.goto(`${served.url}/`);
  await page.locator('.game-card').first().waitFor();
  await page.waitForLoadState('networkidle');
  page.off('response', take);
  const sizes = (await Promise.all(bodies)).map(body => gzipSync(body).length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(75_000);
  await page.evaluate(() => navigator.serviceWorker.ready);
  // a visitor who loses the connection at once still has the games
  await page.context().setOffline(true);
  await page.goto(`${served.url}/`);
  await page.locator('.game-card .play').first().waitFor();
  await page.context().setOffline(false);
  await page.goto(`${served.url}/`);
  await untilStored(page);
  await page.context().setOffline(true);
  await page.goto(`${served.url}/verify`);
  await page.getByText('You’re offline.').waitFor();
  await page.locator('input[type="file"][multiple]').setInputFiles([
    {
      name: 'one.pgn',
      mimeType: 'text/plain',
      buffer: Buffer.from(game('Ann', 'Bob', '1. e4 e5', '*')),
    },
  ]);
  await page.locator('.verdict.warn').waitFor();
  await closePage(seen);
});

test('moves that came next are counted with their results, the most frequent first', () => {
  const listed = (opening: readonly string[], winner: number | null): ListedMatch => ({
    ...{ match: '', head: '', game: 'chess', players: ['a', 'b'], startedAt: null, entries: 2 },
    ...{ rated: false, source: null, opening },
    outcome: {
      ...{ result: winner === null ? 'draw' : 'win', winners: winner === null ? [] : [winner] },
      ...{ points: null, reason: 'x' },
    },
  });
  const found = [
    listed(['e4', 'c5'], 0),
    listed(['e4', 'e5'], 1),
    listed(['e4', 'e5'], null),
    listed(['e4'], 0),
  ];
  const seconds = found.map(({ opening, outcome }) => ({ outcome, move: opening[1] ?? null }));
  expect(nextMoves(seconds)).toEqual([
    { move: 'e5', count: 2, results: [0, 1, 1] },
    { move: 'c5', count: 1, results: [1, 0, 0] },
  ]);
});
