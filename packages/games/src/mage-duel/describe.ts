/** Mage Duel in spoken words: `lays a city, field, road, road tile on e8, turned twice, wins a city`. */
import { capital, type GameEvent, type Narrator } from '@kifu/core';
import type { Side } from './features.ts';
import { CELLS, cellName } from './grid.ts';
import { type Move, numberOf } from './moves.ts';
import { SIDE_NAMES } from './names.ts';
import { formatMove } from './notation.ts';
import { type State, scoreOf, turnOf } from './state.ts';
import { NO_TILE, TILES } from './tiles.ts';

/** Moves and positions in plain English. */
export const describe: Narrator<State, Move> = { move: sayMove, position: sayPosition };

const TURNS = ['', ', turned once', ', turned twice', ', turned three times'];

function sayMove(state: State, move: Move, events: readonly GameEvent[]): string {
  return [sayAct(state, move), ...events.flatMap(sayEvent)].join(', ');
}

function sayAct(state: State, move: Move): string {
  if (move.op === 'skip') return 'skips';
  if (move.op === 'finish') return 'claims the end';
  const number = numberOf(move);
  if (number < 0) return formatMove(move); // a move that was refused
  const tile = move.op === 'joker' ? TILES[move.tile]! : (TILES[state.top] ?? 'no tile');
  const joker = move.op === 'joker' ? ' as a joker' : '';
  return `${tile}${joker} on ${cellName(number & (CELLS - 1))}${TURNS[move.rot]}`;
}

/** What came of it; contests that only the end of the match settled are passed over. */
function sayEvent({
  type,
  seat,
  winner = null,
  bluePoints,
  redPoints,
  by,
  totals,
}: GameEvent): string[] {
  if (/Contest/.test(type) && by !== null) {
    const kind = type.startsWith('City') ? 'city' : 'road';
    const points = [Number(bluePoints), Number(redPoints)] as const;
    return [sayResult(winner as Side | null, `a ${kind} is drawn`, ` a ${kind}`, points)];
  }
  if (seat !== 0) return []; // ends are told to both players
  if (type === 'GameFinished')
    return [sayResult(winner as Side | null, 'a tie', '', totals as [number, number])];
  return type === 'GameCanceled' ? ['the match is canceled'] : [];
}

/** `red wins a city 6 to 2`: the points of the winner first. */
function sayResult(
  winner: Side | null,
  draw: string,
  what: string,
  [blue, red]: readonly [number, number],
): string {
  if (winner === null) return `${draw} ${blue} to ${red}`;
  const [more, less] = winner === 0 ? [blue, red] : [red, blue];
  return `${SIDE_NAMES[winner]} wins${what} ${more} to ${less}`;
}

function sayPosition(state: State): string {
  const { end, top, deck } = state;
  const last =
    end === null ? `${capital(SIDE_NAMES[turnOf(state)])} to move.` : `Ended: ${end.reason}.`;
  const tile = top === NO_TILE ? 'No tile to lay' : `To lay: ${TILES[top]}`;
  return `${saySide(state, 0)} ${saySide(state, 1)} ${tile}, ${deck.length} in the deck. ${last}`;
}

/** `Blue: 4 points in cities, 2 in roads, 3 jokers.` */
function saySide(state: State, side: Side): string {
  const score = scoreOf(state);
  const jokers = state.jokers[side];
  return `${capital(SIDE_NAMES[side])}: ${score[2 * side]} points in cities, ${score[2 * side + 1]} in roads, ${jokers} ${jokers === 1 ? 'joker' : 'jokers'}.`;
}
