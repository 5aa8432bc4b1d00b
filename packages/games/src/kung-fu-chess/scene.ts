/** What to draw of a state, or between two: pieces where they are, those in flight with an arrow, those at rest with the seconds left. */
import type {
  Area,
  Cell,
  Mark,
  Piece,
  Scene,
  SceneBefore,
  SceneCaption,
  Seat,
  Turn,
  Tween,
} from '@kifu/core';
import { kungFuChess as english, type KungFuChessTexts } from '@kifu/texts/en/games/kung-fu-chess';
import { type BoardName, KIND_LETTERS } from './board.ts';
import { nearestSquare } from './captures.ts';
import { isKingInDanger } from './danger.ts';
import { endOf, isAirborne, type Moving } from './motion.ts';
import type { Move } from './move-codec.ts';
import { KIND_NAMES, SEAT_NAMES } from './names.ts';
import { placesAt } from './places.ts';
import { columnOf, LETTERS, rowOf, squareName } from './squares.ts';
import { isAlive, kindOf, positionTick, type State, squareOf, TAKEN } from './state.ts';

const AREAS: { readonly [board in BoardName]: Area } = {
  standard: areaOf(8),
  four_player: areaOf(12),
};

function areaOf(size: number): Area {
  return {
    id: 'board',
    columns: size,
    rows: size,
    look: 'chequered',
    // the large board has no corners to write into
    ...(size > 8 ? { labels: 'outside' as const } : {}),
    columnLabels: [...LETTERS.slice(0, size)],
    rowLabels: Array.from({ length: size }, (_, row) => `${size - row}`),
  };
}

/** By how much the board is turned for each seat: white comes from the east of the large one, black from the south, red, green. */
const SIDES: { readonly [board in BoardName]: readonly Turn[] } = {
  standard: [0, 180],
  four_player: [90, 0, 270, 180],
};

/** From which side a seat looks at the board. */
export const side = (seat: Seat, { areas }: Scene): Turn =>
  SIDES[areas[0]?.columns === AREAS.standard.columns ? 'standard' : 'four_player'][seat] ?? 0;

/** The picture of a state. With the scene before, tweens show what has gone where since. */
export function scene(
  state: State,
  before?: SceneBefore<Move>,
  texts: KungFuChessTexts = english,
): Scene {
  const pieces = [...flying(state), ...apart(standing(state))];
  return {
    areas: [AREAS[state.setting.board]],
    pieces: [...pieces, ...holes(state)],
    marks: marksOf(state),
    tweens: before === undefined ? [] : tweensOf(before.scene, pieces),
    facts: factsOf(state, texts),
  };
}

/**
 * The picture a share of a tick after a state: pieces in flight are where they are, between squares; rests are a little shorter.
 * Everything else is as in the state.
 */
export function sceneWithin(state: State, share: number, texts: KungFuChessTexts = english): Scene {
  const part = Number.isFinite(share) ? Math.max(0, Math.min(1, share)) : 0;
  const places = new Map(placesAt(state, positionTick(state) + part).map(at => [at.id, at]));
  const whole = scene(state, undefined, texts);
  const pieces = whole.pieces.map((piece): Piece => {
    const place = places.get(piece.id);
    if (place === undefined) return piece;
    const { rest: _, spot, ...still } = piece;
    const { row, column, cooldown } = place;
    const isStill = row === piece.row && column === piece.column;
    return {
      ...still,
      row,
      column,
      ...(isStill && spot !== undefined ? { spot } : {}), // a piece in flight shares no square, so that it needs no spot
      ...(cooldown > 0 ? { rest: cooldown } : {}),
    };
  });
  return { ...whole, pieces };
}

/** Two of one side may come to stand on one square: pictures put them beside each other. */
const apart = (pieces: readonly Piece[]): Piece[] =>
  pieces.map(piece => {
    const { column, row } = piece;
    const here = pieces.filter(other => other.column === column && other.row === row);
    if (here.length === 1) return piece;
    const x = column + 0.375 + (0.25 * here.indexOf(piece)) / (here.length - 1);
    return { ...piece, spot: { x, y: row + 0.5, width: 0.75, height: 0.75 } };
  });

/** Pieces in flight, each on the square it is nearest to; they come first, and so are drawn above others. */
const flying = (state: State): Piece[] =>
  state.moves.map(moving => {
    const square = nearestSquare(state.setting, 0, moving, positionTick(state));
    const lift = isAirborne(moving, positionTick(state)) ? 1 : 0.4;
    return { ...pieceAt(state, moving.man, square, arrowOf(moving)), lift };
  });

function standing(state: State): Piece[] {
  const { men, ready, setting } = state;
  const now = positionTick(state);
  return men.flatMap((word, man) => {
    if ((word & TAKEN) !== 0 || state.moves.some(moving => moving.man === man)) return [];
    const left = Math.max(0, ready[man]! - now);
    if (left === 0) return [pieceAt(state, man, squareOf(word), ' ')];
    const sign = `${Math.min(9, Math.ceil(left / setting.hz))}`;
    const rest = Math.min(1, left / setting.cooldownTicks);
    return [{ ...pieceAt(state, man, squareOf(word), sign), rest }];
  });
}

function pieceAt({ setting, men }: State, man: number, square: number, sign: string): Piece {
  const { id, seat } = setting.ground.men[man]!;
  const kind = kindOf(men[man]!);
  const letter = KIND_LETTERS[kind]!;
  const glyph =
    setting.board === 'four_player'
      ? SEAT_NAMES[seat]![0]! + letter
      : seat === 0
        ? letter
        : letter.toLowerCase();
  const look = `${SEAT_NAMES[seat]}-${KIND_NAMES[kind]}`;
  return { ...cellOf(square), id, look, glyph: glyph + sign, owner: seat };
}

/** Arrows by the direction of a move: rows first. */
const ARROWS = ['↖↑↗', '←·→', '↙↓↘'] as const;

const arrowOf = ({ down, across }: Moving): string =>
  ARROWS[Math.sign(down) + 1]![Math.sign(across) + 1]!;

/** The corners that a board does not have: drawn as nothing. */
function holes({ setting: { ground } }: State): Piece[] {
  const found: Piece[] = [];
  for (let row = 0; row < ground.size; row++)
    for (let column = 0; column < ground.size; column++) {
      const square = (row << 4) | column;
      if (ground.isOn[square] === 1) continue;
      const id = `hole:${row}:${column}`;
      found.push({ ...cellOf(square), id, look: 'hole', glyph: ' ', owner: null });
    }
  return found;
}

/** Where moves come from and lead to, and kings that will fall. */
function marksOf(state: State): Mark[] {
  const { moves, setting, men } = state;
  const { armies } = setting.ground;
  if (state.end !== null) return [];
  const dangers = setting.seats
    .filter(seat => isAlive(state, seat) && isKingInDanger(state, seat))
    .map(seat => {
      const { king } = armies[seat]!;
      const moving = moves.find(({ man }) => man === king) ?? null;
      return markOn(nearestSquare(setting, men[king]!, moving, state.tick), 'danger');
    });
  return [
    ...moves.map(({ from }) => markOn(from, 'from')),
    ...moves.map(({ to }) => markOn(to, 'to')),
    ...dangers,
  ];
}

function tweensOf(before: Scene, pieces: readonly Piece[]): Tween[] {
  const now = new Map(pieces.map(piece => [piece.id, piece]));
  return before.pieces.flatMap((was): Tween[] => {
    if (was.owner === null) return [];
    const piece = now.get(was.id);
    const from = { area: was.area, column: was.column, row: was.row };
    if (piece === undefined) return [{ piece: was.id, from, to: null }];
    const to = { area: piece.area, column: piece.column, row: piece.row };
    const hasMoved = from.column !== to.column || from.row !== to.row;
    return hasMoved ? [{ piece: was.id, from, to }] : [];
  });
}

/** Maximum number of moves that are listed. */
const MOST_TOLD = 4;

function factsOf(state: State, { captions }: KungFuChessTexts): SceneCaption[] {
  const { setting, moves, end } = state;
  const now = positionTick(state);
  const { size } = setting.ground;
  const told = moves.slice(0, MOST_TOLD).map(moving => {
    const line = isAirborne(moving, now) ? '~' : '-'; // over others, or along the board
    const way = squareName(moving.from, size) + line + squareName(moving.to, size);
    return `${way} ${seconds(endOf(moving) - now, setting.hz)}`;
  });
  const more = moves.length - told.length;
  const time = seconds(now, setting.hz);
  const flight = [...told, ...(more > 0 ? [captions.more(more)] : [])];
  return [
    { label: captions.time, value: end === null ? time : captions.over(time) },
    { label: captions.inFlight, value: flight.join(', ') || captions.none }, // always there, so that pictures keep their height
  ];
}

/** `12.3 s`. */
function seconds(ticks: number, hz: number): string {
  const tenths = Math.ceil((10 * ticks) / hz);
  return `${Math.floor(tenths / 10)}.${tenths % 10} s`;
}

export const cellOf = (square: number): Cell => ({
  area: 'board',
  column: columnOf(square),
  row: rowOf(square),
});
const markOn = (square: number, kind: Mark['kind']): Mark => ({ ...cellOf(square), kind });
