/** Records in foreign forms: PGN text to games of which every move has been verified. */
import { entryOf, type Kifu, moveAct, unwrap } from '@kifu/core';
import { chess, parseUci, pgn, readPgn } from '@kifu/games/chess';
import { parsePgn, startingPosition } from 'chessops/pgn';
import { parseSan } from 'chessops/san';
import { makeGames } from './chess-games.ts';
import { type Figure, measure } from './measure.ts';
import { bench as benchReplayLog } from './replay-log.ts';
import { bench as benchVerifySigned } from './verify-signed.ts';

const GAMES = 200;

export async function* bench(): AsyncGenerator<Figure> {
  yield* benchReplayLog();
  yield* benchVerifySigned();
  const text = makeGames(GAMES).map(toPgn).join('');
  yield* measure({
    bench: 'record',
    figure: 'read-pgn',
    unit: 'games/s',
    ours: () => readOurs(text),
    peers: { chessops: () => readChessops(text) },
  });
}

/** A game as a file has it, with seven tags. */
function toPgn(moves: readonly string[], i: number): string {
  const kifu: Kifu = {
    header: {
      game: 'chess',
      version: 1,
      options: {},
      players: [
        { seat: 0, name: `White ${i}` },
        { seat: 1, name: `Black ${i}` },
      ],
      seed: null,
      start: null,
      startedAt: '2026-01-01',
      tags: { Event: 'Bench', Site: 'Here', Round: `${i}` },
    },
    entries: moves.map((uci, ply) => entryOf(ply % 2, moveAct(chess.game, unwrap(parseUci(uci))))),
    ending: null,
    notes: [],
    variations: [],
  };
  return unwrap(pgn.write(kifu)).output as string;
}

function readOurs(text: string): number {
  let count = 0;
  for (const game of readPgn(text)) {
    if (!game.ok) throw new Error(game.fault.message);
    count++;
  }
  return count;
}

function readChessops(text: string): number {
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
