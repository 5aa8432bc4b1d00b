/**
 * Blocks from trustless gateways (specs.ipfs.tech/http-gateways/trustless-gateway), one after the other. They are not
 * trusted: every block is hashed, and if a gateway lies, fails or is slow, the next one is asked.
 */
import { type Cid, formatCid, formatFault, hashesTo, isSameCid } from '@kifu/core';
import { type CarBlock, LIMITS, readCar } from '@kifu/record/car';
import {
  type Ask,
  BlockCorruptError,
  BlockNotFoundError,
  type BlockStore,
} from '@kifu/record/store';
import { type HttpAnswer, request } from '../web/request.ts';
import { GatewayAddressError, GatewayError } from './errors.ts';

/** Read-only store. */
export type BlockReader = Pick<BlockStore, 'get' | 'has'>;

/** Gateways as a read-only store. `has` trusts them, as there is nothing to hash. */
export interface Gateways extends BlockReader {
  /**
   * Reads everything that a block references in one answer: as much as the gateway returns, at least the block itself. Throws as `get`
   * does.
   */
  getAll(root: Cid, ask?: Ask): Promise<readonly CarBlock[]>;
}

/** Options for gateways. */
export interface GatewayOptions {
  /** For each gateway and answer, in milliseconds (default: 30,000). */
  readonly timeoutMs?: number;
  /** Default: 2 MiB, which is the most that peers exchange. */
  readonly maxBlockBytes?: number;
  /** Default: 64 MiB. */
  readonly maxCarBytes?: number;
  /** Default: 3. */
  readonly maxRedirects?: number;
}

/** Returns the blocks of these gateways, asked in this order. Throws `GatewayAddressError`. */
export function httpBlocks(addresses: readonly string[], options: GatewayOptions = {}): Gateways {
  const bases = addresses.map(parseBase);
  const limits = { ...DEFAULTS, ...options };
  const asking: GatewayClient = { bases, limits };
  return {
    get: (cid, ask = {}) =>
      firstGood(asking, cid, async base => {
        const answer = await getBlock(asking, base, cid, ask);
        if (!hashesTo(cid, answer.body)) throw new Lie(base, 'it gave other bytes');
        return answer.body;
      }),
    getAll: (root, ask = {}) => firstGood(asking, root, base => getCar(asking, base, root, ask)),
    async has(cid, ask = {}) {
      try {
        await firstGood(asking, cid, base => hasBlock(asking, base, cid, ask));
        return true;
      } catch (cause) {
        if (cause instanceof BlockNotFoundError) return false;
        throw cause;
      }
    },
  };
}

const DEFAULTS = {
  timeoutMs: 30_000,
  maxBlockBytes: 1 << 21,
  maxCarBytes: LIMITS.maxBytes,
  maxRedirects: 3,
};

interface GatewayClient {
  readonly bases: readonly URL[];
  readonly limits: Required<GatewayOptions>;
}

/** A gateway returned wrong data. */
class Lie extends Error {
  constructor(base: URL, what: string) {
    super(`${base.href}: ${what}`);
  }
}
/** A gateway does not have the block. */
class Absent extends Error {
  constructor(base: URL) {
    super(`${base.href}: block not found`);
  }
}

function parseBase(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username + url.password !== '')
    throw new GatewayAddressError(address);
  // paths are appended to it
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  url.search = '';
  url.hash = '';
  return url;
}

/** Returns the first valid answer of a gateway. */
async function firstGood<T>(
  { bases }: GatewayClient,
  cid: Cid,
  ask: (base: URL) => Promise<T>,
): Promise<T> {
  const failures: Error[] = [];
  for (const base of bases)
    try {
      return await ask(base);
    } catch (cause) {
      if (!(cause instanceof Error) || cause instanceof Aborted) throw reasonOf(cause);
      failures.push(cause);
    }
  const options = { cause: new AggregateError(failures) };
  // wrong bytes prove neither that the block exists nor that it does not
  if (failures.some(failure => failure instanceof Lie)) throw new BlockCorruptError(cid, options);
  if (failures.every(failure => failure instanceof Absent))
    throw new BlockNotFoundError(cid, options);
  throw new GatewayError(cid, failures);
}

/** The caller aborted: no other gateway is asked. */
class Aborted extends Error {}

const reasonOf = (cause: unknown): unknown => (cause instanceof Aborted ? cause.cause : cause);

const getBlock = (asking: GatewayClient, base: URL, cid: Cid, ask: Ask): Promise<HttpAnswer> =>
  askGateway(asking, base, cid, 'raw', 'GET', asking.limits.maxBlockBytes, ask);

async function hasBlock(asking: GatewayClient, base: URL, cid: Cid, ask: Ask): Promise<void> {
  await askGateway(asking, base, cid, 'raw', 'HEAD', 0, ask);
}

async function getCar(
  asking: GatewayClient,
  base: URL,
  root: Cid,
  ask: Ask,
): Promise<readonly CarBlock[]> {
  const { maxCarBytes, maxBlockBytes } = asking.limits;
  const { body } = await askGateway(asking, base, root, 'car', 'GET', maxCarBytes, ask);
  const car = readCar(body, { maxBytes: maxCarBytes, maxBlockBytes });
  if (!car.ok) throw new Lie(base, `it gave no CAR: ${formatFault(car.fault)}`);
  const { blocks } = car.value;
  for (const { cid, bytes } of blocks)
    if (!hashesTo(cid, bytes)) throw new Lie(base, `it gave other bytes for ${formatCid(cid)}`);
  if (!blocks.some(({ cid }) => isSameCid(cid, root)))
    throw new Lie(base, 'it gave a CAR without the block that was asked for');
  return blocks;
}

const ACCEPT = {
  raw: 'application/vnd.ipld.raw',
  car: 'application/vnd.ipld.car;version=1;order=dfs;dups=n',
};

async function askGateway(
  { limits }: GatewayClient,
  base: URL,
  cid: Cid,
  format: 'raw' | 'car',
  method: 'GET' | 'HEAD',
  maxBytes: number,
  ask: Ask,
): Promise<HttpAnswer> {
  const url = new URL(`ipfs/${formatCid(cid)}?format=${format}`, base);
  const headers = { accept: ACCEPT[format] };
  let answer: HttpAnswer;
  try {
    answer = await request({ url, method, headers }, { ...limits, maxBytes }, ask);
  } catch (cause) {
    if (ask.signal?.aborted) throw new Aborted('given up', { cause });
    throw new Error(`${base.href}: ${(cause as Error).message}`, { cause });
  }
  const { status } = answer;
  if (status === 404 || status === 410) throw new Absent(base);
  if (status !== 200) throw new Error(`${base.href}: status ${status}`);
  return answer;
}
