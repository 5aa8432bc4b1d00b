/**
 * Late inputs: in lockstep a player signed that it has no more for a tick, and signed another one for that tick. With the record up to
 * there every reader can check it. It proves nothing of when either was made.
 */
import { bytesToHex, type Fail, fail, isSameBytes, ok, type Result, type Seat } from '@kifu/core';
import {
  decodeWith,
  encodeWith,
  expectList,
  readBytes,
  readFixed,
  readText,
  writeBytes,
  writeListHead,
  writeText,
} from '@kifu/core/cbor';
import { keyOf } from '@kifu/record/match-state';
import { Replay, readAll } from '@kifu/record/replay';
import { intentMessage, isSignedBy } from '@kifu/record/sign';
import { closingMessage, encodeInputs, inputEntry } from './inputs.ts';
import { decodeMessage, encodeMessage, type MessageOf, type SignedInput } from './messages.ts';

const TAG = 'kifu/late-input/1';

/** The proof: what the player signed of both. */
export const encodeLateInput = (
  key: Uint8Array,
  closing: MessageOf<'closing'>,
  input: SignedInput,
): Uint8Array =>
  encodeWith(output => {
    writeListHead(output, 4);
    writeText(output, TAG);
    writeBytes(output, key);
    writeBytes(output, encodeMessage(closing));
    writeBytes(output, encodeInputs([input]));
  });

/** The contents of a proof. */
export interface LateInput {
  readonly seat: Seat;
  /** The tick up to which the player had closed, and that of the input. */
  readonly closed: number;
  readonly at: number;
}

/** Checks a proof against the record of the match as it was then or later; a fault says what is wrong with it. */
export async function checkLateInput(
  replay: Replay,
  proof: Uint8Array,
): Promise<Result<LateInput>> {
  const parts = decodeWith(proof, input => {
    expectList(input, 4);
    const tag = readText(input);
    return { tag, key: readFixed(input, 32), closing: readBytes(input), inputs: readBytes(input) };
  });
  if (!parts.ok) return parts;
  const closing = decodeMessage(parts.value.closing);
  const frame = decodeMessage(parts.value.inputs);
  if (parts.value.tag !== TAG || !closing.ok || closing.value.type !== 'closing') return NO_PROOF;
  if (!frame.ok || frame.value.type !== 'frame' || frame.value.inputs.length !== 1) return NO_PROOF;
  // one proof, one spelling
  const [input] = frame.value.inputs as [SignedInput];
  if (!isSameBytes(encodeLateInput(parts.value.key, closing.value, input), proof)) return NO_PROOF;

  const whole = readAll(new Replay(replay.game, replay.nodes), []);
  if (whole.fault !== null) return whole.fault;
  const { header, table, n } = whole;
  const key = bytesToHex(parts.value.key);
  const seat = header?.players.find(player => keyOf(header, player.seat) === key)?.seat;
  if (table === null || seat === undefined)
    return fail('bad-signature', 'the key does not belong to a player of the match', {
      rule: 'key',
    });
  if (table.anchor === null) return fail('no-ticks', 'the match has no ticks');
  if (input.seen > n)
    return fail(
      'unsupported',
      `the input refers to node ${input.seen}, which the record does not have`,
    );

  const match = whole.digestAt(0);
  const { act, ms = null, at = null } = inputEntry(table, seat, input);
  const seen = whole.digestAt(input.seen);
  const intent = { match, seat, seq: input.seq, seen, act, when: { ms, at } };
  const isSigned =
    (await isSignedBy(
      parts.value.key,
      closingMessage(match, seat, closing.value),
      closing.value.signature,
    )) && (await isSignedBy(parts.value.key, intentMessage(intent), input.signature));
  if (!isSigned) return fail('bad-signature', `seat ${seat} did not sign both inputs`);
  const { closed, seq } = closing.value;
  // an input that the closing counts in was not late
  return input.at <= closed && input.seq > seq
    ? ok({ seat, closed, at: input.at })
    : fail('unsupported', 'the input is for a tick that was still open', { rule: 'closed' });
}

const NO_PROOF: Fail = fail('malformed', 'not a proof of a late input');
