import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { jsonLines, kifu } from '../test/run-kifu.ts';

/** Commands that do nothing alone. */
const NEED_OTHERS = new Set(['publish', 'fetch', 'serve', 'watch', 'lobby']);

const COMMANDS = [
  ['demo'],
  ['play'],
  ['lobby'],
  ['config'],
  ['record'],
  ['show'],
  ['replay'],
  ['info'],
  ['state'],
  ['verify'],
  ['diff'],
  ['convert'],
  ['branch'],
  ['publish'],
  ['fetch'],
  ['library'],
  ...['list', 'search', 'show', 'stats', 'import', 'export', 'hide', 'unhide', 'public', 'private']
    .concat(['check', 'gc', 'backup', 'reindex', 'delete'])
    .map(name => ['library', name]),
  ['key'],
  ['games'],
  ['move'],
  ['move', 'encode'],
  ['move', 'decode'],
  ['perft'],
  ['run'],
  ['completion'],
];

test('without words it shows its help', async () => {
  const { code, out } = await kifu([]);
  expect(code).toBe(0);
  for (const [name] of COMMANDS) expect(out).toContain(`  ${name} `);
});

test.each(COMMANDS.map(words => words.join(' ')))('%s --help has examples', async words => {
  const { code, out, err } = await kifu([...words.split(' '), '--help']);
  expect(code).toBe(0);
  expect(err).toBe('');
  expect(out).toContain('Examples:\n  $ ');
  expect(out).toContain('--json');
  expect(Math.max(...out.split('\n').map(line => line.length))).toBeLessThanOrEqual(80);
});

const OF_OTHERS = /--server|--join|--listen|--peer|--store postgres|--publish peer|theirs\.car/;

test('the examples of every help text can be run', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kifu-'));
  await makeFiles(folder);
  for (const words of [[], ...COMMANDS]) {
    const { out } = await kifu([...words, '--help']);
    for (const [, example] of out.matchAll(/^ {2}\$ (.*?)(?: {3}.*)?$/gm)) {
      const [, echoed, rest] = /^(?:echo '(.*)' \| )?.*?kifu (.*?)(?: [<>].*|\)")?$/.exec(
        example!,
      )!;
      const argv = [...rest!.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
        ([, single, double, bare]) => single ?? double ?? bare!,
      );
      // these take a daemon, a gateway, a server, a database, another peer or the id of another player
      if (NEED_OTHERS.has(argv[0]!) || OF_OTHERS.test(rest!)) continue;
      const few = argv.includes('--level') ? ['--moves', '1'] : ['--nodes', '1'];
      const less = { demo: ['--moves', '1'], play: few }[argv[0]!] ?? [];
      const output = argv[argv.indexOf('-o') + 1]!;
      if (argv.includes('-o')) await rm(join(folder, output), { force: true, recursive: true });
      if (example === 'kifu key new') await rm(join(folder, 'keys'), { recursive: true });
      const went = await kifu(
        [...argv, ...less].map(word => (/\.\w+$|\/$/.test(word) ? join(folder, word) : word)),
        { input: echoed ?? '', env: { KIFU_HOME: folder } },
      );
      expect(went, example).toMatchObject({ code: 0, err: '' });
    }
  }
  await rm(folder, { recursive: true });
});

const PROOFS: { readonly proofs: readonly { readonly name: string; readonly proof: string }[] } =
  JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../vectors/record/proofs.json'), 'utf8'),
  );

/** The files that examples speak of. */
async function makeFiles(folder: string): Promise<void> {
  const env = { KIFU_HOME: folder };
  const at = (name: string) => join(folder, name);
  const moves = '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6';
  await writeFile(at('game.txt'), moves);
  for (const name of ['game.pgn', 'games.pgn', 'more.pgn'])
    await writeFile(at(name), `${moves} *\n\n`.repeat(3));
  await mkdir(at('games'));
  for (const name of ['game.car', 'what-if.car', 'games/one.car'])
    await kifu(['record', 'chess', '--moves', at('game.txt'), '-o', at(name)], { env });
  const [proof] = PROOFS.proofs.filter(({ name }) => name === 'referee: two nodes after one');
  await writeFile(at('proof.cbor'), Buffer.from(proof!.proof, 'hex'));
  await writeFile(at('mate.txt'), 'f3 e5 g4 Qh4');
  const names = ['--player', 'Ann', '--player', 'Bob'];
  const mate = ['record', 'chess', '--moves', at('mate.txt'), ...names, '-o', at('mate.car')];
  await kifu(mate, { env });
  await kifu(['convert', at('game.car'), '--to', 'pgn', '-o', at('game.pgn'), '--force'], { env });
  await kifu(['key', 'new'], { env });
}

test('help finds commands, also within commands', async () => {
  const [short, long] = await Promise.all([
    kifu(['help', 'move', 'encode']),
    kifu(['move', 'encode', '--help']),
  ]);
  expect(short).toEqual(long);
  expect((await kifu(['help'])).out).toBe((await kifu([])).out);
});

test('--version prints the version', async () => {
  expect((await kifu(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test.each<[why: string, argv: string[], says: string]>([
  ['an unknown command', ['pley'], "unknown command 'pley'\n(Did you mean play?)"],
  ['an unknown option', ['games', '--jsn'], "unknown option '--jsn'\n(Did you mean --json?)"],
  ['a missing argument', ['perft', 'chess'], "missing required argument 'DEPTH'"],
  ['a bad depth', ['perft', 'chess', '33'], 'from 0 to 32'],
  ['a depth that is not a number', ['perft', 'chess', '2e0'], 'from 0 to 32'],
  ['a bad seed', ['demo', '--seed', '-1'], 'from 0 to 2147483647'],
  ['a bad long seed', ['perft', 'chess', '1', '--seed', 'abc'], '64 hex digits'],
  ['a bad list of seats', ['play', 'chess', '--seats', 'human,dog'], 'human,bot:random'],
  ['too many words', ['games', 'chess', 'go'], 'too many arguments'],
  ['a part of a command missing', ['move'], 'Usage: kifu move'],
  ['the help of nothing', ['help', 'nosuch'], "unknown command 'nosuch'"],
  ['a start beside a record', ['play', 'chess', '--load', 'x', '--setup', '{}'], 'cannot be used'],
  ['a record from the moves', ['play', 'chess', '--load', '-'], 'carries the moves'],
  ['a record among words', ['play', 'chess', '--save', '-'], 'With --json'],
  ['an unknown shell', ['completion', 'tcsh'], 'bash, zsh, or fish'],
])('%s is wrong usage', async (_why, argv, says) => {
  const { code, out, err } = await kifu(argv);
  expect(code).toBe(2);
  expect(out).toBe('');
  expect(err).toContain(says);
  expect(err).not.toContain('    at ');
});

test('a fault goes to standard error with its code, rule and place', async () => {
  const setup = await kifu(['run', 'chess', '--setup', '{"seed":1}']);
  expect(setup).toMatchObject({ code: 1, out: '' });
  expect(setup.err).toMatch(
    /^kifu: bad-setup: chess has no randomness and takes no seed at \/seed\n$/,
  );
  const move = await kifu(['move', 'encode', 'chess', '--play', 'e2e5']);
  expect(move.err).toBe('kifu: illegal-move (geometry): e2 to e5: that piece cannot move there\n');
});

test('with --json a fault is JSON on standard output, wherever --json stands', async () => {
  for (const argv of [
    ['perft', 'ches', '3', '--json'],
    ['--json', 'perft', 'ches', '3'],
  ]) {
    const { code, out, err } = await kifu(argv);
    expect(code).toBe(1);
    expect(err).toBe('');
    expect(jsonLines(out)).toMatchObject([{ ok: false, fault: { code: 'unknown-game' } }]);
  }
});

test.each<[why: string, argv: string[], env: Record<string, string>, tty: boolean, isOn: boolean]>([
  ['a terminal', [], {}, true, true],
  ['no terminal', [], {}, false, false],
  ['NO_COLOR', [], { NO_COLOR: '1' }, true, false],
  ['an empty NO_COLOR', [], { NO_COLOR: '' }, true, true],
  ['FORCE_COLOR', [], { FORCE_COLOR: '1' }, false, true],
  ['FORCE_COLOR=0', [], { FORCE_COLOR: '0' }, true, false],
  ['--no-color', ['--no-color'], { FORCE_COLOR: '1' }, true, false],
  ['a dumb terminal', [], { TERM: 'dumb' }, true, false],
])('colors: %s', async (_why, argv, env, stdout, isOn) => {
  for (const words of [['games'], ['--help']]) {
    const { out } = await kifu([...words, ...argv], { env, isTTY: { stdout } });
    expect(out.includes('\x1b[')).toBe(isOn);
  }
});
