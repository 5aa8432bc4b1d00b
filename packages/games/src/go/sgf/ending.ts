/** How a game ended: what RE says, and territory that can be counted again. */
import { canonicalText, type Json, type Outcome } from '@kifu/core';
import { lay } from '../board.ts';
import { type Grid, pointOf } from '../grid.ts';
import { agree, type Move, markAt } from '../move-codec.ts';
import { formatResult, parseResult } from '../result-text.ts';
import { type Marked, scoreOf } from '../score.ts';
import { isScoring, type Side, type State, UNMARKED } from '../state.ts';
import { marksFor } from '../territory.ts';
import type { Info } from './info.ts';
import { follow, type SgfLine } from './line.ts';
import type { SgfNode } from './scan.ts';
import { parseCells } from './values.ts';

/** Properties that list territory, black's and white's. */
export const TERRITORY_NAMES: readonly string[] = ['TB', 'TW'];

/** The outcome in RE; null if it has none. A text that would be written differently becomes a tag. */
export function readResult({ result, tags }: Info): Outcome | null {
  if (result === null) return null;
  const parsed = parseResult(result);
  const outcome = outcomeIn(result);
  const isKept = outcome === null ? !parsed.ok : !tells(formatResult(outcome), result);
  if (isKept) tags.RE = result;
  return outcome;
}

/** The outcome that a text of RE means. Texts that the standard does not know, `B`, `B+AW`, `B+0`, name a winner all the same. */
function outcomeIn(text: string): Outcome | null {
  const parsed = parseResult(text);
  const [, winner] = /^([bw])(?:\s*\+.*)?$/is.exec(text.trim()) ?? [];
  const isWin = winner !== undefined && (!parsed.ok || parsed.value?.result === 'draw');
  if (!isWin) return parsed.ok ? parsed.value : null;
  const winners = [/b/i.test(winner) ? 0 : 1];
  return { result: 'win', winners, points: null, reason: 'unknown' };
}

/** Whether a text of RE tells as much as another. */
function tells(text: string, other: string): boolean {
  const [one, two] = [parseResult(text), parseResult(other)];
  return one.ok && two.ok && one.value !== null && two.value !== null
    ? isSameOutcome(one.value, two.value)
    : false;
}

/** Whether a text of RE tells an outcome, and all of it. */
export function isTold(text: string, outcome: Outcome): boolean {
  const told = outcomeIn(text);
  return told !== null && isSameOutcome(told, outcome);
}

/** Whether two outcomes are one. */
export const isSameOutcome = (a: Outcome, b: Outcome): boolean =>
  canonicalText(a as unknown as Json) === canonicalText(b as unknown as Json);

/** The marks that a node's territory means, where play has stopped and the count comes to the stated result; else null. */
export function marksIn(node: SgfNode, state: State, stated: Outcome | null): Marked | null {
  const { match, stones } = state;
  if (!isScoring(state) || stated === null) return null;
  const cellsOf = (name: string) =>
    parseCells(match.grid, node.properties.find(property => property.name === name)?.values ?? []);
  const [black, white] = [cellsOf('TB'), cellsOf('TW')];
  if (!black.ok || !white.ok) return null;
  const claims = [black.value, white.value] as const;
  const marked = marksFor(match.grid, lay(match.grid, stones), match.rules, claims);
  if (!marked.ok) return null;
  const score = scoreOf({ ...state, counting: { ...UNMARKED, ...marked.value } });
  return formatResult(score) === formatResult(stated) ? marked.value : null;
}

/** What the sides do to settle a count: marks, and both agree. A file does not say who marked what: it is black here. */
export const settlingMoves = (
  grid: Grid,
  { dead, neutral }: Marked,
): { seat: Side; move: Move }[] => [
  ...[...dead, ...neutral].map(cell => {
    const [x, y] = pointOf(grid, cell);
    return { seat: 0 as const, move: markAt(x, y) };
  }),
  { seat: 0, move: agree },
  { seat: 1, move: agree },
];

/** Settles a count. */
export function settle(line: SgfLine, marked: Marked): void {
  for (const { seat, move } of settlingMoves(line.state.match.grid, marked))
    follow(line, seat, move);
}
