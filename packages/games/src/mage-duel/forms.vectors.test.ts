/** Bytes, hex and canonical states as they were first written down: changing one changes hashes and old records. */
import { hashState, type Json, start, stateText, step, unwrap } from '@kifu/core';
import { poseidonState } from '@kifu/core/poseidon';
import { expect, test } from 'vitest';
import { eachVector } from '../../../../test/vectors.ts';
import { game } from './rules.ts';

const { json, bytes, hex } = game.moves;
const digitsOf = (wire: Uint8Array) => Buffer.from(wire).toString('hex').toUpperCase();

interface MoveForm {
  readonly json: Json;
  readonly binary: string;
  readonly hex: string;
}

eachVector<MoveForm[]>('mage-duel', 'moveForms', (rows, { data }) => {
  test.each(rows)('$hex', row => {
    const move = unwrap(json.decode(row.json));
    expect(json.encode(move)).toEqual(row.json);
    expect(digitsOf(bytes.encode(move))).toBe(row.binary);
    expect(hex.encode(move)).toBe(row.hex);
    expect(unwrap(hex.decode(row.hex))).toEqual(row.json);
    expect(unwrap(bytes.decode(Buffer.from(row.binary, 'hex')))).toEqual(row.json);
  });

  test.each(data.refusedHex as readonly string[])('refuses %s', wire => {
    expect(hex.decode(wire).ok).toBe(false);
  });
});

interface StateForm {
  readonly id: string;
  readonly seed: Json;
  readonly options: Json;
  readonly acts: readonly (readonly [seat: number, at: number, hex: string])[];
  readonly canonical: string;
  readonly aside: Json;
  readonly position: string;
  readonly sha256: string;
  readonly poseidon: string;
}

eachVector<StateForm[]>('mage-duel', 'stateForms', rows => {
  test.each(rows)(
    '$id',
    ({ seed, options, acts, canonical, aside, position, sha256, poseidon }) => {
      let { state } = unwrap(start(game, { seed, options }));
      for (const [seat, at, wire] of acts) {
        const move = unwrap(hex.decode(wire));
        ({ state } = unwrap(step(game, state, { do: 'move', seat, move, at })));
      }
      for (const here of [state, unwrap(game.states.restore(JSON.parse(canonical), aside))]) {
        expect(stateText(game, here)).toBe(canonical);
        expect(game.states.aside(here)).toEqual(aside);
        expect(game.states.position(here)).toBe(position);
        expect(hashState(game, here)).toBe(sha256);
        expect(poseidonState(game, here)).toBe(poseidon);
      }
    },
  );
});
