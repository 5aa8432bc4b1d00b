/** Games, setups, positions and moves as people type them. */
import {
  type ActionOf,
  checkSetup,
  fail,
  type Game,
  isObject,
  type Json,
  type JsonObject,
  type Kit,
  ok,
  parseHex,
  parseJson,
  type Result,
  type Seat,
  type StepResult,
  start,
  unwrap,
} from '@kifu/core';
import { within } from './run-command.ts';

/** How the user says where a match begins. */
export interface StartOptions {
  readonly setup?: string;
  /** Options of the game by their names, each as JSON. */
  readonly option?: JsonObject;
  readonly position?: string;
  readonly seed?: number | string;
}

/**
 * Makes a setup from what the user gave. A seed is put in only where the game takes one and the setup names none:
 * the user's, else `fallback`.
 */
export function readSetup(kit: Kit, options: StartOptions, fallback?: number): Result<JsonObject> {
  const given = options.setup === undefined ? ok({}) : parseJson(options.setup);
  if (!given.ok) return within('--setup', given);
  if (!isObject(given.value)) return fail('bad-setup', '--setup: setup must be an object');
  const seed = options.seed ?? fallback;
  const needsSeed = kit.game.chance !== undefined && given.value.seed === undefined;
  const setup: JsonObject = {
    ...(needsSeed && seed !== undefined ? { seed } : {}),
    ...given.value,
    ...(options.option === undefined ? {} : { options: mergeOptions(given.value, options.option) }),
  };
  // a seed may still come from elsewhere; all else is refused here, before a header leaves out what it has no room for
  const checked = checkSetup(kit.game, { ...(needsSeed ? { seed: 0 } : {}), ...setup });
  if (!checked.ok) return checked;
  if (options.position === undefined) return ok(setup);
  if (setup.start !== undefined)
    return fail('bad-setup', 'the setup has a start, so --position cannot name another');
  const state = readPosition(kit, options.position);
  if (!state.ok) return state;
  const { states } = kit.game;
  return ok({
    ...setup,
    start: { canon: states.canon(state.value), aside: states.aside(state.value) },
  });
}

/** Merges options; separate ones take precedence. Options that are not an object are left to the check. */
const mergeOptions = ({ options = {} }: JsonObject, more: JsonObject): Json =>
  isObject(options) ? { ...options, ...more } : options;

/** Starts a match from what the user gave. */
export function startFrom(kit: Kit, options: StartOptions, fallback?: number): Result<StepResult> {
  const setup = readSetup(kit, options, fallback);
  return setup.ok ? start(kit.game, setup.value) : setup;
}

/** Reads a position in any of the game's notations, or as the canonical JSON of a state. */
export function readPosition({ game, positions }: Kit, text: string): Result<unknown> {
  if (/^\s*\{/.test(text)) {
    const canon = parseJson(text);
    return canon.ok ? game.states.restore(canon.value) : canon;
  }
  return firstGood(
    positions.map(notation => notation.parse(text)),
    fail('malformed', `a position of ${game.name} is the JSON of a state`),
  );
}

/** Reads a move: hex (`0x…`), JSON, or any of the game's notations, which may need the state. */
export function readMove({ game, notations }: Kit, state: unknown, text: string): Result<Json> {
  if (/^0x/i.test(text)) return game.moves.hex.decode(text);
  const json = () => {
    const value = parseJson(text);
    return value.ok ? game.moves.json.decode(value.value) : value;
  };
  if (/^[{["]/.test(text)) return json();
  const written = firstGood(
    notations.map(notation => notation.parse(state, text)),
    fail('malformed', `a move of ${game.name} is JSON or 0x and hex digits`),
  );
  if (written.ok) return written;
  const plain = json(); // moves that are plain numbers
  return plain.ok ? plain : written;
}

/** Reads a move that a person typed: hex digits may then be lower-case. */
export const readTyped = (kit: Kit, state: unknown, text: string): Result<Json> =>
  readMove(kit, state, upperHex(text));

/** Hex as codecs want it. */
export const upperHex = (text: string): string =>
  /^0x/i.test(text) ? `0x${text.slice(2).toUpperCase()}` : text;

/** Reads a move that came as JSON: a string is hex or a notation, anything else the move itself. */
export const readJsonMove = (kit: Kit, state: unknown, value: Json): Result<Json> => {
  if (typeof value !== 'string') return kit.game.moves.json.decode(value);
  const own = kit.game.moves.json.decode(value); // a game whose moves are strings
  return own.ok ? own : readMove(kit, state, value);
};

/** Reads the binary form of a move from hex digits, with or without `0x`. */
export function readBytes({ game }: Kit, digits: string): Result<Json> {
  const bytes = parseHex(`0x${digits.replace(/^0x/i, '').toUpperCase()}`);
  return bytes === null
    ? fail('malformed', 'the binary form is given as hex digits, two a byte')
    : game.moves.bytes.decode(bytes);
}

/** The move of an act that was played. */
export const movedBy = ({ game }: Kit, { move }: ActionOf<'move'>): Json =>
  unwrap(game.moves.bytes.decode(move));

/** A move in one of the game's notations. */
export interface Spelling {
  readonly name: string;
  readonly text: string;
}

/** The move in each notation that can write it here so that it reads back as the same move. */
export function spell({ game, notations }: Kit, state: unknown, move: Json): Spelling[] {
  const hex = game.moves.hex.encode(move);
  return notations.flatMap(notation => {
    const text = tryFormat(() => notation.format(state, move));
    const back = text === null ? null : notation.parse(state, text);
    const isSame = back?.ok && game.moves.hex.encode(back.value) === hex;
    return text !== null && isSame ? [{ name: notation.name, text }] : [];
  });
}

/** The move as people write it: in the first notation that can, else in hex. */
export const spellShort = (kit: Kit, state: unknown, move: Json): string =>
  spell(kit, state, move)[0]?.text ?? kit.game.moves.hex.encode(move);

/** A move and the seat that may make it. */
export interface Choice {
  readonly seat: Seat;
  readonly move: Json;
}

/** Every legal move of every seat now, in canonical order. */
export const choices = (game: Game, state: unknown): Choice[] =>
  game.active(state).flatMap(seat => [...game.legal(state, seat)].map(move => ({ seat, move })));

/** A notation may count on a legal move and throw on another: then it has no way to write it. */
function tryFormat(format: () => string): string | null {
  try {
    return format();
  } catch {
    return null;
  }
}

/** The first good result; else the fault that says most: one that understood the form goes before one that did not. */
function firstGood<T>(results: readonly Result<T>[], none: Result<T>): Result<T> {
  const good = results.find(result => result.ok);
  return (
    good ??
    results.find(result => !result.ok && result.fault.code !== 'malformed') ??
    results[0] ??
    none
  );
}
