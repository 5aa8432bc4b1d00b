/** Notes and variations as a block of their own, beside the chain: words about a record never change what happened. */
import type { Cid, Game, Json, Kifu, Result } from '@kifu/core';
import {
  decodeWith,
  encodeWith,
  expectList,
  type Input,
  type Output,
  readAnyLink,
  readJson,
  readText,
  refuse,
  writeJson,
  writeLink,
  writeListHead,
  writeText,
} from '@kifu/core/cbor';
import { remarksToJson } from './kifu-json.ts';

/** What a record says besides what happened. */
export type Remarks = Pick<Kifu, 'notes' | 'variations'>;

/** Remarks and the node that they are about. */
export interface RemarksNode {
  readonly about: Cid;
  readonly remarks: Json;
}

const TAG = 'kifu/remarks/1';
/** Larger remarks are refused unread. */
export const MAX_REMARKS_BYTES = 1 << 24;

/** Whether there is anything to keep. */
export const hasRemarks = ({ notes, variations }: Remarks): boolean =>
  notes.length + variations.length > 0;

/** The bytes of remarks. */
export const encodeRemarks = (game: Game, about: Cid, remarks: Remarks): Uint8Array =>
  encodeWith(output => {
    writeRemarksHead(output, about);
    writeJson(output, remarksToJson(game, remarks));
  });

/** What comes before the words in the bytes of remarks. */
export function writeRemarksHead(output: Output, about: Cid): void {
  writeListHead(output, 3);
  writeText(output, TAG);
  writeLink(output, about);
}

/** Reads remarks; the form of what they say is checked by `remarksFromJson`. */
export const decodeRemarks = (bytes: Uint8Array): Result<RemarksNode> =>
  decodeWith(bytes, readRemarks, MAX_REMARKS_BYTES);

function readRemarks(input: Input): RemarksNode {
  expectList(input, 3);
  if (readText(input) !== TAG) refuse(input, 'no remarks');
  return { about: readAnyLink(input), remarks: readJson(input) };
}
