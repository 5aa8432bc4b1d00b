/** Bots by name. */
import type { MakeBot } from '@kifu/core';
import { describe, expect, test } from 'vitest';
import { nim } from '../../core/test/toys/nim.ts';
import { bareKit } from '../test/kits.ts';
import { botNames, makeBot } from './index.ts';

type NimState = Parameters<typeof nim.seated>[0];

const one: MakeBot<NimState, number> = () => ({ choose: () => 1 });
const kit = { ...bareKit(nim), bots: { perfect: one } };
const sight = { seat: 0, legal: [3], state: null, view: null };

test('a game has the general bots and its own', () => {
  expect(botNames(bareKit(nim))).toEqual(['random', 'mcts']);
  expect(botNames(kit)).toEqual(['random', 'mcts', 'perfect']);
  for (const name of botNames(kit)) expect(makeBot(kit, name, { seed: 1 }).ok).toBe(true);
});

test('a bot made for the game comes before a general one of that name', () => {
  const own = makeBot({ ...kit, bots: { random: one } }, 'random', { seed: 1 });
  expect(own.ok && own.value.choose(sight)).toBe(1);
});

describe('faults', () => {
  test.each(['', 'stockfish', 'constructor', '__proto__'])('no bot is called %j', name => {
    const made = makeBot(kit, name, { seed: 1 });
    expect(made).toMatchObject({ ok: false, fault: { code: 'unknown-bot' } });
    expect(made.ok || made.fault.message).toContain('random, mcts, perfect');
  });

  test.each([
    { nodes: 0 },
    { nodes: 1.5 },
    { nodes: Number.NaN },
    { timeMs: -1, now: () => 0 },
    { timeMs: Number.NaN, now: () => 0 },
    { timeMs: 5 },
  ])('refuses the options %j', options => {
    const made = makeBot(kit, 'mcts', { seed: 1, ...options });
    expect(made).toMatchObject({ ok: false, fault: { code: 'malformed' } });
  });
});
