/** Games against bots: continued from the home page, in the library of the browser once they have ended, and played where nothing is stored. */
import { type Action, encodeBase64, type Game, type Json, moveAct, unwrap } from '@kifu/core';
import { chess } from '@kifu/games/chess';
import { NO_TERMS } from '@kifu/record/match-state';
import { encodeHeader } from '@kifu/record/node';
import { Replay } from '@kifu/record/replay';
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { axeFinds, closePage, openPage, PATIENT, useBrowser } from './browser.ts';
import { begin, hasBoard, isOver, moves, openAt, typeMove, useServer } from './matches.ts';

useBrowser();
useServer();

const continued = (page: Page) => page.locator('.own-games li');
const found = (page: Page) => page.locator('.match-row');

/** Begins a game against a bot as white, and moves once. */
async function beginChess(page: Page): Promise<void> {
  await page.locator('.chip:has([data-name=white])').click();
  await begin(page);
  await hasBoard(page);
  await typeMove(page, 'e4');
  await page.locator('.match.yours').waitFor();
}

async function resign(page: Page): Promise<void> {
  await page.locator('.act', { hasText: 'Resign' }).click();
  await page.locator('.state-box .btn', { hasText: 'Resign' }).click();
  await isOver(page);
}

const goTo = (page: Page, path: string) =>
  page.evaluate(path => {
    history.pushState(null, '', path);
    dispatchEvent(new Event('kifu-navigate'));
  }, path);

test('a game that has not ended is continued from home, and one that has is in the library', async () => {
  const seen = await openAt('/new/chess?bot');
  const { page } = seen;
  await beginChess(page);
  await page.goto(new URL('/', page.url()).href);
  const row = continued(page);
  await expect.poll(() => row.allInnerTexts(), PATIENT).toHaveLength(1);
  expect(await row.innerText()).toMatch(/Bot \(medium\).*Chess · today.*Your turn/s);
  expect(await axeFinds(page)).toEqual([]);
  // every page says how many games wait, those of this browser too
  await goTo(page, '/settings');
  await expect.poll(() => page.title(), PATIENT).toMatch(/^\(1\) /);
  await goTo(page, '/verify');
  await expect.poll(() => page.title(), PATIENT).toMatch(/^\(1\) .*Verify/);
  await goTo(page, '/');
  // who knows the games finds opponents above them on a phone, and beside them elsewhere
  await page.locator('.rail > .find-card').waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator('.own-games ~ .find-card + .games').waitFor();
  expect(await page.locator('.find-card').count()).toBe(1);
  await page.setViewportSize({ width: 1000, height: 800 });
  await row.locator('img').waitFor();
  await row.locator('a').click();
  await hasBoard(page);
  await expect.poll(() => moves(page), PATIENT).toHaveLength(2);
  await resign(page);
  await page.goto(new URL('/library?in=browser', page.url()).href);
  await expect.poll(() => found(page).allInnerTexts(), PATIENT).toHaveLength(1);
  expect(await found(page).innerText()).toMatch(/Ada.*Bot \(medium\).*0–1/s);
  await page.locator('.preview dd', { hasText: 'unsigned' }).waitFor();
  await page.goto(new URL('/', page.url()).href);
  await page.locator('.game-card').first().waitFor();
  expect(await continued(page).count()).toBe(0);
  // it is listed once, however often one looks, and opens in the viewer
  await page.goto(new URL('/library?in=browser', page.url()).href);
  await expect.poll(() => found(page).count(), PATIENT).toBe(1);
  await found(page).click();
  await page.locator('kifu-viewer .picture > svg').waitFor();
  // who removes it there finds it nowhere
  await page.goBack();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No games in this browser yet').waitFor();
  expect(
    await page.evaluate(() =>
      Object.keys(localStorage).filter(key => key.startsWith('kifu-local-')),
    ),
  ).toEqual([]);
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

/** A game as older pages stored it: Ada against a bot, with its nodes, and before anything was noted of it. */
function olderGame(...moves: string[]): string {
  const game = chess.game as unknown as Game;
  const header = {
    ...{ game: 'chess', version: game.version, options: {}, seed: null, start: null, tags: {} },
    players: ROLES.map(({ seat, name }) => ({ seat, name })),
    startedAt: '2026-01-01T00:00:00.000Z',
    terms: {
      ...NO_TERMS,
      clock: { type: 'absolute', mainMs: 300_000 } as const,
      nonce: moves
        .join('')
        .padEnd(32, '0')
        .replaceAll(/[^0-9a-f]/g, '0')
        .slice(0, 32),
    },
  };
  const replay = new Replay(game, [encodeHeader(header)], { isNew: true });
  for (const [n, text] of moves.entries()) {
    const { state } = replay.table!;
    const act: Action =
      text === 'resign'
        ? { type: 'leave', of: 0, how: 'resignation' }
        : moveAct(game, unwrap(chess.notations[0]!.parse(state as never, text)) as Json);
    expect(replay.write({ seat: n % 2, act, ms: 1000 * n })).toBeNull();
  }
  if (replay.outcome !== null) expect(replay.writeEnd({ ms: 1000 * moves.length })).toBeNull();
  const nodes = replay.nodes.map(bytes => encodeBase64(bytes));
  return JSON.stringify({ game: 'chess', roles: ROLES, nodes, beganAt: Date.now() - 3_600_000 });
}

const ROLES = [
  { seat: 0, name: 'Ada', level: null },
  { seat: 1, name: 'Bot (medium)', level: 3 },
];

test('games that older pages stored are found, and continued', async () => {
  const seen = await openPage('viewer');
  const { page } = seen;
  const items = {
    'kifu-local-older': olderGame('e4', 'e5'),
    'kifu-local-ended': olderGame('d4', 'd5', 'resign'),
    'kifu-local-broken': '{"game":"chess","roles":[],"nodes":["AAAA"],"beganAt":1}',
  };
  await page.evaluate(items => {
    for (const [name, item] of Object.entries(items)) localStorage.setItem(name, item);
  }, items);
  const at = (path: string) => page.goto(new URL(path, `${inject('siteUrl')}/`).href);
  await at('index.html');
  await expect.poll(() => continued(page).allInnerTexts(), PATIENT).toHaveLength(1);
  await at('index.html#/library');
  await expect.poll(() => found(page).count(), PATIENT).toBe(1);
  // who opens one goes on where it was, and its nodes are stored with those of newer ones
  await at('index.html#/play/older');
  await hasBoard(page);
  await expect.poll(() => moves(page), PATIENT).toEqual(['e4', 'e5']);
  // the hour since then is a pause, and nobody's time
  const clocks = await page.locator('.seat-clock').allInnerTexts();
  expect(clocks).toHaveLength(2);
  for (const clock of clocks) expect(clock).toMatch(/^(?:5:00|4:[345]\d)$/);
  expect(await page.evaluate(() => localStorage.getItem('kifu-local-older'))).not.toContain(
    'nodes',
  );
  await typeMove(page, 'Nf3');
  await page.locator('.match.yours').waitFor();
  await page.reload();
  await hasBoard(page);
  await expect.poll(() => moves(page), PATIENT).toHaveLength(4);
  // what cannot be read is left alone
  await at('index.html#/play/broken');
  await page.getByText('Game not found').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('kifu-local-broken'))).toBe(
    items['kifu-local-broken'],
  );
  // deleting asks in place
  await at('index.html#/');
  await page.locator('.delete-game summary').click();
  await page.getByRole('button', { name: 'Delete game' }).click();
  await expect.poll(() => continued(page).count(), PATIENT).toBe(0);
  await expect.poll(() => storedNodes(page), PATIENT).toBe(0);
  await page.reload();
  await page.locator('.game-card').first().waitFor();
  expect(await continued(page).count()).toBe(0);
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

/** How many nodes of local games the browser stores. */
const storedNodes = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('kifu-local');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const counting = opening.result.transaction('blocks').objectStore('blocks').count();
          counting.onsuccess = () => resolve(counting.result);
        };
      }),
  );

test('a bot whose worker fails is started once more; if that fails too, the game is paused', async () => {
  const seen = await openAt('/new/chess?bot');
  const { page } = seen;
  let failures = 1;
  await page.context().route(/bot-worker/, route => {
    if (failures-- > 0) return route.abort();
    return route.continue();
  });
  await beginChess(page);
  await expect.poll(() => moves(page), PATIENT).toHaveLength(2);
  failures = 2;
  await page.reload();
  await hasBoard(page);
  await typeMove(page, 'd3');
  await page.locator('.state-line', { hasText: 'The game is paused' }).waitFor();
  expect(await moves(page)).toHaveLength(3);
  // nothing is lost: it continues when the player says so, or with the next visit
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect.poll(() => moves(page), PATIENT).toHaveLength(4);
  failures = 2;
  await page.reload();
  await hasBoard(page);
  await typeMove(page, 'h3');
  await page.locator('.state-line', { hasText: 'The game is paused' }).waitFor();
  await page.reload();
  await expect.poll(() => moves(page), PATIENT).toHaveLength(6);
  await closePage(seen);
});

test('where storage is blocked, games are played and the page says that they are lost', async () => {
  const seen = await openAt('/');
  const { page } = seen;
  await page.context().addInitScript(() => {
    const blocked = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(globalThis, name, { get: blocked });
  });
  await page.goto(new URL('/new/chess?bot', page.url()).href);
  await beginChess(page);
  const warning = page.locator('.notice', { hasText: 'doesn’t store the game' });
  await warning.waitFor();
  expect(await axeFinds(page)).toEqual([]);
  await warning.getByRole('button', { name: 'Close' }).click();
  expect(await warning.count()).toBe(0);
  await resign(page);
  // told once
  await page.getByRole('button', { name: 'Rematch' }).click();
  await page.locator('.match:not(.over)').waitFor();
  await hasBoard(page);
  expect(await warning.count()).toBe(0);
  // within the page the game is found again
  await goTo(page, '/');
  await expect.poll(() => continued(page).count(), PATIENT).toBe(1);
  // a library that cannot be read is not called empty
  await goTo(page, '/library?in=browser');
  await page.getByText('This browser blocks storage').waitFor();
  expect(await page.getByText('No games in this browser yet').count()).toBe(0);
  // who makes a link waits at its own invitation
  await goTo(page, '/new/chess');
  await begin(page);
  await page.locator('.invite').waitFor();
  // and learns that the seat is lost with the page
  const invite = new URL(page.url());
  const guest = await openAt(`${invite.pathname}${invite.hash}`, {}, invite.origin);
  await guest.page.locator('.join button[type=submit]').click();
  await hasBoard(page);
  const lost = page.locator('.notice', { hasText: 'doesn’t store your seat' });
  await lost.waitFor();
  await lost.getByRole('button', { name: 'Close' }).click();
  expect(await lost.count()).toBe(0);
  expect(await guest.page.locator('.notice', { hasText: 'doesn’t store' }).count()).toBe(0);
  await closePage(guest);
  await closePage(seen);
});
