/** Engines of the server: who is answered, how much of their time, and what becomes of questions that end otherwise. */
import {
  type Analyzer,
  type Fault,
  type Game,
  type JsonObject,
  type Kit,
  type PositionAnalysis,
  start,
  unwrap,
} from '@kifu/core';
import { loadKit } from '@kifu/games';
import { parseUci } from '@kifu/games/chess';
import { encodeQuestion } from '@kifu/record/analysis';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { openAnalysisService, type ServiceLimits } from '../../engines/src/serve/index.ts';
import { type Served, seen, serve } from '../test/serve.ts';
import type { Limits } from './options.ts';

let chess: Kit;
let question: JsonObject;
beforeAll(async () => {
  chess = unwrap(await loadKit('chess'));
  question = questionAt(unwrap(start(chess.game, {})).state);
});

let served: Served;
afterEach(() => served.close());

const questionAt = (state: unknown, timeMs = 100): JsonObject => ({
  ...{ game: 'chess', version: 1 },
  ...encodeQuestion(chess.game as Game, { position: { state }, limits: { timeMs } }),
});

/** Searches until the signal aborts. */
const slow: Analyzer['analyze'] = ({ state }, _limits, { signal } = {}) =>
  new Promise(resolve => {
    const end = () => resolve(found(state));
    if (signal?.aborted) end();
    signal?.addEventListener('abort', end);
  });
const quick: Analyzer['analyze'] = async ({ state }) => found(state);
const crash: Analyzer['analyze'] = async () => {
  throw new Error('it exited with status 3');
};

const found = (state: unknown): PositionAnalysis => ({
  ...{ seat: 0, depth: 4, nodes: 123, timeMs: 1 },
  lines: [
    {
      moves: [[...chess.game.legal(state, 0)][0]!],
      ...{ chances: [0.6, 0.4], evaluation: { score: 40 } },
    },
  ],
});

/** A server with an engine that analyzes so; says how often it was started. */
async function serveEngine(
  analyze: Analyzer['analyze'],
  limits: Partial<Limits> = {},
  more: ServiceLimits = {},
): Promise<{ starts(): number }> {
  let starts = 0;
  const open = async (): Promise<Analyzer> => {
    starts++;
    return { name: 'Fake Fish', version: '1.2', analyze, close: async () => {} };
  };
  const analysis = await openAnalysisService([{ kit: chess, open }], more);
  served = await serve({ analysis, limits });
  return { starts: () => starts };
}

const ask = (body: unknown = question, init: RequestInit = {}): Promise<Response> =>
  fetch(`${served.url}/api/analyze`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' }, ...init },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const linesOf = async (response: Response): Promise<JsonObject[]> =>
  (await response.text())
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));
const faultOf = async (response: Response): Promise<Fault> =>
  ((await response.json()) as { readonly fault: Fault }).fault;
const outcomes = async (): Promise<JsonObject> => {
  const { values } = await served.server.registry.metrics.analyses.get();
  return Object.fromEntries(values.map(({ labels, value }) => [labels.outcome, value]));
};

test('lists its engines, and streams what one found', async () => {
  await serveEngine(quick);
  const listed = await fetch(`${served.url}/api/analyze`);
  expect(await listed.json()).toEqual({
    kifu: 1,
    engines: [{ name: 'Fake Fish', version: '1.2', game: 'chess', gameVersion: 1 }],
  });
  const answer = await ask();
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'application/x-ndjson',
  ]);
  const lines = await linesOf(answer);
  expect(lines[0]).toEqual({ ok: true, waiting: 0 });
  expect(lines.at(-1)).toMatchObject({ ok: true, done: true, depth: 4, nodes: 123 });
  expect(await outcomes()).toEqual({ done: 1 });
});

test('a server without engines lists none, and refuses questions', async () => {
  served = await serve();
  expect(await (await fetch(`${served.url}/api/analyze`)).json()).toEqual({ kifu: 1, engines: [] });
  expect((await ask()).status).toBe(404);
});

test('refuses garbage, long questions and other sites', async () => {
  await serveEngine(quick);
  const cases: readonly [body: unknown, status: number, init?: RequestInit][] = [
    ['{', 400],
    ['[]', 400],
    ['null', 400],
    [{ game: 'go' }, 404],
    [{ game: 'chess' }, 400],
    [{ ...question, state: { canon: { board: 'x' } } }, 400],
    [{ ...question, best: { depth: 100 } }, 400],
    [{ ...question, moves: Array(10_001).fill(0) }, 400],
    [' '.repeat((1 << 20) + 1), 413],
    [question, 400, { headers: { 'content-type': 'text/plain' } }],
    [
      question,
      403,
      { headers: { 'content-type': 'application/json', origin: 'https://evil.example' } },
    ],
  ];
  for (const [body, status, init] of cases) {
    const refused = await ask(body, init);
    expect([String(body).slice(0, 20), refused.status]).toEqual([
      String(body).slice(0, 20),
      status,
    ]);
    expect(refused.headers.get('content-type')).toMatch('problem+json');
  }
  expect((await ask()).status).toBe(200);
});

test('a client has few questions in progress, and one that it cancels ends the search', async () => {
  await serveEngine(slow, { analysesPerAddress: 2 }, { jobs: 2 });
  const stops = [new AbortController(), new AbortController()];
  const answers = await Promise.all(stops.map(({ signal }) => ask(question, { signal })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await ask()).status).toBe(429);
  for (const stop of stops) stop.abort();
  await expect.poll(outcomes).toEqual({ canceled: 2 });
  const { quotas } = served.server.registry;
  await expect.poll(() => quotas.analyses.held).toBe(0);
});

test('too many questions for the engine are refused', async () => {
  await serveEngine(slow, { analysesPerAddress: 5 }, { waiting: 1 });
  const stop = new AbortController();
  const taken = await Promise.all([1, 2].map(() => ask(question, { signal: stop.signal })));
  expect(taken.map(({ status }) => status)).toEqual([200, 200]);
  const refused = await ask();
  expect([refused.status, (await faultOf(refused)).rule]).toEqual([429, 'queue']);
  stop.abort();
});

test('the time that a client asks for is counted', async () => {
  await serveEngine(quick, { analysisMsPerDay: 250, analysisMs: 200 });
  expect((await ask()).status).toBe(200);
  // no time named: the longest search
  const refused = await ask({ ...question, best: { depth: 3 } });
  expect([refused.status, (await faultOf(refused)).rule]).toEqual([429, 'budget']);
  expect((await ask()).status).toBe(200);
  expect((await ask()).status).toBe(429);
});

test('an engine that crashes is reported, and started again for the next question', async () => {
  const { starts } = await serveEngine(crash);
  for (let i = 1; i <= 2; i++) {
    const lines = await linesOf(await ask());
    expect(lines.at(-1)).toMatchObject({ ok: false, fault: { rule: 'seat-player' } });
    expect(lines.at(-1)!.fault).toMatchObject({ message: expect.stringMatching(/status 3/) });
    expect(starts()).toBe(i);
  }
  expect(await outcomes()).toEqual({ failed: 2 });
});

test('the present position of a match in progress is not analyzed for those who play it', async () => {
  await serveEngine(quick);
  const seats = [
    { type: 'you', name: 'Ann' },
    { type: 'you', name: 'Bob' },
  ] as const;
  const [ann] = await served.play({ game: 'chess', seats: [...seats] });
  await seen(ann!, 0);
  unwrap(await ann!.play(unwrap(parseUci('a2a3')) as never));
  const { state } = ann!.replay!.table!;
  const refused = await ask(questionAt(state));
  expect([refused.status, (await faultOf(refused)).code]).toEqual([409, 'conflict']);
  expect((await ask()).status).toBe(200);
  unwrap(await ann!.resign());
  await expect.poll(async () => (await ask(questionAt(state))).status).toBe(200);
});
