/** The bytes of a file tell its form; a file of no known form is a fault with its place, also where strangers sent it. */
import { mkdir } from 'node:fs/promises';
import { cidOf, fail, ok, type RecordFormat, unwrap } from '@kifu/core';
import { loadKit } from '@kifu/games';
import { readCar, writeCar } from '@kifu/record/car';
import { MAX_ENTRIES } from '@kifu/record/match-state';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { carWith, changeBlocks, flipBit, junkChain, MATE, workshop } from '../test/files.ts';
import { jsonLines, kifu } from '../test/run-kifu.ts';

const { run, read, text, write, at } = workshop();
let car: Uint8Array;
let json: string;

beforeAll(async () => {
  await run('record chess --moves - --player Ann --player Bob -o @mate.car', { input: MATE });
  for (const form of ['json', 'pack', 'pgn', 'replay-log'])
    await run(`convert @mate.car --to ${form} -o @mate.${form}`);
  car = await read('mate.car');
  json = await text('mate.json');
});

describe('good files', () => {
  test.each(['car', 'json', 'pack', 'pgn', 'replay-log'])(
    '%s is known by its bytes',
    async form => {
      const input = [await read(`mate.${form}`)];
      const [info] = jsonLines((await run('info - --json', { input })).out);
      expect(info).toMatchObject({ ok: true, form, entries: 4, moves: 4 });
      const odd = `odd-${form}`;
      await write(odd, input[0]!);
      expect((await run(`show @${odd}`)).out).toContain('entry 4 of 4: Black wins by checkmate');
    },
  );

  test('are read with a byte order mark, blanks before JSON and CRLF in PGN', async () => {
    const bom = Uint8Array.of(0xef, 0xbb, 0xbf);
    await write('bom.json', Buffer.concat([bom, Buffer.from(`\r\n\t ${json}`)]));
    expect((await run('show @bom.json')).code).toBe(0);
    await write('crlf.pgn', (await text('mate.pgn')).replaceAll('\n', '\r\n'));
    expect((await run('show @crlf.pgn')).code).toBe(0);
  });

  test('a CAR is read with its blocks in any order and others among them', async () => {
    const [info] = jsonLines((await run('info @mate.car --json')).out);
    const other = new Uint8Array(5);
    const more = { cid: cidOf('raw', other), bytes: other };
    await write(
      'mixed.car',
      changeBlocks(car, blocks => [...blocks.toReversed(), more]),
    );
    expect(jsonLines((await run('info @mixed.car --json')).out)[0].head).toBe(info.head);
  });

  test('--as says the form, and is refused where the file has another', async () => {
    const { code, err } = await run('show @mate.car --as pgn');
    expect(code).toBe(1);
    expect(err).toMatch(/^kifu: malformed: mate\.car: /);
    expect((await run('show @mate.pgn --as pgn')).code).toBe(0);
    expect((await run('show @mate.pgn --as tea')).err).toMatch(
      /^kifu: unsupported: mate\.pgn: unknown format tea; known: car, json, pack, pgn, /,
    );
  });

  test('notes and variations stay with the record through all forms', async () => {
    await write('noted.pgn', '1. e4 {a pawn} e5 (1... c5 {Sicilian}) 2. Nf3 *\n');
    await run('convert @noted.pgn -o @noted.car');
    await run('convert @noted.car -o @noted.kifu');
    await run('convert @noted.kifu -o @noted.json');
    await run('convert @noted.json -o @again.pgn');
    expect(await text('again.pgn')).toContain('1. e4 {a pawn} 1... e5 (1... c5 {Sicilian}) 2. Nf3');
    for (const file of ['noted.car', 'noted.kifu'])
      expect((await run(`info @${file}`)).out).toContain('notes    1 note, 1 variation\n');
  });

  test('remarks that a form cannot hold are not converted, and the loss is told', async () => {
    await run('convert @noted.pgn --to car -o @remarked.car');
    const { roots, blocks } = unwrap(readCar(await read('remarked.car')));
    const last = Buffer.from(blocks.at(-1)!.bytes);
    last.write('nates', last.indexOf('notes'));
    const cid = cidOf('dag-cbor', last);
    await write(
      'odd.car',
      writeCar([roots[0]!, cid], [...blocks.slice(0, -1), { cid, bytes: last }]),
    );
    const { code, out } = await run('info @odd.car');
    expect(code).toBe(0);
    expect(out).toMatch(/\nnot converted {2}remarks: /);
  });
});

describe('bad files', () => {
  test.each<[why: string, file: () => string | Uint8Array, says: RegExp]>([
    ['nothing', () => '', /^malformed: x: the file is empty$/],
    ['a shopping list', () => 'eggs, milk\n', /^malformed: x: unknown record format/],
    [
      'bytes without sense',
      () => Uint8Array.of(0xff, 0xfe, 0),
      /^malformed: x: unknown record format/,
    ],
    ['JSON of something else', () => '{"a":1}', /^malformed: x: not a valid record at \/a$/],
    ['JSON cut short', () => json.slice(0, 300), /^malformed: x: invalid JSON/],
    ['JSON too deep', () => '{"header":'.repeat(100_000), /^malformed|^too-large/],
    ['a CAR cut in its header', () => car.subarray(0, 20), /: the CAR ends within its header at o/],
    ['a CAR with more behind it', () => Buffer.concat([car, car]), /^malformed: x: .* at offset/],
    ['no root', () => writeCar([], unwrap(readCar(car)).blocks), /: the CAR has no root/],
    ['a circle', () => changeBlocks(car, circle), /^malformed: x: the header: /],
    [
      'deep nesting',
      () => carWith(new Uint8Array(200_000).fill(0x81)),
      /^malformed: x: the header: .*offset 0$/,
    ],
    [
      'a map of no header',
      () => carWith(Uint8Array.of(0xa0)),
      /the header: .* at \/header, offset/,
    ],
    ['a block too large', () => carWith(new Uint8Array((1 << 24) + 1)), /^too-large: x: a block/],
    ['a replay of a later version', () => replay({ version: 3 }), /^unsupported: x: version 3 of/],
    ['a replay at another speed', () => replay({ speed: 'warp' }), /^malformed: x: speed is .* at/],
    ['a replay with no moves', () => replay({ moves: null }), /^malformed: x: moves are a list at/],
    ['an unknown game', () => json.replace('"chess"', '"chss"'), /mean chess\? at \/header$/],
    ['an unknown version', () => json.replace('"version":1', '"version":9'), /version 9 of chess/],
  ])('are refused: %s', async (_why, file, says) => {
    await write('x', file());
    const { code, out, err } = await run('info @x');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^kifu: .*\n$/);
    expect(err.slice('kifu: '.length, -1)).toMatch(says);
  });

  test.each<[why: string, file: () => Uint8Array, says: RegExp]>([
    [
      'cut in a block',
      () => car.subarray(0, -9),
      /^malformed: entry 5 of 5: the CAR ends within a b/,
    ],
    [
      'a root that is not there',
      () => flipBit(car, 40),
      /^broken-chain: the ending: .* match the head/,
    ],
    [
      'a missing node',
      () => changeBlocks(car, b => b.toSpliced(2, 1)),
      /^not-found: entry 2 of 4: missing block bafy/,
    ],
  ])('a CAR, %s: broken there, and played up to it', async (_why, file, says) => {
    await write('x', file());
    const { code, out } = await run('verify @x');
    expect(code).toBe(1);
    expect(out).toMatch(/^x: broken: .*\n.*, the first \d can be replayed\n/);
    expect(out.slice('x: broken: '.length)).toMatch(says);
  });

  /** A replay of Kung Fu Chess with something wrong: its name does not say what it is. */
  const replay = (wrong: object): string =>
    JSON.stringify({
      ...{ version: 2, speed: 'standard', board_type: 'standard', players: { 1: 'a', 2: 'b' } },
      ...{ moves: [], total_ticks: 90, ...wrong },
    });

  /** The header is given the bytes of the last entry. */
  const circle = (blocks: { cid: ReturnType<typeof cidOf>; bytes: Uint8Array }[]) =>
    blocks.map((block, i) => (i === 0 ? { ...block, bytes: blocks.at(-2)!.bytes } : block));

  test('are refused: a chain of a million nodes without sense', async () => {
    const { code, err } = await run('info -', { input: [junkChain(1_000_000)] });
    expect(code).toBe(1);
    expect(err).toMatch(/^kifu: too-large: standard input: the CAR has more than \d+ blocks at/);
  });

  test('are refused: a chain that is a little too long', async () => {
    const { err } = await run('verify -', { input: [junkChain(MAX_ENTRIES + 3)] });
    expect(err).toBe(
      `kifu: too-large: standard input: too many entries in the record: ${MAX_ENTRIES} at most\n`,
    );
  });

  test('are refused: an input without an end', async () => {
    const endless = Array.from({ length: 257 }, () => Buffer.alloc(1 << 20));
    expect((await run('info -', { input: endless })).err).toBe(
      'kifu: too-large: standard input has more than 256 MiB\n',
    );
    expect((await run('info /dev/zero')).err).toBe(
      'kifu: too-large: /dev/zero has more than 256 MiB\n',
    );
  });

  test('are refused: a missing file, and a folder', async () => {
    await mkdir(at('folder'));
    expect((await run('info @nowhere')).err).toBe(
      'kifu: unreadable: cannot read nowhere: no such file or folder\n',
    );
    expect((await run('info @folder')).err).toBe(
      'kifu: unreadable: cannot read folder: it is a folder\n',
    );
  });

  test('a CAR with any changed byte is shown as it was, or refused', async () => {
    const good = await run('replay @mate.car');
    const linesOf = (out: string) => out.split('\n').map(line => line.replace(/ +/g, ' '));
    const lines = linesOf(good.out);
    await fc.assert(
      fc.asyncProperty(fc.nat(car.length - 1), fc.integer({ min: 1, max: 255 }), async (i, x) => {
        const spoiled = Uint8Array.from(car, (byte, j) => (i === j ? byte ^ x : byte));
        const went = await run('replay -', { input: [spoiled] });
        if (went.code === 0) expect(went).toEqual(good);
        else expect(went.err).toMatch(/^kifu: [a-z-]+(?: \(\w+\))?: standard input\b.*\n$/);
        // what is shown of a broken record is true
        for (const line of linesOf(went.out)) expect(lines).toContain(line);
      }),
      { numRuns: 150 },
    );
  });
});

describe('broken records', () => {
  test('what comes before the fault can be seen, and the fault is told', async () => {
    await write(
      'broken.car',
      changeBlocks(car, blocks =>
        blocks.map((block, i) =>
          i === 3 ? { ...block, bytes: flipBit(block.bytes, block.bytes.length - 2) } : block,
        ),
      ),
    );
    await write('broken.json', json.replace('"from":[6,1]', '"from":[6,2]'));
    for (const file of ['broken.car', 'broken.json']) {
      const shown = await run(`show @${file}`);
      expect(shown.code).toBe(1);
      expect(shown.out).toContain('\n1. f3 e5\nentry 2 of 4\n');
      expect(shown.err).toMatch(
        /^kifu: [a-z-]+(?: \(\w+\))?: broken\.\w+: entry 3 of 4: .* at \/en/,
      );
      expect((await run(`replay @${file}`)).out.split('\n')).toHaveLength(3);
      expect((await run(`state @${file}`)).out).toContain('"turn":0');
      expect((await run(`info @${file}`)).out).toContain('4, the first 2 can be replayed\n');
      // beyond it nothing is shown, and nothing is made of it
      for (const line of [
        `show @${file} --at 3`,
        `convert @${file} --to pgn`,
        `diff @${file} @mate.car`,
      ])
        expect(await run(line)).toMatchObject({ code: 1, out: '', err: shown.err });
      expect((await run(`branch @${file} --at 1 -o @b.car`)).err).toBe(shown.err);
    }
  });

  test('another legal last move under the id of the first is refused', async () => {
    await run('record chess --moves - -o @one.car', { input: 'f3' });
    const bytes = Buffer.from(await read('one.car'));
    const move = bytes.indexOf(Uint8Array.of(0x43, 0x0d, 0x15, 0)); // f2 to f3
    bytes[move + 2] = 0x1d; // f4
    await write('other.car', bytes);
    const { code, out, err } = await run('show @other.car');
    expect(code).toBe(1);
    expect(out).toContain('\nentry 0 of 1\n');
    expect(err).toBe(
      'kifu: broken-chain: other.car: entry 1 of 1: bytes do not match the head at /entries/0\n',
    );
  });

  test('a broken ending takes nothing from the entries', async () => {
    await write('winner.json', json.replace('"winners":[1]', '"winners":[0]'));
    const { code, out, err } = await run('show @winner.json');
    expect(code).toBe(1);
    expect(out).toMatch(/\n1\. f3 e5 2\. g4 Qh4#\nentry 4 of 4/);
    expect(err).toMatch(
      /^kifu: broken-record \(ending\): winner\.json: the ending: .*\/outcome\n$/,
    );
  });
});

test('info tells what a record says of itself, each thing once, and what its opening is called', async () => {
  const tags =
    '[Event "Cup"]\n[Site "Here"]\n[Round "3"]\n[White "Ann"]\n[Black "Bob"]\n[WhiteElo "2750"]\n[WhiteTitle "GM"]\n[TimeControl "180+2"]\n';
  await write('told.pgn', `${tags}\n1. Nf3 Nc6 2. e4 e5 3. Bb5 1-0\n`);
  const { out } = await run('info @told.pgn');
  expect(out.split(/\n(?=size)/)[0]).toBe(`game     chess version 1
White    GM Ann (2750)
Black    Bob
started  unknown
event    Cup
round    3
clocks   180+2
opening  C60 Ruy Lopez
random   none
entries  5
ending   White wins, 1–0
claims   Site: Here
verdict  unsigned: Every move is legal, but nobody signed the record. Anyone could have written it.
caveat   the result: the adjudicated result is vouched for by no one`);
  const [json] = jsonLines((await run('info @told.pgn --json')).out);
  expect(json.facts).toEqual({
    ...{ ratings: [2750, null], titles: ['GM', null], event: 'Cup', round: '3' },
    ...{ timeControl: '180+2', eco: 'C60', openingName: 'Ruy Lopez' },
    ...{ site: 'Here', tags: {} },
  });
  await write('said.pgn', '[ECO "C99"]\n[Opening "Mine"]\n\n1. e4 *\n');
  expect((await run('info @said.pgn')).out).toContain('opening  C99 Mine\n');
});

test('--number picks a record of a collection, also a bad one', async () => {
  const one = await text('mate.pgn');
  await write('games.pgn', `${one}\n[Event "x"]\n\n1. e4 e4 *\n\n${one.replace('Ann', 'Cid')}`);
  expect((await run('info @games.pgn --number 3')).out).toContain('White    Cid\n');
  expect((await run('info @games.pgn --number 2')).err).toMatch(
    /^kifu: illegal-move \(noSuchMove\): games\.pgn#2: e4 is not legal: .* at line \d+, column 7\n$/,
  );
  expect((await run('show @games.pgn --number 4')).err).toBe(
    'kifu: not-found: games.pgn has 3 records, not 4\n',
  );
  expect((await run('show @mate.car --number 2')).err).toBe(
    'kifu: not-found: mate.car has one record, not 2\n',
  );
});

test('a file without records is refused, and what a dialect leaves out is told', async () => {
  const chess = unwrap(await loadKit('chess'));
  const kifuOf = unwrap(chess.formats[0]!.read('1. e4 *'));
  const odd = (name: string, read: RecordFormat['readAll']): RecordFormat => ({
    name,
    extensions: [name],
    read: () => fail('malformed', 'no'),
    ...(read === undefined ? {} : { readAll: read }),
    write: () => fail('unsupported', 'no'),
  });
  const lossy = odd('lossy', function* (_input, lost) {
    lost?.('a \x1b[31mred word');
    yield ok(kifuOf);
    lost?.('another');
    yield ok(kifuOf);
  });
  const dialects = [odd('none', () => []), lossy];
  const games = { names: () => ['chess'], load: async () => ok({ ...chess, formats: dialects }) };
  for (const name of ['x.none', 'x.lossy']) await write(name, 'x');
  expect((await run('info @x.none', { games })).err).toBe(
    'kifu: malformed: x.none: contains no record\n',
  );
  expect((await run('info @x.lossy', { games })).out).toContain(
    'not converted  a \ufffd[31mred word\n',
  );
  const second = (await run('info @x.lossy --number 2', { games })).out;
  expect(second).toContain('not converted  another\n');
  expect(second).not.toContain('red');
  const poured = await run('convert @x.lossy --to json', { games });
  expect(poured.err).toBe('kifu: not converted: a \ufffd[31mred word\n');
});

test('faults call an input without a name standard input', async () => {
  expect((await kifu(['info', '-'], { input: '' })).err).toBe(
    'kifu: malformed: standard input: the file is empty\n',
  );
});
