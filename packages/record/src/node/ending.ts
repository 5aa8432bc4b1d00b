/** Endings as nodes have them. `docs/record-format.md` has the layout. */
import type { Ending, Outcome, SeatSignature } from '@kifu/core';
import {
  encodeWith,
  expectList,
  type Input,
  type Output,
  orNull,
  readFixed,
  readInt,
  readList,
  readText,
  readUint,
  refuse,
  writeBytes,
  writeDigest,
  writeInt,
  writeList,
  writeListHead,
  writeOrNull,
  writeText,
  writeUint,
} from '@kifu/core/cbor';
import { readSeat } from './act.ts';

/** An ending as it is stored. */
export interface EndingNode extends Ending {
  readonly n: number;
  /** Digest of the node before. */
  readonly prev: Uint8Array;
  readonly hash: Uint8Array;
}

/** An ending has eight fields, and a ninth where players signed it; so the number tells it from an entry. */
export const ENDING_FIELDS = 8;
const HASH_BYTES = 32;
const SIGNATURE_BYTES = 64;

/** The bytes of an ending. */
export const encodeEnding = (node: EndingNode): Uint8Array =>
  encodeWith(output => {
    writeListHead(output, ENDING_FIELDS + (node.signed.length > 0 ? 1 : 0));
    writeUint(output, node.n);
    writeDigest(output, node.prev);
    writeOutcome(output, node.outcome);
    writeOrNull(output, node.at, writeUint);
    writeOrNull(output, node.ms, writeUint);
    writeBytes(output, node.hash);
    writeOrNull(output, node.deal, writeBytes);
    writeOrNull(output, node.referee, writeBytes);
    if (node.signed.length > 0) writeList(output, node.signed, writeSeatSignature);
  });

function writeSeatSignature(output: Output, { seat, signature }: SeatSignature): void {
  writeListHead(output, 2);
  writeUint(output, seat);
  writeBytes(output, signature);
}

/** Reads an ending after its number and its link. */
export const readEnding = (
  input: Input,
  n: number,
  prev: Uint8Array,
  isSigned: boolean,
): EndingNode => ({
  n,
  prev,
  outcome: readOutcome(input),
  at: orNull(input, readUint),
  ms: orNull(input, readUint),
  hash: readHash(input),
  deal: orNull(input, readHash),
  referee: orNull(input, readSignature),
  signed: isSigned ? readSigned(input) : [],
});

/** The ninth field: at least one signature, by rising seats. */
function readSigned(input: Input): SeatSignature[] {
  const signed = readList(input, part => {
    expectList(part, 2);
    return { seat: readSeat(part), signature: readSignature(part) };
  });
  if (signed.length === 0 || signed.some(({ seat }, i) => seat <= (signed[i - 1]?.seat ?? -1)))
    refuse(input, 'signatures must be in the order of their seats, at least one');
  return signed;
}

const readHash = (input: Input): Uint8Array => readFixed(input, HASH_BYTES);
const readSignature = (input: Input): Uint8Array => readFixed(input, SIGNATURE_BYTES);

const RESULTS = ['win', 'draw', 'void'] as const;

/** Reads what `writeOutcome` writes. */
export function readOutcome(input: Input): Outcome {
  expectList(input, 4);
  const result = RESULTS[readUint(input)] ?? refuse(input, 'unknown result');
  const winners = readList(input, readSeat);
  return { result, winners, points: orNull(input, readPoints), reason: readText(input) };
}

const readPoints = (input: Input): number[] => readList(input, readInt);

/** An outcome: its result by number, the winners, points or null, the reason. */
export function writeOutcome(output: Output, { result, winners, points, reason }: Outcome): void {
  writeListHead(output, 4);
  writeUint(output, RESULTS.indexOf(result));
  writeList(output, winners, writeUint);
  writeOrNull(output, points, (part, list) => writeList(part, list, writeInt));
  writeText(output, reason);
}
