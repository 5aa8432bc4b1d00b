/**
 * A part of `npm run bench -- bots`: the best level of chess against Stockfish that is limited to a rating, both with the same time for
 * each move. Stockfish is a program of its own; without it there is no figure.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { botPlayer, usualBot } from '@kifu/bots';
import { type Kit, unwrap } from '@kifu/core';
import { openEngine } from '@kifu/engines';
import { chess } from '@kifu/games/chess/all';
import { playMatch } from '../packages/engines/test/matches.ts';
import { type Figure, figuresOf, progress } from './measure.ts';

const FOLDERS = ['/usr/games', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];
const RATINGS = [1400, 1600, 1900];
const MATCHES = Number(process.env.KIFU_STRENGTH_MATCHES ?? 20);
const MOVE_MS = 200;

/** Where Stockfish is installed; undefined where it is not. */
export const findStockfish = (): string | undefined =>
  FOLDERS.map(folder => join(folder, 'stockfish')).find(existsSync);

/** Points of our bot out of `MATCHES`, by the rating that Stockfish plays at. */
export async function* strengthFigures(): AsyncGenerator<Figure> {
  const path = findStockfish();
  if (path === undefined) {
    progress('bots: Stockfish is not installed; its figures are left out');
    return;
  }
  for (const rating of RATINGS) {
    const figure = `chess-best-against-stockfish-${rating}`;
    let points = 0;
    for (let i = 0; i < MATCHES; i++) {
      progress(`${figure}: match ${i + 1} of ${MATCHES}, ${points} points`);
      points += await pointsOf(path, rating, i);
    }
    yield* figuresOf(figure, `points of ${MATCHES}`, [points]);
  }
}

/** What one match brings our bot, which has white in every other one. */
async function pointsOf(path: string, elo: number, i: number): Promise<number> {
  const kit = chess as Kit;
  const spec = {
    ...({ protocol: 'uci', command: [path], elo, limits: { moveMs: MOVE_MS } } as const),
    options: { Hash: '16', Threads: '1' },
  };
  const engine = await openEngine(spec, { kit, env: process.env });
  const options = { seed: i + 1, timeMs: MOVE_MS, now: () => performance.now() };
  const made = unwrap(botPlayer(kit, usualBot(kit), options));
  const bot = {
    name: made.name,
    async decide(turn: Parameters<typeof made.decide>[0]) {
      await setImmediate(); // the output of the engine is read in between
      return made.decide(turn);
    },
  };
  const seat = i % 2;
  const { host } = await playMatch({ kit, players: seat === 0 ? [bot, engine] : [engine, bot] });
  const { outcome } = host.replay;
  return outcome?.result === 'win' ? Number(outcome.winners.includes(seat)) : 0.5;
}
