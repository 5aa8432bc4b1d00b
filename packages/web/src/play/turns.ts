/**
 * Turns of a match that is played, as its list of moves shows them: what a seat rolled and moved, what was taken back, and the actions
 * that belong to it as marks.
 */
import type { Action, Seat } from '@kifu/core';
import type { MatchStep } from './course.ts';

/** A turn of a seat. */
export interface ListedTurn {
  readonly seat: Seat | null;
  /** Turns of all seats from one turn of the first seat to its next have one number. */
  readonly number: number;
  /** What was rolled and moved, in order. */
  readonly items: readonly TurnItem[];
  readonly marks: readonly TurnMark[];
  /** The steps that show it: from its beginning, and its last. */
  readonly from: number;
  readonly to: number;
}

/** A roll or a move of a turn. */
export interface TurnItem {
  readonly kind: 'roll' | 'move';
  readonly text: string;
  /** Its step. */
  readonly step: number;
  /** Whether it was taken back. */
  readonly isStruck: boolean;
}

/** Actions of one kind at a turn. */
export interface TurnMark {
  readonly kind: 'draw' | 'takeback' | 'pause' | 'leave';
  /** The actions in words. */
  readonly words: readonly string[];
}

type Open<T> = { -readonly [K in keyof T]: T[K] };
interface OpenTurn extends Open<ListedTurn> {
  items: Open<TurnItem>[];
  marks: Open<TurnMark>[];
}

/** Which mark an action has; a move, a roll and a refused move have none. */
const MARKS: { readonly [type in Action['type']]?: TurnMark['kind'] } = {
  'offer-draw': 'draw',
  'accept-draw': 'draw',
  claim: 'draw',
  'ask-takeback': 'takeback',
  'allow-takeback': 'takeback',
  pause: 'pause',
  resume: 'pause',
  leave: 'leave',
  abort: 'leave',
};

/** Lists the turns of the steps of a match; where seats act at any time, each move is one. */
export function turnsOf(steps: readonly MatchStep[], isFree = false): readonly ListedTurn[] {
  const turns: OpenTurn[] = [];
  /** How many turns stand; those after them were taken back and wait for what replaces them. */
  let standing = 0;
  let early: OpenTurn['marks'] = [];
  const open = (seat: Seat | null, step: number): OpenTurn => {
    const last = turns[standing - 1];
    if (!isFree && last !== undefined && last.seat === seat && seat !== null) return last;
    let turn = turns[standing];
    if (turn?.seat !== seat) {
      turn = { seat, number: 0, items: [], marks: early, from: step, to: step };
      early = [];
      turns.splice(standing, 0, turn);
    }
    standing++;
    return turn;
  };
  for (const [i, step] of steps.entries()) {
    if (step.move !== null) {
      const turn = open(step.seat, i);
      turn.items.push({ kind: 'move', text: step.text, step: i, isStruck: false });
      turn.to = i;
    }
    if (step.act?.type === 'allow-takeback') {
      standing = takeBack(turns, steps, step.act.to);
      mark(turns[standing]?.marks ?? early, step);
    } else if (step.act !== null && (standing > 0 || step.act.type !== 'resume'))
      mark(turns[standing - 1]?.marks ?? early, step);
    for (const roll of step.rolls) {
      const turn = open(roll.seat, i);
      turn.items.push({ kind: 'roll', text: roll.text, step: i, isStruck: false });
      turn.to = i;
    }
  }
  return numbered(turns, steps);
}

/** Strikes all moves after an entry; returns how many turns still stand. */
function takeBack(turns: readonly OpenTurn[], steps: readonly MatchStep[], to: number): number {
  for (const { items } of turns)
    for (const item of items) if (steps[item.step]!.n > to) item.isStruck = true;
  const gone = turns.findIndex(({ items }) => items.every(({ isStruck }) => isStruck));
  return gone < 0 ? turns.length : gone;
}

/** Adds an action to the mark of its kind; an answer belongs to what was asked. */
function mark(marks: OpenTurn['marks'], { act, text }: MatchStep): void {
  const last = marks.at(-1);
  const kind = act?.type === 'decline' ? last?.kind : act === null ? undefined : MARKS[act.type];
  if (kind === undefined) return;
  const here = marks.find(other => other.kind === kind);
  if (here === undefined) marks.push({ kind, words: [text] });
  else here.words = [...here.words, text];
}

/** Numbers turns: a round begins whenever the seat moves that moved first. */
function numbered(turns: readonly OpenTurn[], steps: readonly MatchStep[]): readonly ListedTurn[] {
  let number = 0;
  for (const [i, turn] of turns.entries()) {
    if (turn.seat === turns[0]!.seat) number++;
    turn.number = number;
    // what follows without a move, such as a draw offer, is shown at this turn
    turn.to = Math.max(turn.to, (turns[i + 1]?.from ?? steps.length) - 1);
  }
  return turns;
}

/** How many moves were made, as the list of moves numbers them: a round of all seats is one; where seats act at any time, each move is. */
export const countMoves = (turns: readonly ListedTurn[], isFree: boolean): number => {
  const made = turns.filter(({ items }) =>
    items.some(({ kind, isStruck }) => kind === 'move' && !isStruck),
  );
  return isFree ? made.length : (made.at(-1)?.number ?? 0);
};

/** Whether turns stand in pairs: two seats play, one after the other. */
export const isPaired = (turns: readonly ListedTurn[], seats: number, isFree: boolean): boolean =>
  seats === 2 && !isFree && turns.every(({ seat }) => seat !== null);

/** The steps between which the arrows go: the start, and all that changed the position. */
export const stopsOf = (steps: readonly MatchStep[]): number[] =>
  [...steps.keys()].filter(i => {
    const { kind, rolls, act } = steps[i]!;
    return (
      kind === 'start' || kind === 'move' || rolls.length > 0 || act?.type === 'allow-takeback'
    );
  });

/** The turn that a step belongs to; undefined before the first. */
export const turnAt = (turns: readonly ListedTurn[], step: number): ListedTurn | undefined =>
  turns.findLast(({ items }) => items.some(item => item.step <= step && !item.isStruck)) ??
  turns.findLast(({ from }) => from <= step);
