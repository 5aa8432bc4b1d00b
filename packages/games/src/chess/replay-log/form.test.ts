/** Nodes as bytes: one spelling each, tolerance where the reference asks for it, and never a throw. */
import * as dagCbor from '@ipld/dag-cbor';
import { type Cid, cidOf, encodeCid, formatCid, unwrap } from '@kifu/core';
import fc from 'fast-check';
import { CID } from 'multiformats/cid';
import { describe, expect, test } from 'vitest';
import { fromPacked, type Move } from '../move-codec.ts';
import { formatUci, parseUci } from '../uci.ts';
import { decodeNode, encodeNode } from './form.ts';
import type { LogForm, LogNode, LogResult } from './node.ts';
import { unwrapFile, wrapFile } from './unixfs.ts';

const utf8 = new TextEncoder();
const codeOf = (input: string | Uint8Array, form: LogForm = 'json') => {
  const bytes = typeof input === 'string' ? utf8.encode(input) : input;
  const decoded = decodeNode(bytes, form);
  return decoded.ok ? (decoded.value.canonical ? 'canonical' : 'readable') : decoded.fault.rule;
};
const RAW = cidOf('raw', utf8.encode('raw'));
const CBOR = cidOf('dag-cbor', utf8.encode('cbor'));
const prev = formatCid(RAW);

/** Any node of the four shapes. */
const move: fc.Arbitrary<Move> = fc
  .tuple(fc.nat(63), fc.nat(63), fc.nat(4))
  .map(([from, to, piece]) => fromPacked((from << 9) | (to << 3) | piece));
const result = fc.constantFrom<LogResult>('1-0', '0-1', '1/2-1/2', '*');
const n = fc.oneof(
  fc.integer({ min: 1, max: 6000 }),
  fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
);
const anyNode = (link: Cid): fc.Arbitrary<LogNode> =>
  fc
    .tuple(n, move, fc.option(move), fc.option(result), fc.boolean(), fc.constantFrom(null, link))
    .map(([n, w, b, end, alone, prev]) =>
      alone
        ? { n: null, w: null, b: null, result: end ?? '*', prev }
        : { n, w, b, result: b === null ? (end ?? '*') : end, prev },
    );

test.each<[LogForm, Cid]>([
  ['json', RAW],
  ['dag-cbor', CBOR],
])('%s: what is written reads back as the same node', (form, link) => {
  fc.assert(
    fc.property(anyNode(link), node => {
      const decoded = unwrap(decodeNode(encodeNode(node, form), form));
      expect(decoded.node).toEqual(node);
      expect(decoded.canonical).toBe(true);
    }),
  );
});

describe('JSON', () => {
  const e4 = unwrap(parseUci('e2e4'));
  const q = unwrap(parseUci('e7e8q'));

  test.each<[LogNode, string]>([
    [{ n: 1, w: e4, b: q, result: null, prev: null }, '{"n":1,"w":"e2e4","b":"e7e8q","prev":null}'],
    [
      { n: 36, w: e4, b: null, result: '1-0', prev: RAW },
      `{"n":36,"w":"e2e4","result":"1-0","prev":"${prev}"}`,
    ],
    [
      { n: 2, w: e4, b: e4, result: '0-1', prev: RAW },
      `{"n":2,"w":"e2e4","b":"e2e4","result":"0-1","prev":"${prev}"}`,
    ],
    [
      { n: null, w: null, b: null, result: '1/2-1/2', prev: RAW },
      `{"result":"1/2-1/2","prev":"${prev}"}`,
    ],
    [{ n: null, w: null, b: null, result: '*', prev: null }, '{"result":"*","prev":null}'],
  ])('%j', (node, text) => {
    expect(new TextDecoder().decode(encodeNode(node))).toBe(text);
    expect(unwrap(decodeNode(utf8.encode(text)))).toMatchObject({ node, canonical: true });
  });

  const other = (base: string) => `{"n":1,"w":"e2e4","b":"e7e5","prev":"${base}"}`;
  const theirs = CID.parse(prev);
  const file = formatCid(cidOf('dag-pb', utf8.encode('x')));

  test.each<[what: string, text: string]>([
    ['spaces', '{ "n": 1, "w": "e2e4", "b": "e7e5", "prev": null }'],
    ['a line end', '{"n":1,"w":"e2e4","b":"e7e5","prev":null}\n'],
    ['another order', '{"w":"e2e4","b":"e7e5","n":1,"prev":null}'],
    ['another order of a result', '{"prev":null,"result":"*"}'],
    ['an unknown member', '{"n":1,"w":"e2e4","b":"e7e5","prev":null,"clk":[299.5,{"n":-0,"n":1}]}'],
    [
      'an unknown member called __proto__',
      '{"n":1,"w":"e2e4","b":"e7e5","prev":null,"__proto__":{"result":"*"}}',
    ],
    ['a number in another spelling', '{"n":1e0,"w":"e2e4","b":"e7e5","prev":null}'],
    ['an escape', '{"n":1,"w":"\\u00652e4","b":"e7e5","prev":null}'],
    ['an escaped name', '{"\\u006e":1,"w":"e2e4","b":"e7e5","prev":null}'],
    ['CIDv0', other('QmV7miLADJ994r5rFsB6qMksFSKmrChWfCmnjJoKsBX99r')],
    ['CIDv1 of a UnixFS file', other(file)],
    ['base32 in capitals', other(prev.toUpperCase())],
    ['base16', other(`f${Buffer.from(theirs.bytes).toString('hex')}`)],
  ])('reads %s', (_what, text) => expect(codeOf(text)).toBe('readable'));

  test.each<[what: string, input: string | Uint8Array]>([
    ['nothing', ''],
    ['half a node', '{"n":1,"w":"e2e4"'],
    ['a list', '[]'],
    ['null', 'null'],
    ['text', '"{}"'],
    ['two nodes', '{"result":"*","prev":null}{"result":"*","prev":null}'],
    ['a byte order mark', '\ufeff{"result":"*","prev":null}'],
    [
      'bytes that are no UTF-8',
      Uint8Array.of(...utf8.encode('{"result":"*","prev":null,"x":"'), 0xff, 0x22, 0x7d),
    ],
    ['a member twice', '{"n":1,"n":2,"w":"e2e4","b":"e7e5","prev":null}'],
    ['a member twice, once escaped', '{"n":1,"w":"e2e4","b":"e7e5","\\u0062":"e7e6","prev":null}'],
    ['DAG-CBOR', encodeNode({ n: null, w: null, b: null, result: '*', prev: null }, 'dag-cbor')],
  ])('bad-json: %s', (_what, input) => expect(codeOf(input)).toBe('bad-json'));

  test.each<[what: string, text: string]>([
    ['no member', '{}'],
    ['no prev', '{"result":"*"}'],
    ['prev alone', '{"prev":null}'],
    ['no answer and no result', '{"n":1,"w":"e2e4","prev":null}'],
    ['no number', '{"w":"e2e4","b":"e7e5","prev":null}'],
    ['a number with a result alone', '{"n":1,"result":"*","prev":null}'],
    ['an answer without a move', '{"n":1,"b":"e7e5","result":"*","prev":null}'],
    ['number 0', '{"n":0,"w":"e2e4","b":"e7e5","prev":null}'],
    ['number -1', '{"n":-1,"w":"e2e4","b":"e7e5","prev":null}'],
    ['half a number', '{"n":1.5,"w":"e2e4","b":"e7e5","prev":null}'],
    ['a number as text', '{"n":"1","w":"e2e4","b":"e7e5","prev":null}'],
    ['a number too large', '{"n":9007199254740993,"w":"e2e4","b":"e7e5","prev":null}'],
    ['the null move', '{"n":1,"w":"0000","b":"e7e5","prev":null}'],
    ['a move in capitals', '{"n":1,"w":"E2E4","b":"e7e5","prev":null}'],
    ['a promotion in capitals', '{"n":1,"w":"e7e8Q","b":"e7e5","prev":null}'],
    ['a promotion to a king', '{"n":1,"w":"e7e8k","b":"e7e5","prev":null}'],
    ['SAN', '{"n":1,"w":"e4","b":"e5","prev":null}'],
    ['a square off the board', '{"n":1,"w":"e2e9","b":"e7e5","prev":null}'],
    ['letters and digits in disorder', '{"n":1,"w":"22ee","b":"e7e5","prev":null}'],
    ['no text as a move', '{"n":1,"w":["e2e4"],"b":"e7e5","prev":null}'],
    ['null as an answer', '{"n":1,"w":"e2e4","b":null,"result":"*","prev":null}'],
    ['null as a result', '{"n":1,"w":"e2e4","b":"e7e5","result":null,"prev":null}'],
    ['an unknown result', '{"result":"2-0","prev":null}'],
    ['a result in another spelling', '{"result":"½-½","prev":null}'],
    ['no content id', other('')],
    ['a content id with something after', other(`${prev}a`)],
    ['a content id of DAG-CBOR', other(formatCid(CBOR))],
    ['a path', other(`/ipfs/${prev}`)],
    ['a link as DAG-JSON has it', `{"n":1,"w":"e2e4","b":"e7e5","prev":{"/":"${prev}"}}`],
  ])('bad-schema: %s', (_what, text) => expect(codeOf(text)).toBe('bad-schema'));
});

describe('DAG-CBOR', () => {
  /** The node as other programs build it. */
  const plain = ({ n, w, b, result, prev }: LogNode) => ({
    ...(n !== null && { n }),
    ...(w !== null && { w: formatUci(w) }),
    ...(b !== null && { b: formatUci(b) }),
    ...(result !== null && { result }),
    prev: prev && CID.decode(encodeCid(prev)),
  });

  test('the same bytes as @ipld/dag-cbor', () => {
    fc.assert(
      fc.property(anyNode(CBOR), node => {
        const bytes = encodeNode(node, 'dag-cbor');
        expect(bytes).toEqual(dagCbor.encode(plain(node)));
        expect(dagCbor.decode(bytes)).toEqual(plain(node));
      }),
    );
  });

  test('numbers are as long as they must be', () => {
    for (const n of [
      1,
      23,
      24,
      255,
      256,
      65535,
      65536,
      2 ** 32 - 1,
      2 ** 32,
      Number.MAX_SAFE_INTEGER,
    ]) {
      const node = { n, w: fromPacked(1), b: fromPacked(1), result: null, prev: null };
      expect(encodeNode(node, 'dag-cbor')).toEqual(dagCbor.encode(plain(node)));
      expect(codeOf(encodeNode(node, 'dag-cbor'), 'dag-cbor')).toBe('canonical');
    }
  });

  test('unknown members with any value are passed over', () => {
    const json = fc.anything({
      withNullPrototype: false,
      maxDepth: 3,
      values: [
        fc.integer(),
        fc.string({ unit: 'grapheme' }),
        fc.boolean(),
        fc.constant(null),
        fc.constant(1.5),
        fc.uint8Array({ maxLength: 30 }),
        fc.constant(CID.parse(prev)),
        fc.constant(CID.parse(prev).toV1()),
      ],
    });
    fc.assert(
      fc.property(
        anyNode(CBOR),
        fc.string({ minLength: 2, maxLength: 3 }),
        json,
        (node, key, value) => {
          const bytes = dagCbor.encode({ ...plain(node), [key]: value ?? null });
          expect(codeOf(bytes, 'dag-cbor')).toBe('readable');
        },
      ),
    );
  });

  const node = { n: 1, w: 'e2e4', b: 'e7e5', prev: null };
  const bytesOf = (value: unknown) => dagCbor.encode(value);
  const good = bytesOf(node);
  const hex = (text: string) => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'));

  test.each<[what: string, bytes: Uint8Array]>([
    ['nothing', new Uint8Array()],
    ['a list', bytesOf([])],
    ['null', bytesOf(null)],
    ['JSON', utf8.encode(JSON.stringify(node))],
    ['something after', Uint8Array.of(...good, 0)],
    ['keys out of order', hex('a2 66 726573756c74 61 2a 64 70726576 f6')],
    ['a key twice', hex('a3 64 70726576 f6 64 70726576 f6 66 726573756c74 61 2a')],
    ['a length in more bytes than it needs', hex('b8 02 64 70726576 f6 66 726573756c74 61 2a')],
    [
      'a number in more bytes than it needs',
      hex('a4 61 62 64 65376535 61 6e 18 01 61 77 64 65326534 64 70726576 f6'),
    ],
    ['a map without a length', hex('bf 64 70726576 f6 66 726573756c74 61 2a ff')],
    ['undefined', hex('a2 64 70726576 f7 66 726573756c74 61 2a')],
    ['a half float', hex('a3 61 78 f9 3c00 64 70726576 f6 66 726573756c74 61 2a')],
    ['not a number', hex('a3 61 78 fb 7ff8000000000000 64 70726576 f6 66 726573756c74 61 2a')],
    ['another tag', hex('a3 61 78 c1 01 64 70726576 f6 66 726573756c74 61 2a')],
    ['a link that is text', hex('a2 64 70726576 d8 2a 61 61 66 726573756c74 61 2a')],
    ['a link without its zero', hex('a2 64 70726576 d8 2a 42 01 55 66 726573756c74 61 2a')],
    ['text that is no UTF-8', hex('a3 61 78 61 ff 64 70726576 f6 66 726573756c74 61 2a')],
    ['a key that is a number', hex('a2 01 02 64 70726576 f6')],
    [
      'lists in lists without end',
      Uint8Array.of(0xa1, 0x61, 0x78, ...new Array(4000).fill(0x81), 0x00),
    ],
  ])('bad-json: %s', (_what, bytes) => expect(codeOf(bytes, 'dag-cbor')).toBe('bad-json'));

  test.each<[what: string, value: unknown]>([
    ['no member', {}],
    ['no answer', { n: 1, w: 'e2e4', prev: null }],
    ['no prev', { n: 1, w: 'e2e4', b: 'e7e5' }],
    ['prev as text', { ...node, prev: formatCid(CBOR) }],
    ['prev as bytes', { ...node, prev: encodeCid(CBOR) }],
    ['a link to JSON', { ...node, prev: CID.parse(prev) }],
    ['a link of another hash', { ...node, prev: CID.parse('bafkqaaa') }],
    ['half a number', { ...node, n: 1.5 }],
    ['a number below 0', { ...node, n: -1 }],
    ['null as a result', { ...node, result: null }],
    ['a list as a move', { ...node, w: ['e2e4'] }],
  ])('bad-schema: %s', (_what, value) =>
    expect(codeOf(bytesOf(value), 'dag-cbor')).toBe('bad-schema'),
  );
});

describe('garbage', () => {
  const change = fc.tuple(fc.nat(), fc.nat(255), fc.nat(2));

  test.each<[LogForm, Cid]>([
    ['json', RAW],
    ['dag-cbor', CBOR],
  ])('%s: changed, cut or longer bytes are refused or read as what they say', (form, link) => {
    fc.assert(
      fc.property(anyNode(link), fc.array(change, { maxLength: 3 }), (node, changes) => {
        let bytes = encodeNode(node, form);
        for (const [at, byte, how] of changes) {
          const i = at % (bytes.length + 1);
          if (how === 0) bytes = bytes.slice(0, i);
          else bytes = Uint8Array.of(...bytes.subarray(0, i), byte, ...bytes.subarray(i + how - 1));
        }
        const decoded = decodeNode(bytes, form);
        if (decoded.ok && decoded.value.canonical)
          expect(encodeNode(decoded.value.node, form)).toEqual(bytes);
        if (decoded.ok && form === 'dag-cbor' && decoded.value.canonical)
          expect(dagCbor.encode(dagCbor.decode(bytes))).toEqual(bytes);
      }),
      { numRuns: 500 },
    );
  });

  test('no bytes make it throw', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.json().map(text => utf8.encode(text)),
      fc.json().map(text => dagCbor.encode(JSON.parse(text.replaceAll(/-0\b/g, '0')))),
    );
    fc.assert(
      fc.property(bytes, bytes => {
        for (const form of ['json', 'dag-cbor'] as const)
          expect(['bad-json', 'bad-schema', 'readable']).toContain(codeOf(bytes, form));
      }),
    );
  });
});

describe('UnixFS', () => {
  test('a file of any length is wrapped into one block and unwrapped', () => {
    for (let length = 0; length < 600; length++) {
      const content = new Uint8Array(length).fill(7);
      expect(unwrapFile(wrapFile(content))).toEqual(content);
    }
    // the well-known id of the empty file
    expect(formatCid({ ...cidOf('dag-pb', wrapFile(new Uint8Array())), version: 0 })).toBe(
      'QmbFMke1KXqnYyBBWxB74N4c5SBnJMVAiMNRcGu6x1AwQH',
    );
  });

  test('a block that wraps no file gives none', () => {
    const block = wrapFile(utf8.encode('content'));
    for (let end = 0; end < block.length; end++)
      expect(unwrapFile(block.subarray(0, end))).toBeNull();
    expect(unwrapFile(Uint8Array.of(...block, 0))).toBeNull();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), bytes => {
        const content = unwrapFile(bytes);
        if (content !== null) expect(wrapFile(content)).toEqual(bytes);
      }),
    );
  });
});
