/**
 * Packs: how many bytes a move takes, and how fast a pack becomes verified nodes again. A size depends on who plays: chess is
 * played somewhat like people play it, other games by luck, which is the hardest to guess.
 */
import { type Game, type Seat, unwrap } from '@kifu/core';
import { gameNames, loadKit } from '@kifu/games';
import { chess } from '@kifu/games/chess';
import { readKifu, timeline, verifyUnsigned } from '@kifu/record';
import { pack, unpackWith } from '@kifu/record/pack';
import { makeGames } from './chess-games.ts';
import { type Figure, figuresOf, measure, sumOf } from './measure.ts';
import { chessRecord, luckyRecord, type Recorded } from './records.ts';

const MATCHES = 100;

export async function* bench(): AsyncGenerator<Figure> {
  const games = makeGames(MATCHES).map((moves, i) => chessRecord(moves, i));
  yield* figuresOf('chess-bytes', 'bytes/ply', [movesOnly(games)]);
  yield* figuresOf('chess-whole', 'bytes/ply', [whole(games)]);
  for (const name of gameNames()) {
    const { game } = unwrap(await loadKit(name));
    if (game === chess.game) continue;
    const records = Array.from({ length: MATCHES / 5 }, (_, i) => luckyRecord(game as Game, i));
    yield* figuresOf(`${name}-bytes`, 'bytes/move', [movesOnly(records)]);
  }
  yield* await speed(games);
}

/** What the entries of records take, a move: the pack of the whole without that of the header alone. */
const movesOnly = (records: readonly Recorded[]): number =>
  whole(records) - sumOf(records.map(onlyHeader).map(sizeOf)) / countMoves(records);

const onlyHeader = ({ game, nodes }: Recorded): Recorded => ({ game, nodes: nodes.slice(0, 1) });

/** What records take altogether, a move. */
const whole = (records: readonly Recorded[]): number =>
  sumOf(records.map(sizeOf)) / countMoves(records);

const countMoves = (records: readonly Recorded[]): number =>
  sumOf(records.map(({ nodes }) => nodes.length - 1));

const sizeOf = ({ game, nodes }: Recorded): number => unwrap(pack(game, nodes)).length;

/**
 * Packs to nodes, against the verification of the same nodes; unpacking plays every move and makes every hash. It must list the legal
 * moves too, which verification can do without, so that it is also compared with verifying and listing.
 */
function speed(records: readonly Recorded[]): Promise<Figure[]> {
  const game = chess.game as Game;
  const packs = records.map(({ nodes }) => unwrap(pack(game, nodes)));
  const plies = countMoves(records);
  const states = records.flatMap(statesOf);
  const verifyAll = () => {
    for (const { nodes } of records)
      if (verifyUnsigned(game, nodes).report.fault !== null) throw new Error('not verified');
    return plies;
  };
  const unpackAll = () => {
    for (const bytes of packs) if (!unpackWith(game, bytes).ok) throw new Error('not unpacked');
    return plies;
  };
  const listAll = () => {
    for (const { state, seat } of states)
      if (game.legal(state, seat)[Symbol.iterator]().next().done) throw new Error('no moves');
    return verifyAll();
  };
  const peers = { verify: verifyAll, 'verify-and-list': listAll };
  return measure('unpack', 'plies/s', unpackAll, peers);
}

/** The states before each move, with whose turn it is. */
function statesOf({ game, nodes }: Recorded): { readonly state: unknown; readonly seat: Seat }[] {
  const line = unwrap(timeline(game, unwrap(readKifu(nodes))));
  return nodes.slice(1).map((_, n) => {
    const { state } = line.at(n);
    return { state, seat: game.active(state)[0]! };
  });
}
