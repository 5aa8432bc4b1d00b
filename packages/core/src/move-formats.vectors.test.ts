/** Generator, commit–reveal, canonical JSON and hashes against results of independent programs. */

import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { poseidon1 } from 'poseidon-lite/poseidon1';
import { poseidon2 } from 'poseidon-lite/poseidon2';
import { poseidon12 } from 'poseidon-lite/poseidon12';
import { expect, test } from 'vitest';
import { sha256Hex } from '#crypto';
import { eachVector } from '../../../test/vectors.ts';
import { commitment, next, parseSeed, revealSeed, roll, type Seed, shuffle } from './chance.ts';
import { sha256Hex as sha256HexWeb } from './crypto-web.ts';
import { canonicalText, type Json, parseJson } from './json.ts';
import { poseidonHex } from './poseidon.ts';
import { unwrap } from './result.ts';

const AREA = 'move-formats';

type Output = { seed: number; next10: number[]; nth1000: number; nth1000000: number };
eachVector<Output[]>(AREA, 'outputs', rows => {
  test.each(rows)('generator from $seed', ({ seed, next10, nth1000, nth1000000 }) => {
    let now = seed;
    const outputs = Array.from({ length: 1_000_000 }, () => (now = next(now)));
    expect(outputs.slice(0, 10)).toEqual(next10);
    expect([outputs[999], outputs.at(-1)]).toEqual([nth1000, nth1000000]);
  });
});

type Dice = { seed: number; dice: number[]; seedAfter: number };
eachVector<Dice[]>(AREA, 'dice', rows => {
  test.each(rows)('dice from $seed', ({ seed, dice, seedAfter }) => {
    let now: Seed = seed;
    for (const die of dice) {
      const [value, after] = roll(now, 6);
      expect(value).toBe(die);
      now = after;
    }
    expect(now).toBe(seedAfter);
  });
});

type Shuffle = { seed: number; order: number[]; seedAfter: number };
eachVector<Shuffle[]>(AREA, 'shuffle28', rows => {
  test.each(rows)('shuffle from $seed', ({ seed, order, seedAfter }) => {
    expect(
      shuffle(
        seed,
        order.toSorted((a, b) => a - b),
      ),
    ).toEqual([order, seedAfter]);
  });
});

eachVector<unknown[]>(AREA, 'invalidSeeds', rows => {
  test.each(rows.map(seed => [seed]))('refuses the seed %j', seed => {
    expect(parseSeed(seed).ok).toBe(false);
    expect(() => next(seed as number)).toThrow(RangeError);
  });
});

type Reveal = {
  matchId: string;
  secrets: string[];
  commitments: string[];
  finalSeed: string;
  seed: number;
};
eachVector<Reveal[]>(AREA, 'vectors', rows => {
  test.each(rows)(
    'commit–reveal of $matchId',
    ({ matchId, secrets, commitments, finalSeed, seed }) => {
      const bytes = secrets.map(secret => hexToBytes(secret));
      expect(bytes.map((secret, seat) => bytesToHex(commitment(matchId, seat, secret)))).toEqual(
        commitments,
      );
      const revealed = revealSeed(matchId, bytes);
      expect(bytesToHex(revealed.long.bytes)).toBe(finalSeed);
      expect(revealed.short).toBe(seed);
    },
  );
});

type Primitive = { in: string[]; out: string; hex: string };
eachVector<Record<string, Primitive[] | string>>(AREA, 'poseidonPrimitive', rows => {
  const functions = { poseidon1, poseidon2, poseidon12 };
  test.each(Object.keys(functions) as (keyof typeof functions)[])('%s', name => {
    for (const { in: inputs, out, hex } of (rows[name] ?? []) as Primitive[]) {
      const hash = functions[name](inputs);
      expect([String(hash), hash.toString(16).padStart(64, '0')]).toEqual([out, hex]);
    }
  });
});

type Bytes = { text?: string; repeat?: [string, number]; poseidon: string };
eachVector<Bytes[]>(AREA, 'poseidonBytes', rows => {
  test.each(rows)('Poseidon of $text $repeat', ({ text, repeat, poseidon }) => {
    expect(poseidonHex(utf8ToBytes(text ?? repeat![0].repeat(repeat![1])))).toBe(poseidon);
  });
});

type Canonical = { in: string; canonical: string; sha256: string; poseidon: string };
eachVector<Canonical[]>(AREA, 'canonicalJson', rows => {
  test.each(rows)('canonical $in', ({ in: text, canonical, sha256, poseidon }) => {
    expect(canonicalText(unwrap(parseJson(text)))).toBe(canonical);
    expect([sha256Hex(canonical), sha256HexWeb(canonical)]).toEqual([sha256, sha256]);
    expect(poseidonHex(utf8ToBytes(canonical))).toBe(poseidon);
  });
});

type State = {
  name: string;
  state: Json;
  canonical: string;
  length: number;
  sha256: string;
  poseidon: string;
};
eachVector<State[]>(AREA, 'states', rows => {
  test.each(rows)('hash of $name', ({ state, canonical, length, sha256, poseidon }) => {
    expect(canonicalText(state)).toBe(canonical);
    expect(utf8ToBytes(canonical)).toHaveLength(length);
    expect(sha256Hex(canonical)).toBe(sha256);
    expect(poseidonHex(utf8ToBytes(canonical))).toBe(poseidon);
  });
});
