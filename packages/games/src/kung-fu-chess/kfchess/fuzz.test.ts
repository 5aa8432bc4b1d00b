/** Nothing makes reading throw; what is read can be written, and is then read as the same. */
import {
  endingOf,
  entryOf,
  FAULTS,
  type Kifu,
  moveAct,
  type Result,
  rngFrom,
  unwrap,
} from '@kifu/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeSomehow, pickerFrom, shuffleMembers } from '../../../test/habits.ts';
import { begin, later } from '../../../test/kung-fu-chess.ts';
import { isPlainData } from '../../../test/records.ts';
import { game } from '../rules.ts';
import { kfchess, kfchessV1 } from './index.ts';

const runs = (numRuns: number) => ({
  numRuns: process.env.KIFU_DEEP === '1' ? 50 * numRuns : numRuns,
  seed: 7,
});

function check(read: Result<Kifu>): void {
  if (!read.ok) {
    expect(Object.keys(FAULTS)).toContain(read.fault.code);
    return;
  }
  expect(isPlainData(read.value)).toBe(true);
  const { entries, header } = read.value;
  const written = unwrap(kfchess.write(read.value));
  const again = unwrap(kfchess.read(written.output));
  if (header.options.rules === 'classic') return;
  expect(again.entries).toEqual(entries.filter(({ act }) => act.type === 'move'));
  expect(again.header.options).toEqual(header.options);
  expect(again.ending).toEqual(read.value.ending);
}

test('any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => check(kfchess.read(text))),
    runs(300),
  );
});

test('any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array(), bytes => {
      check(kfchess.read(bytes));
      check(kfchessV1.read(bytes));
    }),
    runs(300),
  );
});

test('any JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), value => check(kfchess.read(JSON.stringify(value)))),
    runs(300),
  );
});

const odd = fc.constantFrom<unknown>(undefined, null, -1, 0, 1, 2, 3, 7, 1e9, 1.5, '', 'x', [], {});
const mostly = <T>(usual: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ arbitrary: usual, weight: 40 }, { arbitrary: odd, weight: 1 });
const { men } = begin().setting.ground;
const four = begin({ board: 'four_player' }).setting.ground.men;
const pieces = fc.constantFrom(...[...men, ...four].map(({ id }) => id));
const replay = fc.record({
  version: mostly(fc.constant(2)),
  speed: mostly(fc.constantFrom('standard', 'lightning')),
  board_type: mostly(fc.constantFrom('standard', 'four_player')),
  players: mostly(fc.constantFrom<unknown>({ 1: 'a', 2: 'b' }, { 1: 'a', 2: 'b', 4: 'c' })),
  moves: mostly(
    fc.array(
      fc.record({
        tick: mostly(fc.nat(400)),
        piece_id: mostly(pieces),
        to_row: mostly(fc.nat(11)),
        to_col: mostly(fc.nat(11)),
        player: mostly(fc.integer({ min: 1, max: 4 })),
      }),
      { maxLength: 12 },
    ),
  ),
  total_ticks: mostly(fc.nat(3000)),
  winner: mostly(fc.constantFrom(null, 0, 1, 2)),
  win_reason: mostly(fc.constantFrom(null, 'king_captured', 'draw', 'resignation', 'invalid')),
  created_at: mostly(fc.constantFrom(null, '2026-01-15T12:00:00+00:00')),
  tick_rate_hz: mostly(fc.constantFrom(10, 30, 25, 7)),
});

test('replays that are nearly good', () => {
  fc.assert(
    fc.property(replay, value => check(kfchess.read(JSON.stringify(value)))),
    runs(300),
  );
});

test('a good file cut off, or with a byte changed', () => {
  const bytes = new TextEncoder().encode(playMatch(1));
  fc.assert(
    fc.property(fc.nat(bytes.length - 2), fc.nat(255), (at, byte) => {
      const cut = kfchess.read(bytes.slice(0, at));
      expect(cut).toMatchObject({ ok: false, fault: { at: { offset: expect.any(Number) } } });
      const changed = bytes.slice();
      changed[at] = byte;
      check(kfchess.read(changed));
    }),
    runs(20),
  );
});

test.each([1, 2, 3])('match %d is read back, command for command', seed => {
  const text = playMatch(seed);
  const kifu = unwrap(kfchess.read(text));
  expect(kifu.entries.every(({ act }) => act.type === 'move')).toBe(true);
  expect(unwrap(kfchess.write(kifu))).toEqual({ output: text, losses: [] });
});

test('however other programs lay it out, it is read as they meant it', () => {
  const text = playMatch(1);
  const meant = kfchess.read(text);
  fc.assert(
    fc.property(fc.nat(), seed => {
      const pick = pickerFrom(seed);
      const json = shuffleMembers(JSON.parse(text), pick);
      const file = `${JSON.stringify(json, null, pick.of([0, 2, '\t']))}${pick.of(['', '\n', '\n\n'])}`;
      expect(kfchess.read(encodeSomehow(file, pick))).toEqual(meant);
    }),
    runs(20),
  );
});

/** A match between bots of luck, as a file. */
function playMatch(seed: number): string {
  const luck = rngFrom(seed);
  let state = begin({ hz: 25 });
  const entries: Kifu['entries'][number][] = [];
  for (let n = 0; n < 120 && state.end === null; n++) {
    const seat = luck(2);
    const moves = [...game.legal(state, seat)];
    const move = moves[luck(moves.length || 1)];
    if (move !== undefined) {
      state = unwrap(game.play(state, seat, move)).state;
      entries.push(entryOf(seat, moveAct(game, move), { at: state.tick }));
    }
    state = later(state, luck(30)).state;
  }
  const header = {
    ...{ game: 'kung-fu-chess', version: 1, options: { hz: 25 }, seed: null, start: null },
    ...{ players: [0, 1].map(seat => ({ seat, name: `u:${seat}` })), startedAt: null, tags: {} },
  };
  const { end } = state;
  const ending = end && endingOf(end.outcome, { at: end.tick });
  const kifu = { header, entries, ending, notes: [], variations: [] };
  return unwrap(kfchess.write(kifu)).output as string;
}
