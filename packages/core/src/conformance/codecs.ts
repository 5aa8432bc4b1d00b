/** Checks of the spellings of moves. */
import { rngFrom } from '../chance.ts';
import type { Game } from '../game.ts';
import { canonicalText, type Json } from '../json.ts';
import { check, decoded, equal, ODD_VALUES } from './assert.ts';
import { allLegal, type WalkStop } from './walk.ts';

export function checkMoveCodecs<State, Move extends Json>(
  game: Game<State, Move>,
  { state }: WalkStop<State, Move>,
): void {
  const { json, bytes, hex } = game.moves;
  for (const { move } of allLegal(game, state)) {
    const name = hex.encode(move);
    equal(hex.encode(decoded(hex.decode(name))), name, 'hex does not round trip');
    equal(hex.encode(decoded(bytes.decode(bytes.encode(move)))), name, 'bytes lose something');
    equal(hex.encode(decoded(json.decode(json.encode(move)))), name, 'JSON loses something');
    equal(json.encode(decoded(hex.decode(name))), json.encode(move), 'hex loses something');
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
  const luck = rngFrom(5);
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
    check(
      !hex.decode(odd as string).ok || typeof odd === 'string',
      'hex decodes a value that is not text',
    );
  }
}
