/**
 * `npm run bench -- bots`: whether levels differ. Points out of ten matches, half of them from each side, of each level of chess, go on
 * 9×9 and Kung Fu Chess against the one below. The same figures every time: budgets are counted, not timed. Then the best level of chess
 * against Stockfish, by time.
 */
import { budgetOf, LEVEL_COUNT, makeBot, playBots, usualBot } from '@kifu/bots';
import { type Bot, type Json, type JsonObject, type Kit, type Outcome, unwrap } from '@kifu/core';
import { chess } from '@kifu/games/chess/all';
import { go } from '@kifu/games/go';
import { kungFuChess } from '@kifu/games/kung-fu-chess';
import { type Figure, figuresOf, progress } from './measure.ts';
import { strengthFigures } from './strength.ts';

const MATCHES = 10;
/** Longer ones are drawn. */
const MAX_STEPS = 300;
/** A small board, so that a level's search reaches somewhere. */
const OPTIONS: { readonly [game: string]: JsonObject } = { go: { width: 9 } };
type Player = (seed: number) => Bot<unknown, Json>;

/** All figures of the bench. */
export async function* bench(): AsyncGenerator<Figure> {
  for (const kit of [chess as Kit, go as unknown as Kit, kungFuChess as unknown as Kit])
    for (let level = 2; level <= LEVEL_COUNT; level++) {
      const figure = `${kit.game.name}-level-${level}`;
      const points = pointsOf(figure, kit, playerAt(kit, level), playerAt(kit, level - 1));
      yield* figuresOf(figure, `points of ${MATCHES}`, [points]);
    }
  yield* strengthFigures();
}

/** A player of a level. */
const playerAt =
  (kit: Kit, level: number): Player =>
  seed =>
    unwrap(makeBot(kit, usualBot(kit), { seed, nodes: budgetOf(level).nodes }));

/** The points of the first. */
function pointsOf(figure: string, kit: Kit, first: Player, second: Player): number {
  let points = 0;
  for (let i = 0; i < MATCHES; i++) {
    progress(`${figure}: match ${i + 1} of ${MATCHES}`);
    const seat = i % 2;
    const bots = [first(2 * i + 1), second(2 * i + 2)];
    const outcome = outcomeOf(kit, seat === 0 ? bots : bots.reverse());
    points += outcome?.result === 'win' ? Number(outcome.winners.includes(seat)) : 0.5;
  }
  return points;
}

function outcomeOf(kit: Kit, bots: readonly Bot<unknown, Json>[]): Outcome | null {
  let outcome: Outcome | null = null;
  const steps = kit.game.time === undefined ? MAX_STEPS : 10 * MAX_STEPS;
  for (const { stepped } of unwrap(
    playBots(kit, { options: OPTIONS[kit.game.name] ?? {} }, bots, { steps }),
  ))
    ({ outcome } = stepped);
  return outcome;
}
