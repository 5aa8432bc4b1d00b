/** Turns of backgammon: all ways to play a roll out, step by step, and the way that an engine has named. */
import type { Json, Kit } from '@kifu/core';

/** A way to play what is left of a roll. */
export interface TurnPlan {
  readonly steps: readonly Json[];
  /** The state after it, before the opponent rolls. */
  readonly state: unknown;
}

/** Far more positions than any roll leads to. */
const MAX_PLANS = 20_000;

/** Returns the ways to play the turn out from a state; of ways to one position the first. */
export function plansFrom({ game }: Kit, state: unknown, seat: number): TurnPlan[] {
  const plans: TurnPlan[] = [];
  const seen = new Set<string>();
  const open: TurnPlan[] = [{ steps: [], state }];
  for (let plan = open.pop(); plan !== undefined && seen.size < MAX_PLANS; plan = open.pop()) {
    const isOver = plan.steps.length > 0 && !game.active(plan.state).includes(seat);
    if (isOver) plans.push(plan);
    else
      for (const move of [...game.legal(plan.state, seat)].reverse()) {
        const played = game.play(plan.state, seat, move);
        const key = played.ok ? game.states.position(played.value.state) : '';
        if (!played.ok || seen.has(key)) continue;
        seen.add(key);
        open.push({ steps: [...plan.steps, move], state: played.value.state });
      }
  }
  return plans;
}

/** A turn as an engine names it. */
export interface NamedTurn {
  readonly hops: readonly (readonly [from: number, to: number])[];
  /** How many checkers it hits. */
  readonly hits: number;
}

/** Reads a turn as GNU Backgammon writes it: `8/5 6/5`, `bar/22*`, `13/7(2)`; null for other text. */
export function parseTurn(text: string): NamedTurn | null {
  const hops: [number, number][] = [];
  for (const word of text.trim().split(/\s+/)) {
    const [, way, count = '1'] = /^([^()]+?)(?:\((\d)\))?$/.exec(word) ?? [];
    const points = way?.split('/').map(pointOf) ?? [];
    if (points.length < 2 || points.some(point => point === null)) return null;
    for (let n = Number(count); n > 0; n--)
      for (let i = 0; i + 1 < points.length; i++) hops.push([points[i]!, points[i + 1]!]);
  }
  return { hops, hits: text.split('*').length - 1 };
}

/** 1 to 24 from the mover's side; the bar is 25, off is 0. */
function pointOf(text: string): number | null {
  const word = text.replace('*', '').toLowerCase();
  if (word === 'bar') return 25;
  if (word === 'off') return 0;
  const point = /^\d{1,2}$/.test(word) ? Number(word) : Number.NaN;
  return point >= 0 && point <= 25 ? point : null;
}

/** Returns the checkers of a seat by place after some hops: places are 0 (off) to 25 (bar). */
export function placesAfter(
  places: readonly number[],
  hops: readonly (readonly [number, number])[],
): number[] {
  const after = [...places];
  for (const [from, to] of hops) {
    after[from]!--;
    after[to]!++;
  }
  return after;
}
