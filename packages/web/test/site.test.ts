/** The pages around the viewer, as static files give them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unwrap } from '@kifu/core';
import { gameNames, loadKit } from '@kifu/games';
import { expect, inject, test } from 'vitest';
import { BUILT_GAMES } from '../src/site/games.ts';
import { matchPath, type Params } from '../src/site/router.ts';
import { axeFinds, closePage, newPage, openPage, PATIENT, useBrowser } from './browser.ts';

useBrowser();

test('home begins a game of any kind with one click, and leads to friends', async () => {
  const seen = await openPage('index.html');
  const { page } = seen;
  await page.locator('h1').waitFor();
  for (const name of gameNames()) {
    const links = await page.locator(`.game-card a[href$="/new/${name}"]`).count();
    expect([name, links]).toEqual([name, 1]);
  }
  expect(await page.locator('.game-card .play').count()).toBe(gameNames().length);
  expect(await page.locator('.recent .match-card').count()).toBe(gameNames().length);
  expect(await axeFinds(page)).toEqual([]);
  await page.getByRole('button', { name: 'Play Checkers against a bot' }).click();
  await page.locator('kifu-table kifu-board .piece').first().waitFor({ state: 'attached' });
  expect(page.url()).toContain('#/play/');
  await page.goBack();
  // what was begun comes first, drawn as it stands, and the sentence for newcomers is gone
  await page.locator('.own-games .continued img[src^="data:image/svg"]').waitFor();
  expect(await page.locator('.hero').count()).toBe(0);
  await page.locator('.match-card').first().click();
  await page.locator('kifu-viewer .picture > svg').waitFor();
  // the game that was begun counts where the bot has moved, or need not
  const title = /^(?:\(1\) )?Chess: Ada – Ben · Kifu$/;
  await expect.poll(() => page.title(), PATIENT).toMatch(title);
  await page.goBack();
  await page.locator('.game-card').first().waitFor();
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test.each(['light', 'dark'] as const)(
  'all games and their buttons are in sight on a laptop, also for newcomers: %s',
  async colorScheme => {
    const seen = await newPage({ viewport: { width: 1280, height: 800 }, colorScheme });
    const { page } = seen;
    await page.goto(`${inject('siteUrl')}/index.html`);
    await page.locator('.hero').waitFor();
    const lowest = () =>
      page
        .locator('.game-card .play')
        .evaluateAll(all => Math.max(...all.map(one => one.getBoundingClientRect().bottom)));
    expect(await lowest()).toBeLessThanOrEqual(800);
    await page.locator('.game-card .play').first().click();
    await page.locator('kifu-table kifu-board .piece').first().waitFor({ state: 'attached' });
    await page.goBack();
    await page.locator('.own-games .continued').waitFor();
    expect(await lowest()).toBeLessThanOrEqual(800);
    await closePage(seen);
  },
);

test.each([
  ['no-preference', 1],
  ['reduce', 0],
] as const)(
  'where %s is said of motion, %s board of home plays by itself',
  async (motion, count) => {
    const seen = await newPage({ reducedMotion: motion });
    const { page } = seen;
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1000); // else it goes on by itself
    await page.goto(`${inject('siteUrl')}/index.html`);
    await page.locator('.face img').first().waitFor();
    // who asks later which boards are in sight is told after the page
    await page.evaluate(
      () =>
        new Promise<void>(resolve =>
          new IntersectionObserver(() => resolve()).observe(document.querySelector('.face img')!),
        ),
    );
    const playing = page.locator('.face img[src$="-living.svg"]');
    expect(await playing.count()).toBe(0);
    await page.clock.runFor(4000);
    expect(await playing.count()).toBe(count);
    const first = await playing.evaluateAll(all => all.map(img => (img as HTMLImageElement).src));
    await page.clock.runFor(14_000);
    expect(await playing.count()).toBe(count);
    const second = await playing.evaluateAll(all => all.map(img => (img as HTMLImageElement).src));
    expect(count === 0 || first[0] !== second[0]).toBe(true);
    expect(seen.errors).toEqual([]);
    await closePage(seen);
  },
);

test.each(gameNames())('the board of %s plays by styles alone', game => {
  const boards = join(import.meta.dirname, '../public/boards');
  const [still, living] = ['', '-living'].map(kind =>
    readFileSync(join(boards, `${game}${kind}.svg`), 'utf8'),
  ) as [string, string];
  expect(living).toMatch('@keyframes');
  expect(living).toMatch('@media(prefers-reduced-motion:reduce){[class]{animation:none}}');
  expect(living).not.toMatch(/<script|<animate|\son\w+=|https?:(?!\/\/www\.w3\.org\/2000\/svg)/);
  // it begins with what the still picture shows, so that nothing jumps when it takes its place
  const first = (living.match(/<g [^>]*translate[^>]*>(?=<use)/g) ?? []).filter(
    group => !group.includes('hidden'),
  );
  // pieces in the air or at rest lie on the board in the one that moves
  const pieces = still.match(
    /<g class="piece"[^>]*>(?:<rect class="rest(?:-line)?"[^>]*>)*(?:<ellipse[^>]*><g [^>]*>)?<use/g,
  );
  expect(first).toHaveLength(pieces!.length);
});

test('the site lists every registered game as its kit describes it', async () => {
  expect(BUILT_GAMES.map(({ name }) => name)).toEqual(gameNames());
  for (const card of BUILT_GAMES) {
    const { title, seatNames, game } = unwrap(await loadKit(card.name));
    expect(card).toMatchObject({ title, seatNames, seats: game.seats });
    expect(card.isFree).toBe(game.pace === 'free');
    expect(card.hasChance).toBe(game.chance !== undefined);
    expect(card.hasSecrets).toBe(game.secrets !== undefined);
  }
});

test.each<[string, string, Params | null]>([
  ['/', '/', {}],
  ['/library', '/library/', {}],
  ['/new/:game', '/new/chess', { game: 'chess' }],
  ['/new/:game', '/new', null],
  ['/players/:name', '/players/Ada%20L%2E', { name: 'Ada L.' }],
  ['/players/:name', '/players/%E0%A4%A', null],
])('the route %s takes %s', (route, path, params) => {
  expect(matchPath(route, path)).toEqual(params);
});

test.each([
  ['#/check', '#/verify'],
  ['#/desk?token=x', '#/dashboard'],
])('redirects the former address %s to %s', async (former, now) => {
  const seen = await openPage(`index.html${former}`);
  await expect.poll(() => new URL(seen.page.url()).hash, PATIENT).toBe(now);
  await seen.page.locator('main h1').waitFor();
  await closePage(seen);
});

test('a framed page tells its frame how high it is', async () => {
  const seen = await openPage('viewer');
  const { page } = seen;
  const height = await page.evaluate(
    src =>
      new Promise<number>(resolve => {
        addEventListener('message', ({ data }) => {
          if (data.type === 'kifu-resize' && data.height > 400) resolve(data.height);
        });
        const frame = document.createElement('iframe');
        frame.src = src;
        frame.style.width = '700px';
        document.body.append(frame);
      }),
    `${inject('siteUrl')}/view.html?src=samples/chess.car&at=5`,
  );
  expect(height).toBeGreaterThan(400);
  const frame = page.frames().at(-1)!;
  await expect.poll(() => frame.locator('.where b').textContent(), PATIENT).toBe('5');
  await expect.poll(() => frame.title(), PATIENT).toBe('Kifu: Chess: Ada – Ben');
  await closePage(seen);
});
