/**
 * A Kubo daemon as a store of blocks (docs.ipfs.tech/reference/kubo/rpc). It needs only four calls, so they are made here:
 * the client library reads answers of any size, and follows redirects.
 */
import {
  type Cid,
  decodeCid,
  encodeCid,
  formatCid,
  hashesTo,
  isObject,
  isSameCid,
  type JsonObject,
  parseCid,
  parseJson,
} from '@kifu/core';
import {
  type Ask,
  BlockCorruptError,
  BlockNotFoundError,
  type BlockStore,
} from '@kifu/record/store';
import { type HttpAnswer, RequestError, request } from '../web/request.ts';
import { parseDaemon } from './address.ts';
import { KuboError, KuboUnreachableError } from './errors.ts';

/** Options for a daemon. */
export interface KuboOptions {
  /** URL or multiaddr (default: `http://127.0.0.1:5001`, where a daemon listens by default). */
  readonly address?: string;
  /** Whether `get` stays offline; by default, the daemon searches the network for missing blocks. */
  readonly isOffline?: boolean;
  /** For each call, in milliseconds (default: 30,000). */
  readonly timeoutMs?: number;
  /** Default: 2 MiB, which is the most that peers exchange. */
  readonly maxBlockBytes?: number;
  /** Such as `authorization`, if the daemon requires it. */
  readonly headers?: { readonly [name: string]: string };
}

/** Pins. */
export interface PinOptions extends Ask {
  readonly isAlone?: boolean;
}

/** Daemon with its blocks, as durable as the daemon stores them. `has` only checks the daemon itself. */
export interface KuboStore extends BlockStore {
  /**
   * Keeps a block and everything that it references from garbage collection, or the block only with `isAlone`: a daemon searches its network for
   * missing blocks, so a block with references to elsewhere is pinned alone.
   */
  pin(cid: Cid, ask?: PinOptions): Promise<void>;
}

/** Returns the blocks of a daemon. Throws `KuboAddressError`. */
export function kuboBlocks(options: KuboOptions = {}): KuboStore {
  const {
    address = 'http://127.0.0.1:5001',
    isOffline = false,
    timeoutMs = 30_000,
    maxBlockBytes = 1 << 21,
    headers = {},
  } = options;
  const daemon: Daemon = { api: parseDaemon(address), address, timeoutMs, maxBlockBytes, headers };
  return {
    async get(cid, ask) {
      const query = { arg: formatCid(cid), ...(isOffline ? OFFLINE : {}) };
      const answer = await call(daemon, 'block/get', query, ask, { maxBytes: maxBlockBytes, cid });
      if (!hashesTo(cid, answer.body)) throw new BlockCorruptError(cid);
      return answer.body;
    },
    put: (cid, bytes, ask) => put(daemon, cid, bytes, ask),
    async has(cid, ask) {
      try {
        const query = { arg: formatCid(cid), ...OFFLINE };
        const answer = await call(daemon, 'block/stat', query, ask, { cid });
        checkKey(daemon, cid, readObject(daemon, answer).Key);
        return true;
      } catch (cause) {
        if (cause instanceof BlockNotFoundError) return false;
        throw cause;
      }
    },
    pin: (cid, ask) => pin(daemon, cid, ask),
  };
}

interface Daemon {
  readonly api: URL;
  /** As given. */
  readonly address: string;
  readonly timeoutMs: number;
  readonly maxBlockBytes: number;
  readonly headers: { readonly [name: string]: string };
}

const OFFLINE = { offline: 'true' };
/** Limit of answers other than blocks. */
const MAX_ANSWER_BYTES = 1 << 16;

async function put(
  daemon: Daemon,
  cid: Cid,
  bytes: Uint8Array,
  ask: Ask | undefined,
): Promise<void> {
  ask?.signal?.throwIfAborted();
  // copies: the caller may change them before they are sent
  const copy = new Uint8Array(bytes);
  const own = { ...cid, digest: cid.digest.slice() };
  if (!hashesTo(own, copy)) throw new BlockCorruptError(own);
  const body = new FormData();
  body.set('file', new Blob([copy], { type: 'application/octet-stream' }), 'block');
  const query = { 'cid-codec': own.codec, mhtype: 'sha2-256', mhlen: '-1', pin: 'false' };
  const answer = await call(daemon, 'block/put', query, ask, { body });
  checkKey(daemon, own, readObject(daemon, answer).Key);
}

async function pin(daemon: Daemon, cid: Cid, ask: PinOptions = {}): Promise<void> {
  const id = formatCid(cid);
  const query = { arg: id, recursive: `${ask.isAlone !== true}` };
  let answer: HttpAnswer;
  try {
    answer = await call(daemon, 'pin/add', query, ask, { cid });
  } catch (cause) {
    // more is pinned than requested
    if (cause instanceof KuboError && /already pinned recursively/.test(cause.message)) return;
    throw cause;
  }
  const { Pins: pins } = readObject(daemon, answer);
  if (!Array.isArray(pins) || !pins.includes(id))
    throw new KuboError(daemon.address, `did not pin ${id}`);
}

/** Daemons store blocks by hash, and always name them by CIDv1; so a CIDv0 is the same block there. */
function checkKey({ address }: Daemon, cid: Cid, key: unknown): void {
  const given = typeof key === 'string' ? parseCid(key) : null;
  if (given?.ok && isSameBlock(given.value, cid)) return;
  const named = typeof key === 'string' ? key.slice(0, 80) : 'nothing';
  throw new KuboError(address, `returned ${named} instead of ${formatCid(cid)}`);
}

const isSameBlock = (a: Cid, b: Cid): boolean =>
  isSameCid({ ...a, version: 1 }, { ...b, version: 1 });

/** Options of a call: its body, the size limit, and the block that it is about. */
interface DaemonCall {
  readonly body?: FormData;
  readonly maxBytes?: number;
  readonly cid?: Cid;
}

/** Calls the daemon; returns an answer with status 200. */
async function call(
  { api, address, timeoutMs, headers }: Daemon,
  command: string,
  query: { readonly [name: string]: string },
  ask: Ask | undefined,
  { body, maxBytes = MAX_ANSWER_BYTES, cid }: DaemonCall,
): Promise<HttpAnswer> {
  // a copy: the caller may change the bytes of the ID before an error names it
  const about = cid === undefined ? undefined : decodeCid(encodeCid(cid));
  const url = new URL(command, api);
  url.search = new URLSearchParams(query).toString();
  const limits = { timeoutMs, maxBytes: Math.max(maxBytes, MAX_ANSWER_BYTES), maxRedirects: 0 };
  const question = {
    url,
    method: 'POST' as const,
    headers,
    ...(body === undefined ? {} : { body }),
  };
  let answer: HttpAnswer;
  try {
    answer = await request(question, limits, ask);
  } catch (cause) {
    if (!(cause instanceof RequestError)) throw cause;
    if (cause.failure === 'timeout' && about?.ok && command === 'block/get')
      throw new BlockNotFoundError(about.value, { cause });
    throw new KuboUnreachableError(address, cause.message, { cause });
  }
  if (answer.status === 200) return answer;
  const message = messageOf(answer);
  if (about?.ok && answer.status === 500 && NOT_FOUND.test(message))
    throw new BlockNotFoundError(about.value, {
      cause: new KuboError(address, `reports: ${message}`),
    });
  throw new KuboError(address, `refused ${command} with status ${answer.status}: ${message}`);
}

/** How daemons of all versions report a missing block, always with status 500. */
const NOT_FOUND = /not found|could not find|context deadline exceeded/i;

/** Returns the reason of a refusal: from `{"Message":…,"Code":0,"Type":"error"}`, or the text of a proxy before the daemon. */
function messageOf({ body }: HttpAnswer): string {
  const text = new TextDecoder().decode(body.subarray(0, 1000)).trim();
  const json = parseJson(text);
  const message = json.ok && isObject(json.value) ? json.value.Message : text;
  return (typeof message === 'string' ? message : text).slice(0, 300);
}

function readObject({ address }: Daemon, { body }: HttpAnswer): JsonObject {
  const json = parseJson(new TextDecoder().decode(body));
  if (json.ok && isObject(json.value)) return json.value;
  throw new KuboError(address, 'gave an invalid answer');
}
