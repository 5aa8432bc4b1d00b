/** Setups from strangers. */
import { parseSeed, type Seed } from './chance.ts';
import type { Game, Seat, Setup, Start } from './game.ts';
import { asJson, isInteger, isObject, type Json, type JsonObject, pointerStep } from './json.ts';
import { refuseOptions } from './options.ts';
import { fail, ok, type Result } from './result.ts';

/** All fields of a setup. */
const FIELDS = ['seats', 'seed', 'options', 'start'];
/** Longer than any field: longer names from outside are cut off in messages. */
const MAX_SHOWN = 40;
/** No game of ours has more seats. */
const MAX_SEATS = 16;
const ALL_SEATS: readonly Seat[] = Array.from({ length: MAX_SEATS }, (_, seat) => seat);

/** The options of a match that people begin: time in the rules hurries them only where they asked for it. */
export const unhurriedOptions = (
  { time }: Pick<Game, 'time'>,
  options: JsonObject,
): JsonObject => ({ ...time?.unhurried, ...options });

/**
 * Checks a setup: `{ seats?, seed?, options?, start? }`. Left out, the seats are the fewest the game allows, counted from 0.
 * Options are held against those that the game has; what does not go together, and the start position, are the game's own business.
 */
export function checkSetup(game: Game, input: unknown): Result<Setup> {
  const json = asJson(input);
  if (!json.ok) {
    const { code, message, at = {} } = json.fault;
    return fail(code === 'too-large' ? code : 'bad-setup', message, { at });
  }
  const setup = json.value;
  if (!isObject(setup)) return fail('bad-setup', 'setup must be an object');
  for (const key of Object.keys(setup))
    if (!FIELDS.includes(key))
      return fail(
        'bad-setup',
        `unknown setup field ${JSON.stringify(key.slice(0, MAX_SHOWN))}; allowed: ${FIELDS.join(', ')}`,
        { at: { path: pointerStep(key) } },
      );
  const seats = checkSeats(game, setup.seats);
  if (!seats.ok) return seats;
  const seed = checkSeed(game, setup.seed);
  if (!seed.ok) return seed;
  const options = setup.options ?? {};
  if (!isObject(options))
    return fail('bad-setup', 'options must be an object', { at: { path: '/options' } });
  const refused = refuseOptions(game.name, game.options ?? {}, options);
  if (refused !== null) return refused;
  const start = checkStart(setup.start);
  if (!start.ok) return start;
  return ok({ seats: seats.value, seed: seed.value, options, start: start.value });
}

/** The first state of a match, before anything is drawn: for readers of records that are not played yet. */
export function setUp<State, Move extends Json>(
  game: Game<State, Move>,
  setup: unknown,
): Result<State> {
  const checked = checkSetup(game as Game, setup);
  return checked.ok ? game.setup(checked.value) : checked;
}

function checkSeats(game: Game, seats: Json | undefined): Result<readonly Seat[]> {
  const [min, max] = game.seats;
  if (seats === undefined) return ok(ALL_SEATS.slice(0, min));
  const at = { at: { path: '/seats' } };
  if (!Array.isArray(seats) || !seats.every(seat => isInteger(seat, 0, MAX_SEATS - 1)))
    return fail('bad-setup', `seats must be a list of integers from 0 to ${MAX_SEATS - 1}`, at);
  if (seats.some((seat, i) => i > 0 && seat <= seats[i - 1]!))
    return fail('bad-setup', 'seats must be unique and ascending', at);
  if (seats.length < min || seats.length > max)
    return fail(
      'bad-setup',
      `${game.name} takes ${min === max ? min : `${min} to ${max}`} seats`,
      at,
    );
  if (seats.at(-1)! >= max)
    return fail(
      'bad-setup',
      `the seats of ${game.name} are 0 ${max > 2 ? 'to' : 'and'} ${max - 1}`,
      at,
    );
  return ok(seats);
}

function checkSeed(game: Game, seed: Json | undefined): Result<Seed | null> {
  const at = { path: '/seed' };
  if (game.chance === undefined)
    return seed === undefined || seed === null
      ? ok(null)
      : fail('bad-setup', `${game.name} has no randomness and takes no seed`, { at });
  if (seed === undefined || seed === null)
    return fail('bad-setup', `${game.name} needs a seed`, { at });
  const parsed = parseSeed(seed);
  return parsed.ok ? parsed : fail('bad-setup', parsed.fault.message, { at });
}

function checkStart(start: Json | undefined): Result<Start | null> {
  if (start === undefined || start === null) return ok(null);
  const { canon, aside = null, ...others } = isObject(start) ? start : {};
  if (canon === undefined || Object.keys(others).length > 0)
    return fail('bad-setup', 'start must be { canon, aside }', { at: { path: '/start' } });
  return ok({ canon, aside });
}
