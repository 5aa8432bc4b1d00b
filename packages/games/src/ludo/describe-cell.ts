/** Squares of a ludo board and what is on them, for screen readers: `square 12, red token 2`. */
import type { Cell, Scene } from '@kifu/core';
import { ludo as english, type LudoTexts } from '@kifu/texts/en/games/ludo';
import { BASE, HOME, RING_END, SAFE_SQUARES, squareOf, TOKENS } from './board.ts';
import { cellOf, DIE_CELL } from './layout.ts';

/** Names a cell without what is on it. */
type NameCell = (texts: LudoTexts) => string;

const keyOf = ({ column, row }: Cell): string => `${column},${row}`;
const SEATS = [0, 1, 2, 3];
/** Squares from one start to the next. */
const QUARTER = 13;

/** All cells that have a name. */
const NAMES: ReadonlyMap<string, NameCell> = new Map(
  SEATS.flatMap(seat => [
    ...Array.from({ length: RING_END }, (_, i): [string, NameCell] => {
      const square = squareOf(seat, i + 1);
      const start = square % QUARTER === 0 ? square / QUARTER : null;
      const isSafe = SAFE_SQUARES.includes(square);
      return [
        keyOf(cellOf(seat, 0, i + 1)),
        ({ cell, seats }) =>
          cell.square(square, start === null ? null : seats[start]!, isSafe && start === null),
      ];
    }),
    ...Array.from({ length: HOME - RING_END - 1 }, (_, i): [string, NameCell] => [
      keyOf(cellOf(seat, 0, RING_END + 1 + i)),
      ({ cell, seats }) => cell.column(seats[seat]!, i + 1),
    ]),
    ...Array.from({ length: TOKENS }, (_, token): [string, NameCell] => [
      keyOf(cellOf(seat, token, BASE)),
      ({ cell, seats }) => cell.base(seats[seat]!, token + 1),
    ]),
    [keyOf(cellOf(seat, 0, HOME)), ({ cell, seats }) => cell.home(seats[seat]!)],
  ]),
);

/** Names a cell with its tokens, or the die. Null for what only decorates. */
export function describeCell(
  { pieces }: Scene,
  where: Cell,
  texts: LudoTexts = english,
): string | null {
  const here = pieces.filter(piece => keyOf(piece) === keyOf(where));
  const { cell, seats } = texts;
  if (keyOf(where) === keyOf(DIE_CELL)) return cell.die(Number(here[0]?.look.slice(4) ?? 0));
  const name = NAMES.get(keyOf(where))?.(texts);
  if (name === undefined) return null;
  const tokens = here.flatMap(({ owner, look }) => {
    const token = /-token-(\d)$/.exec(look)?.[1];
    return token === undefined || owner === null ? [] : [cell.token(seats[owner]!, Number(token))];
  });
  return [name, ...(tokens.length === 0 ? [cell.empty] : tokens)].join(', ');
}
