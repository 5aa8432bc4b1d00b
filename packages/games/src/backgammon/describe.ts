/** Backgammon in words, in any language: `8 to 5, hits`. Points are numbered as their owner counts them. */
import { type GameEvent, type Narrator, type Outcome, reasonTexts } from '@kifu/core';
import { type BackgammonTexts, backgammon as english } from '@kifu/texts/en/games/backgammon';
import { BAR, CHECKERS, countAll, countAt, type Side, viewed } from './board.ts';
import { describeCell } from './describe-cell.ts';
import { type Move, toPacked } from './move-codec.ts';
import { placeName } from './names.ts';
import { checkersOf, diceLeft, type State } from './state.ts';

/** Moves, positions, events and points. */
export const describe: Narrator<State, Move> = {
  move: describeMove,
  position: describePosition,
  event: describeEvent,
  cell: describeCell,
};

function describeMove(
  { turn }: State,
  move: Move,
  events: readonly GameEvent[],
  texts: BackgammonTexts = english,
): string {
  const packed = toPacked(move);
  const [from, to] = [packed >> 8, (packed >> 3) & 31];
  const pointOf = (point: number) => (point === BAR ? null : placeName(viewed(turn, point)));
  const find = (type: string) => events.find(event => event.type === type);
  const stuck = find('stuck');
  const end = find('end');
  const parts = [
    texts.step(pointOf(from), pointOf(to)),
    find('hit') === undefined ? '' : texts.hits,
    stuck === undefined ? '' : texts.stuck(stuck.dice as number[]),
    end === undefined ? '' : describeOutcome(end as unknown as Outcome, texts),
  ];
  return parts.filter(part => part !== '').join(', ');
}

function describePosition(state: State, texts: BackgammonTexts = english): string {
  return [
    describeSide(state, 0, texts),
    describeSide(state, 1, texts),
    describeTurn(state, texts),
  ].join(' ');
}

/** `White: 2 on 24, 5 on 13, 3 on 8, 5 on 6.` */
function describeSide(state: State, side: Side, texts: BackgammonTexts): string {
  const planes = checkersOf(state, side);
  const points = Array.from({ length: BAR }, (_, i) => BAR - 1 - i).flatMap(place => {
    const count = countAt(planes, place);
    return count === 0 ? [] : [[count, placeName(place)] as const];
  });
  const off = CHECKERS - countAll(planes);
  return texts.side(texts.seats[side]!, countAt(planes, BAR), points, off);
}

function describeTurn(state: State, texts: BackgammonTexts): string {
  const { turn, dice, outcome } = state;
  if (outcome !== null) return texts.sentence(describeOutcome(outcome, texts));
  const who = texts.seats[turn]!;
  return dice === 0 ? texts.toRoll(who) : texts.toPlay(who, diceLeft(state));
}

const describeOutcome = ({ winners: [winner = 0], reason }: Outcome, texts: BackgammonTexts) =>
  texts.won(texts.seats[winner]!, reasonTexts(reason, texts).by);

function describeEvent(
  _state: State,
  event: GameEvent,
  texts: BackgammonTexts = english,
): string | null {
  const { type, seat, at, from, dice } = event;
  const who = texts.seats[seat as number] ?? '';
  const pointOf = (point: unknown) =>
    typeof point === 'number' ? placeName(viewed(seat === 0 ? 0 : 1, point)) : '';
  switch (type) {
    case 'rolled':
      return texts.events.rolled(who, dice as number[]);
    case 'passed':
      return texts.events.passed(who);
    case 'enter':
      return texts.events.enter(who, pointOf(at));
    case 'hit':
      return texts.events.hit(who, pointOf(at));
    case 'bearOff':
      return texts.events.bearOff(who, pointOf(from));
    case 'stuck':
      return texts.events.stuck(who, dice as number[]);
    case 'end':
      return describeOutcome(event as unknown as Outcome, texts);
    default:
      return null;
  }
}
