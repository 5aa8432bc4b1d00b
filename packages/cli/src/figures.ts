/**
 * Pictures for the terminal, by the look of a piece: a font, like the drawings of the web page. A look that has no
 * figure here is written as the glyph that its game gives.
 */

/** `open` for paper and terminals without colours, where it tells the sides apart; `solid` is coloured by its owner. */
export interface Figure {
  readonly open: string;
  readonly solid: string;
}

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
const STONES: readonly [look: string, open: string, solid: string][] = [
  ['black-stone', '●', '●'],
  ['white-stone', '○', '●'],
  ['star', '•', '•'],
  ['black-territory', '▪', '▪'],
  ['white-territory', '▫', '▪'],
];

const FIGURES: ReadonlyMap<string, Figure> = new Map([
  ...[...CHESSMEN, ...CHECKERS].flatMap(([kind, white, black]): [string, Figure][] => [
    [`white-${kind}`, { open: white, solid: black }],
    [`black-${kind}`, { open: black, solid: black }],
  ]),
  ...STONES.map(([look, open, solid]): [string, Figure] => [look, { open, solid }]),
]);

/** The figure for a look, if there is one. */
export const figureOf = (look: string): Figure | null => FIGURES.get(look) ?? otherSide(look);

/** The men of a third and fourth side look like black ones; where there are no colours a letter tells whose they are. */
function otherSide(look: string): Figure | null {
  const [, side, kind] = /^(red|green)-(\w+)$/.exec(look) ?? [];
  const like = FIGURES.get(`black-${kind}`);
  return side === undefined || like === undefined
    ? null
    : { open: side[0] + like.open, solid: like.solid };
}
