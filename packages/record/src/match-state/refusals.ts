/**
 * Refused moves in live records. A move that the rules refuse is recorded with its fault, so that a replay shows it too; but a seat
 * that keeps sending refused moves must not fill the record. So only a few per seat and second are recorded: the others are
 * answered like all, and not recorded. Values in, values out: the host of a live match calls this, with any clock.
 */
import type { Fault, FaultCode, NewEntry, Seat } from '@kifu/core';
import { type Chain, type Draft, draft } from '../chain.ts';

/** How many refused moves of one seat are recorded per second. */
export const MAX_REFUSED_PER_SECOND = 4;
const SECOND_MS = 1000;

/** When the latest recorded refused moves were made, by seat, in milliseconds since the start; only those of one second. */
export type Refusals = ReadonlyMap<Seat, readonly number[]>;

/** Nothing has been refused. */
export const NO_REFUSALS: Refusals = new Map();

/** What is to be recorded of a refused move, and what to remember for the next. */
export interface RecordedRefusal<State = unknown> {
  /** To be appended; null if the move is not recorded. */
  readonly keep: Draft<State> | null;
  readonly refusals: Refusals;
}

/** Refusals by the rules. Others, such as a tick that has passed, say nothing about the match. */
const KEPT: readonly FaultCode[] = ['illegal-move', 'wrong-seat'];

/**
 * Decides whether a refused move is recorded, and as what. It is recorded if the rules refused it, would refuse it again at this
 * point of the record, and fewer than `most` of its seat were recorded in the second before `nowMs`.
 */
export function keepRefusal<State>(
  chain: Chain<State>,
  refusals: Refusals,
  entry: NewEntry,
  fault: Fault,
  nowMs: number,
  most = MAX_REFUSED_PER_SECOND,
): RecordedRefusal<State> {
  const { seat, act } = entry;
  const none = { keep: null, refusals };
  if (act.type !== 'move' || seat === null || !KEPT.includes(fault.code)) return none;
  // a clock that was set back forgets nothing
  const recent = (refusals.get(seat) ?? []).filter(ms => nowMs - ms < SECOND_MS);
  if (recent.length >= most) return none;
  const { code, message, rule } = fault;
  const plain: Fault = rule === undefined ? { code, message } : { code, message, rule };
  const kept = draft(chain, { ...entry, act: { type: 'refused', move: act.move, fault: plain } });
  return kept.ok
    ? { keep: kept.value, refusals: new Map(refusals).set(seat, [...recent, nowMs]) }
    : none;
}
