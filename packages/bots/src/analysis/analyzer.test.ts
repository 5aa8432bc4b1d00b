/** Analysis through the Game interface: the best move is found, limits hold, results repeat, and every game has an analyzer. */
import { type Json, type Kit, type PositionAnalysis, start, step, unwrap } from '@kifu/core';
import { gameNames, loadKit } from '@kifu/games';
import { checkers } from '@kifu/games/checkers';
import { parseFen } from '@kifu/games/chess';
import { describe, expect, test } from 'vitest';
import { makeAnalyzer } from './analyzer.ts';

const now = () => 0;

describe('checkers, by alpha-beta', () => {
  const analyzer = makeAnalyzer(checkers, { now });

  test('returns as many lines as asked for, the best first, each with different first moves', async () => {
    const { state } = unwrap(start(checkers.game, {}));
    const { lines } = await analyzer.analyze({ state }, { depth: 5, lines: 3 });
    expect(lines).toHaveLength(3);
    const scores = lines.map(({ chances }) => chances[0]!);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(new Set(lines.map(({ moves }) => JSON.stringify(moves[0]))).size).toBe(3);
    for (const line of lines) expectPlayable(checkers as unknown as Kit, state, line.moves);
  });

  test('the scores of several lines are those that each has alone', async () => {
    const { state } = unwrap(start(checkers.game, {}));
    const one = await analyzer.analyze({ state }, { depth: 6 });
    const three = await analyzer.analyze({ state }, { depth: 6, lines: 3 });
    expect(three.lines[0]!.evaluation).toEqual(one.lines[0]!.evaluation);
  });
});

test('a search ends at its number of nodes, and the same limits give the same result', async () => {
  const kit = unwrap(await loadKit('checkers'));
  const { state } = unwrap(start(kit.game, {}));
  const analyze = () => makeAnalyzer(kit, { now }).analyze({ state }, { nodes: 2000, lines: 2 });
  const first = await analyze();
  expect(first.nodes).toBeLessThanOrEqual(2000);
  expect(await analyze()).toEqual(first);
});

test('a search ends by its clock', async () => {
  const kit = unwrap(await loadKit('go'));
  const { state } = unwrap(start(kit.game, { options: { width: 9, height: 9 } }));
  let asked = 0;
  const analyzer = makeAnalyzer(kit, { now: () => asked++ });
  const { lines } = await analyzer.analyze({ state }, { timeMs: 30 });
  expect(lines).toHaveLength(1);
  expect(asked).toBeLessThan(100);
});

test('an abort ends the search with what was found', async () => {
  const kit = unwrap(await loadKit('chess'));
  const { state } = unwrap(start(kit.game, {}));
  const control = new AbortController();
  const seen: PositionAnalysis[] = [];
  const found = await makeAnalyzer(kit, { now }).analyze(
    { state },
    { depth: 30 },
    {
      signal: control.signal,
      onProgress(result) {
        seen.push(result);
        if (seen.length === 3) control.abort();
      },
    },
  );
  expect(seen.length).toBeLessThan(6);
  expect(found.lines[0]!.moves.length).toBeGreaterThan(0);
});

test('chess: a mate in two is seen as one, for either side', async () => {
  const kit = unwrap(await loadKit('chess'));
  const analyzer = makeAnalyzer(kit, { now });
  for (const [fen, winIn] of [
    ['kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1', 2],
    ['r7/8/8/8/8/1p6/PP6/KBk5 b - - 0 1', -2],
  ] as const) {
    const state = unwrap(parseFen(fen));
    const { lines } = await analyzer.analyze({ state }, { depth: 8 });
    expect(lines[0]!.evaluation).toEqual({ winIn });
    expectPlayable(kit, state, lines[0]!.moves);
  }
});

test.each(gameNames())('%s: lines can be played, and chances are shares', async name => {
  const kit = unwrap(await loadKit(name));
  const { game } = kit;
  let { state } = unwrap(
    start(game, game.chance === undefined && game.secrets === undefined ? {} : { seed: 7 }),
  );
  const analyzer = makeAnalyzer(kit, { now });
  for (let n = 0; n < 3; n++) {
    const result = await analyzer.analyze({ state }, { nodes: 150, lines: 2 });
    expect(result.lines.length).toBeGreaterThan(0);
    for (const { moves, chances } of result.lines) {
      expectPlayable(kit, state, moves);
      for (const chance of chances) expect(chance >= 0 && chance <= 1).toBe(true);
    }
    const move = result.lines[0]!.moves[0]!;
    state = unwrap(step(game, state, { do: 'move', seat: result.seat!, move })).state;
  }
});

test('a position without moves has no lines', async () => {
  const kit = unwrap(await loadKit('chess'));
  const state = unwrap(parseFen('7k/5Q2/6K1/8/8/8/8/8 b - - 0 1'));
  expect(await makeAnalyzer(kit, { now }).analyze({ state })).toMatchObject({
    seat: null,
    lines: [],
  });
});

/** The moves of a line are legal one after the other. */
function expectPlayable(kit: Kit, from: unknown, moves: readonly Json[]): void {
  expect(moves.length).toBeGreaterThan(0);
  let state = from;
  for (const move of moves) {
    const [seat] = kit.game.active(state);
    const played = kit.game.play(state, seat!, move);
    expect(played.ok).toBe(true);
    if (played.ok) state = played.value.state;
  }
}
