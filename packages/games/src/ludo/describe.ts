/** Ludo in spoken words: `token 2 walks 4, takes token 1 of blue`. */
import { capital, type GameEvent, type Narrator, type Seat } from '@kifu/core';
import { BASE, HOME, placeOf, RING_END } from './board.ts';
import type { Move } from './move-codec.ts';
import { seatName, tokenName } from './names.ts';
import { dieOf, outcomeOf, SEATS_OF, type State, seatedOf, tokensOf, turnOf } from './state.ts';

/** Moves and positions in plain English. A move is told from the state before it. */
export const describe: Narrator<State, Move> = { move: sayMove, position: sayPosition };

function sayMove(_state: State, { steps, tokenIndex }: Move, events: readonly GameEvent[]): string {
  const way = steps === 0 ? 'comes out' : `walks ${steps}`;
  return [`${tokenName(tokenIndex)} ${way}`, ...events.map(sayEvent)]
    .filter(words => words !== '')
    .join(', ');
}

function sayEvent({ type, of, token, winners }: GameEvent): string {
  if (type === 'capture') return `takes ${tokenName(token as number)} of ${seatName(of as Seat)}`;
  if (type === 'home') return 'is home';
  return type === 'end' ? `${seatName((winners as Seat[])[0]!)} wins` : '';
}

function sayPosition(state: State): string {
  return [...SEATS_OF[seatedOf(state)]!.map(seat => saySeat(state, seat)), sayTurn(state)].join(
    ' ',
  );
}

/** `Red: token 1 at 12, token 2 in the home column, 3 to go, 1 in base, 1 home.` */
function saySeat(state: State, seat: Seat): string {
  const places = [0, 1, 2, 3].map(token => placeOf(tokensOf(state, seat), token));
  const count = (place: number) => places.filter(other => other === place).length;
  const words = [
    ...places.map(sayPlace),
    count(BASE) > 0 ? `${count(BASE)} in base` : '',
    count(HOME) > 0 ? `${count(HOME)} home` : '',
  ];
  return `${capital(seatName(seat))}: ${words.filter(word => word !== '').join(', ')}.`;
}

function sayPlace(place: number, token: number): string {
  if (place === BASE || place === HOME) return '';
  if (place <= RING_END) return `${tokenName(token)} at ${place - 1}`;
  return `${tokenName(token)} in the home column, ${HOME - place} to go`;
}

function sayTurn(state: State): string {
  const outcome = outcomeOf(state);
  if (outcome !== null)
    return outcome.reason === 'allHome'
      ? `${capital(seatName(outcome.winners[0]!))} has all tokens home and wins.`
      : `${capital(seatName(outcome.winners[0]!))} is the last one left and wins.`;
  const name = capital(seatName(turnOf(state)));
  const die = dieOf(state);
  return die === 0 ? `${name} has to roll.` : `${name} has rolled ${die} and is to move.`;
}
