/** Checks of what may be played. */
import type { Rng } from '../chance.ts';
import type { Game, Seat } from '../game.ts';
import type { Json } from '../json.ts';
import { unwrap } from '../result.ts';
import { step } from '../step.ts';
import { check, equal } from './assert.ts';
import { countTo, type GameWalk, show, type WalkStop } from './walk.ts';

export function checkLegal<State, Move extends Json>(
  game: Game<State, Move>,
  { state, shown }: WalkStop<State, Move>,
): void {
  const ended = game.outcome(state) !== null;
  const due = game.chance?.due(state) ?? false;
  check(!ended || game.active(state).length === 0, 'a seat is active after the end');
  check(!due || game.active(state).length === 0, 'a seat is active while a draw is due');
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
    equal(names, [...new Set(names)].sort(), 'legal moves are not listed once each, by hex form');
    equal(
      numbersOf(game, state, seat) ?? names,
      names,
      'moves as numbers are not the legal ones, in their order',
    );
    check(game.pace === 'free' || names.length > 0, `seat ${seat} is active and has no move`);
    for (const move of moves) {
      const played = game.play(state, seat, move);
      check(played.ok, `a listed move is refused: ${game.moves.hex.encode(move)}`);
    }
  }
  equal(game.seated(state), game.seated(state), 'the order of seats changed');
  equal(show(game, state), shown, 'playing changed the state');
}

/** The hex form of the legal moves as the game numbers them; null where it does not. */
function numbersOf<State, Move extends Json>(
  { numbered, moves }: Game<State, Move>,
  state: State,
  seat: Seat,
): string[] | null {
  if (numbered === undefined) return null;
  const { sizeBytes, most, list } = numbered;
  const numbers = new Int32Array(most);
  const count = list(state, seat, numbers);
  check(count <= most, `there are ${count} moves, more than ${most}`);
  return Array.from(numbers.subarray(0, count), number => {
    const bytes = Uint8Array.from(countTo(sizeBytes), i => number >> (8 * (sizeBytes - 1 - i)));
    return moves.hex.encode(unwrap(moves.bytes.decode(bytes)));
  });
}

/** How a move may be refused. */
const REFUSALS: readonly string[] = ['illegal-move', 'wrong-seat', 'game-over', 'malformed'];

/** Moves that were legal elsewhere, and neighbors of legal ones in the byte form. */
export function checkUnlisted<State, Move extends Json>(
  game: Game<State, Move>,
  { state, shown }: WalkStop<State, Move>,
  walks: readonly GameWalk<State, Move>[],
  luck: Rng,
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
      const played = game.play(state, seat, move);
      check(!played.ok, `an unlisted move is played: ${hex.encode(move)}`);
      if (!played.ok)
        check(REFUSALS.includes(played.fault.code), `it is refused as ${played.fault.code}`);
      check(!step(game, state, { do: 'move', seat, move }).ok, 'step plays an unlisted move');
    }
  }
  equal(show(game, state), shown, 'a refusal changed the state');
}

export function checkSeats<State, Move extends Json>(
  game: Game<State, Move>,
  { state, what }: WalkStop<State, Move>,
): void {
  const active = game.active(state);
  for (const seat of [-1, 0, 1, 2, 3, 99, 0.5, Number.NaN] as Seat[]) {
    if (active.includes(seat)) continue;
    equal([...game.legal(state, seat)], [], `seat ${seat} may not act and has legal moves`);
    equal(numbersOf(game, state, seat) ?? [], [], `seat ${seat} may not act and has numbers`);
    if (what?.do === 'move')
      check(!game.play(state, seat, what.move).ok, `seat ${seat} may not act and plays`);
  }
}
