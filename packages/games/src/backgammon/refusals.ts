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
    ? [rule, `both dice can be played, and this leaves nothing for the ${other}`]
    : [rule, `only one of the dice can be played, and then it is the larger, the ${other}`];
}

function stepRule(state: State, packed: number): Refusal {
  const die = packed & 7;
  const place = packed >> 8 === BAR ? BAR : viewed(state.turn, packed >> 8);
  const to = (packed >> 3) & 31;
  const target = to === BAR ? -1 : viewed(state.turn, to);
  const own = ownPlaces(state);
  const has = (where: number) => ((own >> where) & 1) !== 0;
  const left = diceLeft(state);
  if (!left.includes(die)) return ['die', `no ${die} is left to play, but ${allOf(left)}`];
  if (!has(place)) return noChecker(state, place);
  if (place !== BAR && has(BAR)) return ['bar', 'the checker on the bar goes first'];
  if (target !== Math.max(-1, place - die)) return ['distance', `that is not where a ${die} leads`];
  if (target >= 0 && ((blockedFor(state) >> target) & 1) !== 0)
    return ['blocked', `the other side holds the ${placeName(target)} point`];
  if (own >> HOME !== 0)
    return ['notHome', 'checkers are borne off when all that are left stand at home'];
  return [
    'behind',
    `a larger die bears off from the highest point only, and a checker stands behind`,
  ];
}

function noChecker(state: State, place: number): Refusal {
  if (place === BAR) return ['noChecker', 'there is nothing on the bar'];
  const { n1, n2, n4, n8 } = foeOf(state);
  return (((n1 | n2 | n4 | n8) >> (23 - place)) & 1) === 0
    ? ['noChecker', `nothing stands on the ${placeName(place)} point`]
    : ['notYours', `the checkers on the ${placeName(place)} point are the other side's`];
}
