/** The spellings of moves and states, and state hashes all through matches: what must never change. */
import { hashState, type Json, type LeaveReason, start, stateText, step, unwrap } from '@kifu/core';
import { expect, test } from 'vitest';
import { eachVector } from '../../../../test/vectors.ts';
import { game } from './rules.ts';

const AREA = 'kung-fu-chess';
const { json, bytes, hex } = game.moves;
const bytesOf = (digits: string) => Uint8Array.from(Buffer.from(digits, 'hex'));
const digitsOf = (wire: Uint8Array) => Buffer.from(wire).toString('hex').toUpperCase();

interface MoveForm {
  readonly json: Json;
  readonly binary: string;
  readonly hex: string;
}

eachVector<readonly MoveForm[]>(AREA, 'moveForms', rows => {
  test.each(rows)('$hex', row => {
    const move = unwrap(json.decode(row.json));
    expect(json.encode(move)).toEqual(row.json);
    expect(digitsOf(bytes.encode(move))).toBe(row.binary);
    expect(hex.encode(move)).toBe(row.hex);
    expect(unwrap(bytes.decode(bytesOf(row.binary)))).toBe(move);
    expect(unwrap(hex.decode(row.hex))).toBe(move);
  });
});

eachVector<{ binary: readonly string[]; hex: readonly string[] }>(AREA, 'notMoves', rows => {
  test.each(rows.binary)('the bytes %j', digits => {
    expect(bytes.decode(bytesOf(digits)).ok).toBe(false);
  });
  test.each(rows.hex)('the hex %j', text => {
    expect(hex.decode(text).ok).toBe(false);
  });
});

interface CanonicalState {
  readonly name: string;
  readonly canonical: string;
  readonly sha256: string;
}

eachVector<readonly CanonicalState[]>(AREA, 'canonicalStates', rows => {
  test.each(rows)('$name', ({ canonical, sha256 }) => {
    const state = unwrap(game.states.restore(JSON.parse(canonical)));
    expect(stateText(game, state)).toBe(canonical);
    expect(hashState(game, state)).toBe(sha256);
  });
});

interface HashedMatch {
  readonly name: string;
  readonly seats: readonly number[];
  readonly options: Json;
  /** Seat, tick, and the move in hex or how the seat left. */
  readonly steps: readonly (readonly [seat: number, at: number, what: string])[];
  readonly hash8: readonly string[];
  readonly last: number;
  readonly outcome: Json;
  readonly hash: string;
}

eachVector<readonly HashedMatch[]>(AREA, 'hashedMatches', rows => {
  test.each(rows)('$name', ({ seats, options, steps, hash8, last, outcome, hash }) => {
    let { state } = unwrap(start(game, { seats, options }));
    const hashes = steps.map(([seat, at, what]) => {
      const move = hex.decode(what);
      const stepped = move.ok
        ? step(game, state, { do: 'move', seat, move: move.value, at })
        : step(game, state, { do: 'leave', of: seat, how: what as LeaveReason, at });
      ({ state } = unwrap(stepped));
      return hashState(game, state).slice(0, 8);
    });
    expect(hashes).toEqual(hash8);
    const end = unwrap(step(game, state, { do: 'time', at: last }));
    expect(end.outcome).toEqual(outcome);
    expect(hashState(game, end.state)).toBe(hash);
  });
});
