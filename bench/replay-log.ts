/** Replay logs and our own records: every block hashed against its id, every move checked, against multiformats with chessops. */
import { formatCid, formatFault, type Game, moveAct, unwrap } from '@kifu/core';
import { chess, parseUci, verifyLog, writeLog } from '@kifu/games/chess';
import { append, begin, nodesOf, verifyUnsigned } from '@kifu/record';
import { Chess as Chessops } from 'chessops/chess';
import { parseUci as chessopsUci } from 'chessops/util';
import { CID } from 'multiformats/cid';
import { sha256 } from 'multiformats/hashes/sha2';
import { makeGames } from './chess-games.ts';
import { type Figure, measure } from './measure.ts';

const GAMES = 200;
const PEER = 'multiformats+chessops';

interface Log {
  readonly root: string;
  readonly blocks: ReadonlyMap<string, Uint8Array>;
}

export function* bench(): Generator<Figure> {
  const games = makeGames(GAMES);
  const logs = games.map(makeLog);
  const records = games.map(makeRecord);
  const all =
    <T>(items: readonly T[], verify: (item: T) => void) =>
    () => {
      for (const item of items) verify(item);
      return GAMES;
    };
  yield* measure({
    bench: 'record',
    figure: 'verify-replay-log',
    unit: 'games/s',
    ours: all(logs, verifyOurs),
    peers: { [PEER]: all(logs, verifyTheirs) },
  });
  // the same games as our own record: a node each ply, unsigned, with a state hash in every 16th
  yield* measure({
    bench: 'record',
    figure: 'verify-record',
    unit: 'games/s',
    ours: all(records, verifyRecord),
    peers: { [PEER]: all(logs, verifyTheirs) },
  });
}

function makeRecord(moves: readonly string[]): Uint8Array[] {
  const header = {
    game: 'chess',
    version: 1,
    options: {},
    players: [0, 1].map(seat => ({ seat, name: `Player ${seat}` })),
    seed: null,
    start: null,
    startedAt: '2026-01-01',
    tags: {},
  };
  let { chain } = unwrap(begin<unknown>(chess.game as Game, header));
  for (const [ply, uci] of moves.entries()) {
    const act = moveAct(chess.game, unwrap(parseUci(uci)));
    ({ chain } = unwrap(append(chain, { seat: ply % 2, act, ms: 1 + 3456 * ply })));
  }
  return nodesOf(chain);
}

function verifyRecord(nodes: readonly Uint8Array[]): void {
  const { report } = verifyUnsigned(chess.game as Game, nodes);
  if (report.fault !== null) throw new Error(formatFault(report.fault));
}

function makeLog(moves: readonly string[]): Log {
  const won = writeLog({ moves, result: '1-0' });
  // where the board has the last word, it gives the result itself
  const { nodes, root } = won.ok ? won.value : unwrap(writeLog({ moves, result: null }));
  const blocks = new Map(nodes.map(({ cid, bytes }) => [formatCid(cid), bytes]));
  return { root: formatCid(root), blocks };
}

/** Also compares every node with its canonical bytes, and looks for the end of the game after every move. */
function verifyOurs({ root, blocks }: Log): void {
  const { verdict } = unwrap(verifyLog(root, blocks));
  if (verdict !== 'ok') throw new Error(verdict);
}

interface SeedNode {
  readonly w?: string;
  readonly b?: string;
  readonly prev: string | null;
}

function verifyTheirs({ root, blocks }: Log): void {
  const nodes: SeedNode[] = [];
  for (let at: string | null = root; at !== null; at = nodes.at(-1)!.prev) {
    const { multihash } = CID.parse(at);
    const bytes = blocks.get(at)!;
    // on Node it answers at once, without a promise
    const { digest } = sha256.digest(bytes) as { readonly digest: Uint8Array };
    if (Buffer.compare(digest, multihash.digest) !== 0) throw new Error(at);
    nodes.push(JSON.parse(utf8.decode(bytes)));
  }
  const position = Chessops.default();
  for (const { w, b } of nodes.reverse())
    for (const text of [w, b]) {
      if (text === undefined) continue;
      const move = chessopsUci(text)!;
      if (!position.isLegal(move)) throw new Error(text);
      position.play(move);
    }
}

const utf8 = new TextDecoder();
