/** Sharing in a real browser: links, code, pictures, files, and one page that has all of it and needs no network. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Game, unwrap } from '@kifu/core';
import { gameNames, loadKit } from '@kifu/games';
import { findRecords, openSource, writeAs } from '@kifu/record/file';
import { formatKifu } from '@kifu/record/json';
import { htmlFile, viewerScript } from '@kifu/viewer/export';
import type { Download, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  closePage,
  newPage,
  noteWords,
  openViewer,
  PATIENT,
  press,
  untilShown,
  useBrowser,
} from './browser.ts';
import { SAMPLES } from './records.ts';

useBrowser();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kifu-share-'));
});
afterAll(() => rm(folder, { recursive: true }));

const panel = (page: Page) => page.locator('.panel[data-panel="share"]');
const value = (page: Page, what: string) => page.locator(`[data-copy="${what}"]`).inputValue();

async function openShare(page: Page): Promise<void> {
  await page.locator('[data-do="share"]').click();
  await page.locator('[data-copy="link"]').waitFor();
}

async function save(page: Page, what: string): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download') as Promise<Download>,
    page.locator(`[data-share="${what}"]`).click(),
  ]);
  const path = join(folder, `saved-${what}`);
  await download.saveAs(path);
  return { name: download.suggestedFilename(), bytes: await readFile(path) };
}

test('a link leads to the same moment, and a loop to the same stretch', async () => {
  const seen = await openViewer({ src: 'samples/chess.pgn', at: '20' });
  const { page } = seen;
  await openShare(page);
  const link = await value(page, 'link');
  expect(link).toContain('kifu=1&at=20');
  await page.goto(link.replace('at=20', 'at=7'));
  await page.locator('.move[aria-current]').waitFor();
  await untilShown(page, 7);
  expect(await page.locator('.where b').textContent()).toBe('7');

  await page.locator('.frame').focus();
  await press(page, 'l', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'l');
  await untilShown(page, 10);
  await openShare(page);
  expect(await value(page, 'range')).toMatch(/range=7-10$/);
  expect(await value(page, 'embed')).toBe(
    `<script type="module" src="${inject('siteUrl')}/kifu-viewer.js"></script>\n<kifu-viewer src="${inject('siteUrl')}/samples/chess.pgn" at="10" range="7-10"></kifu-viewer>`.replaceAll(
      '\n',
      '',
    ),
  );
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test('y copies the link, and says so; so does a button', async () => {
  const seen = await openViewer(
    { src: 'samples/chess.pgn', at: '5' },
    { permissions: ['clipboard-read', 'clipboard-write'] },
  );
  const { page } = seen;
  await page.locator('.frame').focus();
  const toasts = await noteWords(page, '.toast');
  await page.keyboard.press('y');
  await expect.poll(toasts, PATIENT).toContain('Link copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/at=5$/);
  await press(page, 'ArrowRight');
  await untilShown(page, 6);
  await openShare(page);
  const words = await noteWords(page, '[data-share="link"]');
  await page.locator('[data-share="link"]').click();
  await expect.poll(words, PATIENT).toContain('Done');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/at=6$/);
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test('a link chooses the place, but cannot put another match into a page that did not ask for it', async () => {
  const seen = await newPage();
  const { page } = seen;
  await page.route(/\/own\?/, route =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><kifu-viewer src="samples/chess.pgn"></kifu-viewer><script type="module" src="./kifu-viewer.js"></script>',
    }),
  );
  const link = 'own?kifu=1&at=9&src=samples/go.car&form=car&number=2';
  await page.goto(new URL(link, `${inject('siteUrl')}/`).href);
  await page.locator('kifu-viewer .board svg').waitFor();
  expect(await page.locator('.head .title b').textContent()).toBe('Chess');
  await untilShown(page, 9);
  expect(await page.locator('.where b').textContent()).toBe('9');
  await closePage(seen);
});

test('pictures of the position are saved as SVG and PNG', async () => {
  const seen = await openViewer({ src: 'samples/chess.pgn', at: '20' });
  const { page } = seen;
  await openShare(page);
  const drawing = await save(page, 'svg');
  expect(drawing.name).toMatch(/-20\.svg$/);
  const text = drawing.bytes.toString();
  expect(text).toMatch(/^<svg xmlns=/);
  expect(text).toContain('after 20 of');
  const image = await save(page, 'png');
  expect(image.bytes.subarray(1, 4).toString()).toBe('PNG');
  expect(image.bytes.readUInt32BE(16)).toBeGreaterThan(700);
  expect(await panel(page).locator('.qr path').getAttribute('d')).toMatch(/^M/);
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test('the game, or a loop of it, is saved as an animated image', async () => {
  const seen = await openViewer({ src: 'samples/chess.pgn', range: '3-7' });
  const { page } = seen;
  await openShare(page);
  const image = await save(page, 'gif');
  expect(image.name).toMatch(/\.gif$/);
  // by the decoder of the browser
  const decoded = await page.evaluate(async base64 => {
    const decoder = new ImageDecoder({
      data: Uint8Array.from(atob(base64), char => char.charCodeAt(0)),
      type: 'image/gif',
    });
    await Promise.all([decoder.tracks.ready, decoder.completed]);
    const { frameCount, repetitionCount } = decoder.tracks.selectedTrack!;
    const frames: { ms: number; size: number[]; content: string }[] = [];
    for (let frameIndex = 0; frameIndex < frameCount; frameIndex++) {
      const { image } = await decoder.decode({ frameIndex });
      const { displayWidth, displayHeight, duration } = image;
      const canvas = new OffscreenCanvas(displayWidth, displayHeight);
      canvas.getContext('2d')!.drawImage(image, 0, 0);
      const png = await (await canvas.convertToBlob()).arrayBuffer();
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', png));
      frames.push({
        ms: duration! / 1000,
        size: [displayWidth, displayHeight],
        content: digest.toString(),
      });
      image.close();
    }
    return { frames, repetitionCount };
  }, image.bytes.toString('base64'));
  expect(decoded.frames.map(({ ms }) => ms)).toEqual([700, 700, 700, 700, 3000]);
  for (const { size } of decoded.frames) expect(size).toEqual([480, 480]);
  expect(new Set(decoded.frames.map(({ content }) => content)).size).toBe(5);
  expect(decoded.repetitionCount).toBe(Infinity);
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test('the record is saved in each form, with what the form leaves out', async () => {
  const seen = await openViewer({ src: 'samples/chess.car' });
  const { page } = seen;
  await openShare(page);
  await page.locator('[data-share="form-car"]').waitFor();
  const car = await save(page, 'form-car');
  const sample = await readFile(join(inject('siteFolder'), 'samples/chess.car'));
  expect(car.bytes.equals(sample)).toBe(true);
  const words = await noteWords(page, '[data-share="form-pgn"]');
  const pgn = await save(page, 'form-pgn');
  expect(pgn.name).toMatch(/\.pgn$/);
  expect(pgn.bytes.toString()).toContain('1. ');
  await expect.poll(words, PATIENT).toContainEqual(expect.stringContaining('Not exported: '));
  const original = await save(page, 'form-original');
  expect(original.bytes.equals(sample)).toBe(true);
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test('a page in one file opens from disk with no network, and checks its record', async () => {
  const seen = await openViewer({ src: 'samples/chess.car', at: '3' });
  await openShare(seen.page);
  const { name, bytes } = await save(seen.page, 'html');
  expect(name).toMatch(/\.html$/);
  expect(seen.errors).toEqual([]);
  await closePage(seen);

  const path = join(folder, name);
  await writeFile(path, bytes);
  const alone = await newPage({ offline: true });
  const asked: string[] = [];
  alone.page.on('request', request => asked.push(request.url()));
  await alone.page.goto(pathToFileURL(path).href);
  await alone.page.locator('.badge.verified').waitFor();
  expect(await alone.page.locator('.where b').textContent()).toBe('3');
  expect(alone.page.workers().length).toBe(1);
  expect(asked.filter(url => !url.startsWith('file:') && !url.startsWith('blob:'))).toEqual([]);
  // and it can give itself away again
  await openShare(alone.page);
  const again = await save(alone.page, 'html');
  expect(again.bytes.length).toBeGreaterThan(bytes.length - 1000);
  expect(alone.errors).toEqual([]);
  await closePage(alone);
});

test('names with HTML in them stay names', async () => {
  const chess = unwrap(await loadKit('chess'));
  const evil = '</script><img src=x onerror="document.title=1"><!--';
  const pgn = await readFile(join(inject('siteFolder'), 'samples/chess.pgn'), 'utf8');
  const kifu = unwrap(chess.formats.find(({ name }) => name === 'pgn')!.read(pgn));
  const players = kifu.header.players.map(player => ({ ...player, name: evil }));
  const renamed = { ...kifu, header: { ...kifu.header, players } };
  const games = { names: gameNames, load: loadKit };
  const json = new TextEncoder().encode(formatKifu(chess.game as Game, renamed));
  const source = (await findRecords(games, 'x.json', json, 'json').next()).value;
  const opened = unwrap(await openSource(games, unwrap(source!)));
  const record = unwrap(await writeAs(opened, 'car')).output as Uint8Array;
  const title = `${evil} – ${evil}, chess`;
  const text = htmlFile({
    title,
    script: unwrap(await viewerScript('chess', { folder })),
    record,
    attributes: { at: `"><script>${evil}` },
  });
  const path = join(folder, 'evil.html');
  await writeFile(path, text);
  const seen = await newPage({ offline: true });
  await seen.page.goto(pathToFileURL(path).href);
  await seen.page.locator('kifu-viewer .board svg').waitFor();
  expect(await seen.page.title()).toBe(title);
  expect(await seen.page.locator('img').count()).toBe(0);
  expect(await seen.page.locator('.strip .name').first().textContent()).toBe(evil);
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test('a page whose worker cannot start runs the engine itself', async () => {
  const seen = await newPage();
  await seen.page.addInitScript(() => {
    // as in a page that forbids workers
    (globalThis as { Worker?: unknown }).Worker = undefined;
  });
  await seen.page.goto(new URL('viewer?src=samples/chess.car', `${inject('siteUrl')}/`).href);
  await seen.page.locator('.badge.verified').waitFor();
  expect(seen.page.workers().length).toBe(0);
  await closePage(seen);
});

// a script is built for each: chess above stands for them all
test
  .runIf(process.env.KIFU_DEEP === '1')
  .each(SAMPLES.filter(({ verdict }) => verdict === 'verified'))(
  '$file too is one page that checks itself',
  async ({ game, file }) => {
    const record = await readFile(join(inject('siteFolder'), 'samples', file));
    const script = unwrap(await viewerScript(game, { folder }));
    const path = join(folder, `${game}.html`);
    await writeFile(path, htmlFile({ title: game, script, record }));
    const seen = await newPage({ offline: true });
    await seen.page.goto(pathToFileURL(path).href);
    await seen.page.locator('.badge.verified').waitFor();
    expect(seen.page.workers().length).toBe(1);
    expect(seen.errors).toEqual([]);
    await closePage(seen);
  },
);
