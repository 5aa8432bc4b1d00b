/** Analysis that is served on loopback: who is answered, what, and in which order. */
import { request } from 'node:http';
import { type Game, type JsonObject, type Kit, start, unwrap } from '@kifu/core';
import { loadKit } from '@kifu/games';
import { encodeQuestion, fromPortable } from '@kifu/record/analysis';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { openAnalyzer } from '../src/index.ts';
import {
  type AnalysisServer,
  type AnalysisService,
  openAnalysisService,
  type ServiceLimits,
  serveAnalysis,
} from '../src/serve/index.ts';
import { contextFor, fakeSpec } from './matches.ts';

const SITE = 'https://kifu.example';
let chess: Kit;
let question: JsonObject;
let state: unknown;
beforeAll(async () => {
  chess = unwrap(await loadKit('chess'));
  ({ state } = unwrap(start(chess.game, {})));
  const limits = { timeMs: 100, lines: 2 };
  const position = { state, first: state, moves: [] };
  question = {
    game: 'chess',
    version: 1,
    ...encodeQuestion(chess.game as Game, { position, limits }),
  };
});

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function openFakes(mode: string, limits: ServiceLimits = {}): Promise<AnalysisService> {
  const open = () => openAnalyzer(fakeSpec('uci', mode), contextFor(chess));
  const service = await openAnalysisService([{ kit: chess, open }], limits);
  closing.push(() => service.close());
  return service;
}
async function serveFake(mode = 'good', limits: ServiceLimits = {}): Promise<AnalysisServer> {
  const server = await serveAnalysis(await openFakes(mode, limits), { port: 0, origins: [SITE] });
  closing.push(() => server.close());
  return server;
}

interface Asked {
  readonly method?: string;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: string;
  readonly path?: string;
}

/** Asks with any headers, as no browser would let a page. */
function ask({ url, token }: AnalysisServer, { method = 'POST', headers, body, path }: Asked) {
  const all = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers };
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }>(
    (resolve, reject) => {
      const sent = request(path === undefined ? url : new URL(path, url), { method, headers: all });
      sent.on('error', reject).on('response', async response => {
        let text = '';
        for await (const chunk of response.setEncoding('utf8')) text += chunk;
        resolve({ status: response.statusCode!, headers: response.headers, text });
      });
      sent.end(body);
    },
  );
}
const linesOf = (text: string): JsonObject[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line));

test('says what it serves, and streams an analysis', async () => {
  const server = await serveFake();
  const about = await ask(server, { method: 'GET' });
  expect(JSON.parse(about.text)).toEqual({
    kifu: 1,
    engines: [{ name: 'Fake Fish', version: '1.2', game: 'chess', gameVersion: 1 }],
  });
  const { status, headers, text } = await ask(server, {
    headers: { origin: SITE },
    body: JSON.stringify(question),
  });
  expect([status, headers['content-type'], headers['access-control-allow-origin']]).toEqual([
    ...[200, 'application/x-ndjson', SITE],
  ]);
  const lines = linesOf(text);
  expect(lines[0]).toEqual({ ok: true, waiting: 0 });
  expect(lines.at(-1)).toMatchObject({ ok: true, done: true, seat: 0, depth: 4, nodes: 123 });
  const found = fromPortable(chess.game as Game, lines.at(-1))!;
  expect(chess.game.play(state, 0, found.lines[0]!.moves[0]!).ok).toBe(true);
});

test('a preflight is answered, also from a public address', async () => {
  const server = await serveFake();
  const headers = { origin: SITE, 'access-control-request-private-network': 'true' };
  const answered = await ask(server, { method: 'OPTIONS', headers });
  expect(answered).toMatchObject({
    status: 204,
    headers: {
      'access-control-allow-origin': SITE,
      'access-control-allow-headers': 'authorization, content-type',
      'access-control-allow-private-network': 'true',
    },
  });
});

test.each<[string, Asked, number]>([
  ['a wrong token', { headers: { authorization: 'Bearer x' } }, 401],
  ['the page of another site', { headers: { origin: 'https://evil.example' } }, 403],
  ['a name that leads here', { headers: { host: 'evil.example' } }, 403],
  ['another path', { path: '/' }, 404],
  ['another method', { method: 'PUT' }, 405],
  ['a form', { headers: { 'content-type': 'text/plain' } }, 415],
  ['a long question', { body: ' '.repeat((1 << 20) + 1) }, 413],
  ['no JSON', { body: '{' }, 400],
  ['another game', { body: '{"game":"go"}' }, 404],
  ['no state', { body: '{"game":"chess"}' }, 400],
  ['a limit too far', { body: '{"game":"chess","best":{"depth":100}}' }, 400],
])('refuses %s', async (_, asked, status) => {
  const answered = await ask(await serveFake(), asked);
  expect(answered.status).toBe(status);
  expect(JSON.parse(answered.text)).toMatchObject({ ok: false });
  if (status === 403) expect(answered.headers['access-control-allow-origin']).toBeUndefined();
});

test('questions wait in order, up to a number, and one that is canceled stops', async () => {
  const service = await openFakes('slow', { waiting: 1 });
  const stops = [new AbortController(), new AbortController()];
  const told: JsonObject[][] = [[], []];
  const searches = stops.map(({ signal }, i) =>
    unwrap(service.ask(question))(signal, line => told[i]!.push(line)),
  );
  await expect.poll(() => told.map(({ length }) => length)).toEqual([1, 1]);
  expect(service.ask(question)).toMatchObject({ fault: { code: 'too-large', rule: 'queue' } });
  stops[1]!.abort();
  await searches[1];
  expect(told[1]).toEqual([{ ok: true, waiting: 1 }]);
  expect(service.ask(question).ok).toBe(true);
  stops[0]!.abort();
  await searches[0];
  expect(told[0]).toHaveLength(1);
});

test('tells a question repeatedly that it waits, and when its search begins', async () => {
  const service = await openFakes('slow', { beatMs: 1 });
  const stops = [new AbortController(), new AbortController()];
  const told: JsonObject[][] = [[], []];
  const searches = stops.map(({ signal }, i) =>
    unwrap(service.ask(question))(signal, line => told[i]!.push(line)),
  );
  await expect.poll(() => told[1]!.length).toBeGreaterThan(2);
  expect(new Set(told[1]!.map(line => JSON.stringify(line)))).toEqual(
    new Set(['{"ok":true,"waiting":1}']),
  );
  stops[0]!.abort();
  await searches[0];
  await expect.poll(() => told[1]!.at(-1)).toEqual({ ok: true, waiting: 0 });
  expect(told[0]).toEqual([{ ok: true, waiting: 0 }]);
  stops[1]!.abort();
  await searches[1];
});

test('an engine that fails is started again for the next question', async () => {
  const server = await serveFake('crash');
  for (let i = 0; i < 2; i++) {
    const { text } = await ask(server, { body: JSON.stringify(question) });
    expect(linesOf(text).at(-1)).toMatchObject({
      ...{ ok: false, fault: { rule: 'seat-player' } },
    });
    expect(text).toMatch(/Fake Fish failed: it exited with status 3/);
  }
});

test('a search ends after its longest time', async () => {
  const service = await openFakes('slow', { searchMs: 50 });
  const told: JsonObject[] = [];
  await unwrap(service.ask(question))(new AbortController().signal, line => told.push(line));
  expect(told.at(-1)).toMatchObject({ ok: true, done: true, lines: [] });
});
