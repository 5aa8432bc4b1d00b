/** Sets up the positions of a guide, and plays the steps of a lesson: the page and the tests use the same functions. */

import type { Game, GameEvent, Seat } from './game.ts';
import type { GuidePosition, GuideSection, LessonGoal, LessonStep } from './guide.ts';
import { canonicalText, isObject, type Json } from './json.ts';
import type { Kit } from './kit.ts';
import { type Fail, fail, ok, type Result } from './result.ts';
import type { Cell, Mark, Scene } from './scene.ts';
import { type Part, start, step } from './step.ts';
import { touchOf } from './touch.ts';

/** Returns the state of a position. */
export function setUpGuide<State, Move extends Json>(
  kit: Kit<State, Move>,
  { seats, options = {}, seed = 1, position, canon, moves = [] }: GuidePosition,
): Result<State> {
  const { game } = kit;
  const begun = start(game as Game<State, Move>, {
    ...(seats === undefined ? {} : { seats }),
    options,
    ...(game.chance === undefined ? {} : { seed }),
  });
  let state: Result<State> = begun.ok ? ok(begun.value.state) : begun;
  if (position !== undefined) {
    const [notation] = kit.positions;
    state = notation?.parse(position) ?? fail('unsupported', `${game.name} has no positions`);
  }
  if (!state.ok) return state;
  if (canon !== undefined) {
    const usual = game.states.canon(state.value);
    state = game.states.restore({ ...(isObject(usual) ? usual : {}), ...canon });
  }
  for (const text of moves) {
    if (!state.ok) return state;
    const played: Result<LessonMove<State>> = playText(kit, state.value, null, text);
    state = played.ok ? ok(played.value.state) : played;
  }
  return state;
}

/** A move that was played. */
interface LessonMove<State> {
  readonly state: State;
  readonly events: readonly GameEvent[];
}

/** Plays a written move in any notation of the game, for the given seat or the one that can make it. */
export function playText<State, Move extends Json>(
  { game, notations }: Kit<State, Move>,
  state: State,
  by: Seat | null,
  text: string,
): Result<LessonMove<State>> {
  const read = notations.map(({ parse }) => parse(state, text));
  const parsed = read.find(({ ok: isRead }) => isRead) ?? read[0]!;
  if (!parsed.ok) return parsed;
  let refused: Fail | null = null;
  for (const seat of by === null ? game.active(state) : [by]) {
    const stepped = step(game, state, { do: 'move', seat, move: parsed.value });
    if (stepped.ok) return ok(flatten(stepped.value.state, stepped.value.parts));
    refused ??= stepped;
  }
  return refused ?? fail('wrong-seat', 'no seat is to move');
}

const flatten = <State>(state: State, parts: readonly Part<State>[]): LessonMove<State> => ({
  state,
  events: parts.flatMap(({ events }) => events),
});

/** The moves that a figure points out. */
export function shownMoves<State, Move extends Json>(
  { game }: Kit<State, Move>,
  section: GuideSection<State, Move>,
  state: State,
): readonly (readonly [Seat, Move])[] {
  if (section.shows === undefined) return [];
  return game
    .active(state)
    .flatMap(seat =>
      [...game.legal(state, seat)]
        .filter(move => section.shows!(move, state))
        .map(move => [seat, move] as const),
    );
}

/** The scene of a figure, as the seat on turn sees it: where shown moves begin and where they lead is marked. */
export function figureScene<State, Move extends Json>(
  kit: Kit<State, Move>,
  section: GuideSection<State, Move>,
  state: State,
): Scene {
  const [viewer = 0] = kit.game.active(state);
  const { secrets } = kit.game;
  const scene =
    secrets === undefined || kit.sceneOfView === undefined || kit.game.outcome(state) !== null
      ? kit.scene(state)
      : kit.sceneOfView(secrets.view(state, viewer), viewer);
  const marks = new Map<string, Mark>(scene.marks.map(mark => [keyOf(mark), mark]));
  for (const [seat, move] of shownMoves(kit, section, state)) {
    const { path } = touchOf(kit, { scene, seat, state }, move);
    for (const [i, place] of path.entries()) {
      if (typeof place === 'string') continue;
      const kind = i === 0 && path.length > 1 ? 'from' : 'choice';
      marks.set(keyOf(place[0]), { ...place[0], kind });
    }
  }
  return { ...scene, marks: [...marks.values()] };
}

const keyOf = ({ area, column, row }: Cell): string => `${area} ${column} ${row}`;

/** What the text of a section quotes. */
export const guideNumbers = <State, Move extends Json>(
  kit: Kit<State, Move>,
  section: GuideSection<State, Move>,
  state: State,
): Readonly<Record<string, number | string>> => ({
  moves: shownMoves(kit, section, state).length,
  ...section.numbers?.(state),
});

/** Puts numbers into a text, in place of their names in braces. */
export const fillGuide = (
  text: string,
  numbers: Readonly<Record<string, number | string>>,
): string => text.replace(/\{(\w+)\}/g, (all, name: string) => `${numbers[name] ?? all}`);

/** Where a learner is in a step. */
export interface LessonProgress<State = unknown> {
  readonly state: State;
  readonly seat: Seat;
  /** How many moves the learner has made. */
  readonly played: number;
  readonly verdict: 'open' | 'done' | 'missed';
}

/** Begins a step. */
export function beginStep<State, Move extends Json>(
  kit: Kit<State, Move>,
  lesson: LessonStep<State>,
): Result<LessonProgress<State>> {
  const state = setUpGuide(kit, lesson);
  if (!state.ok) return state;
  const seat = lesson.seat ?? kit.game.active(state.value)[0] ?? 0;
  return ok({ state: state.value, seat, played: 0, verdict: 'open' });
}

/** Plays a move of the learner; a refusal changes nothing. */
export function playStep<State, Move extends Json>(
  kit: Kit<State, Move>,
  lesson: LessonStep<State>,
  { state, seat, played }: LessonProgress<State>,
  move: Move,
): Result<LessonProgress<State>> {
  const stepped = step(kit.game, state, { do: 'move', seat, move });
  if (!stepped.ok) return stepped;
  const made = flatten(stepped.value.state, stepped.value.parts);
  const isDone = isReached(kit, lesson.goal, made, { state, move });
  const count = played + 1;
  const canGoOn = count < (lesson.within ?? 1) && kit.game.active(made.state).includes(seat);
  // what was set off may still happen
  const verdict = isDone ? 'done' : canGoOn || hasTime(kit, lesson, made.state) ? 'open' : 'missed';
  return ok({ state: made.state, seat, played: count, verdict });
}

/** Lets time pass in a step, in games with ticks. */
export function waitInStep<State, Move extends Json>(
  kit: Kit<State, Move>,
  lesson: LessonStep<State>,
  progress: LessonProgress<State>,
  to: number,
): Result<LessonProgress<State>> {
  const { time } = kit.game;
  if (time === undefined || to <= time.now(progress.state)) return ok(progress);
  const stepped = step(kit.game, progress.state, { do: 'time', at: to });
  if (!stepped.ok) return stepped;
  const made = flatten(stepped.value.state, stepped.value.parts);
  const isDone = isReached(kit, lesson.goal, made, null);
  const isOver = !hasTime(kit, lesson, made.state) || kit.game.outcome(made.state) !== null;
  const verdict = isDone ? 'done' : isOver ? 'missed' : progress.verdict;
  return ok({ ...progress, state: made.state, verdict });
}

const hasTime = <State, Move extends Json>(
  { game: { time } }: Kit<State, Move>,
  { ticks }: LessonStep<State>,
  state: State,
): boolean => ticks !== undefined && time !== undefined && time.now(state) < ticks;

function isReached<State, Move extends Json>(
  { game, notations }: Kit<State, Move>,
  goal: LessonGoal<State>,
  { state, events }: LessonMove<State>,
  made: { readonly state: State; readonly move: Move } | null,
): boolean {
  switch (goal.type) {
    case 'moves':
      return made !== null && goal.moves.some(text => isMove(game, made, notations[0]!, text));
    case 'event':
      return events.some(event => hasMembers(event, goal.event));
    case 'outcome':
      return game.outcome(state)?.reason === goal.reason;
    case 'state':
      return goal.isReached(state);
  }
}

function isMove<State, Move extends Json>(
  { moves }: Game<State, Move>,
  { state, move }: { readonly state: State; readonly move: Move },
  notation: Kit<State, Move>['notations'][0],
  text: string,
): boolean {
  const parsed = notation.parse(state, text);
  return parsed.ok && moves.hex.encode(parsed.value) === moves.hex.encode(move);
}

const hasMembers = (event: GameEvent, wanted: GameEvent): boolean =>
  Object.entries(wanted).every(
    ([name, value]) =>
      event[name] !== undefined && canonicalText(event[name]!) === canonicalText(value),
  );
