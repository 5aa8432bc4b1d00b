/** Replays of the programs that the rules come from: JSON, version 1 of the older one, version 2 of the rewrite. */
import type { RecordFormat } from '@kifu/core';
import { readReplay } from './read.ts';
import { writeV1, writeV2 } from './write.ts';

const ignoreLosses = () => {};

/** How much of a file is looked at to see what it is meant to be. */
const LOOKED_AT = 1 << 16;
const latin1 = new TextDecoder('latin1');

function looksLike(bytes: Uint8Array): boolean {
  const text = latin1.decode(bytes.subarray(0, LOOKED_AT));
  return /"moves"\s*:/.test(text) && /"(?:piece_id|pieceId|total_ticks|ticks)"\s*:/.test(text);
}

/** Replays: reads both versions, writes version 2. */
export const kfchess: RecordFormat = {
  name: 'kfchess',
  extensions: ['kfchess.json'],
  looksLike,
  read: (input, lost = ignoreLosses) => readReplay(input, lost, [1, 2]),
  write: writeV2,
};

/** Replays of version 1, for matches by the classic rules. */
export const kfchessV1: RecordFormat = {
  name: 'kfchess-v1',
  extensions: ['kfchess-v1.json'],
  read: (input, lost = ignoreLosses) => readReplay(input, lost, [1]),
  write: writeV1,
};
