/** In pages of others: several on a page, events, size, attributes, and nothing asked of the network but the record. */
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { gameNames } from '@kifu/games';
import type { KifuViewer } from '@kifu/viewer';
import { build } from 'vite';
import { expect, inject, test } from 'vitest';
import {
  closePage,
  focus,
  newPage,
  openPage,
  openViewer,
  PATIENT,
  press,
  shown,
  until,
  untilOpened,
  untilShown,
  useBrowser,
} from './browser.ts';
import { openBytes } from './records.ts';
import { serve } from './serve.ts';

useBrowser();

test('asks the network for its own script, which is small, and the record, and for one game only', async () => {
  const seen = await newPage();
  const { page } = seen;
  const asked: string[] = [];
  page.on('request', request => asked.push(new URL(request.url()).pathname));
  await page.goto(`${inject('siteUrl')}/viewer?src=samples/chess.car`);
  await until(page, 'verdict', 'verified');
  const other = asked.filter(
    path => !/^\/(viewer|kifu-viewer\.js|chunks\/.*|assets\/.*|samples\/chess\.car)$/.test(path),
  );
  expect(other).toEqual([]);
  const others = gameNames().filter(name => name !== 'chess');
  const games = new RegExp(`/(${[...others, 'poseidon'].join('|')})-`);
  expect(asked.filter(path => games.test(path))).toEqual([]);
  // what a worker loads lies among the assets
  const scripts = [...new Set(asked)].filter(path => /^\/(kifu-viewer|chunks\/.*)\.js$/.test(path));
  const sizes = await Promise.all(
    scripts.map(async path => gzipSync(await readFile(join(inject('siteFolder'), path))).length),
  );
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(45_000);
  await closePage(seen);
});

test('several on a page do not disturb each other', async () => {
  const seen = await openViewer({ src: 'samples/chess.car', at: '3' });
  const { page } = seen;
  await page.evaluate(() => {
    const other = document.createElement('kifu-viewer');
    other.setAttribute('src', 'samples/go.car');
    other.setAttribute('at', '9');
    other.id = 'other';
    document.body.append(other);
  });
  await untilOpened(page, '#other');
  await page.locator('#other .frame').focus();
  await press(page, 'ArrowRight');
  await expect
    .poll(
      () => page.evaluate(() => (document.querySelector('#other') as KifuViewer).state.picture!.n),
      PATIENT,
    )
    .toBe(10);
  expect((await shown(page)).n).toBe(3);
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test('attributes set what keys would, and may be changed', async () => {
  const seen = await openViewer({
    src: 'samples/chess.car',
    at: '20',
    flip: '',
    speed: '4',
    range: '10-20',
    theme: 'dark',
    pace: 'fixed',
    ruler: 'clock',
    sound: '',
  });
  const { page } = seen;
  expect(await shown(page)).toMatchObject({
    n: 20,
    isFlipped: true,
    speed: 4,
    loop: { from: 10, to: 20 },
    isMuted: false,
    endMs: 47_400,
  });
  expect(
    await page.evaluate(() => getComputedStyle(document.querySelector('kifu-viewer')!).colorScheme),
  ).toBe('dark');
  await page.evaluate(() => document.querySelector('kifu-viewer')!.setAttribute('at', '5'));
  await untilShown(page, 5);
  await page.evaluate(() =>
    document.querySelector('kifu-viewer')!.setAttribute('src', 'samples/chess.pgn'),
  );
  await until(page, 'length', 33);
  await closePage(seen);
});

test('plays by itself where it is told to', async () => {
  const seen = await openViewer({ src: 'samples/chess.car', autoplay: '' });
  await until(seen.page, 'isPlaying', true);
  await closePage(seen);
});

test('tells its page what happens and how high it is', async () => {
  const seen = await openPage('viewer');
  const { page } = seen;
  const told = await page.evaluate(async () => {
    const events: string[] = [];
    let height = 0;
    for (const type of ['kifu-ready', 'kifu-change', 'kifu-check', 'kifu-fault', 'kifu-resize'])
      document.addEventListener(type, event => {
        if (!events.includes(type)) events.push(type);
        if (type === 'kifu-resize') height = (event as CustomEvent).detail.height;
      });
    const viewer = document.querySelector('kifu-viewer') as KifuViewer;
    viewer.setAttribute('src', 'samples/nothing.car');
    await new Promise(resolve => document.addEventListener('kifu-fault', resolve, { once: true }));
    viewer.setAttribute('src', 'samples/chess.car');
    await new Promise<void>(resolve =>
      document.addEventListener('kifu-check', event => {
        if ((event as CustomEvent).detail.checked.isDone) resolve();
      }),
    );
    while (height !== viewer.offsetHeight) await new Promise(requestAnimationFrame);
    return events.sort();
  });
  expect(told).toEqual(['kifu-change', 'kifu-check', 'kifu-fault', 'kifu-ready', 'kifu-resize']);
  await closePage(seen);
});

test('is themed by custom properties', async () => {
  const seen = await openViewer({ src: 'samples/chess.car' });
  const color = await seen.page.evaluate(() => {
    document.documentElement.style.setProperty('--kifu-ui-accent', 'rgb(1, 2, 3)');
    const done = document.querySelector('kifu-viewer')!.shadowRoot!.querySelector('.bar .done')!;
    return getComputedStyle(done).backgroundColor;
  });
  expect(color).toBe('rgb(1, 2, 3)');
  await closePage(seen);
});

test('takes attributes from the address of the page where it is allowed to', async () => {
  const seen = await openPage('viewer?params=&src=samples/chess.car&at=7');
  await untilShown(seen.page, 7);
  await closePage(seen);
});

test('works in a page of another address, in a worker there too', async () => {
  const other = await serve(inject('siteFolder'));
  const src = `${other.url}/samples/chess.car`;
  const seen = await openViewer({ src, from: other.url });
  await until(seen.page, 'verdict', 'verified');
  expect(seen.page.workers()).toHaveLength(1);
  expect(seen.errors).toEqual([]);
  await closePage(seen);
  await other.close();
});

test('built into another site it takes its worker along, and the page gets all it asks for', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kifu-other-site-'));
  await cp(join(import.meta.dirname, '../../../examples/vite'), folder, { recursive: true });
  await build({
    ...{ configFile: false, root: folder, logLevel: 'error' },
    resolve: { alias: { '@kifu/viewer': join(inject('siteFolder'), 'kifu-viewer.js') } },
  });
  const other = await serve(join(folder, 'dist'));
  const seen = await newPage();
  const { page } = seen;
  const missing: string[] = [];
  page.on('response', answer => {
    if (!answer.ok() && !answer.url().endsWith('favicon.ico')) missing.push(answer.url());
  });
  await page.goto(other.url);
  await until(page, 'verdict', 'unsigned');
  expect(page.workers()).toHaveLength(1);
  expect(missing).toEqual([]);
  await closePage(seen);
  await other.close();
  await rm(folder, { recursive: true });
});

test('does without a worker where the page forbids them', async () => {
  const seen = await openPage('viewer');
  const { page } = seen;
  await page.route('**/strict', route =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'content-security-policy': "worker-src 'none'" },
      body: '<kifu-viewer src="samples/chess.car"></kifu-viewer><script type="module" src="kifu-viewer.js"></script>',
    }),
  );
  await page.goto(`${inject('siteUrl')}/strict`);
  await until(page, 'verdict', 'verified');
  expect(page.workers()).toHaveLength(0);
  await closePage(seen);
});

/** A match of a game that is not among ours. */
const FOREIGN = JSON.stringify({
  header: {
    ...{ game: 'tic-tac-toe', version: 1, options: {}, seed: null, start: null, startedAt: null },
    ...{ players: [0, 1].map(seat => ({ seat, name: '' })), tags: {} },
  },
  entries: [4, 0].map((move, seat) => ({
    ...{ seat, act: { type: 'move', move } },
    ...{ at: null, ms: null, clockMs: null, hash: null },
  })),
  ...{ ending: null, notes: [], variations: [] },
});

test('shows games of a module that the page names', async () => {
  const [built] = (await build({
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['source', 'browser', 'module', 'import', 'default'] },
    build: {
      write: false,
      lib: { entry: join(import.meta.dirname, 'own-games.ts'), formats: ['es'] },
    },
  })) as unknown as readonly { readonly output: readonly { readonly code: string }[] }[];
  const seen = await openPage('viewer');
  const { page } = seen;
  await page.route('**/own-games.js', route =>
    route.fulfill({ contentType: 'text/javascript', body: built!.output[0]!.code }),
  );
  await page.evaluate(() => {
    const Viewer = customElements.get('kifu-viewer') as typeof KifuViewer;
    Viewer.takeGames('own-games.js');
  });
  await openBytes(page, 'match.json', FOREIGN);
  await until(page, 'length', 2);
  expect(await page.locator('kifu-viewer .title b').textContent()).toBe('Tic-tac-toe');
  await focus(page);
  await page.keyboard.press('End');
  await page.locator('kifu-viewer .piece').nth(1).waitFor();
  expect(await page.locator('kifu-viewer .picture defs').innerHTML()).toContain('stroke-linecap');
  expect(page.workers()).toHaveLength(1);
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});
