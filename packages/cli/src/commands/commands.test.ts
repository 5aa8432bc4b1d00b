/** The commands that answer and end: games, demo, move, perft, run, completion. */
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { jsonLines, kifu } from '../../test/run-kifu.ts';
import { toys } from '../../test/toy-kits.ts';

const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';

test('games: a table with every game', async () => {
  const { out } = await kifu(['games']);
  expect(out).toMatch(/^NAME +CODE +VERSION +SEATS/);
  expect(out).toMatch(/\nchess +1 +1 +2 +– +SAN, UCI +FEN\n/);
  const toyTable = (await kifu(['games'], { games: toys })).out;
  expect(toyTable).toMatch(/\nnim +203 +1 +2–3 +– /);
  expect(toyTable).toMatch(/\nlane .* real time, no turns /);
  expect(toyTable).toMatch(/\ntricks .* randomness, hidden hands /);
  const [{ ok, games }] = jsonLines((await kifu(['games', '--json'])).out);
  expect(ok).toBe(true);
  expect(games).toContainEqual(expect.objectContaining({ name: 'chess', code: 1, seats: [2, 2] }));
});

test('games: one of them, with its options', async () => {
  const { out } = await kifu(['games', 'nim'], { games: toys });
  expect(out).toBe(`Toy nim  nim, code 203, version 1
  seats  2–3: by number
  moves  m
  bots   random, mcts

Options, each given as --option NAME=VALUE:
  heap: a whole number from 1 to 15 (15)
    How many there are to take.
`);
  expect((await kifu(['games', 'race'], { games: toys })).out).toMatch(/\n {2}no options\n$/);
  const [{ game }] = jsonLines((await kifu(['games', 'nim', '--json'], { games: toys })).out);
  expect(game).toMatchObject({ title: 'Toy nim', options: { heap: { maximum: 15, default: 15 } } });
  expect(await kifu(['games', 'gobang'])).toMatchObject({
    code: 1,
    err: expect.stringMatching('unknown-game'),
  });
});

test('options: by name, as JSON or as a word, refused where the game has no such option', async () => {
  const count = (...words: string[]) => kifu(['perft', 'go', '1', ...words]);
  expect((await count('--option', 'width=3', '--option', 'rules=Japanese')).out).toMatch(/^10 /m);
  expect(await count('--option', 'size=9')).toMatchObject({
    code: 1,
    err: 'kifu: bad-setup: go has no option "size"; options: handicap, height, komiHalves, rules, width at /options/size\n',
  });
  expect(await count('--option', 'width')).toMatchObject({
    code: 2,
    err: expect.stringMatching('NAME=VALUE'),
  });
  const played = await kifu(['play', 'go', '--setup', '{"size":9}', '--seats', 'bot,bot']);
  expect(played).toMatchObject({
    code: 1,
    err: expect.stringMatching(
      'unknown setup field "size"; allowed: seats, seed, options, start at /size',
    ),
  });
});

test('the help of a command that names a game lists the options of that game', async () => {
  for (const command of ['play', 'record', 'perft']) {
    const { out } = await kifu([command, 'nim', '--help'], { games: toys });
    expect(out).toMatch(/Options, each given as --option NAME=VALUE:\n {2}\w+: /);
  }
  for (const words of [
    ['play', '--help'],
    ['games', 'nim', '--help'],
    ['play', 'gobang', '-h'],
  ])
    expect((await kifu(words, { games: toys })).out).not.toContain('each given as');
});

test('demo: bots of a level', async () => {
  const moves = async (...level: string[]) =>
    jsonLines((await kifu(['demo', 'go', '--moves', '2', '--json', ...level])).out)[0].moves;
  expect(await moves('--level', '1')).toHaveLength(2);
  expect(await moves('--level', '1')).not.toEqual(await moves('--level', '3'));
  expect((await kifu(['demo', '--level', '6'])).code).toBe(2);
});

test('demo: moves, an end and what to do next, without a terminal', async () => {
  const { code, out } = await kifu(['demo', '--moves', '6']);
  expect(code).toBe(0);
  expect(out).toMatch(
    /^ {2}1\. \S+ \S+ 2\. \S+ \S+ 3\. \S+ \S+\n\n {2}8 [\s\S]*\n\nstopped after 6 moves\n/,
  );
  expect(out).toMatch(/\nverified {3}8 links, 8 actions, 0 hashes, 8 signatures\n/);
  expect(out).toMatch(/\nhead {7}bafyrei[a-z2-7]{52}\n/);
  expect(out).toContain('npx kifu play chess');
  expect(out).not.toContain('\x1b');
});

test('demo: a terminal sees the board drawn in place', async () => {
  const world = { isTTY: { stdout: true }, env: { TERM: 'xterm-256color', LANG: 'C.UTF-8' } };
  const { out } = await kifu(['demo', '--moves', '3'], world);
  expect(out.split('\x1b[14A')).toHaveLength(1 + 3);
  expect(out).toContain('♚');
  const [json] = jsonLines((await kifu(['demo', '--moves', '3', '--json'], world)).out);
  expect(json).toMatchObject({ ok: true, game: 'chess', outcome: null });
  expect(json.moves).toHaveLength(3);
});

test('demo: the last board stays in sight', async () => {
  const env = { TERM: 'xterm-256color', LANG: 'C.UTF-8' };
  const live = (await kifu(['demo', '--moves', '1'], { isTTY: { stdout: true }, env })).out;
  expect(live).toMatch(/stopped after 1 move\b/);
  expect(live.slice(live.lastIndexOf('[14A'))).not.toMatch(/1\. .*1\. /s);
  const dumb = { TERM: 'dumb' };
  const plain = (await kifu(['demo', '--moves', '1'], { isTTY: { stdout: true }, env: dumb })).out;
  expect(plain).toMatch(/\n {5}a {2}b .*\n\nstopped after 1 move\n/);
});

test('demo: the same seed, the same match', async () => {
  const once = await kifu(['demo', '--moves', '4', '--seed', '3']);
  expect(await kifu(['demo', '--moves', '4', '--seed', '3'])).toEqual(once);
});

test('move encode: every spelling', async () => {
  expect((await kifu(['move', 'encode', 'chess', 'e2e4'])).out).toBe(
    [
      'json      {"from":[4,1],"promotion":null,"to":[4,3]}',
      'hex       0x0C1C00',
      'bytes     0C1C00',
      'notation  e4 (SAN), e2e4 (UCI)',
      'legal     yes',
      '',
    ].join('\n'),
  );
});

test('move encode: moves from lines, each played before the next', async () => {
  const { code, out } = await kifu(['move', 'encode', 'chess', '--play', '--json', 'e4', '-'], {
    input: 'e5\n\n0x061500\n{"from":[1,7],"to":[2,5]}\n',
  });
  expect(code).toBe(0);
  expect(jsonLines(out).map(({ notation }) => notation.SAN)).toEqual(['e4', 'e5', 'Nf3', 'Nc6']);
});

test('move encode: a fault names its line, and what was good before it is told', async () => {
  const { code, out, err } = await kifu(['move', 'encode', 'chess', '--json', '-'], {
    input: 'e4\n\nbad\nd4\n',
  });
  expect({ code, err }).toEqual({ code: 1, err: '' });
  expect(jsonLines(out)).toMatchObject([
    { ok: true },
    { ok: false, fault: { code: 'malformed', at: { line: 3 } } },
  ]);
});

test('move encode: of several words the wrong one is quoted', async () => {
  const { err } = await kifu(['move', 'encode', 'chess', 'e4', 'zz']);
  expect(err).toContain('kifu: malformed: "zz": ');
});

test('move: positions decide what is legal and how it is written', async () => {
  const position = '8/4P1k1/8/8/8/8/8/4K3 w - - 0 1';
  const [json] = jsonLines(
    (await kifu(['move', 'encode', 'chess', 'e8=Q', '--position', position, '--json'])).out,
  );
  expect(json).toMatchObject({ hex: '0x343C01', bytes: '347C00', legal: true });
  const decoded = await kifu(['move', 'decode', 'chess', '0x343C01']);
  expect(decoded.out).toContain('e7e8q (UCI)');
  expect(decoded.out).toContain('legal     illegal: illegal-move (notYours)');
});

test('move decode: hex, bytes, and nothing else', async () => {
  const bytes = await kifu(['move', 'decode', 'chess', '--bytes', '347C00', '--json']);
  expect(jsonLines(bytes.out)).toMatchObject([{ hex: '0x343C01' }]);
  expect((await kifu(['move', 'decode', 'chess', '0x343c01'])).out).toContain('0x343C01');
  for (const text of ['e2e4', '0x'])
    expect(await kifu(['move', 'decode', 'chess', text])).toMatchObject({ code: 1, out: '' });
});

test.each<[argv: string[], nodes: number]>([
  [['chess', '0'], 1],
  [['chess', '4'], 197281],
  [['chess', '3', '--position', KIWIPETE], 97862],
  [['chess', '2', '--position', '7k/8/8/8/8/8/8/K7 w - - 0 1'], 9], // drawn, and counted all the same
])('perft %j', async (argv, nodes) => {
  const [json] = jsonLines((await kifu(['perft', ...argv, '--json'])).out);
  expect(json).toMatchObject({ ok: true, game: 'chess', nodes });
});

test('perft: the general way, for games that have no quicker one', async () => {
  const [json] = jsonLines((await kifu(['perft', 'nim', '3', '--json'], { games: toys })).out);
  expect(json.nodes).toBe(27);
});

test('perft --divide adds up', async () => {
  const { out } = await kifu(['perft', 'chess', '3', '--divide']);
  expect(out).toMatch(/^Na3 +400\n/);
  expect(out).toMatch(/\n\n8,902 sequences of 3 moves in .* per second\n$/);
  const [{ moves, nodes }] = jsonLines(
    (await kifu(['perft', 'chess', '3', '--divide', '--json'])).out,
  );
  expect(moves).toHaveLength(20);
  expect(moves.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(nodes);
});

test('run: a line for the start, one for each line that is not blank', async () => {
  const input = '{"move":"e4"}\n\n  \nrubbish\n{"move":"e5"}';
  const lines = jsonLines((await kifu(['run', 'chess'], { input })).out);
  expect(lines.map(({ ok, start, n }) => [ok, start, n])).toEqual([
    [true, true, undefined],
    [true, undefined, 1],
    [false, undefined, undefined],
    [true, undefined, 2],
  ]);
});

test('run: huge lines and broken text are refused, and the match continues', async () => {
  const huge = Buffer.alloc(1 << 20, 'x');
  const input = [
    huge,
    huge,
    Buffer.from('\n'),
    Uint8Array.of(0xff, 10),
    Buffer.from('{"move":"e4"}\n'),
  ];
  const { code, out } = await kifu(['run', 'chess'], { input });
  expect(code).toBe(0);
  expect(jsonLines(out).slice(1)).toMatchObject([
    { ok: false, fault: { code: 'too-large' } },
    { ok: false, fault: { code: 'malformed' } },
    { ok: true, n: 1 },
  ]);
});

test('run: a bad setup is a fault, a seed may come beside it', async () => {
  const world = { games: toys, input: '{"move":0}\n' };
  expect(await kifu(['run', 'race'], world)).toMatchObject({
    code: 1,
    out: '',
    err: 'kifu: bad-setup: race needs a seed at /seed\n',
  });
  expect(jsonLines((await kifu(['run', 'race', '--seed', '1'], world)).out).length).toBeGreaterThan(
    3,
  );
});

test('completion: commands, options and games in every shell', async () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { code, out } = await kifu(['completion', shell]);
    expect(code).toBe(0);
    for (const word of ['perft', 'move encode', 'chess', 'divide', 'json'])
      expect(out).toContain(word);
  }
});

test.each<[words: string[], offers: string]>([
  [['pe'], 'perft'],
  [['move', ''], 'encode decode --'],
  [['perft', 'ch'], 'chess'],
  [['perft', 'chess', '--di'], '--divide'],
  [['--json', 'move', 'decode', '--by'], '--bytes'],
  [['completion', 'z'], 'zsh'],
  [['he'], 'help'],
  [['run', 'chess', '--draws', 'f'], 'fair'],
  [['play', 'chess', '--pieces', ''], 'figures letters'],
  [['verify', '--qu'], '--quick'],
  [['key', ''], 'new list show export import'],
])('completion: bash completes %j', async (words, offers) => {
  const { out } = await kifu(['completion', 'bash']);
  const program = `${out}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _kifu; echo "\${COMPREPLY[@]}"`;
  const reply = execFileSync('bash', ['-c', program, 'bash', 'kifu', ...words], {
    encoding: 'utf8',
  });
  expect(reply).toContain(offers);
});

test('completion: files where a command takes files', async () => {
  const { out } = await kifu(['completion', 'bash']);
  const program = `${out}\nCOMP_WORDS=(kifu verify ''); COMP_CWORD=2; _kifu; echo "[\${COMPREPLY[@]}]"`;
  expect(execFileSync('bash', ['-c', program], { encoding: 'utf8' })).toBe('[]\n');
  expect((await kifu(['completion', 'fish'])).out).toContain(
    `complete -c kifu -n 'test (__kifu_place) = '\\''verify'\\''' -F\n`,
  );
  expect((await kifu(['completion', 'zsh'])).out).toMatch(/'verify'.*\) .*_files; return/);
});
