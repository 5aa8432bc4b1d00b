/** One step of a record of IPGS: a single SGF node as text. IPGS §5.4. */
import { type Fail, fail, type Outcome, ok, type Result } from '@kifu/core';
import { type Grid, type Point, pointOf } from '../grid.ts';
import { formatLetters } from '../letters.ts';
import { formatResult, GO_SIDES, parseResult } from '../result-text.ts';
import type { Side } from '../state.ts';
import type { Territory } from '../territory.ts';
import { isTold } from './ending.ts';
import { formatList } from './nodes.ts';
import { type Property, scanProperties } from './scan.ts';
import { parseCells, parseMovePoint } from './values.ts';

/** What a step says. A comment is as it stands in its value, escapes and all; empty for none. */
export type GameStep =
  | {
      readonly type: 'move';
      readonly seat: Side;
      readonly at: Point | null;
      readonly comment: string;
    }
  | { readonly type: 'handicap'; readonly points: readonly Point[]; readonly comment: string }
  | {
      readonly type: 'result';
      readonly outcome: Outcome;
      /** Null where none is listed. */
      readonly territory: Territory | null;
      readonly comment: string;
    }
  | { readonly type: 'comment'; readonly comment: string }
  | { readonly type: 'acknowledgement' }
  | { readonly type: 'dispute' };

/** The comment that disputes an outcome. */
const DISPUTE = 'OUTCOME-DISPUTED-PLEASE-CONTINUE';
/** Longer payloads are passed over. IPGS §17. */
const MAX_STEP = 64 * 1024;
const MAX_COMMENT_BYTES = 4096;

const wrong = (message: string): Fail => fail('malformed', message, { rule: 'step' });

/**
 * Reads one step of a board. Between quotes it is a JSON string, as the source prints it. Without a board there are words and results
 * only, a win may be by the rules, which say the rest, and the sides may have other names.
 */
export function parseStep(
  grid: Grid | null,
  payload: string,
  sides: readonly [string, string] = GO_SIDES,
): Result<GameStep> {
  if (payload.length > MAX_STEP) return fail('too-large', `a step has ${MAX_STEP} bytes at most`);
  const text = payload.startsWith('"') ? unquote(payload) : payload;
  const properties = text?.startsWith(';') ? scanProperties(text.slice(1)) : null;
  if (properties === null || properties.length === 0)
    return wrong('a step is a semicolon and properties');
  const names = properties.map(({ name }) => name);
  const known = grid === null ? WORDS : KNOWN;
  if (!names.every(name => known.includes(name)))
    return wrong(`a step has only ${known.join(', ')}`);
  const deeds = properties.filter(({ name }) => DEEDS.includes(name));
  if (deeds.length > 1) return wrong(`a step has one of ${DEEDS.join(', ')} at most`);
  const [deed] = deeds;
  if (deed?.name !== 'RE' && (names.includes('TB') || names.includes('TW')))
    return wrong('territory stands with a result');
  const comments = properties.find(({ name }) => name === 'C')?.values ?? [];
  if (comments.length > 1 || (deed?.name !== 'AB' && (deed?.values.length ?? 1) > 1))
    return wrong('a move, a result and a comment have one value');
  const comment = comments[0]?.text ?? '';
  if (new TextEncoder().encode(comment).length > MAX_COMMENT_BYTES)
    return fail('too-large', `a comment has ${MAX_COMMENT_BYTES} bytes at most`);
  if (deed === undefined) return ok(parseComment(comment));
  return parseDeed(grid, deed, comment, properties, sides);
}

const DEEDS: readonly string[] = ['B', 'W', 'AB', 'RE'];
const KNOWN: readonly string[] = [...DEEDS, 'C', 'TB', 'TW'];
const WORDS: readonly string[] = ['RE', 'C'];

function unquote(payload: string): string | null {
  try {
    const text: unknown = JSON.parse(payload);
    return typeof text === 'string' ? text : null;
  } catch {
    return null;
  }
}

function parseComment(comment: string): GameStep {
  if (comment === '') return { type: 'acknowledgement' };
  return comment === DISPUTE ? { type: 'dispute' } : { type: 'comment', comment };
}

function parseDeed(
  grid: Grid | null,
  { name, values }: Property,
  comment: string,
  properties: readonly Property[],
  sides: readonly [string, string],
): Result<GameStep> {
  if (name === 'RE' || grid === null)
    return parseOutcome(grid, values[0]!.text, comment, properties, sides);
  if (name === 'AB') {
    const cells = parseCells(grid, values);
    if (!cells.ok) return cells;
    return ok({ type: 'handicap', points: cells.value.map(cell => pointOf(grid, cell)), comment });
  }
  const at = parseMovePoint(grid, values[0]!);
  return at.ok ? ok({ type: 'move', seat: name === 'B' ? 0 : 1, at: at.value, comment }) : at;
}

function parseOutcome(
  grid: Grid | null,
  text: string,
  comment: string,
  properties: readonly Property[],
  sides: readonly [string, string],
): Result<GameStep> {
  const outcome = parseResult(text, sides);
  if (!outcome.ok) return outcome;
  if (outcome.value === null || !isTold(formatResult(outcome.value), outcome.value))
    return wrong('a result is a score in half points, Resign, Time, Forfeit, Draw or Void');
  if (outcome.value.reason === 'unknown' && grid !== null)
    return wrong('a result needs its reason');
  const [black, white] = ['TB', 'TW'].map(name => properties.find(one => one.name === name));
  if (grid === null || (black === undefined && white === undefined))
    return ok({ type: 'result', outcome: outcome.value, territory: null, comment });
  const [blacks, whites] = [
    parseCells(grid, black?.values ?? []),
    parseCells(grid, white?.values ?? []),
  ];
  if (!blacks.ok) return blacks;
  if (!whites.ok) return whites;
  const points = (cells: readonly number[]) => cells.map(cell => pointOf(grid, cell));
  const territory = { black: points(blacks.value), white: points(whites.value) };
  return ok({ type: 'result', outcome: outcome.value, territory, comment });
}

/** Writes a step. */
export function formatStep(step: GameStep): string {
  switch (step.type) {
    case 'acknowledgement':
      return ';C[]';
    case 'dispute':
      return `;C[${DISPUTE}]`;
    case 'comment':
      return `;C[${step.comment}]`;
    case 'handicap':
      return `;${formatList('AB', step.points)}${commentText(step.comment)}`;
    case 'move': {
      const { seat, at, comment } = step;
      return `;${'BW'[seat]}[${at === null ? '' : formatLetters(at)}]${commentText(comment)}`;
    }
    case 'result':
      return `;RE[${formatResult(step.outcome)}]${territoryText(step.territory)}${commentText(step.comment)}`;
  }
}

/** An empty list where territory was counted and there is none. */
const territoryText = (territory: Territory | null): string =>
  territory === null
    ? ''
    : formatList('TB', territory.black) + formatList('TW', territory.white) || 'TB[]';

const commentText = (comment: string): string => (comment === '' ? '' : `C[${comment}]`);
