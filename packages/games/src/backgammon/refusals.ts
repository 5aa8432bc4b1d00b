/** Why a move cannot be played: the rule and a sentence. Looked for only once it is known that it cannot. */
import { allOf, type Fail, fail } from '@kifu/core';
import { BAR, HOME, viewed } from './board.ts';
import { placeName, stepName } from './names.ts';
import { diceLeft, foeOf, type State } from './state.ts';
import { blockedFor, otherDie, ownPlaces } from './steps.ts';

/** The rules of whole turns, which single steps do not show. */
type TurnRule = 'bothDice' | 'largerDie';

/** The fault of a move that is not legal. */
export function refuse(state: State, packed: number, turnRule?: TurnRule): Fail {
  const [rule, why] =
    turnRule === undefined ? stepRule(state, packed) : wholeTurn(state, packed, turnRule);
  return fail('illegal-move', `${stepName(state.turn, packed)}: ${why}`, { rule });
}

type Refusal = readonly [rule: string, why: string];

function wholeTurn(state: State, packed: number, rule: TurnRule): Refusal {
  const die = packed & 7;
  const other = otherDie(state, die);
  return rule === 'bothDice'
    ? [rule, `you must play both dice; this leaves no move for the ${other}`]
    : [rule, `only one die can be played, and it must be the larger: ${other}`];
}

function stepRule(state: State, packed: number): Refusal {
  const die = packed & 7;
  const place = packed >> 8 === BAR ? BAR : viewed(state.turn, packed >> 8);
  const to = (packed >> 3) & 31;
  const target = to === BAR ? -1 : viewed(state.turn, to);
  const own = ownPlaces(state);
  const has = (where: number) => ((own >> where) & 1) !== 0;
  const left = diceLeft(state);
  if (!left.includes(die)) return ['die', `you have no ${die} left; dice left: ${allOf(left)}`];
  if (!has(place)) return noChecker(state, place);
  if (place !== BAR && has(BAR)) return ['bar', 'enter your checker from the bar first'];
  if (target !== Math.max(-1, place - die))
    return ['distance', `a ${die} does not reach that point`];
  if (target >= 0 && ((blockedFor(state) >> target) & 1) !== 0)
    return ['blocked', `the ${placeName(target)} point is blocked`];
  if (own >> HOME !== 0)
    return ['notHome', 'bear off only when all your checkers are in your home board'];
  return ['behind', 'use a larger die to bear off only from your highest point'];
}

function noChecker(state: State, place: number): Refusal {
  if (place === BAR) return ['noChecker', 'no checkers on the bar'];
  const { n1, n2, n4, n8 } = foeOf(state);
  return (((n1 | n2 | n4 | n8) >> (23 - place)) & 1) === 0
    ? ['noChecker', `no checkers on the ${placeName(place)} point`]
    : ['notYours', `those are your opponent's checkers`];
}
