/** Checks random draws. */
import type { Seed } from '../chance.ts';
import type { Game } from '../game.ts';
import type { Json } from '../json.ts';
import { unwrap } from '../result.ts';
import { step } from '../step.ts';
import { check, decoded, equal } from './assert.ts';
import { type GameWalk, show, type WalkStop } from './walk.ts';

export function checkDraws<State, Move extends Json>(
  game: Game<State, Move>,
  { state, what }: WalkStop<State, Move>,
): void {
  const chance = game.chance!;
  check(!chance.due(state), 'a draw is still due after a plain step');
  const idle = step(game, state, { do: 'draw', seed: 1 });
  check(!idle.ok && idle.fault.code === 'not-due', 'a draw is made that is not due');
  if (what === null) return;
  const plain = unwrap(step(game, state, what));
  const fair = unwrap(step(game, state, what, 'fair'));
  check(
    fair.parts.every(part => part.by !== 'draw'),
    'a draw happens automatically in fair mode',
  );
  const draws = plain.parts.length - fair.parts.length;
  equal(
    chance.due(fair.state),
    draws > 0,
    'a draw happens that is not due, or is due and does not happen',
  );
  if (draws === 0) return;
  const early = step(game, fair.state, what, 'fair');
  check(!early.ok, 'a seat acts before the draw');
  equal(
    show(game, chance.draw(fair.state).state),
    show(game, plain.parts[fair.parts.length]!.state),
    'the draw differs',
  );
  const drawnAt = plain.parts.slice(fair.parts.length);
  check(
    drawnAt.every(part => part.events.length > 0),
    'a draw has no event',
  );
  const long = { bytes: new Uint8Array(32).fill(7), drawn: 0 };
  const { state: fresh } = unwrap(step(game, fair.state, { do: 'draw', seed: long }, 'fair'));
  const twin = decoded(game.states.restore(game.states.canon(fresh), game.states.aside(fresh)));
  equal(show(game, twin), show(game, fresh), 'a state with a long seed is not restored');
}

const longSeed = (byte: number): Seed => ({ bytes: new Uint8Array(32).fill(byte), drawn: 0 });

/** Draws come from the seed and nothing else, consume it, and a long one is never shown. */
export function checkSeeds<State, Move extends Json>(
  game: Game<State, Move>,
  walks: readonly GameWalk<State, Move>[],
): void {
  const { draw, reseed } = game.chance!;
  const { canon, position } = game.states;
  let waiting = 0;
  let different = 0;
  for (const { state, what } of walks.flatMap(({ stops }) => stops)) {
    equal(position(reseed(state, 5)), position(state), 'a seed makes it another position');
    equal(
      canon(reseed(state, longSeed(1))),
      canon(reseed(state, longSeed(2))),
      'a long seed shows in the canonical state',
    );
    const due = what === null ? null : unwrap(step(game, state, what, 'fair')).state;
    if (due === null || !game.chance!.due(due)) continue;
    waiting++;
    const drawn = new Set<string>();
    for (let i = 0; i < 12; i++) {
      const seeded = reseed(due, 1_000_003 * i + 7);
      const { state: after } = draw(seeded);
      drawn.add(position(after));
      check(show(game, reseed(after, 1)) !== show(game, after), 'a draw leaves no seed behind');
    }
    if (drawn.size > 1) different++;
  }
  check(waiting === 0 || different > 0, 'every seed draws the same');
}
