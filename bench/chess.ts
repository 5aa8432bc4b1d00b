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

export function* bench(): Generator<Figure> {
  const games = makeGames(GAMES);
  // the dear peers get fewer games: what counts is games a second
  let turn = 0;
  const some = (count: number, verify: (moves: readonly string[]) => void) => () => {
    for (let i = 0; i < count; i++) verify(games[turn++ % games.length]!);
    return count;
  };
  // ours always looks for repetition and the end of the game; the peers only where the figure says so
  yield* measure({
    bench: 'chess',
    figure: 'verify-uci',
    unit: 'games/s',
    ours: some(GAMES, verifyOurs),
    peers: {
      chessops: some(GAMES, moves => verifyChessops(moves, false)),
      kokopu: some(GAMES, moves => verifyKokopu(moves, false)),
      'chess.js': some(4, moves => verifyChessJs(moves, false)),
    },
  });
  yield* measure({
    bench: 'chess',
    figure: 'verify-uci-with-endings',
    unit: 'games/s',
    ours: some(GAMES, verifyOurs),
    peers: {
      chessops: some(GAMES, moves => verifyChessops(moves, true)),
      kokopu: some(GAMES, moves => verifyKokopu(moves, true)),
      'chess.js': some(4, moves => verifyChessJs(moves, true)),
    },
  });
  for (const [name, fen, depth] of [
    ['perft', game.name, 4],
    ['perft-kiwipete', KIWIPETE, 3],
  ] as const) {
    const state = fen === game.name ? unwrap(start(game, {})).state : unwrap(parseFen(fen));
    const theirs = Chessops.fromSetup(chessopsFen(formatFen(state)).unwrap()).unwrap();
    yield* measure({
      bench: 'chess',
      figure: name,
      unit: 'nodes/s',
      ours: () => chess.perft!(state, depth),
      peers: { chessops: () => chessopsPerft(theirs, depth) },
    });
  }
  const first = unwrap(start(game, {})).state;
  yield* measure({
    bench: 'chess',
    figure: 'perft-through-step',
    unit: 'nodes/s',
    ours: () => perft(game, first, 3),
    peers: {},
  });
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
