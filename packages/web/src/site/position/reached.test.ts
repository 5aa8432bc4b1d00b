/** Which records reached a position, and what was played then. */
import { type Kit, unwrap } from '@kifu/core';
import { gameNames, loadKit } from '@kifu/games';
import { expect, test } from 'vitest';
import { positionIn, positionPath } from './position-address.ts';
import { keyOf, type ReachedRecord, reachedIn } from './reached.ts';

const games = { names: gameNames, load: loadKit };
const GAMES = ['1. Nf3 d5 2. d4 Nf6', '1. d4 d5 2. Nf3 c6', '1. e4 e5', '1. d4 d5 2. Nf3'];
const FILE = {
  name: 'four.pgn',
  bytes: new TextEncoder().encode(
    GAMES.map(moves => `[White "Ann"]\n[Black "Bob"]\n\n${moves} *\n`).join('\n'),
  ),
};
/** After d4, d5 and Nf3, in any order. */
const BOARD = 'rnbqkbnr/ppp1pppp/8/3p4/3P4/5N2/PPP1PPPP/RNBQKB1R b KQkq - 1 2';

async function reached(board: string, numbers: readonly number[]): Promise<ReachedRecord[]> {
  const kit = unwrap(await loadKit('chess')) as Kit;
  const key = keyOf(kit, unwrap(positionIn(kit, new URLSearchParams({ board }))));
  const all: ReachedRecord[] = [];
  for await (const one of reachedIn(games, { ...FILE, numbers }, key)) all.push(one);
  return all;
}

test('finds a position reached by any order of moves, and its next move', async () => {
  expect(await reached(BOARD, [1, 2, 3, 4])).toEqual([
    { number: 1, n: 3, move: 'Nf6' },
    { number: 2, n: 3, move: 'c6' },
    { number: 4, n: 3, move: null },
  ]);
  expect(await reached(BOARD, [2])).toHaveLength(1);
});

test('the start position is reached by every record', async () => {
  const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
  expect((await reached(start, [1, 2, 3, 4])).map(({ n, move }) => [n, move])).toEqual([
    [0, 'Nf3'],
    [0, 'd4'],
    [0, 'e4'],
    [0, 'd4'],
  ]);
});

test.each(gameNames())('an address has a position of %s, and gives it back', async name => {
  const kit = unwrap(await loadKit(name)) as Kit;
  const state = unwrap(positionIn(kit, new URLSearchParams()));
  const [path, query] = positionPath(kit, state).split('?');
  expect(path).toBe(`/position/${name}`);
  const back = unwrap(positionIn(kit, new URLSearchParams(query)));
  expect(keyOf(kit, back)).toBe(keyOf(kit, state));
});

test.each([
  ['chess', 'board', 'nonsense', 'malformed'],
  ['chess', 'state', '{', 'malformed'],
  ['chess', 'state', '{}', 'malformed'],
  ['go', 'board', 'x', 'unsupported'],
  ['go', 'state', ' '.repeat(20_000), 'too-large'],
])('%s refuses %s=%s', async (name, param, value, code) => {
  const kit = unwrap(await loadKit(name)) as Kit;
  expect(positionIn(kit, new URLSearchParams({ [param]: value }))).toMatchObject({
    ok: false,
    fault: { code },
  });
});
