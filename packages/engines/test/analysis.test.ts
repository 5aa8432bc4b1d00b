/** Positions analyzed by engines: what they report is read, and what they report wrongly is their failure. */
import { type AnalysisLimits, type Kit, start, unwrap } from '@kifu/core';
import { loadKit } from '@kifu/games';
import { describe, expect, test } from 'vitest';
import { type EngineProtocol, openAnalyzer } from '../src/index.ts';
import { contextFor, fakeSpec } from './matches.ts';

const kitOf = async (game: string): Promise<Kit> => unwrap(await loadKit(game));

async function analyzeFirst(
  game: string,
  protocol: EngineProtocol,
  mode: string,
  more: Parameters<typeof contextFor>[1] = {},
  limits: AnalysisLimits = { timeMs: 100, lines: 2 },
) {
  const kit = await kitOf(game);
  const options = game === 'go' ? { width: 5, height: 5 } : {};
  const seed = kit.game.chance === undefined ? {} : { seed: 7 };
  const { state } = unwrap(start(kit.game, { options, ...seed }));
  const analyzer = await openAnalyzer(fakeSpec(protocol, mode), contextFor(kit, more));
  try {
    const found = await analyzer.analyze({ state }, limits);
    return { name: [analyzer.name, analyzer.version], found, kit, state };
  } finally {
    await analyzer.close();
  }
}

describe('reports', () => {
  test('UCI: depth, score and line; bounds are ignored', async () => {
    const { name, found } = await analyzeFirst('chess', 'uci', 'good');
    expect(name).toEqual(['Fake Fish', '1.2']);
    expect(found).toMatchObject({ seat: 0, depth: 4, nodes: 123 });
    expect(found.lines).toHaveLength(1);
    expect(found.lines[0]).toMatchObject({ evaluation: { score: 25 } });
    // the second move of the line is not legal
    expect(found.lines[0]!.moves).toHaveLength(1);
    expect(found.lines[0]!.chances[0]).toBeGreaterThan(0.5);
  });

  test('GTP: lines in their order until the time is over', async () => {
    const { found } = await analyzeFirst('go', 'gtp', 'reports');
    expect(found.nodes).toBe(100);
    expect(found.lines.map(({ evaluation, chances }) => [evaluation, chances[0]])).toEqual([
      [{ score: 225 }, 0.55],
      [{ score: -150 }, 0.4],
    ]);
    expect(found.lines[0]!.moves).toHaveLength(2);
  });

  test('GTP: a depth alone does not let it search for ever', async () => {
    const { found } = await analyzeFirst('go', 'gtp', 'reports', {}, { depth: 3 });
    expect(found).toMatchObject({ nodes: 100, depth: 0 });
  });

  test('GTP: an estimate where the engine reports no lines', async () => {
    const { found } = await analyzeFirst('go', 'gtp', 'good');
    expect(found.lines[0]).toMatchObject({
      evaluation: { score: -350 },
      moves: [{ type: 'play', at: [2, 2] }],
    });
  });

  test('Hub: for the side to move', async () => {
    const { found } = await analyzeFirst('checkers', 'hub', 'good');
    expect(found).toMatchObject({ depth: 2, nodes: 77 });
    expect(found.lines[0]!.evaluation).toEqual({ score: -35 });
  });

  test('JSON lines', async () => {
    const chess = await analyzeFirst('chess', 'json', 'good');
    expect(chess.found).toMatchObject({ depth: 2, lines: [{ chances: [0.6, 0.4] }] });
    // a game with dice, for several players
    const { found } = await analyzeFirst('ludo', 'json', 'good');
    expect(found).toMatchObject({ seat: 0, depth: 2, lines: [{ moves: [expect.anything()] }] });
  });
});

test.each<[EngineProtocol, string, string, RegExp]>([
  ['uci', 'chess', 'crash', /exited with status 3/],
  ['uci', 'chess', 'hang', /did not answer .* within 400 ms/],
  ['uci', 'chess', 'lie', /it reported "e2e5", which is not a legal move/],
  ['gtp', 'go', 'lie', /it reported "Z9", which is not a legal move/],
  ['hub', 'checkers', 'lie', /it reported "1-32", which is not a legal move/],
  ['json', 'chess', 'lie', /0x1234.*not a/],
  ['json', 'chess', 'liar', /its analysis has no lines/],
  ['gtp', 'go', 'resign', /it does not say what it thinks/],
])('%s, %s: an engine that fails is reported: %s', async (protocol, game, mode, message) => {
  const patience = mode === 'hang' ? { graceMs: 300 } : {};
  await expect(analyzeFirst(game, protocol, mode, patience)).rejects.toThrow(message);
});

test('an abort stops the engine, and the next position is searched after it', async () => {
  const kit = await kitOf('chess');
  const { state } = unwrap(start(kit.game, {}));
  const analyzer = await openAnalyzer(fakeSpec('uci', 'slow'), contextFor(kit));
  const control = new AbortController();
  const first = analyzer.analyze({ state }, { depth: 40 }, { signal: control.signal });
  control.abort();
  expect((await first).lines).toEqual([]);
  await analyzer.close();
});
