/** Dominos against results of an independent program, and against what our own README promises besides. */
import { hashState, type Json, type Outcome, start, step, unwrap } from '@kifu/core';
import { describe, expect, test } from 'vitest';
import { eachVector } from '../../../../test/vectors.ts';
import { seatsFor } from '../../test/domino-rounds.ts';
import { pipsInHands } from './ending.ts';
import { game } from './rules.ts';
import type { State } from './state.ts';

interface CaseRow {
  readonly name: string;
  readonly state: Json;
  readonly legal: readonly string[];
  readonly illegal: readonly { readonly hex: string; readonly why: string }[];
  readonly result?: ResultRow;
  readonly apply?: {
    readonly hex: string;
    readonly state: Json;
    readonly sha256: string;
    readonly result?: ResultRow;
  };
}
interface ResultRow {
  readonly winner: number | null;
  readonly reason: string;
  readonly points: number;
  readonly pips: readonly number[];
}
interface GameRow {
  readonly id: string;
  readonly seed: number;
  readonly playerCount: number;
  readonly initial: Json;
  readonly initialHash: string;
  readonly moves: readonly string[];
  readonly legal: readonly number[];
  readonly hash8: readonly string[];
  readonly final: Json;
  readonly finalHash: string;
  readonly result: ResultRow;
}

interface ViewRow {
  readonly name: string;
  readonly seed: number;
  readonly playerCount: number;
  readonly moves: readonly string[];
  readonly aside: Json;
  readonly seen: readonly {
    readonly seat: number | null;
    readonly view: Json;
    readonly events: readonly Json[];
  }[];
}
interface DealRow {
  readonly seed: string;
  readonly playerCount: number;
  readonly initial: Json;
  readonly initialHash: string;
  readonly aside: Json;
}

const { hex } = game.moves;
const legalHex = (state: State) => [...game.legal(state, state.turn)].map(hex.encode);

const begin = ({ seed, playerCount }: { seed: number | string; playerCount: number }) =>
  unwrap(start(game, { seed, seats: seatsFor(playerCount) }));

/** The end of a state in the words of the vectors; a draw has no points. */
function resultOf(state: State): ResultRow | null {
  const { outcome } = state;
  if (outcome === null) return null;
  const [winner = null] = outcome.winners;
  const points = pointsOf(outcome, winner);
  return { winner, reason: outcome.reason, points, pips: pipsInHands(state) };
}

function pointsOf({ points }: Outcome, winner: number | null): number {
  expect(points?.filter(n => n > 0).length).toBeLessThanOrEqual(1);
  return winner === null ? Math.max(...points!) : points![winner]!;
}

eachVector<CaseRow[]>('dominos', 'cases', rows => {
  describe.each(rows)('$name', row => {
    const state = unwrap(game.states.restore(row.state));

    test('the state and its legal moves', () => {
      expect(game.states.canon(state)).toEqual(row.state);
      expect(resultOf(state)).toEqual(row.result ?? null);
      expect(legalHex(state)).toEqual(row.legal.toSorted());
    });

    test.each(row.illegal)('refuses $hex: $why', ({ hex: wire }) => {
      expect(game.play(state, state.turn, unwrap(hex.decode(wire))).ok).toBe(false);
    });

    const { apply } = row;
    if (apply === undefined) return;
    test(`plays ${apply.hex}`, () => {
      const { state: next } = unwrap(game.play(state, state.turn, unwrap(hex.decode(apply.hex))));
      expect(game.states.canon(next)).toEqual(apply.state);
      expect(hashState(game, next)).toBe(apply.sha256);
      expect(resultOf(next)).toEqual(apply.result ?? null);
    });
  });
});

eachVector<GameRow[]>('dominos', 'games', rows => {
  test.each(rows)('$id', row => {
    let { state } = begin(row);
    expect(game.states.canon(state)).toEqual(row.initial);
    expect(hashState(game, state)).toBe(row.initialHash);
    row.moves.forEach((wire, i) => {
      expect(legalHex(state).length).toBe(row.legal[i]);
      const move = unwrap(hex.decode(wire));
      state = unwrap(step(game, state, { do: 'move', seat: state.turn, move })).state;
      expect(hashState(game, state).slice(0, 8)).toBe(row.hash8[i]);
    });
    expect(game.states.canon(state)).toEqual(row.final);
    expect(hashState(game, state)).toBe(row.finalHash);
    expect(resultOf(state)).toEqual(row.result);
  });
});

eachVector<ViewRow[]>('dominos', 'views', rows => {
  test.each(rows)('$name', row => {
    let stepped = begin(row);
    for (const wire of row.moves) {
      const { turn: seat } = stepped.state;
      const move = unwrap(hex.decode(wire));
      stepped = unwrap(step(game, stepped.state, { do: 'move', seat, move }));
    }
    const { state, parts } = stepped;
    expect(game.states.aside(state)).toEqual(row.aside);
    const { view, see } = game.secrets!;
    for (const { seat, view: expected, events } of row.seen) {
      expect(view(state, seat)).toEqual(expected);
      expect(parts.flatMap(part => part.events).map(event => see(event, seat))).toEqual(events);
    }
  });
});

eachVector<DealRow[]>('dominos', 'deals', rows => {
  test.each(rows)('$seed, $playerCount seats', row => {
    const { state } = begin(row);
    expect(game.states.canon(state)).toEqual(row.initial);
    expect(hashState(game, state)).toBe(row.initialHash);
    expect(game.states.aside(state)).toEqual(row.aside);
  });
});
