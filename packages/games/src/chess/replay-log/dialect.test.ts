/** The log as a file, and as a record with more in it than a log can carry. */
import {
  cidOf,
  type Entry,
  endingOf,
  entryOf,
  formatCid,
  type Kifu,
  moveAct,
  unwrap,
} from '@kifu/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawn, won } from '../ending.ts';
import { game } from '../rules.ts';
import { parseUci } from '../uci.ts';
import { replayLog } from './dialect.ts';

const utf8 = new TextEncoder();
const idOf = (line: string) => formatCid(cidOf('raw', utf8.encode(line)));

/** Lines without their `prev`, linked to a file. */
function fileOf(rows: readonly object[]): string[] {
  let prev: string | null = null;
  return rows.map(row => {
    const line = JSON.stringify({ ...row, prev });
    prev = idOf(line);
    return line;
  });
}
const GAME = fileOf([
  { n: 1, w: 'e2e4', b: 'e7e5' },
  { n: 2, w: 'g1f3', b: 'b8c6' },
  { result: '1-0' },
]);
const codeOf = (input: string | Uint8Array) => {
  const read = replayLog.read(input);
  if (read.ok) return 'ok';
  const { rule, code, at } = read.fault;
  return `${rule ?? code}${at?.line === undefined ? '' : ` line ${at.line}`}`;
};

describe('reading', () => {
  test.each<[what: string, input: string, expected: string]>([
    ['lines', `${GAME.join('\n')}\n`, 'ok'],
    ['no end of the last line', GAME.join('\n'), 'ok'],
    ['line ends of other systems', `${GAME.join('\r\n')}\r\n`, 'ok'],
    ['a game that goes on', `${GAME.slice(0, 2).join('\n')}\n`, 'ok'],
    ['nothing', '', 'malformed'],
    ['an empty line', '\n', 'bad-json line 1'],
    ['an empty line at the end', `${GAME.join('\n')}\n\n`, 'bad-json line 4'],
    ['an empty line in between', `${GAME[0]}\n\n${GAME[1]}\n`, 'cid-mismatch line 2'],
    ['the first line missing', GAME.slice(1).join('\n'), 'missing-block line 1'],
    ['a line missing', `${GAME[0]}\n${GAME[2]}`, 'cid-mismatch line 1'],
    ['lines in another order', `${GAME[1]}\n${GAME[0]}`, 'malformed line 2'],
    ['a line changed', GAME.join('\n').replace('b8c6', 'g8f6'), 'cid-mismatch line 2'],
    ['something before', ['{}', ...GAME].join('\n'), 'malformed line 2'],
    ['two games', [...GAME, ...GAME].join('\n'), 'malformed line 4'],
    [
      'an illegal move',
      fileOf([
        { n: 1, w: 'e2e4', b: 'e7e5' },
        { n: 2, w: 'e4e5', b: 'a7a6' },
      ]).join('\n'),
      'illegal-move line 2',
    ],
    [
      'a wrong number',
      fileOf([{ n: 2, w: 'e2e4', b: 'e7e5' }, { result: '*' }]).join('\n'),
      'bad-number line 1',
    ],
    ['PGN', '1. e4 e5 2. Nf3 Nc6 1-0', 'bad-json line 1'],
    ['a byte order mark', `\ufeff${GAME.join('\n')}`, 'cid-mismatch line 1'],
  ])('%s', (_what, input, expected) => {
    expect(codeOf(input)).toBe(expected);
    expect(codeOf(utf8.encode(input))).toBe(expected);
  });

  test('a file that is too large is refused unread', () => {
    expect(codeOf('\n'.repeat(25_000_000))).toBe('too-large');
    expect(codeOf('\n'.repeat(6001))).toBe('too-large');
    expect(codeOf('\n'.repeat(6000))).toBe('bad-json line 6000');
  });

  test('gives a record with moves in turn and seats without names', () => {
    const kifu = unwrap(replayLog.read(GAME.join('\n')));
    expect(kifu.header).toMatchObject({ game: 'chess', version: 1, start: null, tags: {} });
    expect(kifu.header.players).toEqual([
      { seat: 0, name: '' },
      { seat: 1, name: '' },
    ]);
    expect(kifu.entries.map(({ seat }) => seat)).toEqual([0, 1, 0, 1]);
    expect(kifu.ending!.outcome).toEqual(won(0, 'unknown'));
  });

  test('nothing makes it throw, and the same bytes give the same record', () => {
    const lines = fc.array(fc.oneof(fc.constantFrom(...GAME), fc.json(), fc.string()), {
      maxLength: 5,
    });
    fc.assert(
      fc.property(
        fc.oneof(
          lines.map(all => utf8.encode(all.join('\n'))),
          fc.uint8Array(),
        ),
        bytes => {
          expect(replayLog.read(bytes)).toEqual(replayLog.read(bytes.slice()));
        },
      ),
    );
  });
});

describe('writing', () => {
  const entry = (uci: string, i: number): Entry =>
    entryOf(i % 2, moveAct(game, unwrap(parseUci(uci))));
  const bare = (line: string, outcome: Kifu['ending']): Kifu => ({
    ...unwrap(replayLog.read(GAME.join('\n'))),
    entries: line.split(' ').map(entry),
    ending: outcome,
  });
  const won1 = endingOf(won(0, 'unknown'));

  test('gives the text that was read', () => {
    const text = `${GAME.join('\n')}\n`;
    expect(unwrap(replayLog.write(unwrap(replayLog.read(text))))).toEqual({
      output: text,
      losses: [],
    });
  });

  test('is canonical also where the text that was read is not', () => {
    const loose = ['{ "n": 1, "w": "e2e4", "b": "e7e5", "prev": null, "clk": 1 }'];
    loose.push(`{"prev":"${idOf(loose[0]!)}", "result":"*"}`);
    const { output, losses } = unwrap(replayLog.write(unwrap(replayLog.read(loose.join('\n')))));
    const [first, second] = fileOf([{ n: 1, w: 'e2e4', b: 'e7e5' }, { result: '*' }]);
    expect(output).toBe(`${first}\n${second}\n`);
    expect(losses).toEqual([]);
  });

  test('lists what is lost', () => {
    const kifu = bare('e2e4 e7e5', endingOf(won(0, 'resignation'), { ms: 9 }));
    const [first, second] = kifu.entries as [Entry, Entry];
    const rich: Kifu = {
      ...kifu,
      header: {
        ...kifu.header,
        players: [{ seat: 0, name: 'Ann' }],
        startedAt: '2026-01-01T00:00:00Z',
        tags: { Event: 'Cup' },
      },
      entries: [
        { ...first, clockMs: 60_000, hash: new Uint8Array(32) },
        { ...second, ms: 5 },
        { ...first, act: { type: 'offer-draw' } },
        { ...first, act: { type: 'offer-draw' } },
        { ...second, act: { type: 'leave', of: 1, how: 'resignation' } },
      ],
      notes: [{ entry: 1, author: null, text: 'good', glyphs: [] }],
      variations: [{ entry: 1, entries: [], notes: [], variations: [] }],
    };
    expect(unwrap(replayLog.write(rich)).losses).toEqual([
      'the names of the players',
      'the time of the start',
      'tags: Event',
      'the times of the moves',
      'what the clocks showed',
      'acts: offer-draw',
      'acts: leave',
      'notes',
      'variations',
      'the reason of the end: resignation',
    ]);
  });

  test.each<[what: string, kifu: Kifu, code: string]>([
    [
      'another game',
      { ...bare('e2e4', won1), header: { ...bare('e2e4', won1).header, game: 'go' } },
      'unsupported',
    ],
    [
      'another version',
      { ...bare('e2e4', won1), header: { ...bare('e2e4', won1).header, version: 2 } },
      'unsupported',
    ],
    [
      'another start',
      {
        ...bare('e2e4', won1),
        header: { ...bare('e2e4', won1).header, start: { canon: null, aside: null } },
      },
      'unsupported',
    ],
    [
      'a takeback',
      {
        ...bare('e2e4', won1),
        entries: [{ ...entry('e2e4', 0), act: { type: 'allow-takeback', to: 0 } }],
      },
      'unsupported',
    ],
    ['an illegal move', bare('e2e5 e7e5', won1), 'illegal-move'],
    [
      'no move',
      {
        ...bare('e2e4', won1),
        entries: [{ ...entry('e2e4', 0), act: { type: 'move', move: Uint8Array.of(1) } }],
      },
      'malformed',
    ],
    [
      'the wrong seat',
      { ...bare('e2e4', won1), entries: [{ ...entry('e2e4', 0), seat: 1 }] },
      'wrong-seat',
    ],
    ['an ending that the board contradicts', bare('f2f3 e7e5 g2g4 d8h4', won1), 'broken-record'],
    ['nothing to write', { ...bare('e2e4', null), entries: [] }, 'unsupported'],
  ])('refuses %s', (_what, kifu, code) => {
    expect(replayLog.write(kifu)).toMatchObject({ ok: false, fault: { code } });
  });

  test.each<[Kifu['ending'], string]>([
    [endingOf(won(1, 'timeout')), '0-1'],
    [endingOf(drawn('agreement')), '1/2-1/2'],
    [endingOf({ result: 'void', winners: [], points: null, reason: 'abandoned' }), '*'],
  ])('%j is %s', (ending, result) => {
    const { output } = unwrap(replayLog.write(bare('e2e4', ending)));
    expect(output).toBe(`{"n":1,"w":"e2e4","result":"${result}","prev":null}\n`);
  });

  test('moves are those of the rules', () => {
    const kifu = unwrap(replayLog.read(GAME.join('\n')));
    for (const { act } of kifu.entries)
      expect(act.type === 'move' && game.moves.bytes.decode(act.move).ok).toBe(true);
  });
});
