/** Replay logs and our own records: every block hashed against its id, every move checked, against multiformats with chessops. */
import { formatCid, formatFault, unwrap } from '@kifu/core';
import { verifyLog, writeLog } from '@kifu/games/chess';
import { verifyUnsigned } from '@kifu/record';
import { Chess as Chessops } from 'chessops/chess';
import { parseUci as chessopsUci } from 'chessops/util';
import { CID } from 'multiformats/cid';
import { sha256 } from 'multiformats/hashes/sha2';
import { makeGames } from './chess-games.ts';
import { type Figure, measure } from './measure.ts';
import { chessRecord, type Recorded } from './records.ts';

const GAMES = 200;

interface Log {
  readonly root: string;
  readonly blocks: ReadonlyMap<string, Uint8Array>;
}

export async function* bench(): AsyncGenerator<Figure> {
  const games = makeGames(GAMES);
  const logs = games.map(makeLog);
  // the same games as our own record: a node each ply, unsigned, with a state hash in every 16th
  const records = games.map((moves, i) => chessRecord(moves, i, 3456));
  const all =
    <T>(items: readonly T[], verify: (item: T) => void) =>
    () => {
      for (const item of items) verify(item);
      return GAMES;
    };
  const peers = { 'multiformats+chessops': all(logs, verifyTheirs) };
  yield* await measure('verify-replay-log', 'games/s', all(logs, verifyOurs), peers);
  yield* await measure('verify-record', 'games/s', all(records, verifyRecord), peers);
}

function verifyRecord({ game, nodes }: Recorded): void {
  const { report } = verifyUnsigned(game, nodes);
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
