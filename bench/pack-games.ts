/** Records to pack, of every game; the same ones each time. */
import { type Game, type Header, type Json, luckFrom, moveAct, unwrap } from '@kifu/core';
import { chess, parseUci } from '@kifu/games/chess';
import { kungFuChess } from '@kifu/games/kung-fu-chess';
import { append, begin, type Chain, nodesOf } from '@kifu/record';
import { makeGames } from './chess-games.ts';

/** A record with the rules of its game. */
export interface Recorded {
  readonly game: Game;
  readonly nodes: readonly Uint8Array[];
}

/** Longest that a match of luck is followed. */
const LENGTH = 200;
/** Ticks between two moves at most: in games of turns that have ticks, and in real time. */
const PACE_TICKS = 40;
const REAL_PACE_TICKS = 30;

/** Games of chess like those of people, without times and endings. */
export function chessRecords(count: number): Recorded[] {
  const game = chess.game as Game;
  return makeGames(count).map((moves, i) => {
    let { chain } = unwrap(begin(game, headerOf(game, i)));
    for (const [ply, uci] of moves.entries()) {
      const act = moveAct(game, unwrap(parseUci(uci)) as Json);
      ({ chain } = unwrap(append(chain, { seat: ply % 2, act })));
    }
    return { game, nodes: nodesOf(chain) };
  });
}

/** Matches of a game of turns, by luck. */
export const luckyRecords = (game: Game, count: number): Recorded[] =>
  Array.from({ length: count }, (_, i) => playLucky(game, i, PACE_TICKS));

/** Matches in real time, by luck, with a pause of up to a second between two moves. */
export const kungFuRecords = (count: number): Recorded[] =>
  Array.from({ length: count }, (_, i) => playLucky(kungFuChess.game as Game, i, REAL_PACE_TICKS));

function playLucky(game: Game, seed: number, paceTicks: number): Recorded {
  const luck = luckFrom(seed + 1);
  let { chain }: { chain: Chain } = unwrap(begin(game, headerOf(game, seed)));
  let at = 0;
  for (let tries = 0; tries < LENGTH && chain.table.outcome === null; tries++) {
    const { state } = chain.table;
    const active = game.active(state);
    const seat = active[luck(active.length)]!;
    const legal = [...game.legal(state, seat)];
    const move = legal[luck(Math.max(1, legal.length))];
    const when =
      game.time === undefined ? {} : { at, ms: Math.floor((at * 1000) / game.time.hz(state)) };
    if (move !== undefined) {
      const next = append(chain, { seat, act: moveAct(game, move), ...when });
      if (next.ok) ({ chain } = next.value);
    }
    at += luck(paceTicks);
  }
  return { game, nodes: nodesOf(chain) };
}

const headerOf = (game: Game, i: number): Header => ({
  game: game.name,
  version: game.version,
  options: {},
  players: [
    { seat: 0, name: `Player ${i}` },
    { seat: 1, name: `Player ${i + 1}` },
  ],
  seed: game.chance === undefined ? null : i + 1,
  start: null,
  startedAt: null,
  tags: {},
});
