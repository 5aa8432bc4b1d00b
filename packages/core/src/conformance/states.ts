/** Checks of states: their forms, their start and their end. */
import type { Game, Seat } from '../game.ts';
import { hashState, stateText } from '../hash.ts';
import { canonicalText, type Json, type JsonObject } from '../json.ts';
import { unwrap } from '../result.ts';
import { start, step } from '../step.ts';
import { attempt, check, decoded, equal, ODD_VALUES, shorten } from './assert.ts';
import {
  allLegal,
  type ConformanceOptions,
  countTo,
  type Luck,
  playWalks,
  type Stop,
  show,
} from './walk.ts';

export function checkDeterminism<State, Move extends Json>(
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
export function checkUntouched<State, Move extends Json>(
  game: Game<State, Move>,
  { state, shown, what }: Stop<State, Move>,
) {
  if (what !== null) step(game, state, what);
  game.outcome(state);
  equal(show(game, state), shown, 'a state changed');
}

export function checkText<State, Move extends Json>(
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

export function checkRestore<State, Move extends Json>(
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
export function checkBrokenStates<State, Move extends Json>(
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

export function checkOutcome<State, Move extends Json>(
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
