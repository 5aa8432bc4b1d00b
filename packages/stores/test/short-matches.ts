/** Matches of chess that end soon by resignation, many at once: for tests that record and tests that read the records. */
import {
  type Cid,
  cidOf,
  type Game,
  type Header,
  moveAct,
  type NewEntry,
  ok,
  type Rng,
} from '@kifu/core';
import { chess } from '@kifu/games/chess';
import type { Chain } from '@kifu/record';
import { NO_TERMS } from '@kifu/record/match-state';
import { encodeHeader } from '@kifu/record/node';

/** How many entries a match has at most, before its ending. */
const LENGTH = 8;

const game = chess.game as Game;

/** The rules, as they are looked for. */
export const findChess = { game, find: () => Promise.resolve(ok(game)) };

/** The header of a round at a table. */
export const headerOf = (table: number, round: number): Header => ({
  ...{ game: game.name, version: game.version, options: {}, seed: null, start: null, tags: {} },
  players: [
    { seat: 0, name: `White ${table}` },
    { seat: 1, name: `Black ${round}` },
  ],
  startedAt: '2026-03-01',
  terms: { ...NO_TERMS, nonce: `${table}`.padStart(16, '0') + `${round}`.padStart(16, '0') },
});

export const matchOf = (table: number, round: number): Cid =>
  cidOf('dag-cbor', encodeHeader(headerOf(table, round)));

/** What is done next: a move or, in the end, resigning; null where nothing but the ending is left. */
export function playOn({ table: { state, n, outcome } }: Chain, luck: Rng): NewEntry | null {
  if (outcome !== null) return null;
  const [seat] = game.active(state) as [number];
  const moves = [...game.legal(state, seat)];
  return n >= LENGTH
    ? { seat, act: { type: 'leave', of: seat, how: 'resignation' }, ms: n }
    : { seat, act: moveAct(game, moves[luck(moves.length)]!), ms: n };
}
