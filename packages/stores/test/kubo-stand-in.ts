/**
 * A stand-in for a Kubo daemon: the calls that are used here, over a real socket, with the answers and refusals of the real
 * one (kubo 0.39). Requests that the real one would not take, it does not take either.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type CidCodec, cidOf, formatCid, hashesTo, parseCid } from '@kifu/core';
import { type Behaviour, bodyOf } from './web.ts';

/** What was asked of it. */
export interface Heard {
  readonly call: string;
  readonly query: { readonly [name: string]: string };
  /** The file of a multipart body, and how its part is headed. */
  readonly file?: SentFile;
}
interface SentFile {
  readonly head: string;
  readonly bytes: Uint8Array;
}

/** A daemon with nothing in it. */
export interface StandIn {
  readonly behave: Behaviour;
  readonly heard: Heard[];
  readonly pins: Set<string>;
  /** Blocks by digest, as a daemon keeps them. */
  readonly blocks: Map<string, Uint8Array>;
}

/** Makes one. */
export function kuboStandIn(): StandIn {
  const heard: Heard[] = [];
  const pins = new Set<string>();
  const blocks = new Map<string, Uint8Array>();
  const keyOf = (id: string) => {
    const cid = parseCid(id);
    return cid.ok ? Buffer.from(cid.value.digest).toString('hex') : null;
  };

  async function behave(asked: IncomingMessage, reply: ServerResponse): Promise<void> {
    const url = new URL(asked.url!, 'http://daemon');
    const body = await bodyOf(asked);
    if (asked.method !== 'POST') return void reply.writeHead(405).end('405 - Method Not Allowed');
    if (asked.headers.origin !== undefined) return void reply.writeHead(403).end('403 - Forbidden');
    const [, call] = /^\/api\/v0\/(.+)$/.exec(url.pathname) ?? [];
    const query = Object.fromEntries(url.searchParams);
    const file = fileOf(asked.headers['content-type'] ?? '', body);
    heard.push({ call: call ?? url.pathname, query, ...(file === null ? {} : { file }) });
    const key = keyOf(query.arg ?? '');
    const isKept = key !== null && blocks.has(key);
    if (call === 'block/put') return put(query, file, reply);
    if (call !== 'block/get' && call !== 'block/stat' && call !== 'pin/add')
      return void reply.writeHead(404).end('404 page not found');
    if (key === null) return refuse(reply, `invalid path "${query.arg}": invalid cid`);
    if (!isKept)
      return refuse(
        reply,
        `block was not found locally (offline): ipld: could not find ${query.arg}`,
      );
    if (call === 'block/get') return void reply.end(blocks.get(key));
    if (call === 'block/stat')
      return json(reply, { Key: query.arg, Size: blocks.get(key)!.length });
    pins.add(query.arg!);
    json(reply, { Pins: [query.arg] });
  }

  function put(query: Heard['query'], file: SentFile | null, reply: ServerResponse) {
    const codec = query['cid-codec'] ?? 'raw';
    if (file === null) return refuse(reply, "file argument 'data' is required");
    if (!['raw', 'dag-pb', 'dag-cbor'].includes(codec))
      return refuse(reply, `unknown codec ${codec}`);
    if (file.bytes.length > 1 << 21) return refuse(reply, 'produced block is over 2MiB');
    const cid = cidOf(codec as CidCodec, file.bytes);
    if (!hashesTo(cid, file.bytes)) throw new Error('the stand-in is broken');
    blocks.set(Buffer.from(cid.digest).toString('hex'), file.bytes);
    json(reply, { Key: formatCid(cid), Size: file.bytes.length });
  }

  return { behave, heard, pins, blocks };
}

const json = (reply: ServerResponse, value: unknown): void =>
  void reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));

const refuse = (reply: ServerResponse, message: string): void =>
  void reply
    .writeHead(500, { 'content-type': 'application/json' })
    .end(JSON.stringify({ Message: message, Code: 0, Type: 'error' }));

/** The one file of a multipart body (RFC 7578); null where the body is none. */
function fileOf(type: string, body: Buffer): SentFile | null {
  const [, boundary] = /^multipart\/form-data; ?boundary="?([^"]+)"?$/.exec(type) ?? [];
  if (boundary === undefined) return null;
  const start = Buffer.from(`--${boundary}\r\n`);
  const end = Buffer.from(`\r\n--${boundary}--`);
  const headEnd = body.indexOf('\r\n\r\n');
  const fileEnd = body.lastIndexOf(end);
  if (!body.subarray(0, start.length).equals(start) || headEnd < 0 || fileEnd < 0) return null;
  return {
    head: body.subarray(start.length, headEnd).toString(),
    bytes: new Uint8Array(body.subarray(headEnd + 4, fileEnd)),
  };
}
