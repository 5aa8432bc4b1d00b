/** What to draw of a checkers position. */
import type { Area, Cell, Mark, Piece, Scene, SceneBefore, SceneCaption, Tween } from '@kifu/core';
import { type CheckersTexts, checkers as english } from '@kifu/texts/en/games/checkers';
import { countBits, squaresOf } from './bits.ts';
import { legalPaths } from './generate.ts';
import type { Move } from './move-codec.ts';
import { formatPath, SIDE_NAMES } from './names.ts';
import { countOf, fromOf } from './path.ts';
import { columnOf, NONE, numberOf, rowOf, type Side, squareAt } from './squares.ts';
import { piecesOf, type State } from './state.ts';

/** The labels along the edges add up to the number of a square, seen from either side: row 8+ and column 3 make 11. */
const BOARD: Area = {
  id: 'board',
  columns: 8,
  rows: 8,
  look: 'chequered',
  columnLabels: ['4', '4', '3', '3', '2', '2', '1', '1'],
  rowLabels: ['28+', '24+', '20+', '16+', '12+', '8+', '4+', '0+'],
  cellLabels: Array.from({ length: 64 }, (_, i) => {
    const square = squareAt(i % 8, 7 - (i >> 3));
    return square === NONE ? '' : `${numberOf(square)}`;
  }),
};

/** The picture of a state. After a move, pieces keep the ids of the scene before, and tweens show how they went. */
export function scene(
  state: State,
  before?: SceneBefore<Move>,
  texts: CheckersTexts = english,
): Scene {
  const { pieces, tweens } = (before && carryOn(state, before)) ?? fresh(state);
  return {
    areas: [BOARD],
    pieces,
    marks: [...lastMove(before), ...jumpers(state).map(square => markOn(square, 'choice'))],
    tweens,
    facts: factsOf(state, texts),
  };
}

/** The pieces that have to jump. */
function jumpers(state: State): readonly number[] {
  if (state.chain !== NONE) return [state.chain];
  if (state.outcome !== null) return [];
  return [
    ...new Set(
      legalPaths(state)
        .filter(path => countOf(path) > 0)
        .map(fromOf),
    ),
  ];
}

type Carried = Pick<Scene, 'pieces' | 'tweens'>;

/** Pieces named after where they stand now. */
const fresh = (state: State): Carried => ({ pieces: piecesIn(state), tweens: [] });

/** Pieces with the ids they had; null where the scene before does not fit, so that no id is given twice. */
function carryOn(state: State, { scene, move }: SceneBefore<Move>): Carried | null {
  const earlier = new Map(scene.pieces.map(piece => [placeOf(piece), piece.id]));
  const [from, to] = [squareAt(...move.from), squareAt(...move.to)];
  const pieces: Piece[] = [];
  for (const piece of piecesIn(state)) {
    const origin = placeOf(piece) === to ? from : placeOf(piece);
    const id = earlier.get(origin);
    if (id === undefined) return null;
    earlier.delete(origin);
    pieces.push({ ...piece, id });
  }
  const moved = pieces
    .filter(piece => placeOf(piece) === to)
    .map((piece): Tween => ({ piece: piece.id, from: cellOf(from), to: cellOf(to) }));
  // a piece that has no square any more was taken
  const taken = [...earlier].map(
    ([square, piece]): Tween => ({ piece, from: cellOf(square), to: null }),
  );
  return { pieces, tweens: [...moved, ...taken] };
}

const lastMove = (before: SceneBefore<Move> | undefined): Mark[] =>
  before === undefined
    ? []
    : [markOn(squareAt(...before.move.from), 'from'), markOn(squareAt(...before.move.to), 'to')];

function piecesIn(state: State): Piece[] {
  return squaresOf(state.black | state.white).map(square => {
    const owner = (state.white >> square) & 1;
    const isKing = ((state.kings >> square) & 1) === 1;
    const side = SIDE_NAMES[owner]!;
    const letter = side.charAt(0);
    return {
      ...cellOf(square),
      id: `${side}-${numberOf(square)}`,
      look: `${side}-checker${isKing ? '-king' : ''}`, // a black king is another game's
      glyph: isKing ? letter.toUpperCase() : letter,
      owner,
    };
  });
}

const markOn = (square: number, kind: Mark['kind']): Mark => ({ ...cellOf(square), kind });

/** Rows are counted from the top; black sits at the bottom. */
export const cellOf = (square: number): Cell => ({
  area: BOARD.id,
  column: columnOf(square),
  row: 7 - rowOf(square),
});
const placeOf = ({ column, row }: Cell): number => squareAt(column, 7 - row);

/** How many pieces are left, and the jumps that must be taken, if there are few enough to name. */
function factsOf(state: State, texts: CheckersTexts): SceneCaption[] {
  const { captions, seats } = texts;
  const count = (side: Side) => {
    const pieces = piecesOf(state, side);
    return captions.count(seats[side]!, countBits(pieces), countBits(pieces & state.kings));
  };
  const facts: SceneCaption[] = [
    { label: captions.pieces, value: `${count(0)}, ${count(1)}` },
    { label: captions.squares, value: captions.sum, isAboutText: true },
  ];
  if (state.outcome !== null) return facts;
  const jumps = legalPaths(state).filter(path => countOf(path) > 0);
  if (jumps.length === 0) return facts;
  const named = jumps.slice(0, MOST_NAMED).map(formatPath);
  const more = jumps.length > MOST_NAMED ? [captions.more(jumps.length)] : [];
  const value = [...named, ...more].join(', ');
  return [{ label: captions.mustJump(seats[state.turn]!), value }, ...facts];
}

const MOST_NAMED = 6;
