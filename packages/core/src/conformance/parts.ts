/** Checks of the optional parts of a game: chance, time, secrets. */
import type { Game } from '../game.ts';
import { canonicalText, type Json } from '../json.ts';
import { unwrap } from '../result.ts';
import { step } from '../step.ts';
import { check, decoded, equal } from './assert.ts';
import { type Stop, show } from './walk.ts';

export function checkDraws<State, Move extends Json>(
  game: Game<State, Move>,
  { state, what }: Stop<State, Move>,
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
    'a draw happens by itself in fair mode',
  );
  const draws = plain.parts.length - fair.parts.length;
  equal(
    chance.due(fair.state),
    draws > 0,
    'a draw happens that is not due, or is due and does not happen',
  );
  if (draws === 0) return;
  const early = step(game, fair.state, what, 'fair');
  check(!early.ok, 'somebody acts before the draw');
  equal(
    show(game, chance.draw(fair.state).state),
    show(game, plain.parts[fair.parts.length]!.state),
    'the draw differs',
  );
  const long = { bytes: new Uint8Array(32).fill(7), drawn: 0 };
  const { state: fresh } = unwrap(step(game, fair.state, { do: 'draw', seed: long }, 'fair'));
  const twin = decoded(game.states.restore(game.states.canon(fresh), game.states.aside(fresh)));
  equal(show(game, twin), show(game, fresh), 'a state with a long seed is not restored');
}

export function checkTicks<State, Move extends Json>(
  game: Game<State, Move>,
  { state, luck }: Stop<State, Move>,
): void {
  const time = game.time!;
  const now = time.now(state);
  const span = 1 + luck(60);
  const jump = time.advance(state, now + span);
  let single = state;
  const events = [];
  for (let tick = now + 1; tick <= now + span; tick++) {
    const promised = time.next(single);
    const one = time.advance(single, tick);
    if (one.events.length > 0)
      check(promised !== null && promised <= tick, `tick ${tick}: something happens unannounced`);
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
  { state }: Stop<State, Move>,
): void {
  const now = game.time!.now(state);
  for (const at of [now - 1, -1, now + 0.5, Number.NaN, 2 ** 53])
    check(!step(game, state, { do: 'time', at }).ok, `it is tick ${now}, and ${at} is taken`);
}

/**
 * A state sampled from a seat's view differs from the true one only in what that seat must not know: it must give the
 * seat the same view, moves and, as long as the views stay equal, the same events.
 */
export function checkSecrets<State, Move extends Json>(
  game: Game<State, Move>,
  { state, what, luck }: Stop<State, Move>,
) {
  const secrets = game.secrets!;
  for (const seat of [...game.seated(state), null]) {
    const view = secrets.view(state, seat);
    const other = secrets.sample(view, luck(1000));
    equal(
      secrets.view(other, seat),
      view,
      `seat ${seat}: two states that look the same to it have two views`,
    );
    equal(game.active(other), game.active(state), `seat ${seat}: it cannot tell who is active`);
    if (seat !== null && game.active(state).includes(seat)) {
      const moves = (from: State) =>
        [...game.legal(from, seat)].map(move => game.moves.hex.encode(move));
      equal(moves(other), moves(state), `seat ${seat}: its moves depend on what it must not know`);
    }
    if (what === null) continue;
    const [here, there] = [step(game, state, what), step(game, other, what)];
    if (!here.ok || !there.ok) continue;
    if (
      canonicalText(secrets.view(here.value.state, seat)) !==
      canonicalText(secrets.view(there.value.state, seat))
    )
      continue;
    const seen = (parts: typeof here.value.parts) =>
      parts.flatMap(part => part.events.map(event => secrets.see(event, seat)));
    equal(
      seen(there.value.parts),
      seen(here.value.parts),
      `seat ${seat}: an event tells what the view hides`,
    );
  }
}
