/**
 * Pictures for the terminal, by the look of a piece: a font, like the drawings of the web page. A look that has no
 * figure here is written as the glyph that its game gives.
 */

/** A kind of pieces in white and black. The figures of the sides differ in shape, so that they need no color. */
const CHESSMEN: readonly [kind: string, white: string, black: string][] = [
  ['king', '♔', '♚'],
  ['queen', '♕', '♛'],
  ['rook', '♖', '♜'],
  ['bishop', '♗', '♝'],
  ['knight', '♘', '♞'],
  ['pawn', '♙', '♟'],
];

const CHECKERS: typeof CHESSMEN = [
  ['checker', '⛀', '⛂'],
  ['checker-king', '⛁', '⛃'],
];

/** Stones of go, the points of a board that have dots, and whose the others are when they are counted. */
const STONES: readonly [look: string, figure: string][] = [
  ['black-stone', '●'],
  ['white-stone', '○'],
  ['star', '•'],
  ['black-territory', '▪'],
  ['white-territory', '▫'],
];

const FIGURES: ReadonlyMap<string, string> = new Map([
  ...[...CHESSMEN, ...CHECKERS].flatMap(([kind, white, black]): [string, string][] => [
    [`white-${kind}`, white],
    [`black-${kind}`, black],
  ]),
  ...STONES,
]);

/** The figure for a look, if there is one. */
export const figureOf = (look: string): string | null => FIGURES.get(look) ?? otherSide(look);

/** The men of a third and fourth side look like black ones; a letter tells whose they are. */
function otherSide(look: string): string | null {
  const [, side, kind] = /^(red|green)-(\w+)$/.exec(look) ?? [];
  const like = FIGURES.get(`black-${kind}`);
  return side === undefined || like === undefined ? null : side[0] + like;
}
