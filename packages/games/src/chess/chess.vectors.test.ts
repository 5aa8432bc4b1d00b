/** Chess against results of independent programs. */
import { hashState, type Json, type Outcome, start, step, unwrap } from '@kifu/core';
import { describe, expect, test } from 'vitest';
import { eachVector } from '../../../../test/vectors.ts';
import { formatFen, parseFen } from './fen.ts';
import { legalPacked } from './legal.ts';
import { toPacked } from './move-codec.ts';
import { perft } from './perft.ts';
import { game } from './rules.ts';
import type { State } from './state.ts';
import { formatUci, parseUci } from './uci.ts';

interface PerftRow {
  readonly name: string;
  readonly fen: string;
  readonly perft: readonly number[];
}
interface CaseRow {
  readonly name: string;
  readonly fen: string;
  readonly state: Json;
  readonly legal: readonly string[];
  readonly illegal: readonly { readonly hex: string; readonly uci: string; readonly why: string }[];
  readonly result?: ResultRow;
  readonly apply?: {
    readonly hex: string;
    readonly uci: string;
    readonly fen: string;
    readonly state: Json;
    readonly sha256: string;
  };
}
interface ResultRow {
  readonly winner: number | null;
  readonly reason: string;
}
interface GameRow {
  readonly id: string;
  readonly initialHash: string;
  readonly moves: readonly string[];
  readonly legal: readonly number[];
  readonly hash8: readonly string[];
  readonly uci: string;
  readonly claims: {
    readonly fiftyMoves: number | null;
    readonly threefoldRepetition: number | null;
  };
  readonly final: Json;
  readonly finalHash: string;
  readonly finalFen: string;
  readonly result: ResultRow;
}

/** Sequences counted in the ordinary run; all published figures with `npm run test:deep`. */
const MOST = process.env.KIFU_DEEP ? Number.POSITIVE_INFINITY : 5_000_000;

const { hex } = game.moves;
const hexOf = (packed: number) =>
  `0x${[packed >> 9, (packed >> 3) & 63, packed & 7].map(byte => byte.toString(16).padStart(2, '0').toUpperCase()).join('')}`;
const resultOf = (outcome: Outcome | null): ResultRow | null =>
  outcome && { winner: outcome.winners[0] ?? null, reason: outcome.reason };

eachVector<PerftRow[]>('chess', 'positions', rows => {
  test.each(rows)(
    '$name',
    ({ fen, perft: figures }) => {
      const state = unwrap(parseFen(fen));
      const counted = figures.filter(figure => figure <= MOST);
      expect(counted.map((_, i) => perft(state, i + 1))).toEqual(counted);
    },
    600_000,
  );
});

eachVector<CaseRow[]>('chess', 'cases', rows => {
  describe.each(rows)('$name', row => {
    const state = unwrap(game.states.restore(row.state));

    test('the state and its FEN', () => {
      expect(game.states.canon(state)).toEqual(row.state);
      expect(formatFen(unwrap(parseFen(formatFen(state))))).toBe(formatFen(state));
      // a FEN may leave out an en passant square that no capture can use
      expect(formatFen(unwrap(parseFen(row.fen)))).toBe(formatFen(state));
    });

    test('the legal moves', () => {
      expect(resultOf(state.outcome)).toEqual(row.result ?? null);
      expect(legalPacked(state).map(hexOf).sort()).toEqual(row.legal.toSorted());
      if (row.result === undefined)
        expect([...game.legal(state, state.turn)].map(hex.encode)).toEqual(row.legal.toSorted());
    });

    test.each(row.illegal)('refuses $uci: $why', ({ hex: wire, uci }) => {
      const move = unwrap(hex.decode(wire));
      expect(formatUci(move)).toBe(uci);
      expect(game.play(state, state.turn, move).ok).toBe(false);
    });

    const { apply } = row;
    if (apply === undefined) return;
    test(`plays ${apply.uci}`, () => {
      const move = unwrap(hex.decode(apply.hex));
      expect(toPacked(unwrap(parseUci(apply.uci)))).toBe(toPacked(move));
      const { state: next } = unwrap(game.play(state, state.turn, move));
      expect(game.states.canon(next)).toEqual(apply.state);
      expect(hashState(game, next)).toBe(apply.sha256);
      expect(formatFen(next)).toBe(formatFen(unwrap(parseFen(apply.fen))));
    });
  });
});

eachVector<GameRow[]>('chess', 'games', rows => {
  test.each(rows)('$id', row => {
    let { state } = unwrap(start(game, {}));
    const claims: Record<string, number | null> = { fiftyMoves: null, threefoldRepetition: null };
    expect(hashState(game, state)).toBe(row.initialHash);
    row.moves.forEach((wire, i) => {
      expect([...game.legal(state, state.turn)].length).toBe(row.legal[i]);
      const move = unwrap(hex.decode(wire));
      state = unwrap(step(game, state, { do: 'move', seat: state.turn, move })).state;
      expect(hashState(game, state).slice(0, 8)).toBe(row.hash8[i]);
      for (const { reason } of game.match!.claims!(state, state.turn)) claims[reason] ??= i + 1;
    });
    expect(row.moves.map(wire => formatUci(unwrap(hex.decode(wire)))).join(' ')).toBe(row.uci);
    expect(game.states.canon(state)).toEqual(row.final);
    expect(hashState(game, state)).toBe(row.finalHash);
    expect(formatFen(state)).toBe(row.finalFen);
    expect(resultOf(game.outcome(state as State))).toEqual(row.result);
    expect(claims).toEqual(row.claims);
  });
});
