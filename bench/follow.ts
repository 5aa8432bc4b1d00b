/**
 * Following a match that goes on: what a node costs early and late in it. In the engine, with what the page computes from its answer; and
 * as work of a page in headless Chromium that draws it.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ORIGINAL, timesOf } from '@kifu/client/playback';
import { encodeBase64, type Result, unwrap } from '@kifu/core';
import { chromium } from 'playwright-core';
import { answer, type EngineAnswer } from '../packages/web/src/engine/engine.ts';
import type { OpenedRecord } from '../packages/web/src/engine/types.ts';
import { buildSite } from '../packages/web/src/export/build.ts';
import { grownBy } from '../packages/web/src/model/grown.ts';
import { tellingMarks } from '../packages/web/src/model/marks.ts';
import { findChromium } from '../packages/web/test/chromium.ts';
import { serve } from '../packages/web/test/serve.ts';
import { SWITCHES } from '../packages/web/test/setup.ts';
import { type Figure, figuresOf } from './measure.ts';
import { endlessMatch } from './viewer-matches.ts';
import { followNodes, takeNodes, workMs } from './viewer-page.ts';

/** After so many entries, so many nodes more are timed. */
const EARLY = 100;
const LATE = 5000;
const COUNT = 100;
const ROUNDS = 5;

/** The cost of a node after so many entries. */
type CostAfter = (entries: number) => Promise<number>;

export async function* bench(): AsyncGenerator<Figure> {
  const nodes = await endlessMatch(LATE + COUNT);
  yield* await compare('engine-node', 'us', entries => engineUs(nodes, entries));
  const folder = await mkdtemp(join(tmpdir(), 'kifu-bench-follow-'));
  await buildSite(folder);
  const served = await serve(folder);
  const browser = await chromium.launch({ executablePath: findChromium(), args: SWITCHES });
  try {
    const page = await browser.newPage({ viewport: { width: 1000, height: 800 } });
    yield* await compare('page-node', 'ms', async entries => {
      await page.goto(`${served.url}/viewer`);
      const session = await page.context().newCDPSession(page);
      await session.send('Performance.enable', { timeDomain: 'threadTicks' });
      await page.evaluate(takeNodes(nodes.map(encodeBase64), entries));
      const before = await workMs(session);
      await page.evaluate(followNodes(entries, COUNT));
      return ((await workMs(session)) - before) / COUNT;
    });
  } finally {
    await browser.close();
    await served.close();
    await rm(folder, { recursive: true });
  }
}

/** A cost late in the match, beside the same early in it. */
async function compare(figure: string, unit: string, cost: CostAfter): Promise<Figure[]> {
  const early: number[] = [];
  const late: number[] = [];
  for (let round = -1; round < ROUNDS; round++) {
    const costs = [await cost(LATE), await cost(EARLY)] as const;
    if (round < 0) continue; // warms up
    late.push(costs[0]);
    early.push(costs[1]);
  }
  return figuresOf({ bench: 'follow', figure, unit }, late, { [`after-${EARLY}`]: early });
}

/** Microseconds of this thread for a node: added, told, checked, drawn as data, and laid out in time. */
async function engineUs(nodes: readonly Uint8Array[], entries: number): Promise<number> {
  const [opened] = await ask({ do: 'nodes', nodes: nodes.slice(0, entries + 1), isOver: null });
  let record = unwrap((opened as { readonly opened: Result<OpenedRecord> }).opened);
  const of = record.id;
  await ask({ do: 'check', of });
  let times = timesOf(record, ORIGINAL);
  const start = process.threadCpuUsage();
  for (let n = entries + 1; n <= entries + COUNT; n++) {
    const [told] = await ask({ do: 'add', of, nodes: [nodes[n]!], isOver: null });
    if (!('grown' in told!)) throw new Error('the match was opened anew');
    record = grownBy(record, told.grown);
    tellingMarks(record);
    times = timesOf(record, ORIGINAL, undefined, times);
    await ask({ do: 'picture', of, at: { n }, as: null });
    await ask({ do: 'check', of });
  }
  const { user, system } = process.threadCpuUsage(start);
  await ask({ do: 'close', of });
  return (user + system) / COUNT;
}

async function ask(question: Parameters<typeof answer>[0]): Promise<EngineAnswer[]> {
  const answers: EngineAnswer[] = [];
  await answer(question, told => answers.push(structuredClone(told))); // as if from a worker
  return answers;
}
