/** `kifu export --html`: one file, from any form of record. That a browser opens it is tested with the viewer. */
import { beforeAll, expect, test } from 'vitest';
import { MATE, workshop } from '../../test/files.ts';
import { jsonLines } from '../../test/run-kifu.ts';

const { run, text, read, write } = workshop();
let head: string;

beforeAll(async () => {
  const evil = '</title><script>alert(1)</script>';
  await run(`record chess --moves - --player Ann --player ${evil} -o @mate.car`, { input: MATE });
  head = jsonLines((await run('info @mate.car --json')).out)[0].head;
});

/** The bytes that stand in an element of the page. */
const inside = (html: string, id: string): Buffer =>
  Buffer.from(new RegExp(`id="${id}">([^<]*)<`).exec(html)?.[1] ?? '', 'base64');

test('the page holds the whole record, and names are no markup', async () => {
  const { code, out, err } = await run('export --html @mate.car -o @mate.html');
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(new RegExp(`^mate\\.html: chess, \\d+ kB, head ${head}\n$`));
  const html = await text('mate.html');
  expect(inside(html, 'kifu-record')).toEqual(await read('mate.car'));
  expect(html).toContain('<title>Ann – &#60;/title&#62;&#60;script&#62;alert(1)');
  expect(html).not.toContain('alert(1)</script>');
});

test('exports other forms, at a moment, and to standard output', async () => {
  await run('convert @mate.car -o @mate.pgn');
  const { code, out } = await run('export --html @mate.pgn --start 3');
  expect(code).toBe(0);
  expect(out).toMatch(/^<!doctype html>/);
  expect(out).toContain('<kifu-viewer at="3">');
  expect((await run('export --html @mate.car --start "><b')).code).toBe(2);
  const onTerminal = await run('export --html @mate.car', { isTTY: { stdout: true } });
  expect(onTerminal).toMatchObject({ code: 1, out: '' });
  expect(onTerminal.err).toContain('the page is not for a terminal');
});

test('--json tells the file and the record', async () => {
  const [file] = jsonLines((await run('export --html @mate.car -o @j.html --json')).out);
  expect(file).toMatchObject({ ok: true, game: 'chess', head, losses: [] });
  expect(file.sizeBytes).toBe((await read('j.html')).length);
  const [page] = jsonLines((await run('export --html @mate.car --json')).out);
  expect(inside(page.html, 'kifu-record')).toEqual(await read('mate.car'));
});

test('refuses what is broken, what is no record, and to write over a file', async () => {
  const broken = new Uint8Array(await read('mate.car'));
  broken[broken.length - 3]! ^= 1;
  await write('broken.car', broken);
  const refused = await run('export --html @broken.car -o @broken.html');
  expect(refused.code).toBe(1);
  expect(refused.err).toMatch(/^kifu: (broken-chain|malformed|not-found|broken-record)/);
  await write('other.txt', 'no record');
  expect((await run('export --html @other.txt')).err).toMatch(/^kifu: malformed/);
  await write('there.html', 'mine');
  expect((await run('export --html @mate.car -o @there.html')).err).toMatch(/^kifu: exists/);
  expect(await text('there.html')).toBe('mine');
  expect((await run('export --html @mate.car -o @there.html --force')).code).toBe(0);
});
