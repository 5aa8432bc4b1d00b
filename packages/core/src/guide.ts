/** How a game is taught: an illustrated page and a first lesson, as data. What both say of positions is checked by the rules. */
import type { GuideTexts } from '@kifu/texts/guides';
import type { GameEvent, Seat } from './game.ts';
import type { Json, JsonObject } from './json.ts';

/** The guide to a game. Its texts are in `@kifu/texts` for built-in games; other games bring theirs. */
export interface Guide<State = unknown, Move extends Json = Json> {
  /** Sections of the page, in order. */
  readonly sections: readonly GuideSection<State, Move>[];
  /** The first lesson, in order. */
  readonly lesson: readonly LessonStep<State>[];
  /** English texts, by the names of sections and steps. */
  readonly texts: GuideTexts;
  /** The same in other languages, by tag; for games whose texts are not in `@kifu/texts`. */
  readonly translations?: { readonly [language: string]: GuideTexts };
}

/** A position of a guide, and what it results from: a start with options, or a position given; then moves. */
export interface GuidePosition {
  /** The seats that play (default: the minimum of the game). */
  readonly seats?: readonly Seat[];
  readonly options?: JsonObject;
  /** For games with chance (default: 1). */
  readonly seed?: number;
  /** The position in the first position notation of the game, instead of the usual start. */
  readonly position?: string;
  /** Members of the canonical state that differ from those of the start. */
  readonly canon?: JsonObject;
  /** Moves in the first notation, played from there by the seats that are active. */
  readonly moves?: readonly string[];
}

/** A section of the page: a text and a figure. */
export interface GuideSection<State = unknown, Move extends Json = Json> extends GuidePosition {
  /** Key of its texts. */
  readonly name: string;
  /** Whether the figure points out a legal move (default: none). */
  shows?(move: Move, state: State): boolean;
  /** Moves that the text says are legal, in the first notation. */
  readonly legal?: readonly string[];
  /** Moves that the text says are refused, in any notation, with the rule that refuses them. */
  readonly refused?: readonly (readonly [move: string, rule: string])[];
  /** Why the game is over in this position, where the text says that it is. */
  readonly outcome?: string;
  /** Numbers that the text quotes as `{name}`; `{moves}` is the number of moves that the figure points out. */
  numbers?(state: State): Readonly<Record<string, number | string>>;
}

/** A step of a lesson: a position and a task, for the seat on turn. */
export interface LessonStep<State = unknown> extends GuidePosition {
  /** Key of its texts. */
  readonly name: string;
  /** The learner's seat (default: the first active one). */
  readonly seat?: Seat;
  readonly goal: LessonGoal<State>;
  /** Moves that the learner has for it (default: 1). */
  readonly within?: number;
  /** Ticks until the step is missed, in games with ticks: what moves set off happens automatically (default: time is paused). */
  readonly ticks?: number;
  /** Moves that reach the goal, in the first notation; shown on request. */
  readonly solution: readonly string[];
}

/** What reaches the goal of a step: one of these moves, an event with these members, the end for this reason, or a property of the state. */
export type LessonGoal<State = unknown> =
  | { readonly type: 'moves'; readonly moves: readonly string[] }
  | { readonly type: 'event'; readonly event: GameEvent }
  | { readonly type: 'outcome'; readonly reason: string }
  | { readonly type: 'state'; isReached(state: State): boolean };
