/** The ending of a pack. Mostly the match tells everything but when it was. */
import { type Outcome, ok, type Result } from '@kifu/core';
import { encodeWith } from '@kifu/core/cbor';
import { shownHash } from '../chain.ts';
import { type Settled, settleEnd } from '../ending.ts';
import { decodeWith, type EndingNode, encodeEnding, readOutcome, writeOutcome } from '../node.ts';
import type { Table } from '../table.ts';
import { codeItem } from './items.ts';
import type { Tools } from './tools.ts';
import { FIELDS } from './vocabulary.ts';

/** Where a match stands at its end. */
interface Last {
  readonly tools: Tools;
  readonly table: Table;
  readonly n: number;
  readonly prev: Uint8Array;
  /** Time and tick of the last entry. */
  readonly ms: number;
  readonly at: number;
  readonly msUnit: number;
  readonly hasMs: boolean;
  readonly hasReferee: boolean;
  /** What is written; null where it is read. */
  readonly written: EndingNode | null;
}

const OUTCOME = FIELDS.indexOf('outcome');
const SIGNATURE_BYTES = 64;

/** Writes or reads an ending; gives the node. */
export function codeEnding(last: Last): Result<Uint8Array> {
  const { tools, table, n, prev, written } = last;
  const ms = codeMs(last);
  const at = codeAt(last);
  const settled = settle(last, at);
  if (!settled.ok) return settled;
  const { table: end, outcome } = settled.value;
  const hash = shownHash(end, n);
  const referee = last.hasReferee ? tools.bytes(SIGNATURE_BYTES, written?.referee ?? null) : null;
  return ok(encodeEnding({ n, prev, outcome, at, ms, hash, deal: table.deal, referee }));
}

function codeMs({ tools, ms, msUnit, hasMs, written }: Last): number | null {
  const isThere = written !== null && written.ms !== null;
  if (!tools.flag('endMs', isThere, hasMs ? 1 : 0)) return null;
  return tools.change('ms', null, ms, msUnit, written?.ms ?? 0);
}

/** A tick may stand in any ending, even where nobody looks at it. */
function codeAt({ tools, at, written }: Last): number | null {
  if (!tools.flag('endAt', written !== null && written.at !== null)) return null;
  return tools.change('at', 'downAt', at, 1, written?.at ?? 0);
}

/** The outcome as the match gives it, or as it is told where it gives none. */
function settle(last: Last, at: number | null): Result<Settled<unknown>> {
  const { tools, table, written } = last;
  const given = settleEnd(table, at, null);
  const isDecreed = written !== null && !(given.ok && isSame(given.value.outcome, written.outcome));
  if (!tools.flag('decreed', isDecreed)) return given;
  const told = codeOutcome(last);
  return told.ok ? settleEnd(table, at, told.value) : told;
}

/** An outcome in full. */
function codeOutcome({ tools, written }: Last): Result<Outcome> {
  const input = written === null ? null : { bytes: bytesOf(written.outcome), at: 0 };
  return decodeWith(codeItem(tools.coder, tools.texts, OUTCOME, input), readOutcome);
}

const bytesOf = (outcome: Outcome): Uint8Array =>
  encodeWith(output => writeOutcome(output, outcome));

/** Of two outcomes that are the same, the bytes are. */
function isSame(a: Outcome, b: Outcome): boolean {
  const [x, y] = [bytesOf(a), bytesOf(b)];
  return x.length === y.length && x.every((byte, i) => byte === y[i]);
}
