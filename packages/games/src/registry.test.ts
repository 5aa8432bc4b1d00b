/** Registries of games that are not ours. */
import { type Kit, unwrap } from '@kifu/core';
import { expect, test } from 'vitest';
import { chess } from './chess/index.ts';
import { createGames } from './registry.ts';

const kitOf = (version: number): Kit => ({ ...chess, game: { ...chess.game, version } }) as Kit;

const games = createGames([
  { name: 'chess', version: 1, endings: ['pgn'], kit: async () => kitOf(1) },
  { name: 'chess', version: 3, endings: ['pgn', 'epd'], kit: async () => kitOf(3) },
  {
    name: 'bare',
    version: 1,
    kit: async () => ({ ...chess, art: undefined }) as unknown as Kit,
  },
]);

test('loads the newest version unless another is asked for', async () => {
  expect(games.gameNames()).toEqual(['chess', 'bare']);
  expect(unwrap(await games.loadKit('chess')).game.version).toBe(3);
  expect(unwrap(await games.loadKit('chess', 1)).game.version).toBe(1);
  expect(await games.loadKit('chess', 2)).toMatchObject({
    fault: { message: 'version 2 of chess is not known; known: 3, 1' },
  });
});

test('a kit is loaded once, and again after loading failed', async () => {
  let calls = 0;
  const kit = async (): Promise<Kit> => {
    if (calls++ === 0) throw new Error('not there yet');
    return kitOf(1);
  };
  const { loadKit } = createGames([{ name: 'chess', version: 1, kit }]);
  await expect(loadKit('chess')).rejects.toThrow('not there yet');
  const first = unwrap(await loadKit('chess'));
  expect(unwrap(await loadKit('chess'))).toBe(first);
  expect(calls).toBe(2);
});

test('art comes with the kit where it is not listed apart, and may be missing', async () => {
  expect(await games.loadArt('chess')).toBe(chess.art);
  expect(await games.loadArt('bare')).toBeUndefined();
  expect(await games.loadArt('go')).toBeUndefined();
});

test('a file is likely of the games that have its ending, each once', () => {
  expect(games.likelyGames('Games.PGN')).toEqual(['chess']);
  expect(games.likelyGames('x.epd')).toEqual(['chess']);
  expect(games.likelyGames('pgn')).toEqual([]);
});
