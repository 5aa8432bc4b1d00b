/** Positions and moves of checkers as Hub writes them: a letter for each of the 32 squares, and moves by the numbers of squares. */
import type { Json, JsonObject, Kit } from '@kifu/core';

type Point = readonly [x: number, y: number];

interface CheckersState extends JsonObject {
  readonly board: readonly (readonly (null | {
    readonly isKing: boolean;
    readonly player: number;
  })[])[];
  readonly turn: number;
}

interface CheckersMove {
  readonly from: Point;
  readonly to: Point;
  readonly captures: readonly Point[];
}

const SQUARES = 32;
/** Seat 0 is black. */
const LETTERS = ['b', 'w'];

/** The number of a square: 1 to 32, from black's right hand to the left, row by row. */
const numberAt = ([x, y]: Point): number => 4 * y + ((7 - x) >> 1) + 1;

const pointAt = (number: number): Point => {
  const y = (number - 1) >> 2;
  return [7 - (y % 2 === 0 ? 1 : 0) - 2 * ((number - 1) & 3), y];
};

/** `Bbbbb…eeee…wwww`: the side to move, then the squares by number; kings are capitals. */
export function formatHubBoard({ game }: Kit, state: unknown): string {
  const { board, turn } = game.states.canon(state) as unknown as CheckersState;
  const squares = Array.from({ length: SQUARES }, (_, i) => {
    const [x, y] = pointAt(i + 1);
    const piece = board[x]![y]!;
    if (piece === null) return 'e';
    const letter = LETTERS[piece.player]!;
    return piece.isKing ? letter.toUpperCase() : letter;
  });
  return LETTERS[turn]!.toUpperCase() + squares.join('');
}

/** `11-15`, or `22x8x18x11`: from, to, and the captured squares by rising number. */
export function formatHubMove(move: Json): string {
  const { from, to, captures } = move as unknown as CheckersMove;
  if (captures.length === 0) return `${numberAt(from)}-${numberAt(to)}`;
  return [from, to]
    .map(numberAt)
    .concat(sorted(captures.map(numberAt)))
    .join('x');
}

/** Finds the legal move that a text means; captures in any order, or left out where one move fits. */
export function findHubMove(legal: readonly Json[], text: string): Json | undefined {
  const [from, to, ...captures] = text.split(/[-x]/).map(Number);
  const key = sorted(captures).join();
  const fitting = legal.filter(move => {
    const parsed = move as unknown as CheckersMove;
    return numberAt(parsed.from) === from && numberAt(parsed.to) === to;
  });
  const exact = fitting.find(
    move => sorted((move as unknown as CheckersMove).captures.map(numberAt)).join() === key,
  );
  return exact ?? (fitting.length === 1 && captures.length === 0 ? fitting[0] : undefined);
}

const sorted = (numbers: readonly number[]): number[] => numbers.toSorted((a, b) => a - b);
