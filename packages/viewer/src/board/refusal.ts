/** Why a touch makes no move, and where a board says so. Loaded with the first refusal. */
import { type Cell, describeRefusal, type Scene } from '@kifu/core';
import type { Layout } from '@kifu/core/svg';
import type { MatchTexts } from '@kifu/texts/en/match';
import type { GameTexts } from '@kifu/texts/games';
import { isSameCell } from './hand.ts';
import type { BoardPosition } from './position.ts';

/** What a bubble says, and at which cell. */
export interface Refusal {
  readonly text: string;
  readonly cell: Cell;
}

/** Explains why no move goes over the cells touched so far to another; null where the rules have no sentence for it. */
export function refusalOf(
  { kit, scene, seat, state }: BoardPosition,
  walked: readonly Cell[],
  cell: Cell,
  texts: GameTexts,
  match: MatchTexts,
): Refusal | null {
  if (seat === null || state === null || kit.attempts === undefined) return null;
  // a touch of an own piece begins another move
  const isOwn = scene.pieces.some(piece => piece.owner === seat && isSameCell(piece, cell));
  const ways = isOwn || walked.length === 0 ? [[cell]] : [[...walked, cell]];
  if (isOwn && walked.length > 0) ways.push([...walked, cell]);
  for (const cells of ways)
    for (const move of kit.attempts(cells, seat, scene, state)) {
      const played = kit.game.play(state, seat, move);
      const text = played.ok ? null : describeRefusal(played.fault, texts, match);
      if (text !== null) return { text, cell: cells[0]!.area === cell.area ? cells[0]! : cell };
    }
  return null;
}

/** On which side of its cell a bubble covers the fewest pieces. */
export type BubbleSide = 'left' | 'right' | 'above' | 'below';

/** The size of a bubble, as a share of the board's. */
const WIDTH = 0.36;
const HEIGHT = 0.13;

/** Where a bubble fits: beside its cell if there is room, else above or below. */
export function sideOf({ pieces }: Scene, laid: Layout, cell: Cell): BubbleSide {
  const here = laid.place(cell);
  const [wide, high] = [WIDTH * laid.width, HEIGHT * laid.height];
  const [dx, dy] = [here.width / 2, here.height / 2];
  const boxes: readonly (readonly [BubbleSide, number, number])[] = [
    ['left', here.x - dx - wide, here.y - high / 2],
    ['right', here.x + dx, here.y - high / 2],
    ['above', here.x - wide / 2, here.y - dy - high],
    ['below', here.x - wide / 2, here.y + dy],
  ];
  const fits = boxes.filter(
    ([side, x, y]) =>
      (side === 'above' || side === 'below' ? y >= 0 && y + high <= laid.height : true) &&
      (side === 'left' || side === 'right' ? x >= 0 && x + wide <= laid.width : true),
  );
  const covered = (x: number, y: number) =>
    pieces.filter(piece => {
      if (piece.owner === null) return false;
      const at = laid.place(piece);
      return at.x > x && at.x < x + wide && at.y > y && at.y < y + high;
    }).length;
  const [best] = fits
    .map(([side, x, y]) => [side, covered(x, y)] as const)
    .sort((a, b) => a[1] - b[1]);
  return best?.[0] ?? 'above';
}
