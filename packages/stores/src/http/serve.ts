/**
 * A trustless gateway over any store: `GET /ipfs/{cid}?format=raw` returns a block, `?format=car` everything that it references. A
 * function from request to response, for any server; it only reads the store. A client
 * can verify the blocks, and they never change.
 */
import { type Cid, formatCid, hashesTo, readByteRange } from '@kifu/core';
import type { CarBlock } from '@kifu/record/car';
import { sectionLength, writeCar } from '@kifu/record/car';
import { linksOf } from '@kifu/record/node';
import { type Ask, BlockCorruptError, BlockNotFoundError } from '@kifu/record/store';
import { readWanted, tagOf, type WantedBlock } from './negotiate.ts';
import type { BlockReader } from './read.ts';

/** The used parts of a request; those of Node fit. */
export interface GatewayRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined };
}

/** The answer. */
export interface GatewayResponse {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  /** Empty for `HEAD`. */
  readonly body: Uint8Array;
}

/** Limits of an answer. */
export interface ServeOptions {
  /** Default: 64 MiB. Larger answers are refused, and are available block by block. */
  readonly maxCarBytes?: number;
  /** Default: 2^18. */
  readonly maxCarBlocks?: number;
  /** How long the store may take, in milliseconds (default: 30,000). */
  readonly timeoutMs?: number;
}

/** Answers the requests of a gateway from a store. Never throws. */
export function gatewayHandler(
  blocks: BlockReader,
  options: ServeOptions = {},
): (request: GatewayRequest, ask?: Ask) => Promise<GatewayResponse> {
  const limits = { ...DEFAULTS, ...options };
  return async (request, { signal } = {}) => {
    const time = AbortSignal.timeout(limits.timeoutMs);
    const ask = { signal: signal === undefined ? time : AbortSignal.any([time, signal]) };
    try {
      return await answer(blocks, limits, request, ask);
    } catch (cause) {
      if (cause instanceof BlockNotFoundError)
        return words(404, `there is no block ${formatCid(cause.cid)} here`);
      if (cause instanceof TooLarge) return words(501, cause.message);
      if (time.aborted) return words(504, 'the store did not answer in time');
      const isDamaged = cause instanceof BlockCorruptError;
      return words(500, isDamaged ? cause.message : 'the store cannot be read');
    }
  };
}

const DEFAULTS = { maxCarBytes: 1 << 26, maxCarBlocks: 1 << 18, timeoutMs: 30_000 };

/** A CAR would exceed the limit. */
class TooLarge extends Error {}

/** 48 weeks: the content of an ID never changes. */
const FOREVER = 'public, max-age=29030400, immutable';
const TYPES = {
  raw: 'application/vnd.ipld.raw',
  car: 'application/vnd.ipld.car; version=1; order=dfs; dups=n',
};

async function answer(
  blocks: BlockReader,
  limits: Required<ServeOptions>,
  { method = 'GET', url = '', headers }: GatewayRequest,
  ask: Ask,
): Promise<GatewayResponse> {
  if (method !== 'GET' && method !== 'HEAD')
    return words(405, 'blocks can only be read', { allow: 'GET, HEAD' });
  const wanted = readWanted(url, textOf(headers.accept));
  if ('status' in wanted) return words(wanted.status, wanted.message);
  const tag = tagOf(wanted);
  const common = {
    ...PUBLIC,
    'cache-control': FOREVER,
    etag: tag,
    vary: 'accept',
    'x-ipfs-path': `/ipfs/${formatCid(wanted.cid)}`,
  };
  if (names(textOf(headers['if-none-match']), tag))
    return { status: 304, headers: common, body: NONE };
  const content = await contentOf(blocks, limits, wanted, ask);
  const whole = {
    ...common,
    'content-type': TYPES[wanted.format],
    'content-disposition': `attachment; filename="${formatCid(wanted.cid)}.${wanted.format === 'car' ? 'car' : 'bin'}"`,
    'accept-ranges': 'bytes',
  };
  const hasChanged = headers['if-range'] !== undefined && textOf(headers['if-range']) !== tag;
  const part = hasChanged ? null : readByteRange(textOf(headers.range), content.length);
  if (part === 'unsatisfiable')
    return words(416, 'there are fewer bytes', { 'content-range': `bytes */${content.length}` });
  const { start, end } = part ?? { start: 0, end: content.length };
  return {
    status: part === null ? 200 : 206,
    headers: {
      ...whole,
      'content-length': `${end - start}`,
      ...(part === null ? {} : { 'content-range': `bytes ${start}-${end - 1}/${content.length}` }),
    },
    body: method === 'HEAD' ? NONE : content.subarray(start, end),
  };
}

const NONE = new Uint8Array(0);
/** Pages of any site may read what is public; and browsers must not take blocks for pages. */
const PUBLIC = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'content-length, content-range, etag, x-ipfs-path',
  'x-content-type-options': 'nosniff',
};

const textOf = (header: string | readonly string[] | undefined): string =>
  header === undefined ? '' : typeof header === 'string' ? header : header.join(', ');

/** Whether a list of tags contains this one (RFC 9110 §13.1.2). */
const names = (list: string, tag: string): boolean =>
  list.split(',').some(item => item.trim() === '*' || item.trim().replace(/^W\//, '') === tag);

/** Returns a refusal as text; not cacheable, as the block may arrive. */
function words(
  status: number,
  message: string,
  more: { readonly [name: string]: string } = {},
): GatewayResponse {
  const body = new TextEncoder().encode(`${message}\n`);
  return {
    status,
    headers: {
      ...PUBLIC,
      'cache-control': 'no-store',
      'content-type': 'text/plain; charset=utf-8',
      'content-length': `${body.length}`,
      ...more,
    },
    body,
  };
}

/** Collects everything before the first byte is sent, so that a partial answer never looks complete. */
async function contentOf(
  blocks: BlockReader,
  limits: Required<ServeOptions>,
  { cid, format, scope }: WantedBlock,
  ask: Ask,
): Promise<Uint8Array> {
  if (format === 'raw') return getChecked(blocks, cid, ask);
  const found: CarBlock[] = [];
  const seen = new Set<string>();
  // depth first, and each block once: the last one in the list is next
  const wanted = [cid];
  let size = 0;
  for (let next = wanted.pop(); next !== undefined; next = wanted.pop()) {
    const id = formatCid(next);
    if (seen.has(id)) continue;
    seen.add(id);
    const bytes = await getChecked(blocks, next, ask);
    found.push({ cid: next, bytes });
    size += sectionLength({ cid: next, bytes });
    if (size > limits.maxCarBytes || found.length > limits.maxCarBlocks)
      throw new TooLarge('the CAR would be too large: ask for its blocks one by one');
    if (scope === 'all') wanted.push(...linksOf(next, bytes).reverse());
  }
  return writeCar([cid], found);
}

async function getChecked(blocks: BlockReader, cid: Cid, ask: Ask): Promise<Uint8Array> {
  ask.signal?.throwIfAborted();
  const bytes = await blocks.get(cid, ask);
  if (!hashesTo(cid, bytes)) throw new BlockCorruptError(cid);
  return bytes;
}
