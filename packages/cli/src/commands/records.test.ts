/** The commands that look at a record: show, info, state, diff, branch. */
import { join } from 'node:path';
import { type Game, hashState, sha256, unwrap } from '@kifu/core';
import { loadKit } from '@kifu/games';
import { begin, checkBranch, recordKifu } from '@kifu/record';
import { kifuFromJson, parseKifu } from '@kifu/record/json';
import { beforeAll, describe, expect, test } from 'vitest';
import { findAll, parseXml } from '../../../core/test/xml.ts';
import { MATE, workshop } from '../../test/files.ts';
import { jsonLines } from '../../test/run-kifu.ts';
import { toys } from '../../test/toy-kits.ts';

const { run, text, write } = workshop();

beforeAll(async () => {
  await run('record chess --moves - --player Ann --player Bob -o @mate.car', { input: MATE });
  await run('convert @mate.car -o @mate.pgn');
  await run('convert @mate.car -o @mate.json');
  await write('noted.pgn', '1. e4 {best by test} e5 2. Nf3 *\n');
});

describe('show', () => {
  test('draws the end of a match, or how it stood at an entry', async () => {
    expect((await run('show @mate.car')).out).toBe(
      [
        '  8  r  n  b (·) k  b  n  r',
        '  7  p  p  p  p  ·  p  p  p',
        '  6  ·  ·  ·  ·  ·  ·  ·  ·',
        '  5  ·  ·  ·  ·  p  ·  ·  ·',
        '  4  ·  ·  ·  ·  ·  ·  P [q]',
        '  3  ·  ·  ·  ·  ·  P  ·  ·',
        '  2  P  P  P  P  P  ·  ·  P',
        '  1  R  N  B  Q !K! B  N  R',
        '     a  b  c  d  e  f  g  h',
        '',
        '1. f3 e5 2. g4 Qh4#',
        'entry 4 of 4: Black wins by checkmate',
        '',
      ].join('\n'),
    );
    expect((await run('show @mate.car --at 0')).out).toMatch(/\n\nentry 0 of 4\n$/);
    expect((await run('show @mate.car --at 3')).out).toMatch(/\n1\. f3 e5 2\. g4\nentry 3 of 4\n$/);
  });

  test('refuses an entry beyond the end', async () => {
    expect(await run('show @mate.car --at 5')).toMatchObject({
      code: 1,
      err: 'kifu: not-found: mate.car: the record has 4 entries, not 5\n',
    });
    expect((await run('show @mate.car --at -1')).code).toBe(2);
  });

  test('writes notes made printable, and moves in lines that fit', async () => {
    const notes = [{ entry: 1, author: null, text: ' the\n best \x1b[31m move', glyphs: [] }];
    await write('noted.json', JSON.stringify({ ...JSON.parse(await text('mate.json')), notes }));
    expect((await run('show @noted.json --at 1')).out).toContain('“the best \ufffd[31m move”\n');
    await run('play chess --seats bot:random,bot:random --seed 3 --moves 60 --save @bots.car');
    const { out } = await run('show @bots.car', { columns: 40 });
    expect(out).toContain('\nentry 60 of 60');
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(40);
  });

  test('--json', async () => {
    const [json] = jsonLines((await run('show @mate.car --at 2 --json')).out);
    expect(json).toMatchObject({ ok: true, n: 2, entries: 4, moves: ['f3', 'e5'], outcome: null });
    const [last] = jsonLines((await run('show @mate.car --json')).out);
    expect(last.outcome).toMatchObject({ result: 'win', winners: [1] });
  });

  describe('--svg', () => {
    const drawn = async (words: string, world = {}) =>
      parseXml((await run(`show ${words}`, world)).out.trimEnd());

    test('draws any entry to standard output, with a title and the position in words', async () => {
      const picture = await drawn('@mate.car --svg');
      expect(findAll(picture, 'title')[0]!.text).toBe('chess: Ann, Bob: entry 4 of 4');
      expect(findAll(picture, 'desc')[0]!.text).toContain('White: king e1');
      expect(findAll(picture, 'use')).toHaveLength(32);
      const start = await drawn('@mate.car --at 0 --svg');
      expect(findAll(start, 'title')[0]!.text).toMatch(/entry 0 of 4$/);
      const [json] = jsonLines((await run('show @mate.car --at 1 --svg --json')).out);
      expect(json).toMatchObject({
        ok: true,
        n: 1,
        entries: 4,
        svg: expect.stringMatching(/^<svg /),
      });
    });

    test('writes a file, which is replaced only by force', async () => {
      const { code, out } = await run('show @mate.car --svg @mate.svg');
      expect([code, out]).toEqual([0, 'mate.svg: chess, entry 4 of 4\n']);
      expect(parseXml((await text('mate.svg')).trimEnd()).name).toBe('svg');
      expect(await run('show @mate.car --svg @mate.svg')).toMatchObject({
        code: 1,
        err: expect.stringMatching(/^kifu: exists:/),
      });
      const again = await run('show @mate.car --svg @mate.svg --at 0 --force --json');
      expect(jsonLines(again.out)[0]).toMatchObject({ ok: true, n: 0 });
      expect((await run('show @mate.car --svg @no/mate.svg')).err).toMatch(/^kifu: unwritable:/);
    });

    test('takes a theme, a size and a side', async () => {
      const first = async (words: string) => {
        const picture = await drawn(`@mate.car --svg ${words}`);
        return [
          picture.attributes.get('width'),
          findAll(picture, 'style').length,
          findAll(picture, 'text')[0]!.text,
        ];
      };
      expect(await first('--size 48')).toEqual(['384', 1, 'a']);
      expect(await first('--theme dark --size 24 --flip')).toEqual(['192', 0, 'h']);
      for (const wrong of ['--theme blue', '--size 0', '--size x', '--svg -'])
        expect((await run(`show @mate.car --svg ${wrong}`)).code).toBe(2);
    });

    test('text is turned too, and a picture of what strangers wrote holds no markup of theirs', async () => {
      expect((await run('show @mate.car --flip')).out).toMatch(/^ {2}1 {2}R {2}N {2}B !K! Q/);
      const evil = '</title><script>1</script>\x9b31m';
      const record = JSON.parse(await text('mate.json'));
      record.header.players[0].name = evil;
      await write('evil.json', JSON.stringify(record));
      const picture = await drawn('@evil.json --svg');
      expect(findAll(picture, 'script')).toEqual([]);
      expect(findAll(picture, 'title')[0]!.text).toContain('</title><script>');
      const shown = await run('show @evil.json --svg', { isTTY: { stdout: true } });
      expect(shown.out).not.toContain('\x9b');
    });
  });

  test('a decree by strangers is made printable', async () => {
    const json = (await text('mate.json'))
      .replace(/,\n {4}\{"seat":1,"act":[^\n]*\n {2}\]/, '\n  ]')
      .replace(/"hash":"[^"]*"/, '"hash":null')
      .replace('"checkmate"', '"\\u001b[31mred"');
    await write('decreed.json', json);
    for (const command of ['show', 'replay', 'info'])
      expect((await run(`${command} @decreed.json`)).out).toContain('Black wins (\ufffd[31mred)\n');
  });
});

describe('info', () => {
  test('tells what a record is about', async () => {
    expect((await run('info @mate.car')).out).toMatch(
      /^game {5}chess version 1\nWhite {4}Ann\nBlack {4}Bob\nstarted {2}unknown\nopening {2}A00 .*\nclocks {3}none\nrandom {3}none\nentries {2}4\nending {3}Black wins by checkmate\nverdict {2}unsigned: .*\nsize {5}6 nodes, [\d,]+ bytes\nhead {5}bafyrei\w+\n$/,
    );
  });

  test('what PGN says twice is told once', async () => {
    const { out } = await run('info @mate.pgn');
    expect(out.match(/Ann/g)).toHaveLength(1);
    expect((await run('info @noted.pgn')).out).toContain('notes    1 note\n');
  });

  test.each<[clock: object, words: string]>([
    [{ type: 'absolute', mainMs: 300_000 }, '5:00 sudden death'],
    [{ type: 'fixed', moveMs: 2500 }, '2.5 s per move'],
    [{ type: 'fischer', mainMs: 5_403_000, incrementMs: 2000 }, '1:30:03 + 2 s per move'],
    [
      { type: 'byo-yomi', mainMs: 60_000, periods: 5, periodMs: 30_000 },
      '1:00, then 5 periods of 30 s',
    ],
  ])('puts clocks into words: %j', async (clock, words) => {
    const kifu = JSON.parse(await text('mate.json'));
    const terms = {
      nonce: '',
      referee: null,
      clock,
      rated: false,
      hashEvery: 16,
      fair: null,
      branch: null,
    };
    const timed = {
      ...kifu,
      header: { ...kifu.header, terms },
      entries: kifu.entries.map((entry: object, i: number) => ({ ...entry, ms: 500 * (i + 1) })),
      ending: { ...kifu.ending, ms: 2000 },
    };
    await write('timed.json', JSON.stringify(timed));
    const { out, err } = await run('info @timed.json');
    expect(err).toBe('');
    expect(out).toContain(`clocks   ${words}\n`);
    expect(out).toContain('entries  4 in 2 s\n');
  });

  test('--json', async () => {
    const [json] = jsonLines((await run('info @mate.car --json')).out);
    expect(json).toMatchObject({
      ok: true,
      form: 'car',
      header: { game: 'chess' },
      entries: 4,
      moves: 4,
      notes: 0,
      losses: [],
    });
  });
});

test('state: the text of which the hash is taken', async () => {
  const { out } = await run('state @mate.car --at 2');
  const [json] = jsonLines((await run('state @mate.car --at 2 --json')).out);
  const digest = Buffer.from(sha256(Buffer.from(out.trimEnd()))).toString('hex');
  expect(json).toMatchObject({ n: 2, hash: digest, state: JSON.parse(out) });
  expect(json.position).toBe('rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2');
  const race = await run('record race --moves - --seed 5 -o @race.car', {
    games: toys,
    input: 'm0',
  });
  expect(race.code).toBe(0);
  const [toy] = jsonLines((await run('state @race.car --json', { games: toys })).out);
  expect(toy.position).toBe(null);
});

describe('diff', () => {
  test('finds no difference between two forms of one record', async () => {
    expect(await run('diff @mate.car @mate.json')).toMatchObject({
      code: 0,
      out: 'the records are the same\n',
    });
  });

  test('tells headers that differ where the moves are the same', async () => {
    const { code, out } = await run('diff @mate.car @mate.pgn');
    expect(code).toBe(1);
    expect(out).toBe(
      'header: tags\n- {}\n+ {"Black":"Bob","White":"Ann"}\nthe entries are the same\n',
    );
    expect(jsonLines((await run('diff @mate.car @mate.pgn --json')).out)).toMatchObject([
      { ok: true, same: false, at: 'header', what: 'tags', header: ['tags'] },
    ]);
  });

  test.each<[why: string, moves: string, says: string]>([
    ['another move', 'f3 e6', 'entry 2: act\n- e5\n+ e6\n'],
    ['the end of one', 'f3 e5', 'entry 3: one of them ends before\n- g4\n+ nothing more\n'],
    [
      'another act',
      'f3 e5\n{"leave":0}',
      'entry 3: act\n- g4\n+ {"how":"resignation","of":0,"type":"leave"}\n',
    ],
  ])('tells %s', async (_why, input, says) => {
    await run('record chess --moves - --player Ann --player Bob -o @other.car --force', { input });
    expect(await run('diff @mate.car @other.car')).toMatchObject({ code: 1, out: says });
    expect((await run('diff @other.car @other.car')).code).toBe(0);
  });

  test('tells another outcome, and other times only where nothing else differs', async () => {
    const kifu = JSON.parse(await text('mate.json'));
    const open = { ...kifu, entries: kifu.entries.slice(0, 3), ending: null };
    const outcome = { result: 'win', winners: [0], points: null, reason: 'adjudication' };
    const ended = { ...open, ending: { outcome, ms: null, hash: null } };
    await write('open.json', JSON.stringify(open));
    await write('ended.json', JSON.stringify(ended));
    expect((await run('diff @open.json @ended.json')).out).toMatch(
      /^ending: outcome\n- null\n\+ \{"points":null,"reason":"adjudication"/,
    );
    const timed = { ...kifu, entries: kifu.entries.map((e: object) => ({ ...e, ms: 5 })) };
    await write('timed.json', JSON.stringify(timed));
    expect((await run('diff @mate.json @timed.json')).out).toBe('entry 1: ms\n- null\n+ 5\n');
    expect((await run('diff @open.json @timed.json')).out).toMatch(/^entry 4: one of them ends/);
  });

  test('faults name the file', async () => {
    expect((await run('diff @mate.car @nowhere')).err).toMatch(
      /^kifu: unreadable: cannot read nowhere/,
    );
    expect((await run('diff @nowhere @mate.car')).err).toMatch(
      /^kifu: unreadable: cannot read nowhere/,
    );
  });
});

describe('branch', () => {
  test('begins where the other stood, and names the node', async () => {
    const { code, out } = await run('branch @mate.car --at 2 -o @branch.car');
    expect(code).toBe(0);
    const [, head, node] =
      /^branch\.car: (\w+)\nbranches off after entry 2, node (\w+)\n$/.exec(out) ?? [];
    const info = (await run('info @branch.car')).out;
    expect(info).toContain(`branch of  ${node}\n`);
    expect(info).toContain(`head       ${head}\n`);
    const state = async (line: string) => (await run(line)).out;
    expect(await state('state @branch.car')).toBe(await state('state @mate.car --at 2'));
    const [verified] = jsonLines((await run('verify @branch.car --json')).out);
    expect(verified).toMatchObject({ ok: true, entries: 0 });
  });

  test('can be played on from there, in either form', async () => {
    await run('branch @mate.car --at 2 -o @b.json');
    const input = 'g4\nQh4\n';
    for (const file of ['branch.car', 'b.json']) {
      await run(`play chess --load @${file} --seats human,human --save @on-${file}`, { input });
      expect((await run(`show @on-${file}`)).out).toContain(
        'entry 2 of 2: Black wins by checkmate',
      );
      expect((await run(`info @on-${file}`)).out).toContain('branch of');
    }
  });

  test('two branches of one point are two matches', async () => {
    await run('branch @mate.car --at 1 -o @one.car');
    await run('branch @mate.car --at 1 -o @two.car');
    const head = async (file: string) => jsonLines((await run(`info @${file} --json`)).out)[0].head;
    expect(await head('one.car')).not.toBe(await head('two.car'));
  });

  test.each<[line: string, code: number, says: string]>([
    [
      'branch @mate.car -o @x.car',
      1,
      'game-over: mate.car: the match is over at that point; choose an',
    ],
    ['branch @mate.car --at 9 -o @x.car', 1, 'not-found: mate.car: the record has 4 entries'],
    ['branch @mate.car --tick 3 -o @x.car', 1, 'no-ticks: chess has no ticks'],
    ['branch @mate.car --at 1 --tick 3 -o @x.car', 2, 'cannot be used with option'],
    ['branch @mate.car --at 1 -o @mate.car', 1, 'exists: mate.car already exists'],
    ['branch @mate.car --at 1 -o @x.pgn', 1, 'unsupported: x.pgn: only .car, .kifu and .json'],
    ['branch @mate.car --at 1', 2, "required option '-o, --output <FILE>' not specified"],
  ])('refuses %s', async (line, code, says) => {
    const went = await run(line);
    expect(went.code).toBe(code);
    expect(went.err).toContain(says);
  });

  test('begins between entries, in games with ticks', async () => {
    const world = { games: toys, input: '{"seat":0,"move":0}\n{"seat":1,"move":1,"at":9}\n' };
    await run('record lane --moves - -o @lane.car', world);
    const { out } = await run('branch @lane.car --tick 4 -o @tick.car', world);
    expect(out).toContain('branches off after entry 1, tick 4, node ');
    const { header } = JSON.parse((await run('convert @tick.car --to json', world)).out);
    const lane = unwrap(await toys.load('lane'));
    const { table } = unwrap(begin(lane.game, header)).chain;
    expect(lane.game.time!.now(table.state)).toBe(4);
    expect(hashState(lane.game, table.state)).toMatch(/^[0-9a-f]{64}$/);
  });

  test('begins between entries of a live match as the other stood there', async () => {
    const sample = join(import.meta.dirname, '../../../web/public/samples/kung-fu-chess.json');
    const json = JSON.parse((await run(`convert ${sample} --to json --json`)).out);
    const { game } = unwrap(await loadKit('kung-fu-chess'));
    const kifu = unwrap(kifuFromJson(game as Game, unwrap(parseKifu(json.text))));
    const nodes = unwrap(recordKifu(game as Game, kifu)).nodes;
    const ticks = kifu.entries.map(({ at }) => at ?? 0);
    const tick = ticks.find((at, i) => (ticks[i + 1] ?? 0) > at + 3)! + 2;
    await run(`branch ${sample} --tick ${tick} -o @live.car`);
    const { header } = JSON.parse((await run('convert @live.car --to json')).out);
    expect(checkBranch(game as Game, nodes, header)).toMatchObject({ ok: true });
  });
});

test('every command says what it cannot find', async () => {
  for (const command of ['show', 'info', 'state', 'replay'])
    expect(await run(`${command} @nowhere`)).toMatchObject({
      code: 1,
      out: '',
      err: 'kifu: unreadable: cannot read nowhere: no such file or folder\n',
    });
});

test('a terminal is told while a long record is played through', async () => {
  const kifu = JSON.parse(await text('mate.json'));
  const entry = { at: null, ms: null, clockMs: null, hash: null };
  const entries = Array.from({ length: 20_002 }, (_, i) => ({
    seat: i % 2,
    act: { type: i % 2 === 0 ? 'offer-draw' : 'decline' },
    ...entry,
  }));
  await write('long.json', JSON.stringify({ ...kifu, entries, ending: null }));
  const { out, err } = await run('show @long.json', { isTTY: { stderr: true } });
  expect(out).toContain('\nentry 20002 of 20002\n');
  // once: it is played in one pass
  expect(err).toBe('\r\x1b[Kreplaying 20,002 entries…\r\x1b[K');
  expect((await run('show @long.json')).err).toBe('');
});
