/** Reading PDN: what stands in files of programs and people, and what is said of what cannot be read. */
import { endingOf, type Kifu, start, step, unwrap } from '@kifu/core';
import { describe, expect, test } from 'vitest';
import { eachVector } from '../../../../../test/vectors.ts';
import { moveIn } from '../../../test/records.ts';
import { initial } from '../fen.ts';
import { formatMove } from '../numbers.ts';
import { game } from '../rules.ts';
import { pdn, readPdn } from './index.ts';

const read = (text: string): Kifu => unwrap(pdn.read(text));
const movesOf = ({ entries }: { entries: Kifu['entries'] }): string =>
  entries
    .map(({ act }) => (act.type === 'move' ? formatMove(moveIn(game, act)) : act.type))
    .join(' ');
const all = (text: string) => [...readPdn(text)];

/** What a reading leaves behind. */
function lostIn(text: string): string[] {
  const lost: string[] = [];
  for (const game of readPdn(text, what => lost.push(what))) unwrap(game);
  return lost;
}

describe('a game', () => {
  const text = `[Event "Casual game"]
[Site "Leith SCO"]
[Date "2024.02.29"]
[Round "3.1"]
[Black "Ash, A."]
[White "Birch \\"B\\" \\\\"]
[Result "0-1"]
[GameType "21,B,8,8,N1,0"]
[Opening "Cross"]

1. 11-15 23-19 2. 8-11 {a quiet move} 22-17!? 3. 9-13?? (3. 11-16 24-20 {usual})
17-14 4. 10x17 0-1
`;

  test('has a header', () => {
    expect(read(text).header).toEqual({
      game: 'checkers',
      version: 1,
      options: {},
      players: [
        { seat: 0, name: 'Ash, A.' },
        { seat: 1, name: 'Birch "B" \\' },
      ],
      seed: null,
      start: null,
      startedAt: '2024-02-29',
      tags: {
        Event: 'Casual game',
        Site: 'Leith SCO',
        Date: '2024.02.29',
        Round: '3.1',
        Black: 'Ash, A.',
        White: 'Birch "B" \\',
        Opening: 'Cross',
      },
    });
  });

  test('has moves, notes and variations that count from the start', () => {
    const kifu = read(text);
    expect(movesOf(kifu)).toBe('11-15 23-19 8-11 22-17 9-13 17-14 10x17');
    expect(kifu.entries.map(({ seat }) => seat)).toEqual([0, 1, 0, 1, 0, 1, 0]);
    expect(kifu.notes).toEqual([
      { entry: 3, author: null, text: 'a quiet move', glyphs: [] },
      { entry: 4, author: null, text: '', glyphs: [5] },
      { entry: 5, author: null, text: '', glyphs: [4] },
    ]);
    const [variation] = kifu.variations;
    expect(variation).toMatchObject({
      entry: 4,
      notes: [{ entry: 6, text: 'usual' }],
      variations: [],
    });
    expect(movesOf(variation!)).toBe('11-16 24-20');
  });

  test('ends with the result of its moves', () => {
    expect(read(text).ending).toEqual(
      endingOf({ result: 'win', winners: [1], points: null, reason: 'unknown' }),
    );
  });

  test('can be played again', () => {
    let { state } = unwrap(start(game, {}));
    for (const { seat, act } of read(text).entries)
      if (act.type === 'move')
        state = unwrap(
          step(game, state, {
            do: 'move',
            seat: seat!,
            move: unwrap(game.moves.bytes.decode(act.move)),
          }),
        ).state;
    expect(state.moveCount).toBe(7);
  });
});

test('nested variations, and remarks in each', () => {
  const kifu = read(
    '1. 11-15 (1. 9-14 {x} 22-18 (1... 22-17 $2) 2. 5-9) ({first} 1. 10-14) 22-18 *',
  );
  expect(kifu.variations.map(movesOf)).toEqual(['9-14 22-18 5-9', '10-14']);
  expect(kifu.variations[0]!.variations.map(movesOf)).toEqual(['22-17']);
  expect(kifu.variations[0]!.variations[0]).toMatchObject({
    entry: 1,
    notes: [{ entry: 2, glyphs: [2] }],
  });
  expect(kifu.variations[1]!.notes).toEqual([
    { entry: 0, author: null, text: 'first', glyphs: [] },
  ]);
  expect(kifu.ending).toBe(null);
});

describe('moves as files have them', () => {
  test.each<[why: string, text: string, moves: string]>([
    ['numbers close to the moves', '1.11-15 22-18 2.15x22', '11-15 22-18 15x22'],
    ['no numbers', '11-15 22-18 15x22', '11-15 22-18 15x22'],
    ['numbers without dots', '1 11-15 22-18 2 15x22', '11-15 22-18 15x22'],
    ['dots for white', '1. 11-15 1... 22-18 2. ... 15x22', '11-15 22-18 15x22'],
    ['an x for a step', '1. 11x15 22x18', '11-15 22-18'],
    ['a dash for a jump', '1. 11-15 22-18 2. 15-22', '11-15 22-18 15x22'],
    ['a colon', '1. 11-15 22-18 2. 15:22', '11-15 22-18 15x22'],
    ['other dashes', '1. 11–15 22—18', '11-15 22-18'],
    ['nothing between', '1. 1115 2218', '11-15 22-18'],
    ['leading zeros', '1. 09-14 22-18', '9-14 22-18'],
    ['letters', '[GameType "21"] 1. c3-d4 f6-e5 2. d4xf6', '11-15 22-18 15x22'],
    ['the ends of a chain', '[FEN "B:W6,15,24,32:B1"] 1. 1x28', '1x10x19x28'],
    ['jump by jump', '[FEN "B:W6,15,24,32:B1"] 1. 1x10 10x19 19x28 32-27', '1x10x19x28 32-27'],
    [
      'jump by jump, with remarks',
      '[FEN "B:W6,15,32:B1"] 1. 1x10! {on} 10x19 32-27',
      '1x10x19 32-27',
    ],
    ['two and one', '[FEN "B:W6,15,24,32:B1"] 1. 1x10x19 19x28', '1x10x19x28'],
    ['a line end within', '1. 11-15\r\n22-18\r2.\n15x22', '11-15 22-18 15x22'],
  ])('%s', (_why, text, moves) => {
    expect(movesOf(read(text))).toBe(moves);
  });

  test('marks, glyphs and the star of a forced move are glyphs', () => {
    const { notes, ending } = read('1. 11-15! 22-18(?) 2. 15x22* 25x18 !! {x} $7 $14 8-11!?? *');
    expect(notes.map(({ entry, text, glyphs }) => [entry, text, glyphs])).toEqual([
      [1, '', [1]],
      [2, '', [2]],
      [3, '', [7]],
      [4, 'x', [3]],
      [4, '', [7, 14]],
      [5, '', [5, 2]],
    ]);
    expect(ending).toBe(null);
  });

  test('signs that judge a position are glyphs', () => {
    const { notes } = read('1. 11-15 +- 23-19= (1... 22-18–+ N) 2. 8-11 += *');
    expect(notes.map(({ entry, glyphs }) => [entry, glyphs])).toEqual([
      [1, [18]],
      [2, [10]],
      [3, [14]],
    ]);
  });
});

describe('positions to start from', () => {
  test('a FEN tag is the start, and gives the first seat', () => {
    const kifu = read('[SetUp "1"][FEN "W:W24:B11,19,20"]\n1... 24x15x8 20-24 *');
    expect(movesOf(kifu)).toBe('24x15x8 20-24');
    expect(kifu.entries[0]!.seat).toBe(1);
    expect(kifu.header.tags).toEqual({});
    const { state } = unwrap(start(game, { start: kifu.header.start as never }));
    expect(state.turn).toBe(1);
  });

  test('counters are told as lost', () => {
    const text = '[FEN "B:W32:B1:H3:F9"] 1. 1-6 *';
    expect(lostIn(text)).toEqual(['the counters of the FEN']);
    expect(read(text).header.start).toMatchObject({ canon: { moveCount: 0 } });
  });

  test('an empty FEN tag is the usual start', () => {
    expect(read('[FEN ""] 1. 11-15').header.start).toBe(null);
  });
});

describe('clocks', () => {
  test('are read for the mover, and elapsed times are added up', () => {
    const kifu = read(`1. 11-15 {[%clk 0:04:59.5] good [%emt 0:00:01]} 22-18 {[%emt 0:00:02.25]}
      2. 15x22 {[%eval 1] [%clk 0:04:50]} 25x18 {[%emt 0:00:09]} *`);
    expect(kifu.entries.map(({ clockMs, ms }) => [clockMs, ms])).toEqual([
      [299_500, 1000],
      [null, 3250],
      [290_000, null],
      [null, null],
    ]);
    expect(kifu.notes).toMatchObject([
      { entry: 1, text: 'good' },
      { entry: 3, text: '', evaluation: { score: 100 } },
      { entry: 4, text: '', tookMs: 9000 }, // the move before had none
    ]);
  });
});

describe('results', () => {
  test.each<[stated: string, winner: number | null, result: string]>([
    ['1-0', 0, 'win'], // black moves first, and has the first number
    ['0-1', 1, 'win'],
    ['2-0', 0, 'win'],
    ['0-2', 1, 'win'],
    ['1/2-1/2', null, 'draw'],
    ['1/2', null, 'draw'],
    ['1-1', null, 'draw'],
    ['0-0', null, 'void'],
    ['1–0', 0, 'win'],
  ])('%s', (stated, winner, result) => {
    for (const text of [
      `1. 11-15 ${stated}`,
      `[Result "${stated}"] 1. 11-15`,
      `[Result "${stated}"] 1. 11-15 *`,
      `[Result "*"] 1. 11-15 ${stated}`,
      `1. 11-15 * ${stated}`,
      `1. 11-15 ${stated} *`,
      `1. 11-15 (1. 9-14 *) ${stated}`,
    ]) {
      const { ending } = read(text);
      expect([ending?.outcome.winners[0] ?? null, ending?.outcome.result]).toEqual([
        winner,
        result,
      ]);
      expect(all(text).length).toBe(1);
    }
  });

  test.each<[tags: string, result: string, reason: string]>([
    ['', '1-0', 'unknown'],
    ['', '1/2-1/2', 'agreement'],
    ['', '0-0', 'doubleForfeit'],
    ['[Termination "White resigned"]', '1-0', 'resignation'],
    ['[Termination "time forfeit"]', '0-1', 'timeout'],
    ['[Termination "abandoned"]', '0-1', 'absence'],
    ['[Termination "adjudication"]', '1/2-1/2', 'adjudication'],
    ['[Termination "normal"]', '1-0', 'unknown'],
  ])('%s %s: %s', (tags, result, reason) => {
    expect(read(`${tags} 1. 11-15 ${result}`).ending?.outcome.reason).toBe(reason);
  });

  const LAST = '[FEN "B:W15:B11"] 1. 11x18';

  test('the board decides where it can', () => {
    expect(read(LAST).ending?.outcome).toMatchObject({ winners: [0], reason: 'noMoves' });
    expect(read(`${LAST} 1-0`).ending?.outcome).toMatchObject({ reason: 'noMoves' });
  });

  test('a result that gives white the first number is told, not believed', () => {
    expect(read(`${LAST} 0-1`).ending?.outcome).toMatchObject({ winners: [0] });
    expect(lostIn(`${LAST} 0-1`)).toEqual(['the result 0-1: on the board black has won']);
  });

  test.each([
    [`${LAST} 1/2-1/2`, [0], 'the result 1/2-1/2: the board ends with noMoves'],
    ['[Result "1-0"] 1. 11-15 0-1', [1], 'the Result tag 1-0: the moves end with 0-1'],
  ])('%s: a contradiction is told', (text, winners, told) => {
    expect(read(text).ending?.outcome).toMatchObject({ winners });
    expect(lostIn(text)).toEqual([told]);
  });

  test.each([['two results after the moves', '1. 11-15 1-0 0-1']])(
    '%s breaks the record',
    (_why, text) => {
      expect(all(text)).toMatchObject([{ fault: { code: 'broken-record', rule: 'ending' } }]);
    },
  );
});

describe('games that continue past an automatic draw', () => {
  const KINGS = '[FEN "B:WK32:BK1"] ';
  const SHUFFLE = '1-6 32-27 6-1 27-32 ';

  test.each<[name: string, text: string, reason: string | undefined]>([
    ['a third occurrence', `${KINGS}${SHUFFLE.repeat(2)} 1-5 1/2-1/2`, 'agreement'],
    ['forty moves', `${KINGS}${SHUFFLE.repeat(21)} 1/2-1/2`, 'threefoldRepetition'],
    ['a winner', `${KINGS}${SHUFFLE.repeat(2)} 0-1`, 'unknown'],
  ])('%s', (_name, text, reason) => {
    const kifu = read(text);
    expect(kifu.header.options).toEqual({ draws: 'claimed' });
    expect(lostIn(text)).toEqual([
      'draws have to be claimed: the game continues after an automatic one',
    ]);
    expect(kifu.ending?.outcome.reason).toBe(reason);
    const { output, losses } = unwrap(pdn.write(kifu));
    expect(losses).toEqual([]);
    expect(read(output as string)).toEqual(kifu);
  });

  test('losses are told once', () => {
    expect(lostIn(`${KINGS}${SHUFFLE} (27-31 1-0) ${SHUFFLE} 1-5 *`)).toEqual([
      'a result within a variation',
      'draws have to be claimed: the game continues after an automatic one',
    ]);
  });
});

describe('several games in a file', () => {
  test.each<[why: string, text: string, games: string[]]>([
    ['results between', '1. 11-15 1-0 1. 9-14 0-1', ['11-15', '9-14']],
    ['stars between', '1. 11-15 *\n1. 9-14 *\n', ['11-15', '9-14']],
    ['tags between', '[Event "a"]\n1. 11-15\n[Event "b"]\n1. 9-14', ['11-15', '9-14']],
    ['nothing between', '1. 11-15\n\n1. 9-14 22-18\n', ['11-15', '9-14 22-18']],
    ['an empty line within a game', '1. 11-15\n\n1... 22-18\n\n2. 15x22', ['11-15 22-18 15x22']],
    ['dots apart from their number', '1. 11-15\n\n1. ... 22-18', ['11-15 22-18']],
    ['a number that comes again', '1. 11-15\n1. 22-18 2. 15x22', ['11-15 22-18 15x22']],
    ['a game without moves', '[Event "a"]\n*\n[Event "b"] 1. 9-14 *', ['', '9-14']],
    ['two Event tags of one game', '[Event "a"]\n[Event "b"]\n1. 9-14 *', ['9-14']],
  ])('%s', (_why, text, games) => {
    expect(all(text).map(game => movesOf(unwrap(game)))).toEqual(games);
  });

  test('a move number that nothing follows begins no game', () => {
    expect(all('12.\n[Event "x"]\n1. 11-15 *\n7.').map(({ ok }) => ok)).toEqual([true]);
    expect(all('[FEN "B:W5:B27"]\n7. 27-31 *').map(({ ok }) => ok)).toEqual([true]);
  });

  test('a comment behind a result is about the game before it', () => {
    const [one, two] = all('1. 11-15 1-0 {so it ended} $1\n{next} 1. 9-14 *').map(unwrap);
    expect(one!.notes).toMatchObject([
      { entry: 1, text: 'so it ended' },
      { entry: 1, glyphs: [1] },
    ]);
    expect(two!.notes).toMatchObject([{ entry: 0, text: 'next' }]);
  });

  test('a bad game does not spoil the others', () => {
    const games = all(
      '1. 11-15 22-18 8-11 *\n\n[Event "x"]\n1. 11-15 {never closed\n[Event "y"]\n1. 9-14 *\n1. 5-10 *\n',
    );
    expect(games.map(({ ok }) => ok)).toEqual([false, false, true, false]);
  });
});

describe('faults have a place', () => {
  test.each<[text: string, code: string, line: number, column: number, rule?: string]>([
    ['1. 11-15 22-18\n2. 8-11 *', 'illegal-move', 2, 4, 'mustJump'],
    ['1. 11-16\n\n  23-19 2. 16x24 *', 'illegal-move', 3, 12, 'geometry'],
    ['1. 11-15 hello *', 'malformed', 1, 10],
    ['1. 11-15 33-28 *', 'malformed', 1, 10],
    ['1. 11 15 *', 'malformed', 1, 4],
    ['1. 11-15 - *', 'malformed', 1, 10],
    ['1. 11-15 x= *', 'malformed', 1, 10],
    ['1. 11-15 (1. 9-14 *', 'malformed', 1, 10],
    ['1. 11-15 ) *', 'malformed', 1, 10],
    ['1. 11-15 {x', 'malformed', 1, 10],
    ['1. 11-15 $ *', 'malformed', 1, 10],
    ['1. 11-15 $99999 *', 'malformed', 1, 10],
    ['[Event x]\n1. 11-15 *', 'malformed', 1, 1],
    ['[Event "a"]\n[FEN "B:W5:B77"]\n*', 'malformed', 2, 13],
    ['[FEN "B:W20-32:B1"] *', 'bad-state', 1, 7],
    ['[GameType "20"]\n1. 32-28 *', 'unsupported', 1, 12, 'gameType'],
    // Russian draughts as most files have it: white begins, and 1-0 is white's
    ['[White "A"][Black "B"]\n1. c3-d4 f6-g5 1-0', 'unsupported', 2, 4, 'gameType'],
    ['1. 11-15 f6-e5 *', 'unsupported', 1, 10, 'gameType'],
    ['1. 11-15 (1. c3:d4) *', 'unsupported', 1, 14, 'gameType'],
    ['1. 11-15 /FEN "B:W5:B7"/ 22-18 *', 'unsupported', 1, 10],
    ['[FEN "B:W15:B11"] 1. 11x18 15-19 *', 'game-over', 1, 28],
    ['[FEN "B:W6,15,24,32:B1"]\n1. 1x10 32-27 *', 'illegal-move', 2, 4, 'unfinished'],
    ['[FEN "B:W6,15,24,32:B1"]\n1. 1x10 *', 'illegal-move', 2, 4, 'unfinished'],
    ['[FEN "B:W6,15,24,32:B1"]\n1. 1x10', 'illegal-move', 2, 4, 'unfinished'],
    ['[FEN "B:W6,15,24,32:B1"]\n1. 1x10 (1. 1x28) 10x28', 'illegal-move', 2, 4, 'unfinished'],
    ['[FEN "B:W6,7,14,15:BK11"] 1. 11x11 *', 'illegal-move', 1, 30, 'ambiguous'],
    ['1. 11-15\r\n\r22-18 x *', 'malformed', 3, 7],
    // a part of a game
    ['2. 11-15 *', 'broken-record', 1, 1, 'number'],
    ['[Event "x"]\n\n12. {so} 11-15 12... 22-18 *', 'broken-record', 3, 1, 'number'],
  ])('%j', (text, code, line, column, rule) => {
    const [game] = all(text);
    expect(game).toMatchObject({
      ok: false,
      fault: { code, at: { line, column }, ...(rule === undefined ? {} : { rule }) },
    });
  });

  test('text without a game is malformed', () => {
    expect(pdn.read('')).toMatchObject({ fault: { code: 'malformed' } });
    expect(pdn.read(' \n{only words}\n')).toMatchObject({ fault: { code: 'malformed' } });
    expect(all('')).toEqual([]);
  });
});

describe('what is left behind is told', () => {
  test.each<[text: string, lost: string[]]>([
    ['[Event "a"][Event "b"] 1. 11-15 *', ['the duplicate tag Event']],
    ['[Result "1+ - 1-"] 1. 11-15 *', ['the result "1+ - 1-"']],
    ['% written by a program\n1. 11-15 *', ['a line behind a percent sign']],
    ['1. 11-15 (1. 9-14 1-0) *', ['a result within a variation']],
    ['1. 11-15 *\n{bye}', ['a comment that belongs to no game']],
    ['1. 11-15 *', []],
  ])('%j', (text, lost) => {
    expect(lostIn(text)).toEqual(lost);
  });
});

describe('limits', () => {
  test.each<[why: string, text: string]>([
    ['a game', `1. 11-15 ${'{x} '.repeat(1 << 18)} *`],
    ['a comment', `1. 11-15 {${'x'.repeat(1 << 16)}x} *`],
    ['a comment to the end of the line', `1. 11-15 ;${'x'.repeat(1 << 16)}x`],
    ['a tag', `[Event "${'x'.repeat(1 << 16)}"] *`],
    ['tags', '[A "b"]\n'.repeat(257)],
    ['variations', '1. 11-15 (1. 9-14 '.repeat(65)],
  ])('%s may be so long and no longer', (_why, text) => {
    expect(all(text)[0]).toMatchObject({ fault: { code: 'too-large' } });
  });
});

test('bytes are UTF-8, or else Latin-1', () => {
  const text = '[Event "Café"] 1. 11-15 *';
  const latin1 = Uint8Array.from(text, char => char.charCodeAt(0));
  for (const bytes of [new TextEncoder().encode(`\uFEFF${text}`), latin1])
    expect(unwrap(pdn.read(bytes)).header.tags.Event).toBe('Café');
});

eachVector<{ id: string; pdn: string; result: { winner: number | null } | null }[]>(
  'checkers',
  'games',
  rows => {
    test.each(rows)('$id is read as it was played', row => {
      const kifu = read(row.pdn);
      expect(movesOf(kifu)).toBe(row.pdn);
      expect(kifu.ending?.outcome.winners[0] ?? null).toBe(row.result?.winner ?? null);
    });
  },
);

test('the usual start needs no position', () => {
  expect(read('1. 11-15').header.start).toBe(null);
  expect(initial.turn).toBe(0);
});
