/**
 * A part of `npm run bench -- bots`: the bot of chess without a limit of nodes against Stockfish that is limited to a rating, and against the
 * bot of another checkout of this repository, in the folder `KIFU_STRENGTH_OTHER`. All have the same time for each move. Ours is processor
 * time, so that other work on the machine does not count; a limited Stockfish decides after a few plies and needs no more. Without Stockfish,
 * or another checkout, there is no figure.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { botPlayer, playBots, usualBot } from '@kifu/bots';
import { type Kit, type Outcome, unwrap } from '@kifu/core';
import { openEngine } from '@kifu/engines';
import { chess } from '@kifu/games/chess/all';
import { playMatch } from '../packages/engines/test/matches.ts';
import { type Figure, figuresOf, progress, threadMs } from './measure.ts';

const FOLDERS = ['/usr/games', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];
const RATINGS = (process.env.KIFU_STRENGTH_RATINGS ?? '1400,1600,1900').split(',').map(Number);
const MATCHES = Number(process.env.KIFU_STRENGTH_MATCHES ?? 20);
const MOVE_MS = Number(process.env.KIFU_STRENGTH_MS ?? 200);
const OTHER = process.env.KIFU_STRENGTH_OTHER;
/** A match between bots that takes longer is drawn. */
const MAX_STEPS = 300;

/** Where Stockfish is installed; undefined where it is not. */
export const findStockfish = (): string | undefined =>
  FOLDERS.map(folder => join(folder, 'stockfish')).find(existsSync);

/** Points of our bot out of `MATCHES`: against the other checkout, then by the rating that Stockfish plays at. */
export async function* strengthFigures(): AsyncGenerator<Figure> {
  if (OTHER !== undefined) {
    const figure = 'chess-best-against-other';
    const other = await import(join(OTHER, 'packages/games/src/chess/all.ts'));
    let points = 0;
    for (let i = 0; i < MATCHES; i++) {
      progress(`${figure}: match ${i + 1} of ${MATCHES}, ${points} points`);
      points += pointsAgainst(other.chess, i);
    }
    yield* figuresOf(figure, `points of ${MATCHES}`, [points]);
  }
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
      points += await playStockfish(path, rating, i);
    }
    yield* figuresOf(figure, `points of ${MATCHES}`, [points]);
  }
}

/** What one match against the bot of another kit brings ours, which has white in every other one. */
function pointsAgainst(kit: typeof chess, i: number): number {
  const options = (seed: number) => ({ seed, timeMs: MOVE_MS, now: threadMs });
  const bots = [
    chess.bots.search!(chess, options(2 * i + 1)),
    kit.bots.search!(kit, options(2 * i + 2)),
  ];
  const seat = i % 2;
  let outcome: Outcome | null = null;
  const players = seat === 0 ? bots : bots.reverse();
  for (const { stepped } of unwrap(playBots(chess, {}, players, { steps: MAX_STEPS })))
    ({ outcome } = stepped);
  return pointsOf(outcome, seat);
}

const pointsOf = (outcome: Outcome | null, seat: number): number =>
  outcome?.result === 'win' ? Number(outcome.winners.includes(seat)) : 0.5;

/** What one match against Stockfish brings our bot. */
async function playStockfish(path: string, elo: number, i: number): Promise<number> {
  const kit = chess as Kit;
  const spec = {
    ...({ protocol: 'uci', command: [path], elo, limits: { moveMs: MOVE_MS } } as const),
    options: { Hash: '16', Threads: '1' },
  };
  const engine = await openEngine(spec, { kit, env: process.env });
  const options = { seed: i + 1, timeMs: MOVE_MS, now: threadMs };
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
  return pointsOf(host.replay.outcome, seat);
}
