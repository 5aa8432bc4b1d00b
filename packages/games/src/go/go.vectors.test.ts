/** Go against results of independent programs. */
import {
  hashState,
  type Json,
  type JsonObject,
  type Outcome,
  start,
  step,
  unwrap,
} from '@kifu/core';
import { describe, expect, test } from 'vitest';
import { eachVector, type VectorFile } from '../../../../test/vectors.ts';
import { lay } from './board.ts';
import type { Point } from './grid.ts';
import { fixedHandicap } from './handicap.ts';
import { formatLetters, parseLetters } from './letters.ts';
import { pass, playAt } from './move-codec.ts';
import { formatResult } from './result-text.ts';
import { formatRows } from './rows.ts';
import { game } from './rules.ts';
import { findRuleset } from './ruleset.ts';
import { outcomeOf } from './score.ts';
import { scoreRows } from './score-rows.ts';
import type { State } from './state.ts';

const isGo = ({ data }: VectorFile) => data.schema === 'ipgs-go/1';
const pointsOf = (letters: readonly string[]): Point[] => letters.map(text => parseLetters(text)!);
const lettersOf = (points: readonly Point[]) => points.map(formatLetters);

interface Sequence {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly moves: readonly string[];
  readonly expect: {
    readonly [rules: string]:
      | { readonly illegalAt: number; readonly reason: string }
      | {
          readonly rows: readonly string[];
          readonly prisoners: { readonly B: number; readonly W: number };
          readonly turn: 'B' | 'W';
          readonly passes: number;
        };
  };
}

/** Plays moves such as `B[ab]` until one is refused. */
function playAll({ width, height, moves }: Sequence, rules: string) {
  let { state } = unwrap(start(game, { options: { width, height, rules } }));
  for (const [i, text] of moves.entries()) {
    const [, color, letters] = /^([BW])\[(.*)\]$/.exec(text)!;
    const point = letters === '' ? null : parseLetters(letters!)!;
    const move = point === null ? pass : playAt(point[0], point[1]);
    const stepped = step(game, state, { do: 'move', seat: color === 'B' ? 0 : 1, move });
    if (!stepped.ok) return { state, illegalAt: i, reason: stepped.fault.rule };
    ({ state } = stepped.value);
  }
  return { state, illegalAt: null, reason: null };
}

const rowsOf = ({ match: { grid }, stones }: State) => formatRows(grid, lay(grid, stones));

eachVector<Sequence[]>(
  'ipgs',
  'sequences',
  rows => {
    describe.each(rows)('$name', row => {
      test.each(Object.entries(row.expect))('%s', (rules, expected) => {
        const { state, illegalAt, reason } = playAll(row, rules);
        if ('illegalAt' in expected) expect({ illegalAt, reason }).toEqual(expected);
        else
          expect({
            rows: rowsOf(state),
            prisoners: { B: state.blackTook, W: state.whiteTook },
            turn: 'BW'[state.turn],
            passes: state.passes,
          }).toEqual(expected);
      });
    });
  },
  isGo,
);

interface Scoring {
  readonly name: string;
  readonly rows: readonly string[];
  readonly dead: readonly string[];
  readonly neutral: readonly string[];
  readonly komi: number;
  readonly handicap: number;
  readonly prisoners: { readonly B: number; readonly W: number };
  readonly expect: {
    readonly [rules: string]: {
      readonly TB: readonly string[];
      readonly TW: readonly string[];
      readonly black: number;
      readonly white: number;
      readonly result: string;
    };
  };
}

eachVector<Scoring[]>(
  'ipgs',
  'scoring',
  rows => {
    describe.each(rows)('$name', row => {
      test.each(Object.entries(row.expect))('%s', (rules, expected) => {
        const { black, white, halves } = unwrap(
          scoreRows({
            board: row.rows,
            rules: findRuleset(rules)!.rules,
            komiHalves: 2 * row.komi,
            handicap: row.handicap,
            prisoners: [row.prisoners.B, row.prisoners.W],
            dead: pointsOf(row.dead),
            neutral: pointsOf(row.neutral),
          }),
        );
        expect({
          TB: lettersOf(black),
          TW: lettersOf(white),
          black: halves[0] / 2,
          white: halves[1] / 2,
          result: formatResult(outcomeOf(halves)),
        }).toEqual(expected);
      });
    });
  },
  isGo,
);

interface Handicap {
  readonly size: number;
  readonly stones: number;
  readonly points: readonly string[];
}

eachVector<Handicap[]>(
  'ipgs',
  'handicap',
  rows => {
    test.each(rows)('$stones stones on $size lines', ({ size, stones, points }) => {
      expect(lettersOf(fixedHandicap(size, stones))).toEqual(points);
      const options = { rules: 'Japanese', width: size, handicap: stones };
      const { state } = unwrap(start(game, { options }));
      expect(state).toMatchObject({ turn: 1, count: stones });
    });
  },
  isGo,
);

interface MoveRow {
  readonly json: Json;
  readonly binary: string;
  readonly hex: string;
}
interface Moves {
  readonly acceptedInput: readonly {
    readonly in: Json;
    readonly json: Json;
    readonly hex: string;
  }[];
  readonly invalidHex: readonly { readonly hex: string; readonly why: string }[];
  readonly invalidBinary: readonly { readonly binary: string; readonly why: string }[];
  readonly invalidJson: readonly { readonly json: Json; readonly why: string }[];
}

const bytesOf = (digits: string) => Uint8Array.from(Buffer.from(digits, 'hex'));

eachVector<MoveRow[]>('go', 'valid', (valid, { data }) => {
  const { json, bytes, hex } = game.moves;
  const { acceptedInput, invalidHex, invalidBinary, invalidJson } = data as unknown as Moves;

  test.each(valid)('$hex', row => {
    const move = unwrap(json.decode(row.json));
    expect(json.encode(move)).toEqual(row.json);
    expect(Buffer.from(bytes.encode(move)).toString('hex').toUpperCase()).toBe(row.binary);
    expect(hex.encode(move)).toBe(row.hex);
    expect(unwrap(bytes.decode(bytesOf(row.binary)))).toBe(move);
    expect(unwrap(hex.decode(row.hex))).toBe(move);
  });
  test.each(acceptedInput)('takes $in', row => {
    expect(hex.encode(unwrap(json.decode(row.in)))).toBe(row.hex);
  });
  test.each(invalidHex)('refuses hex $hex: $why', row => {
    expect(hex.decode(row.hex).ok).toBe(false);
  });
  test.each(invalidBinary)('refuses bytes $binary: $why', row => {
    expect(bytes.decode(bytesOf(row.binary)).ok).toBe(false);
  });
  test.each(invalidJson)('refuses JSON $json: $why', row => {
    expect(json.decode(row.json).ok).toBe(false);
  });
});

interface GameRow {
  readonly name: string;
  readonly options: JsonObject;
  readonly initialHash: string;
  readonly moves: readonly string[];
  readonly hash8: readonly string[];
  readonly final: Json;
  readonly finalHash: string;
  readonly aside: Json;
  readonly result: (Outcome & { readonly text: string }) | null;
}

eachVector<GameRow[]>('go', 'games', rows => {
  test.each(rows)('$name', row => {
    let { state, outcome } = unwrap(start(game, { options: row.options }));
    expect(hashState(game, state)).toBe(row.initialHash);
    for (const [i, text] of row.moves.entries()) {
      const [seat, wire] = text.split(' ');
      const move = unwrap(game.moves.hex.decode(wire!));
      ({ state, outcome } = unwrap(step(game, state, { do: 'move', seat: Number(seat), move })));
      expect(hashState(game, state).slice(0, 8)).toBe(row.hash8[i]);
    }
    expect(game.states.canon(state)).toEqual(row.final);
    expect(hashState(game, state)).toBe(row.finalHash);
    expect(game.states.aside(state)).toEqual(row.aside);
    expect(outcome && { ...outcome, text: formatResult(outcome) }).toEqual(row.result);
    const again = unwrap(game.states.restore(row.final, row.aside));
    expect(game.states.aside(again)).toEqual(row.aside);
  });
});
