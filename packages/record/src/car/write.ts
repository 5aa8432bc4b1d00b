/** Writes a CAR of version 1. */
import { type Cid, cidLength, encodeCid } from '@kifu/core';
import { encodeHeader } from './header.ts';
import type { CarBlock } from './read.ts';
import { varintLength, writeVarint } from './varint.ts';

/** A CAR with these roots and blocks, in this order: nothing is hashed or left out. */
export function writeCar(roots: readonly Cid[], blocks: readonly CarBlock[]): Uint8Array {
  const header = encodeHeader(roots);
  const size = blocks.reduce((sum, block) => sum + sectionLength(block), header.length);
  const car = new Uint8Array(size);
  car.set(header);
  let end = header.length;
  for (const block of blocks) end = writeSection(block, car, end);
  return car;
}

/** How many bytes a block takes in a CAR. */
export function sectionLength({ cid, bytes }: CarBlock): number {
  const length = cidLength(cid) + bytes.length;
  return varintLength(length) + length;
}

/** Writes length, content ID and bytes of a block, and returns where they end. */
export function writeSection({ cid, bytes }: CarBlock, car: Uint8Array, offset: number): number {
  const id = encodeCid(cid);
  const start = writeVarint(id.length + bytes.length, car, offset);
  car.set(id, start);
  car.set(bytes, start + id.length);
  return start + id.length + bytes.length;
}
