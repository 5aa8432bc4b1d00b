/** The ending of a pack. Mostly the match tells everything but when it was. */
import {
  type Ending,
  type Outcome,
  ok,
  type Result,
  type Seat,
  type SeatSignature,
} from '@kifu/core';
import { decodeWith, encodeWith } from '@kifu/core/cbor';
import { type StatedEnding, settleEnd } from '../match-state/ending.ts';
import type { MatchState } from '../match-state/match-state.ts';
import { readOutcome, writeOutcome } from '../node/ending.ts';
import { codeItem } from './items.ts';
import type { Tools } from './tools.ts';
import { FIELDS } from './vocabulary.ts';

/** Where a match stands at its end. */
interface Last {
  readonly tools: Tools;
  readonly table: MatchState;
  /** Time and tick of the last entry. */
  readonly ms: number;
  readonly at: number;
  readonly msUnit: number;
  readonly hasMs: boolean;
  readonly hasReferee: boolean;
  /** The seats whose players have keys. */
  readonly keyed: readonly Seat[];
  /** What is written; null where it is read. */
  readonly written: Ending | null;
}

const OUTCOME = FIELDS.indexOf('outcome');
const SIGNATURE_BYTES = 64;

/** Writes or reads an ending: what the match state does not give. */
export function codeEnding(last: Last): Result<Partial<Ending>> {
  const { tools, written } = last;
  const ms = codeMs(last);
  const at = codeAt(last);
  const signed = last.keyed.length === 0 ? [] : codeSigned(last);
  const outcome = settle(last, { ms, at, stated: null });
  if (!outcome.ok) return outcome;
  const referee = last.hasReferee ? tools.bytes(SIGNATURE_BYTES, written?.referee ?? null) : null;
  return ok({ ms, at, outcome: outcome.value, signed, referee });
}

/** Which players with keys signed it, and how. */
function codeSigned({ tools, keyed, written }: Last): readonly SeatSignature[] {
  return keyed.flatMap(seat => {
    const own = written?.signed.find(other => other.seat === seat)?.signature ?? null;
    return tools.flag('endSigned', own !== null)
      ? [{ seat, signature: tools.bytes(SIGNATURE_BYTES, own) }]
      : [];
  });
}

function codeMs({ tools, ms, msUnit, hasMs, written }: Last): number | null {
  const isThere = written !== null && written.ms !== null;
  if (!tools.flag('endMs', isThere, hasMs ? 1 : 0)) return null;
  return tools.change('ms', null, ms, msUnit, written?.ms ?? 0);
}

/** A tick may stand in any ending, so that a flag tells whether one does. */
function codeAt({ tools, at, written }: Last): number | null {
  if (!tools.flag('endAt', written !== null && written.at !== null)) return null;
  return tools.change('at', 'downAt', at, 1, written?.at ?? 0);
}

/** The outcome as the match gives it, or as stated if the match gives none. */
function settle(last: Last, ending: StatedEnding): Result<Outcome> {
  const { tools, table, written } = last;
  const given = settleEnd(table, ending);
  const isDecreed = written !== null && !(given.ok && isSame(given.value.outcome, written.outcome));
  if (tools.flag('decreed', isDecreed)) return codeOutcome(last);
  return given.ok ? ok(given.value.outcome) : given;
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
