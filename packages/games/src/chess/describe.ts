/** Chess in words, in any language: `knight takes f7, check`. */
import { type GameEvent, type Narrator, type Outcome, reasonTexts } from '@kifu/core';
import { type ChessTexts, chess as english } from '@kifu/texts/en/games/chess';
import { BISHOP, KING, KNIGHT, PAWN, PROMOTIONS, QUEEN, ROOK } from './board.ts';
import { describeCell } from './describe-cell.ts';
import { type Move, type Square, squareName, toPacked } from './move-codec.ts';
import { KIND_NAMES, PIECE_NAMES } from './names.ts';
import { ANY, originsOf } from './origins.ts';
import { boardOf } from './planes.ts';
import type { State } from './state.ts';

/** Moves, positions, events and squares. */
export const describe: Narrator<State, Move> = {
  move: describeMove,
  position: describePosition,
  event: describeEvent,
  cell: describeCell,
};

const nameOf = (kind: number, { pieces }: ChessTexts): string =>
  kind === 0 ? '' : pieces[KIND_NAMES[kind] as keyof ChessTexts['pieces']];

function describeMove(
  state: State,
  move: Move,
  events: readonly GameEvent[],
  texts: ChessTexts = english,
): string {
  const find = (type: string) => events.find(event => event.type === type);
  const end = find('end');
  const castle = find('castle');
  const isMate = end?.reason === 'checkmate';
  const parts = [
    castle === undefined
      ? describeStep(state, move, events, texts)
      : texts.castles(castle.side === 'k'),
    move.promotion === null ? '' : texts.promotes(nameOf(PROMOTIONS[toPacked(move) & 7]!, texts)),
    find('check') !== undefined && !isMate ? texts.check : '',
    isMate ? texts.checkmate : end === undefined ? '' : describeOutcome(end, texts),
  ];
  return parts.filter(part => part !== '').join(', ');
}

/** `knight on b1 to d2`; the origin only where another piece of its kind could go there too. */
function describeStep(
  state: State,
  move: Move,
  events: readonly GameEvent[],
  texts: ChessTexts,
): string {
  const packed = toPacked(move);
  const [from, to] = [packed >> 9, (packed >> 3) & 63];
  const kind = boardOf(state)[from]! & 7;
  const has = (type: string) => events.some(event => event.type === type);
  const others = kind !== 0 && originsOf(state, kind, to, ANY, ANY, from).length > 0;
  const who = kind === 0 ? squareName(from) : nameOf(kind, texts); // an empty square: the move was refused
  const origin = others ? squareName(from) : null;
  return texts.step(who, origin, squareName(to), has('capture'), has('enPassant'));
}

function describePosition(state: State, texts: ChessTexts = english): string {
  return [
    describeSide(state, 0, texts),
    describeSide(state, 1, texts),
    describeTurn(state, texts),
  ].join(' ');
}

/** `White: king e1, rooks a1 h1.` */
function describeSide(state: State, side: 0 | 1, texts: ChessTexts): string {
  const board = boardOf(state);
  const groups = [KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN].flatMap(kind => {
    const squares = [...board.keys()].filter(square => board[square] === (kind | (side << 3)));
    if (squares.length === 0) return [];
    return [[nameOf(kind, texts), KIND_NAMES[kind]!, squares.map(squareName)] as const];
  });
  return texts.side(texts.seats[side]!, groups);
}

function describeTurn({ turn, check, outcome }: State, texts: ChessTexts): string {
  if (outcome === null) return texts.turn(texts.seats[turn]!, check);
  return texts.sentence(describeOutcome(outcome, texts));
}

function describeOutcome(
  { winners, reason }: Pick<Outcome, 'winners' | 'reason'> | GameEvent,
  texts: ChessTexts,
): string {
  const { by } = reasonTexts(`${reason}`, texts);
  const [winner] = winners as readonly number[];
  return winner === undefined ? texts.drawn(by) : texts.won(texts.seats[winner]!, by);
}

function describeEvent(
  _state: State,
  event: GameEvent,
  texts: ChessTexts = english,
): string | null {
  const { type, seat, piece, at, side } = event;
  const who = texts.seats[seat as number] ?? '';
  const square = Array.isArray(at) ? squareNameOf(at as unknown as Square) : '';
  const name = texts.pieces[PIECE_NAMES[`${piece}`] ?? 'pawn'];
  switch (type) {
    case 'capture':
      return texts.events.capture(who, name, square);
    case 'castle':
      return texts.events.castle(who, side === 'k');
    case 'enPassant':
      return texts.events.enPassant(who);
    case 'promotion':
      return texts.events.promotion(who, name, square);
    case 'check':
      return texts.events.check(who);
    case 'end':
      return describeOutcome(event, texts);
    default:
      return null;
  }
}

const squareNameOf = ([x, y]: Square): string => squareName(8 * y + x);
