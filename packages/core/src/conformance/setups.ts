/** Checks of how a match begins. */
import type { Game } from '../game.ts';
import type { Json, JsonObject } from '../json.ts';
import type { OptionSchema } from '../options.ts';
import { unwrap } from '../result.ts';
import { start } from '../step.ts';
import { attempt, check, equal, ODD_VALUES, shorten } from './assert.ts';
import { countTo, type GameWalk, show } from './walk.ts';

/** A match may start from any state that another one reached. */
export function checkStarts<State, Move extends Json>(
  game: Game<State, Move>,
  walks: readonly GameWalk<State, Move>[],
): void {
  const { canon, aside } = game.states;
  for (const { setup, stops } of walks)
    for (const { state, shown } of stops.filter((_, i) => i % 7 === 0)) {
      const begun = unwrap(
        start(game, { ...setup, start: { canon: canon(state), aside: aside(state) } }),
      );
      equal(show(game, begun.state), shown, 'a match does not start from its start position');
      const fresh = game.states.restore(canon(state));
      if (fresh.ok)
        equal(canon(fresh.value), canon(state), 'without its aside, it is another state');
    }
}

/** What a game says of its options is so: values at the bounds throw nothing, and each usual value changes nothing. */
export function checkOptions<State, Move extends Json>(game: Game<State, Move>): void {
  const seed = game.chance ? { seed: 1 } : {};
  const begin = (options: JsonObject) => start(game, { ...seed, options });
  const usual = show(game, unwrap(begin({})).state);
  for (const [name, option] of Object.entries(game.options ?? {})) {
    check(/^[A-Z].*\.$/.test(option.description), `the option ${name} is not told in a sentence`);
    for (const value of [...boundsOf(option), ...ODD_VALUES])
      attempt(() => begin({ [name]: value as Json }), { [name]: value });
    if (option.default === undefined) continue;
    const begun = begin({ [name]: option.default });
    check(begun.ok, `the usual value of ${name} is refused`);
    equal(
      show(game, unwrap(begun).state),
      usual,
      `with the usual value of ${name} it is another state`,
    );
  }
}

/** The smallest, the largest, and all that are named. */
function boundsOf(schema: OptionSchema): Json[] {
  if ('anyOf' in schema) return schema.anyOf.flatMap(boundsOf);
  if ('enum' in schema) return [...schema.enum];
  switch (schema.type) {
    case 'boolean':
      return [true, false];
    case 'integer':
      return [schema.minimum, schema.maximum];
    case 'array': {
      const { items, minItems, maxItems } = schema;
      return boundsOf(items).flatMap(item =>
        [minItems, maxItems].map(length => new Array<Json>(length).fill(item)),
      );
    }
    case 'object':
      return [
        Object.fromEntries(
          schema.required.map(key => [key, boundsOf(schema.properties[key]!)[0]!]),
        ),
      ];
  }
}

export function checkSetups<State, Move extends Json>(game: Game<State, Move>): void {
  const seed = game.chance ? { seed: 1 } : {};
  check(start(game, seed).ok, 'the plainest setup is refused');
  const deep = JSON.parse('['.repeat(5000) + ']'.repeat(5000)) as Json;
  const bad: unknown[] = [
    ...ODD_VALUES.filter(value => !isEmptyObject(value)),
    { seats: [-1, 0] },
    { seats: 2 },
    { seats: [] },
    { seats: [0, 0] },
    { seats: [1, 0] },
    { seats: countTo(1000) },
    { seats: [0, 0.5] },
    { seed: -1 },
    { seed: 2 ** 53 },
    { seed: 2 ** 31 },
    { seed: 1.5 },
    { seed: '1' },
    { options: [] },
    { options: 'x' },
    { options: deep },
    { options: { '\ud800': 1 } },
    { options: { unheardOf: 1 } },
    { start: 1 },
    { start: {} },
    { start: { canon: null } },
    { start: { canon: deep } },
    { start: { canon: {}, extra: 1 } },
    { extra: 1 },
  ];
  // some of the seats only: taken or refused
  attempt(
    () => start(game, { ...seed, seats: countTo(game.seats[0]).map(seat => 2 * seat + 1) }),
    'odd seats',
  );
  for (const odd of bad) {
    const setup =
      typeof odd === 'object' && odd !== null && !Array.isArray(odd) ? { ...seed, ...odd } : odd;
    check(!attempt(() => start(game, setup), odd).ok, `a bad setup is taken: ${shorten(odd)}`);
  }
}

const isEmptyObject = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).length === 0;
