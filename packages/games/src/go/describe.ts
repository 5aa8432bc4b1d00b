/** Go in spoken words: `black plays D4 and takes 2 stones`. */
import { capital, counted, type GameEvent, type Narrator, type Outcome } from '@kifu/core';
import { lay } from './board.ts';
import { cellsOf } from './grid.ts';
import type { Move } from './move-codec.ts';
import { cellName, formatHalves, pointName, SIDE_NAMES } from './names.ts';
import { isScoring, type State } from './state.ts';

/** Moves and positions in plain English. A move is told from the state before it. */
export const describe: Narrator<State, Move> = { move: sayMove, position: sayPosition };

function sayMove(state: State, move: Move, events: readonly GameEvent[]): string {
  const end = events.find(({ type }) => type === 'end');
  const words = [
    sayDeed(state, move, events),
    events.some(({ type }) => type === 'scoring') ? 'play stops' : '',
    end === undefined ? '' : sayScore(end as unknown as Outcome),
  ];
  return words.filter(word => word !== '').join(', ');
}

function sayDeed(state: State, { at, type }: Move, events: readonly GameEvent[]): string {
  const { grid } = state.match;
  const about = events.find(event =>
    ['capture', 'suicide', 'mark', 'agree', 'resume'].includes(event.type),
  );
  const seat = about?.seat ?? state.turn;
  const who = SIDE_NAMES[seat === 1 ? 1 : 0];
  const removed = Array.isArray(about?.at) ? about.at.length : 0;
  if (at === null) return `${who} ${WORDS[type] ?? type}`;
  const where = pointName(grid, at);
  if (type === 'mark')
    return `${who} marks ${where}${about === undefined ? '' : ` as ${about.as}`}`;
  if (state.left > 0) return `${who} places a handicap stone on ${where}`;
  if (about?.type === 'suicide')
    return `${who} plays ${where} and loses ${counted(removed, 'stone')}`;
  return `${who} plays ${where}${removed > 0 ? ` and takes ${counted(removed, 'stone')}` : ''}`;
}

const WORDS: { readonly [type: string]: string } = {
  pass: 'passes',
  agree: 'agrees',
  resume: 'plays on',
};

function sayPosition(state: State): string {
  const { match, stones, blackTook, whiteTook } = state;
  const board = lay(match.grid, stones);
  const sides = SIDE_NAMES.map((name, side) => {
    const cells = [...cellsOf(match.grid)].filter(cell => board[cell] === side + 1);
    const where = cells.map(cell => cellName(match.grid, cell)).join(' ') || 'no stones';
    const took = side === 0 ? blackTook : whiteTook;
    return `${capital(name)}: ${where}${took > 0 ? `, ${counted(took, 'prisoner')}` : ''}.`;
  });
  return [...sides, sayTurn(state)].join(' ');
}

function sayTurn(state: State): string {
  const { outcome, turn, left, ko, match } = state;
  if (outcome !== null) return `${capital(sayScore(outcome))}.`;
  if (isScoring(state)) return 'Play has stopped, the dead are marked.';
  if (left > 0) return `Black has ${counted(left, 'handicap stone')} to place.`;
  const retake = ko === 0 ? '' : `, but not at ${cellName(match.grid, ko)}`;
  return `${capital(SIDE_NAMES[turn])} to play${retake}.`;
}

/** `white wins by 3.5`. */
function sayScore({ winners, points }: Outcome): string {
  const [winner] = winners;
  if (winner === undefined || points === null) return 'the score is even';
  return `${SIDE_NAMES[winner === 1 ? 1 : 0]} wins by ${formatHalves(Math.abs(points[0]! - points[1]!))}`;
}
