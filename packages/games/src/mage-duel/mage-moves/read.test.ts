/** Reading the chain of moves: what is tolerated, and what is refused. */
import { endingOf, type Kifu, unwrap } from '@kifu/core';
import { describe, expect, test } from 'vitest';
import { moveEntry, paced, record } from '../../../test/mage-duel.ts';
import { parseMove } from '../notation.ts';
import { mageMoves } from './index.ts';

const write = (kifu: Kifu) => unwrap(mageMoves.write(kifu)).output as string;
const linesOf = (kifu: Kifu) =>
  write(kifu)
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line));
const textOf = (lines: readonly object[]) => lines.map(line => JSON.stringify(line)).join('\n');

describe('reading is tolerant', () => {
  const kifu = record(2, 9);
  const lines = linesOf(kifu);
  const [head, ...rows] = lines;

  test.each<[what: string, text: string]>([
    ['rows in any order', textOf([head, ...rows.toReversed()])],
    ['line ends of other systems', textOf(lines).replaceAll('\n', '\r\n')],
    ['sides as numbers', textOf(lines).replaceAll('"Blue"', '0').replaceAll('"Red"', '1')],
    ['rows without the tile that follows', textOf(lines).replaceAll(/,"top":(?:\d+|null)/g, '')],
  ])('%s', (_what, text) => expect(unwrap(mageMoves.read(text))).toEqual(kifu));

  test('other ids and unknown members are told of', () => {
    const named = rows.map((row, i) => ({
      ...row,
      id: `m${i}`,
      prev_move_id: i === 0 ? null : `m${i - 1}`,
      skin: 1,
    }));
    const lost: string[] = [];
    expect(unwrap(mageMoves.read(textOf([head, ...named]), what => lost.push(what)))).toEqual(kifu);
    expect(lost).toEqual(['the ids of the moves', 'members: skin']);
  });
});

describe('a record that says something else is refused', () => {
  const [head, ...rows] = linesOf(paced(31, [1, 1, 70, 1, 1, 1, 1]));
  const at = rows.findIndex(({ cause }) => cause === 'timeout');
  const place = 4;
  const change = (i: number, fields: object) => [head, ...rows.with(i, { ...rows[i], ...fields })];

  test('the match has what the cases need', () => {
    expect(at).toBe(2);
    expect(mageMoves.read(textOf([head, ...rows])).ok).toBe(true);
  });

  test.each<[what: string, lines: readonly object[], rule: string]>([
    [
      'another tile than the one to lay',
      change(place, { tile: (rows[place].tile + 1) % 24 }),
      'tile',
    ],
    ['another tile drawn', change(place, { top: (rows[place].top + 1) % 24 }), 'top'],
    ['another state', change(rows.length - 1, { hash: '0'.repeat(64) }), 'hash'],
    ['a link to nothing', change(5, { prev_move_id: 77 }), 'link'],
    ['a fork', change(5, { prev_move_id: rows[4].prev_move_id }), 'link'],
    ['an id used twice', change(5, { id: rows[2].id }), 'link'],
    ['a circle', change(0, { prev_move_id: rows.at(-1).id }), 'link'],
    ['a first move that follows another', change(0, { prev_move_id: 99 }), 'link'],
    ['another board', change(3, { first_board_id: 3 }), 'board'],
    ['a missed turn without its row', [head, ...relink(rows.toSpliced(at, 1))], 'cause'],
    ['a missed turn at another time', change(at, { timestamp: rows[at].timestamp - 1 }), 'cause'],
    ['a missed turn that was not missed', change(place, { cause: 'timeout' }), 'cause'],
    ['a missed turn at the end', [head, ...rows.slice(0, at + 1)], 'cause'],
    ['a skip with a place', change(at, { col: 1 }), 'skip'],
    [
      'an occupied cell',
      change(rows.length - 1, { ...spot(rows, place), tile: 0, is_joker: true }),
      'InvalidMove:occupied',
    ],
  ])('%s', (_what, lines, rule) => {
    const read = mageMoves.read(textOf(lines));
    expect(read).toMatchObject({ ok: false, fault: { rule } });
    if (!read.ok) expect(read.fault.at!.line).toBeGreaterThan(1);
  });

  test('two moves after one are told apart from a loose end', () => {
    const fork = change(5, { prev_move_id: rows[4].prev_move_id });
    expect(mageMoves.read(textOf(fork))).toMatchObject({
      fault: { message: 'two moves follow 4', at: { line: 7 } },
    });
  });

  test('a move before the one that it follows', () => {
    const read = mageMoves.read(textOf(change(place, { timestamp: head.start })));
    expect(read).toMatchObject({
      ok: false,
      fault: { code: 'past-time', at: { line: place + 2 } },
    });
  });

  function relink(list: readonly { id: number }[]) {
    return list.map((row, i) => ({ ...row, prev_move_id: i === 0 ? null : list[i - 1]!.id }));
  }
  function spot(list: readonly { rotation: number; col: number; row: number }[], i: number) {
    const { rotation, col, row } = list[i]!;
    return { rotation, col, row };
  }

  test.each<[what: string, lines: readonly object[], line: number]>([
    ['no head', rows.slice(0, 2), 1],
    ['another format', [{ ...head, format: 'moves' }], 1],
    ['no seed', [{ ...head, seed: null }], 1],
    ['a bad seed', [{ ...head, seed: -1 }], 1],
    ['bad rules', [{ ...head, rules: { jokers: -1 } }], 1],
    ['a bad state', [{ ...head, state: {} }], 1],
    ['a row without a side', [head, { ...rows[0], player_side: 'Green' }], 2],
    ['a rotation of 4', [head, { ...rows[0], rotation: 4 }], 2],
    ['a tile 24', [head, { ...rows[0], tile: 24 }], 2],
    ['something after the end', [head, { end: 'canceled' }, rows[0]], 3],
    ['a claim without a side', [head, { end: 'claimed', timestamp: 5 }], 2],
  ])('%s', (_what, lines, line) => {
    expect(mageMoves.read(textOf(lines))).toMatchObject({ ok: false, fault: { at: { line } } });
  });

  test('a file that is too large', () => {
    expect(mageMoves.read('\n'.repeat(9_000_000))).toMatchObject({ fault: { code: 'too-large' } });
    expect(mageMoves.read(`${JSON.stringify(head)}\n${'{}\n'.repeat(10_000)}`)).toMatchObject({
      fault: { code: 'too-large' },
    });
    expect(mageMoves.read(Uint8Array.of(0xff))).toMatchObject({ fault: { code: 'malformed' } });
  });
});

describe('ends that no move brings about', () => {
  test('a canceled match is read and written, but not before its time or after its end', () => {
    const outcome = { result: 'void', winners: [], points: null, reason: 'canceled' } as const;
    const kifu: Kifu = { ...record(4, 3), ending: endingOf(outcome, { ms: 300_000 }) };
    expect(linesOf(kifu).at(-1)).toEqual({
      end: 'canceled',
      player_side: null,
      timestamp: 1300,
    });
    expect(unwrap(mageMoves.read(write(kifu)))).toEqual(kifu);
    const early = write(kifu).replace('"timestamp":1300', '"timestamp":1000');
    expect(mageMoves.read(early)).toMatchObject({ fault: { rule: 'end' } });
    const skips = [unwrap(parseMove('skip')), unwrap(parseMove('skip'))];
    const ended = { ...record(4, 0), entries: skips.map((skip, seat) => moveEntry(seat, skip, 1)) };
    const twice = `${write(ended)}${JSON.stringify({ end: 'canceled' })}\n`;
    expect(mageMoves.read(twice)).toMatchObject({ fault: { rule: 'end' } });
  });

  test('a claim is read in time, and refused too early', () => {
    const claim = (timestamp: number) =>
      `${write(paced(4, [1, 1]))}${JSON.stringify({ end: 'claimed', player_side: 'Red', timestamp })}\n`;
    expect(mageMoves.read(claim(1132))).toMatchObject({
      fault: { rule: 'CantFinishGame', at: { line: 4 } },
    });
    expect(unwrap(mageMoves.read(claim(1133))).ending!.outcome.reason).toBe('timeout');
  });
});
