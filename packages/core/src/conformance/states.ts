/** Checks of states and their forms. */
import type { Rng } from '../chance.ts';
import type { Game, Seat, StateBytes } from '../game.ts';
import { hashState, stateText } from '../hash.ts';
import { asJson, canonicalText, type Json, type JsonObject } from '../json.ts';
import { unwrap } from '../result.ts';
import { step } from '../step.ts';
import { attempt, check, decoded, equal, ODD_VALUES, shorten } from './assert.ts';
import { allLegal, type ConformanceOptions, playWalks, show, type WalkStop } from './walk.ts';

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

/** Runs last, after all other checks have played, restored and refused at every state. */
export function checkUntouched<State, Move extends Json>(
  game: Game<State, Move>,
  { state, shown, what }: WalkStop<State, Move>,
) {
  if (what !== null) step(game, state, what);
  game.outcome(state);
  equal(show(game, state), shown, 'a state changed');
}

export function checkText<State, Move extends Json>(
  game: Game<State, Move>,
  { state }: WalkStop<State, Move>,
): void {
  equal(
    stateText(game, state),
    canonicalText(game.states.canon(state)),
    'the canonical text is not the general one',
  );
  check(/^[0-9a-f]{64}$/.test(hashState(game, state)), 'the hash is not 64 digits');
  if (game.states.bytes !== undefined) checkBytes(game, game.states.bytes, state);
}

/** Both texts as bytes, at a place that is not the first. */
function checkBytes<State, Move extends Json>(
  game: Game<State, Move>,
  { most, write, writePosition }: StateBytes<State>,
  state: State,
): void {
  const room = new Uint8Array(most + 1);
  const textFrom = (end: number) => new TextDecoder().decode(room.subarray(1, end));
  equal(textFrom(write(state, room, 1)), stateText(game, state), 'the bytes are not the text');
  equal(
    textFrom(writePosition(state, room, 1)),
    game.states.position(state),
    'the bytes are not the position',
  );
}

export function checkRestore<State, Move extends Json>(
  game: Game<State, Move>,
  { state, shown, what }: WalkStop<State, Move>,
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
  equal(show(game, there.state), show(game, here.state), 'play from the restored state differs');
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

/** Takes keys away, adds some, puts odd values in: a fault, or a state that is written just so; never a throw. */
export function checkBrokenStates<State, Move extends Json>(
  game: Game<State, Move>,
  { state }: WalkStop<State, Move>,
  luck: Rng,
): void {
  if (luck(8) > 0) return; // a sample of the states is enough
  const canon = game.states.canon(state);
  const aside = game.states.aside(state);
  for (const broken of breakings(canon, luck)) checkRestored(game, broken as Json, aside);
  for (const odd of ODD_VALUES) checkRestored(game, canon, odd as Json);
}

/** What is taken from strangers is what would be written, and can be played. */
function checkRestored<State, Move extends Json>(
  game: Game<State, Move>,
  canon: Json,
  aside: Json,
): void {
  const restored = attempt(() => game.states.restore(canon, aside), [canon, aside]);
  if (!restored.ok) return;
  attempt(() => allLegal(game, restored.value), canon);
  const json = asJson(canon);
  check(json.ok, `accepts a state that is not JSON: ${shorten(canon)}`);
  equal(
    canonicalText(game.states.canon(restored.value)),
    canonicalText(canon),
    'a state is taken that would be written differently',
  );
}

function* breakings(value: Json, luck: Rng): Generator<unknown> {
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
