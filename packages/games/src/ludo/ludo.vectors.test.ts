/** Ludo against results of an independent program. */
import {
  hashState,
  type Json,
  type LeaveReason,
  type Outcome,
  type Part,
  parseSeed,
  start,
  step,
  unwrap,
} from '@kifu/core';
import { expect, test } from 'vitest';
import { eachVector } from '../../../../test/vectors.ts';
import { rollForFirst } from './roll.ts';
import { game } from './rules.ts';
import { type State, turnOf } from './state.ts';

interface ResultRow {
  readonly winner: number | null;
  readonly reason: string;
}
type StartRolls = readonly (readonly (readonly [seat: number, die: number])[])[];
/** One of three kinds, told by what it has. */
interface CaseRow {
  readonly name: string;
  readonly state?: Json;
  readonly legal?: readonly string[];
  readonly illegal?: readonly { readonly hex: string; readonly why: string }[];
  readonly apply?: {
    readonly hex: string;
    readonly state: Json;
    readonly sha256: string;
    readonly result?: ResultRow;
  };
  readonly roll?: {
    readonly dice: readonly number[];
    readonly state: Json;
    readonly sha256: string;
  };
  readonly seed?: number;
  readonly playerCount?: number;
  readonly startRolls?: StartRolls;
  readonly initial?: Json;
  readonly sha256?: string;
}
interface GameRow {
  readonly id: string;
  readonly seed: number;
  readonly playerCount: number;
  readonly startRolls: StartRolls;
  readonly initial: Json;
  readonly initialHash: string;
  readonly events: readonly (readonly [number] | string)[];
  readonly legal: readonly number[];
  readonly hash8: readonly string[];
  readonly final: Json;
  readonly finalHash: string;
  readonly result: ResultRow;
}

const { hex } = game.moves;
const { aside, canon, restore } = game.states;
const resultOf = (outcome: Outcome | null): ResultRow | null =>
  outcome && { winner: outcome.winners[0] ?? null, reason: outcome.reason };
const seatsOf = (count: number) => Array.from({ length: count }, (_, seat) => seat);
const dieOf = (part: Part<State>) => part.events.find(({ type }) => type === 'rolled')?.die;

eachVector<CaseRow[]>('ludo', 'cases', rows => {
  test.each(rows.filter(row => row.legal !== undefined))('$name', row => {
    const state = unwrap(restore(row.state!));
    expect(canon(state)).toEqual(row.state);
    expect([...game.legal(state, turnOf(state))].map(hex.encode)).toEqual(row.legal);
    for (const { hex: wire, why } of row.illegal ?? [])
      expect(game.play(state, turnOf(state), unwrap(hex.decode(wire))).ok, why).toBe(false);
    if (row.apply === undefined) return;
    const move = unwrap(hex.decode(row.apply.hex));
    const { state: next } = unwrap(game.play(state, turnOf(state), move));
    expect(canon(next)).toEqual(row.apply.state);
    expect(hashState(game, next)).toBe(row.apply.sha256);
    expect(resultOf(game.outcome(next))).toEqual(row.apply.result ?? null);
  });

  test.each(rows.filter(row => row.roll !== undefined))('$name', ({ state: before, roll }) => {
    const drawn = game.chance!.draw(unwrap(restore(before!)));
    expect([dieOf({ by: 'draw', ...drawn })]).toEqual(roll!.dice);
    expect(canon(drawn.state)).toEqual(roll!.state);
    expect(hashState(game, drawn.state)).toBe(roll!.sha256);
  });

  test.each(rows.filter(row => row.initial !== undefined))('$name', row => {
    const seats = seatsOf(row.playerCount!);
    const { state } = unwrap(start(game, { seats, seed: row.seed! }, 'fair'));
    expect(rollForFirst(seats, row.seed!).rounds).toEqual(row.startRolls);
    expect(canon(state)).toEqual(row.initial);
    expect(hashState(game, state)).toBe(row.sha256);
  });
});

eachVector<GameRow[]>('ludo', 'games', rows => {
  test.each(rows)('$id', row => {
    const seats = seatsOf(row.playerCount);
    expect(rollForFirst(seats, row.seed).rounds).toEqual(row.startRolls);
    const started = unwrap(start(game, { seats, seed: row.seed }));
    const [initial, ...opening] = started.parts;
    expect(canon(initial!.state)).toEqual(row.initial);
    expect(hashState(game, initial!.state)).toBe(row.initialHash);
    let state = started.state;
    const parts: Part<State>[] = opening;
    const counts: number[] = [];
    for (const event of row.events)
      if (typeof event === 'string') {
        counts.push([...game.legal(state, turnOf(state))].length);
        const what = { do: 'move', seat: turnOf(state), move: unwrap(hex.decode(event)) } as const;
        const stepped = unwrap(step(game, state, what));
        parts.push(...stepped.parts);
        state = stepped.state;
      }
    expect(parts.map(part => (part.by === 'move' ? 'move' : dieOf(part)))).toEqual(
      row.events.map(event => (typeof event === 'string' ? 'move' : event[0])),
    );
    expect(parts.map(part => hashState(game, part.state).slice(0, 8))).toEqual(row.hash8);
    expect(counts).toEqual(row.legal);
    expect(canon(state)).toEqual(row.final);
    expect(hashState(game, state)).toBe(row.finalHash);
    expect(resultOf(game.outcome(state))).toEqual(row.result);
  });
});

interface LeaveRow {
  readonly name: string;
  readonly state: Json;
  readonly of: number;
  readonly how: LeaveReason;
  readonly after: Json;
  readonly sha256: string;
  readonly result?: ResultRow;
}
interface SeatingRow {
  readonly name: string;
  readonly seats: readonly number[];
  readonly seed: number | string;
  readonly startRolls: StartRolls;
  readonly initial: Json;
  readonly aside: Json;
  readonly sha256: string;
  readonly dice: readonly number[];
  readonly first: Json;
  readonly firstAside: Json;
  readonly firstSha256: string;
}

eachVector<LeaveRow[]>('ludo', 'leaves', rows => {
  test.each(rows)('$name', ({ state: before, of, how, after, sha256, result }) => {
    const state = unwrap(restore(before));
    const left = unwrap(step(game, state, { do: 'leave', of, how }, 'fair'));
    expect(canon(left.state)).toEqual(after);
    expect(hashState(game, left.state)).toBe(sha256);
    expect(resultOf(left.outcome)).toEqual(result ?? null);
  });
});

eachVector<SeatingRow[]>('ludo', 'seatings', rows => {
  test.each(rows)('$name', row => {
    const { seats, seed } = row;
    expect(rollForFirst(seats, unwrap(parseSeed(seed))).rounds).toEqual(row.startRolls);
    const { state, parts } = unwrap(start(game, { seats, seed }));
    const [{ state: initial }, ...draws] = parts as [Part<State>, ...Part<State>[]];
    expect(game.seated(initial)).toEqual(seats);
    expect([canon(initial), aside(initial)]).toEqual([row.initial, row.aside]);
    expect(hashState(game, initial)).toBe(row.sha256);
    expect(draws.map(dieOf)).toEqual(row.dice);
    expect([canon(state), aside(state)]).toEqual([row.first, row.firstAside]);
    expect(hashState(game, state)).toBe(row.firstSha256);
  });
});
