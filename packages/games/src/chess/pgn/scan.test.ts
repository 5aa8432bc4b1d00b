/** Where games begin and end in a text, what is refused and where, and that pieces of any size give the same. */
import { type Fault, type Kifu, type Result, unwrap } from '@kifu/core';
import { describe, expect, test } from 'vitest';
import { COLLECTION, SLOPPY } from '../../../test/pgn-samples.ts';
import { moveIn } from '../../../test/records.ts';
import { scanGame } from '../../formats/movetext/scan.ts';
import { createScan, feed, nextGame } from '../../formats/movetext/scan-state.ts';
import { game } from '../rules.ts';
import { formatUci } from '../uci.ts';
import { pgn, readPgn } from './index.ts';
import { syntax } from './scan-word.ts';

const readOne = (text: string): Kifu => unwrap(pgn.read(text));
const readAll = (text: string): Result<Kifu>[] => [...readPgn(text)];
const faultOf = (result: Result<unknown>): Fault => {
  if (result.ok) throw new Error('this should have been refused');
  return result.fault;
};
const movesOf = ({ entries }: Pick<Kifu, 'entries'>): string =>
  entries.map(({ act }) => formatUci(moveIn(game, act))).join(' ');

describe('what is refused, and where', () => {
  test.each<[name: string, text: string, fault: Fault]>([
    [
      'an illegal move',
      '1. e4 e5\n2. Nf3 Nd4 *',
      {
        code: 'illegal-move',
        rule: 'noSuchMove',
        message: 'Nd4 is not legal: no black knight can go to d4',
        at: { line: 2, column: 8, offset: 16 },
      },
    ],
    [
      'an ambiguous move',
      '1. Nf3 a6 2. d4 a5 3. Nd2 *',
      {
        code: 'illegal-move',
        rule: 'ambiguous',
        message: 'Nd2 could be Nbd2 or Nfd2',
        at: { line: 1, column: 23, offset: 22 },
      },
    ],
    [
      'a variation’s move',
      '1. e4 (1. e5) *',
      {
        code: 'illegal-move',
        rule: 'noSuchMove',
        message: 'e5 is not legal: e2 to e5: that piece cannot move there',
        at: { line: 1, column: 11, offset: 10 },
      },
    ],
    [
      'a null move',
      '1. -- *',
      {
        code: 'illegal-move',
        rule: 'nullMove',
        message: '-- is a null move, which nobody can play',
        at: { line: 1, column: 4, offset: 3 },
      },
    ],
    [
      'no move',
      '1. Sf3 *',
      {
        code: 'malformed',
        message:
          '"Sf3" is not a move: a SAN move looks like e4, exd5, Nf3, Nbd2, e8=Q, O-O or O-O-O',
        at: { line: 1, column: 4, offset: 3 },
      },
    ],
    [
      'a move after mate',
      '1. f3 e5 2. g4 Qh4# 3. a3 *',
      {
        code: 'game-over',
        message: 'the game is over (checkmate)',
        at: { line: 1, column: 24, offset: 23 },
      },
    ],
    [
      'an open comment',
      '1. e4 {and so on',
      {
        code: 'malformed',
        message: 'this comment is not closed',
        at: { line: 1, column: 7, offset: 6 },
      },
    ],
    [
      'an open variation',
      '1. e4 (1. d4 (1. c4) 1-0\n',
      {
        code: 'malformed',
        message: 'this variation is not closed',
        at: { line: 1, column: 7, offset: 6 },
      },
    ],
    [
      'a variation closed twice',
      '1. e4 ) e5 *',
      {
        code: 'malformed',
        message: 'there is no variation to close here',
        at: { line: 1, column: 7, offset: 6 },
      },
    ],
    [
      'a tag without end',
      '[Event "x]\n1. e4 *',
      {
        code: 'malformed',
        message: 'a tag is a name and a quoted value: [Event "Casual game"]',
        at: { line: 1, column: 1, offset: 0 },
      },
    ],
    [
      'a tag without quotes',
      '\n [Event x] *',
      {
        code: 'malformed',
        message: 'a tag is a name and a quoted value: [Event "Casual game"]',
        at: { line: 2, column: 2, offset: 2 },
      },
    ],
    [
      'a glyph without number',
      '1. e4 $ *',
      {
        code: 'malformed',
        message: 'a glyph is $ and a number up to 9999',
        at: { line: 1, column: 7, offset: 6 },
      },
    ],
    [
      'a glyph with a huge number',
      '1. e4 $99999999999999999999 *',
      {
        code: 'malformed',
        message: 'a glyph is $ and a number up to 9999',
        at: { line: 1, column: 7, offset: 6 },
      },
    ],
    [
      'a start that is none',
      '[FEN "8/8/8/8/8/8/8/8 w - - 0 1"] *',
      {
        code: 'bad-state',
        message: 'FEN: there is not exactly one white king',
        at: { line: 1, column: 7, offset: 6 },
      },
    ],
    [
      'a start that is no FEN',
      '[FEN "8/8/8/8/8/8/8/K6k x - - 0 1"] *',
      {
        code: 'malformed',
        message: 'FEN: the side to move is w or b',
        at: { line: 1, column: 25, offset: 24 },
      },
    ],
    [
      'moves without a beginning',
      '[White "A"]\n\n2. Nf3 Nc6 *',
      {
        code: 'broken-record',
        rule: 'number',
        message: 'the moves begin with number 2: those before it are missing',
        at: { line: 3, column: 1, offset: 13 },
      },
    ],
    [
      'moves without a beginning or dots',
      '{a} 12 Nf3',
      {
        code: 'broken-record',
        rule: 'number',
        message: 'the moves begin with number 12: those before it are missing',
        at: { line: 1, column: 5, offset: 4 },
      },
    ],
    [
      'another game before its position',
      '[FEN "qnbbnrkr/pppppppp/8/8/8/8/PPPPPPPP/QNBBNRKR w HFhf - 0 1"][Variant "Chess960"] *',
      {
        code: 'unsupported',
        rule: 'variant',
        message: '"Chess960" is not played here',
        at: { line: 1, column: 75, offset: 74 },
      },
    ],
    [
      'another game',
      '[Variant "Atomic"] 1. e4 *',
      {
        code: 'unsupported',
        rule: 'variant',
        message: '"Atomic" is not played here',
        at: { line: 1, column: 11, offset: 10 },
      },
    ],
  ])('%s', (_name, text, fault) => expect(faultOf(pgn.read(text))).toEqual(fault));

  test('text without a game', () => {
    for (const text of ['', ' \n', '\uFEFF', '% escaped', '{only a comment}', '; another'])
      expect(faultOf(pgn.read(text)).code).toBe('malformed');
    expect(readAll(' {x} ')).toEqual([]);
  });

  test.each<[name: string, text: string]>([
    ['a game', `1. e4 {${'x'.repeat(60_000)}} `.repeat(20)],
    ['a comment', `1. e4 {${'x'.repeat(70_000)}} *\n`],
    ['a comment that never ends', `1. e4 {${'x'.repeat(2_000_000)}`],
    ['a comment to the end of the line', `1. e4 ;${'x'.repeat(70_000)}\n*\n`],
    ['a tag', `[Event "${'x'.repeat(70_000)}"]\n*\n`],
    ['tags', `${Array.from({ length: 257 }, (_, i) => `[T${i} "x"]`).join('\n')} *\n`],
    ['variations', `1. e4 ${'('.repeat(65)}${')'.repeat(65)} *\n`],
    ['blanks', `1. e4${' '.repeat(1 << 20)}`],
  ])('too large: %s; the next game is read', (_name, text) => {
    const games = readAll(`1. c4 *\n${text}\n[Event "next"]\n\n1. d4 *\n`);
    expect(games).toHaveLength(3);
    expect(faultOf(games[1]!).code).toBe('too-large');
    expect(faultOf(games[1]!).at).toMatchObject({
      line: expect.any(Number),
      offset: expect.any(Number),
    });
    expect(movesOf(unwrap(games[2]!))).toBe('d2d4');
  });

  test('a game that is just within the limits is read', () => {
    const tags = Array.from({ length: 256 }, (_, i) => `[T${i} "x"]`).join('\n');
    const nested = '(1. d4 '.repeat(64) + ')'.repeat(64);
    const comment = 'x'.repeat(1 << 16);
    const text = `${' \n'.repeat(1 << 20)}${tags} 1. e4 ${nested} {${comment}} *`;
    expect(readOne(text).notes[0]?.text).toBe(comment);
  });

  test('a broken game costs no other', () => {
    const broken = ['1. e4 {', '1. e4 (', '1. e9', '[White "x', '1. e4 )', '1. Ke2', '$', '[x]'];
    for (const text of broken) {
      const games = readAll(
        `[Event "a"]\n1. e4 *\n\n[Event "b"]\n${text}\n\n[Event "c"]\n1. d4 *\n`,
      );
      expect(games.map(({ ok }) => ok)).toEqual([true, false, true]);
    }
  });
});

describe('collections', () => {
  test('games are told apart', () => {
    const games = readAll(SLOPPY).map(unwrap);
    expect(
      games.map(({ header, entries, ending }) => [
        header.tags.Event,
        entries.length,
        ending?.outcome.reason,
      ]),
    ).toEqual([
      [undefined, 17, undefined],
      ['no result, and the next begins', 3, 'agreement'],
      ['nothing but tags', 0, undefined],
      ['mate without a result', 4, 'checkmate'],
    ]);
    expect(games[0]?.notes).toMatchObject([{ entry: 10, text: 'the classical way' }]);
    expect(games[1]?.notes).toMatchObject([
      { entry: 3, text: 'agreed' },
      { entry: 3, text: 'at once' },
    ]);
  });

  test('headers without moves are games of their own', () => {
    const text = Array.from(
      { length: 40 },
      (_, i) => `[White "W${i}"]\n[Black "B"]\n[ECO "A00"]\n`,
    );
    const games = readAll(text.join('\n')).map(unwrap);
    expect(games.map(({ header }) => header.tags.White)).toEqual(text.map((_, i) => `W${i}`));
    expect(games.every(({ header }) => header.tags.ECO === 'A00')).toBe(true);
    expect(parsedInPieces(text.join('\n'))).toHaveLength(40);
    // an empty line within the tags of one game
    expect(readAll('[White "A"]\n\n[Black "B"]\n\n1. e4 *')).toHaveLength(1);
  });

  test('games on one line are told apart by their results', () => {
    const games = readAll('1. e4 * 1. d4 1-0 (x) * * [Event "x"] *').map(({ ok }) => ok);
    expect(games).toEqual([true, true, false, true, true]);
  });

  test.each<[text: string, plies: number[]]>([
    ['1. e4 e5\n\n1. d4 *', [2, 1]],
    ['1. e4 e5\r\n\r\n1 d4', [2, 1]],
    ['1. e4 e5\r\r 1.d4', [2, 1]],
    ['1. e4\n \n\n1... e5\n\n2. d4\n\n1-0', [3]],
    ['1. e4\n\n1. ... e5', [2]],
    ['1. e4\n\n1 ... e5\n\n1 . d4', [2, 1]],
    ['1. e4 e5\r\n1. d4', [3]],
    ['1. e4 (1. d4\n\n1. d5) 1... e5', [2]],
    ['1. e4 {\n\n} 1. e5', [2]],
    ['1. e4\n\n11. e5', [2]],
  ])('without tags and results: %j', (text, plies) => {
    expect(readAll(text).map(game => unwrap(game).entries.length)).toEqual(plies);
    expect(readAll(text).length).toBe(parsedInPieces(text).length);
  });

  test('the first of many games is read without the rest', () => {
    const text = '1. e4 *\n'.repeat(100_000);
    const games = readPgn(text)[Symbol.iterator]();
    expect(movesOf(unwrap(games.next().value!))).toBe('e2e4');
  });

  test('read gives the first game, readAll gives all', () => {
    expect(unwrap(pgn.read(COLLECTION)).entries).toHaveLength(85);
    expect([...pgn.readAll!(COLLECTION)]).toHaveLength(9);
  });
});

describe('bytes', () => {
  const bytesOf = (text: string) => Uint8Array.from(text, char => char.charCodeAt(0));
  test.each<[name: string, bytes: Uint8Array, white: string]>([
    ['UTF-8', new TextEncoder().encode('[White "Kostić"]\n*'), 'Kostić'],
    ['with a byte order mark', new TextEncoder().encode('\uFEFF[White "Kostić"]\n*'), 'Kostić'],
    ['Latin-1', bytesOf('[White "M\u00fcller"]\n*'), 'Müller'],
    ['Latin-1 controls', bytesOf('[White "\u0080\u00ff"]\n*'), '\u0080\u00ff'],
  ])('%s', (_name, bytes, white) => {
    expect(unwrap(pgn.read(bytes)).header.tags.White).toBe(white);
  });

  test('a long text in Latin-1 is read whole', () => {
    const text = `{${'\u00e9'.repeat(50_000)}} *`;
    expect(unwrap(pgn.read(bytesOf(text))).notes[0]?.text).toHaveLength(50_000);
  });
});

function parsedInPieces(text: string): Result<Kifu>[] {
  const reader = pgn.reader();
  return [...[...text].flatMap(char => reader.push(char)), ...reader.end()];
}

describe('pieces', () => {
  const BROKEN = `${COLLECTION}\n1. e9 \r\n\r\n1. e4 {open ${'x'.repeat(300)}\n[Event "z"]\r\r[White "\\"]\n\n1/2-1/2 {z}\n1.a3 1-0\n(1.a4 0-1)\n* {\n\n[Event "last"]\n`;

  test.each([1, 2, 3, 7, 64, 1000])('of %i characters give the same', size => {
    const reader = pgn.reader();
    const games: Result<Kifu>[] = [];
    for (let i = 0; i < BROKEN.length; i += size)
      games.push(...reader.push(BROKEN.slice(i, i + size)));
    expect([...games, ...reader.end()]).toEqual(readAll(BROKEN));
  });

  test('a game comes as soon as its line ends', () => {
    const reader = pgn.reader();
    expect(reader.push('1. e4 1-0')).toHaveLength(0);
    expect(reader.push('\n')).toHaveLength(1);
    expect(reader.push('1. e4 1/2-1/2\n1. d4 0')).toHaveLength(1);
    expect(reader.push('-1\n')).toHaveLength(1);
    expect(reader.push('1. e4 1/2')).toHaveLength(0);
    expect(reader.end()).toHaveLength(1);
    expect(reader.end()).toHaveLength(0);
  });

  test.each<[name: string, piece: string]>([
    ['a comment', 'x'.repeat(20_000)],
    ['an escaped line', '%'.repeat(20_000)],
    ['blank lines', '\n'.repeat(20_000)],
    ['moves', 'Nf3 '.repeat(5000)],
    ['one word', 'N'.repeat(20_000)],
    ['one number', '1'.repeat(20_000)],
    ['a tag', '"'.repeat(20_000)],
    ['brackets', '('.repeat(20_000)],
    ['glyphs', '$1 '.repeat(6000)],
  ])('without end are not kept: %s', (name, piece) => {
    const begin = { 'a comment': '{', 'an escaped line': '%', 'a tag': '[a "' }[name] ?? '';
    for (const start of [begin, `1. e4 ${begin}`]) {
      const scan = createScan(syntax, () => {});
      feed(scan, start);
      let most = 0;
      for (let i = 0; i < 75; i++) {
        feed(scan, piece);
        while (scanGame(scan)) nextGame(scan);
        most = Math.max(most, scan.text.length);
      }
      expect(most).toBeLessThan((1 << 20) + 30_000);
      expect(scan.tokens.list.length).toBeLessThan(4 << 20);
      const reader = pgn.reader();
      reader.push(start);
      for (let i = 0; i < 75; i++) reader.push(piece);
      const games = [...reader.push('\n*\n[Event "x"]\n1. e4 *\n'), ...reader.end()];
      expect(games.at(-1)).toMatchObject({ ok: true, value: { header: { tags: { Event: 'x' } } } });
    }
  });
});

describe('a comment whose brace was forgotten', () => {
  const GOOD = '[White "B"]\n\n1. d4 {well} d5 *\n\n';
  const TEXT = `[White "A"]\n\n1. e4 {oops e5 *\n\n${GOOD}${GOOD.replaceAll('\n', '\r\n')}${GOOD}`;

  test('costs its own game, and none of those after it', () => {
    const [bad, ...good] = readAll(TEXT);
    expect(faultOf(bad!)).toEqual({
      code: 'malformed',
      message: 'this comment is not closed',
      at: { line: 3, column: 7, offset: 19 },
    });
    expect(good.map(game => movesOf(unwrap(game)))).toEqual(Array(3).fill('d2d4 d7d5'));
  });

  test('in pieces of any size too', () => {
    for (const size of [1, 7, 20, 31, 64]) {
      const reader = pgn.reader();
      const games: Result<Kifu>[] = [];
      for (let i = 0; i < TEXT.length; i += size)
        games.push(...reader.push(TEXT.slice(i, i + size)));
      expect([...games, ...reader.end()]).toEqual(readAll(TEXT));
    }
  });

  test('tags in a comment are no game without an empty line before them', () => {
    const [game, ...more] = readAll('1. e4 {see\n[White "A"]\nthere} e5 *');
    expect(more).toEqual([]);
    expect(movesOf(unwrap(game!))).toBe('e2e4 e7e5');
  });
});
