/**
 * `npm run bench -- bots`: whether bots play well, and levels differ. Points out of ten matches, half of them from each side: chess against a player that
 * looks three plies ahead and counts pieces, and each level of chess and Kung Fu Chess against the one below; and how long Kung Fu
 * Chess needs against a player that does nothing. The same figures every time: budgets are counted, not timed.
 */
import { budgetOf, LEVEL_COUNT, makeBot, playBots, usualBot } from '@kifu/bots';
import {
  type Bot,
  type Json,
  type Kit,
  type Outcome,
  sightOf,
  start,
  step,
  unwrap,
} from '@kifu/core';
import { chess } from '@kifu/games/chess/all';
import { kungFuChess } from '@kifu/games/kung-fu-chess';
import { materialBot } from '../packages/games/test/material-bot.ts';
import type { Figure } from './measure.ts';

const MATCHES = 10;
/** Longer ones are drawn. */
const MAX_STEPS = 300;
const NODES = 2000;
type Player = (seed: number) => Bot<unknown, Json>;

/** All figures of the bench. */
export function* bench(): Generator<Figure> {
  const game = chess as Kit;
  const usual: Player = seed => unwrap(makeBot(game, usualBot(game), { seed, nodes: NODES }));
  const counting: Player = seed => materialBot(seed) as unknown as Bot<unknown, Json>;
  yield figure('chess-against-material', pointsOf(game, usual, counting));
  for (const kit of [game, kungFuChess as unknown as Kit])
    for (let level = 2; level <= LEVEL_COUNT; level++) {
      const points = pointsOf(kit, playerAt(kit, level), playerAt(kit, level - 1));
      yield figure(`${kit.game.name}-level-${level}`, points);
    }
  yield figure('kung-fu-chess-idle', slowestWin(), 'seconds, the slowest of ten');
}

const figure = (name: string, ours: number, unit = `points of ${MATCHES}`): Figure => ({
  ...{ bench: 'bots', figure: name, unit, ours },
  ...{ peer: null, theirs: null, ratio: null },
});

/** A player of a level. */
const playerAt =
  (kit: Kit, level: number): Player =>
  seed =>
    unwrap(makeBot(kit, usualBot(kit), { seed, nodes: budgetOf(level).nodes }));

/** The points of the first. */
function pointsOf(kit: Kit, first: Player, second: Player): number {
  let points = 0;
  for (let i = 0; i < MATCHES; i++) {
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
  for (const { stepped } of unwrap(playBots(kit, {}, bots, { steps }))) ({ outcome } = stepped);
  return outcome;
}

/** How long it takes at most to win against a side that never moves. */
function slowestWin(): number {
  const { game } = kungFuChess;
  const won = Array.from({ length: MATCHES }, (_, seed) => {
    const bot = unwrap(makeBot(kungFuChess, 'reactive', { seed: seed + 1, nodes: NODES }));
    let { state, outcome } = unwrap(start(game, {}));
    const hz = game.time!.hz(state);
    while (outcome === null) {
      const move = bot.choose(sightOf(game, state, 0));
      if (move !== null)
        ({ state, outcome } = unwrap(step(game, state, { do: 'move', seat: 0, move })));
      const at = game.time!.now(state) + hz / 2; // it decides twice a second
      ({ state, outcome } = unwrap(step(game, state, { do: 'time', at })));
    }
    return game.time!.now(state) / hz;
  });
  return Math.max(...won);
}
