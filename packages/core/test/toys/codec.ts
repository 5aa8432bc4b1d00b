/** Moves of the toy games: one whole number, one byte. */
import { fail, hexOf, isInteger, type MoveCodec, ok } from '@kifu/core';

/** Codecs for moves that are the numbers from 0 to `max`. */
export function byteMoves(max: number): MoveCodec<number> {
  const form = fail('malformed', `a move is a whole number from 0 to ${max}`);
  const bytes: MoveCodec<number>['bytes'] = {
    encode: move => Uint8Array.of(move),
    decode: wire => (wire.length === 1 && isInteger(wire[0], 0, max) ? ok(wire[0]) : form),
  };
  return {
    json: { encode: move => move, decode: wire => (isInteger(wire, 0, max) ? ok(wire) : form) },
    bytes,
    hex: hexOf(bytes),
  };
}
