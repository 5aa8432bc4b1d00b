/** Records in foreign forms: PGN text to games of which every move has been verified. */
import { unwrap } from '@kifu/core';
import { pgn, readPgn } from '@kifu/games/chess';
import { readKifu } from '@kifu/record';
import { parsePgn, startingPosition } from 'chessops/pgn';
import { parseSan } from 'chessops/san';
import { makeGames } from './chess-games.ts';
import { type Figure, measure } from './measure.ts';
import { chessRecord } from './records.ts';
import { bench as benchReplayLog } from './replay-log.ts';
import { bench as benchVerifySigned } from './verify-signed.ts';

const GAMES = 200;

export async function* bench(): AsyncGenerator<Figure> {
  yield* benchReplayLog();
  yield* benchVerifySigned();
  const text = makeGames(GAMES).map(toPgn).join('');
  yield* await measure('read-pgn', 'games/s', () => readOurs(text), {
    chessops: () => readChessops(text),
  });
}

/** A game as a file has it, with seven tags. */
function toPgn(moves: readonly string[], i: number): string {
  const kifu = unwrap(readKifu(chessRecord(moves, i).nodes));
  const tags = { Event: 'Bench', Site: 'Here', Round: `${i}` };
  const header = { ...kifu.header, startedAt: '2026-01-01', tags };
  return unwrap(pgn.write({ ...kifu, header })).output as string;
}

function readOurs(text: string): number {
  let count = 0;
  for (const game of readPgn(text)) {
    if (!game.ok) throw new Error(game.fault.message);
    count++;
  }
  return count;
}

/** Reads and plays the games of a text by chessops, and says how many. */
export function readChessops(text: string): number {
  const games = parsePgn(text);
  for (const game of games) {
    const position = startingPosition(game.headers).unwrap();
    for (const { san } of game.moves.mainline()) {
      const move = parseSan(position, san);
      if (move === undefined) throw new Error(san);
      position.play(move);
    }
  }
  return games.length;
}
