/** Engines of the reader's machine: added by a link, used for an analysis, and what is said when one does not do what it should. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KifuViewer } from '@kifu/viewer';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { fakeProgram } from '../../cli/test/fake-programs.ts';
import { type Started, startKifu } from '../../cli/test/start-kifu.ts';
import { type Served, serve } from '../../server/test/serve.ts';
import { axeFinds, closePage, newPage, untilOpened, useBrowser } from './browser.ts';
import { LONG } from './matches.ts';
import { answerWith } from './records.ts';

useBrowser();

let home: string;
let served: Served;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'kifu-own-engines-'));
  served = await serve({ site: inject('siteFolder') });
});
afterAll(async () => {
  await served.close();
  await rm(home, { recursive: true });
});

/** Starts `kifu engine serve`; returns its process and the link that it prints. */
async function startEngines(
  port = '0',
  mode = 'good',
): Promise<{ readonly service: Started; readonly link: string }> {
  const words = ['engine', 'serve', fakeProgram('uci', mode), '--port', port, '--site', served.url];
  const service = startKifu({ KIFU_HOME: home }, ...words);
  await service.saw(/open \S+/);
  return { service, link: /open (\S+)/.exec(service.out())![1]! };
}

const portOf = (link: string): string =>
  new URL(new URLSearchParams(new URL(link).hash.slice(1)).get('engine')!).port;
const engines = (page: Page) => page.locator('.engines li');
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('kifu-engines'));
const searcher = (page: Page) => page.getByRole('combobox', { name: 'Searcher' });

/** Opens a short game, and lets a searcher analyze it. */
async function analyzeBy(page: Page, label: string | RegExp): Promise<void> {
  await answerWith(page, 'short.pgn', Buffer.from('1. f3 e5 2. g4 Qh4# 0-1'));
  await page.goto(`${served.url}/file?src=short.pgn`);
  await untilOpened(page);
  const option = searcher(page).locator('option', { hasText: label });
  await option.waitFor({ state: 'attached' });
  await searcher(page).selectOption(await option.getAttribute('value'));
  await page.getByRole('button', { name: 'Analyze' }).click();
}

test('the link adds an engine, which analyzes until it is stopped', {
  timeout: 420_000,
}, async () => {
  const { service, link } = await startEngines();
  const seen = await newPage();
  const { page } = seen;
  await page.goto(link);
  await engines(page).getByText('Fake Fish 1.2').waitFor();
  await page.getByText(/^Engines at 127\.0\.0\.1:\d+ added\.$/).waitFor();
  // the token is nowhere but in the storage of the browser
  expect(page.url()).toBe(`${served.url}/settings`);
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token')!;
  expect(await stored(page)).toContain(token);
  expect(await axeFinds(page, { within: '.settings-page' })).toEqual([]);
  // the page itself may not connect to it
  const url = `http://127.0.0.1:${portOf(link)}/analyze`;
  expect(
    await page.evaluate(
      url =>
        fetch(url).then(
          () => 'open',
          () => 'closed',
        ),
      url,
    ),
  ).toBe('closed');

  await analyzeBy(page, 'Fake Fish 1.2, your computer');
  await expect.poll(() => page.locator('.analysis-players li').count(), LONG).toBe(2);
  await page.locator('.analysis', { hasText: 'Fake Fish 1.2, 0.5 s per move.' }).waitFor();
  const written = await page.locator('kifu-viewer').evaluate(async element => {
    const made = await (element as KifuViewer).write('json');
    return made.ok ? new TextDecoder().decode(made.value.bytes) : '';
  });
  expect(written).toContain('Fake Fish 1.2 (analysis, 500 ms per move)');

  await service.kill();
  await page.goto(`${served.url}/settings`);
  await engines(page).getByText('isn’t running').waitFor();
  // another start has another token
  const again = await startEngines(portOf(link));
  await page.reload();
  await engines(page).getByText('was restarted').waitFor();
  await page.goto(again.link);
  await engines(page).getByText('Fake Fish 1.2').waitFor();
  expect(await engines(page).count()).toBe(1);
  await again.service.kill();

  await page.getByRole('button', { name: /^Remove the engines at/ }).click();
  expect(await engines(page).count()).toBe(0);
  expect(await stored(page)).toBe('[]');
  await closePage(seen);
});

test('a link of something else is refused', async () => {
  const seen = await newPage();
  const { page } = seen;
  for (const engine of ['https://evil.example/analyze', 'http://127.0.0.1:80/other', 'x']) {
    await page.goto(
      `${served.url}/settings#engine=${encodeURIComponent(engine)}&token=${'t'.repeat(43)}`,
    );
    await page.getByText('This link is damaged.').waitFor();
    expect(page.url()).toBe(`${served.url}/settings`);
    expect(await stored(page)).toBeNull();
    await page.goto('about:blank');
  }
  await closePage(seen);
});

test('says that an engine crashed, and what to do', LONG, async () => {
  const { service, link } = await startEngines('0', 'crash');
  const seen = await newPage();
  const { page } = seen;
  await page.goto(link);
  await engines(page).getByText('Fake Fish').waitFor();
  await analyzeBy(page, /your computer/);
  await page
    .getByRole('alert')
    .getByText(/The engine stopped working: .*Fake Fish failed.*Try again/)
    .waitFor(LONG);
  await service.kill();
  await closePage(seen);
});

/** A service that says anything to a question. */
async function pretend(answer: () => string | number | null): Promise<Server> {
  const about = {
    kifu: 1,
    engines: [{ name: 'Fake', version: '', game: 'chess', gameVersion: 1 }],
  };
  const server = createServer(async (request, response) => {
    const headers = {
      'access-control-allow-origin': served.url,
      'access-control-allow-headers': 'authorization, content-type',
    };
    const said = request.method === 'POST' ? answer() : JSON.stringify(about);
    response.writeHead(typeof said === 'number' ? said : 200, headers);
    if (said === null) response.write('{"ok":true,"waiting":0}\n');
    else response.end(typeof said === 'number' ? '{}' : said);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return server;
}

const lie = (line: object): string =>
  `${JSON.stringify({ ok: true, done: true, seat: 0, depth: 1, nodes: 1, timeMs: 1, ...line })}\n`;

test('says what is wrong with a service, and what to do', { timeout: 420_000 }, async () => {
  let said: string | number | null = null;
  const server = await pretend(() => said);
  const { port } = server.address() as AddressInfo;
  const seen = await newPage();
  const { page } = seen;
  const engine = encodeURIComponent(`http://127.0.0.1:${port}/analyze`);
  await page.goto(`${served.url}/settings#engine=${engine}&token=${'t'.repeat(43)}`);
  await engines(page).getByText('Fake').waitFor();
  said = 429;
  await analyzeBy(page, 'Fake, your computer');
  const alert = page.locator('.analysis [role=alert]');
  await alert.getByText('The engine is busy').waitFor(LONG);
  const illegal = { moves: [{ from: [4, 1], to: [4, 4] }], chances: [1, 0], evaluation: null };
  const cases: readonly [string | number | null, RegExp][] = [
    ['Bestzug e2e4\n', /doesn’t fit the position/],
    [401, /was restarted/],
    [lie({ lines: [illegal] }), /doesn’t fit the position/],
    [404, /no longer has this engine/],
    [409, /when the game is over/],
    [lie({ seat: 1, lines: [] }), /doesn’t fit the position/],
    ['{"ok":true,"waiting":0}\n', /stopped answering/],
    ['{"ok":false,"fault":{"message":"Fake failed: signal 11"}}\n', /Fake failed: signal 11/],
    // nothing more comes
    [null, /stopped answering/],
  ];
  for (const [answer, told] of cases) {
    said = answer;
    await page.getByRole('button', { name: 'Analyze' }).click();
    await alert.getByText(told).waitFor(LONG);
  }
  server.closeAllConnections();
  server.close();
  await page.getByRole('button', { name: 'Analyze' }).click();
  await alert.getByText('isn’t running').waitFor(LONG);
  await closePage(seen);
});
