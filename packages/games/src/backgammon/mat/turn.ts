/** A turn as it is written, `24/14` or `13/7* 6/4`, as the steps that it is made of. */
import { type Fail, fail, ok, type Result } from '@kifu/core';
import { BAR, viewed } from '../board.ts';
import { fromPacked, type Move, packMove } from '../move-codec.ts';
import { play } from '../play.ts';
import { diceLeft, type State } from '../state.ts';
import { hitsAt } from '../steps.ts';
import type { Hop } from './items.ts';

/** The steps of a turn, and the state after them. */
export interface Steps {
  readonly moves: readonly Move[];
  readonly state: State;
}

/** Dice in the order in which they are tried. */
export type DiceOrder = readonly [number, number];

/**
 * Finds the steps; of several ways the one that hits just where a star says so, in the order written. Where two dice bear
 * off the same checker, the order of the dice tells which goes first. Only a turn that is the last of a file may be cut
 * short; in any other, `2/off` may be one checker by both dice.
 */
export function findSteps(
  state: State,
  hops: readonly Hop[],
  dice: DiceOrder,
  isLast: boolean,
): Result<Steps> {
  const whole = isLast ? null : search(state, state.turn, hops, dice, true);
  const found = whole ?? search(state, state.turn, hops, dice, false);
  return found === null ? refuse(state, hops) : ok(found);
}

/** A move as a hop. */
export function hopOf(state: State, { from, to }: Move): Hop {
  const start = from === 'bar' ? BAR : viewed(state.turn, from);
  const end = to === 'off' ? -1 : viewed(state.turn, to);
  return { from: start, to: end, hits: hitsAt(state, end) };
}

/** A hop as match files have it, in numbers only: `13/8*`, `25/22` from the bar, `6/0` off. */
export const formatHop = ({ from, to, hits }: Hop): string =>
  `${from + 1}/${to + 1}${hits ? '*' : ''}`;

/** Steps, and how often they hit without a star or do not with one. */
interface RatedSteps extends Steps {
  readonly wrong: number;
}

function search(
  state: State,
  side: State['turn'],
  hops: readonly Hop[],
  dice: DiceOrder,
  isWhole: boolean,
): RatedSteps | null {
  if (hops.length === 0) {
    const isLeft = state.turn === side && state.dice !== 0 && state.outcome === null;
    return isWhole && isLeft ? null : { moves: [], state, wrong: 0 };
  }
  if (state.turn !== side || state.outcome !== null) return null;
  let best: RatedSteps | null = null;
  for (const [i, hop] of hops.entries()) {
    if (hops.findIndex(other => isSame(other, hop)) < i) continue;
    for (const die of inOrder(state, hop, dice)) {
      const next = takeStep(state, hop, die);
      if (next === null) continue;
      const rest = next.left === null ? hops.toSpliced(i, 1) : hops.toSpliced(i, 1, next.left);
      const after = search(next.state, side, rest, dice, isWhole);
      const wrong = (after?.wrong ?? 0) + next.wrong;
      if (after !== null && (best === null || wrong < best.wrong))
        best = { moves: [next.move, ...after.moves], state: after.state, wrong };
    }
  }
  return best;
}

/** The dice that are left, those first that go the whole way at once. */
function inOrder(state: State, { from, to }: Hop, dice: DiceOrder): number[] {
  const left = diceLeft(state);
  const usable = [...new Set(dice)].filter(die => left.includes(die));
  const isWhole = (die: number) => Math.max(-1, from - die) === to;
  return [...usable.filter(isWhole), ...usable.filter(die => !isWhole(die))];
}

const isSame = (a: Hop, b: Hop): boolean => a.from === b.from && a.to === b.to && a.hits === b.hits;

/** One die along a hop: the move, what is left of the hop, and whether the star is wrong; null where it cannot be. */
function takeStep(state: State, hop: Hop, die: number) {
  const landing = Math.max(-1, hop.from - die);
  if (landing < hop.to) return null;
  const move = moveOf(state, hop.from, landing, die);
  const played = play(state, state.turn, move);
  if (!played.ok) return null;
  const isWhole = landing === hop.to;
  const left = isWhole ? null : { ...hop, from: landing };
  const wrong = hitsAt(state, landing) === (isWhole && hop.hits) ? 0 : 1;
  return { move, state: played.value.state, left, wrong };
}

function moveOf({ turn }: State, from: number, to: number, die: number): Move {
  const start = from === BAR ? BAR : viewed(turn, from);
  return fromPacked(packMove(start, to < 0 ? BAR : viewed(turn, to), die));
}

/** Why a turn cannot be played: the fault of the first hop that is one die and is refused, else a general one. */
function refuse(state: State, hops: readonly Hop[]): Fail {
  let now = state;
  for (const { from, to } of hops) {
    const larger = diceLeft(now)
      .sort((a, b) => a - b)
      .find(left => left >= from - to);
    const die = to < 0 ? (larger ?? from - to) : from - to;
    if (die > 6) break;
    const played = play(now, state.turn, moveOf(now, from, to, die));
    if (!played.ok && played.fault.code === 'illegal-move') return played;
    if (!played.ok) break;
    now = played.value.state;
  }
  return fail('illegal-move', 'these moves cannot be played with this roll', { rule: 'distance' });
}
