/** Scenes of seeded matches of any game, played by nobody in particular: for tests of pictures. */
import { type Json, type Kit, luckFrom, type Scene, start, step, unwrap } from '@kifu/core';

/** How the games are set up, so that all that they can show is shown. */
export const SETUPS: readonly (readonly [name: string, setup: Json])[] = [
  ['chess', {}],
  ['checkers', {}],
  ['backgammon', { seed: 5 }],
  ['ludo', { seed: 5, seats: [0, 1, 2, 3] }],
  ['ludo', { seed: 6, seats: [0, 1] }],
  ['dominos', { seed: 42, seats: [0, 1, 2] }],
  ['dominos', { seed: 7, seats: [0, 1] }],
  ['go', { options: { width: 9 } }],
  ['go', { options: { width: 5, handicap: 2 } }],
  ['mage-duel', { seed: 7 }],
  ['kung-fu-chess', {}],
  ['kung-fu-chess', { seats: [0, 1, 2, 3], options: { board: 'four_player', speed: 'lightning' } }],
];

/** The scenes of a match up to so many moves, each with what seats and spectators see of it. */
export function* randomScenes(kit: Kit, setup: Json, seed: number, most: number): Generator<Scene> {
  const { game } = kit;
  const luck = luckFrom(seed);
  let { state, outcome } = unwrap(start(game, setup));
  let scene = kit.scene(state);
  yield scene;
  for (let n = 0; n < most && outcome === null; n++) {
    const seats = game.active(state);
    const seat = seats[luck(seats.length)]!;
    const moves = [...game.legal(state, seat)];
    const at = game.time === undefined ? {} : { at: game.time.now(state) + luck(9) };
    if (moves.length === 0) {
      // where seats act at any time, one may have nothing to do for a while
      ({ state, outcome } = unwrap(step(game, state, { do: 'time', at: at.at! })));
      yield kit.scene(state);
      continue;
    }
    const move = moves[luck(moves.length)]!;
    const stepped = step(game, state, { do: 'move', seat, move, ...at });
    if (!stepped.ok) continue; // what was legal at this tick need not be at that one
    ({ state, outcome } = stepped.value);
    scene = kit.scene(state, { scene, move });
    yield scene;
    if (kit.sceneWithin !== undefined) yield kit.sceneWithin(state, 0.5);
    if (kit.sceneOfView === undefined) continue;
    for (const seen of [null, ...game.seated(state)])
      yield kit.sceneOfView(game.secrets!.view(state, seen), seen);
  }
}
