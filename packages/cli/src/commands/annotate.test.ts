/** Annotating at the terminal: what is said stands beside the record, is found, shown and written, and changes nothing. */
import { beforeAll, expect, test } from 'vitest';
import { workshop } from '../../test/files.ts';
import { jsonLines, kifu } from '../../test/run-kifu.ts';

const { run, at, write, text } = workshop();
const env = { KIFU_HOME: at('home') };
const say = (...words: string[]) => kifu(['annotate', ...words], { env });
let id = '';
let head = '';

beforeAll(async () => {
  await write('game.pgn', '[White "Ann"]\n[Black "Bob"]\n\n1. f3 {quiet} e5 2. g4 Qh4# 0-1\n');
  await run('library import @game.pgn');
  const [line] = jsonLines((await run('library list --json')).out);
  id = line.match;
  head = line.head;
});

test('what is said is kept beside the match, found and written', async () => {
  const words = [
    '--comment',
    'far too early',
    '--glyph',
    '??',
    '--eval',
    '#-1',
    '--arrow',
    'd8h4:red',
  ];
  const { out, code } = await say(id, '--at', '3', ...words, '--circle', 'e1');
  expect(code).toBe(0);
  expect(out).toBe(
    `${id.slice(7, 17)}: 1 note after entry 3\n  ??  far too early  #−1, 1 arrow, 1 circle\n`,
  );
  expect((await run(`library export ${id} --to pgn`)).out).toContain(
    '2. g4 $4 {[%eval #-1] [%cal Rd8h4] [%csl Ge1] far too',
  );
  for (const query of ['--text early', '--text blunder', '--text quiet'])
    expect((await run(`library list ${query}`)).out).toContain('Ann – Bob');
  expect((await run(`info ${id}`)).out).toContain(`head     ${head}\n`);
  expect((await run('library check')).out).toMatch(/no problems\n$/);
});

test('a second note stands beside the first, and --remove takes away what is there', async () => {
  const { out } = await say(id, '--at', '1', '--comment', 'odd', '--author', 'Cara');
  expect(out).toMatch(/: 2 notes after entry 1\n {2}quiet\n {2}odd\n$/);
  await say(id, '--at', '1', '--remove', '--comment', 'fine');
  const shown = await run(`library export ${id} --to pgn`);
  expect(shown.out).toContain('1. f3 {fine} 1... e5 2. g4 $4 {[%eval');
  await say(id, '--at', '1', '--remove');
  await say(id, '--at', '3', '--remove');
  expect((await run(`info ${id}`)).out).not.toContain('remarks');
  expect((await run('library list --text early')).out).toBe('no matches found\n');
});

test('notes stand at the end and at the start', async () => {
  expect((await say(id, '--comment', 'the end')).out).toContain('after entry 4\n');
  expect((await say(id, '--at', '0', '--comment', 'hello #mate')).out).toContain('at the start\n');
  expect((await run('library list --tag mate')).out).toContain('Ann – Bob');
  const late = await say(id, '--at', '5', '--comment', 'x');
  expect(late).toMatchObject({ code: 1, err: expect.stringContaining('entries, not 5') });
});

test('a file is written anew with what is said, in any form', async () => {
  const game = at('game.pgn');
  await say(game, '--at', '2', '--triangle', 'e5', '--glyph', '!', '-o', at('seen.pgn'));
  expect(await text('seen.pgn')).toContain('1. f3 {quiet} 1... e5 $1 2. g4 Qh4# 0-1');
  await say(game, '--at', '2', '--cross', 'e5', '-o', at('seen.car'));
  const json = await run('convert @seen.car --to json');
  expect(json.out).toContain('"type":"cross"');
  expect(json.out).toContain('"quiet"');
  const again = await say(game, '--comment', 'x', '-o', at('seen.car'));
  expect(again).toMatchObject({ code: 1, err: expect.stringContaining('exists') });
});

test('in every game cells have names', async () => {
  await write('go.txt', 'D4 Q16');
  await run('record go --moves @go.txt -o @go.car');
  const { out } = await say(
    at('go.car'),
    '--arrow',
    'd4-q16',
    '--square',
    '1,1:blue',
    '-o',
    at('go.json'),
  );
  expect(out).toContain('1 arrow, 1 square');
});

test.each<[string, string[], RegExp]>([
  ['nothing to say', [], /nothing to add/],
  ['a cell that is not there', ['--circle', 'z9'], /is not a cell of this board/],
  ['an arrow to nowhere', ['--arrow', 'e2'], /is not two cells/],
  ['a color that there is not', ['--circle', 'e4:pink'], /is not a cell/],
  ['a glyph that there is not', ['--glyph', '!!!!'], /Must be a glyph/],
  ['a judgment that is none', ['--eval', 'good'], /Must be a number/],
  ['a glyph of the start', ['--at', '0', '--glyph', '!'], /no glyph before the first move/],
  ['a file for the library', ['--comment', 'x', '-o', 'x.pgn'], /kifu convert/],
])('refuses %s', async (_what, words, why) => {
  const { code, err } = await say(id, ...words);
  expect(code).toBe(2);
  expect(err).toMatch(why);
});

test('a note that is written while a match is played is kept with it', async () => {
  const home = { env: { KIFU_HOME: at('playing') } };
  const input = 'note hello\nf3\nnote ?! too early\ne5\nundo\nnote\nquit\n';
  const { out } = await run('play chess --seats human,human', { ...home, input });
  expect(out.match(/^ {2}noted$/gm)).toHaveLength(2);
  expect(out).toContain('note requires a text');
  const list = await run('library list --text early --json', home);
  const [line] = jsonLines(list.out);
  expect((await run(`library export ${line.match} --to pgn`, home)).out).toMatch(
    /\{hello\} 1\. f3 \$6 \{\[.*?\] too early\} \*/,
  );
});
