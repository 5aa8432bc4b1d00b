/** Bots play every kind of game to its end. */
import { type Game, unwrap } from '@kifu/core';
import { chess } from '@kifu/games/chess';
import { describe, expect, test } from 'vitest';
import { lane } from '../../core/test/toys/lane.ts';
import { nim } from '../../core/test/toys/nim.ts';
import { race } from '../../core/test/toys/race.ts';
import { tricks } from '../../core/test/toys/tricks.ts';
import { bareKit } from '../test/kits.ts';
import { makeBot, mctsBot, playBots, randomBot } from './index.ts';

const games: [name: string, game: Game<unknown, number>, setup: object][] = [
  ['nim', nim, {}],
  ['nim for three', nim, { seats: [0, 1, 2] }],
  ['nim with an empty seat', nim, { seats: [0, 2] }],
  ['race', race, { seed: 5 }],
  ['tricks', tricks, { seed: 5 }],
  ['lane', lane, {}],
];

const STEPS = 300;

/** Every step is checked by the rules as it is taken: a match that goes on has had legal moves only. */
function playOut(game: Game<unknown, number>, setup: object, name: string, seed: number) {
  const kit = bareKit(game);
  const count = 'seats' in setup && Array.isArray(setup.seats) ? setup.seats.length : 2;
  const bots = Array.from({ length: count }, (_, i) =>
    unwrap(makeBot(kit, name, { seed: seed + i, nodes: 40 })),
  );
  return [...unwrap(playBots(kit, setup, bots, { steps: STEPS }))];
}

describe.each(['random', 'mcts'])('%s', bot => {
  test.each(games)('plays %s, the same way every time', (_name, game, setup) => {
    const steps = playOut(game, setup, bot, 1);
    expect(steps[0]).toMatchObject({ seat: null, move: null });
    // two that parry every ball go on for ever
    if (steps.length <= STEPS) expect(steps.at(-1)!.stepped.outcome).not.toBeNull();
    else expect([bot, game]).toEqual(['mcts', lane]);
    const told = (all: typeof steps) => all.map(({ seat, move, at }) => [seat, move, at]);
    expect(told(playOut(game, setup, bot, 1))).toEqual(told(steps));
  });
});

test('time passes in steps of their own', () => {
  const steps = playOut(lane, {}, 'random', 3);
  const ticks = steps.map(({ at }) => at!);
  expect(ticks).toEqual(ticks.toSorted((a, b) => a - b));
  expect(steps.some(({ seat, at }) => seat === null && at! > 0)).toBe(true);
  expect(new Set(steps.map(({ seat }) => seat))).toEqual(new Set([null, 0, 1]));
});

test('chess: legal moves, and no more steps than asked for', () => {
  const bots = [randomBot(chess, { seed: 3 }), mctsBot(chess, { seed: 4, nodes: 20 })];
  const steps = [...unwrap(playBots(chess, {}, bots, { steps: 40 }))];
  expect(steps.length).toBeLessThanOrEqual(41);
  expect(steps.at(-1)!.stepped.outcome !== null || steps.length === 41).toBe(true);
});

describe('refusals', () => {
  const kit = bareKit(nim);
  const bot = randomBot(kit, { seed: 1 });

  test('a bad setup and a wrong number of bots are faults', () => {
    for (const refused of [
      playBots(kit, { seats: [5] }, [bot]),
      playBots(kit, { seats: [0, 1, 2] }, [bot, bot]),
    ])
      expect(refused).toMatchObject({ ok: false, fault: { code: 'bad-setup' } });
  });

  test('a bot that breaks its promise stops the match', () => {
    const play = (move: number | null) => () => [
      ...unwrap(playBots(kit, {}, [bot, { choose: () => move }])),
    ];
    expect(play(9)).toThrow('seat 1');
    expect(play(null)).toThrow('seat 1');
  });
});
