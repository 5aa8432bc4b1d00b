/**
 * Packs: how many bytes a move takes, and how fast a pack becomes verified nodes again. A size depends on who plays: chess is
 * played somewhat like people play it, other games by luck, which is the hardest to guess.
 */
import { type Game, type Seat, unwrap } from '@kifu/core';
import { gameNames, loadKit } from '@kifu/games';
import { chess } from '@kifu/games/chess';
import { readKifu, timeline, verifyUnsigned } from '@kifu/record';
import { pack, unpackWith } from '@kifu/record/pack';
import { type Figure, measure } from './measure.ts';
import { chessRecords, kungFuRecords, luckyRecords, type Recorded } from './pack-games.ts';

const MATCHES = 100;
export async function* bench(): AsyncGenerator<Figure> {
  const games = chessRecords(MATCHES);
  yield sizeFigure('chess-bytes', 'bytes/ply', movesOnly(games));
  yield sizeFigure('chess-whole', 'bytes/ply', whole(games));
  for (const name of gameNames()) {
    const { game } = unwrap(await loadKit(name));
    if (game.pace === 'free' || game === chess.game) continue; // they are played otherwise
    const records = luckyRecords(game as Game, MATCHES / 5);
    yield sizeFigure(`${name}-bytes`, 'bytes/move', movesOnly(records));
  }
  const replays = kungFuRecords(MATCHES / 5);
  yield sizeFigure('kung-fu-chess-bytes', 'bytes/move', movesOnly(replays));
  yield* speed(games);
}

/** What the entries of records take, a move: the pack of the whole without that of the header alone. */
function movesOnly(records: readonly Recorded[]): number {
  const bytes = records.reduce(
    (sum, { game, nodes }) => sum + sizeOf(game, nodes) - sizeOf(game, nodes.slice(0, 1)),
    0,
  );
  return bytes / countMoves(records);
}

/** What records take altogether, a move. */
const whole = (records: readonly Recorded[]): number =>
  records.reduce((sum, { game, nodes }) => sum + sizeOf(game, nodes), 0) / countMoves(records);

const countMoves = (records: readonly Recorded[]): number =>
  records.reduce((sum, { nodes }) => sum + nodes.length - 1, 0);

function sizeOf(game: Game, nodes: readonly Uint8Array[]): number {
  return unwrap(pack(game, nodes)).length;
}

/**
 * Packs to nodes, against the verification of the same nodes; unpacking plays every move and makes every hash. It must list the legal
 * moves too, which verification can do without, so that it is also compared with verifying and listing.
 */
function speed(records: readonly Recorded[]): Figure[] {
  const game = chess.game as Game;
  const packs = records.map(({ nodes }) => unwrap(pack(game, nodes)));
  const plies = countMoves(records);
  const states = records.flatMap(statesOf);
  const verifyAll = () => {
    for (const { nodes } of records)
      if (verifyUnsigned(game, nodes).report.fault !== null) throw new Error('not verified');
    return plies;
  };
  return measure({
    bench: 'pack',
    figure: 'unpack',
    unit: 'plies/s',
    ours: () => {
      for (const bytes of packs) if (!unpackWith(game, bytes).ok) throw new Error('not unpacked');
      return plies;
    },
    peers: {
      verify: verifyAll,
      'verify-and-list': () => {
        for (const { state, seat } of states)
          if (game.legal(state, seat)[Symbol.iterator]().next().done) throw new Error('no moves');
        return verifyAll();
      },
    },
  });
}

/** The states before each move, with whose turn it is. */
function statesOf({ game, nodes }: Recorded): { readonly state: unknown; readonly seat: Seat }[] {
  const line = unwrap(timeline(game, unwrap(readKifu(nodes))));
  return nodes.slice(1).map((_, n) => {
    const { state } = line.at(n);
    return { state, seat: game.active(state)[0]! };
  });
}

const sizeFigure = (figure: string, unit: string, bytes: number): Figure => ({
  bench: 'pack',
  figure,
  unit,
  peer: null,
  ours: Number(bytes.toPrecision(4)),
  theirs: null,
  ratio: null,
});
