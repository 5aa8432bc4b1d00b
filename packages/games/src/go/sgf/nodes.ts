/** The nodes behind the root: moves, remarks, variations, and the count. Written without recursion. */
import { type Fail, type Note, ok, type Result } from '@kifu/core';
import type { Losses } from '../../formats/losses.ts';
import {
  type LinePlan,
  NO_SEAT,
  type PlanForm,
  type PlannedMove,
  type PlannedVariation,
  planLine,
  within,
} from '../../formats/plan.ts';
import type { Point } from '../grid.ts';
import { formatLetters } from '../letters.ts';
import { type Move, moves } from '../move-codec.ts';
import { play } from '../play.ts';
import { surveyState } from '../score.ts';
import type { Side, State } from '../state.ts';
import { listTerritory } from '../territory.ts';
import { MAX_NESTING } from './game.ts';
import { formatRemarks } from './remarks.ts';
import { isNextGame } from './scan.ts';
import { formatSeconds, isTime } from './values.ts';

/** What SGF makes of entries. A seat that leaves ends the match, which the result tells. */
export const PLAN: PlanForm<Move> = { moves, lacks: ['ms'], told: ['leave'], hasTails: true };

/** A line that is being written. */
interface WrittenLine {
  readonly plan: LinePlan<Move>;
  /** How many variations it lies in. */
  readonly depth: number;
  state: State;
  /** The next move. */
  at: number;
  /** Whether this move has been put first among others that branch off here. */
  hasBranched: boolean;
}

/** What is still to be done. A branch is the rest of a line, or a variation. */
type Task =
  | { readonly do: 'walk'; readonly walk: WrittenLine }
  | { readonly do: 'rest'; readonly walk: WrittenLine }
  | {
      readonly do: 'vary';
      readonly by: PlannedVariation;
      readonly walk: WrittenLine;
      readonly state: State;
    }
  | { readonly do: 'close'; readonly from: number; readonly isRest: boolean };

interface Pen {
  readonly parts: string[];
  readonly losses: Losses;
  /** The next thing last. */
  readonly tasks: Task[];
}

/** The text of all nodes, and the state after the last move of the main line. */
export interface WrittenNodes {
  readonly text: string;
  readonly last: State;
}

/** Writes the nodes that follow the root. */
export function writeNodes(
  state: State,
  plan: LinePlan<Move>,
  losses: Losses,
): Result<WrittenNodes> {
  const main: WrittenLine = { plan, depth: 0, state, at: 0, hasBranched: false };
  const pen: Pen = { parts: [], losses, tasks: [{ do: 'walk', walk: main }] };
  writeRemarks(pen, plan.notes[0]!, 'root');
  for (let task = pen.tasks.pop(); task !== undefined; task = pen.tasks.pop()) {
    const wrong = doTask(pen, task);
    if (wrong !== null) return wrong;
  }
  return ok({ text: pen.parts.join(''), last: main.state });
}

function doTask(pen: Pen, task: Task): Fail | null {
  switch (task.do) {
    case 'walk':
      return walkOn(pen, task.walk);
    case 'rest':
      openBranch(pen, true);
      return walkOn(pen, task.walk);
    case 'vary':
      return vary(pen, task.by, task.walk, task.state);
    case 'close':
      closeBranch(pen, task.from, task.isRest);
      return null;
  }
}

/** Writes a line up to where others branch off, or to its end. */
function walkOn(pen: Pen, walk: WrittenLine): Fail | null {
  const { plan, depth } = walk;
  for (;;) {
    const others = plan.variations[walk.at]!;
    if (others.length > 0 && !walk.hasBranched) {
      walk.hasBranched = true;
      const { state } = walk;
      for (const by of others.toReversed()) pen.tasks.push({ do: 'vary', by, walk, state });
      pen.tasks.push({ do: 'rest', walk });
      return null;
    }
    walk.hasBranched = false;
    const planned = plan.moves[walk.at];
    if (planned === undefined) {
      if (depth === 0) writeCount(pen, walk.state);
      return null;
    }
    const played = play(walk.state, planned.entry.seat ?? NO_SEAT, planned.move);
    if (!played.ok) return within(played, planned.path);
    const hasNode = writeMove(pen, planned);
    walk.state = played.value.state;
    walk.at++;
    writeRemarks(pen, plan.notes[walk.at]!, hasNode ? 'move' : null);
  }
}

/** Whether there is a node for the move. Marks are written as the territory they lead to, and play resumes automatically. */
function writeMove({ parts, losses }: Pen, { entry, move }: PlannedMove<Move>): boolean {
  const { seat, clockMs } = entry;
  if (move.type !== 'play' && move.type !== 'pass') {
    if (clockMs !== null) losses.add('a clock reading');
    return false;
  }
  const color = 'BW'[seat as Side]!;
  const clock = clockMs !== null && isTime(clockMs) ? `${color}L[${formatSeconds(clockMs)}]` : '';
  if (clockMs !== null && clock === '') losses.add('a clock reading');
  pushNode(parts, `${color}[${move.at === null ? '' : formatLetters(move.at)}]${clock}`);
  return true;
}

function writeRemarks(
  { parts, losses }: Pen,
  notes: readonly Note[],
  node: 'root' | 'move' | null,
): void {
  for (const { text, isNew } of formatRemarks(notes, node, losses))
    if (isNew) pushNode(parts, text);
    else parts.push(text);
}

/** Each node is on a separate line, the first of a branch after its bracket. */
function pushNode(parts: string[], text: string): void {
  const isFirst = parts.at(-1) === OPENING;
  // on a separate line it would look like the next game
  if (isFirst && isNextGame(`${OPENING};${text}`, 1)) parts[parts.length - 1] = '(';
  parts.push(`${isFirst ? '' : '\n'};${text}`);
}

const OPENING = '\n(';

function openBranch({ parts, tasks }: Pen, isRest: boolean): void {
  tasks.push({ do: 'close', from: parts.length, isRest });
  parts.push(OPENING);
}

/** What has no node would not be there: the rest of a line gets an empty one, and a variation is left out. */
function closeBranch({ parts, losses }: Pen, from: number, isRest: boolean): void {
  if (parts.length > from + 1) parts.push(')');
  else if (isRest) parts.push(';)');
  else {
    parts.pop();
    losses.add('a variation without moves');
  }
}

function vary(
  pen: Pen,
  { variation, path }: PlannedVariation,
  { depth }: WrittenLine,
  state: State,
): Fail | null {
  const { losses } = pen;
  if (depth === MAX_NESTING) {
    losses.add('a variation that is nested too deep');
    return null;
  }
  const plan = planLine(PLAN, variation, variation.entry, path, losses);
  if (!plan.ok) return plan;
  const marks = plan.value.moves.filter(
    ({ move }) => move.type === 'mark' || move.type === 'agree',
  );
  losses.add('a mark in a variation', marks.length);
  openBranch(pen, false);
  writeRemarks(pen, plan.value.notes[0]!, null);
  return walkOn(pen, { plan: plan.value, depth: depth + 1, state, at: 0, hasBranched: false });
}

/** The territory that both sides have agreed to. Where there is none at all, an empty list says that it was counted. */
function writeCount({ parts }: Pen, state: State): void {
  if (state.outcome === null) return;
  const { black, white } = listTerritory(state.match.grid, surveyState(state));
  const lists = formatList('TB', black) + formatList('TW', white);
  pushNode(parts, lists || 'TB[]');
}

/** A property with a value for each point; nothing where there is none. */
export const formatList = (name: string, points: readonly Point[]): string =>
  points.length === 0 ? '' : `${name}${points.map(point => `[${formatLetters(point)}]`).join('')}`;
