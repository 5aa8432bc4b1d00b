/**
 * What analysis adds to the search itself, position by position of a real game, in turns and with the same number of nodes: our own searcher
 * as an `Analyzer` against its function, and Stockfish as an `Analyzer` against what it is sent and answers. Then, on the
 * site, how long it takes from the click on *Analyze* until the best line of the position that is shown is painted.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { makeAnalyzer } from '@kifu/bots';
import { type AnalyzedPosition, type Analyzer, type Kit, start, unwrap } from '@kifu/core';
import { openAnalyzer } from '@kifu/engines';
import { type Move, parseUci, type State } from '@kifu/games/chess';
import { chess } from '@kifu/games/chess/all';
import { serve } from '../packages/server/test/serve.ts';
import { buildSite } from '../packages/web/src/build-site.ts';
import { freshPage, launch } from './browser.ts';
import { type Figure, figuresOf, progress, quantile, threadMs } from './measure.ts';
import { realGames } from './real-games.ts';
import { findStockfish } from './strength.ts';

/** Nodes per position. */
const NODES = { own: 200_000, stockfish: 400_000 } as const;
const POSITIONS = 12;
const ROUNDS = 3;
const CLICKS = 7;

export async function* bench(): AsyncGenerator<Figure> {
  yield* await ownSearch();
  yield* await stockfishSearch();
  yield* await firstLine();
}

/** A position, and how UCI says it. */
interface Position extends AnalyzedPosition<State, Move> {
  readonly uci: readonly string[];
}

/** The first positions of the longest game. */
function positions(): Position[] {
  const [game] = realGames().toSorted((a, b) => b.length - a.length);
  const found: Position[] = [];
  let { state } = unwrap(start(chess.game, {}));
  for (const [n, text] of game!.slice(0, POSITIONS).entries()) {
    const uci = game!.slice(0, n);
    found.push({ state, uci, moves: uci.map(one => unwrap(parseUci(one))) });
    state = unwrap(chess.game.play(state, state.turn, unwrap(parseUci(text)))).state;
  }
  return found;
}

/** Milliseconds of both sides for each position and round, in turns; a first round warms up. */
async function inTurns(
  figure: string,
  analyzed: (position: Position) => Promise<unknown>,
  bare: (position: Position) => unknown,
  clock: () => number,
): Promise<Figure[]> {
  const times: { readonly ours: number[]; readonly bare: number[] } = { ours: [], bare: [] };
  const take = async (side: 'ours' | 'bare', round: number, position: Position) => {
    const from = clock();
    await (side === 'ours' ? analyzed : bare)(position);
    if (round > 0) times[side].push(clock() - from);
  };
  for (let round = 0; round <= ROUNDS; round++)
    for (const [n, position] of positions().entries()) {
      progress(`${figure}: round ${round} of ${ROUNDS}, position ${n + 1} of ${POSITIONS}`);
      const sides = ['ours', 'bare'] as const;
      for (const side of (n + round) % 2 === 0 ? sides : sides.toReversed())
        await take(side, round, position);
    }
  return figuresOf(figure, 'ms', times.ours, { bare: times.bare });
}

/** By the CPU time of this thread. */
function ownSearch(): Promise<Figure[]> {
  const analyzer = makeAnalyzer(chess, { now: () => performance.now() });
  const limits = { nodes: NODES.own };
  const request = {
    ...{ lines: 1, depth: 60, seed: 1 },
    isOver: (nodes: number) => nodes >= NODES.own,
  };
  return inTurns(
    'own-search-cpu',
    position => analyzer.analyze(position, limits),
    ({ state }) => [...chess.search!(state, request)],
    threadMs,
  );
}

/** By the clock: the search is in another process. */
async function stockfishSearch(): Promise<Figure[]> {
  const path = findStockfish();
  if (path === undefined) {
    progress('analyze: Stockfish is not installed; its figure is left out');
    return [];
  }
  const options = { Hash: '16', Threads: '1' };
  const spec = { protocol: 'uci', command: [path], options } as const;
  const analyzer: Analyzer = await openAnalyzer(spec, { kit: chess as Kit, env: process.env });
  const bare = await openBare(path, options);
  try {
    return await inTurns(
      'stockfish',
      position => analyzer.analyze(position, { nodes: NODES.stockfish }),
      ({ uci }) => bare.search(uci),
      () => performance.now(),
    );
  } finally {
    await analyzer.close();
    await bare.close();
  }
}

/** Stockfish, without anything of ours. */
async function openBare(path: string, options: { readonly [name: string]: string }) {
  const engine = spawn(path, { stdio: ['pipe', 'pipe', 'ignore'] });
  const lines = createInterface({ input: engine.stdout });
  const send = (...words: string[]) => engine.stdin.write(`${words.join(' ')}\n`);
  const until = (word: string) =>
    new Promise<void>(resolve => {
      const look = (line: string) => {
        if (!line.startsWith(word)) return;
        lines.off('line', look);
        resolve();
      };
      lines.on('line', look);
    });
  for (const [name, value] of Object.entries(options)) send('setoption name', name, 'value', value);
  send('ucinewgame');
  send('isready');
  await until('readyok');
  return {
    async search(moves: readonly string[]): Promise<void> {
      send('position startpos', ...(moves.length === 0 ? [] : ['moves', ...moves]));
      send('go nodes', String(NODES.stockfish));
      await until('bestmove');
    },
    async close(): Promise<void> {
      const ended = once(engine, 'exit');
      send('quit');
      await ended;
    },
  };
}

/** The time of a click, and of the first frame with a best line after it. */
const CLICK_AND_SEE = `(async () => {
  const button = document.querySelector('.analysis .btn');
  const start = performance.now();
  button.click();
  while (document.querySelector('.analysis-best') === null) await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  return performance.now() - start;
})()`;

/** Each click is in a fresh page, whose files the browser has. */
async function firstLine(): Promise<Figure[]> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'kifu-bench-'));
  progress('building the site');
  await buildSite(folder.path);
  const served = await serve({ site: folder.path });
  await using browser = await launch();
  const times: number[] = [];
  try {
    const first = await freshPage(browser);
    for (let n = 0; n <= CLICKS; n++) {
      progress(`click-to-first-line: click ${n} of ${CLICKS}`);
      const page = await first.context().newPage();
      await page.goto(`${served.url}/file?src=samples/chess.car`);
      await page.locator('.analysis .btn').waitFor();
      await page.waitForLoadState('networkidle');
      const ms = await page.evaluate<number>(CLICK_AND_SEE);
      if (n > 0) times.push(ms);
      await page.close();
    }
  } finally {
    await served.close();
  }
  return [
    ...figuresOf('click-to-first-line-median', 'ms', [quantile(times, 0.5)]),
    ...figuresOf('click-to-first-line-longest', 'ms', [quantile(times, 1)]),
  ];
}
