import { ok, unwrap } from '@kifu/core';
import { loadKit } from '@kifu/games';
import { beforeAll, expect, test } from 'vitest';
import { MATE, workshop } from '../../test/files.ts';
import { collector, jsonLines, makeIo } from '../../test/run-kifu.ts';
import { run as runKifu } from '../index.ts';

const { run, text, read, write, at } = workshop();
let head: string;

beforeAll(async () => {
  await run('record chess --moves - --player Ann --player Bob -o @mate.car', { input: MATE });
  head = jsonLines((await run('info @mate.car --json')).out)[0].head;
});

test('writes text to standard output, and tells what is not converted on standard error', async () => {
  const { code, out, err } = await run('convert @mate.car --to pgn');
  expect(code).toBe(0);
  expect(out).toMatch(/^\[Event "\?"\]\n[\s\S]*\n\n1\. f3 e5 2\. g4 Qh4# 0-1\n/);
  expect(err).toMatch(/^(?:kifu: not converted: .*\n)+$/);
});

test('PGN names the opening of a record that does not, and is the same record again', async () => {
  const pgn = (await run('convert @mate.car --to pgn')).out;
  expect(pgn).toContain(`[ECO "A00"]\n[Opening "Barnes Opening: Fool's Mate"]\n`);
  await write('again.pgn', pgn);
  const [again] = jsonLines((await run('info @again.pgn --json')).out);
  expect(again.header.tags).toEqual({ White: 'Ann', Black: 'Bob' });
  await write('said.pgn', '[ECO "C99"]\n\n1. e4 *\n');
  expect((await run('convert @said.pgn --to pgn')).out).not.toMatch(/Opening|B00/);
});

test('takes the form from --to, or from the name of the file', async () => {
  const { out } = await run('convert @mate.car --to json -o @mate.txt');
  expect(out).toBe(`mate.txt: ${head}\n`);
  expect(JSON.parse(await text('mate.txt')).entries).toHaveLength(4);
  await run('convert @mate.txt -o @back.car');
  expect(await read('back.car')).toEqual(await read('mate.car'));
  expect((await run('convert @mate.car -o @mate.pgn')).out).toMatch(
    /^mate\.pgn: .*\nnot converted: /,
  );
  expect((await run('convert @mate.car -o @mate.PGN2')).err).toMatch(
    /^kifu: malformed: unknown format/,
  );
  expect((await run('convert @mate.car')).err).toMatch(
    /^kifu: malformed: unknown format; choose one with --to/,
  );
  expect((await run('convert @mate.car --to sgf')).err).toMatch(
    /^kifu: unsupported: chess has no format sgf; known: car, json, pack, pgn, /,
  );
});

test('a CAR goes through a pipe, and not to a terminal', async () => {
  const chunks: Uint8Array[] = [];
  const { stream } = collector();
  stream._write = (chunk, _encoding, done) => {
    chunks.push(chunk);
    done();
  };
  const io = makeIo({}, { stdin: process.stdin, stdout: stream, stderr: collector().stream });
  await runKifu(['convert', at('mate.car'), '--to', 'car'], io);
  expect(Buffer.concat(chunks)).toEqual(await read('mate.car'));
  const onTerminal = await run('convert @mate.car --to car', { isTTY: { stdout: true } });
  expect(onTerminal).toMatchObject({ code: 1, out: '' });
  expect(onTerminal.err).toContain('car is binary');
});

test('--json tells the form, the file and what is not converted', async () => {
  const [file] = jsonLines((await run('convert @mate.car --to json -o @j.json --json')).out);
  expect(file).toEqual({ ok: true, file: expect.any(String), form: 'json', head, losses: [] });
  const [pgn] = jsonLines((await run('convert @mate.car --to pgn --json')).out);
  expect(pgn).toMatchObject({
    ok: true,
    form: 'pgn',
    head,
    text: expect.stringContaining('1. f3'),
  });
  expect(pgn.losses.length).toBeGreaterThan(0);
  const [car] = jsonLines((await run('convert @mate.car --to car --json')).out);
  expect(Buffer.from(car.base64, 'base64')).toEqual(await read('mate.car'));
});

test('files are only replaced by force', async () => {
  await write('precious.pgn', 'diary');
  expect((await run('convert @mate.car -o @precious.pgn')).err).toMatch(/^kifu: exists: /);
  expect(await text('precious.pgn')).toBe('diary');
  await run('convert @mate.car -o @precious.pgn --force');
  expect(await text('precious.pgn')).toContain('Qh4#');
  // also onto itself
  await run('convert @mate.car -o @self.car');
  await run('convert @self.car -o @self.car --force');
  expect(await read('self.car')).toEqual(await read('mate.car'));
  expect((await run('convert @mate.car -o @no/where.car')).err).toBe(
    'kifu: unwritable: cannot write no/where.car: folder no not found; create it first\n',
  );
});

test('--number converts one of a collection', async () => {
  await write('games.pgn', '1. e4 *\n\n1. d4 d5 *\n');
  await run('convert @games.pgn --number 2 -o @second.car');
  expect((await run('show @second.car')).out).toContain('\n1. d4 d5\nentry 2 of 2\n');
});

test('a signed record stays signed in JSON and back', async () => {
  await run('demo --moves 4 -o @demo.car');
  await run('convert @demo.car -o @demo.json');
  await run('convert @demo.json -o @demo2.car');
  expect(await read('demo2.car')).toEqual(await read('demo.car'));
  const { err } = await run('convert @demo.car --to pgn');
  // of each who agreed to begin, and of each move
  for (const lost of ['6 signatures', '2 keys', 'terms: nonce'])
    expect(err).toContain(`kifu: not converted: ${lost}\n`);
});

test('a terminal does not obey what a foreign form says', async () => {
  const chess = unwrap(await loadKit('chess'));
  const evil = {
    ...chess.formats[0]!,
    name: 'evil',
    write: () => ok({ output: 'a\x1b[2Jb\nc\x07', losses: ['\x1b[31mred'] }),
  };
  const games = {
    names: () => ['chess'],
    load: async () => ok({ ...chess, formats: [evil] }),
  };
  const shown = await run('convert @mate.car --to evil', { games, isTTY: { stdout: true } });
  expect(shown).toMatchObject({
    out: 'a\ufffd[2Jb\nc\ufffd',
    err: 'kifu: not converted: \ufffd[31mred\n',
  });
  // a pipe gets it as it is
  expect((await run('convert @mate.car --to evil', { games })).out).toBe('a\x1b[2Jb\nc\x07');
});

test('commands of a Kung Fu Chess replay that the rules refuse are kept, and told where they cannot be', async () => {
  const E4 = { tick: 4, piece_id: 'P:1:6:4', to_row: 4, to_col: 4, player: 1 };
  const replay = {
    ...{ version: 2, speed: 'standard', board_type: 'standard', players: { 1: 'u:1', 2: 'u:2' } },
    moves: [E4, { ...E4, tick: 9, to_row: 3 }, { ...E4, tick: -1 }, { ...E4, piece_id: 'X' }],
    ...{ total_ticks: 90, tick_rate_hz: 30 },
  };
  await write('refused.kfchess.json', JSON.stringify(replay));
  const { out } = await run('convert @refused.kfchess.json -o @refused.car');
  expect(out.split('\n').slice(1, 3)).toEqual([
    'not converted: move 3, at tick -1, which is before the start',
    'not converted: move 4 of player 1, "X" to row 4, column 4: unknown player, piece or square',
  ]);
  expect((await run('replay @refused.car')).out).toContain(
    '2  White: illegal move: That piece is moving and cannot be stopped.\n',
  );
  expect((await run('verify @refused.car')).code).toBe(0);
  const { err } = await run('convert @refused.car --to kfchess');
  expect(err).toContain('not converted: a move that was refused\n');
});
