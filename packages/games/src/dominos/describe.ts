/**
 * Moves and positions in spoken words. The listener may sit on any seat, so hands are told only when they have been
 * turned up; which tile was drawn is told where the event says so.
 */
import { capital, counted, type GameEvent, type Narrator } from '@kifu/core';
import { pipsInHands } from './ending.ts';
import type { Move } from './move-codec.ts';
import { SEAT_NAMES } from './names.ts';
import { boardOf, boneyardSize, leftEnd, rightEnd, type State, seatsOf, tilesOf } from './state.ts';
import { leftOf, rightOf, type Tile } from './tiles.ts';

/** Moves and positions in plain English. A move is told from the state before it. */
export const describe: Narrator<State, Move> = { move: sayMove, position: sayPosition };

function sayMove(state: State, move: Move, events: readonly GameEvent[]): string {
  const find = (type: string) => events.find(event => event.type === type);
  const words = [sayAct(state, move, find('draw'), find('play'))];
  const end = find('end');
  if (end?.reason === 'emptyHand') words.push('the hand is empty');
  if (end?.reason === 'blocked') words.push('the game is blocked');
  return words.join(', ');
}

/** A move may be one that was refused, so that the tile need not be there; of a hidden hand only the event knows which it was. */
function sayAct(
  state: State,
  move: Move,
  drawn: GameEvent | undefined,
  played: GameEvent | undefined,
): string {
  if (move.tileIndex === -2) return 'passes';
  if (move.tileIndex === -1) {
    const tile = Array.isArray(drawn?.tile) ? sayPair(drawn.tile as [number, number]) : 'a tile';
    return `draws ${tile}`;
  }
  const held = tilesOf(state, state.turn)[move.tileIndex];
  const tile = Array.isArray(played?.tile)
    ? sayPair((played.tile as number[]).toSorted() as [number, number])
    : held === undefined
      ? 'a tile'
      : sayTile(held);
  return state.line === null && held !== undefined
    ? `leads ${tile}`
    : `lays ${tile} at the ${move.end} end`;
}

const sayTile = (tile: Tile): string => sayPair([leftOf(tile), rightOf(tile)]);
const sayPair = ([one, other]: readonly [number, number]): string =>
  one === other ? `double ${one}` : `${one} ${other}`;

function sayPosition(state: State): string {
  return `${sayLine(state)} ${sayHands(state)} ${sayTurn(state)}`;
}

function sayLine(state: State): string {
  const left = boneyardSize(state);
  const rest = left === 0 ? 'Nothing is left to draw.' : `${counted(left, 'tile')} left to draw.`;
  if (state.line === null) return `No tile is laid. ${rest}`;
  const { length } = boardOf(state);
  return `${counted(length, 'tile')} in line, ${leftEnd(state)} on the left, ${rightEnd(state)} on the right. ${rest}`;
}

function sayHands(state: State): string {
  const pips = pipsInHands(state);
  const hands = seatsOf(state).map(seat => {
    const tiles = tilesOf(state, seat);
    const held = tiles.length === 0 ? 'nothing' : tiles.map(sayTile).join(', ');
    const told =
      state.outcome === null ? counted(tiles.length, 'tile') : `${held}: ${countPips(pips[seat]!)}`;
    return `${capital(SEAT_NAMES[seat]!)} holds ${told}.`;
  });
  return hands.join(' ');
}

function sayTurn({ turn, outcome }: State): string {
  if (outcome === null) return `${capital(SEAT_NAMES[turn]!)} to move.`;
  const [winner] = outcome.winners;
  const why = outcome.reason === 'blocked' ? 'Blocked' : 'A hand is empty';
  return winner === undefined
    ? `${why}, a draw.`
    : `${why}, ${SEAT_NAMES[winner]} wins ${countPoints(outcome.points![winner]!)}.`;
}

const countPips = (n: number): string => `${n} ${n === 1 ? 'pip' : 'pips'}`;
const countPoints = (n: number): string => `${n} ${n === 1 ? 'point' : 'points'}`;
