import { mkdir, symlink } from 'node:fs/promises';
import { cidOf } from '@kifu/core';
import { headOf, nodesOf } from '@kifu/record';
import { writeCar } from '@kifu/record/car';
import { beforeAll, describe, expect, test } from 'vitest';
import { signedExample } from '../../../../test/signed-example.ts';
import { changeBlocks, flipBit, MATE, workshop } from '../../test/files.ts';
import { jsonLines } from '../../test/run-kifu.ts';
import { toys } from '../../test/toy-kits.ts';

const { run, read, text, write, at } = workshop();
let head: string;

beforeAll(async () => {
  await run('record chess --moves - --player Ann -o @mate.car', { input: MATE });
  await run('convert @mate.car -o @mate.json');
  await run('convert @mate.car -o @mate.pgn');
  await run('demo --moves 12 -o @demo.car'); // both bots sign
  await run('key new');
  await run('record chess --moves - --key me --seat 1 -o @half.car', { input: MATE });
  head = jsonLines((await run('info @mate.car --json')).out)[0].head;
});

test('tells one record in detail', async () => {
  const { code, out } = await run('verify @mate.car');
  expect(code).toBe(0);
  expect(out.split('\n').slice(0, 6)).toEqual([
    'mate.car: unsigned',
    'meaning   Every move is legal, but nobody signed the record. Anyone could have written it.',
    'game      chess version 1, 4 entries',
    `head      ${head}`,
    'chain     5 links checked',
    'rules     4 actions checked',
  ]);
});

test('tells who signed with which key, how far, and whose word the rest is', async () => {
  const whole = (await run('verify @half.car')).out;
  expect(whole).toMatch(/^half\.car: verified\n/);
  expect(whole).toMatch(/\nagreed {4}everything, by all players\n/);
  expect(whole).toMatch(/\nseat 1 {4}.*, key [0-9a-f]{64}, known to you as your key me, signed /);
  const cut = (await run('verify @demo.car')).out;
  expect(cut).toMatch(
    /^demo\.car: partial\nmeaning {3}Every move is legal, but part of the record is unconfirmed: /,
  );
  expect(cut).toMatch(/\nagreed {4}everything up to entry 13, by all players\n/);
  expect(cut).toMatch(
    /\ncaveat {4}from entry 14 on, only "black bot" \(seat 1\) vouches for the record: "white bot" \(seat 0\) did not sign\n/,
  );
  const [data] = jsonLines((await run('verify @demo.car --json')).out);
  expect(data).toMatchObject({
    verdict: 'partial',
    ...{ ended: false, entries: 14, agreed: 13, signatures: 'all', start: 'own', branch: null },
    seats: [
      { seat: 0, namedBy: 'player', known: null, signedThrough: 13 },
      { seat: 1, namedBy: 'player', known: null, signedThrough: 14 },
    ],
    referee: null,
    chance: { mode: 'none', by: [] },
    caveats: [{ n: 14, word: 'partial', why: 'unsigned', by: 1 }],
  });
});

test('info tells the same verdict as verify', async () => {
  expect((await run('info @demo.car')).out).toMatch(/\nverdict +partial: Every move is legal, /);
  const [info] = jsonLines((await run('info @demo.car --json')).out);
  expect(info.proof).toMatchObject({ verdict: 'partial', agreed: 13 });
});

test('a match that continues from another is checked where the library has that', async () => {
  await run('branch @half.car --at 4 -o @branch.car');
  const elsewhere = { env: { KIFU_HOME: at('elsewhere') } };
  const alone = (await run('verify @branch.car', elsewhere)).out;
  expect(alone).toMatch(/\nstart {5}custom, not checked\n/);
  expect(alone).toMatch(
    /\nbranch {4}claims to continue another game \(not checked: that game is not available\)\n/,
  );
  const [kept] = jsonLines((await run('verify @branch.car --json')).out);
  expect(kept).toMatchObject({ start: 'checked', branch: 'checked' });
});

test('the same record in any form has the same head', async () => {
  const { out } = await run('verify @mate.car @mate.json');
  expect(out).toBe(
    [
      `unsigned  mate.car  ${head}`,
      `unsigned  mate.json  ${head}`,
      '2 records: 0 verified, 2 unsigned, 0 broken',
      '',
    ].join('\n'),
  );
});

test('reads a record from standard input', async () => {
  const { code, out } = await run('verify -', { input: [await read('mate.car')] });
  expect(code).toBe(0);
  expect(out).toMatch(/^standard input: unsigned\n/);
});

describe('signatures', () => {
  test('checks all, or for a quick check the last of each key', async () => {
    const all = jsonLines((await run('verify @demo.car --json')).out)[0];
    expect(all).toMatchObject({
      verdict: 'partial',
      signatures: 'all',
      checked: { signatures: 14, signed: 14 },
    });
    expect((await run('verify @demo.car')).out).toMatch(
      /^demo\.car: partial\n[\s\S]*\nsigned {4}all 14 signatures checked and valid\n/,
    );
    const quick = jsonLines((await run('verify @demo.car --quick --json')).out)[0];
    expect(quick).toMatchObject({
      verdict: 'partial',
      signatures: 'last',
      checked: { signatures: 2, signed: 14 },
    });
    expect((await run('verify @demo.car --quick')).out).toMatch(
      /^demo\.car: partial \(quick check: 2 of 14 signatures\)\n/,
    );
    expect((await run('verify --quick @demo.car @mate.car')).out).toMatch(
      /^partial {3}demo\.car {2}\w+ \(quick check: 2 of 14 signatures\)\nunsigned {2}mate\.car {2}\w+\n/,
    );
  });

  test('a bad signature that a later one of its key covers breaks the record; a quick check passes it over', async () => {
    const { chain } = await signedExample(5); // garbage for the signature of entry 5
    const blocks = nodesOf(chain).map(bytes => ({ cid: cidOf('dag-cbor', bytes), bytes }));
    await write('covered.car', writeCar([headOf(chain)], blocks));
    const { code, out } = await run('verify @covered.car');
    expect(code).toBe(1);
    expect(out).toMatch(
      /^covered\.car: broken: bad-signature: entry 5 of \d+: .*\n.*, the first 4 can be replayed\n/,
    );
    expect((await run('library import @covered.car')).code).toBe(1);
    expect((await run('convert @covered.car --to pgn')).err).toMatch(
      /^kifu: bad-signature: covered\.car: entry 5 of 6/,
    );
    expect((await run('info @covered.car')).out).toMatch(/\nverdict +broken: /);
    expect((await run('verify @covered.car --quick')).out).toMatch(
      /^covered\.car: verified \(quick check: /,
    );
  });

  test('refuses a bad signature', async () => {
    const json = await run('convert @demo.car --to json').then(({ out }) => out);
    const signature = /"seq":4,"seen":6,"signature":"/;
    await write(
      'forged.json',
      json.replace(
        new RegExp(`(${signature.source})(.)`),
        (_, before, digit) => `${before}${digit === '0' ? '1' : '0'}`,
      ),
    );
    const { code, out } = await run('verify @forged.json');
    expect(code).toBe(1);
    expect(out).toMatch(/^forged\.json: broken: bad-signature.*: entry \d+ of 14: .* at \/entries/);
    expect(out).toMatch(/^forged\.json: broken: bad-signature.*: entry 7 of 14: /);
  });
});

describe('broken records', () => {
  test.each<[why: string, spoil: (json: string) => string, says: RegExp]>([
    [
      'an illegal move',
      j => j.replace('[4,6]', '[3,6]'),
      /illegal-move \(geometry\): entry 2 of 4: .* at \/entries\/1\n.*, 4 entries, the first 1 can be replayed\n/,
    ],
    [
      'the wrong seat',
      j => j.replace('"seat":1,"act"', '"seat":0,"act"'),
      /wrong-seat \(turn\): entry 2 of 4: .* at \/entries\/1\n/,
    ],
    [
      'a seat that is not there',
      j => j.replace('"seat":1,"act"', '"seat":7,"act"'),
      /wrong-seat.*: entry 2 of 4: .* at \/entries\/1\n/,
    ],
    [
      'another winner',
      j => j.replace('"winners":[1]', '"winners":[0]'),
      /broken-record \(ending\): the ending: .* at \/ending\/outcome\n.*the first 4 can/,
    ],
    [
      'another hash',
      j => j.replace(/"hash":"../, '"hash":"00'),
      /broken-record \(hash\): the ending: .* at \/ending\/hash\n/,
    ],
  ])('are told with their place: %s', async (_why, spoil, says) => {
    await write('spoiled.json', spoil(await text('mate.json')));
    const { code, out, err } = await run('verify @spoiled.json');
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(out).toMatch(/^spoiled\.json: broken: /);
    expect(out.slice('spoiled.json: broken: '.length)).toMatch(says);
  });

  test('blocks that lie about their ids are broken', async () => {
    const car = await read('mate.car');
    await write(
      'lies.car',
      changeBlocks(car, blocks =>
        blocks.map(({ cid }, i) => ({ cid, bytes: blocks[(i + 1) % blocks.length]!.bytes })),
      ),
    );
    expect((await run('verify @lies.car')).out).toMatch(
      /^lies\.car: broken: malformed: the header: /,
    );
    await write('flipped.car', flipBit(car, car.length - 3));
    expect((await run('verify @flipped.car')).out).toMatch(
      /^flipped\.car: broken: [a-z-]+: the ending: .* at \/ending/,
    );
  });

  test('a file that ends too early is broken where it ends; one that cannot even be read is a fault', async () => {
    const car = await read('mate.car');
    await write('cut.car', car.subarray(0, 400));
    const { code, out } = await run('verify @cut.car');
    expect(code).toBe(1);
    expect(out).toMatch(
      /^cut\.car: broken: malformed: entry \d of \d: the CAR ends within a block at /,
    );
    await write('cut.car', car.subarray(0, 40));
    expect(await run('verify @cut.car')).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/^kifu: malformed: cut\.car: .* at offset /),
    });
  });
});

describe('many records', () => {
  const COUNT = 1200;
  beforeAll(async () => {
    await mkdir(at('many/deeper'), { recursive: true });
    const [car, pgn] = [await read('mate.car'), await text('mate.pgn')];
    await Promise.all(
      Array.from({ length: COUNT }, (_, i) => write(`many/${`${i}`.padStart(4, '0')}.car`, car)),
    );
    await write('many/0500.car', 'rubbish');
    await write('many/0700.car', '');
    await write('many/deeper/games.pgn', `${pgn}\n1. e4 e4 *\n\n${pgn}`);
    await write('many/.hidden', 'rubbish');
    await symlink(at('many'), at('many/circle'));
    await symlink(at('mate.json'), at('many/link.json'));
    await symlink(at('nowhere'), at('many/lost.json'));
  });

  test('of a folder get a line each and a summary, also after bad ones', async () => {
    const { code, out, err } = await run('verify @many');
    expect({ code, err }).toEqual({ code: 1, err: '' });
    const lines = out.trimEnd().split('\n');
    expect(lines).toHaveLength(COUNT + 3 + 2 + 1);
    expect(lines[0]).toBe(`unsigned  many/0000.car  ${head}`);
    expect(lines.filter(line => line.startsWith('broken'))).toEqual([
      expect.stringMatching(/^broken {4}many\/0500\.car {2}malformed: unknown record format/),
      'broken    many/0700.car  malformed: the file is empty',
      expect.stringMatching(/^broken {4}many\/deeper\/games\.pgn#2 {2}illegal-move .* at line \d+/),
      'broken    many/lost.json  unreadable: cannot read many/lost.json: no such file or folder',
    ]);
    expect(lines.at(-1)).toBe('1,205 records: 0 verified, 1,201 unsigned, 4 broken');
  });

  test('get a JSON value each with --json, and a last one with the summary', async () => {
    const lines = jsonLines((await run('verify @many --json')).out);
    expect(lines).toHaveLength(COUNT + 3 + 2 + 1);
    expect(lines[0]).toMatchObject({ ok: true, file: 'many/0000.car', verdict: 'unsigned', head });
    expect(lines[500]).toMatchObject({
      ok: false,
      file: 'many/0500.car',
      verdict: 'broken',
      fault: { code: 'malformed' },
    });
    expect(lines.at(-1)).toEqual({
      ok: false,
      summary: {
        ...{ records: 1205, verified: 0, refereed: 0, partial: 0, unsigned: 1201 },
        ...{ sealed: 0, unknown: 0, broken: 4 },
      },
    });
    // the same for one record
    expect(jsonLines((await run('verify @mate.car --json')).out)).toMatchObject([
      { ok: true, file: 'mate.car', verdict: 'unsigned', fault: null, entries: 4, good: 4 },
      { ok: true, summary: { records: 1, broken: 0 } },
    ]);
    expect(jsonLines((await run('verify @nowhere --json')).out)).toMatchObject([
      { ok: false, file: 'nowhere', verdict: 'broken', fault: { code: 'unreadable' } },
      { ok: false, summary: { records: 1, broken: 1 } },
    ]);
  });

  test('are verified in threads, in their order, with all signatures', async () => {
    await mkdir(at('signed'));
    const { chain } = await signedExample(5);
    const blocks = nodesOf(chain).map(bytes => ({ cid: cidOf('dag-cbor', bytes), bytes }));
    const [good, bad] = [await read('demo.car'), writeCar([headOf(chain)], blocks)];
    const names = Array.from({ length: 60 }, (_, i) => `signed/${`${i}`.padStart(2, '0')}.car`);
    await Promise.all(names.map((name, i) => write(name, i % 20 === 7 ? bad : good)));
    const { code, out } = await run('verify @signed', { threads: 2 });
    expect(code).toBe(1);
    const lines = out.trimEnd().split('\n');
    expect(lines.map(line => line.split(/ +/)[1])).toEqual([...names, 'records:']);
    expect(
      lines.filter(line => /^broken {4}\S+ {2}bad-signature: entry 5 of 6/.test(line)),
    ).toHaveLength(3);
    expect(lines.at(-1)).toBe('60 records: 0 verified, 57 partial, 0 unsigned, 3 broken');
  });

  test('a folder without files proves nothing', async () => {
    await mkdir(at('bare'));
    await write('bare/.hidden', '');
    expect(await run('verify @bare')).toMatchObject({
      code: 1,
      err: 'kifu: not-found: bare: no files in this folder\n',
    });
  });

  test('shows colors and progress on a terminal, and no colors with NO_COLOR', async () => {
    const isTTY = { stdout: true, stderr: true };
    const colored = await run('verify @many', { isTTY, env: { TERM: 'xterm' } });
    expect(colored.out).toContain('\x1b[31mbroken  \x1b[39m  many/0500.car');
    const [first, ...rest] = colored.err.split('\r\x1b[K');
    expect(first).toBe('');
    expect(rest[0]).toMatch(/^\d+ records so far$/);
    expect(rest.at(-1)).toBe('');
    const plain = { isTTY, env: { TERM: 'xterm', NO_COLOR: '1' } };
    expect((await run('verify @mate.car @mate.json', plain)).out).not.toContain('\x1b');
  });
});

test('what strangers wrote does not reach the terminal as they wrote it', async () => {
  const json = (await text('mate.json'))
    .replace('"Ann"', '"\\u001b[31mAnn\\u202e"')
    .replace('"checkmate"', '"\\u001b]0;x\\u0007"');
  await write('strange.json', json);
  for (const line of [
    'verify @strange.json',
    'verify @strange.json @mate.car',
    'info @strange.json',
  ]) {
    const { out, err } = await run(line);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    expect(out + err).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
  }
  const [json0] = (await run('info @strange.json --json')).out.split('\n');
  expect(json0).toContain('\\u001b[31mAnn\\u202e');
});

test('verifies a match with time in its rules', async () => {
  const input = '{"seat":0,"move":0}\n{"seat":1,"move":1,"at":5}\n';
  await run('record lane --moves - -o @lane.car', { games: toys, input });
  expect((await run('verify @lane.car', { games: toys })).out).toMatch(/^lane\.car: unsigned\n/);
});
