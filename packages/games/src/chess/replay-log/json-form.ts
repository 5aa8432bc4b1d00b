/** The JSON form of a node: `{"n":1,"w":"e2e4","b":"e7e5","prev":null}`, no spaces, members in that order. */
import {
  type Cid,
  formatCid,
  isObject,
  type Json,
  ok,
  parseAnyCid,
  parseCid,
  type Result,
} from '@kifu/core';
import { formatUci } from '../uci.ts';
import { type DecodedNode, type LogNode, makeNode, NO_SHAPE, refuse } from './node.ts';

/** Writes a node. */
export const encodeJsonNode = ({ n, w, b, result, prev }: LogNode): Uint8Array =>
  utf8.encode(formatNode(n, w && formatUci(w), b && formatUci(b), result, prev && formatCid(prev)));

/** Reads a node, also one with spaces, another order of members, unknown members, or the id of a UnixFS file as `prev`. */
export function decodeJsonNode(bytes: Uint8Array): Result<DecodedNode> {
  let text: string;
  try {
    text = strictUtf8.decode(bytes);
  } catch {
    return refuse('bad-json', 'the bytes are not UTF-8');
  }
  return decodeUsual(text) ?? decodeAny(text);
}

/** Nearly all nodes are canonical and have moves: for them one look does what parsing, checking and writing again would do. */
function decodeUsual(text: string): Result<DecodedNode> | null {
  const found = USUAL.exec(text);
  if (found === null) return null;
  const [, n, w, b, result, prev] = found;
  const cid = prev === undefined ? null : parseCid(prev);
  if (cid !== null && !cid.ok) return null;
  const node = makeNode(Number(n), w, b, result, cid?.value ?? null);
  return node && ok({ node, canonical: true, prevText: prev ?? null });
}

const USUAL =
  /^\{"n":([1-9]\d{0,14}),"w":"([a-h1-8]{4}[qrbn]?)"(?:,"b":"([a-h1-8]{4}[qrbn]?)")?(?:,"result":"(1-0|0-1|1\/2-1\/2|\*)")?,"prev":(?:null|"(bafkrei[a-z2-7]{52})")\}$/;

/** Any node at all. */
function decodeAny(text: string): Result<DecodedNode> {
  let value: Json;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse('bad-json', 'the bytes are not JSON');
  }
  if (!isObject(value)) return refuse('bad-json', 'a node is a JSON object');
  // two programs may read two different games from it, so it is none
  if (hasDuplicateKey(text)) return refuse('bad-json', 'duplicate member in the object');
  const { n, w, b, result, prev } = value;
  const link = toLink(prev);
  if (link === null)
    return refuse('bad-schema', 'prev is null or the content id of a file: raw or dag-pb');
  const node = makeNode(n, w, b, result, link.cid);
  if (node === null) return refuse('bad-schema', NO_SHAPE);
  const canonical =
    text === formatNode(node.n, w as Text, b as Text, result as Text, prev as Text) &&
    (link.cid === null || (link.cid.codec === 'raw' && link.text !== null));
  return ok({ node, canonical, prevText: link.text });
}

type Text = string | null | undefined;

const utf8 = new TextEncoder();
/** A byte order mark is preserved, and then refused as invalid JSON. */
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function formatNode(n: number | null, w: Text, b: Text, result: Text, prev: Text): string {
  const before = prev === null ? 'null' : `"${prev}"`;
  if (n === null) return `{"result":"${result}","prev":${before}}`;
  const answer = b == null ? '' : `,"b":"${b}"`;
  const end = result == null ? '' : `,"result":"${result}"`;
  return `{"n":${n},"w":"${w}"${answer}${end},"prev":${before}}`;
}

interface Link {
  readonly cid: Cid | null;
  readonly text: string | null;
}

const FIRST: Link = { cid: null, text: null };

/** What `prev` points to; null where it can be nothing of the kind. Ids are compared by bytes, so any base will do. */
function toLink(prev: Json | undefined): Link | null {
  if (prev === null) return FIRST;
  if (typeof prev !== 'string') return null;
  const strict = parseCid(prev);
  const parsed = strict.ok ? strict : parseAnyCid(prev);
  if (!parsed.ok || !['raw', 'dag-pb'].includes(parsed.value.codec)) return null;
  return { cid: parsed.value, text: strict.ok ? prev : null };
}

/** Whether the object itself has a duplicate member, in text that is known to be valid JSON. */
function hasDuplicateKey(text: string): boolean {
  const keys = new Set<unknown>();
  let depth = 0;
  let before = '';
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:]/g)) {
    if (token === '{' || token === '[') depth++;
    else if (token === '}' || token === ']') depth--;
    else if (token === ':' && depth === 1) {
      const key: unknown = JSON.parse(before);
      if (keys.has(key)) return true;
      keys.add(key);
    }
    before = token;
  }
  return false;
}
