/** How a match begins: generator, border, deck. Rule sheet §5, §6, §8. */
import { draw, next, type Played, type Seed } from '@kifu/core';
import { emptyGrid } from './features.ts';
import { SIZE, SLOTS } from './grid.ts';
import type { Rules } from './options.ts';
import type { State } from './state.ts';
import { CITY, MOUNTAIN, NO_TILE, ROAD, TILES } from './tiles.ts';

/** Numbers of the generator that are dropped before the first is used. */
const WARM_UP = 4;

/** The generator as a match begins with it. A long seed needs no warming up. */
export function seeded(seed: Seed): Seed {
  if (typeof seed !== 'number') return seed;
  let state = seed;
  for (let i = 0; i < WARM_UP; i++) state = next(state);
  return state;
}

/** The state before the first tile is drawn. */
export function firstState(rules: Rules, seed: Seed): State {
  const [border, after] = makeBorder(rules.edges, seeded(seed));
  return {
    ...emptyGrid(border),
    rules,
    deck: Uint8Array.from(rules.deck.flatMap((count, tile) => new Array(count).fill(tile))),
    top: NO_TILE,
    jokers: [rules.jokers, rules.jokers],
    done: 0,
    isSkipped: false,
    updated: 0,
    now: 0,
    seed: after,
    end: null,
  };
}

/** Markers on each side: places are drawn without putting back, for cities first. */
function makeBorder(
  [cities, roads]: Rules['edges'],
  first: Seed,
): [border: Uint8Array, seed: Seed] {
  const border = new Uint8Array(SLOTS).fill(MOUNTAIN);
  let seed = first;
  for (let side = 0; side < SLOTS; side += SIZE) {
    const places = Array.from({ length: SIZE }, (_, i) => i);
    for (let k = 0; k < cities + roads; k++) {
      const [chosen, after] = draw(seed, SIZE - k);
      seed = after;
      const j = k + chosen;
      [places[k], places[j]] = [places[j]!, places[k]!];
      border[side + places[k]!] = k < cities ? CITY : ROAD;
    }
  }
  return [border, seed];
}

/** Draws the next top tile; the order of the others stays. */
export function drawTile(state: State): Played<State> {
  const { deck } = state;
  const [i, seed] = draw(state.seed, deck.length);
  const tile = deck[i]!;
  const rest = deck.slice(0, -1);
  for (let k = i; k < rest.length; k++) rest[k] = deck[k + 1]!;
  return {
    state: { ...state, deck: rest, top: tile, seed },
    events: [{ type: 'TileDrawn', tile, edges: TILES[tile]!, left: rest.length }],
  };
}
