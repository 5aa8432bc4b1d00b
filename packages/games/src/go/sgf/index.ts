/** Smart Game Format, FF[4]: games of go as text, with variations, many to a file. */
import { type Fault, type Kifu, type OnLoss, ok, type RecordFormat, type Result } from '@kifu/core';
import { advance, createCursor, placeAt } from '../../formats/places.ts';
import { firstOf } from '../../formats/text.ts';
import { decodeSgf } from './charset.ts';
import { parseGame } from './game.ts';
import { findNextGame, findTree, scanTree } from './scan.ts';
import { writeSgf } from './write.ts';

export { formatStandard, type StandardGame, type StandardNode } from './standard.ts';
export { formatStep, type GameStep, parseStep } from './step.ts';

/** All games of a text, each read when it is asked for. Text before, between and after them is skipped. */
export function* readSgf(
  input: Uint8Array | string,
  lost: OnLoss = () => {},
): Generator<Result<Kifu>, void, void> {
  const decoded = typeof input === 'string' ? ok(input) : decodeSgf(input);
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
  /** Before it the end of a game is missing. */
  let repairTo = 0;
  let from = findTree(text, 0);
  while (from >= 0) {
    advance(cursor, text, from);
    const isRepair = from < repairTo;
    const { root, end, isOpen } = scanTree(text, from, isRepair);
    if (isOpen && !isRepair) {
      repairTo = Math.max(end, from + 1);
      continue;
    }
    const game = root.ok ? parseGame(text, root.value, lost) : root;
    yield game.ok ? game : { ok: false, fault: placed(game.fault) };
    from = isOpen ? findNextGame(text, end) : findTree(text, end);
  }
}

/** SGF as a dialect. */
export const sgf: RecordFormat = {
  name: 'sgf',
  extensions: ['sgf'],
  read: (input, lost) => firstOf(readSgf(input, lost)),
  readAll: readSgf,
  write: writeSgf,
};
