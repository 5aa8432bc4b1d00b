/** Inputs of a match in lockstep: as entries, as stored frames, and what is signed of the ticks that are closed. */
import { type Action, concatBytes, type NewEntry, type Seat } from '@kifu/core';
import { encodeWith, writeBytes, writeListHead, writeUint } from '@kifu/core/cbor';
import { hzOf, type MatchState, msOfTick } from '@kifu/record/match-state';
import { encodeMessage, type MessageOf, type SignedInput } from './messages.ts';

/** The milliseconds of an input: the first of its tick. */
export const msOfInput = ({ anchor, game, state }: MatchState, at: number): number =>
  msOfTick(anchor!, hzOf(game, state), at);

/** An input as the entry that it becomes. */
export function inputEntry(
  table: MatchState,
  seat: Seat,
  { seq, seen, at, move, signature }: SignedInput,
): NewEntry {
  const act: Action =
    move === null ? { type: 'leave', of: seat, how: 'resignation' } : { type: 'move', move };
  return { seat, act, at, ms: msOfInput(table, at), signed: { seq, seen, signature } };
}

/** Inputs as stored: a frame of them. */
export const encodeInputs = (inputs: readonly SignedInput[]): Uint8Array =>
  encodeMessage({ type: 'frame', closed: 0, heard: 0, inputs, tick: 0, hash: null });

const CLOSING = new TextEncoder().encode('kifu/closed/1\0');

/** What is signed: that a seat has no inputs up to a tick but those up to a number. */
export function closingMessage(
  match: Uint8Array,
  seat: Seat,
  { closed, seq }: Pick<MessageOf<'closing'>, 'closed' | 'seq'>,
): Uint8Array {
  const body = encodeWith(output => {
    writeListHead(output, 4);
    writeBytes(output, match);
    writeUint(output, seat);
    writeUint(output, closed);
    writeUint(output, seq);
  });
  return concatBytes(CLOSING, body);
}
