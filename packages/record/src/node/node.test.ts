/** Nodes: our codec against the general one, and against garbage. */
import { decode as decodeAny, encode } from '@ipld/dag-cbor';
import { type Action, type Header, type Json, unwrap } from '@kifu/core';
import fc from 'fast-check';
import { CID } from 'multiformats/cid';
import { create } from 'multiformats/hashes/digest';
import { describe, expect, test } from 'vitest';
import { NO_TERMS } from '../match-state/index.ts';
import {
  decodeHeader,
  decodeNext,
  type EndingNode,
  type EntryNode,
  encodeEnding,
  encodeEntry,
  encodeHeader,
  isEnding,
} from './index.ts';
import { readPlainMove } from './plain.ts';

/** The general codec gives a Buffer, which is not equal to the same bytes. */
const encodeAny = (value: unknown): Uint8Array => new Uint8Array(encode(value));

const RUNS = { numRuns: process.env.KIFU_DEEP === '1' ? 100_000 : 500, seed: 5 };

const uint = fc.nat(Number.MAX_SAFE_INTEGER);
const numberFromOne = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const hex = (length: number) => bytes(length).map(each => Buffer.from(each).toString('hex'));
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary);
const seat = fc.nat(15);
const text = fc.string({ unit: 'grapheme' });
const json: fc.Arbitrary<Json> = fc.letrec<{ json: Json }>(tie => ({
  json: fc.oneof(
    { maxDepth: 3 },
    fc.constant(null),
    fc.boolean(),
    fc.maxSafeInteger(),
    text,
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(text, tie('json'), { maxKeys: 4 }),
  ),
})).json;

const act: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ type: fc.constant('move' as const), move: fc.uint8Array({ maxLength: 40 }) }),
  fc.record({ type: fc.constant('claim' as const), reason: text }),
  fc.record({ type: fc.constant('allow-takeback' as const), to: uint }),
  fc.record({ type: fc.constant('links' as const), links: fc.array(bytes(32), { maxLength: 5 }) }),
  fc.record({
    type: fc.constant('leave' as const),
    of: seat,
    how: fc.constantFrom('resignation', 'flag', 'absence', 'withheld-link'),
  }),
  fc.record({
    type: fc.constant('refused' as const),
    move: fc.uint8Array({ maxLength: 40 }),
    fault: fc.record({ code: fc.constant('illegal-move' as const), message: text, rule: text }),
  }),
  fc.constantFrom<Action>(
    { type: 'offer-draw' },
    { type: 'accept-draw' },
    { type: 'decline' },
    { type: 'ask-takeback' },
    { type: 'pause' },
    { type: 'resume' },
    { type: 'abort' },
  ),
);

const entry: fc.Arbitrary<EntryNode> = fc.record({
  n: numberFromOne,
  prev: bytes(32),
  seat: maybe(seat),
  act,
  at: maybe(uint),
  ms: maybe(uint),
  lag: maybe(uint),
  clockMs: maybe(uint),
  hash: maybe(bytes(32)),
  signed: maybe(fc.record({ seq: uint, seen: uint, signature: bytes(64) })),
  referee: maybe(bytes(64)),
});

const ending: fc.Arbitrary<EndingNode> = fc.record({
  n: numberFromOne,
  prev: bytes(32),
  outcome: fc.record({
    result: fc.constantFrom('win', 'draw', 'void'),
    winners: fc.array(seat, { maxLength: 4 }),
    points: maybe(fc.array(fc.maxSafeInteger(), { maxLength: 4 })),
    reason: text,
  }),
  at: maybe(uint),
  ms: maybe(uint),
  hash: bytes(32),
  deal: maybe(bytes(32)),
  signed: fc
    .uniqueArray(seat, { maxLength: 3 })
    .chain(seats =>
      fc.tuple(
        ...seats
          .sort((a, b) => a - b)
          .map(each => fc.record({ seat: fc.constant(each), signature: bytes(64) })),
      ),
    ),
  referee: maybe(bytes(64)),
});

const header: fc.Arbitrary<Header> = fc.record({
  game: text,
  version: uint,
  options: fc.dictionary(text, json, { maxKeys: 3 }),
  players: fc.array(fc.record({ seat, name: text, key: hex(32) }), { maxLength: 3 }),
  seed: fc.oneof(fc.constant(null), fc.nat(2 ** 31 - 1), hex(32)),
  start: maybe(fc.record({ canon: json, aside: json })),
  startedAt: maybe(text),
  tags: fc.dictionary(text, text, { maxKeys: 3 }),
  terms: fc.record({
    nonce: fc
      .uint8Array({ minLength: 16, maxLength: 32 })
      .map(each => Buffer.from(each).toString('hex')),
    rated: fc.boolean(),
    clock: fc.constantFrom(
      null,
      { type: 'absolute', mainMs: 1 } as const,
      { type: 'fixed', moveMs: 2 ** 40 } as const,
      { type: 'fischer', mainMs: 0, incrementMs: 5000 } as const,
      { type: 'byo-yomi', mainMs: 1, periods: 3, periodMs: 30_000 } as const,
    ),
    referee: maybe(hex(32)),
    fair: maybe(
      fc.record({
        commitments: fc.array(maybe(hex(32)), { maxLength: 3 }),
        waitMs: uint,
        deal: maybe(hex(32)),
      }),
    ),
    hashEvery: uint,
    branch: maybe(
      fc.record({
        node: fc.constant('bafyreigf4c3eytih75rltcpoeu65kpq7q2krr3yg5ptuzkp4fmnpcwebri'),
        part: uint,
        at: maybe(uint),
      }),
    ),
  }),
});

const linkTo = (digest: Uint8Array) => CID.create(1, 0x71, create(0x12, digest));

/** What an entry is in general terms. */
function generalEntry(node: EntryNode): unknown {
  const more = Object.fromEntries(
    Object.entries({
      at: node.at,
      lag: node.lag,
      hash: node.hash,
      clock: node.clockMs,
      signed: node.signed && [node.signed.seq, node.signed.seen, node.signed.signature],
      referee: node.referee,
    }).filter(([, value]) => value !== null),
  );
  const fields = [node.n, linkTo(node.prev), node.seat, generalAct(node.act), node.ms];
  return Object.keys(more).length === 0 ? fields : [...fields, more];
}

function generalAct(node: Action): unknown {
  if (node.type === 'move') return node.move;
  const rest = {
    refused: () => {
      const { move, fault } = node as Extract<Action, { type: 'refused' }>;
      return [move, fault.code, fault.rule ?? null, fault.message];
    },
    leave: () => {
      const { of, how } = node as Extract<Action, { type: 'leave' }>;
      return [of, how];
    },
    claim: () => [(node as Extract<Action, { type: 'claim' }>).reason],
    'allow-takeback': () => [(node as Extract<Action, { type: 'allow-takeback' }>).to],
    links: () => [(node as Extract<Action, { type: 'links' }>).links],
  }[node.type as string];
  return [node.type, ...(rest?.() ?? [])];
}

describe('the same bytes as the general codec', () => {
  test('entries', () => {
    fc.assert(
      fc.property(entry, node => {
        const encoded = encodeEntry(node);
        expect(encoded).toEqual(encodeAny(generalEntry(node)));
        expect(unwrap(decodeNext(encoded))).toEqual(node);
      }),
      RUNS,
    );
  });

  test('endings', () => {
    fc.assert(
      fc.property(ending, node => {
        const { n, prev, outcome, at, ms, hash, deal, signed, referee } = node;
        const { result, winners, points, reason } = outcome;
        const how = [['win', 'draw', 'void'].indexOf(result), winners, points, reason];
        const encoded = encodeEnding(node);
        const fields = [n, linkTo(prev), how, at, ms, hash, deal, referee];
        const signatures = signed.map(each => [each.seat, each.signature]);
        expect(encoded).toEqual(encodeAny(signed.length > 0 ? [...fields, signatures] : fields));
        expect(unwrap(decodeNext(encoded))).toEqual(node);
      }),
      RUNS,
    );
  });

  test('headers', () => {
    fc.assert(
      fc.property(header, value => {
        const encoded = encodeHeader(value);
        // the general codec reads them, writes them the same, and finds the keys in order
        expect(encodeAny(decodeAny(encoded))).toEqual(encoded);
        expect(unwrap(decodeHeader(encoded))).toEqual(value);
      }),
      RUNS,
    );
  });

  test('a foreign header without terms is read back without terms', () => {
    const foreign: Header = {
      ...{ game: 'chess', version: 1, options: {}, players: [], seed: null, start: null },
      ...{ startedAt: null, tags: { __proto__x: '1' } },
    };
    expect(unwrap(decodeHeader(encodeHeader(foreign)))).toEqual(foreign);
    expect(encodeHeader({ ...foreign, terms: NO_TERMS })).toEqual(encodeHeader(foreign));
  });
});

describe('garbage', () => {
  test('bytes that are read are written the same, and nothing throws', () => {
    const changed = fc.tuple(
      fc.oneof(entry.map(encodeEntry), ending.map(encodeEnding)),
      fc.nat(),
      fc.nat(255),
    );
    fc.assert(
      fc.property(fc.oneof(changed, fc.uint8Array({ maxLength: 80 })), input => {
        const spoiled = input instanceof Uint8Array ? input : spoil(...input);
        for (const each of [spoiled, spoiled.slice(0, -1)]) {
          const node = decodeNext(each);
          if (node.ok)
            expect(
              isEnding(node.value) ? encodeEnding(node.value) : encodeEntry(node.value),
            ).toEqual(each);
          else expect(['malformed', 'too-large']).toContain(node.fault.code);
        }
      }),
      RUNS,
    );
    fc.assert(
      fc.property(header.map(encodeHeader), fc.nat(), fc.nat(255), (encoded, at, value) => {
        const spoiled = spoil(encoded, at, value);
        const read = decodeHeader(spoiled);
        if (read.ok) expect(encodeHeader(read.value)).toEqual(spoiled);
      }),
      RUNS,
    );
  });

  const spoil = (encoded: Uint8Array, at: number, value: number) =>
    encoded.with(at % encoded.length, value);

  test.each<[why: string, input: Uint8Array]>([
    ['nothing', Uint8Array.of()],
    ['a list of 2^53 items', Uint8Array.of(0x9b, 0, 0x20, 0, 0, 0, 0, 0, 0)],
    ['a text of 4 GiB', Uint8Array.of(0x85, 1, 0x7a, 0xff, 0xff, 0xff, 0xff)],
    ['lists in lists', new Uint8Array(200_000).fill(0x81)],
    ['an endless list', Uint8Array.of(0x9f, 0xff)],
    ['a float', Uint8Array.of(0xfb, 0x3f, 0xf0, 0, 0, 0, 0, 0, 0)],
    ['a megabyte', new Uint8Array(1 << 20)],
  ])('refuses %s', (_why, input) => {
    expect(decodeNext(input).ok).toBe(false);
    expect(decodeHeader(input).ok).toBe(false);
  });

  test('deep JSON in a header is refused where it is too deep', () => {
    let deep: Json = 0;
    for (let i = 0; i < 70; i++) deep = [deep];
    const value: Header = {
      ...{ game: 'x', version: 1, options: { deep }, players: [], seed: null, start: null },
      ...{ startedAt: null, tags: {} },
    };
    expect(decodeHeader(encodeHeader(value))).toMatchObject({
      fault: { code: 'too-large', message: expect.stringContaining('nested deeper') },
    });
  });
});

test('plain moves are read the quick way as they are the other way', () => {
  const plain = fc.record({
    n: fc.integer({ min: 1, max: 70_000 }),
    prev: bytes(32),
    seat: maybe(fc.nat(30)),
    act,
    ms: maybe(fc.oneof(fc.nat(300), fc.nat(70_000), uint)),
    ...{
      at: fc.constant(null),
      lag: fc.constant(null),
      clockMs: fc.constant(null),
      hash: fc.constant(null),
    },
    ...{ signed: fc.constant(null), referee: fc.constant(null) },
  });
  let quick = 0;
  fc.assert(
    fc.property(plain, fc.boolean(), fc.nat(), fc.nat(255), (node, isSpoiled, at, value) => {
      const encoded = encodeEntry(node);
      const input = isSpoiled ? encoded.with(at % encoded.length, value) : encoded;
      const into = { seat: 0, move: new Uint8Array(), ms: null };
      if (!readPlainMove(input, node.n, into)) return;
      quick++;
      const { seat, ms, move } = into;
      expect(unwrap(decodeNext(input))).toMatchObject({
        n: node.n,
        seat,
        ms,
        act: { type: 'move', move },
      });
    }),
    RUNS,
  );
  expect(quick).toBeGreaterThan(20);
});
