/**
 * A node of a replay log: a white move, Black's answer, and the id of the node before. Four shapes exist: a pair, a pair
 * with the result, a white move with the result, and a result alone.
 */
import { type Cid, type Fail, type FaultCode, fail, isInteger } from '@kifu/core';
import type { Move } from '../move-codec.ts';
import { parseUci } from '../uci.ts';

/** How a game ended as the log writes it; `*` is a game that was interrupted. */
export type LogResult = '1-0' | '0-1' | '1/2-1/2' | '*';

/** One node. What a shape has no place for is null. */
export interface LogNode {
  /** The move number, from 1; null in a node that has only a result. */
  readonly n: number | null;
  readonly w: Move | null;
  readonly b: Move | null;
  readonly result: LogResult | null;
  /** Null in the first node. */
  readonly prev: Cid | null;
}

/** The two forms of a log: JSON as raw blocks, which came first, and DAG-CBOR. */
export type LogForm = 'json' | 'dag-cbor';

/** A node that was read, and whether its bytes are the ones we would write. */
export interface DecodedNode {
  readonly node: LogNode;
  readonly canonical: boolean;
  /** How `formatCid` writes `prev`, where that is known already; otherwise null. */
  readonly prevText: string | null;
}

/** What can be wrong with a log, in the order in which it is looked for. The rule in a fault. */
export type LogRule = keyof typeof RULES;

const RULES = {
  'missing-block': 'broken-record',
  'cid-mismatch': 'broken-record',
  'bad-json': 'malformed',
  'bad-schema': 'malformed',
  'move-after-result': 'game-over',
  'bad-number': 'broken-record',
  'illegal-move': 'illegal-move',
  'result-mismatch': 'broken-record',
} as const satisfies { readonly [rule: string]: FaultCode };

/** A refusal by one of the log's own rules. */
export const refuse = (rule: LogRule, message: string): Fail =>
  fail(RULES[rule], message, { rule });

/** Nodes are about a hundred bytes; what is larger than this is not even parsed. */
export const MAX_NODE_BYTES = 4096;
/** No game is that long in which a player claims the draw after fifty moves: it has 5899 at most. */
export const MAX_NODES = 6000;

/** Whether a value is one of the four results. */
export const isLogResult = (value: unknown): value is LogResult =>
  value === '1-0' || value === '0-1' || value === '1/2-1/2' || value === '*';

/** The node with these members, undefined for a missing one; null if they make none of the four shapes. */
export function makeNode(
  n: unknown,
  w: unknown,
  b: unknown,
  result: unknown,
  prev: Cid | null,
): LogNode | null {
  const ended = result !== undefined;
  if (ended && !isLogResult(result)) return null;
  if (w === undefined)
    return ended && n === undefined && b === undefined
      ? { n: null, w: null, b: null, result, prev }
      : null;
  const white = toMove(w);
  const black = b === undefined ? null : toMove(b);
  if (white === null || !isInteger(n, 1, Number.MAX_SAFE_INTEGER)) return null;
  if (black === null && (b !== undefined || !ended)) return null;
  return { n, w: white, b: black, result: ended ? result : null, prev };
}

function toMove(value: unknown): Move | null {
  const move = typeof value === 'string' ? parseUci(value) : NO_TEXT;
  return move.ok ? move.value : null;
}

const NO_TEXT = fail('malformed', 'a move is text');

/** The sentence for what is none of the four shapes. */
export const NO_SHAPE =
  'a node has n, w, b, prev; n, w, result, prev; n, w, b, result, prev; or result, prev';
