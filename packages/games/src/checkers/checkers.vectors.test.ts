/** Checkers against results of independent programs. */
import { hashState, type Json, type Outcome, start, step, unwrap } from '@kifu/core';
import { describe, expect, test } from 'vitest';
import { eachVector } from '../../../../test/vectors.ts';
import { legalPaths } from './generate.ts';
import { fromPath } from './move-codec.ts';
import { formatMove, parseNumbers } from './numbers.ts';
import { perft } from './perft.ts';
import { game } from './rules.ts';
import type { State } from './state.ts';

interface PerftRow {
  readonly board: string;
  readonly turn: number;
  readonly perft: readonly number[];
}
interface CaseRow {
  readonly name: string;
  readonly state: Json;
  readonly legal: readonly string[];
  readonly illegal: readonly { readonly hex: string; readonly why: string }[];
  readonly result?: ResultRow;
  readonly apply?: { readonly hex: string; readonly state: Json; readonly sha256: string };
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
  readonly pdn: string;
  readonly final: Json;
  readonly finalHash: string;
  readonly result: ResultRow;
}

/** Sequences counted in the ordinary run; all published figures with `npm run test:deep`. */
const MOST = process.env.KIFU_DEEP ? Number.POSITIVE_INFINITY : 20_000_000;

const { hex } = game.moves;
const resultOf = (outcome: Outcome | null): ResultRow | null =>
  outcome && { winner: outcome.winners[0] ?? null, reason: outcome.reason };

/** The state of a board drawn in text: eight rows from y = 0 on, `b w` men, `B W` kings. */
function drawn(board: string, turn: number): State {
  const rows = board.split('/').map(row => [...row]);
  const cell = (letter: string) =>
    letter === '.'
      ? null
      : { isKing: letter === letter.toUpperCase(), player: 'bw'.indexOf(letter.toLowerCase()) };
  const columns = rows.map((_, x) => rows.map(row => cell(row[x]!)));
  const canon = { board: columns, moveCount: 0, mustContinueFrom: null, turn };
  return unwrap(game.states.restore(canon));
}

eachVector<PerftRow[]>('checkers', 'positions', rows => {
  test.each(rows)(
    '$board',
    ({ board, turn, perft: figures }) => {
      const state = drawn(board, turn);
      const counted = figures.filter(figure => figure <= MOST);
      expect(counted.map((_, i) => perft(state, i + 1))).toEqual(counted);
    },
    600_000,
  );
});

eachVector<CaseRow[]>('checkers', 'cases', rows => {
  describe.each(rows)('$name', row => {
    const state = unwrap(game.states.restore(row.state));

    test('the state', () => {
      expect(game.states.canon(state)).toEqual(row.state);
      expect(resultOf(game.outcome(state))).toEqual(row.result ?? null);
    });

    test('legal moves', () => {
      expect(legalPaths(state).map(path => hex.encode(fromPath(path)))).toEqual(row.legal);
      for (const path of legalPaths(state)) {
        const move = fromPath(path);
        expect(unwrap(parseNumbers(state, formatMove(move)))).toEqual(move);
      }
    });

    test.each(row.illegal)('refuses $hex: $why', ({ hex: wire }) => {
      const move = unwrap(hex.decode(wire));
      expect(step(game, state, { do: 'move', seat: state.turn, move })).toMatchObject({
        ok: false,
        fault: { code: 'illegal-move', rule: expect.any(String) },
      });
    });

    const { apply } = row;
    if (apply === undefined) return;
    test(`plays ${apply.hex}`, () => {
      const move = unwrap(hex.decode(apply.hex));
      const next = unwrap(step(game, state, { do: 'move', seat: state.turn, move })).state;
      expect(game.states.canon(next)).toEqual(apply.state);
      expect(hashState(game, next)).toBe(apply.sha256);
    });
  });
});

eachVector<GameRow[]>('checkers', 'games', rows => {
  test.each(rows)('$id', row => {
    let { state } = unwrap(start(game, {}));
    const pdn: string[] = [];
    expect(hashState(game, state)).toBe(row.initialHash);
    row.moves.forEach((wire, i) => {
      expect([...game.legal(state, state.turn)].length).toBe(row.legal[i]);
      const move = unwrap(hex.decode(wire));
      pdn.push(formatMove(move));
      state = unwrap(step(game, state, { do: 'move', seat: state.turn, move })).state;
      expect(hashState(game, state).slice(0, 8)).toBe(row.hash8[i]);
    });
    expect(pdn.join(' ')).toBe(row.pdn);
    expect(game.states.canon(state)).toEqual(row.final);
    expect(hashState(game, state)).toBe(row.finalHash);
    expect(resultOf(game.outcome(state))).toEqual(row.result);
  });
});
