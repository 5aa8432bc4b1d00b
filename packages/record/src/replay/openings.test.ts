/** Names of openings: by position, not by the moves that led there. */
import { type Game, type Kit, unwrap } from '@kifu/core';
import { pgn } from '@kifu/games/chess';
import { chess } from '@kifu/games/chess/all';
import { go } from '@kifu/games/go';
import { Chess } from 'chess.js';
import { expect, test } from 'vitest';
import { recordKifu } from '../index.ts';
import { listingBy, loadOpenings, matchSummaryOf, Replay } from './index.ts';

/** What a game is listed as. */
async function factsOf(text: string) {
  const game = chess.game as Game;
  const { nodes } = unwrap(recordKifu(game, unwrap(pgn.read(text))));
  const options = await listingBy(chess as unknown as Kit);
  const { eco, openingName } = unwrap(
    matchSummaryOf(new Replay(game, nodes), undefined, options),
  ).facts;
  return [eco, openingName];
}

test.each<[moves: string, eco: string | null, name: string | null]>([
  ['*', null, null],
  ['1. e4 *', 'B00', "King's Pawn Game"],
  ['1. e4 e5 2. Nf3 Nc6 3. Bb5 *', 'C60', 'Ruy Lopez'],
  ['1. e4 e5 2. Nf3 Nc6 3. Bb5 h6 4. h3 h5 *', 'C60', 'Ruy Lopez'], // the last that has a name
  ['1. Nf3 Nc6 2. e4 e5 3. Bb5 *', 'C60', 'Ruy Lopez'], // another way there
  ['1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 *', 'E20', 'Nimzo-Indian Defense'],
  ['1. c4 e6 2. Nc3 Bb4 3. d4 Nf6 *', 'E20', 'Nimzo-Indian Defense'],
  ['[ECO "C99"][Opening "Mine"] 1. e4 *', 'C99', 'Mine'],
  ['[ECO "C99"] 1. e4 *', 'C99', "King's Pawn Game"],
])('%s is %s, %s', async (text, eco, name) => {
  expect(await factsOf(text)).toEqual([eco, name]);
});

test('the table is what it was made from: every line can be played, and no two are one position', async () => {
  const openings = await chess.openings!();
  expect(openings).toHaveLength(3807);
  const positions = openings.map(({ state }) => chess.game.states.position(state));
  expect(new Set(positions).size).toBe(3807);
  for (const { eco, name } of openings) {
    expect(eco).toMatch(/^[A-E]\d\d$/);
    expect(name).not.toBe('');
  }
});

test('chess.js reaches the same position by the moves of a named opening', async () => {
  const openings = await chess.openings!();
  const named = (name: string) => openings.find(one => one.name === name)!;
  const board = new Chess();
  for (const move of ['e4', 'c5', 'Nf3', 'd6', 'd4', 'cxd4', 'Nxd4', 'Nf6', 'Nc3', 'a6'])
    board.move(move);
  const [position] = chess.positions;
  expect(position!.format(named('Sicilian Defense: Najdorf Variation').state)).toBe(board.fen());
});

test('games without openings have none, and a table is read once', async () => {
  expect(await loadOpenings(go as unknown as Kit)).toBeNull();
  const kit = chess as unknown as Kit;
  expect(await loadOpenings(kit)).toBe(await loadOpenings(kit));
});
