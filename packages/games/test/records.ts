/** Records in tests: the moves of entries as values, and whether a record is plain data. */
import {
  type Action,
  asJson,
  bytesToHex,
  type Json,
  type Kifu,
  type MoveCodec,
  unwrap,
} from '@kifu/core';

/** The move of an act, refused ones too; throws where there is none. */
export function moveIn<Move extends Json>(
  { moves }: { readonly moves: MoveCodec<Move> },
  act: Action,
): Move {
  if (act.type !== 'move' && act.type !== 'refused') throw new Error(`${act.type} is no move`);
  return unwrap(moves.bytes.decode(act.move));
}

/** Whether a record is data and nothing else: what JSON can hold, and bytes. */
export const isPlainData = (kifu: Kifu): boolean => asJson(withoutBytes(kifu)).ok;

function withoutBytes(value: unknown): unknown {
  if (value instanceof Uint8Array) return bytesToHex(value);
  if (Array.isArray(value)) return value.map(withoutBytes);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withoutBytes(part)]));
}
