/**
 * SHA-256 of many short messages: four at a time in the four lanes of WebAssembly's vectors, about twice as quick as
 * Node with a call for each. Where vectors are missing, it is a call for each.
 */
import { sha256 } from '#crypto';
import { BATCH, DIGESTS, MODULE, MOST_BLOCKS, TABLE } from './sha256-wasm.ts';

/** Writes the digests of messages into an array of just their size. */
type Hasher = (messages: readonly Uint8Array[], digests: Uint8Array) => void;

/** What the module gives; `scripts/sha256-wasm.ts` describes it. */
interface Lanes {
  readonly memory: { readonly buffer: ArrayBuffer };
  /** Hashes the four messages in the slots for messages of this number of blocks. */
  run(blocks: number): void;
}

/** As much of it as is needed: the compiler knows WebAssembly only together with the DOM. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

const DIGEST_BYTES = 32;
const BLOCK_BYTES = 64;
const SLOT_BYTES = MOST_BLOCKS * BLOCK_BYTES;
const LANES = 4;

/** Made at first use: most programs hash nothing. */
let hasher: Hasher | undefined;

/** The SHA-256 digests of all messages, 32 bytes each, one after the other. */
export function sha256Many(messages: readonly Uint8Array[]): Uint8Array {
  const digests = new Uint8Array(DIGEST_BYTES * messages.length);
  hasher ??= createHasher();
  hasher(messages, digests);
  return digests;
}

/** Old browsers have no vectors, and pages may forbid WebAssembly: then messages are hashed one by one. */
function createHasher(): Hasher {
  try {
    const bytes = Uint8Array.from(atob(MODULE), letter => letter.charCodeAt(0));
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes));
    return fourByFour(exports as Lanes);
  } catch {
    return oneByOne;
  }
}

function oneByOne(messages: readonly Uint8Array[], digests: Uint8Array): void {
  messages.forEach((message, i) => {
    digests.set(sha256(message), DIGEST_BYTES * i);
  });
}

/** A message waits in a slot until there are four of as many blocks. */
function fourByFour({ memory, run }: Lanes): Hasher {
  const bytes = new Uint8Array(memory.buffer);
  const table = new Uint32Array(memory.buffer, TABLE);
  /** How many messages are waiting, by their number of blocks. */
  const waiting = new Uint8Array(MOST_BLOCKS + 1);

  return (messages, digests) => {
    for (let from = 0; from < messages.length; from += BATCH) {
      const count = Math.min(BATCH, messages.length - from);
      hashBatch(messages, from, count);
      digests.set(bytes.subarray(DIGESTS, DIGESTS + DIGEST_BYTES * count), DIGEST_BYTES * from);
    }
  };

  function hashBatch(messages: readonly Uint8Array[], from: number, count: number): void {
    waiting.fill(0); // the last batch may have left some, or ended early by a throw
    for (let i = 0; i < count; i++) {
      const message = messages[from + i]!;
      const { length } = message;
      const blocks = blocksOf(length);
      if (blocks > MOST_BLOCKS) {
        hashAlone(message, i);
        continue;
      }
      const lane = waiting[blocks]!;
      bytes.set(message, (LANES * blocks + lane) * SLOT_BYTES);
      table[2 * LANES * blocks + lane] = length;
      table[2 * LANES * blocks + LANES + lane] = i;
      waiting[blocks] = (lane + 1) % LANES;
      if (lane === LANES - 1) run(blocks);
    }
    for (let blocks = 1; blocks <= MOST_BLOCKS; blocks++) hashRest(messages, from, blocks);
  }

  /** A lane without a message takes as long as one with: that pays only if there are few blocks. */
  function hashRest(messages: readonly Uint8Array[], from: number, blocks: number): void {
    const count = waiting[blocks]!;
    if (count === 0) return;
    const numbers = table.subarray(2 * LANES * blocks + LANES, 2 * LANES * (blocks + 1));
    if (blocks > count) {
      for (let lane = 0; lane < count; lane++)
        hashAlone(messages[from + numbers[lane]!]!, numbers[lane]!);
      return;
    }
    numbers.fill(BATCH, count); // idle lanes write to the spare digest at the end, which is never read
    run(blocks);
  }

  function hashAlone(message: Uint8Array, i: number): void {
    bytes.set(sha256(message), DIGESTS + DIGEST_BYTES * i);
  }
}

/** Padding is a byte 0x80, zeros, and eight bytes for the length. */
const blocksOf = (length: number): number => Math.ceil((length + 9) / BLOCK_BYTES);
