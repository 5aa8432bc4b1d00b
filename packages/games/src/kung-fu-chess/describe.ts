/** Kung Fu Chess in words, in any language: `pawn from e2 to e4`. */
import { type GameEvent, type Narrator, type Outcome, reasonTexts } from '@kifu/core';
import { kungFuChess as english, type KungFuChessTexts } from '@kifu/texts/en/games/kung-fu-chess';
import { BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK } from './board.ts';
import { describeCell } from './describe-cell.ts';
import { type Move, toPacked } from './move-codec.ts';
import { KIND_NAMES } from './names.ts';
import { describeSquare, squareAt, squareName } from './squares.ts';
import { kindOf, MOVING, type State, squareOf, TAKEN } from './state.ts';

/** Moves, positions, events and squares. */
export const describe: Narrator<State, Move> = {
  move: describeMove,
  position: describePosition,
  event: describeEvent,
  cell: describeCell,
};

const nameOf = (kind: number, { pieces }: KungFuChessTexts): string =>
  kind === 0 ? '' : pieces[KIND_NAMES[kind] as keyof KungFuChessTexts['pieces']];

function describeMove(
  state: State,
  move: Move,
  events: readonly GameEvent[],
  texts: KungFuChessTexts = english,
): string {
  const { ground } = state.setting;
  const packed = toPacked(move);
  const word = state.men[(packed >> 8) - ground.firstNumber];
  const to = describeSquare(packed & 255, ground.size);
  const way =
    word === undefined
      ? texts.goes(move.piece, to)
      : texts.way(nameOf(kindOf(word), texts), squareName(squareOf(word), ground.size), to);
  const dangers = events.flatMap(({ type, seat }) =>
    type === 'danger' ? [texts.inDanger(texts.seats[seat as number]!)] : [],
  );
  const castles = events.some(({ type }) => type === 'castle') ? [texts.castling] : [];
  return [way, ...castles, ...new Set(dangers)].join(', ');
}

function describePosition(state: State, texts: KungFuChessTexts = english): string {
  const { setting, end } = state;
  const sides = setting.ground.armies.map((_, seat) => describeSide(state, seat, texts));
  const ending = end === null ? '' : texts.sentence(describeOutcome(end.outcome, texts));
  return [...sides, describeMoving(state, texts), ending].filter(text => text !== '').join(' ');
}

function describeEvent(
  state: State,
  { type, seat, piece, at, by }: GameEvent,
  texts: KungFuChessTexts = english,
): string | null {
  const { ground } = state.setting;
  const side = texts.seats[seat as number] ?? '';
  const pieceName = (id: unknown) => {
    const man = ground.men.findIndex(other => other.id === id);
    return nameOf(kindOf(state.men[man] ?? 0), texts) || `${id}`;
  };
  const [row = 0, column = 0] = Array.isArray(at) ? (at as number[]) : [];
  const square = describeSquare(squareAt(row, column), ground.size);
  switch (type) {
    case 'capture': {
      if (by === null) return texts.events.bothFall(side, pieceName(piece), square);
      const taker = texts.owned(ownerOf(state, by, texts), pieceName(by));
      return texts.events.capture(side, pieceName(piece), square, taker);
    }
    case 'promotion':
      return texts.events.promotion(side, square);
    case 'danger':
      return texts.inDanger(side);
    case 'castle':
      return texts.events.castle(side);
    case 'elimination':
      return texts.events.elimination(side);
    case 'left':
      return texts.events.left(side);
    case 'end':
      return state.end === null ? null : describeOutcome(state.end.outcome, texts);
    default:
      return null;
  }
}

function ownerOf({ setting }: State, id: unknown, { seats }: KungFuChessTexts): string {
  const man = setting.ground.men.find(other => other.id === id);
  return seats[man?.seat ?? 0]!;
}

/** `White: king e1, rooks a1 h1.` Only pieces that stand. */
function describeSide({ setting, men }: State, seat: number, texts: KungFuChessTexts): string {
  const { ground } = setting;
  const groups = [KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN].flatMap(kind => {
    const squares = men.flatMap((word, man) => {
      const isOne = ground.seatOf[man] === seat && kindOf(word) === kind;
      return isOne && (word & (TAKEN | MOVING)) === 0
        ? [squareName(squareOf(word), ground.size)]
        : [];
    });
    if (squares.length === 0) return [];
    return [[nameOf(kind, texts), KIND_NAMES[kind]!, squares] as const];
  });
  return groups.length === 0 ? '' : texts.side(texts.seats[seat]!, groups);
}

function describeMoving({ setting, men, moves }: State, texts: KungFuChessTexts): string {
  const { ground } = setting;
  const ways = moves.map(({ man, from, to }) => {
    const who = texts.owned(texts.seats[ground.seatOf[man]!]!, nameOf(kindOf(men[man]!), texts));
    return texts.way(who, squareName(from, ground.size), squareName(to, ground.size));
  });
  return ways.length === 0 ? '' : texts.moving(ways);
}

function describeOutcome({ winners: [winner], reason }: Outcome, texts: KungFuChessTexts): string {
  const { by } = reasonTexts(reason, texts);
  return winner === undefined ? texts.drawn(by) : texts.won(texts.seats[winner]!, by);
}
