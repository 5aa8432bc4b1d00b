/** What is signed: a player's intent, and a referee's node. Each message begins with what it is, so that none passes for another. */
import type { Act } from '@kifu/core';
import {
  encodeWith,
  expectList,
  type Input,
  readLink,
  readUint,
  refuse,
  writeDigest,
  writeListHead,
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
}

const INTENT = utf8ToBytes('kifu/intent/1\0');
const NODE = utf8ToBytes('kifu/node/1\0');

/** The message that a player signs. */
export const intentMessage = ({ match, seat, seq, seen, act }: Intent): Uint8Array =>
  concatBytes(
    INTENT,
    encodeWith(output => {
      writeListHead(output, 5);
      writeDigest(output, match);
      writeUint(output, seat);
      writeUint(output, seq);
      writeDigest(output, seen);
      // who was refused a move signed the move: the refusal is not the player's
      writeAct(output, act.type === 'refused' ? { type: 'move', move: act.move } : act);
    }),
  );

/** Reads the message that a player signed. */
export function readIntent(input: Input): Intent {
  for (const byte of INTENT) if (input.bytes[input.at++] !== byte) refuse(input, 'no intent');
  expectList(input, 5);
  return {
    match: readLink(input),
    seat: readUint(input),
    seq: readUint(input),
    seen: readLink(input),
    act: readAct(input),
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
