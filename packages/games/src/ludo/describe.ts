/** Ludo in words, in any language: `token 2 moves 4, takes token 1 of Blue`. */
import { type GameEvent, type Narrator, type Outcome, reasonTexts, type Seat } from '@kifu/core';
import { ludo as english, type LudoTexts } from '@kifu/texts/en/games/ludo';
import { BASE, HOME, placeOf, RING_END, squareOf } from './board.ts';
import { describeCell } from './describe-cell.ts';
import type { Move } from './move-codec.ts';
import { dieOf, outcomeOf, SEATS_OF, type State, seatedOf, tokensOf, turnOf } from './state.ts';

/** Moves, positions, events and squares. */
export const describe: Narrator<State, Move> = {
  move: describeMove,
  listed: listMove,
  position: describePosition,
  event: describeEvent,
  cell: describeCell,
};

/** Tokens are numbered from one. */
const tokenName = (token: unknown, texts: LudoTexts): string => texts.token(Number(token) + 1);

const seatName = (seat: unknown, { seats }: LudoTexts): string => seats[seat as number] ?? '';

function describeMove(
  _state: State,
  { steps, tokenIndex }: Move,
  events: readonly GameEvent[],
  texts: LudoTexts = english,
): string {
  const token = tokenName(tokenIndex, texts);
  const way = steps === 0 ? texts.leavesBase(token) : texts.moves(token, steps);
  const results = events.map(event => describeResult(event, texts)).filter(text => text !== '');
  return [way, ...results].join(', ');
}

/** `token 2 to 28, takes Blue`: lists show the die, too. */
function listMove(
  state: State,
  { steps, tokenIndex }: Move,
  events: readonly GameEvent[],
  texts: LudoTexts = english,
): string {
  const { listed } = texts;
  const token = tokenName(tokenIndex, texts);
  const seat = turnOf(state);
  const place = placeOf(tokensOf(state, seat), tokenIndex) + steps;
  const way =
    steps === 0
      ? texts.leavesBase(token)
      : place >= HOME
        ? listed.home(token)
        : place > RING_END
          ? listed.column(token, place - RING_END)
          : listed.square(token, squareOf(seat, place));
  const taken = events.find(({ type }) => type === 'capture');
  return taken === undefined ? way : `${way}, ${listed.takes(seatName(taken.of, texts))}`;
}

/** What came of a move. */
function describeResult(event: GameEvent, texts: LudoTexts): string {
  if (event.type === 'capture')
    return texts.takes(tokenName(event.token, texts), seatName(event.of, texts));
  if (event.type === 'home') return texts.isHome;
  return event.type === 'end' ? describeOutcome(event as unknown as Outcome, texts) : '';
}

const describeOutcome = ({ winners: [winner = 0], reason }: Outcome, texts: LudoTexts): string =>
  texts.won(seatName(winner, texts), reasonTexts(reason, texts).by);

function describePosition(state: State, texts: LudoTexts = english): string {
  return [
    ...SEATS_OF[seatedOf(state)]!.map(seat => describeSide(state, seat, texts)),
    describeTurn(state, texts),
  ].join(' ');
}

/** `Red: token 1 at 12, token 2 in the home column, 3 to go, 1 in base, 1 home.` */
function describeSide(state: State, seat: Seat, texts: LudoTexts): string {
  const places = [0, 1, 2, 3].map(token => placeOf(tokensOf(state, seat), token));
  const count = (place: number) => places.filter(other => other === place).length;
  const parts = places.flatMap((place, i) => {
    const token = tokenName(i, texts);
    if (place === BASE || place === HOME) return [];
    return [place <= RING_END ? texts.at(token, place - 1) : texts.inColumn(token, HOME - place)];
  });
  if (count(BASE) > 0) parts.push(texts.inBase(count(BASE)));
  if (count(HOME) > 0) parts.push(texts.home(count(HOME)));
  return texts.side(seatName(seat, texts), parts);
}

function describeTurn(state: State, texts: LudoTexts): string {
  const outcome = outcomeOf(state);
  if (outcome !== null) return texts.sentence(describeOutcome(outcome, texts));
  const name = seatName(turnOf(state), texts);
  const die = dieOf(state);
  return die === 0 ? texts.toRoll(name) : texts.toMove(name, die);
}

function describeEvent(_state: State, event: GameEvent, texts: LudoTexts = english): string | null {
  const who = seatName(event.seat, texts);
  switch (event.type) {
    case 'rolled':
      return texts.events.rolled(who, event.die as number);
    case 'enter':
      return texts.events.enter(who, tokenName(event.token, texts));
    case 'home':
      return texts.events.home(who, tokenName(event.token, texts));
    case 'capture':
      return texts.events.capture(who, tokenName(event.token, texts), seatName(event.of, texts));
    case 'left':
      return texts.events.left(who);
    case 'end':
      return describeOutcome(event as unknown as Outcome, texts);
    default:
      return null;
  }
}
