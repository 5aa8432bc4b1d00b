/** Cacheable answers: tags, times, ranges (RFC 9110 §8.8, §13, §14; RFC 9111). */
import { Buffer } from 'node:buffer';
import { fail, readByteRange } from '@kifu/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from './problem.ts';

/** Caching rules of an answer. */
export interface CachePolicy {
  /** Entity tag: the same tag means the same bytes. */
  readonly tag: string;
  /** Whether the URL identifies the content too, so that it can never change. */
  readonly isFixed: boolean;
  readonly isPrivate: boolean;
}

const YEAR_S = 31_536_000;

/** Sets the headers for caches; returns true if the client has the content already and 304 was sent. */
export function isFresh(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { tag, isFixed, isPrivate }: CachePolicy,
): boolean {
  const who = isPrivate ? 'private' : 'public';
  void reply.headers({
    etag: tag,
    'cache-control': isFixed ? `${who}, max-age=${YEAR_S}, immutable` : `${who}, no-cache`,
  });
  if (isPrivate) void reply.header('vary', 'origin, authorization');
  if (!hasTag(headers['if-none-match'], tag)) return false;
  void reply.code(304);
  return true;
}

/** Whether a list of tags contains one; weak and strong tags are equal here (RFC 9110 §13.1.2). */
const hasTag = (list: string | undefined, tag: string): boolean =>
  list !== undefined &&
  (list.trim() === '*' ||
    list.split(',', MAX_TAGS).some(one => one.trim().replace(/^W\//, '') === plain(tag)));

const MAX_TAGS = 50;
const plain = (tag: string): string => tag.replace(/^W\//, '');

/** Sends bytes, or the requested range of them. */
export function sendBytes(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  bytes: Uint8Array,
  tag: string,
): FastifyReply {
  void reply.header('accept-ranges', 'bytes');
  const ifRange = headers['if-range'];
  const isWhole = ifRange !== undefined && ifRange !== tag;
  const part = isWhole ? null : readByteRange(headers.range, bytes.length);
  if (part === 'unsatisfiable') {
    void reply.header('content-range', `bytes */${bytes.length}`);
    return refuse(
      reply,
      fail('not-found', `range not satisfiable: the content has ${bytes.length} bytes`).fault,
      416,
    );
  }
  if (part === null) return reply.send(asBuffer(bytes));
  const { start, end } = part;
  void reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${bytes.length}`);
  return reply.send(asBuffer(bytes.subarray(start, end)));
}

/** Returns the same bytes as a Buffer, which Fastify needs. */
export const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);

/** Limit of the list, as headers must stay short. */
const MAX_HEADER = 4000;

/** Returns what a format could not represent as a header: a JSON list in ASCII. */
export function lossesHeader(losses: readonly string[]): string {
  const shown: string[] = [];
  let length = 2;
  for (const loss of losses) {
    const text = ascii(loss);
    length += text.length + 1;
    if (length > MAX_HEADER) {
      shown.push(ascii(`and ${losses.length - shown.length} more`));
      break;
    }
    shown.push(text);
  }
  return `[${shown.join(',')}]`;
}

const ascii = (text: string): string =>
  JSON.stringify(text).replace(
    /[^ -~]/g,
    letter => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
