/** Checks of games in which one seat knows what another must not. */
import type { Rng } from '../chance.ts';
import type { Game } from '../game.ts';
import { canonicalText, type Json } from '../json.ts';
import { step } from '../step.ts';
import { check, equal } from './assert.ts';
import type { GameWalk, WalkStop } from './walk.ts';

/**
 * A state sampled from a seat's view differs from the true one only in what that seat must not know: it must give the
 * seat the same view, moves and, as long as the views stay equal, the same events.
 */
export function checkSecrets<State, Move extends Json>(
  game: Game<State, Move>,
  { state, what }: WalkStop<State, Move>,
  luck: Rng,
): void {
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

/** Somewhere, what a seat sees must leave more than one state possible: otherwise nothing is hidden from it. */
export function checkSamples<State, Move extends Json>(
  game: Game<State, Move>,
  walks: readonly GameWalk<State, Move>[],
): void {
  const { sample, view } = game.secrets!;
  const positions = walks.flatMap(({ stops }) =>
    stops.map(({ state }) => {
      const seen = view(state, game.seated(state)[0]!);
      return new Set([1, 2, 3, 4].map(seed => game.states.position(sample(seen, seed)))).size;
    }),
  );
  check(Math.max(...positions) > 1, 'a seat sees everything, or is shown one guess only');
}
