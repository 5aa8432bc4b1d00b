/**
 * What to draw of a position: the board with its rim, two rows of twelve points and the bar between the halves, the tray
 * on the right, the dice in the middle. Points are numbered as the seat on turn counts them, since moves are written so; until the
 * next roll, as the seat counts them that has moved last, whose dice lie there too.
 */
import type {
  Area,
  Cell,
  Mark,
  Piece,
  Scene,
  SceneBefore,
  SceneCaption,
  Spot,
  Tween,
} from '@kifu/core';
import { type BackgammonTexts, backgammon as english } from '@kifu/texts/en/games/backgammon';
import { BAR, CHECKERS, countAll, countAt, countPips, type Side, viewed } from './board.ts';
import { type Move, toPacked } from './move-codec.ts';
import { placeName, SIDE_NAMES } from './names.ts';
import { checkersOf, diceLeft, isDouble, type State, wholeOf } from './state.ts';

/** Rows of a stack that are drawn; what is higher shares the last. */
const HEIGHT = 5;
/** The rim, a row of points, the middle, the other row, the rim. */
export const ROWS = 2 * HEIGHT + 3;
export const MIDDLE = HEIGHT + 1;
/** Six points, the bar, six points, the tray. */
export const BAR_COLUMN = 6;
export const TRAY_COLUMN = 13;

const BOARD: Area = {
  id: 'board',
  columns: TRAY_COLUMN + 1,
  rows: ROWS,
  look: 'plain',
  columnLabels: [],
  rowLabels: [],
};

/** The stack of checkers that are off; other stacks have the numbers of places. */
export const OFF = BAR + 1;

/** The picture of a state. After a move, checkers keep the ids of the scene before, and tweens show how they went. */
export function scene(
  state: State,
  before?: SceneBefore<Move>,
  texts: BackgammonTexts = english,
): Scene {
  const stacks = stacksOf(state);
  const step = before === undefined ? null : stepOf(before.move);
  const carried = before && step && carryOn(stacks, before.scene, step);
  // a turn is over, and the next roll has not come yet
  const isOver = step !== null && state.dice === 0;
  const { pieces, tweens } = carried ?? { pieces: checkers(stacks, freshId), tweens: [] };
  return {
    areas: [BOARD],
    pieces: [
      ...pieces,
      ...(isOver ? playedDice(before!.scene) : diceOf(state)),
      ...rimOf(isOver ? step!.side : state.turn),
    ],
    marks: step === null ? [] : marksOf(stacks, step),
    tweens,
    facts: factsOf(state, texts),
  };
}

/** How many stand where: by side and place, bar and off included. */
type Stacks = readonly [readonly number[], readonly number[]];

const stacksOf = (state: State): Stacks => [stackOf(state, 0), stackOf(state, 1)];

function stackOf(state: State, side: Side): number[] {
  const planes = checkersOf(state, side);
  const counts = Array.from({ length: BAR + 1 }, (_, place) => countAt(planes, place));
  return [...counts, CHECKERS - countAll(planes)];
}

const SIDES: readonly Side[] = [0, 1];

/** The cell of the n-th checker from the rim. Checkers wait on the bar in the half where they will enter. */
export function cellOf(side: Side, place: number, n: number): Cell {
  const point = place >= BAR ? -1 : viewed(side, place);
  const isTop = place === BAR ? side === 0 : place === OFF ? side === 1 : point >= 12;
  const depth = Math.min(n, HEIGHT - 1);
  const row = isTop ? 1 + depth : ROWS - 2 - depth;
  return { area: BOARD.id, column: columnOf(place, point), row };
}

function columnOf(place: number, point: number): number {
  if (place === BAR) return BAR_COLUMN;
  if (place === OFF) return TRAY_COLUMN;
  const fromLeft = point >= 12 ? point - 12 : 11 - point;
  return fromLeft < 6 ? fromLeft : fromLeft + 1;
}

const GLYPHS = ['O', 'X'] as const;

/** All checkers; those that share the last cell of a high stack tell how many there are. */
function checkers(stacks: Stacks, idOf: (side: Side, place: number, n: number) => string): Piece[] {
  return SIDES.flatMap(side =>
    stacks[side].flatMap((count, place) =>
      Array.from({ length: count }, (_, n) => {
        const isShared = count > HEIGHT && n >= HEIGHT - 1;
        return {
          ...cellOf(side, place, n),
          id: idOf(side, place, n),
          look: `${SIDE_NAMES[side]}-${place === OFF ? 'off' : isShared ? 'stack' : 'checker'}`,
          glyph: isShared ? `${count}` : GLYPHS[side],
          owner: side,
          ...spotOf(side, place, n),
        };
      }),
    ),
  );
}

/** A checker that is off lies on its side in pictures, so that all of them can be counted. */
function spotOf(side: Side, place: number, n: number): { readonly spot?: Spot } {
  if (place !== OFF) return {};
  const fromRim = 1.2 + 0.33 * n;
  const y = side === 1 ? fromRim : ROWS - fromRim;
  return { spot: { x: TRAY_COLUMN + 0.5, y, height: 0.3 } };
}

/** After where the checker stands when it is first drawn. */
const freshId = (side: Side, place: number, n: number): string =>
  `${SIDE_NAMES[side]}-${place === OFF ? 'off' : placeName(place)}-${n + 1}`;

/** Who went from where to where; null where a move tells neither side. */
interface CheckerStep {
  readonly side: Side;
  readonly from: number;
  readonly to: number;
}

function stepOf(move: Move): CheckerStep | null {
  const packed = toPacked(move);
  if (packed < 0) return null;
  const [from, to] = [packed >> 8, (packed >> 3) & 31];
  if (from === BAR && to === BAR) return null;
  // seat 0 enters at the top and walks down, seat 1 the other way
  const side =
    from === BAR ? (to >= 12 ? 0 : 1) : to === BAR ? (from < 12 ? 0 : 1) : to < from ? 0 : 1;
  return {
    side,
    from: from === BAR ? BAR : viewed(side, from),
    to: to === BAR ? OFF : viewed(side, to),
  };
}

/** Checkers with the ids they had; null where the scene before does not fit, so that no id is given twice. */
function carryOn(
  stacks: Stacks,
  earlier: Scene,
  { side, from, to }: CheckerStep,
): { pieces: Piece[]; tweens: Tween[] } | null {
  const ids = idsOf(earlier);
  const foe = side === 0 ? 1 : 0;
  const tweens: Tween[] = [];
  const carry = (who: Side, start: number, end: number) => {
    const piece = ids[who][start]!.pop();
    if (piece === undefined) return;
    const [n, m] = [ids[who][start]!.length, ids[who][end]!.push(piece) - 1];
    tweens.push({ piece, from: cellOf(who, start, n), to: cellOf(who, end, m) });
  };
  if (to !== OFF && ids[foe][23 - to]!.length === 1) carry(foe, 23 - to, BAR);
  carry(side, from, to);
  const fits = SIDES.every(who =>
    stacks[who].every((count, place) => ids[who][place]!.length === count),
  );
  if (!fits) return null;
  return {
    pieces: checkers(stacks, (who, place, n) => ids[who][place]![n]!),
    tweens: tweens.reverse(),
  };
}

/** The ids in each stack of a scene, from the rim. */
function idsOf({ pieces }: Scene): [string[][], string[][]] {
  const empty = () => Array.from({ length: OFF + 1 }, (): string[] => []);
  const ids: [string[][], string[][]] = [empty(), empty()];
  for (const { id, look, column, row } of pieces) {
    const side = SIDES.find(who => look.startsWith(`${SIDE_NAMES[who]}-`));
    if (side === undefined) continue;
    const fromLeft = column < BAR_COLUMN ? column : column - 1;
    const point = row < MIDDLE ? 12 + fromLeft : 11 - fromLeft;
    const place = column === BAR_COLUMN ? BAR : column === TRAY_COLUMN ? OFF : viewed(side, point);
    ids[side][place]?.push(id);
  }
  return ids;
}

/** Where the last checker went from, and where it is now. */
function marksOf(stacks: Stacks, { side, from, to }: CheckerStep): Mark[] {
  const [left, top] = [stacks[side][from]!, Math.max(0, stacks[side][to]! - 1)];
  return [
    { ...cellOf(side, from, left), kind: 'from' },
    { ...cellOf(side, to, top), ...spotOf(side, to, top), kind: 'to' },
  ];
}

/** The dice, on the right for seat 0 and on the left for seat 1: those to play first, those that are played until the turn is over. */
function diceOf(state: State): Piece[] {
  if (state.dice === 0) return [];
  const left = diceLeft(state);
  const whole = diceLeft({ dice: state.dice, left: wholeOf(state.dice) });
  const isLeft = (die: number, i: number): boolean =>
    isDouble(state.dice) ? i < left.length : left.includes(die);
  return whole.map((die, i) => ({
    area: BOARD.id,
    column: (state.turn === 0 ? BAR_COLUMN + 2 : 1) + i,
    row: MIDDLE,
    id: `die-${i + 1}`,
    look: isLeft(die, i) ? `die-${die}` : `played-${die}`,
    glyph: isLeft(die, i) ? `[${die}]` : ' ',
    owner: state.turn,
  }));
}

/** The dice of a turn that is over. */
const playedDice = ({ pieces }: Scene): Piece[] =>
  pieces
    .filter(({ id }) => id.startsWith('die-'))
    .map(piece => ({ ...piece, look: piece.look.replace('die-', 'played-'), glyph: ' ' }));

/** All that never moves: the numbers of the points, the bar, and bare wood where no point is. */
function rimOf(turn: Side): Piece[] {
  const piece = (look: string, column: number, row: number, glyph: string): Piece => ({
    ...{ area: BOARD.id, column, row },
    id: `${look}-${column}-${row}`,
    look,
    glyph,
    owner: null,
  });
  const numbers = Array.from({ length: 24 }, (_, point) =>
    piece('rim', columnOf(0, point), point >= 12 ? 0 : ROWS - 1, placeName(viewed(turn, point))),
  );
  const names = [0, ROWS - 1].flatMap(row => [
    piece('rim', BAR_COLUMN, row, 'bar'),
    piece('rim', TRAY_COLUMN, row, 'off'),
  ]);
  const rows = Array.from({ length: ROWS - 2 }, (_, i) => i + 1);
  const columns = Array.from({ length: TRAY_COLUMN }, (_, column) => column);
  return [
    ...numbers,
    ...names,
    ...rows.map(row => piece('bar', BAR_COLUMN, row, '|')),
    ...rows.map(row => piece('wood', TRAY_COLUMN, row, ' ')),
    ...columns
      .filter(column => column !== BAR_COLUMN)
      .map(column => piece('wood', column, MIDDLE, ' ')),
  ];
}

/** The roll, and how far both sides have to go. */
function factsOf(state: State, { captions, seats }: BackgammonTexts): SceneCaption[] {
  const { turn, dice } = state;
  const pips = SIDES.map(side => captions.count(seats[side]!, countPips(checkersOf(state, side))));
  const facts = [{ label: captions.pips, value: pips.join(', ') }];
  if (dice === 0) return facts;
  const isWhole = state.left === wholeOf(dice);
  const roll = `${dice >> 3}-${dice & 7}`;
  const value = isWhole ? roll : captions.left(roll, diceLeft(state));
  return [{ label: captions.rolled(seats[turn]!), value }, ...facts];
}
