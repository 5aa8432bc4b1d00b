/**
 * A Kubo daemon as a store of blocks (docs.ipfs.tech/reference/kubo/rpc). Four calls are needed of it, so they are made here:
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

/** How a daemon is asked. */
export interface KuboOptions {
  /** A URL or a multiaddr; `http://127.0.0.1:5001` unless told, where a daemon listens unless it is told. */
  readonly address?: string;
  /** Whether `get` leaves the network alone; unless told, the daemon looks for what it has not. */
  readonly isOffline?: boolean;
  /** For each call, in milliseconds; 30,000 unless told. */
  readonly timeoutMs?: number;
  /** 2 MiB unless told, which is the most that peers exchange. */
  readonly maxBlockBytes?: number;
  /** Such as `authorization`, where the daemon asks for it. */
  readonly headers?: { readonly [name: string]: string };
}

/** What is pinned. */
export interface PinOptions extends Ask {
  readonly isAlone?: boolean;
}

/** A daemon with its blocks: durable as the daemon keeps them. `has` says what it has itself. */
export interface KuboStore extends BlockStore {
  /**
   * Keeps a block from being collected as garbage, and all that hangs on it unless `isAlone`: a daemon looks in its network for
   * what it has not, so a block that names something elsewhere is pinned alone.
   */
  pin(cid: Cid, ask?: PinOptions): Promise<void>;
}

/** The blocks of a daemon. Throws `KuboAddressError`. */
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
  /** As it was given. */
  readonly address: string;
  readonly timeoutMs: number;
  readonly maxBlockBytes: number;
  readonly headers: { readonly [name: string]: string };
}

const OFFLINE = { offline: 'true' };
/** Of answers that are no block. */
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
    // more is pinned than was asked for
    if (cause instanceof KuboError && /already pinned recursively/.test(cause.message)) return;
    throw cause;
  }
  const { Pins: pins } = readObject(daemon, answer);
  if (!Array.isArray(pins) || !pins.includes(id))
    throw new KuboError(daemon.address, `did not pin ${id}`);
}

/** Daemons keep blocks by their hash, and always name them by CIDv1; so a CIDv0 is one and the same block there. */
function checkKey({ address }: Daemon, cid: Cid, key: unknown): void {
  const given = typeof key === 'string' ? parseCid(key) : null;
  if (given?.ok && isSameBlock(given.value, cid)) return;
  const named = typeof key === 'string' ? key.slice(0, 80) : 'nothing';
  throw new KuboError(address, `returned ${named} instead of ${formatCid(cid)}`);
}

const isSameBlock = (a: Cid, b: Cid): boolean =>
  isSameCid({ ...a, version: 1 }, { ...b, version: 1 });

/** More about a call: what is sent, how much may come, and which block it is about. */
interface DaemonCall {
  readonly body?: FormData;
  readonly maxBytes?: number;
  readonly cid?: Cid;
}

/** Calls the daemon; an answer is one with status 200. */
async function call(
  { api, address, timeoutMs, headers }: Daemon,
  command: string,
  query: { readonly [name: string]: string },
  ask: Ask | undefined,
  { body, maxBytes = MAX_ANSWER_BYTES, cid }: DaemonCall,
): Promise<HttpAnswer> {
  // a copy: the caller may change the bytes of the id before an error names it
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

/** How daemons of all ages say that a block is not there, always with status 500. */
const NOT_FOUND = /not found|could not find|context deadline exceeded/i;

/** What is wrong, as `{"Message":…,"Code":0,"Type":"error"}`, or as text where something stands before the daemon. */
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
