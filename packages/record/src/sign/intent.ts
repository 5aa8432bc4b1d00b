/** What is signed: a player's intent, and a referee's node. Each message begins with what it is, so that none passes for another. */
import type { Act, Entry, Terms } from '@kifu/core';
import {
  encodeWith,
  type Input,
  orNull,
  readLink,
  readListHead,
  readUint,
  refuse,
  writeDigest,
  writeListHead,
  writeOrNull,
  writeUint,
} from '@kifu/core/cbor';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { readAct, writeAct } from '../node/act.ts';
import { type EndingNode, encodeEnding } from '../node/ending.ts';
import { type EntryNode, encodeEntry, isEnding } from '../node/entry.ts';

/** What a player wants, not knowing what others do meanwhile. */
export interface Intent {
  /** Digest of the header. */
  readonly match: Uint8Array;
  readonly seat: number;
  /** Counts the acts of the seat, from 1. */
  readonly seq: number;
  /** Digest of the newest node that the player knew. */
  readonly seen: Uint8Array;
  readonly act: Act;
  /** When it is done, in a match without a referee; null where a referee says when. */
  readonly when: { readonly ms: number | null; readonly at: number | null } | null;
}

const INTENT = utf8ToBytes('kifu/intent/1\0');
const NODE = utf8ToBytes('kifu/node/1\0');
const ENDING = utf8ToBytes('kifu/ending/1\0');
/** An intent has five items, and two more where its player says when. */
const INTENT_ITEMS = 5;

/** The message that a player signs. */
export const intentMessage = ({ match, seat, seq, seen, act, when }: Intent): Uint8Array =>
  concatBytes(
    INTENT,
    encodeWith(output => {
      writeListHead(output, when === null ? INTENT_ITEMS : INTENT_ITEMS + 2);
      writeDigest(output, match);
      writeUint(output, seat);
      writeUint(output, seq);
      writeDigest(output, seen);
      // who was refused a move signed the move: the refusal is not the player's
      writeAct(output, act.type === 'refused' ? { type: 'move', move: act.move } : act);
      if (when === null) return;
      writeOrNull(output, when.ms, writeUint);
      writeOrNull(output, when.at, writeUint);
    }),
  );

/** What a player signs of when an act was: nothing where a referee says it. */
export const whenOf = (
  { referee }: Pick<Terms, 'referee'>,
  { ms = null, at = null }: Partial<Entry>,
): Intent['when'] => (referee === null ? { ms, at } : null);

/** Reads the message that a player signed. */
export function readIntent(input: Input): Intent {
  for (const byte of INTENT) if (input.bytes[input.at++] !== byte) refuse(input, 'no intent');
  const items = readListHead(input);
  if (items !== INTENT_ITEMS && items !== INTENT_ITEMS + 2) refuse(input, 'no intent');
  return {
    match: readLink(input),
    seat: readUint(input),
    seq: readUint(input),
    seen: readLink(input),
    act: readAct(input),
    when:
      items === INTENT_ITEMS ? null : { ms: orNull(input, readUint), at: orNull(input, readUint) },
  };
}

/** The message that a referee signs: the node without the referee's signature. */
export const nodeMessage = (node: EntryNode | EndingNode): Uint8Array =>
  concatBytes(
    NODE,
    isEnding(node)
      ? encodeEnding({ ...node, referee: null })
      : encodeEntry({ ...node, referee: null }),
  );

/** The message that players sign under an ending: its first eight fields, without the referee's signature. */
export const endingMessage = (node: EndingNode): Uint8Array =>
  concatBytes(ENDING, encodeEnding({ ...node, signed: [], referee: null }));
