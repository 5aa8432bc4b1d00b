/** Mage Duel against the games of an independent program. */
import { type GameEvent, type Part, type StepResult, start, step, unwrap } from '@kifu/core';
import { expect, test } from 'vitest';
import { eachVector } from '../../../../test/vectors.ts';
import { progressOf } from './achievements.ts';
import { openFeatures } from './features.ts';
import type { Move } from './moves.ts';
import { SIDE_NAMES } from './names.ts';
import { game } from './rules.ts';
import { type State, scoreOf, turnOf } from './state.ts';
import { boardText, borderText } from './state-codec.ts';
import { NO_TILE } from './tiles.ts';

interface Action {
  readonly by: string;
  readonly t: number;
  readonly op: string;
}
interface Expected {
  readonly error?: string;
  readonly reason?: string;
  readonly final?: { readonly progress: object };
}
interface Row {
  readonly do: Action;
  readonly expect: Expected;
}
interface Branch {
  readonly parent: string;
  readonly at: number;
  readonly reseed?: number;
}
interface GameFile extends Partial<Branch> {
  readonly id: string;
  readonly t0: number;
  readonly seed: number;
  readonly rules: object;
  readonly start: { readonly border: string };
  readonly steps: readonly Row[];
}

/** All files of this set by the id of their game, for those that branch off. */
const files = new Map<string, GameFile>();

eachVector<unknown>('mage-duel', 'steps', (_steps, { data }) => {
  const file = data as unknown as GameFile;
  files.set(file.id, file);

  test(`${file.id}: every state, event and refusal`, ({ skip }) => {
    skip(!isWhole(file), `the game it branches off from is not in this set of vectors`);
    let state = firstOf(file);
    const { border, ...shown } = file.start;
    expect(borderText(state)).toBe(border);
    expect(show(state)).toEqual(shown);
    const events: GameEvent[] = [];
    for (const row of file.steps) {
      const stepped = act(state, file.t0, row.do);
      if (row.expect.error !== undefined) {
        const { error, reason } = row.expect;
        const rule = reason === undefined ? error : `${error}:${reason}`;
        expect(stepped).toMatchObject({ ok: false, fault: { rule } });
        continue;
      }
      const { parts } = unwrap(stepped);
      events.push(...parts.flatMap(part => part.events));
      state = parts.at(-1)!.state;
      expect({ ...tell(parts), ...show(state), ...showEnd(state, events) }).toEqual(row.expect);
      expect(game.outcome(state)?.reason).toBe((row.expect.final as { reason?: string })?.reason);
    }
  });
});

const isWhole = ({ parent }: GameFile): boolean =>
  parent === undefined || (files.has(parent) && isWhole(files.get(parent)!));

/** The state that a file begins with. */
function firstOf({ seed, rules, parent, at, reseed }: GameFile): State {
  if (parent === undefined) return unwrap(start(game, { seed, options: { ...rules } })).state;
  const branched = game.match!.branch!(chainOf(files.get(parent)!)[at!]!);
  return reseed === undefined ? branched : game.chance!.reseed(branched, reseed);
}

/** The states of a chain by how many moves were made, those of its parents included. */
function chainOf(file: GameFile): State[] {
  const { parent, at } = file;
  let state = firstOf(file);
  const chain = [...(parent === undefined ? [] : chainOf(files.get(parent)!).slice(0, at)), state];
  for (const row of file.steps.filter(({ expect: { error } }) => error === undefined)) {
    const { parts } = unwrap(act(state, file.t0, row.do));
    for (const part of parts) if (part.by === 'rules') chain.push(part.state);
    state = parts.at(-1)!.state;
    if (row.do.op !== 'finish') chain.push(state);
  }
  return chain;
}

function act(state: State, t0: number, { by, t, ...move }: Action) {
  const seat = SIDE_NAMES.indexOf(by as 'blue');
  return step(game, state, {
    do: 'move',
    seat: seat < 0 ? 2 : seat,
    move: move as unknown as Move,
    at: t - t0,
  });
}

/** A state as the vectors show it. */
function show(state: State) {
  const [blueCity, blueRoad, redCity, redRoad] = scoreOf(state);
  const turn = state.end === null ? turnOf(state) : null;
  const open = state.end === null ? openFeatures(state) : [];
  const kinds = (kind: string) => open.filter(feature => feature.kind === kind).length;
  const legal = turn === null ? [] : [...game.legal(state, turn)];
  return {
    score: [
      [blueCity, blueRoad],
      [redCity, redRoad],
    ],
    jokers: state.jokers,
    top: state.top === NO_TILE ? null : state.top,
    deck: state.deck.length,
    done: state.done,
    turn: turn === null ? null : SIDE_NAMES[turn],
    open: [kinds('city'), kinds('road')],
    rng: state.seed,
    legal: legal.filter(({ op }) => op === 'place').length,
    board: boardText(state),
  };
}

/** What a step did, as the vectors tell it. */
function tell(parts: StepResult<State>['parts']) {
  const events = parts.flatMap(part => part.events);
  return {
    moves: events.filter(({ type }) => type === 'Moved' || type === 'Skipped').map(recordOf),
    contests: contestsOf(parts, false),
  };
}

const recordOf = ({ type, seat, tile, rotation, col, row, isJoker, cause }: GameEvent) =>
  type === 'Moved'
    ? [SIDE_NAMES[seat as 0], tile, rotation, col, row, isJoker, 'player']
    : [SIDE_NAMES[seat as 0], null, 0, 0, 0, false, cause];

const contestsOf = (parts: readonly Part<State>[], isClosing: boolean) =>
  parts
    .flatMap(part => part.events)
    .filter(({ type, by }) => /Contest/.test(type) && (by === null) === isClosing)
    .map(({ type, root, bluePoints, redPoints, winner = null, delta = 0 }) => ({
      kind: type.startsWith('City') ? 'city' : 'road',
      root,
      blue: bluePoints,
      red: redPoints,
      winner: winner === null ? null : SIDE_NAMES[winner as 0],
      delta,
    }));

/** The end of a match, where it has ended. */
function showEnd(state: State, events: readonly GameEvent[]) {
  if (state.end === null) return {};
  const { reason, contests, totals, winner, paid } = state.end;
  const closing = contests.map(contest => ({
    ...contest,
    winner: contest.winner === null ? null : SIDE_NAMES[contest.winner],
  }));
  const part = { by: 'move', state, events } as const;
  expect(contestsOf([part], true)).toEqual(closing);
  return {
    final: {
      reason,
      closing,
      totals,
      winner: winner === null ? null : SIDE_NAMES[winner],
      balance: paid,
      progress: progressOf(events),
    },
  };
}
