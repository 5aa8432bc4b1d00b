/** Records in files of a temporary folder, good and spoiled, for tests of commands that read them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cid, cidOf, unwrap } from '@kifu/core';
import { readCar, writeCar } from '@kifu/record/car';
import { afterAll } from 'vitest';
import { kifu, type Went, type World } from './run-kifu.ts';

/** Fool's mate. */
export const MATE = 'f3 e5\ng4 Qh4#\n';

/** A folder that goes away after the tests, and the command run in it: words such as `game.car` are its files. */
export function workshop() {
  const folder = mkdtempSync(join(tmpdir(), 'kifu-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const at = (name: string) => join(folder, name);
  const env = { KIFU_HOME: at('home') };
  return {
    folder,
    at,
    read: (name: string) => readFile(at(name)),
    text: (name: string) => readFile(at(name), 'utf8'),
    write: (name: string, content: string | Uint8Array) => writeFile(at(name), content),
    /** Runs a line of words; `@` before a word makes it a file of the folder. What is written names files without the folder. */
    async run(line: string, world: World = {}): Promise<Went> {
      const words = line.split(' ').map(word => word.replace(/^@(.*)/, (_, name) => at(name)));
      const went = await kifu(words, { ...world, env: { ...env, ...world.env } });
      const plain = (text: string) => text.replaceAll(`${folder}/`, '').replaceAll(folder, '.');
      return { ...went, out: plain(went.out), err: plain(went.err) };
    },
  };
}

/** A block of a CAR. */
export interface Block {
  readonly cid: Cid;
  readonly bytes: Uint8Array;
}

/** The CAR with its blocks changed, ids and roots as they are. */
export function changeBlocks(car: Uint8Array, change: (blocks: Block[]) => Block[]): Uint8Array {
  const { roots, blocks } = unwrap(readCar(car));
  return writeCar(roots, change(blocks));
}

/** A CAR of one block, which is its root. */
export function carWith(bytes: Uint8Array): Uint8Array {
  const cid = cidOf('dag-cbor', bytes);
  return writeCar([cid], [{ cid, bytes }]);
}

/** Bytes with one bit of a byte turned over. */
export function flipBit(bytes: Uint8Array, at: number): Uint8Array {
  const flipped = Uint8Array.from(bytes);
  flipped[at]! ^= 1;
  return flipped;
}

/** A CAR with a chain of so many nodes without sense, each naming the one before; their ids are numbers, so that none is hashed. */
export function junkChain(count: number): Uint8Array {
  const head = Buffer.alloc(DIGEST);
  head.writeUInt32BE(count, 0);
  const start = writeCar([{ version: 1, codec: 'dag-cbor', digest: head }], []);
  const section = Buffer.concat([
    Uint8Array.of(0), // the length
    CID,
    Buffer.alloc(DIGEST), // number n
    Uint8Array.of(0x85, 0x1a, 0, 0, 0, 0), // a list of five; n
    Uint8Array.of(0xd8, 0x2a, 0x58, 0x25, 0),
    CID,
    Buffer.alloc(DIGEST), // number n - 1
    Uint8Array.of(0, 0x43, 1, 2, 3, 0xf6), // seat, move, no time
  ]);
  section[0] = section.length - 1;
  const chain = Buffer.alloc(start.length + count * section.length);
  chain.set(start);
  for (let n = 1; n <= count; n++) {
    const at = start.length + (n - 1) * section.length;
    section.copy(chain, at);
    chain.writeUInt32BE(n, at + 5);
    chain.writeUInt32BE(LONG + n, at + 39);
    chain.writeUInt32BE(n - 1, at + 52);
  }
  return chain;
}

const DIGEST = 32;
/** From here on a number takes four bytes. */
const LONG = 1 << 16;
/** What the id of a node begins with. */
const CID = Uint8Array.of(0x01, 0x71, 0x12, 0x20);
