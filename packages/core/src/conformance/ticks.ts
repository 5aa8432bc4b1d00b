/** Checks of games in which time is part of the rules. */
import type { Rng } from '../chance.ts';
import type { Game } from '../game.ts';
import type { Json } from '../json.ts';
import { step } from '../step.ts';
import { check, equal } from './assert.ts';
import { allLegal, show, type WalkStop } from './walk.ts';

export function checkTicks<State, Move extends Json>(
  game: Game<State, Move>,
  { state }: WalkStop<State, Move>,
  luck: Rng,
): void {
  const time = game.time!;
  const now = time.now(state);
  const span = 1 + luck(60);
  const jump = time.advance(state, now + span);
  const moves = (at: State) =>
    JSON.stringify(allLegal(game, at).map(({ seat, move }) => [seat, game.moves.hex.encode(move)]));
  let single = state;
  const events = [];
  for (let tick = now + 1; tick <= now + span; tick++) {
    const promised = time.next(single);
    const one = time.advance(single, tick);
    const isQuiet = one.events.length === 0 && moves(one.state) === moves(single);
    check(
      isQuiet || (promised !== null && promised <= tick),
      `tick ${tick}: something happens unannounced`,
    );
    check(
      promised === null || promised >= tick,
      `next says ${promised}, and it is ${tick - 1} already`,
    );
    single = one.state;
    events.push(...one.events);
    equal(time.now(single), tick, 'the tick is not what was asked for');
  }
  equal(
    show(game, jump.state),
    show(game, single),
    `${span} ticks at once differ from single ticks`,
  );
  equal(jump.events, events, `${span} ticks at once have other events`);
  equal(
    show(game, time.advance(state, now).state),
    show(game, state),
    'no time at all changes something',
  );
  check(time.hz(state) > 0, 'ticks a second are more than 0');
}

export function checkPast<State, Move extends Json>(
  game: Game<State, Move>,
  { state }: WalkStop<State, Move>,
): void {
  const now = game.time!.now(state);
  for (const at of [now - 1, -1, now + 0.5, Number.NaN, 2 ** 53])
    check(!step(game, state, { do: 'time', at }).ok, `it is tick ${now}, and ${at} is taken`);
}
