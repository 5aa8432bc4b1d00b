/**
 * A stand-in for a Kubo daemon: the calls that are used here, over a real socket, with the answers and refusals of the real
 * one (kubo 0.39). Requests that the real one would not take, it does not take either.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { decode } from '@ipld/dag-cbor';
import { type CidCodec, cidOf, formatCid, hashesTo, parseCid } from '@kifu/core';
import { Block } from 'multiformats/block';
import { CID } from 'multiformats/cid';
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
  readonly pins: Map<string, 'recursive' | 'direct'>;
  /** Blocks by digest, as a daemon keeps them. */
  readonly blocks: Map<string, Uint8Array>;
}

/** Makes one. */
export function kuboStandIn(): StandIn {
  const heard: Heard[] = [];
  const pins: StandIn['pins'] = new Map();
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
    if (query.recursive !== 'false') return pinAll(query.arg!, reply);
    if (pins.get(query.arg!) === 'recursive')
      return refuse(reply, `pin: ${query.arg} already pinned recursively`);
    pins.set(query.arg!, 'direct');
    json(reply, { Pins: [query.arg] });
  }

  function pinAll(id: string, reply: ServerResponse): void {
    let missing: string | null;
    try {
      missing = missingFrom(id);
    } catch (cause) {
      refuse(reply, `pin: ${cause}`);
      return;
    }
    if (missing !== null) {
      refuse(reply, `pin: block was not found locally (offline): ipld: could not find ${missing}`);
      return;
    }
    pins.set(id, 'recursive');
    json(reply, { Pins: [id] });
  }

  /** The first block that hangs on this one and is not here. */
  function missingFrom(id: string): string | null {
    const bytes = blocks.get(keyOf(id) ?? '');
    if (bytes === undefined) return id;
    if (!id.startsWith('bafyrei')) return null;
    for (const link of new Block({ cid: CID.parse(id), bytes, value: decode(bytes) }).links()) {
      const missing = missingFrom(link[1].toString());
      if (missing !== null) return missing;
    }
    return null;
  }

  function put(query: Heard['query'], file: SentFile | null, reply: ServerResponse) {
    const codec = query['cid-codec'] ?? 'raw';
    if (file === null) return refuse(reply, "file argument 'data' is required");
    if (!['raw', 'dag-pb', 'dag-cbor', 'dag-json'].includes(codec))
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
