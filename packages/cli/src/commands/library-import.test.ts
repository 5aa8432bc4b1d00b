/** Importing and exporting: every form, every kind of bad input, and what comes back. */
import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { changeBlocks, flipBit, MATE, workshop } from '../../test/files.ts';
import { jsonLines, type World } from '../../test/run-kifu.ts';

const { run, at, write, read, text } = workshop();

let homes = 0;
/** A library of its own. */
function newHome(): (words: string, world?: World) => ReturnType<typeof run> {
  const env = { KIFU_HOME: at(`home-${homes++}`) };
  return (words, world = {}) => run(words, { ...world, env });
}

const game = (tags: string, moves: string) => `${tags}\n\n${moves}\n\n`;
const GOOD = game('[White "Ann"]\n[Black "Bob"]\n[Date "2026.01.02"]', '1. e4 e5 2. Nf3 1-0');
const OTHER = game('[White "Cara"]\n[Black "Dan"]', '1. d4 d5 {solid} 1/2-1/2');
const BAD = game('[White "Eve"]', '1. e4 e5 2. Ke3 *');

test('good games are kept, a bad one is told with its place, and the rest continues', async () => {
  const kifu = newHome();
  await write('mixed.pgn', GOOD + BAD + OTHER);
  const { code, out, err } = await kifu('library import @mixed.pgn');
  expect({ code, err }).toEqual({ code: 1, err: '' });
  const [bad, summary] = out.trimEnd().split('\n');
  expect(bad).toMatch(
    /^invalid {2}mixed\.pgn#2 {2}illegal-move \(\w+\): .* at line 9, column \d+$/,
  );
  expect(summary).toMatch(/^3 records: 2 new, 0 already known, 1 invalid$/);
  const again = await kifu('library import @mixed.pgn --json');
  const lines = jsonLines(again.out);
  expect(lines).toHaveLength(4);
  const byFile = new Map(lines.slice(0, -1).map(line => [line.file, line]));
  expect(byFile.get('mixed.pgn')).toMatchObject({ ok: true, status: 'known', match: /^bafyrei/ });
  expect(byFile.get('mixed.pgn#2')).toMatchObject({
    ok: false,
    fault: { code: 'illegal-move', at: { line: 9 } },
  });
  expect(lines[3]).toMatchObject({ ok: false, summary: { records: 3, new: 0, known: 2, bad: 1 } });
});

test('games of which only the year or the month is known are listed and found by it', async () => {
  const kifu = newHome();
  const days = ['2024.05.??', '2024.??.??', '2024.05.17', '????.??.??'];
  const input = days.map(day => game(`[White "W"]\n[Date "${day}"]`, '1. e4 *')).join('');
  await kifu('library import -', { input });
  const dates = async (words: string) =>
    [...(await kifu(`library list --limit 9${words}`)).out.matchAll(/^\w{10} +(\S+)/gm)].map(
      ([, d]) => d,
    );
  expect(await dates('')).toEqual(['2024-05-17', '2024-05', '2024', '–']);
  expect(await dates(' --sort oldest')).toEqual(['–', '2024', '2024-05', '2024-05-17']);
  expect(await dates(' --from 2024 --before 2025')).toEqual(['2024-05-17', '2024-05', '2024']);
  expect(await dates(' --from 2024-05')).toEqual(['2024-05-17', '2024-05']);
  expect((await kifu('library check')).code).toBe(0);
});

test('standard input is read in one piece or in many', async () => {
  const kifu = newHome();
  const bytes = Buffer.from((GOOD + OTHER).repeat(3));
  const first = await kifu('library import -', { input: [bytes] });
  expect(first).toMatchObject({ code: 0, out: /^6 records: 2 new, 4 already known, 0 invalid/ });
  const bits = Array.from({ length: bytes.length }, (_, i) => bytes.subarray(i, i + 1));
  const second = await kifu('library import -', { input: bits });
  expect(second).toMatchObject({ code: 0, out: /^6 records: 0 new, 6 already known, 0 invalid/ });
  const [line] = jsonLines((await kifu('library list --json')).out);
  expect(line.source).toBeNull();
});

test('a game that is known gets the comments that it lacked, and keeps those that it has', async () => {
  const kifu = newHome();
  const come = (words: string) =>
    kifu('library import -', { input: `[White "Z"]\n\n1. e4 ${words}e5 1-0\n` });
  const found = async (word: string) => (await kifu(`library search ${word} --json`)).out;
  expect((await come('')).out).toContain('1 new');
  const [{ match }] = jsonLines((await kifu('library list --json')).out);
  await kifu(`library public ${match}`);
  expect((await come('{later} ')).out).toContain('1 already known');
  expect(await found('later')).toContain('"visibility":"public"');
  expect((await kifu(`convert ${match} --to pgn`)).out).toContain('{later}');
  for (const words of ['{other} ', ''])
    expect((await come(words)).out).toContain('1 already known');
  expect(await found('later')).toContain(match);
  expect(await found('other')).not.toContain(match);
});

test('a file beside standard input is a source by its name', async () => {
  const kifu = newHome();
  await write('beside.pgn', '[White "File"]\n\n1. e4 *\n');
  await kifu('library import @beside.pgn -', { input: '[White "Stream"]\n\n1. d4 *\n' });
  const lines = jsonLines((await kifu('library list --sort player --json')).out).slice(0, -1);
  expect(lines.map(({ source }) => source)).toEqual(['beside.pgn', null]);
});

test('a stream whose first game is bad is known by the others', async () => {
  const kifu = newHome();
  const went = await kifu('library import -', { input: BAD + GOOD + OTHER });
  expect(went).toMatchObject({ code: 1, out: /\n3 records: 2 new, 0 already known, 1 invalid/ });
});

test('a folder with records of every form is imported', async () => {
  const kifu = newHome();
  await mkdir(at('all/deep'), { recursive: true });
  await mkdir(at('all/.hidden'));
  await write('moves.txt', MATE);
  await run('record chess --moves @moves.txt --player Car -o @all/one.car --no-save');
  await run('record chess --moves @moves.txt --player Json -o @all/deep/two.json --no-save');
  await write('all/deep/three.PGN', GOOD);
  await write('all/.hidden/four.pgn', OTHER);
  await write('all/README.txt', 'nothing of interest');
  await write('all/five.sgf', '(;GM[1]FF[4]SZ[9]PB[Black]PW[White];B[ee];W[ce])');
  await write('all/six.pdn', '[White "A"]\n[Black "B"]\n\n1. 11-15 23-19 *\n');
  const mat =
    ' 1 point match\n\n Game 1\n Ann : 0                Bob : 0\n  1) 31: 8/5 6/5           \n';
  await write('all/seven.mat', mat);
  const { out } = await kifu('library import @all --source zoo --public --json');
  const lines = jsonLines(out);
  const forms = lines.slice(0, -1).map(({ file, status }) => [file.replace('all/', ''), status]);
  expect(Object.fromEntries(forms)).toEqual({
    'deep/three.PGN': 'new',
    'deep/two.json': 'new',
    'five.sgf': 'new',
    'one.car': 'new',
    'seven.mat': 'new',
    'six.pdn': 'new',
  });
  const games = jsonLines((await kifu('library list --source zoo --public --json')).out)
    .slice(0, -1)
    .map(line => line.game);
  expect(games.toSorted()).toEqual(['backgammon', 'checkers', 'chess', 'chess', 'chess', 'go']);
  expect((await kifu('library check')).out).toMatch(/: no problems\n$/);
});

test.each<[set: string, encode: (text: string) => Uint8Array]>([
  ['UTF-16', text => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['UTF-16, the higher byte first', text => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ['UTF-16 without a mark', text => Buffer.from(text, 'utf16le')],
  [
    'UTF-8 with a mark and lines as Windows has them',
    text => Buffer.from(`\ufeff${text.replaceAll('\n', '\r\n')}`),
  ],
  ['Latin-1', text => Buffer.from(text, 'latin1')],
])('reads a collection in %s', async (_set, encode) => {
  const kifu = newHome();
  await write('set.pgn', encode(GOOD.replace('Ann', 'Zoë') + BAD + OTHER));
  const [bad] = jsonLines((await kifu('library import @set.pgn --json')).out).filter(
    line => !line.ok,
  );
  expect(bad).toMatchObject({ file: 'set.pgn#2', fault: { at: { line: 9 } } });
  const { out } = await kifu('library list');
  expect(out).toContain('Zoë');
  expect(out).toContain('Cara');
  expect((await kifu('info @set.pgn')).out).toContain('Zoë');
});

test('a folder: packed collections and texts are read, other files skipped', async () => {
  const kifu = newHome();
  await mkdir(at('mixed'));
  await write('mixed/a.pgn.gz', gzipSync(GOOD));
  await write('mixed/b.txt', OTHER);
  await write('mixed/c.txt', 'a letter to somebody\n');
  await write('mixed/d.html', '<p>hello</p>');
  await write('mixed/package.json', '{"name":"x","version":"1.0.0"}');
  await write('mixed/list.json', '[[],[]]');
  await write('mixed/bad.json', '{"header":{"game":"chess"}}');
  await write(
    'mixed/e.pgn.zst',
    zstdCompressSync('[White "Zed"]\n\n1. c4 c5 1-0\n').subarray(0, -2),
  );
  const { code, out } = await kifu('library import @mixed');
  expect(out).toContain('skipped mixed/c.txt: contains no record\n');
  expect(out).toContain('skipped mixed/d.html: not a file extension of records\n');
  expect(out).toContain('skipped mixed/package.json: contains no record\n');
  expect(out).toMatch(/invalid {2}mixed\/bad\.json/);
  expect(out).toMatch(/invalid {2}mixed\/e\.pgn\.zst {2}malformed: what is compressed is damaged/);
  expect(code).toBe(1);
  const again = jsonLines((await kifu('library import @mixed --json')).out);
  expect(again.at(-1).summary.skipped).toEqual({
    'mixed/c.txt': 'contains no record',
    'mixed/d.html': 'not a file extension of records',
    'mixed/list.json': 'contains no record',
    'mixed/package.json': 'contains no record',
  });
  expect((await kifu('info @mixed/a.pgn.gz')).out).toContain('chess version 1');
});

test('a record keeps its signatures, and one with a false signature is bad', async () => {
  const kifu = newHome();
  await kifu('key new');
  await write('moves.txt', MATE);
  await kifu('record chess --moves @moves.txt --key me -o @signed.car --no-save');
  expect((await kifu('library import @signed.car')).code).toBe(0);
  const [{ match }] = jsonLines((await kifu('library list --json')).out);
  expect((await kifu(`verify ${match}`)).out).toContain('all 8 signatures checked and valid');
  const forged = changeBlocks(await read('signed.car'), blocks =>
    blocks.map(({ cid, bytes }, i) => ({
      cid,
      bytes: i === 1 ? flipBit(bytes, bytes.length - 3) : bytes,
    })),
  );
  await write('forged.car', forged);
  expect(await kifu('library import @forged.car')).toMatchObject({
    code: 1,
    out: /^invalid {2}forged\.car/,
  });
});

test('a signed record as JSON is verified as well', async () => {
  const kifu = newHome();
  await kifu('key new');
  await write('moves.txt', MATE);
  await kifu('record chess --moves @moves.txt --key me -o @signed.json --no-save');
  expect((await kifu('library import @signed.json --dry-run')).code).toBe(0);
  const forged = (await text('signed.json')).replace(/("signature":")(.)/g, (_, key, digit) =>
    digit === '0' ? `${key}1` : `${key}0`,
  );
  await write('forged.json', forged);
  const went = await kifu('library import @forged.json');
  expect(went).toMatchObject({ code: 1, out: /^invalid {2}forged\.json {2}bad-signature/ });
});

test('a match that is damaged in the library spoils no other', async () => {
  const kifu = newHome();
  await kifu('library import - --keep-blocks', { input: '[White "Ann"]\n\n1. e4 e5 *\n' });
  const db = new DatabaseSync(at(`home-${homes - 1}/library.sqlite`));
  db.exec('UPDATE blocks SET bytes = zeroblob(8)');
  db.close();
  const input = `[White "Ann"]\n\n1. d4 *\n\n${GOOD}`;
  const { code, out } = await kifu('library import - --keep-blocks', { input });
  expect(code).toBe(1);
  expect(out).toMatch(
    /^invalid {2}standard input {2}broken-chain: the library: the bytes are not those/,
  );
  expect(out).toMatch(/\n2 records: 1 new, 0 already known, 1 invalid\n$/);
});

test('--dry-run verifies everything and keeps nothing', async () => {
  const kifu = newHome();
  const went = await kifu('library import - --dry-run', { input: GOOD + BAD });
  expect(went.out).toMatch(
    /\n2 records: 1 new, 0 already known, 1 invalid; nothing was written\n$/,
  );
  expect((await kifu('library list')).out).toMatch(/^the library is empty/);
});

test('--dry-run tells of a record that comes twice as the import does', async () => {
  const kifu = newHome();
  const dry = await kifu('library import - --dry-run', { input: GOOD + GOOD });
  expect(dry.out).toMatch(/^2 records: 1 new, 1 already known, 0 invalid; nothing was written\n$/);
  const real = await kifu('library import -', { input: GOOD + GOOD });
  expect(real.out).toMatch(/^2 records: 1 new, 1 already known, 0 invalid\n$/);
});

test('--keep-blocks leaves nodes as they are, otherwise they are packed', async () => {
  const [packed, loose] = [newHome(), newHome()];
  await packed('library import -', { input: GOOD });
  await loose('library import - --keep-blocks', { input: GOOD });
  expect((await packed('library check')).out).toMatch(
    /^1 match, 1 index entry, 0 blocks, 1 pack: no problems/,
  );
  expect((await loose('library check')).out).toMatch(
    /^1 match, 1 index entry, 5 blocks, 0 packs: no problems/,
  );
  const heads = await Promise.all(
    [packed, loose].map(async kifu => jsonLines((await kifu('library list --json')).out)[0].head),
  );
  expect(heads[0]).toBe(heads[1]);
});

test('--keep-blocks lasts until --pack', async () => {
  const kifu = newHome();
  const kept = /finished matches are stored unpacked; pack them with kifu library gc --pack\n$/;
  const isPacked = async () => {
    // with time for packing in the background
    await kifu('play --resume last', { input: 'quit\n' });
    return (await kifu('library check')).out.replace(/^.*, (\d+ blocks?, \d+ packs?):.*\n$/, '$1');
  };
  expect((await kifu('library import - --keep-blocks', { input: GOOD })).out).toMatch(kept);
  expect((await kifu('library import -', { input: OTHER })).out).toMatch(/^1 record: 1 new.*\n$/);
  expect((await kifu('library gc --grace 0')).out).toMatch(kept);
  await kifu('record chess --moves - -o @kept.car --force', { input: MATE });
  expect(await isPacked()).toBe('15 blocks, 0 packs');
  expect((await kifu('library stats')).out).toMatch(
    /\npacking +off; turn it on with kifu library gc --pack/,
  );
  expect((await kifu('library gc --pack --grace 0')).out).toMatch(/^packed 3 matches\nremoved 0 /);
  expect(await isPacked()).toBe('0 blocks, 3 packs');
  expect((await kifu('library stats')).out).not.toContain('packing');
  expect((await kifu('library gc --keep-blocks')).out).toMatch(kept);
  expect((await kifu('library gc --keep-blocks --pack')).err).toMatch(/cannot be used with/);
});

test('games without tags are matches of their own', async () => {
  const kifu = newHome();
  const input = '1. e4 e5 *\n\n1. d4 d5 *\n\n1. c4 c5 *\n\n1. d4 d5 *\n';
  expect((await kifu('library import -', { input })).out).toMatch(
    /^4 records: 3 new, 1 already known, 0 invalid/,
  );
  expect((await kifu('library import -', { input })).out).toMatch(
    /^4 records: 0 new, 4 already known, 0 invalid/,
  );
  const openings = jsonLines((await kifu('library list --json')).out)
    .slice(0, -1)
    .map(({ opening }) => opening[0]);
  expect(openings.toSorted()).toEqual(['c4', 'd4', 'e4']);
});

test('a game that has updated is brought up to date', async () => {
  const kifu = newHome();
  await kifu('library import -', { input: '[White "Ann"]\n\n1. e4 *\n' });
  const went = await kifu('library import -', { input: '[White "Ann"]\n\n1. e4 e5 2. Nf3 1-0\n' });
  expect(went.out).toMatch(/^1 record: 0 new, 1 updated, 0 already known, 0 invalid/);
  const [line, ...more] = jsonLines((await kifu('library list --json')).out);
  expect(line).toMatchObject({ entries: 3, outcome: { result: 'win' } });
  expect(more).toHaveLength(1);
});

describe('a bad input', () => {
  test.each<[why: string, content: string | Uint8Array, says: RegExp]>([
    ['nothing', '', /the file is empty/],
    ['blanks', ' \n\n', /malformed/],
    ['a text', 'Once upon a time.\n', /malformed/],
    ['bytes', Uint8Array.from({ length: 3000 }, (_, i) => (i * 7919) % 256), /malformed/],
    ['zeros', new Uint8Array(5000), /malformed/],
    ['JSON that is no record', '{"a":1}', /malformed/],
    ['JSON cut short', '{"header":', /malformed/],
    ['deep JSON', '['.repeat(100_000), /malformed|too-large/],
    ['the start of a pack', Buffer.from('894b4601000000', 'hex'), /malformed|broken-chain/],
    ['the start of a CAR', Buffer.from('3aa265726f6f747381', 'hex'), /malformed/],
  ])('is told as bad: %s', async (_why, content, says) => {
    const kifu = newHome();
    await write('odd.bin', content);
    for (const [words, world] of [
      ['library import @odd.bin', {}],
      ['library import -', { input: [Buffer.from(content)] }],
    ] as const) {
      const { code, out, err } = await kifu(words, world);
      expect({ code, err }).toEqual({ code: 1, err: '' });
      expect(out).toMatch(/^invalid {2}/);
      expect(out).toMatch(says);
      expect(out).toMatch(/\n1 record: 0 new, 0 already known, 1 invalid/);
    }
  });

  test.each<[words: string, says: RegExp]>([
    ['@nothere.pgn', /unreadable: cannot read nothere\.pgn: no such file or folder/],
    ['@empty', /not-found: no files in this folder/],
    ['@mixed.pgn --as nosuch', /unsupported: unknown format nosuch/],
  ])('is refused: %s', async (words, says) => {
    const kifu = newHome();
    await mkdir(at('empty'), { recursive: true });
    await write('mixed.pgn', GOOD);
    const { code, out } = await kifu(`library import ${words}`);
    expect(code).toBe(1);
    expect(out).toMatch(says);
  });

  test('with a game too long or a line without end takes no memory and spoils no other', async () => {
    const kifu = newHome();
    const long = `[White "${'x'.repeat(3 << 20)}"]\n\n1. e4 *\n\n`;
    const { code, out } = await kifu('library import -', {
      input: [Buffer.from(GOOD + long + OTHER)],
    });
    expect(code).toBe(1);
    expect(out).toMatch(/invalid {2}standard input#2 {2}too-large/);
    expect(out).toMatch(/\n3 records: 2 new, 0 already known, 1 invalid/);
  });

  test('with control characters in a name does not draw on the terminal', async () => {
    const kifu = newHome();
    const input = game('[White "\u001b[2JEvil"]', '1. e4 1-0');
    await kifu('library import -', { input });
    const { out } = await kifu('library list');
    expect(out).not.toContain('\u001b');
    expect(out).toContain('\ufffd[2JEvil');
  });
});

describe('export', () => {
  const kifu = newHome();
  test('writes one match to standard output', async () => {
    await write('two.pgn', GOOD + OTHER);
    await kifu('library import @two.pgn');
    const { out, code } = await kifu('library export --player cara --to pgn');
    expect(code).toBe(0);
    expect(out).toContain('[White "Cara"]');
    expect(out).toContain('{solid}');
  });

  test('writes many to one file, which imports as what it was', async () => {
    const { code, out } = await kifu('library export --game chess -o @out.pgn');
    expect(code).toBe(0);
    expect(out).toMatch(/(^|\n)2 matches written\n$/);
    expect(await text('out.pgn')).toMatch(/\n\n\[Event "\?"\]\n/);
    const again = await kifu('library import @out.pgn');
    expect(again.out).toMatch(/^2 records: 0 new, 2 already known, 0 invalid/);
    expect((await kifu('library export --game chess -o @out.pgn')).err).toMatch(
      /^kifu: exists: out\.pgn/,
    );
    expect((await kifu('library export --game chess -o @out.pgn --force')).code).toBe(0);
    expect((await readdir(at('.'))).filter(name => name.endsWith('.tmp'))).toEqual([]);
  });

  test.each([
    ['car', 'car'],
    ['json', 'json'],
    ['pack', 'kifu'],
    ['pgn', 'pgn'],
  ])('writes a file each into a folder: %s', async (form, ending) => {
    const { code } = await kifu(`library export --all --to ${form} -o @folder-${form}/`);
    expect(code).toBe(0);
    const files = await readdir(at(`folder-${form}`));
    expect(files).toHaveLength(2);
    for (const name of files) expect(name).toMatch(new RegExp(`^[a-h][a-z2-7]{9}\\.${ending}$`));
    const other = newHome();
    const { out } = await other(`library import @folder-${form}`);
    expect(out).toMatch(/^2 records: 2 new, 0 already known, 0 invalid/);
    const listed = async (one: typeof kifu) =>
      jsonLines((await one('library list --json')).out).map(({ head }) => head);
    if (form !== 'pgn') expect(await listed(other)).toEqual(await listed(kifu));
    expect((await other('library search solid --json')).out).toContain('Cara');
  });

  test('writes a match by its id, in a form that keeps everything', async () => {
    const [{ match, head }] = jsonLines((await kifu('library list --json')).out);
    await kifu(`library export ${match} -o @one.car`);
    expect((await run('info @one.car')).out).toContain(`head     ${head}\n`);
    const [line, summary] = jsonLines(
      (await kifu(`library export ${match} -o @two.json --json`)).out,
    );
    expect(line).toMatchObject({ ok: true, match, file: 'two.json' });
    expect(summary).toMatchObject({ ok: true, summary: { written: 1, bad: 0 } });
    expect(JSON.parse(await text('two.json')).header.game).toBe('chess');
  });

  test('what a game has no form for is told, and the rest is written', async () => {
    await write('game.sgf', '(;GM[1]FF[4]SZ[9];B[ee])');
    await kifu('library import @game.sgf');
    const { code, out, err } = await kifu('library export --all -o @some.pgn');
    expect(code).toBe(1);
    expect(err).toMatch(/^kifu: \w{10}: unsupported: go has no format pgn/);
    expect(out).toContain('2 matches written\n');
  });

  test.each<[words: string, code: number, err: RegExp]>([
    ['--all', 2, /unknown format; choose one with --to: car, json, pack, pgn/],
    ['--all --to nosuch', 2, /no form nosuch/],
    ['--all -o @name.xyz', 2, /does not tell the form/],
    ['--all --to car', 1, /car files have one record each; name a folder with -o/],
    ['--all --to json -o @many.json', 1, /json files have one record each/],
    ['--player nobody --to pgn', 1, /not-found: no matches found/],
    ['aaaaaaaaaa --to pgn', 1, /not-found: no match aaaaaaaaaa/],
    ['aaaaaaaaaa --game go --to pgn', 2, /use either IDs or search options/],
    ['--all --to pgn -o @no/such/file.pgn', 1, /unwritable: no\/such\/file\.pgn cannot be written/],
  ])('export %s is refused', async (words, code, err) => {
    const went = await kifu(`library export ${words}`);
    expect(went).toMatchObject({ code, out: '' });
    expect(went.err).toMatch(err);
  });

  test('writes no bytes to a terminal', async () => {
    const [{ match }] = jsonLines((await kifu('library list --json')).out);
    const went = await kifu(`library export ${match} --to car`, { isTTY: { stdout: true } });
    expect(went).toMatchObject({ code: 1, out: '' });
  });
});

test('the home is for its owner alone', async () => {
  const kifu = newHome();
  await kifu('library list');
  expect((await stat(at(`home-${homes - 1}`))).mode & 0o77).toBe(0);
  expect((await readFile(at(`home-${homes - 1}/library.sqlite`))).length).toBeGreaterThan(0);
});
