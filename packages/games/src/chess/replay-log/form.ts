/** Nodes as bytes, in either form. */
import { type Cid, type CidCodec, cidOf, type Result } from '@kifu/core';
import { decodeCborNode, encodeCborNode } from './cbor-form.ts';
import { decodeJsonNode, encodeJsonNode } from './json-form.ts';
import type { DecodedNode, LogForm, LogNode } from './node.ts';

/** A node as it is stored. */
export interface LogBlock {
  readonly cid: Cid;
  readonly bytes: Uint8Array;
}

/** The bytes of a node; there is one spelling only. */
export const encodeNode = (node: LogNode, form: LogForm = 'json'): Uint8Array =>
  form === 'json' ? encodeJsonNode(node) : encodeCborNode(node);

/** Reads a node by its form alone: whether it fits its neighbors is not looked at. */
export const decodeNode = (bytes: Uint8Array, form: LogForm = 'json'): Result<DecodedNode> =>
  form === 'json' ? decodeJsonNode(bytes) : decodeCborNode(bytes);

/** The bytes of a node with their content id. */
export function blockOf(node: LogNode, form: LogForm): LogBlock {
  const bytes = encodeNode(node, form);
  return { cid: cidOf(form === 'json' ? 'raw' : 'dag-cbor', bytes), bytes };
}

/** The form of a log by the codec of its ids: files hold JSON, whether raw or in a UnixFS block. */
export const formOf = (codec: CidCodec): LogForm => (codec === 'dag-cbor' ? 'dag-cbor' : 'json');
