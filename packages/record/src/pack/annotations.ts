/** Annotations in a pack: notes and variations, after everything else. */
import { type Fail, fail, isSameCid, ok, type Result, sha256 } from '@kifu/core';
import { encodeWith } from '@kifu/core/cbor';
import { concatBytes } from '@noble/hashes/utils.js';
import {
  decodeAnnotations,
  MAX_ANNOTATIONS_BYTES,
  writeRemarksHead,
} from '../annotations/annotations.ts';
import { idOf } from '../chain.ts';
import { codeItem } from './items.ts';
import type { Tools } from './tools.ts';
import { FIELDS } from './vocabulary.ts';

/** The block of annotations, if there is one, and the digest of the last block of the record. */
interface Remarked {
  readonly remarks: Uint8Array | null;
  readonly digest: Uint8Array;
}

const REMARKS = FIELDS.indexOf('remarks');

/** Writes or reads annotations about a head; null is written where there are none. */
export function codeAnnotations(
  tools: Tools,
  head: Uint8Array,
  written: Uint8Array | null,
): Result<Remarked> {
  if (!tools.flag('remarked', written !== null)) return ok({ remarks: null, digest: head });
  const start = encodeWith(output => writeRemarksHead(output, idOf(head)));
  const input = written === null ? null : { bytes: written, at: start.length };
  const item = codeItem(tools.coder, tools.texts, REMARKS, input, MAX_ANNOTATIONS_BYTES);
  const remarks = concatBytes(start, item);
  const checked = decodeAnnotations(remarks);
  return checked.ok ? ok({ remarks, digest: sha256(remarks) }) : checked;
}

/** Why a block does not hold annotations of a head; null if it does. */
export function checkAnnotations(head: Uint8Array, bytes: Uint8Array): Fail | null {
  const node = decodeAnnotations(bytes);
  if (!node.ok) return node;
  return isSameCid(node.value.about, idOf(head))
    ? null
    : fail('malformed', 'the annotations are about another record');
}
