/** Points, bar, trays and dice of a backgammon board, for screen readers: `point 8, 3 black checkers`. */
import type { Cell, Piece, Scene } from '@kifu/core';
import { type BackgammonTexts, backgammon as english } from '@kifu/texts/en/games/backgammon';
import { BAR_COLUMN, MIDDLE, ROWS, TRAY_COLUMN } from './scene.ts';

/** Names a cell of a stack; the topmost checker has the name of the whole point. Null for the rim and bare wood. */
export function describeCell(
  { pieces }: Scene,
  { column, row }: Cell,
  texts: BackgammonTexts = english,
): string | null {
  if (row === MIDDLE) return describeDie(pieces, column, texts);
  if (row === 0 || row === ROWS - 1) return null;
  const isTop = row < MIDDLE;
  const here = pieces.filter(
    piece =>
      piece.column === column &&
      piece.row < MIDDLE === isTop &&
      /-(checker|stack|off)$/.test(piece.look),
  );
  const owner = here[0]?.owner ?? null;
  const what = owner === null ? texts.empty : texts.checkers(texts.seats[owner]!, here.length);
  const name = placeName(pieces, column, isTop, what, texts);
  const depth = isTop ? row : ROWS - 1 - row;
  const top = Math.max(1, Math.min(here.length, MIDDLE - 1));
  return depth === top ? name : texts.level(name, depth);
}

/** The number on the rim tells whose count it is. */
function placeName(
  pieces: readonly Piece[],
  column: number,
  isTop: boolean,
  what: string,
  texts: BackgammonTexts,
): string {
  if (column === BAR_COLUMN) return texts.bar(texts.seats[isTop ? 0 : 1]!, what);
  if (column === TRAY_COLUMN) return texts.off(texts.seats[isTop ? 1 : 0]!, what);
  const rimRow = isTop ? 0 : ROWS - 1;
  const rim = pieces.find(piece => piece.column === column && piece.row === rimRow);
  return texts.point(rim?.glyph ?? '', what);
}

function describeDie(
  pieces: readonly Piece[],
  column: number,
  texts: BackgammonTexts,
): string | null {
  const die = pieces.find(
    piece => piece.row === MIDDLE && piece.column === column && piece.id.startsWith('die-'),
  );
  if (die === undefined) return null;
  return texts.die(
    Number(die.id.slice(4)),
    Number(die.look.replace(/^.*-/, '')),
    die.look.startsWith('played-'),
  );
}
