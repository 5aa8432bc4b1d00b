/** Reading SGF: a collection lazily, one game at a time, each a record or a fault with its place. */
import { type Fault, fail, type Kifu, type Lost, type Result } from '@kifu/core';
import { decodeSgf } from './charset.ts';
import { parseGame } from './game.ts';
import { advance, createCursor, placeAt } from './place.ts';
import { findTree, findTreeAfterFault, scanTree } from './scan.ts';

/** All games of a text, each read when it is asked for. What stands before, between and after them is passed over. */
export function* readSgf(
  input: Uint8Array | string,
  lost: Lost = ignore,
): Generator<Result<Kifu>, void, void> {
  const decoded =
    typeof input === 'string' ? { ok: true as const, value: input } : decodeSgf(input);
  if (!decoded.ok) {
    yield decoded;
    return;
  }
  const text = decoded.value.toWellFormed();
  const cursor = createCursor();
  const placed = (fault: Fault): Fault => ({
    ...fault,
    at: placeAt(cursor, text, fault.at?.offset ?? cursor.index),
  });
  let from = findTree(text, 0);
  while (from >= 0) {
    advance(cursor, text, from);
    const { root, end } = scanTree(text, from);
    const game = root.ok ? parseGame(text, root.value, lost) : root;
    yield game.ok ? game : { ok: false, fault: placed(game.fault) };
    from = root.ok ? findTree(text, end) : findTreeAfterFault(text, end);
  }
}

const ignore: Lost = () => {};

/** The first game. */
export function readFirst(input: Uint8Array | string, lost?: Lost): Result<Kifu> {
  for (const game of readSgf(input, lost)) return game;
  return fail('malformed', 'there is no game in this text');
}
