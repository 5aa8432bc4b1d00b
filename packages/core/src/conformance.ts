/**
 * The contract of a game as a suite that any game runs: seeded games are played through the interface alone, and
 * whatever the interface promises is checked on the way. Each check throws where the promise is broken.
 *
 *     for (const [name, check] of conformance(game)) test(name, check);
 */
import { draw, type Seed } from './chance.ts';
import type { Game, Seat } from './game.ts';
import { hashState, stateText } from './hash.ts';
import { canonicalText, type Json, type JsonObject } from './json.ts';
import { type Result, unwrap } from './result.ts';
import { start, step, type What } from './step.ts';

/** How much to play. */
export interface ConformanceOptions {
  /** Setups to play from; by default one for each number of seats. Seeds are added where the game takes one. */
  readonly setups?: readonly JsonObject[];
  /** Games for each setup. */
  readonly games?: number;
  /** Steps a game at most. */
  readonly steps?: number;
}

/** The checks, by name. */
export function conformance<State, Move extends Json>(
  game: Game<State, Move>,
  options: ConformanceOptions = {},
): [name: string, check: () => void][] {
  let walks: Walk<State, Move>[] | undefined;
  const each = (check: (here: Stop<State, Move>) => void) => () => {
    walks ??= playWalks(game, options);
    for (const walk of walks) for (const stop of walk.stops) check(stop);
  };
  const checks: [string, (() => void) | null][] = [
    ['is deterministic', () => checkDeterminism(game, options)],
    ['changes no state under its feet', each(stop => checkUntouched(game, stop))],
    ['plays every legal move, in canonical order', each(stop => checkLegal(game, stop))],
    ['refuses unlisted moves and changes nothing', each(stop => checkUnlisted(game, stop, walks!))],
    ['refuses seats that may not act', each(stop => checkSeats(game, stop))],
    ['moves round trip in every form', each(stop => checkMoveCodecs(game, stop))],
    ['move decoders refuse garbage', () => checkGarbage(game)],
    ['writes canonical text', each(stop => checkText(game, stop))],
    ['restores every state', each(stop => checkRestore(game, stop))],
    ['refuses broken states without a throw', each(stop => checkBrokenStates(game, stop))],
    ['keeps its outcome', each(stop => checkOutcome(game, stop))],
    ['refuses setups from strangers without a throw', () => checkSetups(game)],
    ['draws when due, and only then', game.chance ? each(stop => checkDraws(game, stop)) : null],
    ['one jump equals single ticks', game.time ? each(stop => checkTicks(game, stop)) : null],
    ['refuses the past', game.time ? each(stop => checkPast(game, stop)) : null],
    [
      'shows a seat only what it may know',
      game.secrets ? each(stop => checkSecrets(game, stop)) : null,
    ],
  ];
  return checks.filter((check): check is [string, () => void] => check[1] !== null);
}

/** One played game: its states, each with what was done there. */
interface Walk<State, Move extends Json> {
  readonly setup: JsonObject;
  readonly stops: readonly Stop<State, Move>[];
}

interface Stop<State, Move extends Json> {
  readonly state: State;
  /** What the state looked like when it was made. */
  readonly shown: string;
  /** What was done next; null at the end of the walk. */
  readonly what: What<Move> | null;
  readonly luck: Luck;
}

/** Numbers to choose by: the same in every run. */
type Luck = (n: number) => number;
function luckFrom(first: Seed): Luck {
  let seed = first;
  return n => {
    const [value, after] = draw(seed, n);
    seed = after;
    return value;
  };
}

function playWalks<State, Move extends Json>(
  game: Game<State, Move>,
  options: ConformanceOptions,
): Walk<State, Move>[] {
  const walks: Walk<State, Move>[] = [];
  for (const setup of options.setups ?? defaultSetups(game))
    for (let i = 0; i < (options.games ?? 4); i++) {
      const seeded = game.chance ? { seed: 7919 * i + 1, ...setup } : setup;
      walks.push(playWalk(game, seeded, luckFrom(i + 1), options.steps ?? 200));
    }
  return walks;
}

const defaultSetups = ({ seats: [min, max] }: Game): JsonObject[] =>
  Array.from({ length: max - min + 1 }, (_, i) => ({ seats: countTo(min + i) }));

const countTo = (n: number) => Array.from({ length: n }, (_, i) => i);

function playWalk<State, Move extends Json>(
  game: Game<State, Move>,
  setup: JsonObject,
  luck: Luck,
  steps: number,
): Walk<State, Move> {
  const stops: Stop<State, Move>[] = [];
  let { state } = unwrap(start(game, setup));
  for (let i = 0; i <= steps; i++) {
    const shown = show(game, state);
    const what = i < steps && game.outcome(state) === null ? pick(game, state, luck) : null;
    stops.push({ state, shown, what, luck });
    if (what === null) break;
    state = unwrap(step(game, state, what)).state;
  }
  return { setup, stops };
}

/** A random legal thing to do: mostly a move, now and then some time, rarely a seat that leaves. */
function pick<State, Move extends Json>(
  game: Game<State, Move>,
  state: State,
  luck: Luck,
): What<Move> | null {
  const at = game.time ? { at: game.time.now(state) + luck(12) } : {};
  const seated = game.seated(state);
  if (game.table?.leave && seated.length > 2 && luck(40) === 0)
    return { do: 'leave', of: seated[luck(seated.length)]!, how: 'resignation', ...at };
  const choices = allLegal(game, state);
  if (game.time && (choices.length === 0 || luck(3) === 0))
    return { do: 'time', at: game.time.now(state) + luck(50) };
  if (choices.length === 0) return null;
  // a move is taken at the present tick: it might not be legal any more at a later one
  return { do: 'move', ...choices[luck(choices.length)]! };
}

const allLegal = <State, Move extends Json>(game: Game<State, Move>, state: State) =>
  game.active(state).flatMap(seat => [...game.legal(state, seat)].map(move => ({ seat, move })));

/** All there is of a state, as text. */
const show = <State>({ states }: Game<State>, state: State): string =>
  canonicalText([states.canon(state), states.aside(state), states.position(state)]);

function checkDeterminism<State, Move extends Json>(
  game: Game<State, Move>,
  options: ConformanceOptions,
): void {
  const [once, again] = [playWalks(game, options), playWalks(game, options)];
  once.forEach((walk, i) => {
    equal(
      walk.stops.map(stop => stop.shown),
      again[i]!.stops.map(stop => stop.shown),
      'the same setup and moves gave another state',
    );
  });
}

/** Runs after and between all other checks, which play, restore and refuse at every state. */
function checkUntouched<State, Move extends Json>(
  game: Game<State, Move>,
  { state, shown, what }: Stop<State, Move>,
) {
  if (what !== null) step(game, state, what);
  game.outcome(state);
  equal(show(game, state), shown, 'a state changed');
}

function checkLegal<State, Move extends Json>(
  game: Game<State, Move>,
  { state, shown }: Stop<State, Move>,
): void {
  const ended = game.outcome(state) !== null;
  const due = game.chance?.due(state) ?? false;
  check(!ended || game.active(state).length === 0, 'somebody is active after the end');
  check(!due || game.active(state).length === 0, 'somebody is active while a draw is due');
  for (const seat of game.active(state)) {
    check(game.seated(state).includes(seat), `seat ${seat} is active, but not seated`);
    const moves = [...game.legal(state, seat)];
    const again = [...game.legal(state, seat)];
    const names = moves.map(move => game.moves.hex.encode(move));
    equal(
      names,
      again.map(move => game.moves.hex.encode(move)),
      'the order of legal moves changed',
    );
    check(new Set(names).size === names.length, 'a legal move is listed twice');
    check(game.pace === 'free' || names.length > 0, `seat ${seat} is active and has no move`);
    for (const move of moves) {
      const played = game.play(state, seat, move);
      check(played.ok, `a listed move is refused: ${game.moves.hex.encode(move)}`);
    }
  }
  equal(show(game, state), shown, 'playing changed the state');
}

/** Moves that were legal elsewhere, and neighbours of legal ones in the byte form. */
function checkUnlisted<State, Move extends Json>(
  game: Game<State, Move>,
  { state, shown, luck }: Stop<State, Move>,
  walks: readonly Walk<State, Move>[],
): void {
  const { hex, bytes } = game.moves;
  const elsewhere = countTo(4).flatMap(() => {
    const { stops } = walks[luck(walks.length)]!;
    const { what } = stops[luck(stops.length)]!;
    return what?.do === 'move' ? [what.move] : [];
  });
  for (const seat of game.active(state)) {
    const moves = [...game.legal(state, seat)];
    const listed = new Set(moves.map(move => hex.encode(move)));
    const near = moves.slice(0, 8).flatMap(move => {
      const wire = bytes.encode(move).slice();
      if (wire.length > 0) wire[luck(wire.length)]! ^= 1 << luck(8);
      const decoded = bytes.decode(wire);
      return decoded.ok ? [decoded.value] : [];
    });
    for (const move of [...elsewhere, ...near]) {
      if (listed.has(hex.encode(move))) continue;
      check(!game.play(state, seat, move).ok, `an unlisted move is played: ${hex.encode(move)}`);
      check(!step(game, state, { do: 'move', seat, move }).ok, 'step plays an unlisted move');
    }
  }
  equal(show(game, state), shown, 'a refusal changed the state');
}

function checkSeats<State, Move extends Json>(
  game: Game<State, Move>,
  { state, what }: Stop<State, Move>,
): void {
  const active = game.active(state);
  for (const seat of [-1, 0, 1, 2, 3, 99, 0.5, Number.NaN] as Seat[]) {
    if (active.includes(seat)) continue;
    equal([...game.legal(state, seat)], [], `seat ${seat} may not act and has legal moves`);
    if (what?.do === 'move')
      check(!game.play(state, seat, what.move).ok, `seat ${seat} may not act and plays`);
  }
}

function checkMoveCodecs<State, Move extends Json>(
  game: Game<State, Move>,
  { state }: Stop<State, Move>,
): void {
  const { json, bytes, hex } = game.moves;
  for (const { move } of allLegal(game, state)) {
    const name = hex.encode(move);
    equal(hex.encode(decoded(hex.decode(name))), name, 'hex does not round trip');
    equal(
      bytes.encode(decoded(bytes.decode(bytes.encode(move)))),
      bytes.encode(move),
      'bytes do not round trip',
    );
    equal(
      json.encode(decoded(json.decode(json.encode(move)))),
      json.encode(move),
      'JSON does not round trip',
    );
    equal(json.encode(decoded(hex.decode(name))), json.encode(move), 'hex and JSON differ');
    const wire = bytes.encode(move);
    check(
      !bytes.decode(wire.slice(0, -1)).ok || wire.length === 0,
      `a truncated move decodes: ${name}`,
    );
    check(
      !bytes.decode(Uint8Array.of(...wire, 0)).ok,
      `a move with a byte too many decodes: ${name}`,
    );
    check(
      !hex.decode(name.slice(0, -1)).ok && !hex.decode(`${name}0`).ok,
      `odd digits decode: ${name}`,
    );
    check(!hex.decode(name.slice(2)).ok, `digits without 0x decode: ${name}`);
    if (name.toLowerCase() !== name)
      check(!hex.decode(name.toLowerCase()).ok, `lower-case digits decode: ${name}`);
  }
}

/** Random bytes decode to a move that encodes back to them, or not at all; odd JSON never throws. */
function checkGarbage<State, Move extends Json>({
  moves: { json, bytes, hex },
}: Game<State, Move>): void {
  const luck = luckFrom(5);
  for (let i = 0; i < 3000; i++) {
    const wire = Uint8Array.from({ length: luck(8) }, () => luck(256));
    const move = bytes.decode(wire);
    if (move.ok) equal(bytes.encode(move.value), wire, 'bytes decode that would not be written');
    const text = `0x${[...wire].map(byte => byte.toString(16).padStart(2, '0').toUpperCase()).join('')}`;
    const named = hex.decode(text);
    if (named.ok) equal(hex.encode(named.value), text, 'hex decodes that would not be written');
  }
  for (const odd of ODD_VALUES) {
    const move = json.decode(odd as Json);
    if (move.ok)
      equal(
        canonicalText(json.encode(move.value)),
        canonicalText(odd as Json),
        'odd JSON is taken',
      );
    check(!hex.decode(odd as string).ok || typeof odd === 'string', 'hex decodes what is no text');
  }
}

/** Values of every wrong kind. */
const ODD_VALUES: readonly unknown[] = [
  undefined,
  null,
  true,
  0,
  -1,
  1.5,
  Number.NaN,
  2 ** 53,
  '',
  'e2e4',
  '\ud800',
  [],
  [[]],
  [null],
  {},
  { from: null },
  { from: [0], to: [1, 2] },
  { from: 'a', to: {} },
  { __proto__: null, x: 1 },
  { type: 'move' },
  '0x',
  '0xZZ',
  '0x0',
];

function checkText<State, Move extends Json>(
  game: Game<State, Move>,
  { state }: Stop<State, Move>,
): void {
  equal(
    stateText(game, state),
    canonicalText(game.states.canon(state)),
    'the canonical text is not the general one',
  );
  check(/^[0-9a-f]{64}$/.test(hashState(game, state)), 'the hash is not 64 digits');
}

function checkRestore<State, Move extends Json>(
  game: Game<State, Move>,
  { state, shown, what }: Stop<State, Move>,
) {
  const { states } = game;
  const copy = <T extends Json>(json: T): T => JSON.parse(JSON.stringify(json)); // as it comes from disk
  const twin = decoded(states.restore(copy(states.canon(state)), copy(states.aside(state))));
  equal(show(game, twin), shown, 'the restored state differs');
  equal(game.outcome(twin), game.outcome(state), 'the restored state has another outcome');
  equal(
    allLegal(game, twin).map(name(game)),
    allLegal(game, state).map(name(game)),
    'the restored state has other moves',
  );
  if (what === null) return;
  const [here, there] = [unwrap(step(game, state, what)), unwrap(step(game, twin, what))];
  equal(
    show(game, there.state),
    show(game, here.state),
    'playing on from the restored state differs',
  );
  equal(
    there.parts.map(part => part.events),
    here.parts.map(part => part.events),
    'it has other events',
  );
}

const name =
  <Move extends Json>({ moves }: Game<unknown, Move>) =>
  ({ seat, move }: { seat: Seat; move: Move }) =>
    `${seat}:${moves.hex.encode(move)}`;

/** Takes keys away, adds some, puts odd values in: a fault or another good state, never a throw. */
function checkBrokenStates<State, Move extends Json>(
  game: Game<State, Move>,
  { state, luck }: Stop<State, Move>,
) {
  const canon = game.states.canon(state);
  if (luck(8) > 0) return; // a sample of the states is enough
  for (const broken of breakings(canon, luck)) {
    const restored = attempt(
      () => game.states.restore(broken as Json, game.states.aside(state)),
      broken,
    );
    if (restored.ok) attempt(() => allLegal(game, restored.value), broken);
  }
  for (const aside of ODD_VALUES.slice(1))
    attempt(() => game.states.restore(canon, aside as Json), aside);
}

function* breakings(value: Json, luck: Luck): Generator<unknown> {
  yield* ODD_VALUES;
  if (typeof value !== 'object' || value === null) return;
  const keys = Object.keys(value);
  for (const key of keys) {
    const rest: Record<string, unknown> = { ...(value as JsonObject) };
    const wrap = (inner: unknown) =>
      Array.isArray(value)
        ? value.map((item, i) => (String(i) === key ? inner : item))
        : { ...rest, [key]: inner };
    yield wrap(ODD_VALUES[luck(ODD_VALUES.length)]);
    yield wrap((rest[key] as number) + 1000);
    const { [key]: _, ...less } = rest;
    yield less;
    const inner = (value as JsonObject)[key]!;
    if (typeof inner === 'object' && inner !== null && luck(2) === 0)
      for (const broken of breakings(inner, luck)) if (luck(6) === 0) yield wrap(broken);
  }
  if (!Array.isArray(value)) yield { ...(value as JsonObject), extra: 1 };
}

function checkOutcome<State, Move extends Json>(
  game: Game<State, Move>,
  { state, luck }: Stop<State, Move>,
): void {
  const outcome = game.outcome(state);
  if (outcome === null) return;
  const { result, winners, points } = outcome;
  check(
    result === 'win' ? winners.length > 0 : winners.length === 0,
    `${result} with winners ${winners}`,
  );
  check(points === null || points.every(Number.isSafeInteger), 'points are whole numbers');
  equal(game.active(state), [], 'somebody is active after the end');
  for (const seat of game.seated(state)) {
    equal([...game.legal(state, seat)], [], 'a move is legal after the end');
    const left = step(game, state, { do: 'leave', of: seat, how: 'resignation' });
    check(!left.ok && left.fault.code === 'game-over', 'a seat leaves after the end');
  }
  if (game.time) {
    const later = game.time.advance(state, game.time.now(state) + 1 + luck(100)).state;
    equal(game.outcome(later), outcome, 'time changed the outcome');
  }
}

function checkSetups<State, Move extends Json>(game: Game<State, Move>): void {
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

function checkDraws<State, Move extends Json>(
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

function checkTicks<State, Move extends Json>(
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

function checkPast<State, Move extends Json>(
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
function checkSecrets<State, Move extends Json>(
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

function decoded<T>(result: Result<T>): T {
  check(result.ok, result.ok ? '' : `what was written is refused: ${result.fault.message}`);
  return result.ok ? result.value : unwrap(result);
}

/** Calls what must not throw, whatever it is given. */
function attempt<T>(call: () => T, given: unknown): T {
  try {
    return call();
  } catch (cause) {
    throw new Error(`it throws, given ${shorten(given)}`, { cause });
  }
}

/** A value as a few words; nesting too deep for `JSON.stringify` is no reason to fail here. */
function shorten(value: unknown): string {
  try {
    return (JSON.stringify(value) ?? String(value)).slice(0, 200);
  } catch {
    return 'something deep';
  }
}

function check(good: boolean, message: string): void {
  if (!good) throw new Error(message);
}

function equal(actual: unknown, expected: unknown, message: string): void {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${message}: ${shorten(actual)} is not ${shorten(expected)}`);
}
