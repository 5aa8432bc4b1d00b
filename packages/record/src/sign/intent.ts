/** What is signed: a player's intent, and a referee's node. Each message begins with what it is, so that none passes for another. */
import type { Action, Entry, Terms } from '@kifu/core';
import {
  encodeWith,
  expectList,
  type Input,
  type Output,
  orNull,
  readBytes,
  readLink,
  readListHead,
  readUint,
  refuse,
  writeBytes,
  writeDigest,
  writeListHead,
  writeOrNull,
  writeUint,
} from '@kifu/core/cbor';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { ExpectedMove } from '../match-state/presigned.ts';
import { readAct, writeAct } from '../node/act.ts';
import { type EndingNode, encodeEnding } from '../node/ending.ts';
import { type EntryNode, encodeEntry, isEnding } from '../node/entry.ts';

/** What a player wants, not knowing what others do meanwhile. */
export interface Intent {
  /** Digest of the header. */
  readonly match: Uint8Array;
  readonly seat: number;
  /** Counts the actions of the seat, from 1. */
  readonly seq: number;
  /** Digest of the newest node that the player knew. */
  readonly seen: Uint8Array;
  readonly act: Action;
  /** When it is done, in a match without a referee; null where a referee says when. */
  readonly when: { readonly ms: number | null; readonly at: number | null } | null;
  /** The moves after `seen` on which an action signed ahead depends; none where there is no referee, and where it is left out. */
  readonly given?: readonly ExpectedMove[];
}

const INTENT = utf8ToBytes('kifu/intent/1\0');
const NODE = utf8ToBytes('kifu/node/1\0');
const ENDING = utf8ToBytes('kifu/ending/1\0');
/** An intent has five items, one more where it is signed ahead, and two where its player says when. */
const INTENT_ITEMS = 5;

/** The message that a player signs. */
export const intentMessage = ({
  match,
  seat,
  seq,
  seen,
  act,
  when,
  given = [],
}: Intent): Uint8Array =>
  concatBytes(
    INTENT,
    encodeWith(output => {
      writeListHead(output, INTENT_ITEMS + (when !== null ? 2 : given.length > 0 ? 1 : 0));
      writeDigest(output, match);
      writeUint(output, seat);
      writeUint(output, seq);
      writeDigest(output, seen);
      // a player whose move was refused signed the move: the refusal is not the player's
      writeAct(output, act.type === 'refused' ? { type: 'move', move: act.move } : act);
      if (when !== null) {
        writeOrNull(output, when.ms, writeUint);
        writeOrNull(output, when.at, writeUint);
      } else if (given.length > 0) writeGiven(output, given);
    }),
  );

function writeGiven(output: Output, given: readonly ExpectedMove[]): void {
  writeListHead(output, given.length);
  for (const { seat, move } of given) {
    writeListHead(output, 2);
    writeUint(output, seat);
    writeBytes(output, move);
  }
}

function readGiven(input: Input): readonly ExpectedMove[] {
  const given: ExpectedMove[] = [];
  const count = readListHead(input);
  if (count === 0) refuse(input, 'not an intent'); // it would be one of five items
  while (given.length < count) {
    expectList(input, 2);
    given.push({ seat: readUint(input), move: readBytes(input) });
  }
  return given;
}

/** What a player signs of the time of an action: nothing if a referee states it. */
export const whenOf = (
  { referee }: Pick<Terms, 'referee'>,
  { ms = null, at = null }: Partial<Entry>,
): Intent['when'] => (referee === null ? { ms, at } : null);

/** Reads the message that a player signed. */
export function readIntent(input: Input): Intent {
  for (const byte of INTENT) if (input.bytes[input.at++] !== byte) refuse(input, 'not an intent');
  const more = readListHead(input) - INTENT_ITEMS;
  if (more < 0 || more > 2) refuse(input, 'not an intent');
  return {
    match: readLink(input),
    seat: readUint(input),
    seq: readUint(input),
    seen: readLink(input),
    act: readAct(input),
    when: more === 2 ? { ms: orNull(input, readUint), at: orNull(input, readUint) } : null,
    ...(more === 1 ? { given: readGiven(input) } : {}),
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
