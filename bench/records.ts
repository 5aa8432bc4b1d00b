/** Records of every game for benches; the same ones each time. */
import { type Game, type Header, moveAct, rngFrom, unwrap } from '@kifu/core';
import { chess, parseUci } from '@kifu/games/chess';
import { append, begin, type Chain, nodesOf } from '@kifu/record';
import { beginMatch, doAct, endMatch, type Playing } from '../packages/record/test/matches.ts';
import { playByLuck } from './lucky.ts';

/** A record with the rules of its game. */
export interface Recorded {
  readonly game: Game;
  readonly nodes: readonly Uint8Array[];
}

/** Longest that a match of luck is followed. */
const LENGTH = 200;

/** A header of two players, whom a number tells from others. */
export const headerOf = (game: Game, i = 0): Header => ({
  ...{
    game: game.name,
    version: game.version,
    options: {},
    start: null,
    startedAt: null,
    tags: {},
  },
  players: [0, 1].map(seat => ({ seat, name: `Player ${i + seat}` })),
  seed: game.chance === undefined ? null : i + 1,
});

/** A game of chess from its moves as UCI, without an ending; `msPerMove` gives it times. */
export function chessRecord(moves: readonly string[], i: number, msPerMove?: number): Recorded {
  const game = chess.game as Game;
  let { chain } = unwrap(begin(game, headerOf(game, i)));
  for (const [ply, uci] of moves.entries()) {
    const act = moveAct(chess.game, unwrap(parseUci(uci)));
    const when = msPerMove === undefined ? {} : { ms: 1 + msPerMove * ply };
    ({ chain } = unwrap(append(chain, { seat: ply % 2, act, ...when })));
  }
  return { game, nodes: nodesOf(chain) };
}

/** A match by luck, with times where the game has ticks. */
export function luckyRecord(game: Game, i: number): Recorded {
  const header = headerOf(game, i);
  let { chain }: { chain: Chain } = unwrap(begin(game, header));
  const setup = game.chance === undefined ? {} : { seed: header.seed };
  for (const { state, seat, move, at } of playByLuck(game, setup, rngFrom(i + 1))) {
    const when = at === undefined ? {} : { at, ms: Math.floor((at * 1000) / game.time!.hz(state)) };
    ({ chain } = unwrap(append(chain, { seat, act: moveAct(game, move), ...when })));
    if (chain.last.n === LENGTH) break;
  }
  return { game, nodes: nodesOf(chain) };
}

/** A match of chess by luck, everything in it signed by its players, and by a referee if told; a decree ends it where its moves do not. */
export async function signedMatch(i: number, plies: number, referee = false): Promise<Playing> {
  const game = chess.game as Game;
  const playing = await beginMatch({ game, keys: true, referee });
  let left = plies;
  for (const { seat, move } of playByLuck(game, {}, rngFrom(i + 1))) {
    await doAct(playing, seat, moveAct(game, move));
    if (--left === 0) break;
  }
  const outcome = { result: 'draw', winners: [], points: null, reason: 'decree' } as const;
  await endMatch(playing, playing.chain.table.outcome === null ? { outcome } : {});
  return playing;
}
