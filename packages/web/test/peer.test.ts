/** Two pages play a match without a server: a relay shows them to each other, and goes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { gzipSync } from 'node:zlib';
import { type Game, ok, unwrap } from '@kifu/core';
import { chess } from '@kifu/games/chess';
import { judge, verify } from '@kifu/record';
import { readCar } from '@kifu/record/car';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { closePage, newPage, PATIENT, useBrowser, wrongInAnyLook } from './browser.ts';

const BIN = join(import.meta.dirname, '../../cli/bin/kifu.js');
/** Pages have much to load, and the machine may have much else to do. */
const SLOW = { timeout: 60_000 };

useBrowser();

let folder: string;
let relay: ChildProcess;
let address: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kifu-relay-'));
  const words = [
    'peer',
    '--relay',
    '--folder',
    folder,
    '--listen',
    '/ip4/127.0.0.1/tcp/0/ws',
    '--json',
  ];
  relay = spawn(process.execPath, ['--conditions=source', '--no-warnings', BIN, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: relay.stdout! })) {
    const said = JSON.parse(line);
    if (said.event !== 'listening') continue;
    address = said.address;
    break;
  }
}, 60_000);
afterAll(async () => {
  relay.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

test('the module of a peer stays small, and is not among the files for offline use', async () => {
  const site = inject('siteFolder');
  const [chunk] = globSync('chunks/page-peer-*.js', { cwd: site });
  const { length } = gzipSync(await readFile(join(site, chunk!)));
  expect(length).toBeLessThan(170_000);
  expect(await readFile(join(site, 'files.json'), 'utf8')).not.toContain(chunk);
});

/** Plays a move by typing it, and waits until both pages show it. */
async function play(pages: readonly Page[], who: number, move: string): Promise<void> {
  const input = pages[who]!.locator('.typed input');
  await input.fill(move, SLOW);
  await input.press('Enter');
  for (const page of pages)
    await page.locator('kifu-table .notation', { hasText: move }).first().waitFor(SLOW);
}

test('two browsers play a whole match, and continue when the relay is gone, and after a reload', async () => {
  const [ann, bob] = [await newPage(), await newPage()];
  const pages = [ann.page, bob.page];
  await ann.page.goto(`${inject('siteUrl')}/#/peer`);
  await ann.page.locator('input[name=name]').fill('Ann');
  await ann.page.locator('input[name=relay]').fill(address);
  await ann.page.locator('.chip', { hasText: '10 min' }).click(SLOW);
  expect(await wrongInAnyLook(ann.page)).toEqual([]);
  await ann.page.locator('form [type=submit]').click();
  const link = await ann.page.locator('.link input').inputValue(SLOW);
  expect(link).toContain('webrtc');

  await bob.page.goto(link);
  await bob.page.locator('input[name=name]').fill('Bob');
  await bob.page.locator('form [type=submit]').click();
  for (const page of pages) await page.locator('.connection[data-other=direct]').waitFor(SLOW);
  await play(pages, 0, 'f3');
  await bob.page.reload();
  await play(pages, 1, 'e5');
  for (const page of pages) await page.locator('.connection[data-other=direct]').waitFor(SLOW);

  relay.kill('SIGKILL');
  for (const page of pages)
    await page.locator('.connection[data-other=direct][data-relay=false]').waitFor(SLOW);
  await play(pages, 0, 'g4');
  await play(pages, 1, 'Qh4#');
  for (const page of pages) await page.locator('.after').waitFor(SLOW);

  const records = await Promise.all(pages.map(saved));
  expect(records[1]).toEqual(records[0]);
  const report = await verify(records[0]!, async () => ok(chess.game as Game));
  expect(judge(report).verdict).toBe('verified');
  expect(report.header?.terms?.clock).toMatchObject({ type: 'fischer', mainMs: 600_000 });
  // without the relay a page that was loaded again promises no connection
  await bob.page.reload();
  const line = bob.page.locator('.connection[data-other=nobody][data-relay=false]');
  await line.waitFor(SLOW);
  expect(await line.innerText()).toBe(
    'Your opponent isn’t connected. The relay is gone. Your opponent can’t reach you without it.',
  );
  // that the relay is gone the browser says by itself
  for (const { errors } of [ann, bob])
    expect(errors.filter(error => !/WebSocket|ERR_CONNECTION_REFUSED/.test(error))).toEqual([]);
  await closePage(ann);
  await closePage(bob);
}, 300_000);

/** The nodes of the record that a page saves. */
async function saved(page: Page): Promise<readonly Uint8Array[]> {
  const [download] = await Promise.all([
    page.waitForEvent('download', SLOW),
    page.locator('.after button').last().click(PATIENT),
  ]);
  const file = join(folder, `${crypto.randomUUID()}.car`);
  await download.saveAs(file);
  const car = unwrap(readCar(await readFile(file)));
  return car.blocks.map(({ bytes }) => bytes);
}
