/** Chess: whole games checked from UCI, and move trees, against chess.js, chessops and kokopu. */
import { perft, start, step, unwrap } from '@kifu/core';
import { chess, formatFen, parseFen, parseUci } from '@kifu/games/chess';
import { Chess as ChessJs } from 'chess.js';
import { Chess as Chessops } from 'chessops/chess';
import { perft as chessopsPerft } from 'chessops/debug';
import { parseFen as chessopsFen } from 'chessops/fen';
import { parseUci as chessopsUci } from 'chessops/util';
import kokopu from 'kokopu';
import { makeGames } from './chess-games.ts';
import { type Figure, measure } from './measure.ts';

const { game } = chess;
const GAMES = 200;
const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';

export async function* bench(): AsyncGenerator<Figure> {
  const games = makeGames(GAMES);
  // the dear peers get fewer games: what counts is games a second
  let turn = 0;
  const some = (count: number, verify: (moves: readonly string[]) => void) => () => {
    for (let i = 0; i < count; i++) verify(games[turn++ % games.length]!);
    return count;
  };
  // ours always looks for repetition and the end of the game; the peers only where the figure says so
  for (const [figure, endings] of [
    ['verify-uci', false],
    ['verify-uci-with-endings', true],
  ] as const)
    yield* await measure(figure, 'games/s', some(GAMES, verifyOurs), {
      chessops: some(GAMES, moves => verifyChessops(moves, endings)),
      kokopu: some(GAMES, moves => verifyKokopu(moves, endings)),
      'chess.js': some(4, moves => verifyChessJs(moves, endings)),
    });
  const first = unwrap(start(game, {})).state;
  for (const [figure, state, depth] of [
    ['perft', first, 4],
    ['perft-kiwipete', unwrap(parseFen(KIWIPETE)), 3],
  ] as const) {
    const theirs = Chessops.fromSetup(chessopsFen(formatFen(state)).unwrap()).unwrap();
    yield* await measure(figure, 'nodes/s', () => chess.perft!(state, depth), {
      chessops: () => chessopsPerft(theirs, depth),
    });
  }
  yield* await measure('perft-through-step', 'nodes/s', () => perft(game, first, 3));
}

function verifyOurs(moves: readonly string[]): void {
  let { state } = unwrap(start(game, {}));
  for (const text of moves) {
    const move = parseUci(text);
    if (!move.ok) throw new Error(text);
    const stepped = step(game, state, { do: 'move', seat: state.turn, move: move.value });
    if (!stepped.ok) throw new Error(text);
    state = stepped.value.state;
  }
}

function verifyChessops(moves: readonly string[], endings: boolean): void {
  const position = Chessops.default();
  for (const text of moves) {
    const move = chessopsUci(text)!;
    if (!position.isLegal(move) || (endings && position.isEnd())) throw new Error(text);
    position.play(move);
  }
}

function verifyKokopu(moves: readonly string[], endings: boolean): void {
  const position = new kokopu.Position();
  for (const text of moves) {
    const move = position.isMoveLegal(text.slice(0, 2) as Square, text.slice(2, 4) as Square);
    if (!move || (endings && (!position.hasMove() || position.isDead()))) throw new Error(text);
    position.play(move.status === 'promotion' ? move(text[4] as 'q') : move());
  }
}

/** It throws at what is illegal. */
function verifyChessJs(moves: readonly string[], endings: boolean): void {
  const board = new ChessJs();
  for (const text of moves) {
    if (endings && (board.isCheckmate() || board.isStalemate() || board.isInsufficientMaterial()))
      throw new Error(text);
    board.move({
      from: text.slice(0, 2),
      to: text.slice(2, 4),
      ...(text[4] && { promotion: text[4] }),
    });
  }
}

type Square = Parameters<InstanceType<typeof kokopu.Position>['square']>[0];
