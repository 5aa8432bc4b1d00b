/** Kung Fu Chess in spoken words: `pawn from e2 to e4`. */
import { capital, type GameEvent, type Narrator, type Outcome } from '@kifu/core';
import { BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK } from './board.ts';
import { type Move, toPacked } from './move-codec.ts';
import { KIND_NAMES, SEAT_NAMES } from './names.ts';
import { describeSquare, squareAt, squareName } from './squares.ts';
import { kindOf, MOVING, type State, squareOf, TAKEN } from './state.ts';

/** What an end by the rules is called; any other reason is said as it stands. */
const ENDINGS: { readonly [reason: string]: string } = {
  king_captured: 'the last other king has fallen',
  kings_captured: 'draw, the last kings fell together',
  inactivity: 'draw, nothing has happened for too long',
};

/** Moves, positions and events in plain English. A move is told from the state before it. */
export const describe: Narrator<State, Move> = {
  move: sayMove,
  position: sayPosition,
  event: sayEvent,
};

function sayMove(state: State, move: Move, events: readonly GameEvent[]): string {
  const { ground } = state.setting;
  const packed = toPacked(move);
  const man = (packed >> 8) - ground.firstNumber;
  const word = state.men[man];
  const to = describeSquare(packed & 255, ground.size);
  const who =
    word === undefined
      ? move.piece
      : `${KIND_NAMES[kindOf(word)]} from ${squareName(squareOf(word), ground.size)}`;
  const dangers = events.flatMap(({ type, seat }) =>
    type === 'danger' ? [`the ${SEAT_NAMES[seat as number]} king is in danger`] : [],
  );
  const castles = events.some(({ type }) => type === 'castle') ? ['castling'] : [];
  return [`${who} to ${to}`, ...castles, ...new Set(dangers)].join(', ');
}

function sayPosition(state: State): string {
  const { setting, end } = state;
  const sides = setting.ground.armies.map((_, seat) => saySide(state, seat));
  const ending = end === null ? '' : `${capital(describeOutcome(end.outcome))}.`;
  return [...sides, sayMoves(state), ending].filter(words => words !== '').join(' ');
}

/** `black loses the rook on h8`. */
function sayEvent(state: State, { type, seat, piece, at, by }: GameEvent): string | null {
  const { ground } = state.setting;
  const side = SEAT_NAMES[seat as number];
  const nameOf = (id: unknown) => {
    const man = ground.men.findIndex(other => other.id === id);
    return KIND_NAMES[kindOf(state.men[man] ?? 0)] || `${id}`;
  };
  const [row = 0, column = 0] = Array.isArray(at) ? (at as number[]) : [];
  const place = describeSquare(squareAt(row, column), ground.size);
  switch (type) {
    case 'capture':
      return by === null
        ? `${side} loses the ${nameOf(piece)} on ${place}, both fall`
        : `${side} loses the ${nameOf(piece)} on ${place} to the ${ownerOf(state, by)} ${nameOf(by)}`;
    case 'promotion':
      return `a pawn of ${side} becomes a queen on ${place}`;
    case 'danger':
      return `the ${side} king is in danger`;
    case 'castle':
      return `${side} castles`;
    case 'elimination':
      return `the ${side} king has fallen`;
    case 'left':
      return `${side} has left, the pieces stay`;
    case 'end':
      return state.end === null ? null : describeOutcome(state.end.outcome);
    default:
      return null;
  }
}

function ownerOf({ setting }: State, id: unknown): string {
  const man = setting.ground.men.find(other => other.id === id);
  return SEAT_NAMES[man?.seat ?? 0]!;
}

/** `White: king e1, rooks a1 h1.` Only those that do not move. */
function saySide({ setting, men }: State, seat: number): string {
  const { ground } = setting;
  const groups = [KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN].flatMap(kind => {
    const squares = men.flatMap((word, man) => {
      const isOne = ground.seatOf[man] === seat && kindOf(word) === kind;
      return isOne && (word & (TAKEN | MOVING)) === 0
        ? [squareName(squareOf(word), ground.size)]
        : [];
    });
    const plural = squares.length > 1 ? 's' : '';
    return squares.length === 0 ? [] : [`${KIND_NAMES[kind]}${plural} ${squares.join(' ')}`];
  });
  return groups.length === 0 ? '' : `${capital(SEAT_NAMES[seat]!)}: ${groups.join(', ')}.`;
}

function sayMoves({ setting, men, moves }: State): string {
  const { ground } = setting;
  const ways = moves.map(({ man, from, to }) => {
    const who = `${SEAT_NAMES[ground.seatOf[man]!]} ${KIND_NAMES[kindOf(men[man]!)]}`;
    return `${who} from ${squareName(from, ground.size)} to ${squareName(to, ground.size)}`;
  });
  return ways.length === 0 ? '' : `Moving: ${ways.join(', ')}.`;
}

function describeOutcome({ winners: [winner], reason }: Outcome): string {
  const ending = ENDINGS[reason] ?? reason;
  return winner === undefined ? ending : `${ending}, ${SEAT_NAMES[winner]} wins`;
}
