/** Backgammon against results of independent programs. */
import {
  hashState,
  type Json,
  type JsonObject,
  type Outcome,
  type Part,
  start,
  step,
  unwrap,
} from '@kifu/core';
import { describe, expect, test } from 'vitest';
import { eachVector } from '../../../../test/vectors.ts';
import { game } from './rules.ts';
import type { State } from './state.ts';

/** What vectors count of a turn: legal first steps, positions at its end, and ways to get there. */
interface Counts {
  readonly legal: readonly string[];
  readonly plays: number;
  readonly sequences: number;
}
interface RollRow extends Counts {
  readonly turn: number;
  readonly dice: readonly [number, number];
}
interface PositionRow extends RollRow {
  readonly points: readonly number[];
  readonly bar: readonly [number, number];
  readonly off: readonly [number, number];
  readonly forced: boolean;
}
interface CaseRow extends Partial<Counts> {
  readonly name: string;
  readonly state?: JsonObject;
  readonly illegal?: readonly { readonly hex: string; readonly why: string }[];
  readonly apply?: {
    readonly hex: string;
    readonly state: Json;
    readonly sha256: string;
    readonly result?: ResultRow;
  };
  readonly roll?: { readonly dice: Json; readonly state: Json; readonly sha256: string };
  readonly seed?: number;
  readonly initial?: Json;
  readonly sha256?: string;
}
interface ResultRow {
  readonly winner: number | null;
  readonly reason: string;
  readonly points: number;
}
interface GameRow {
  readonly id: string;
  readonly seed: number;
  readonly initial: Json;
  readonly initialHash: string;
  readonly events: readonly (string | readonly [number, number])[];
  readonly legal: readonly number[];
  readonly hash8: readonly string[];
  readonly final: Json;
  readonly finalHash: string;
  readonly result: ResultRow;
}

interface GivenRow {
  readonly name: string;
  readonly seed: Json;
  readonly dice: Json;
  readonly initial: Json;
  readonly initialHash: string;
  readonly moves: readonly string[];
  readonly hash8: readonly string[];
  readonly asides: readonly Json[];
}

const { aside, canon, restore } = game.states;
const { hex } = game.moves;
const legalHex = (state: State) => [...game.legal(state, state.turn)].map(hex.encode);
const resultOf = (outcome: Outcome | null): ResultRow | null =>
  outcome && {
    winner: outcome.winners[0] ?? null,
    reason: outcome.reason,
    points: Math.max(...outcome.points!),
  };

/** Plays a turn out in every way. */
function countTurn(state: State): Counts {
  const ends = new Set<string>();
  const walk = (now: State): number => {
    if (now.turn !== state.turn || now.outcome !== null) {
      ends.add(game.states.position(now));
      return 1;
    }
    let sequences = 0;
    for (const move of game.legal(now, now.turn))
      sequences += walk(unwrap(game.play(now, now.turn, move)).state);
    return sequences;
  };
  const sequences = walk(state);
  return { legal: legalHex(state), plays: ends.size, sequences };
}

/** A state from what a row tells; signs tell the sides. */
function stateOf({ turn, points, bar, off, dice }: Omit<PositionRow, keyof Counts | 'forced'>) {
  const [a, b] = dice;
  return restore({
    bar: { 0: bar[0], 1: bar[1] },
    bearOff: { 0: off[0], 1: off[1] },
    dice,
    moveCount: 0,
    points: points.map(n => new Array<number>(Math.abs(n)).fill(n > 0 ? 0 : 1)),
    remainingDice: a === b ? [a, a, a, a] : dice,
    seed: 1,
    turn,
  });
}

const START = [-2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2];

eachVector<RollRow[]>('backgammon', 'rolls', rows => {
  test.each(rows)('$dice for seat $turn', ({ turn, dice, legal, plays, sequences }) => {
    const state = unwrap(stateOf({ turn, dice, points: START, bar: [0, 0], off: [0, 0] }));
    expect(countTurn(state)).toEqual({ legal, plays, sequences });
  });
});

eachVector<PositionRow[]>('backgammon', 'positions', rows => {
  test.each(rows.map((row, i) => ({ ...row, i })))('position $i, $dice', row => {
    const { legal, plays, sequences } = row;
    const state = stateOf(row);
    // a roll that fits nothing passes by itself, so that no state has it
    if (plays === 0) expect(state).toMatchObject({ fault: { code: 'bad-state' } });
    else expect(countTurn(unwrap(state))).toEqual({ legal, plays, sequences });
  });
});

eachVector<CaseRow[]>('backgammon', 'cases', rows => {
  const played = rows.filter(({ legal }) => legal !== undefined);
  describe.each(played)('$name', row => {
    const state = unwrap(restore(row.state!));

    test('the state and its legal moves', () => {
      expect(canon(state)).toEqual(row.state);
      expect(legalHex(state)).toEqual(row.legal!.toSorted());
      if (row.plays !== undefined) expect(countTurn(state)).toMatchObject({ plays: row.plays });
      if (row.sequences !== undefined)
        expect(countTurn(state)).toMatchObject({ sequences: row.sequences });
    });

    for (const { hex: wire, why } of row.illegal ?? [])
      test(`refuses ${wire}: ${why}`, () => {
        expect(game.play(state, state.turn, unwrap(hex.decode(wire)))).toMatchObject({
          fault: { code: 'illegal-move' },
        });
      });

    const { apply } = row;
    if (apply === undefined) return;
    test(`plays ${apply.hex}`, () => {
      const { state: next } = unwrap(game.play(state, state.turn, unwrap(hex.decode(apply.hex))));
      expect(canon(next)).toEqual(apply.state);
      expect(hashState(game, next)).toBe(apply.sha256);
      expect(resultOf(next.outcome)).toEqual(apply.result ?? null);
    });
  });

  test.each(rows.filter(({ roll }) => roll !== undefined))('$name', ({ state, roll }) => {
    const before = unwrap(restore(state!));
    expect(game.chance!.due(before)).toBe(true);
    const { state: after, events } = game.chance!.draw(before);
    expect(events[0]).toMatchObject({ type: 'rolled', dice: roll!.dice });
    expect(canon(after)).toEqual(roll!.state);
    expect(hashState(game, after)).toBe(roll!.sha256);
  });

  test.each(rows.filter(({ initial }) => initial !== undefined))('$name', row => {
    const { state } = unwrap(start(game, { seed: row.seed }));
    expect(canon(state)).toEqual(row.initial);
    expect(hashState(game, state)).toBe(row.sha256);
  });
});

eachVector<GameRow[]>('backgammon', 'games', rows => {
  test.each(rows)('$id', row => {
    let stepped = unwrap(start(game, { seed: row.seed }));
    expect(canon(stepped.state)).toEqual(row.initial);
    expect(hashState(game, stepped.state)).toBe(row.initialHash);
    const waiting: Part<State>[] = []; // draws that have happened and are still to be compared
    let moves = 0;
    row.events.forEach((event, i) => {
      if (typeof event === 'string') {
        const { state } = stepped;
        expect(waiting).toEqual([]);
        expect([...game.legal(state, state.turn)].length).toBe(row.legal[moves++]);
        const move = unwrap(hex.decode(event));
        stepped = unwrap(step(game, state, { do: 'move', seat: state.turn, move }));
        waiting.push(...stepped.parts);
      }
      const part = waiting.shift()!;
      if (typeof event !== 'string')
        expect(part.events[0]).toMatchObject({ type: 'rolled', dice: event });
      expect(hashState(game, part.state).slice(0, 8)).toBe(row.hash8[i]);
    });
    expect(canon(stepped.state)).toEqual(row.final);
    expect(hashState(game, stepped.state)).toBe(row.finalHash);
    expect(resultOf(stepped.outcome)).toEqual(row.result);
  });
});

eachVector<GivenRow[]>('backgammon', 'given', rows => {
  test.each(rows)('$name', ({ seed, dice, initial, initialHash, moves, hash8, asides }) => {
    let { state } = unwrap(start(game, { seed, options: { dice } }));
    expect(canon(state)).toEqual(initial);
    expect(hashState(game, state)).toBe(initialHash);
    moves.forEach((wire, i) => {
      expect(aside(state)).toEqual(asides[i]);
      const move = unwrap(hex.decode(wire));
      ({ state } = unwrap(step(game, state, { do: 'move', seat: state.turn, move })));
      expect(hashState(game, state).slice(0, 8)).toBe(hash8[i]);
    });
    expect(aside(state)).toEqual(asides[moves.length]);
  });
});
