/** Chess in spoken words: `knight takes f7, check`. */
import { capital, type GameEvent, type Narrator, type Outcome } from '@kifu/core';
import { BISHOP, KING, KNIGHT, PAWN, PROMOTIONS, QUEEN, ROOK } from './board.ts';
import { type Move, squareName, toPacked } from './move-codec.ts';
import { KIND_NAMES, SIDE_NAMES } from './names.ts';
import { ANY, originsOf } from './origins.ts';
import { boardOf } from './planes.ts';
import type { State } from './state.ts';

/** What an end by the rules is called; any other reason is said as it stands. */
const ENDINGS: { readonly [reason: string]: string } = {
  checkmate: 'checkmate',
  stalemate: 'stalemate',
  deadPosition: 'draw, nobody can give mate any more',
  fivefoldRepetition: 'draw, the position has occurred five times',
  seventyFiveMoves: 'draw, seventy-five moves without a capture or a pawn move',
};

/** Moves and positions in plain English. A move is told from the state before it. */
export const describe: Narrator<State, Move> = { move: sayMove, position: sayPosition };

function sayMove(state: State, move: Move, events: readonly GameEvent[]): string {
  const find = (type: string) => events.find(event => event.type === type);
  const end = find('end');
  const castle = find('castle');
  const words = [
    castle === undefined
      ? saySteps(state, move, events)
      : `castles ${castle.side === 'k' ? 'short' : 'long'}`,
    move.promotion === null ? '' : `becomes a ${KIND_NAMES[PROMOTIONS[toPacked(move) & 7]!]}`,
    find('check') !== undefined && end?.reason !== 'checkmate' ? 'check' : '',
    end === undefined ? '' : nameEnding(String(end.reason)),
  ];
  return words.filter(word => word !== '').join(', ');
}

/** Who goes where: `knight on b1 to d2`, its square only where another of its kind could go there too. */
function saySteps(state: State, move: Move, events: readonly GameEvent[]): string {
  const packed = toPacked(move);
  const [from, to] = [packed >> 9, (packed >> 3) & 63];
  const kind = boardOf(state)[from]! & 7;
  const has = (type: string) => events.some(event => event.type === type);
  const others = kind !== 0 && originsOf(state, kind, to, ANY, ANY, from).length > 0;
  const who = kind === 0 ? squareName(from) : KIND_NAMES[kind]; // an empty square: a move that was refused
  const where = others ? ` on ${squareName(from)}` : '';
  const verb = has('capture') ? 'takes' : 'to';
  return `${who}${where} ${verb} ${squareName(to)}${has('enPassant') ? ' en passant' : ''}`;
}

function sayPosition(state: State): string {
  return `${saySide(state, 0)} ${saySide(state, 1)} ${sayTurn(state)}`;
}

/** `White: king e1, rooks a1 h1.` */
function saySide(state: State, side: 0 | 1): string {
  const board = boardOf(state);
  const groups: string[] = [];
  for (const kind of [KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN]) {
    const squares = [...board.keys()].filter(square => board[square] === (kind | (side << 3)));
    if (squares.length > 0)
      groups.push(
        `${KIND_NAMES[kind]}${squares.length > 1 ? 's' : ''} ${squares.map(squareName).join(' ')}`,
      );
  }
  return `${capital(SIDE_NAMES[side])}: ${groups.join(', ')}.`;
}

function sayTurn({ turn, check, outcome }: State): string {
  if (outcome !== null) return sayOutcome(outcome);
  return `${capital(SIDE_NAMES[turn])} to move${check ? ', in check' : ''}.`;
}

function sayOutcome({ winners, reason }: Outcome): string {
  const [winner] = winners;
  const ending = capital(nameEnding(reason));
  return winner === undefined ? `${ending}.` : `${ending}, ${SIDE_NAMES[winner]} wins.`;
}

const nameEnding = (reason: string): string => ENDINGS[reason] ?? reason;
