/** The end of a match and its final scoring. Rule sheet §15. */
import type { GameEvent, Outcome } from '@kifu/core';
import { contestEvents } from './events.ts';
import { openFeatures, type Side, settle } from './features.ts';
import type { End, Reason, State } from './state.ts';
import { turnOf } from './state.ts';
import { NO_TILE } from './tiles.ts';

/** The state with its end: all features settled, jokers counted. A canceled match pays neither side. */
export function endState(state: State, reason: Reason): State {
  return { ...state, end: reason === 'canceled' ? canceled(state) : scored(state, reason) };
}

/** What a claim by a player leads to: without a single move the forfeiting rule set has nothing to score. */
export const claimReason = ({ rules, done }: State): Reason =>
  rules.timeout === 'forfeit' && done === 0 ? 'canceled' : 'timeout';

/** Why the match is over after a placement, if it is. */
export function reasonAfterPlacement({ top, deck, jokers, rules, board }: State): Reason | null {
  if (top === NO_TILE && deck.length === 0 && jokers[0] + jokers[1] === 0) return 'exhausted';
  return rules.endOnFullBoard && !board.includes(0) ? 'full-board' : null;
}

function scored(state: State, reason: Reason): End {
  const contests = openFeatures(state);
  const score = settle(state.score, contests);
  const { jokerPrice, timeout } = state.rules;
  const totalOf = (side: Side) =>
    score[2 * side]! + score[2 * side + 1]! + state.jokers[side] * jokerPrice;
  const totals = [totalOf(0), totalOf(1)] as const;
  const winner = totals[0] === totals[1] ? null : totals[0] > totals[1] ? 0 : 1;
  const late = reason === 'timeout' && timeout === 'forfeit' ? turnOf(state) : null;
  const paid = [late === 0 ? 0 : totals[0], late === 1 ? 0 : totals[1]] as const;
  const outcome: Outcome = {
    result: winner === null ? 'draw' : 'win',
    winners: winner === null ? [] : [winner],
    points: totals,
    reason,
  };
  return { reason, contests, score, totals, winner, paid, outcome };
}

const canceled = ({ score }: State): End => ({
  reason: 'canceled',
  contests: [],
  score,
  totals: [0, 0],
  winner: null,
  paid: [0, 0],
  outcome: { result: 'void', winners: [], points: null, reason: 'canceled' },
});

/** Events of an end: the closing contests, then one event per player. */
export function endEvents({ reason, contests, totals, winner, paid }: End): GameEvent[] {
  if (reason === 'canceled') return [0, 1].map(seat => ({ type: 'GameCanceled', seat }));
  return [
    ...contestEvents(contests, null),
    ...([0, 1] as const).map(seat => ({
      type: 'GameFinished',
      seat,
      reason,
      totals,
      winner,
      paid: paid[seat],
    })),
  ];
}
