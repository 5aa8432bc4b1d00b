/** Checkers in spoken words: `man 22 takes 18 and 11 to 8, is crowned`. */
import { capital, type GameEvent, type Narrator, type Outcome } from '@kifu/core';
import { squaresOf } from './bits.ts';
import { type Move, toPath } from './move-codec.ts';
import { formatMove, SIDE_NAMES } from './names.ts';
import { capturesOn, endOf, fromOf } from './path.ts';
import { NONE, numberOf, type Side } from './squares.ts';
import { piecesOf, type State } from './state.ts';

/** What an end by the rules is called; any other reason is said as it stands. */
const ENDINGS: { readonly [reason: string]: string } = {
  noMoves: 'no move is left',
  threefoldRepetition: 'draw, the position has occurred three times',
  fortyMoves: 'draw, forty moves each without a capture or a man’s move',
};

/** Moves and positions in plain English. A move is told from the state before it. */
export const describe: Narrator<State, Move> = { move: sayMove, position: sayPosition };

function sayMove(state: State, move: Move, events: readonly GameEvent[]): string {
  const find = (type: string) => events.find(event => event.type === type);
  const end = find('end');
  const words = [
    saySteps(state, move),
    find('crown') === undefined ? '' : 'is crowned',
    end === undefined ? '' : nameEnding(String(end.reason)),
  ];
  return words.filter(word => word !== '').join(', ');
}

function saySteps(state: State, move: Move): string {
  const path = toPath(move);
  if (path < 0) return formatMove(move); // a move that was refused
  const [from, to] = [numberOf(fromOf(path)), numberOf(endOf(path))];
  const who = ((state.kings >> fromOf(path)) & 1) === 1 ? 'king' : 'man';
  const taken = capturesOn(path).map(numberOf);
  if (taken.length === 0) return `${who} ${from} to ${to}`;
  return `${who} ${from} takes ${allOf(taken)} to ${to}`;
}

const allOf = (numbers: readonly number[]): string =>
  numbers.length < 2
    ? numbers.join('')
    : `${numbers.slice(0, -1).join(', ')} and ${numbers[numbers.length - 1]}`;

function sayPosition(state: State): string {
  return `${saySide(state, 0)} ${saySide(state, 1)} ${sayTurn(state)}`;
}

/** `Black: men 1 2 5, king 22.` */
function saySide(state: State, side: Side): string {
  const pieces = piecesOf(state, side);
  const groups = (
    [
      ['man', 'men', pieces & ~state.kings],
      ['king', 'kings', pieces & state.kings],
    ] as const
  ).flatMap(([one, many, set]) => {
    const squares = squaresOf(set)
      .map(numberOf)
      .sort((a, b) => a - b);
    return squares.length === 0
      ? []
      : [`${squares.length === 1 ? one : many} ${squares.join(' ')}`];
  });
  return `${capital(SIDE_NAMES[side])}: ${groups.join(', ') || 'nothing'}.`;
}

function sayTurn({ turn, chain, outcome }: State): string {
  if (outcome !== null) return sayOutcome(outcome);
  const going = chain === NONE ? '' : `, jumping on from ${numberOf(chain)}`;
  return `${capital(SIDE_NAMES[turn])} to move${going}.`;
}

function sayOutcome({ winners, reason }: Outcome): string {
  const [winner] = winners;
  const ending = capital(nameEnding(reason));
  return winner === undefined ? `${ending}.` : `${ending}, ${SIDE_NAMES[winner]} wins.`;
}

const nameEnding = (reason: string): string => ENDINGS[reason] ?? reason;
