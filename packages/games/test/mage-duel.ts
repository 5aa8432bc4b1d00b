/** Matches of Mage Duel for tests. */
import {
  digestState,
  draw,
  type Entry,
  endingOf,
  entryOf,
  type Kifu,
  moveAct,
  rngFrom,
  start,
  step,
  unwrap,
} from '@kifu/core';
import type { Move } from '../src/mage-duel/moves.ts';
import { parseMove } from '../src/mage-duel/notation.ts';
import { type Rules, STANDARD } from '../src/mage-duel/options.ts';
import { game } from '../src/mage-duel/rules.ts';
import { type State, turnOf } from '../src/mage-duel/state.ts';

/** How many tiles of some types, none of the others. */
export const deckOf = (counts: { readonly [tile: number]: number }): number[] =>
  STANDARD.deck.map((_, tile) => counts[tile] ?? 0);

/** A match that begins. */
export const begin = (options: Partial<Rules> = {}, seed = 1): State =>
  unwrap(start(game, { seed, options: options as Rules })).state;

/** Does something at a second, by the seat on turn unless told. */
export const act = (state: State, text: string, at = state.now, seat: number = turnOf(state)) =>
  step(game, state, { do: 'move', seat, move: unwrap(parseMove(text)), at });

/** Plays on by luck, a placement wherever there is one, each a second later. */
export function playOn(state: State, moves: number, seed = 1): State {
  let now = state;
  for (let n = 0, luck = seed; n < moves && now.end === null; n++) {
    const seat = turnOf(now);
    const legal = [...game.legal(now, seat)];
    const places = legal.filter(({ op }) => op === 'place');
    const choices = places.length > 0 ? places : legal.slice(0, 1);
    const [choice, after] = draw(luck, choices.length);
    luck = after as number;
    const move = choices[choice]!;
    now = unwrap(step(game, now, { do: 'move', seat, move, at: now.now + 1 })).state;
  }
  return now;
}

/** A move as it stands in a record. */
export const moveEntry = (
  seat: number,
  move: Move,
  at: number,
  hash: Uint8Array | null = null,
): Entry => entryOf(seat, moveAct(game, move), { at, hash });

const HEADER: Kifu['header'] = {
  game: 'mage-duel',
  version: 1,
  options: {},
  players: [
    { seat: 0, name: 'Ann' },
    { seat: 1, name: 'Bob' },
  ],
  seed: null,
  start: null,
  startedAt: '1970-01-01T00:16:40Z',
  tags: {},
};

/** A record of a match of luck: late moves, skips, jokers, with or without hashes, to the end or not. */
export function record(seed: number, moves: number, from: State | null = null): Kifu {
  const luck = rngFrom(seed);
  const options = from === null && seed % 3 === 0 ? { jokers: 1 } : {};
  const position = from === null ? null : { canon: game.states.canon(from), aside: null };
  const header = { ...HEADER, seed, options, start: position };
  let { state } = unwrap(start(game, { seed, options, start: position }));
  const entries: Entry[] = [];
  for (let n = 0; n < moves && state.end === null; n++) {
    const at = state.now + [1, 20, 65, 66, 130, 131][luck(n > 0 && luck(4) === 0 ? 6 : 3)]!;
    const there = game.time!.advance(state, at).state;
    const [seat = 0] = game.active(there);
    const legal = [...game.legal(there, seat)];
    const places = legal.filter(({ op }) => op === 'place');
    const choices = luck(6) === 0 || places.length === 0 ? legal : places;
    const move = choices[luck(choices.length)]!;
    ({ state } = unwrap(step(game, state, { do: 'move', seat, move, at })));
    entries.push(moveEntry(seat, move, at, luck(2) === 0 ? digestState(game, state) : null));
  }
  const outcome = game.outcome(state);
  const ending = outcome && endingOf(outcome, { hash: entries.at(-1)?.hash ?? null });
  return { header, entries, ending, notes: [], variations: [] };
}

/** A record in which each move comes so many seconds after the last, and lays the tile at hand. */
export function paced(seed: number, waits: readonly number[]): Kifu {
  let { state } = unwrap(start(game, { seed }));
  const entries = waits.map(wait => {
    const at = state.now + wait;
    const there = game.time!.advance(state, at).state;
    const [seat = 0] = game.active(there);
    const move = [...game.legal(there, seat)].find(({ op }) => op === 'place')!;
    ({ state } = unwrap(step(game, state, { do: 'move', seat, move, at })));
    return moveEntry(seat, move, at);
  });
  return { header: { ...HEADER, seed }, entries, ending: null, notes: [], variations: [] };
}
