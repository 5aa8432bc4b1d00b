/** The canonical form of a backgammon state and its aside. Move format §7 and §11. */
import {
  fail,
  hasKeys,
  isInteger,
  isObject,
  type Json,
  type JsonObject,
  ok,
  type Result,
  restoreSeed,
  type StateCodec,
  seedAside,
  seedCanon,
} from '@kifu/core';
import {
  BAR,
  blockedBy,
  CHECKERS,
  countAll,
  countAt,
  HOME,
  type Planes,
  POINTS,
  planesOf,
  type Side,
} from './board.ts';
import { formatGiven, parseGiven, parseRoll } from './dice.ts';
import { isUsualStakes, outcomeOf, parseStakes, USUAL_STAKES } from './ending.ts';
import { checkersOf, diceLeft, type State, wholeOf } from './state.ts';
import { legalPacked, ownPlaces } from './steps.ts';

const KEYS = ['bar', 'bearOff', 'dice', 'moveCount', 'points', 'remainingDice', 'seed', 'turn'];
/** More moves than any match can have; keeps counters from strangers within reason. */
const MAX_COUNT = 1_000_000;

/** Canonical JSON; beside it a long seed, rolls that were given and are still to come, and unusual stakes. */
export const states: StateCodec<State> = {
  canon: state => JSON.parse(text(state)) as Json,
  aside({ seed, given, stakes }) {
    const beside = seedAside(seed);
    const dice = given === null ? {} : { dice: formatGiven(given) };
    if (!isUsualStakes(stakes)) return { ...dice, seed: beside, stakes: [...stakes] };
    return given === null ? beside : { ...dice, seed: beside };
  },
  restore,
  position: ({ o1, o2, o4, o8, f1, f2, f4, f8, turn, dice, left }) =>
    `${o1},${o2},${o4},${o8},${f1},${f2},${f4},${f8},${turn},${dice},${left}`,
  text,
};

/** The checkers on a point, by side and how many. */
const STACKS = [0, 1].map(side =>
  Array.from({ length: CHECKERS + 1 }, (_, n) => `[${new Array<number>(n).fill(side).join(',')}]`),
);

/** The canonical text, keys in order. */
function text(state: State): string {
  const { dice, left, moveCount, seed, turn } = state;
  const [zero, one] = [checkersOf(state, 0), checkersOf(state, 1)];
  let points = '';
  for (let point = 0; point < POINTS; point++) {
    const count = countAt(zero, point);
    const stack = count > 0 ? STACKS[0]![count] : STACKS[1]![countAt(one, 23 - point)];
    points += point === 0 ? stack : `,${stack}`;
  }
  return (
    `{"bar":{"0":${countAt(zero, BAR)},"1":${countAt(one, BAR)}},` +
    `"bearOff":{"0":${CHECKERS - countAll(zero)},"1":${CHECKERS - countAll(one)}},` +
    `"dice":${dice === 0 ? 'null' : `[${dice >> 3},${dice & 7}]`},"moveCount":${moveCount},"points":[${points}],` +
    `"remainingDice":[${left === 0 ? '' : diceLeft({ dice, left }).join(',')}],"seed":${seedCanon(seed)},"turn":${turn}}`
  );
}

function restore(canon: Json, aside?: Json): Result<State> {
  if (!isObject(canon) || !hasKeys(canon, KEYS))
    return fail('malformed', `a state must have exactly the keys ${KEYS.join(', ')}`);
  const { bar, bearOff, points, turn, moveCount } = canon;
  const wrong = (key: string, form: string) => fail('malformed', form, { at: { path: `/${key}` } });
  const onBar = restorePair(bar);
  const off = restorePair(bearOff);
  const stacks = restorePoints(points);
  const roll = restoreDice(canon.dice, canon.remainingDice);
  if (onBar === null) return wrong('bar', PAIR_FORM);
  if (off === null) return wrong('bearOff', PAIR_FORM);
  if (stacks === null)
    return wrong(
      'points',
      'points must be 24 lists, each with the seat of every checker on the point',
    );
  if (roll === null)
    return wrong(
      'remainingDice',
      'dice must be two numbers or null, and remainingDice some of them, in order',
    );
  if (!isInteger(moveCount, 0, MAX_COUNT))
    return wrong('moveCount', 'moveCount must be an integer from 0');
  if (turn !== 0 && turn !== 1) return wrong('turn', 'turn must be 0 or 1');
  const luck = restoreLuck(canon.seed, aside ?? null);
  if (!luck.ok) return luck;
  const sides = ([0, 1] as const).map(side => planesOf([...stacks[side], onBar[side]]));
  const [own, foe] = [sides[turn]!, sides[1 - turn]!];
  const state: State = {
    o1: own.n1,
    o2: own.n2,
    o4: own.n4,
    o8: own.n8,
    f1: foe.n1,
    f2: foe.n2,
    f4: foe.n4,
    f8: foe.n8,
    turn,
    ...roll,
    moveCount,
    ...luck.value,
    // the side that bore off its last checker has handed over the turn
    outcome: countAll(foe) === 0 ? outcomeOf(turn === 0 ? 1 : 0, own, luck.value.stakes) : null,
  };
  const fault = findFault(state, sides, off);
  return fault === null ? ok(state) : fail('bad-state', fault);
}

const PAIR_FORM = 'counts must be { "0": n, "1": n }, n from 0 to 15';

function restorePair(pair: Json | undefined): [number, number] | null {
  if (!isObject(pair) || !hasKeys(pair, ['0', '1'])) return null;
  const { 0: zero, 1: one } = pair;
  return isInteger(zero, 0, CHECKERS) && isInteger(one, 0, CHECKERS) ? [zero, one] : null;
}

/** How many stand on each place, for each side as it counts them. */
function restorePoints(points: Json | undefined): [number[], number[]] | null {
  if (!Array.isArray(points) || points.length !== POINTS) return null;
  const counts: [number[], number[]] = [new Array(POINTS).fill(0), new Array(POINTS).fill(0)];
  for (const [point, stack] of points.entries()) {
    if (!Array.isArray(stack) || stack.length > CHECKERS) return null;
    const [side] = stack;
    if (side === undefined) continue;
    if ((side !== 0 && side !== 1) || stack.some(other => other !== side)) return null;
    counts[side as Side][side === 0 ? point : 23 - point] = stack.length;
  }
  return counts;
}

/** The dice as a state keeps them; null where what remains is not of them. */
function restoreDice(
  dice: Json | undefined,
  remaining: Json | undefined,
): Pick<State, 'dice' | 'left'> | null {
  if (!Array.isArray(remaining) || remaining.length > 4) return null;
  if (dice === null) return remaining.length === 0 ? { dice: 0, left: 0 } : null;
  const rolled = parseRoll(dice);
  if (rolled === null) return null;
  for (let left = wholeOf(rolled); left > 0; left--) {
    const dice = diceLeft({ dice: rolled, left });
    if (dice.length === remaining.length && dice.every((die, i) => die === remaining[i]))
      return { dice: rolled, left };
  }
  return null;
}

/** The seed, given rolls and unusual stakes. */
function restoreLuck(
  canon: Json | undefined,
  aside: Json,
): Result<Pick<State, 'seed' | 'given' | 'stakes'>> {
  const beside = ASIDES.some(keys => isObject(aside) && hasKeys(aside, keys))
    ? (aside as JsonObject)
    : { seed: aside };
  const seed = restoreSeed(canon, beside.seed);
  if (!seed.ok) return seed;
  const given = 'dice' in beside ? parseGiven(beside.dice) : ok(null);
  if (!given.ok) return given;
  if ('dice' in beside && given.value === null)
    return fail('malformed', 'empty dice must be left out');
  const stakes = 'stakes' in beside ? parseStakes(beside.stakes) : USUAL_STAKES;
  if (stakes === null || ('stakes' in beside && isUsualStakes(stakes)))
    return fail('malformed', 'stakes must be three counts, and left out if they are 1, 2 and 3');
  return ok({ seed: seed.value, given: given.value, stakes });
}

/** Keys of an aside that has more than a long seed. */
const ASIDES = [
  ['dice', 'seed'],
  ['seed', 'stakes'],
  ['dice', 'seed', 'stakes'],
];

/** Why well-formed numbers are not a position; null if they are. */
function findFault(state: State, sides: readonly Planes[], off: readonly number[]): string | null {
  for (const [side, planes] of sides.entries())
    if (countAll(planes) + off[side]! !== CHECKERS)
      return `seat ${side} has ${countAll(planes) + off[side]!} checkers, and not ${CHECKERS}`;
  if (ownPlaces(state) === 0) return 'the seat on turn has borne off all, and the turn passes then';
  if (state.outcome !== null) return state.dice === 0 ? null : 'nothing is rolled after the end';
  if (state.dice !== 0 && legalPacked(state).length === 0)
    return 'no step is possible with what remains of the dice, and the turn passes then';
  return isDead(state) ? 'both sides are shut out for ever' : null;
}

/** Both wait on the bar before six closed points. No play leads there, and no roll leads away. */
function isDead({ o1, o2, o4, o8, f1, f2, f4, f8 }: State): boolean {
  const isShutOut = (places: number, blocked: number) =>
    places >> BAR !== 0 && blocked >> (POINTS - HOME) === (1 << HOME) - 1;
  return (
    isShutOut(o1 | o2 | o4 | o8, blockedBy(f2, f4, f8)) &&
    isShutOut(f1 | f2 | f4 | f8, blockedBy(o2, o4, o8))
  );
}
