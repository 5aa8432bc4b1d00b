/** Backgammon in spoken words: `8 to 5, hits`. Points are told as their owner counts them. */
import { allOf, capital, type GameEvent, type Narrator, type Outcome } from '@kifu/core';
import { BAR, CHECKERS, countAll, countAt, type Side, viewed } from './board.ts';
import { type Move, toPacked } from './move-codec.ts';
import { placeName, SIDE_NAMES } from './names.ts';
import { checkersOf, diceLeft, type State } from './state.ts';

/** Moves and positions in plain English. A move is told from the state before it. */
export const describe: Narrator<State, Move> = { move: sayMove, position: sayPosition };

function sayMove({ turn }: State, move: Move, events: readonly GameEvent[]): string {
  const packed = toPacked(move);
  const [from, to] = [packed >> 8, (packed >> 3) & 31];
  const find = (type: string) => events.find(event => event.type === type);
  const stuck = find('stuck');
  const end = find('end');
  const start = from === BAR ? 'bar' : placeName(viewed(turn, from));
  const words = [
    to === BAR ? `${start} off` : `${start} to ${placeName(viewed(turn, to))}`,
    find('hit') === undefined ? '' : 'hits',
    stuck === undefined ? '' : `cannot play ${allOf(stuck.dice as number[])}`,
    end === undefined ? '' : sayEnding(String(end.reason)),
  ];
  return words.filter(word => word !== '').join(', ');
}

/** What a win is called; any other reason is said as it stands. */
const sayEnding = (reason: string): string =>
  ({ single: 'wins', gammon: 'wins a gammon', backgammon: 'wins a backgammon' })[reason] ?? reason;

function sayPosition(state: State): string {
  return `${saySide(state, 0)} ${saySide(state, 1)} ${sayTurn(state)}`;
}

/** `White: 2 on 24, 5 on 13, 3 on 8, 5 on 6.` */
function saySide(state: State, side: Side): string {
  const planes = checkersOf(state, side);
  const groups: string[] = [];
  for (let place = BAR; place >= 0; place--) {
    const count = countAt(planes, place);
    if (count > 0) groups.push(`${count} on ${place === BAR ? 'the bar' : placeName(place)}`);
  }
  const off = CHECKERS - countAll(planes);
  if (off > 0) groups.push(`${off} off`);
  return `${capital(SIDE_NAMES[side])}: ${groups.join(', ')}.`;
}

function sayTurn(state: State): string {
  const { turn, dice, outcome } = state;
  if (outcome !== null) return sayOutcome(outcome);
  const name = capital(SIDE_NAMES[turn]);
  return dice === 0 ? `${name} to roll.` : `${name} to play ${allOf(diceLeft(state))}.`;
}

function sayOutcome({ winners, reason }: Outcome): string {
  const [winner = 0] = winners;
  return `${capital(SIDE_NAMES[winner as Side])} ${sayEnding(reason)}.`;
}
