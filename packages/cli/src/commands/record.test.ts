import { expect, test } from 'vitest';
import { MATE, workshop } from '../../test/files.ts';
import { jsonLines, kifu } from '../../test/run-kifu.ts';
import { toys } from '../../test/toy-kits.ts';

const { run, text, write, at, read } = workshop();

const movesOf = async (file: string, world = {}): Promise<string[]> =>
  jsonLines((await run(`replay @${file} --json`, world)).out)[0].moves;

let count = 0;
/** Records moves of chess and gives the file. */
async function record(moves: string, options = ''): Promise<string> {
  const file = `game-${count++}.car`;
  const { code, err } = await run(`record chess --moves - -o @${file}${options}`, { input: moves });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return file;
}

test('moves become a record', async () => {
  await write('moves.txt', MATE);
  const { code, out } = await run('record chess --moves @moves.txt --player Ann -o @mate.car');
  expect(code).toBe(0);
  expect(out).toMatch(/^mate\.car: 4 entries, Black wins by checkmate\nbafyrei[a-z2-7]{52}\n$/);
  const [, head] = out.trimEnd().split('\n');
  expect((await run('info @mate.car')).out).toContain(`head     ${head}\n`);
  // the same moves, the same record
  const [json] = jsonLines(
    (await run('record chess --moves @moves.txt --player Ann -o @mate.json --json')).out,
  );
  expect(json).toMatchObject({ ok: true, entries: 4, head, outcome: { reason: 'checkmate' } });
  expect(JSON.parse(await text('mate.json')).entries).toHaveLength(4);
});

test.each<[why: string, moves: string]>([
  ['a move a line', 'e4\ne5\nNf3\n'],
  ['several a line', 'e4 e5 Nf3'],
  ['numbers and a result', '1. e4 e5\n2. Nf3 *'],
  ['numbers without blanks', '1.e4 1...e5 2.Nf3'],
  ['comments and blank lines', '# a game\n\ne4 ; best\ne5 # well\n\n\tNf3'],
  ['line ends of another system, a mark before', '\ufeffe4\r\ne5\r\nNf3\r\n'],
  ['UCI, hex, JSON', 'e2e4 e7e5\n0x061500'],
  ['JSON', '{"from":[4,1],"to":[4,3]}\n{"from": [4, 6], "to": [4, 4]}\nNf3'],
  [
    'lines for kifu run',
    '{"move":"e4"}\n{"seat":1,"move":"0x342400"}\n{"move":{"from":[6,0],"to":[5,2]}}',
  ],
])('moves are read: %s', async (_why, moves) => {
  expect(await movesOf(await record(moves))).toEqual(['e4', 'e5', 'Nf3']);
});

test('mate may have its sign, and a result after it', async () => {
  expect(await movesOf(await record('f3 e5 g4 Qh4# 0-1'))).toHaveLength(4);
});

test('an empty list of moves makes a record without entries', async () => {
  const file = await record('');
  expect((await run(`info @${file}`)).out).toContain('entries  0\n');
});

test('seats may leave and claim', async () => {
  const resigned = await record('e4\n{"leave":1}\n');
  expect((await run(`show @${resigned}`)).out).toContain('entry 2 of 2: White wins by resignation');
  const back = 'Nf3 Nf6 Ng1 Ng8 '.repeat(2);
  const claimed = await record(`${back}\n{"claim":"threefoldRepetition"}`);
  expect((await run(`show @${claimed}`)).out).toContain('draw by threefold repetition');
});

test.each<[why: string, moves: string, says: RegExp]>([
  [
    'an illegal move',
    'e4 e5\n\nNf3 Ke4',
    /^illegal-move \(noSuchMove\): standard input: Ke4 .* at line 3, column 5$/,
  ],
  ['no move', 'e4\n  what', /^malformed: standard input: .* at line 2, column 3$/],
  [
    'a move too many',
    `${MATE}a3`,
    /^(?:game-over|illegal-move).*: standard input: .* at line 3, column 1$/,
  ],
  [
    'the wrong seat',
    '{"seat":1,"move":"e5"}',
    /^wrong-seat.*: standard input: .* at line 1, column 1$/,
  ],
  ['broken JSON', '{"move":', /^malformed: standard input: .* at line 1, column 1$/],
  ['a draw of chance', '{"draw":1}', /^unsupported: standard input: a list has moves, claims/],
])('%s is a fault with its place', async (_why, moves, says) => {
  const { code, out, err } = await run('record chess --moves - -o @never.car', { input: moves });
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err.replace(/^kifu: (.*)\n$/, '$1')).toMatch(says);
  await expect(read('never.car')).rejects.toThrow('ENOENT');
});

test('refuses moves that are no UTF-8', async () => {
  const input = [Uint8Array.of(0xff, 0xfe)];
  expect((await run('record chess --moves - -o @never.car', { input })).err).toBe(
    'kifu: malformed: standard input: not UTF-8\n',
  );
});

test('names go to the seats in order; a game of dice needs a seed', async () => {
  const world = { games: toys, input: 'm0 m1' };
  expect((await run('record race --moves - -o @race.car', world)).err).toBe(
    'kifu: bad-setup: race needs a seed at /seed\n',
  );
  await run('record race --moves - --seed 5 --player Ann --player Bob -o @race.car', world);
  expect((await run('info @race.car', world)).out).toMatch(
    /seat 0 {3}Ann\nseat 1 {3}Bob\n[\s\S]*\nrandom {3}seeded\n/,
  );
  await run('record nim --moves - --player A --player B --player C -o @nim.car', {
    games: toys,
    input: '3 3',
  });
  expect(await movesOf('nim.car', { games: toys })).toEqual(['m3', 'm3']);
});

test('numbers that are moves are not skipped', async () => {
  const world = { games: toys, input: '1. 3 2\n2. 1 3' };
  await run('record nim --moves - -o @numbers.car', world);
  expect(await movesOf('numbers.car', world)).toEqual(['m3', 'm2', 'm1', 'm3']);
});

test('--position sets the start of the record', async () => {
  const position = '8/4P1k1/8/8/8/8/8/4K3 w - - 0 1';
  const argv = ['record', 'chess', '--moves', '-', '--position', position, '-o', at('end.car')];
  expect((await kifu(argv, { input: 'e8=Q' })).code).toBe(0);
  expect(await movesOf('end.car')).toEqual(['e8=Q']);
});

test('records the ticks of moves, and refuses one that goes back', async () => {
  const world = { games: toys, input: '{"seat":0,"move":0}\n{"seat":1,"move":1,"at":7}\n' };
  await run('record lane --moves - -o @lane.json', world);
  const { entries } = JSON.parse(await text('lane.json'));
  expect(entries.map(({ seat, at: tick }: { seat: number; at: number }) => [seat, tick])).toEqual([
    [0, null],
    [1, 7],
  ]);
  const early = { ...world, input: `${world.input}{"seat":0,"move":0,"at":3}` };
  expect((await run('record lane --moves - -o @early.json', early)).err).toMatch(
    /^kifu: past-time: standard input: .* at line 3, column 1\n$/,
  );
});

test('--key signs for one seat', async () => {
  await run('key new');
  const file = await record(MATE, ' --key me --seat 1');
  const [report] = jsonLines((await run(`verify @${file} --json`)).out);
  // begun and ended by both: the other side's key is made for this record, and thrown away
  expect(report).toMatchObject({ ok: true, checked: { signed: 8, signatures: 8 } });
  expect((await run('record chess --moves - --key me --seat 5 -o @n.car')).err).toBe(
    'kifu: wrong-seat: no seat 5 to sign for\n',
  );
  expect((await run('record chess --moves - --key you -o @n.car')).err).toContain(
    'no key named you',
  );
});

test('refuses to replace a file, and a name of another form', async () => {
  await write('precious.car', 'diary');
  expect((await run('record chess --moves - -o @precious.car', { input: 'e4' })).err).toBe(
    'kifu: exists: precious.car already exists; choose another name or use --force\n',
  );
  expect(await text('precious.car')).toBe('diary');
  await run('record chess --moves - -o @precious.car --force', { input: 'e4' });
  expect(await movesOf('precious.car')).toEqual(['e4']);
  expect((await run('record chess --moves - -o @game.pgn', { input: 'e4' })).err).toBe(
    'kifu: unsupported: game.pgn: only .car, .kifu and .json store whole records; use kifu convert for pgn\n',
  );
  expect((await run('record chess --moves @nowhere -o @x.car')).err).toBe(
    'kifu: unreadable: cannot read nowhere: no such file or folder\n',
  );
});
