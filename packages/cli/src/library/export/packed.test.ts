/** A packed match and a match stored as blocks are exported alike: the same bytes, and the same losses. */
import { readdir } from 'node:fs/promises';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { MATE, workshop } from '../../../test/files.ts';
import { jsonLines } from '../../../test/run-kifu.ts';

const { run, at, write, read } = workshop();

const homes = ['packed', 'blocks'] as const;
const kifu = (home: string, words: string) => run(words, { env: { KIFU_HOME: at(home) } });

const TAGS = '[White "Ann"]\n[Black "Bob"]\n[Date "2026.03.01"]\n';
const GAMES = [
  `${TAGS}[ECO "B00"]\n\n1. e4 e5 2. Nf3 {book} Nc6 (2... d6 {solid} 3. d4) 3. Bb5 $1 1-0\n\n`,
  `${TAGS}[Round "2"]\n\n1. e4 c5 2. Nf3 d6 3. d4 cxd4 1/2-1/2\n\n`,
  `${TAGS}[Round "3"]\n\n1. a3 h5 0-1\n\n`,
  `${TAGS}[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n[SetUp "1"]\n\n1. e4 Ke7 1-0\n\n`,
];

beforeAll(async () => {
  await write('games.pgn', GAMES.join(''));
  await write('game.sgf', '(;GM[1]FF[4]SZ[9]PB[Cho]PW[Lee]RE[B+R];B[ee]C[tengen];W[cc])');
  await write('moves.txt', MATE);
  await kifu('signer', 'key new');
  await kifu('signer', 'record chess --moves @moves.txt --key me -o @signed.car --no-save');
  const files = '@games.pgn @game.sgf @signed.car';
  for (const home of homes) {
    const keep = home === 'blocks' ? ' --keep-blocks' : '';
    const { out } = await kifu(home, `library import ${files}${keep}`);
    expect(out).toMatch(/^6 records: 6 new, 0 already known, 0 invalid/);
  }
});

test.each(['pgn', 'sgf', 'json', 'car', 'pack'])('as %s', async form => {
  const wrote: unknown[] = [];
  for (const home of homes) {
    const folder = `${home}-${form}`;
    const { out } = await kifu(home, `library export --all --to ${form} -o @${folder}/ --json`);
    const files = (await readdir(at(folder))).sort();
    const bytes = await Promise.all(files.map(name => read(`${folder}/${name}`)));
    const lines = jsonLines(out).map(line => ({ ...line, file: null }));
    wrote.push({ lines, files, bytes: bytes.map(one => Buffer.from(one).toString('base64')) });
  }
  expect(wrote[0]).toEqual(wrote[1]);
  expect((wrote[0] as { files: string[] }).files.length).toBeGreaterThan(0);
});

test('in one file and on standard output alike', async () => {
  const texts: string[] = [];
  for (const home of homes) {
    await kifu(home, `library export --game chess --to pgn -o @${home}-all.pgn`);
    texts.push(Buffer.from(await read(`${home}-all.pgn`)).toString());
    texts.push((await kifu(home, 'library export --game chess --to pgn')).out);
  }
  expect(new Set(texts).size).toBe(1);
  expect(texts[0]!.match(/^\[Event /gm)).toHaveLength(5);
});

test.each(['gz', 'zst'])('compressed as .%s, which imports as what it was', async ending => {
  await kifu('packed', 'library export --game chess -o @plain.pgn --force');
  const { code } = await kifu('packed', `library export --game chess -o @all.pgn.${ending}`);
  expect(code).toBe(0);
  const bytes = await read(`all.pgn.${ending}`);
  const unpacked = ending === 'gz' ? gunzipSync(bytes) : zstdDecompressSync(bytes);
  expect(Buffer.compare(unpacked, await read('plain.pgn'))).toBe(0);
  const { out } = await kifu(`home-${ending}`, `library import @all.pgn.${ending}`);
  expect(out).toMatch(/^5 records: 5 new, 0 already known, 0 invalid/);
  expect((await readdir(at('.'))).filter(name => name.endsWith('.tmp'))).toEqual([]);
});

test('a compressed file that cannot be written leaves nothing behind', async () => {
  const { code, err } = await kifu('packed', 'library export --all -o @no/such.pgn.zst');
  expect({ code, err }).toMatchObject({ code: 1, err: /unwritable: no\/such\.pgn\.zst/ });
});
