/** Writing the chain of moves, and reading it back. */
import { type Entry, endingOf, type Kifu, moveAct, start, step, unwrap } from '@kifu/core';
import { describe, expect, test } from 'vitest';
import { moveEntry, paced, record } from '../../../test/mage-duel.ts';
import { parseMove } from '../notation.ts';
import { game } from '../rules.ts';
import { mageMoves } from './index.ts';

const write = (kifu: Kifu) => unwrap(mageMoves.write(kifu)).output as string;
const linesOf = (kifu: Kifu) =>
  write(kifu)
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line));

test('rows have the fields of the sheet, automatic skips are rows of their own', () => {
  const first = unwrap(parseMove('e8/0'));
  const second = unwrap(parseMove('skip'));
  const kifu: Kifu = {
    ...paced(1002, []),
    entries: [moveEntry(0, first, 50), moveEntry(0, second, 150)],
  };
  const [head, ...rows] = linesOf(kifu);
  expect(head).toEqual({
    format: 'mage-moves',
    version: 1,
    board: 0,
    start: 1000,
    players: ['Ann', 'Bob'],
    seed: 1002,
    rules: {},
  });
  const skip = { tile: null, rotation: 0, col: 0, row: 0, is_joker: false, first_board_id: 0 };
  expect(rows).toEqual([
    {
      id: 1,
      player_side: 'Blue',
      prev_move_id: null,
      tile: 21,
      rotation: 0,
      col: 4,
      row: 7,
      is_joker: false,
      first_board_id: 0,
      timestamp: 1050,
      cause: 'player',
      top: 5,
    },
    {
      id: 2,
      player_side: 'Red',
      prev_move_id: 1,
      ...skip,
      timestamp: 1150,
      cause: 'timeout',
      top: 5,
    },
    {
      id: 3,
      player_side: 'Blue',
      prev_move_id: 2,
      ...skip,
      timestamp: 1150,
      cause: 'player',
      top: 13,
    },
  ]);
});

test('what is written reads back as the same record', () => {
  const ends = new Set<string | null>();
  for (let seed = 1; seed <= 60; seed++) {
    const kifu = record(seed, 5 + seed);
    const { output, losses } = unwrap(mageMoves.write(kifu));
    const lost: string[] = [];
    expect(losses).toEqual([]);
    expect(unwrap(mageMoves.read(output, what => lost.push(what)))).toEqual(kifu);
    expect(unwrap(mageMoves.read(new TextEncoder().encode(output as string)))).toEqual(kifu);
    expect(lost).toEqual([]);
    ends.add(kifu.ending?.outcome.reason ?? null);
  }
  expect(ends).toContain('timeout');
  expect(ends).toContain('double-skip');
  expect(ends).toContain(null);
});

test('a branch begins with its exact state, and its first move follows one of the source', () => {
  const source = record(5, 12);
  let { state } = unwrap(start(game, { seed: 5 }));
  for (const { seat, act, at } of source.entries)
    if (act.type === 'move')
      ({ state } = unwrap(
        step(game, state, {
          do: 'move',
          seat: seat!,
          move: unwrap(game.moves.bytes.decode(act.move)),
          at: at!,
        }),
      ));
  const kifu = record(8, 6, game.match!.branch!(state));
  const tagged = { ...kifu, header: { ...kifu.header, tags: { board: '7' } } };
  const [head, first] = linesOf(tagged);
  expect(head).toMatchObject({ board: 7, state: { done: state.done } });
  expect(first).toMatchObject({ prev_move_id: state.done, first_board_id: 7 });
  expect(unwrap(mageMoves.read(write(tagged)))).toEqual(tagged);
});

describe('writing', () => {
  test('lists what is lost', () => {
    const kifu = record(4, 3);
    const [first, ...rest] = kifu.entries as [Entry, ...Entry[]];
    const rich: Kifu = {
      ...kifu,
      header: { ...kifu.header, startedAt: '2026-01-01T00:00:00.5Z', tags: { Event: 'Cup' } },
      entries: [
        { ...first, ms: 1500, clockMs: 60_000 },
        ...rest,
        { ...first, act: { type: 'offer-draw' } },
        { ...first, act: { type: 'leave', of: 0, how: 'resignation' } },
      ],
      ending: endingOf({ result: 'win', winners: [1], points: null, reason: 'resignation' }),
      notes: [{ entry: 1, author: null, text: 'good', glyphs: [] }],
      variations: [{ entry: 1, entries: [], notes: [], variations: [] }],
    };
    expect(unwrap(mageMoves.write(rich)).losses).toEqual([
      'the time of the start',
      'tags: Event',
      'the milliseconds of the moves',
      'what the clocks showed',
      'acts: offer-draw',
      'acts: leave',
      'the ending: resignation',
      'notes',
      'variations',
    ]);
  });

  test.each<[what: string, change: (kifu: Kifu) => Kifu, code: string]>([
    [
      'another game',
      kifu => ({ ...kifu, header: { ...kifu.header, game: 'chess' } }),
      'unsupported',
    ],
    ['a takeback', kifu => withAct(kifu, { type: 'allow-takeback', to: 0 }), 'unsupported'],
    ['links', kifu => withAct(kifu, { type: 'links', links: [] }), 'unsupported'],
    [
      'an illegal move',
      kifu => withAct(kifu, moveAct(game, { op: 'place', rot: 0, col: 9, row: 0 })),
      'illegal-move',
    ],
    ['no move', kifu => withAct(kifu, { type: 'move', move: Uint8Array.of(9) }), 'malformed'],
    ['no seed', kifu => ({ ...kifu, header: { ...kifu.header, seed: null } }), 'bad-setup'],
  ])('refuses %s', (_what, change, code) => {
    expect(mageMoves.write(change(record(4, 3)))).toMatchObject({ ok: false, fault: { code } });
  });

  /** Something more, by the seat on turn. */
  function withAct(kifu: Kifu, act: Entry['act']): Kifu {
    const last = kifu.entries.at(-1)!;
    return {
      ...kifu,
      entries: [...kifu.entries, { ...last, seat: 1 - last.seat!, hash: null, act }],
    };
  }

  test('refuses an ending that the rules contradict', () => {
    const kifu = record(6, 200);
    const outcome = { ...kifu.ending!.outcome, reason: 'exhausted' };
    expect(mageMoves.write({ ...kifu, ending: { ...kifu.ending!, outcome } })).toMatchObject({
      fault: { code: 'broken-record', rule: 'ending' },
    });
  });
});
