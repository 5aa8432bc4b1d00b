/** The codecs of every game that has vectors: JSON, bytes, hex, and states. */
import { createHash } from 'node:crypto';
import { hashState, type Json, type Kit, stateText, unwrap } from '@kifu/core';
import { poseidonState } from '@kifu/core/poseidon';
import { describe, expect, test } from 'vitest';
import { eachVector, type VectorFile } from '../../../test/vectors.ts';
import { gameNames, loadKit } from './index.ts';

const kits = new Map<string, Kit>();
for (const name of gameNames()) kits.set(name, unwrap(await loadKit(name)));

type Moves = {
  readonly valid: { json: Json; binary: string; hex: string }[];
  readonly acceptedInput?: { in: Json; json: Json; hex: string }[];
  readonly invalidHex: { hex: unknown; why: string }[];
  readonly invalidBinary: { binary: string; why: string }[];
  readonly invalidJson: { json: Json; why: string }[];
  readonly decodableButNeverLegal?: { hex: string; why: string }[];
  readonly exhaustive: { count: number; sha256: string };
};

/** All moves of a game in the order in which its vectors hash them. */
const EVERY_MOVE: { readonly [game: string]: () => Generator<Json> } = {
  *chess() {
    const squares = Array.from({ length: 64 }, (_, i) => [i & 7, i >> 3]);
    for (const from of squares)
      for (const to of squares)
        if (from !== to)
          for (const promotion of [null, 'q', 'r', 'b', 'n']) yield { from, promotion, to };
  },
  *checkers() {
    const squares = Array.from({ length: 64 }, (_, i) => [i & 7, i >> 3]);
    for (const from of squares)
      for (const to of squares) {
        yield { captures: [], from, to };
        for (const captured of squares) yield { captures: [captured], from, to };
      }
  },
  *ludo() {
    for (let tokenIndex = 0; tokenIndex < 4; tokenIndex++)
      for (let steps = 0; steps <= 6; steps++) yield { steps, tokenIndex };
  },
  *backgammon() {
    const points = Array.from({ length: 24 }, (_, i) => i);
    for (const from of [...points, 'bar'])
      for (const to of [...points, 'off'])
        for (let die = 1; die <= 6; die++) yield { die, from, to };
  },
  *dominos() {
    for (const tileIndex of [-2, -1]) yield { end: 'left', flip: false, tileIndex };
    for (let tileIndex = 0; tileIndex < 28; tileIndex++)
      for (const end of ['left', 'right'])
        for (const flip of [false, true]) yield { end, flip, tileIndex };
  },
};

const gameOf = ({ data }: VectorFile) => kits.get(data.game as string)?.game;
const bytesOf = (digits: string) => Uint8Array.from(Buffer.from(digits, 'hex'));
const digitsOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex').toUpperCase();

eachVector<Moves['valid']>(
  'move-formats',
  'valid',
  (valid, file) => {
    const { json, bytes, hex } = gameOf(file)!.moves;
    const rows = file.data as unknown as Moves;

    test.each(valid)('$hex', row => {
      const move = unwrap(json.decode(row.json));
      expect(json.encode(move)).toEqual(row.json);
      expect(digitsOf(bytes.encode(move))).toBe(row.binary);
      expect(hex.encode(move)).toBe(row.hex);
      expect(json.encode(unwrap(bytes.decode(bytesOf(row.binary))))).toEqual(row.json);
      expect(json.encode(unwrap(hex.decode(row.hex)))).toEqual(row.json);
    });
    for (const row of rows.acceptedInput ?? [])
      test(`takes ${JSON.stringify(row.in)}`, () => {
        expect(json.encode(unwrap(json.decode(row.in)))).toEqual(row.json);
      });
    test.each(rows.invalidHex)('refuses hex $hex: $why', row => {
      expect(hex.decode(row.hex as string).ok).toBe(false);
    });
    test.each(rows.invalidBinary)('refuses bytes $binary: $why', row => {
      expect(bytes.decode(bytesOf(row.binary)).ok).toBe(false);
    });
    test.each(rows.invalidJson)('refuses JSON $json: $why', row => {
      expect(json.decode(row.json).ok).toBe(false);
    });
    test.each(rows.decodableButNeverLegal ?? [])('decodes $hex: $why', row => {
      expect(hex.encode(unwrap(hex.decode(row.hex)))).toBe(row.hex);
    });
    const every = EVERY_MOVE[file.data.game as string];
    if (every !== undefined)
      test('every move there is', () => {
        const hash = createHash('sha256');
        let count = 0;
        for (const move of every()) {
          count++;
          const value = unwrap(json.decode(move));
          hash.update(`${hex.encode(value)} ${digitsOf(bytes.encode(value))}\n`);
        }
        expect({ count, sha256: hash.digest('hex') }).toMatchObject({
          count: rows.exhaustive.count,
          sha256: rows.exhaustive.sha256,
        });
      });
  },
  file => gameOf(file) !== undefined,
);

type State = {
  name: string;
  game: string;
  state: Json;
  canonical: string;
  sha256: string;
  poseidon: string;
};
eachVector<State[]>('move-formats', 'states', rows => {
  const known = rows.filter(({ game }) => kits.has(game));
  describe.each(known)('$name', ({ game: name, state, canonical, sha256, poseidon }) => {
    test('is restored and hashed', () => {
      const { game } = kits.get(name)!;
      const restored = unwrap(game.states.restore(state));
      expect(stateText(game, restored)).toBe(canonical);
      expect(hashState(game, restored)).toBe(sha256);
      expect(poseidonState(game, restored)).toBe(poseidon);
    });
  });
});
