/** Checks of what may be played, and of the spellings of moves. */
import type { Game, Seat } from '../game.ts';
import { canonicalText, type Json } from '../json.ts';
import { step } from '../step.ts';
import { check, decoded, equal, ODD_VALUES } from './assert.ts';
import { allLegal, countTo, luckFrom, type Stop, show, type Walk } from './walk.ts';

export function checkLegal<State, Move extends Json>(
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
export function checkUnlisted<State, Move extends Json>(
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

export function checkSeats<State, Move extends Json>(
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

export function checkMoveCodecs<State, Move extends Json>(
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
export function checkGarbage<State, Move extends Json>({
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
