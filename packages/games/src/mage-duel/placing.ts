/** Where a tile may be laid. Rule sheet §11. */
import { CELLS, facing } from './grid.ts';
import { JOKERS_FROM, type Move, moveAt } from './moves.ts';
import { EDGES, MOUNTAIN, SHAPES, TILES } from './tiles.ts';

/** Why a tile may not be laid, in the order in which it is tested; numbers out of range are refused before. */
type Misfit = 'occupied' | 'mismatch' | 'detached';

interface Ground {
  readonly board: Readonly<Uint8Array>;
  readonly border: Readonly<Uint8Array>;
}

/** Why a turned tile may not be laid on a cell; null where it may. */
export function misfitOf(
  { board, border }: Ground,
  tile: number,
  rot: number,
  position: number,
): Misfit | null {
  if (board[position] !== 0) return 'occupied';
  const demand = demandOf(board, border, position);
  if (!meets(SHAPES[EDGES * tile + rot]!, demand)) return 'mismatch';
  return demand === 0 ? 'detached' : null;
}

/**
 * What an empty cell asks of a tile: two bits an edge for the kinds that it must have, and, eight bits further up, ones
 * where it must have any. Nothing at all where no edge would meet anything.
 */
function demandOf(
  board: Readonly<Uint8Array>,
  border: Readonly<Uint8Array>,
  position: number,
): number {
  let demand = 0;
  for (let edge = 0; edge < EDGES; edge++) {
    const kind = facing(board, border, EDGES * position + edge);
    if (kind !== MOUNTAIN) demand |= (kind | (3 << 8)) << (2 * edge);
  }
  return demand;
}

/** Whether a turned tile matches everything that it would face on a cell. */
export const matches = (
  { board, border }: Ground,
  tile: number,
  rot: number,
  position: number,
): boolean => meets(SHAPES[EDGES * tile + rot]!, demandOf(board, border, position));

/** Whether a turned tile has what a cell asks for. */
const meets = (shape: number, demand: number): boolean => ((shape ^ demand) & (demand >> 8)) === 0;

/** Adds all ways to lay a tile of the deck, and with jokers all ways to lay any type, in canonical order. */
export function addPlacements(
  moves: Move[],
  { board, border }: Ground,
  top: number | null,
  hasJoker: boolean,
): void {
  const positions: number[] = [];
  const demands: number[] = [];
  for (let position = 0; position < CELLS; position++) {
    const demand = board[position] === 0 ? demandOf(board, border, position) : 0;
    if (demand === 0) continue;
    positions.push(position);
    demands.push(demand);
  }
  const add = (tile: number, base: number) => {
    for (let rot = 0; rot < EDGES; rot++) {
      const shape = SHAPES[EDGES * tile + rot]!;
      for (let i = 0; i < demands.length; i++)
        if (meets(shape, demands[i]!)) moves.push(moveAt(base + CELLS * rot + positions[i]!));
    }
  };
  if (top !== null) add(top, 0);
  if (!hasJoker) return;
  for (let tile = 0; tile < TILES.length; tile++) add(tile, JOKERS_FROM + EDGES * CELLS * tile);
}
