/**
 * Any of our stores as the blockstore of an IPFS node. Blocks are then stored as in that store: durable when
 * they are put, hashed when they are read. (`blockstore-fs` never syncs.)
 */
import { type Cid, decodeCid } from '@kifu/core';
import { BlockCorruptError, BlockNotFoundError, type BlockStore } from '@kifu/record/store';
import type { HeliaInit } from 'helia';
import type { CID } from 'multiformats/cid';

/** Blockstore of a node. */
type Blockstore = NonNullable<HeliaInit['blockstore']>;

/** Returns a store as a blockstore. It neither deletes nor lists: our port has neither. */
export function toBlockstore(blocks: BlockStore): Blockstore {
  async function* get(cid: CID, options?: Aborting): AsyncGenerator<Uint8Array> {
    try {
      yield await blocks.get(ownCid(cid), askOf(options));
    } catch (cause) {
      // to other peers a damaged block is a missing one
      const isLost = cause instanceof BlockNotFoundError || cause instanceof BlockCorruptError;
      throw isLost ? notFound(cause.message, { cause }) : cause;
    }
  }
  async function put(cid: CID, value: Value, options?: Aborting): Promise<CID> {
    await blocks.put(ownCid(cid), await collect(value), askOf(options));
    return cid;
  }
  return {
    get,
    put,
    async has(cid, options) {
      const own = decodeCid(cid.bytes);
      return own.ok && (await blocks.has(own.value, askOf(options)));
    },
    async *putMany(pairs, options) {
      for await (const { cid, bytes } of pairs) yield put(cid, bytes, options);
    },
    async *getMany(cids, options) {
      for await (const cid of cids) yield { cid, bytes: get(cid, options) };
    },
    async delete() {
      throw new Error('blocks are never deleted');
    },
    // biome-ignore lint/correctness/useYield: it refuses
    async *deleteMany() {
      throw new Error('blocks are never deleted');
    },
    // biome-ignore lint/correctness/useYield: it refuses
    async *getAll() {
      throw new Error('blocks are not listed');
    },
  };
}

/** Returns the bytes of a block that may arrive in pieces. */
export async function collect(value: Value): Promise<Uint8Array> {
  if (value instanceof Uint8Array) return value;
  const chunks: Uint8Array[] = [];
  for await (const chunk of value) chunks.push(chunk);
  // one piece is the usual case
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
}

type Value = Uint8Array | Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
type Aborting = { readonly signal?: AbortSignal | undefined };

const askOf = (options: Aborting | undefined) =>
  options?.signal === undefined ? {} : { signal: options.signal };

/** Converts an id to ours. Other hash functions are unsupported, so nothing is stored under them. */
function ownCid(cid: CID): Cid {
  const own = decodeCid(cid.bytes);
  if (own.ok) return own.value;
  throw notFound(`${cid} is of a kind that is not stored here`);
}

/** The libraries recognize it by its name. */
const notFound = (message: string, options?: ErrorOptions): Error =>
  Object.assign(new Error(message, options), { name: 'NotFoundError' });
