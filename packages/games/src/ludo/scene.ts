/** What to draw of a ludo state. */
import type {
  Cell,
  Mark,
  Piece,
  Scene,
  SceneBefore,
  SceneCaption,
  Seat,
  Spot,
  Turn,
  Tween,
} from '@kifu/core';
import { ludo as english, type LudoTexts } from '@kifu/texts/en/games/ludo';
import { BASE, HOME, landing, placeOf, TOKENS } from './board.ts';
import { BOARD, cellOf, DIE_CELL, PRINTS, YARD_CORNERS } from './layout.ts';
import type { Move } from './move-codec.ts';
import { SEAT_NAMES } from './names.ts';
import {
  dieOf,
  isSeated,
  outcomeOf,
  SEATS_OF,
  type State,
  seatCountOf,
  seatedOf,
  sixesOf,
  tokensOf,
  turnOf,
} from './state.ts';

/** A token and where it stands. */
interface PlacedToken {
  readonly seat: Seat;
  readonly token: number;
  readonly place: number;
  readonly cell: Cell;
}

/** The home column of a seat runs away from it, and its yard lies on its left; red's column begins at the left edge. */
export const side = (seat: Seat): Turn => ([270, 180, 90, 0] as const)[seat] ?? 0;

/** The picture of a state: tokens, what is printed where none stands, the die, and words about each seat. */
export function scene(state: State, before?: SceneBefore<Move>, texts: LudoTexts = english): Scene {
  const standings = standingsOf(state);
  const taken = new Set(standings.map(({ cell }) => keyOf(cell)));
  const die = dieOf(state);
  const tweens = before === undefined ? [] : tweensOf(before, standings);
  return {
    areas: [BOARD],
    pieces: [
      ...standings.map(standing => pieceOf(standing, standings)),
      ...PRINTS.filter(print => !taken.has(keyOf(print))),
      dieOn(die),
      ...unusedOf(state),
    ],
    marks: [...lastMove(tweens), ...choices(state, standings)],
    tweens,
    facts: factsOf(state, texts),
  };
}

const keyOf = ({ column, row }: Cell): number => column * BOARD.rows + row;
const isSame = (a: Cell, b: Cell): boolean => keyOf(a) === keyOf(b);

/** The tokens that are on the table: those of a seat that has left only if they are home. */
function standingsOf(state: State): PlacedToken[] {
  const standings: PlacedToken[] = [];
  for (let seat = 0; seat < seatCountOf(state); seat++)
    for (let token = 0; token < TOKENS; token++) {
      const place = placeOf(tokensOf(state, seat), token);
      if (place !== BASE || isSeated(state, seat))
        standings.push({ seat, token, place, cell: cellOf(seat, token, place) });
    }
  return standings;
}

function pieceOf(standing: PlacedToken, all: readonly PlacedToken[]): Piece {
  const { seat, cell } = standing;
  const look = `${SEAT_NAMES[seat]}-token-${standing.token + 1}`;
  const glyph = glyphOf(standing, all);
  return { ...cell, id: idOf(standing), look, glyph, owner: seat, ...spotOf(standing, all) };
}

/** Tokens that share a cell stand closer in pictures: two side by side, more of them in rows. */
function spotOf(standing: PlacedToken, all: readonly PlacedToken[]): { readonly spot?: Spot } {
  const here = all.filter(other => isSame(other.cell, standing.cell));
  const { column, row } = standing.cell;
  // a yard has room: its tokens stand apart and are larger
  if (standing.place === BASE) {
    const [x, y] = YARD_CORNERS[standing.seat]!;
    const apart = (at: number, corner: number) => corner + 3 + (at - corner < 3 ? -0.95 : 0.95);
    return { spot: { x: apart(column, x), y: apart(row, y), width: 1.6, height: 1.6 } };
  }
  if (here.length < 2) return {};
  const perRow = Math.ceil(Math.sqrt(here.length));
  const rows = Math.ceil(here.length / perRow);
  const n = here.indexOf(standing);
  const size = 1 / perRow;
  const y = row + 0.5 + size * (Math.floor(n / perRow) + 0.5 - rows / 2);
  return { spot: { x: column + size * ((n % perRow) + 0.5), y, width: size, height: size } };
}

/** `red-2`, wherever the token stands. */
const idOf = ({ seat, token }: PlacedToken): string => `${SEAT_NAMES[seat]}-${token + 1}`;

/** `R2` for a token alone, `=2` for two at home, `RG` for two seats on a safe square, `3x` for three of them. */
function glyphOf({ seat, token, place, cell }: PlacedToken, all: readonly PlacedToken[]): string {
  const here = all.filter(other => isSame(other.cell, cell));
  if (place === HOME) return `=${here.length}`;
  if (here.length === 1) return `${letterOf(seat)}${token + 1}`;
  return here.length > 2 ? `${here.length}x` : here.map(other => letterOf(other.seat)).join('');
}

const letterOf = (seat: Seat): string => SEAT_NAMES[seat]![0]!.toUpperCase();

/** Covers for the yards of seats that nobody has: text does not show them. */
const unusedOf = (state: State): Piece[] =>
  SEAT_NAMES.flatMap((name, seat) => {
    if ((SEATS_OF[seatedOf(state)] ?? []).includes(seat)) return [];
    const [x, y] = YARD_CORNERS[seat]!;
    const { column, row } = DIE_CELL;
    return [
      {
        ...{ area: BOARD.id, column, row, id: `unused-${name}`, look: 'unused', glyph: ' ' },
        ...{ owner: null, spot: { x: x + 3, y: y + 3, width: 6, height: 6 } },
      },
    ];
  });

/** The die, larger than its cell, which is empty until the next roll. */
const dieOn = (die: number): Piece => ({
  ...DIE_CELL,
  spot: { x: DIE_CELL.column + 0.5, y: DIE_CELL.row + 0.5, width: 1.9, height: 1.9 },
  id: 'die',
  look: `die-${die}`,
  glyph: die === 0 ? ' ' : `#${die}`,
  owner: null,
});

/** How tokens came here: first the one that moved, then those that were captured and are in base again. */
function tweensOf({ scene, move }: SceneBefore<Move>, standings: readonly PlacedToken[]): Tween[] {
  const earlier = new Map(scene.pieces.map(piece => [piece.id, piece]));
  const changed = standings.flatMap(standing => {
    const from = earlier.get(idOf(standing));
    return from === undefined || isSame(from, standing.cell) ? [] : [{ standing, from }];
  });
  const isMover = ({ token, place }: PlacedToken) => token === move.tokenIndex && place !== BASE;
  return [
    ...changed.filter(({ standing }) => isMover(standing)),
    ...changed.filter(({ standing }) => !isMover(standing)),
  ].map(({ standing, from: { area, column, row } }) => ({
    piece: idOf(standing),
    from: { area, column, row },
    to: standing.cell,
  }));
}

const lastMove = ([moved]: readonly Tween[]): Mark[] =>
  moved === undefined || moved.to === null
    ? []
    : [
        { ...moved.from, kind: 'from' },
        { ...moved.to, kind: 'to' },
      ];

/** The tokens that can move now. */
function choices(state: State, standings: readonly PlacedToken[]): Mark[] {
  const [seat, die] = [turnOf(state), dieOf(state)];
  if (die === 0 || outcomeOf(state) !== null) return [];
  const tokens = tokensOf(state, seat);
  return [0, 1, 2, 3]
    .filter(token => landing(tokens, token, die) !== BASE)
    .map(token => {
      const cell = cellOf(seat, token, placeOf(tokens, token));
      const standing = standings.find(other => other.seat === seat && other.token === token);
      return { ...cell, ...(standing && spotOf(standing, standings)), kind: 'choice' };
    });
}

function factsOf(state: State, texts: LudoTexts): SceneCaption[] {
  const seats = SEATS_OF[seatedOf(state)]!;
  return [
    ...seats.map(seat => ({
      label: texts.seats[seat]!,
      value: tokenPlaces(state, seat, texts),
      isAboutText: true, // pictures show it
    })),
    turnFact(state, texts),
  ];
}

/** `1 base · 2 at 12 · 3 at 53 · 4 home`: squares as the seat counts them. */
const tokenPlaces = (state: State, seat: Seat, { captions }: LudoTexts): string =>
  [0, 1, 2, 3]
    .map(token => {
      const place = placeOf(tokensOf(state, seat), token);
      if (place === BASE) return captions.base(token + 1);
      return place === HOME ? captions.home(token + 1) : captions.at(token + 1, place - 1);
    })
    .join(' · ');

function turnFact(state: State, { captions, seats }: LudoTexts): SceneCaption {
  const outcome = outcomeOf(state);
  if (outcome !== null) return { label: captions.wonBy, value: seats[outcome.winners[0]!]! };
  const name = seats[turnOf(state)]!;
  const die = dieOf(state);
  const value = die === 0 ? captions.toRoll(name) : captions.rolled(name, die, sixesOf(state) > 1);
  return { label: captions.die, value };
}
