/** The DAG-CBOR form of a node: a map with the same members, ordered `b`, `n`, `w`, `prev`, `result`, and `prev` as a link. */
import { type Cid, decodeCid, ok, type Result } from '@kifu/core';
import {
  decodeWith,
  encodeWith,
  type Input,
  orNull,
  readBoolean,
  readBytes,
  readInt,
  readList,
  readMap,
  readText,
  refuse as refuseBytes,
  writeLink,
  writeMapHead,
  writeOrNull,
  writeText,
  writeUint,
} from '@kifu/core/cbor';
import { formatUci } from '../uci.ts';
import {
  type DecodedNode,
  type LogNode,
  MAX_NODE_BYTES,
  makeNode,
  NO_SHAPE,
  refuse,
} from './node.ts';

/** Writes a node. */
export function encodeCborNode({ n, w, b, result, prev }: LogNode): Uint8Array {
  const present = [b, n, w, result].filter(member => member !== null).length;
  return encodeWith(output => {
    const member = (key: string, text: string | null) => {
      if (text === null) return;
      writeText(output, key);
      writeText(output, text);
    };
    writeMapHead(output, present + 1);
    member('b', b && formatUci(b));
    if (n !== null) {
      writeText(output, 'n');
      writeUint(output, n);
    }
    member('w', w && formatUci(w));
    writeText(output, 'prev');
    writeOrNull(output, prev, writeLink);
    member('result', result);
  });
}

/** Reads a node; it may have unknown members. */
export function decodeCborNode(bytes: Uint8Array): Result<DecodedNode> {
  const map = decodeWith(bytes, input => readMap(input, readValue), MAX_NODE_BYTES);
  if (!map.ok) return refuse('bad-json', 'the bytes are not a DAG-CBOR map');
  const { n, w, b, result, prev: before, ...others } = map.value;
  const prev = toLink(before);
  if (prev === undefined)
    return refuse('bad-schema', 'prev is null or a link to a node in DAG-CBOR');
  const node = makeNode(n, w, b, result, prev);
  if (node === null) return refuse('bad-schema', NO_SHAPE);
  return ok({ node, canonical: Object.keys(others).length === 0, prevText: null });
}

/** A value that a node may have. All others are passed over: lists, maps, bytes, floats, links and numbers of other kinds. */
type Value = null | boolean | number | string | Link | typeof FOREIGN;

/** A link to a node. */
interface Link {
  readonly link: Cid;
}

const FOREIGN = Symbol('foreign');
const MAX_DEPTH = 32;
/** The tag of a link, around a byte string that starts with a zero. */
const LINK = [0xd8, 42] as const;
/** Heads of numbers of eight bytes: whole, below zero, with a fraction. */
const LONG_UINT = 0x1b;
const LONG_NEGATIVE = 0x3b;
const FLOAT = 0xfb;

/** Reads any value that DAG-CBOR has, in its one spelling. */
function readValue(input: Input, depth = 0): Value {
  const { bytes, at } = input;
  const first = bytes[at] ?? refuseBytes(input, 'a value is expected');
  if (depth > MAX_DEPTH) refuseBytes(input, `nested deeper than ${MAX_DEPTH} levels`);
  if (first === FLOAT || first === LONG_NEGATIVE) return passNumber(input, first);
  // no whole number of JavaScript from 2^53 on
  if (first === LONG_UINT && (bytes[at + 1]! > 0 || bytes[at + 2]! > 0x1f))
    return passNumber(input, first);
  const readWithin = (input: Input) => readValue(input, depth + 1);
  switch (first >> 5) {
    case 0:
    case 1:
      return readInt(input);
    case 2:
      readBytes(input);
      return FOREIGN;
    case 3:
      return readText(input);
    case 4:
      readList(input, readWithin);
      return FOREIGN;
    case 5:
      readMap(input, readWithin);
      return FOREIGN;
    case 6:
      return readLink(input);
    default:
      return orNull(input, readBoolean);
  }
}

/** Passes over a number of eight bytes: a float that is a number, or one that needs them all. */
function passNumber(input: Input, head: number): typeof FOREIGN {
  const { bytes, at } = input;
  if (at + 9 > bytes.length) refuseBytes(input, 'the bytes end too soon');
  const view = new DataView(bytes.buffer, bytes.byteOffset + at + 1, 8);
  const isGood = head === FLOAT ? Number.isFinite(view.getFloat64(0)) : view.getUint32(0) > 0;
  if (!isGood) refuseBytes(input, 'the number is not in its one form');
  input.at = at + 9;
  return FOREIGN;
}

function readLink(input: Input): Link | typeof FOREIGN {
  if (!LINK.every((byte, i) => input.bytes[input.at + i] === byte))
    refuseBytes(input, 'a link is expected');
  input.at += LINK.length;
  const inner = readBytes(input);
  if (inner[0] !== 0 || inner.length < 2) refuseBytes(input, 'a link is expected');
  const cid = decodeCid(inner.subarray(1));
  return cid.ok ? { link: cid.value } : FOREIGN;
}

function toLink(prev: Value | undefined): Cid | null | undefined {
  if (prev === null) return null;
  const cid = typeof prev === 'object' ? prev.link : undefined;
  return cid?.codec === 'dag-cbor' ? cid : undefined;
}
