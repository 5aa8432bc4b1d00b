/** Scenes of seeded matches of any game, played by chance: for tests of pictures. */
import {
  type Demo,
  type Json,
  type JsonObject,
  type Kit,
  rngFrom,
  type Scene,
  start,
  step,
  unwrap,
} from '@kifu/core';
import { gameNames, loadKit } from '../src/index.ts';

/** The games as their demos have them, for the fewest and for the most. */
export const SETUPS: readonly (readonly [name: string, setup: JsonObject])[] = (
  await Promise.all(gameNames().map(async name => setupsOf(unwrap(await loadKit(name)))))
).flat();

function setupsOf({ game, demos = [] }: Kit): [name: string, setup: JsonObject][] {
  const seed = game.chance === undefined ? {} : { seed: 5 };
  const [first = {} as Partial<Demo>, ...others] = demos;
  const wanted = [...game.seats.map(seats => ({ ...first, seats })), ...others];
  const setups = wanted.map(({ seats = game.seats[0], options = {} }): JsonObject => {
    return { ...seed, seats: Array.from({ length: seats }, (_, seat) => seat), options };
  });
  const unlike = new Map(setups.map(setup => [JSON.stringify(setup), setup]));
  return [...unlike.values()].map(setup => [game.name, setup]);
}

/** The scenes of a match up to so many moves, each with what seats and spectators see of it. */
export function* randomScenes(kit: Kit, setup: Json, seed: number, most: number): Generator<Scene> {
  const { game } = kit;
  const luck = rngFrom(seed);
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
