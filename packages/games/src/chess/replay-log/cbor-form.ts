/** The DAG-CBOR form of a node: a map with the same members, ordered `b`, `n`, `w`, `prev`, `result`, and `prev` as a link. */
import { type Cid, encodeCid, ok, type Result } from '@kifu/core';
import { formatUci } from '../uci.ts';
import { type Cbor, decodeCbor } from './dag-cbor.ts';
import { type DecodedNode, type LogNode, makeNode, NO_SHAPE, refuse } from './node.ts';

const TEXT = 0x60;
const MAP = 0xa0;
const NULL = 0xf6;
/** Tag 42, a byte string of 37, and the zero in front of the id. */
const LINK = [0xd8, 42, 0x58, 37, 0] as const;
const MEMBERS = ['b', 'n', 'w', 'prev', 'result'] as const;

/** Writes a node. */
export function encodeCborNode({ n, w, b, result, prev }: LogNode): Uint8Array {
  const values = {
    b: b && text(formatUci(b)),
    n: n === null ? null : uint(n),
    w: w && text(formatUci(w)),
    prev: prev === null ? [NULL] : [...LINK, ...encodeCid(prev)],
    result: result && text(result),
  };
  const present = MEMBERS.filter(key => values[key] !== null);
  const members = present.map(key => [...text(key), ...values[key]!]);
  return Uint8Array.from([MAP + members.length, ...members.flat()]);
}

/** Reads a node; it may have unknown members. */
export function decodeCborNode(bytes: Uint8Array): Result<DecodedNode> {
  const map = decodeCbor(bytes);
  if (!(map instanceof Map)) return refuse('bad-json', 'the bytes are no map in DAG-CBOR');
  const prev = toLink(map.get('prev'));
  if (prev === undefined)
    return refuse('bad-schema', 'prev is null or a link to a node in DAG-CBOR');
  const node = makeNode(map.get('n'), map.get('w'), map.get('b'), map.get('result'), prev);
  if (node === null) return refuse('bad-schema', NO_SHAPE);
  const known = MEMBERS.filter(key => map.has(key)).length;
  return ok({ node, canonical: known === map.size, prevText: null });
}

/** Shorter than 24 letters, all ASCII. */
const text = (letters: string): number[] => [
  TEXT + letters.length,
  ...Array.from(letters, letter => letter.charCodeAt(0)),
];

/** In the fewest bytes that hold it; the highest first. */
function uint(n: number): number[] {
  if (n < 24) return [n];
  const power = [0xff, 0xffff, 0xffff_ffff].filter(most => n > most).length;
  const bytes = Array.from({ length: 1 << power }, (_, i) => Math.floor(n / 256 ** i) % 256);
  return [24 + power, ...bytes.reverse()];
}

function toLink(prev: Cbor | undefined): Cid | null | undefined {
  if (prev === null) return null;
  const cid = typeof prev === 'object' && 'link' in prev ? prev.link : undefined;
  return cid?.codec === 'dag-cbor' ? cid : undefined;
}
