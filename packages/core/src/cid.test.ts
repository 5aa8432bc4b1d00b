/** Content ids against multiformats, and against anything that strangers write in their place. */
import fc from 'fast-check';
import { base16, base16upper } from 'multiformats/bases/base16';
import { base32upper } from 'multiformats/bases/base32';
import { base58btc } from 'multiformats/bases/base58';
import { base64 } from 'multiformats/bases/base64';
import { CID } from 'multiformats/cid';
import { identity } from 'multiformats/hashes/identity';
import { sha256 } from 'multiformats/hashes/sha2';
import { describe, expect, test } from 'vitest';
import { decodeBase32, decodeBase58, encodeBase32, encodeBase58 } from './base.ts';
import {
  type Cid,
  type CidCodec,
  cidOf,
  decodeCid,
  encodeCid,
  formatCid,
  hashesTo,
  isSameCid,
  parseAnyCid,
  parseCid,
} from './cid.ts';
import { ok, unwrap } from './result.ts';

const CODES: readonly (readonly [CidCodec, number])[] = [
  ['raw', 0x55],
  ['dag-pb', 0x70],
  ['dag-cbor', 0x71],
  ['dag-json', 0x0129],
];
const text = new TextEncoder();
const hello = text.encode('hello');
const HELLO = 'bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq';
const v0 = (cid: Cid): Cid => ({ ...cid, version: 0, codec: 'dag-pb' });
const digestOf = async (bytes: Uint8Array) => sha256.digest(bytes);

function encode32(bytes: Uint8Array): string {
  const letters = new Uint8Array(Math.ceil((bytes.length * 8) / 5));
  encodeBase32(bytes, letters, 0);
  return new TextDecoder().decode(letters);
}

function decode32(letters: string): Uint8Array | null {
  const bytes = new Uint8Array((letters.length * 5) >> 3);
  return decodeBase32(bytes, text.encode(letters), 0, letters.length) ? bytes : null;
}

/** Any bytes and any of the known kinds. */
const anyCid = fc
  .tuple(fc.uint8Array({ maxLength: 200 }), fc.constantFrom(...CODES), fc.boolean())
  .map(([bytes, [codec], old]) => (old ? v0(cidOf(codec, bytes)) : cidOf(codec, bytes)));

describe('the same as multiformats', () => {
  test.each(CODES)('%s', async (codec, code) => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async bytes => {
        const theirs = CID.createV1(code, await digestOf(bytes));
        const ours = cidOf(codec, bytes);
        expect(formatCid(ours)).toBe(theirs.toString());
        expect(encodeCid(ours)).toEqual(theirs.bytes);
        expect(parseCid(theirs.toString())).toEqual(ok(ours));
        expect(decodeCid(theirs.bytes)).toEqual(ok(ours));
      }),
    );
  });

  test('CIDv0', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async bytes => {
        const theirs = CID.createV0(await digestOf(bytes));
        const ours = v0(cidOf('dag-pb', bytes));
        expect(formatCid(ours)).toBe(theirs.toString());
        expect(encodeCid(ours)).toEqual(theirs.bytes);
        expect(parseCid(theirs.toString())).toEqual(ok(ours));
        expect(decodeCid(theirs.bytes)).toEqual(ok(ours));
      }),
    );
  });

  test('base32 and base58 of any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), bytes => {
        const base58 = encodeBase58(bytes);
        expect(base58).toBe(base58btc.baseEncode(bytes));
        expect(decodeBase58(base58)).toEqual(base58.length > 128 ? null : bytes);
        const base32 = encode32(bytes);
        expect(base32.toUpperCase()).toBe(base32upper.baseEncode(bytes));
        expect(decode32(base32)).toEqual(bytes);
      }),
    );
    expect(encodeBase58(Uint8Array.of(0, 0, 1))).toBe('112');
  });

  test('ids in other bases, read by parseAnyCid alone', async () => {
    const cid = CID.createV1(0x55, await digestOf(hello));
    for (const base of [base32upper, base58btc, base16, base16upper]) {
      const spelled = cid.toString(base as typeof base16);
      expect(parseAnyCid(spelled)).toEqual(ok(cidOf('raw', hello)));
      expect(parseCid(spelled).ok).toBe(false);
      const json = CID.createV1(0x0129, await digestOf(hello)).toString(base as typeof base16);
      expect(parseAnyCid(json)).toEqual(ok(cidOf('dag-json', hello)));
    }
    expect(parseAnyCid(HELLO)).toEqual(ok(cidOf('raw', hello)));
    expect(parseAnyCid(cid.toString(base64)).ok).toBe(false);
    const old = CID.createV0(await digestOf(hello));
    expect(unwrap(parseAnyCid(old.toString())).version).toBe(0);
    // a Kelvin sign is a k in small letters
    expect(parseAnyCid(HELLO.toUpperCase().replace('K', '\u212a')).ok).toBe(false);
    // CIDv0 takes no prefix
    expect(parseAnyCid(`z${old}`).ok).toBe(false);
  });
});

describe('comparing', () => {
  test('bytes with the id', () => {
    const cid = unwrap(parseCid(HELLO));
    expect(hashesTo(cid, hello)).toBe(true);
    for (let bit = 0; bit < 40; bit++) expect(hashesTo(cid, flip(hello, bit))).toBe(false);
    expect(hashesTo(cid, hello.subarray(1))).toBe(false);
  });

  test('ids with each other: by version, codec and digest', () => {
    const cid = cidOf('raw', hello);
    expect(isSameCid(cid, unwrap(parseCid(HELLO)))).toBe(true);
    expect(isSameCid(cid, cidOf('dag-cbor', hello))).toBe(false);
    expect(isSameCid(cid, cidOf('raw', flip(hello, 3)))).toBe(false);
    expect(isSameCid(cidOf('dag-pb', hello), v0(cid))).toBe(false);
    expect(isSameCid(v0(cid), v0(cidOf('raw', hello)))).toBe(true);
  });

  test('an id that was decoded stays the same when those bytes change', () => {
    const bytes = encodeCid(cidOf('raw', hello));
    const cid = unwrap(decodeCid(bytes));
    bytes.fill(0);
    expect(formatCid(cid)).toBe(HELLO);
  });
});

describe('refuses', () => {
  const OLD = formatCid(v0(cidOf('raw', hello)));

  test.each<[why: string, text: string]>([
    ['nothing', ''],
    ['the prefix alone', 'b'],
    ['capitals', HELLO.toUpperCase()],
    ['a capital', `${HELLO.slice(0, 20)}${HELLO[20]!.toUpperCase()}${HELLO.slice(21)}`],
    ['a letter too few', HELLO.slice(0, -1)],
    ['a letter too many', `${HELLO}a`],
    ['padding', `${HELLO}======`],
    ['a space before', ` ${HELLO}`],
    ['a line end after', `${HELLO}\n`],
    ['a letter that is none', HELLO.replace('6', '1')],
    ['a letter beyond ASCII', `${HELLO.slice(0, -1)}ē`],
    ['bits left over', `${HELLO.slice(0, -1)}r`],
    ['no prefix', HELLO.slice(1)],
    ['another prefix', `k${HELLO.slice(1)}`],
    ['a path', `/ipfs/${HELLO}`],
    ['CIDv0 in small letters', OLD.toLowerCase()],
    ['CIDv0 too short', OLD.slice(0, -1)],
    ['CIDv0 too long', `${OLD}1`],
    ['CIDv0 with a letter that is none', `${OLD.slice(0, -1)}0`],
    ['CIDv0 beyond 34 bytes', `Qm${'z'.repeat(44)}`],
    ['a codec that is not known', CID.createV1(0x72, CID.parse(HELLO).multihash).toString()],
    ['another hash', CID.createV1(0x55, identity.digest(new Uint8Array(32))).toString()],
  ])('a text: %s', (_why, wrong) => {
    expect(parseCid(wrong)).toMatchObject({ ok: false, fault: { code: 'malformed' } });
    expect(parseAnyCid(wrong).ok && wrong !== HELLO.toUpperCase()).toBe(false);
  });

  test('binary forms cut short, with something after, or of another kind', () => {
    for (const cid of [
      cidOf('dag-cbor', hello),
      cidOf('dag-json', hello),
      v0(cidOf('raw', hello)),
    ]) {
      const bytes = encodeCid(cid);
      for (let end = 0; end < bytes.length; end++)
        expect(decodeCid(bytes.subarray(0, end)).ok).toBe(false);
      expect(decodeCid(Uint8Array.of(...bytes, 0)).ok).toBe(false);
      const head = bytes.length - 32;
      for (let bit = 0; bit < 8 * head; bit++) {
        const changed = decodeCid(flip(bytes, bit));
        // 0x71 and 0x70 differ in one bit
        expect(changed.ok && changed.value.codec !== 'dag-pb').toBe(false);
      }
    }
  });

  test('bytes and texts that are not exactly what encoding gives', () => {
    fc.assert(
      fc.property(
        anyCid,
        fc.nat(),
        fc.string({ minLength: 1, maxLength: 1 }),
        (cid, at, letter) => {
          const good = formatCid(cid);
          const place = at % good.length;
          const changed = good.slice(0, place) + letter + good.slice(place + 1);
          for (const text of [changed, good.slice(0, place), good + letter]) {
            const parsed = parseCid(text);
            if (parsed.ok) expect(formatCid(parsed.value)).toBe(text);
          }
        },
      ),
    );
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.base64String(), fc.stringMatching(/^[bBzfFQ]\w*$/)),
        text => {
          expect(parseCid(text).ok).toBe(false);
          parseAnyCid(text);
        },
      ),
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), bytes => {
        const decoded = decodeCid(bytes);
        if (decoded.ok) expect(encodeCid(decoded.value)).toEqual(bytes);
      }),
    );
  });

  test('long texts, at once', () => {
    const long = 'z'.repeat(1 << 20);
    for (const prefix of ['b', 'B', 'z', 'f', 'F', 'Qm'])
      expect(parseAnyCid(prefix + long).ok).toBe(false);
  });
});

function flip(bytes: Uint8Array, bit: number): Uint8Array {
  const changed = bytes.slice();
  changed[bit >> 3]! ^= 1 << (bit & 7);
  return changed;
}
