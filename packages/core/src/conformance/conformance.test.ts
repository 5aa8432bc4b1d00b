/** The suite itself: a game that breaks one promise is caught, by the check that is about it. */
import { expect, test } from 'vitest';
import { lane } from '../../test/toys/lane.ts';
import { nim } from '../../test/toys/nim.ts';
import { race } from '../../test/toys/race.ts';
import { tricks } from '../../test/toys/tricks.ts';
import type { Game, Outcome } from '../game.ts';
import type { GameOption } from '../options.ts';
import { ok } from '../result.ts';
import { conformance } from './index.ts';

/** The checks that a game fails. */
const failing = (game: Game): string[] =>
  conformance(game).flatMap(([name, check]) => {
    try {
      check();
      return [];
    } catch {
      return [name];
    }
  });

/** The toy games with one part replaced; their own types do not matter here. */
const anyNim = nim as unknown as Game;
const anyRace = race as unknown as Game;
const anyLane = lane as unknown as Game;
const anyTricks = tricks as unknown as Game;
const { states, moves } = anyNim;
const { heap } = anyNim.options as { readonly heap: GameOption };

/** Gives always the same. */
const numbers = (list: readonly number[]): NonNullable<Game['numbered']> => ({
  sizeBytes: 1,
  most: list.length,
  list: (state, seat, into) => {
    if (!anyNim.active(state).includes(seat)) return 0;
    into.set(list);
    return list.length;
  },
});

let calls = 0;
const oddOutcome = (change: object) => ({
  ...anyNim,
  outcome: (state: unknown) => {
    const outcome = anyNim.outcome(state);
    return outcome && ({ ...outcome, ...change } as Outcome);
  },
});

test.each<[broken: string, caughtBy: string, game: Game]>([
  [
    'a lossy byte codec',
    'moves round trip in every encoding',
    {
      ...anyNim,
      moves: { ...moves, bytes: { encode: () => Uint8Array.of(1), decode: () => ok(1) } },
    },
  ],
  [
    'a lossy JSON codec',
    'moves round trip in every encoding',
    {
      ...anyNim,
      moves: { ...moves, json: { encode: () => 1, decode: () => ok(1) } },
    },
  ],
  [
    'moves in another order',
    'plays every legal move, in canonical order',
    {
      ...anyNim,
      legal: (state, seat) => [...anyNim.legal(state, seat)].reverse(),
    },
  ],
  [
    'a listed move that is refused',
    'plays every legal move, in canonical order',
    {
      ...anyNim,
      legal: (state, seat) => (anyNim.active(state).includes(seat) ? [1, 2, 3] : []),
    },
  ],
  [
    'a number that is no legal move',
    'plays every legal move, in canonical order',
    { ...anyNim, numbered: numbers([1, 2, 3]) },
  ],
  [
    'an unlisted move that plays',
    'refuses unlisted moves and changes nothing',
    {
      ...anyNim,
      legal: (state, seat) => [...anyNim.legal(state, seat)].slice(0, 1),
    },
  ],
  [
    'play after the end',
    'stays ended',
    {
      ...anyNim,
      play: (state, seat, move) =>
        anyNim.outcome(state) ? ok({ state, events: [] }) : anyNim.play(state, seat, move),
    },
  ],
  [
    'moves from a counter',
    'is deterministic',
    {
      ...anyNim,
      states: { ...states, position: state => `${states.position(state)}${calls++}` },
    },
  ],
  [
    'a restore that drops keys',
    'refuses broken states without a throw',
    {
      ...anyNim,
      states: {
        ...states,
        restore: canon => {
          const { extra: _, ...rest } = Object(canon);
          return states.restore(rest);
        },
      },
    },
  ],
  [
    'a restore that throws',
    'refuses broken states without a throw',
    {
      ...anyNim,
      states: {
        ...states,
        restore: canon => ok((canon as { heap: number }).heap.toString() && canon),
      },
    },
  ],
  [
    'canonical text of its own',
    'writes canonical text',
    {
      ...anyNim,
      states: { ...states, text: state => JSON.stringify(states.canon(state)) },
    },
  ],
  [
    'bytes of its own',
    'writes canonical text',
    {
      ...anyNim,
      states: {
        ...states,
        bytes: { most: 64, write: (_, __, at) => at, writePosition: (_, __, at) => at },
      },
    },
  ],
  [
    'a start that is ignored',
    'starts from every state',
    {
      ...anyNim,
      setup: setup => anyNim.setup({ ...setup, start: null }),
    },
  ],
  [
    'an option that may not be what it usually is',
    'takes the options that it says it has',
    { ...anyNim, options: { heap: { ...heap, default: 30 } } },
  ],
  [
    'a usual value that is not the usual one',
    'takes the options that it says it has',
    { ...anyNim, options: { heap: { ...heap, default: 14 } } },
  ],
  [
    'an option without a sentence',
    'takes the options that it says it has',
    { ...anyNim, options: { heap: { ...heap, description: 'heap' } } },
  ],
  [
    'an option that makes it throw at a bound',
    'takes the options that it says it has',
    {
      ...anyNim,
      setup(setup) {
        if (setup.options.heap === 1) throw new Error('too low');
        return anyNim.setup(setup);
      },
    },
  ],
  [
    'winners that never played',
    'reports events and outcomes as data',
    oddOutcome({ winners: [99] }),
  ],
  [
    'an outcome without a reason',
    'reports events and outcomes as data',
    oddOutcome({ reason: undefined }),
  ],
  [
    'events that are no data',
    'reports events and outcomes as data',
    {
      ...anyNim,
      play: (state, seat, move) => {
        const played = anyNim.play(state, seat, move);
        return played.ok ? ok({ ...played.value, events: [{ at: new Date(0) } as never] }) : played;
      },
    },
  ],
  [
    'a seat that leaves and stays',
    'lets seats leave, claim and branch off',
    {
      ...anyNim,
      match: { leave: state => ({ state, events: [], outcome: null }) },
    },
  ],
  [
    'claims that throw',
    'lets seats leave, claim and branch off',
    {
      ...anyNim,
      match: {
        ...anyNim.match!,
        claims: () => {
          throw new Error('no');
        },
      },
    },
  ],
  [
    'a reseed without effect',
    'draws from the seed it is given',
    {
      ...anyRace,
      chance: { ...anyRace.chance!, reseed: state => state },
    },
  ],
  [
    'a loaded die',
    'draws from the seed it is given',
    {
      ...anyRace,
      chance: {
        ...anyRace.chance!,
        draw: state => anyRace.chance!.draw(anyRace.chance!.reseed(state, 1)),
      },
    },
  ],
  [
    'a long seed for all to see',
    'draws from the seed it is given',
    {
      ...anyRace,
      states: {
        ...anyRace.states,
        canon: state => ({
          ...(anyRace.states.canon(state) as object),
          shown: JSON.stringify((state as { seed: unknown }).seed),
        }),
      },
    },
  ],
  [
    'a seed in the position',
    'draws from the seed it is given',
    {
      ...anyRace,
      states: { ...anyRace.states, position: state => JSON.stringify(anyRace.states.canon(state)) },
    },
  ],
  [
    'a draw without an event',
    'draws when due, and only then',
    {
      ...anyRace,
      chance: {
        ...anyRace.chance!,
        draw: state => ({ ...anyRace.chance!.draw(state), events: [] }),
      },
    },
  ],
  [
    'time that forgets to announce',
    'one jump equals single ticks',
    {
      ...anyLane,
      time: { ...anyLane.time!, next: () => null },
    },
  ],
  [
    'jumps that skip',
    'one jump equals single ticks',
    {
      ...anyLane,
      time: {
        ...anyLane.time!,
        advance: (state, to) => {
          const jump = anyLane.time!.advance(state, to);
          return to > anyLane.time!.now(state) + 1 ? { ...jump, events: [] } : jump;
        },
      },
    },
  ],
  [
    'a view of everything',
    'keeps something secret',
    {
      ...anyTricks,
      secrets: {
        ...anyTricks.secrets!,
        view: state => anyTricks.states.canon(state),
        sample: view => view,
      },
    },
  ],
  [
    'a view that tells of the other hand',
    'shows a seat only what it may know',
    {
      ...anyTricks,
      secrets: {
        ...anyTricks.secrets!,
        view: (state, seat) =>
          ({
            ...(anyTricks.secrets!.view(state, seat) as object),
            peek: (state as { hands: number[][] }).hands,
          }) as never,
      },
    },
  ],
])('%s: caught by "%s"', (_broken, caughtBy, game) => {
  expect(failing(game)).toContain(caughtBy);
});
