/**
 * Objects with links: commits and player data. They are written as DAG-JSON, and also read as DAG-CBOR and as the nodes of
 * 2016, whose `Data` is JSON and whose links have names. Received objects are never re-encoded to check them. IPGS §1.
 */
import * as dagCbor from '@ipld/dag-cbor';
import * as dagJson from '@ipld/dag-json';
import * as dagPb from '@ipld/dag-pb';
import { type Cid, cidOf, encodeCid, fail, formatCid, ok, parseCid, type Result } from '@kifu/core';
import type { Block } from '@kifu/record/node';
import { CID } from 'multiformats/cid';
import { parseLenientJson } from './lenient-json.ts';

/** An object as it was decoded: links are what `linkOf` reads and `toLink` makes. */
export type IpldObject = { readonly [key: string]: unknown };

/** Larger commits are ignored. IPGS §17. */
export const MAX_OBJECT_BYTES = 64 * 1024;
/** Player data lists games, and may be as large as blocks are. */
export const MAX_PLAYER_DATA_BYTES = 1 << 20;

const WRONG = fail('malformed', 'the block is not an object in DAG-JSON or DAG-CBOR', {
  rule: 'block',
});

/** Reads an object. Whether the bytes are those that the id names has been seen to. */
export function decodeObject(
  { codec }: Cid,
  bytes: Uint8Array,
  maxBytes = MAX_OBJECT_BYTES,
): Result<IpldObject> {
  if (bytes.length > maxBytes)
    return fail('too-large', `the object is too large: ${maxBytes} bytes at most`, {
      rule: 'block',
    });
  try {
    const value = DECODERS[codec]?.(bytes);
    return isMap(value) ? ok(value) : WRONG;
  } catch {
    return WRONG; // one fault for all errors of the libraries
  }
}

const DECODERS: { readonly [codec: string]: (bytes: Uint8Array) => unknown } = {
  'dag-json': dagJson.decode,
  'dag-cbor': dagCbor.decode,
  'dag-pb': decodeOld,
};

function decodeOld(bytes: Uint8Array): unknown {
  const { Data = new Uint8Array(0), Links } = dagPb.decode(bytes);
  const data = parseLenientJson(new TextDecoder().decode(Data));
  if (!data.ok || !isMap(data.value)) return null;
  return { ...data.value, ...Object.fromEntries(Links.map(({ Name = '', Hash }) => [Name, Hash])) };
}

/** Whether a value is an object and neither a list, nor bytes, nor a link. */
export const isMap = (value: unknown): value is IpldObject =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Uint8Array) &&
  CID.asCID(value) === null;

/** An object as a block of DAG-JSON; keys are put in order. */
export function encodeObject(value: IpldObject): Block {
  const bytes = dagJson.encode(value);
  return { cid: cidOf('dag-json', bytes), bytes };
}

/** An object without a key, written again as it came: in DAG-CBOR if it did. */
export function encodeWithout(codec: Cid['codec'], value: IpldObject, key: string): Block {
  const { [key]: _, ...rest } = value;
  if (codec !== 'dag-cbor') return encodeObject(rest);
  const bytes = dagCbor.encode(rest);
  return { cid: cidOf('dag-cbor', bytes), bytes };
}

/** The content ID that a link names, as text; null for an invalid link, or one that cannot be checked here. */
export function linkOf(value: unknown): string | null {
  const text = CID.asCID(value)?.toString();
  return text !== undefined && parseCid(text).ok ? text : null;
}

/** A link to what a content ID names. */
export const toLink = (id: string | Cid): CID =>
  typeof id === 'string' ? CID.parse(id) : CID.decode(encodeCid(id));

/** The content ID of a file, as text: files are single raw blocks. */
export const hashOfFile = (bytes: Uint8Array): string => formatCid(cidOf('raw', bytes));

/** A file as a block. */
export const fileBlock = (bytes: Uint8Array): Block => ({ cid: cidOf('raw', bytes), bytes });
