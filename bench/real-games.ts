/**
 * A fixed sample of real games: the first 100 rated games of January 2013 in the open database of Lichess (https://database.lichess.org), which
 * puts them into the public domain (CC0). The package `chess.js` has them for its own benchmark.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Result, unwrap } from '@kifu/core';
import { chess, formatUci, type Move, readPgn } from '@kifu/games/chess';

const FILE = join(import.meta.dirname, '../node_modules/chess.js/benchmarks/benchmark.pgn');

/** The moves of each game, in UCI. */
export const realGames = (): string[][] =>
  [...readPgn(readFileSync(FILE, 'utf8'))].map(kifu =>
    unwrap(kifu).entries.flatMap(({ act }) => {
      if (act.type !== 'move') return [];
      const move: Result<Move> = chess.game.moves.bytes.decode(act.move);
      return [formatUci(unwrap(move))];
    }),
  );
