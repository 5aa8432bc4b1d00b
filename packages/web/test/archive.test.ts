/** The site as plain files, with an archive on another host that knows nothing but files: searched by parts, and opened. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { unwrap } from '@kifu/core';
import { gameNames, loadKit } from '@kifu/games';
import { findRecords } from '@kifu/record/file';
import { addToArchive, type ToArchive } from '@kifu/stores/archive/folder';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { prepareSource } from '../../cli/src/library/prepare.ts';
import { axeFinds, closePage, newPage, type OpenedPage, PATIENT, useBrowser } from './browser.ts';
import { type Served, serve } from './serve.ts';

useBrowser();

const MATCHES = 130;
const games = { names: gameNames, load: loadKit };
/** The newest first: number 129 was played on the last day. */
const pgn = Array.from({ length: MATCHES }, (_, i) => {
  const n = MATCHES - 1 - i;
  const day = new Date(Date.UTC(2024, 0, 1 + n)).toISOString().slice(0, 10).replaceAll('-', '.');
  return `[White "Ann ${n}"]\n[Black "Bob"]\n[Date "${day}"]\n\n${n % 3 === 0 ? '1. d4 d5' : '1. e4 e5'} 1-0\n\n`;
}).join('');

async function* matches(): AsyncGenerator<ToArchive> {
  const labels = { source: null, visibility: 'public' } as const;
  for await (const source of findRecords(games, 'x.pgn', new TextEncoder().encode(pgn), null)) {
    const ready = unwrap(await prepareSource(games, unwrap(source), { labels, isPacked: true }));
    yield { listing: ready.listing, pack: ready.pack! };
  }
}

let folder: string;
let host: Served;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kifu-archive-'));
  await addToArchive(folder, matches());
  host = await serve(folder);
});
afterAll(async () => {
  await host.close();
  await rm(folder, { recursive: true });
});

async function open(path: string, archive = host.url): Promise<OpenedPage> {
  const seen = await newPage();
  const query = new URLSearchParams({ archive });
  await seen.page.goto(`${inject('siteUrl')}/index.html?${query}#${path}`);
  await seen.page.locator('h1').first().waitFor();
  return seen;
}

test('players, days, openings and positions are found on a host for files, and a match is opened', async () => {
  const seen = await open('/library');
  const { page } = seen;
  const found = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
  await found('130 games');
  expect(await page.getByLabel('Sort by').count()).toBe(0);
  expect(await axeFinds(page)).toEqual([]);
  // the next page comes, and the list is longer then
  const last = page.locator('li[aria-posinset="130"]');
  await expect
    .poll(async () => {
      await page.locator('.rows').evaluate(list => list.scrollTo(0, list.scrollHeight));
      return last.count();
    }, PATIENT)
    .toBe(1);
  await page.getByPlaceholder('Players, events').fill('ann 77');
  await found('1 game');
  const search = async (query: Record<string, string>) => {
    const base = page.url().replace(/#.*/, '');
    await page.goto(`${base}#/library?${new URLSearchParams(query)}`);
  };
  await search({ from: '2024-01-11', before: '2024-01-21' });
  await found('10 games');
  await search({ game: 'chess', opening: 'd4', before: '2024-01-10' });
  await found('3 games');
  const board = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2';
  await search({ game: 'chess', board, before: '2024-01-07' });
  await found('4 games');
  await page.getByRole('link', { name: /Ann 5/ }).first().click();
  await page.locator('kifu-viewer .picture > svg').waitFor();
  await expect.poll(() => page.title(), PATIENT).toBe('Chess: Ann 5 – Bob · Kifu');
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test('a page may name its archive in its head; openings, positions and files come from there', async () => {
  const seen = await newPage();
  const { page } = seen;
  await page.addInitScript(content => {
    // before any module of the page runs
    document.addEventListener('readystatechange', () =>
      document.head.append(
        Object.assign(document.createElement('meta'), { name: 'kifu-archive', content }),
      ),
    );
  }, host.url);
  await page.goto(`${inject('siteUrl')}/index.html#/opening/chess`);
  await page.getByRole('row', { name: /^e4 86/ }).waitFor();
  const moves = new URLSearchParams({
    board: 'rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1',
  });
  await page.goto(`${inject('siteUrl')}/index.html#/position/chess?${moves}`);
  await page.getByRole('heading', { name: 'Reached in 44 games' }).waitFor();
  await page.getByRole('row', { name: /^d5 44/ }).waitFor();
  await page.goto(`${inject('siteUrl')}/index.html#/library?text=ann+7`);
  await page.getByText('Download all', { exact: true }).click();
  await page.getByLabel('Format').selectOption('pgn');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download', exact: true }).click(),
  ]);
  expect(await text(await download.createReadStream())).toContain('[White "Ann 77"]');
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test('a host that is away is reported, and so is one that gives another match', async () => {
  const seen = await open('/library', 'http://127.0.0.1:9/');
  await seen.page.getByRole('heading', { name: 'The archive couldn’t be loaded' }).waitFor();
  await seen.page.getByRole('alert').filter({ hasText: 'cannot reach' }).waitFor();
  await closePage(seen);
  const other = await mkdtemp(join(tmpdir(), 'kifu-archive-'));
  let cheated = 0;
  for (const name of await readdir(folder)) {
    const bytes = await readFile(join(folder, name));
    // no table says what is in a pack: one is put in the place of another that is as long
    const starts = placesOf(bytes, Buffer.of(0x89, 0x4b, 0x46));
    const lengths = starts.slice(1).map((end, i) => end - starts[i]!);
    const j = lengths.findIndex((length, i) => lengths.indexOf(length) < i);
    if (j >= 0) {
      const i = lengths.indexOf(lengths[j]!);
      bytes.copy(bytes, starts[j]!, starts[i]!, starts[i + 1]!);
      cheated = MATCHES - 1 - j;
    }
    await writeFile(join(other, name), bytes);
  }
  const liar = await serve(other);
  const lied = await open(`/library?text=${cheated}`, liar.url);
  await lied.page
    .getByRole('link', { name: `Ann ${cheated}` })
    .first()
    .click();
  await lied.page.getByText(/Not the record bafyrei/).waitFor();
  await closePage(lied);
  await liar.close();
  await rm(other, { recursive: true });
});

/** Where bytes stand in others. */
function placesOf(bytes: Buffer, what: Buffer): number[] {
  const places: number[] = [];
  for (let at = bytes.indexOf(what); at >= 0; at = bytes.indexOf(what, at + 1)) places.push(at);
  return places;
}
