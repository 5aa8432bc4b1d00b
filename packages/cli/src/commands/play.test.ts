import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ok, unwrap } from '@kifu/core';
import { gameNames, loadKit } from '@kifu/games';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jsonLines, kifu, type World } from '../../test/run-kifu.ts';
import { toys } from '../../test/toy-kits.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kifu-'));
});
afterAll(() => rm(folder, { recursive: true }));

const TWO = ['--seats', 'human,human'];
const chess = (lines: readonly string[], argv: readonly string[] = TWO, world: World = {}) =>
  kifu(['play', 'chess', ...argv], { ...world, input: lines.map(line => `${line}\n`).join('') });

test('people play to mate; any notation will do', async () => {
  const { code, out } = await chess(['f3', 'e7e5', '0x0E1E00', '{"from":[3,7],"to":[7,3]}']);
  expect(code).toBe(0);
  expect(out).toContain('White> ');
  expect(out).toContain('   1. White  f3      pawn to f3\n');
  expect(out).toContain('      Black  Qh4#    queen to h4, checkmate\n');
  expect(out).toContain('  4  ·  ·  ·  ·  ·  ·  P [q]\n');
  expect(out).toContain('\nBlack wins by checkmate\n');
});

test('a person who plays second alone sees a chequered board from there, and tiles as they lie', async () => {
  const second = (game: string) =>
    kifu(['play', game, '--seats', 'bot:random,human', '--seed', '1'], { input: '' });
  expect((await second('chess')).out).toMatch(/ h {2}g {2}f {2}e {2}d {2}c {2}b {2}a\n/);
  expect((await second('mage-duel')).out).toMatch(/ a {5}b {5}c {5}d {5}e {5}f {5}g {5}h\n/);
});

test('a match without a move time in the options hurries no player', async () => {
  const header = async (...argv: string[]) => {
    const path = join(folder, 'duel.json');
    await kifu(['play', 'mage-duel', ...TWO, '--seed', '1', '--save', path, ...argv], {
      input: 'skip\nquit\n',
    });
    const { header } = JSON.parse(await readFile(path, 'utf8'));
    await rm(path);
    return header.options;
  };
  expect(await header()).toEqual({ moveTime: 604_800 });
  expect(await header('--option', 'moveTime=65')).toEqual({ moveTime: 65 });
});

test('what is refused is explained, and the turn stays', async () => {
  const { out } = await chess(['e2e5', 'Ke2', 'what', '', 'e4', 'quit']);
  expect(out).toContain('✗ e2 to e5: that piece cannot move there\n');
  expect(out).toContain('(? for help)');
  expect(out).toContain('   1. White  e4 ');
});

test('a move of the other side says whose turn it is', async () => {
  const { out } = await chess(['e4', 'g4', 'd4', 'g5', 'quit']);
  expect(out.match(/✗ Black is to move/g)).toHaveLength(2);
  expect(out).toContain('      Black  g5 ');
});

test('a hint is a legal move, and is not played', async () => {
  const { out } = await chess(['e4', 'e5', 'Bc4', 'Nc6', 'Qh5', 'Nf6', 'hint', 'quit']);
  expect(out).toMatch(/White> hint\n {2}Qxf7#\n/);
  expect(out).not.toContain('checkmate');
});

test('an example is a move of the tile at hand, and boards have the letters of moves', async () => {
  const { out } = await kifu(['play', 'mage-duel', '--seats', 'human,human', '--seed', '1'], {
    input: 'quit\n',
  });
  expect(out).toMatch(/Enter a move such as [a-h][1-8]\/[0-3],/);
  expect(out.replace(/^ +edges: .*$/m, '')).not.toMatch(/[CRFcrf]-|-[CRFcrf]/);
});

test.each(gameNames())('the example that %s shows is a legal move as it is spelled', async game => {
  const play = (...lines: string[]) =>
    kifu(['play', game, ...TWO, '--seed', '1'], {
      columns: 1000,
      input: [...lines, 'quit'].map(line => `${line}\n`).join(''),
    });
  const example = /Enter a move such as (.+), or \? for help\./.exec((await play()).out)![1]!;
  const { out } = await play(example);
  expect(out).not.toContain('✗');
  expect(out.split('\n').slice(1).join('\n')).toContain(`  ${example} `);
});

test.each<[words: string[], says: RegExp]>([
  [['help'], /A move in SAN, UCI, JSON, hex, or a command:\n {4}help, \? /],
  [['?'], /position, fen/],
  [['moves'], /Na3 {2}Nc3 {2}Nf3/],
  [['moves e2'], /moves e2\n {4}e3 {2}e4\n/],
  [['moves z'], /no matching moves/],
  [['say'], /White: king e1/],
  [['fen'], /rnbqkbnr\/pppppppp\/8\/8\/8\/8\/PPPPPPPP\/RNBQKBNR w KQkq - 0 1/],
  [['position'], / w KQkq - 0 1/],
  [['hash'], /52e2fa12693f876bce4a2549636edee14702d383a8bde55a21cf8cf02ca7edb5/],
  [['flip'], /h {2}g {2}f {2}e {2}d {2}c {2}b {2}a/],
  [['undo'], /nothing to undo/],
  [['e4', 'e5', 'undo', 'fen'], /took back 1 move\n[\s\S]* b KQkq e?/],
  [['e4', 'resign', 'undo', 'fen'], /took back 1 entry\n[\s\S]* b KQkq /],
  [['draw'], /nothing to claim now/],
  [['resign'], /White resigns\n[\s\S]*Black wins by resignation/],
  [
    ['Nf3', 'Nf6', 'Ng1', 'Ng8', 'Nf3', 'Nf6', 'Ng1', 'Ng8', 'draw'],
    /draw by threefold repetition/,
  ],
  [['save'], /save requires a file name/],
  [['load nowhere.json'], /cannot read nowhere.json/],
])('at the table: %j', async (words, says) => {
  const { code, out } = await chess([...words, 'quit']);
  expect(code).toBe(0);
  expect(out).toMatch(says);
});

test('after the end one may look, take back and continue', async () => {
  const { out } = await chess(['f3', 'e5', 'g4', 'Qh4', 'a3', 'hash', 'undo', 'Nc6', 'quit']);
  expect(out).toContain('✗ the match is over');
  expect(out).toContain('took back 1 move\n');
  expect(out).toContain('Black  Nc6 ');
});

test('a bot answers, the same with the same seed', async () => {
  const argv = ['--nodes', '20', '--seed', '5'];
  const once = await chess(['e4', 'd4'], argv);
  expect(once.out).toContain('White: you · Black: bot:search · seed 5 · 20 nodes');
  expect(once.out.match(/\n {6}Black /g)).toHaveLength(2);
  expect(await chess(['e4', 'd4'], argv)).toEqual(once);
});

test('a person who plays black alone sees the board from black', async () => {
  const { out } = await chess([], ['--seats', 'bot:random,human']);
  expect(out).toContain('     h  g  f  e  d  c  b  a\n');
});

test('bots play alone to the end, or as long as they may', async () => {
  const argv = ['--seats', 'bot:random,bot:random', '--seed', '1'];
  expect((await chess([], argv)).out).toMatch(/(wins|draw) .*\n$/);
  expect((await chess([], [...argv, '--moves', '3'])).out).toMatch(/\nstopped after 3 moves\n$/);
});

test('--json gives the record, and talks on standard error', async () => {
  const { out, err } = await chess(['e4', 'quit'], [...TWO, '--json']);
  expect(jsonLines(out)).toMatchObject([{ ok: true, kifu: { entries: [{ seat: 0 }] } }]);
  expect(err).toContain('1. White  e4');
});

test('a match is saved and loaded, and continues with the same players', async () => {
  const file = join(folder, 'game.json');
  await chess(['e4', `save ${file}`, 'e5', 'quit']);
  expect(JSON.parse(await readFile(file, 'utf8')).entries).toHaveLength(1);
  const loaded = await chess(['e5', 'save', 'quit'], ['--load', file]);
  expect(loaded.out).toContain('White: human · Black: human\n');
  expect(loaded.out).toContain('1 entry verified\n');
  expect(loaded.out).toContain('      Black  e5 ');
});

const entriesIn = async (file: string) => JSON.parse(await readFile(file, 'utf8')).entries.length;

test('another match on the table is not written over the one before', async () => {
  const [one, two] = [join(folder, 'one'), join(folder, 'two')];
  await chess(['e4', 'e5', 'quit'], [...TWO, '--save', two]);
  const { out } = await chess(
    ['d4', `load ${two}`, 'Nf3', `save ${one}`, `save ${folder}/./two`, 'quit'],
    [...TWO, '--save', one],
  );
  expect(out).toContain('  2 entries verified\n');
  expect(out).toContain(`${one} keeps the previous match`);
  expect(out).toContain(`${one} already exists`);
  expect(out).toContain(`saved 3 entries to ${folder}/./two\n`);
  expect([await entriesIn(one), await entriesIn(two)]).toEqual([1, 3]);
});

test('--save is tried before the first move, and a record that cannot be kept is still given', async () => {
  const nowhere = join(folder, 'no', 'where');
  const tried = await chess(['e4'], [...TWO, '--save', nowhere]);
  expect(tried).toMatchObject({ code: 1, out: '' });
  expect(tried.err).toContain(`cannot write ${nowhere}`);
  const gone = join(folder, 'gone');
  await mkdir(gone);
  const file = join(gone, 'file');
  const [json] = jsonLines(
    (
      await chess([`save ${file}`, 'e4', 'quit'], [...TWO, '--save', file, '--json'], {
        games: {
          names: () => ['chess'],
          // the folder goes while the match is on
          load: async name => {
            const kit = unwrap(await loadKit(name));
            const move = () => {
              rmSync(gone, { recursive: true });
              return 'gone';
            };
            return ok({ ...kit, describe: { ...kit.describe, move } });
          },
        },
      })
    ).out,
  );
  expect(json).toMatchObject({ ok: false, fault: { code: 'unwritable' }, kifu: { entries: [{}] } });
});

test('the record that --json gives can be loaded', async () => {
  const file = join(folder, 'answer.json');
  await writeFile(file, (await chess(['e4', 'quit'], [...TWO, '--json'])).out);
  expect((await chess([], ['--load', file])).out).toContain('1 entry verified\n');
});

test('a long seed decides what bots do', async () => {
  const argv = (digit: string) => [
    '--seats',
    'bot:random,bot:random',
    '--moves',
    '6',
    '--seed',
    digit.repeat(64),
  ];
  const once = await chess([], argv('1'));
  expect(await chess([], argv('1'))).toEqual(once);
  expect((await chess([], argv('2'))).out).not.toBe(once.out);
});

test.each<[words: string[], says: string]>([
  [['0x0c1c00'], '1. White  e4'],
  [['resign now'], 'resign takes no argument'],
  [['resign', 'moves'], 'the match is over'],
  [
    ['Nf3', 'Nf6', 'Ng1', 'Ng8', 'Nf3', 'Nf6', 'Ng1', 'Ng8', 'claim x'],
    'you can claim: threefold repetition',
  ],
  [
    ['Nf3', 'Nf6', 'Ng1', 'Ng8', 'Nf3', 'Nf6', 'Ng1', 'Ng8', 'claim rep'],
    'draw by threefold repetition',
  ],
])('typed by people: %j', async (words, says) => {
  expect((await chess([...words, 'quit'])).out).toContain(says);
});

test('the list of words fits into a narrow terminal', async () => {
  const { out } = await chess(['?', 'quit'], TWO, { columns: 40 });
  const list = out.slice(out.indexOf('A move in'), out.indexOf('can be resumed'));
  for (const line of list.split('\n')) expect(line.length).toBeLessThan(40);
});

test('what strangers wrote does not reach the terminal as they wrote it', async () => {
  const file = join(folder, 'strange');
  await chess(['e4', 'quit'], [...TWO, '--save', file]);
  const kifu = JSON.parse(await readFile(file, 'utf8'));
  const outcome = { result: 'win', winners: [0], points: null, reason: '\x1b]0;x\x07\x9b2j' };
  const write = (changed: object) => writeFile(file, JSON.stringify({ ...kifu, ...changed }));
  await write({ ending: { outcome, ms: null, hash: null } });
  const ended = await chess([], ['--load', file]);
  expect(ended.out).toContain('White wins (\ufffd]0;x\ufffd\ufffd2j) (not decided by the rules)');
  await write({ header: { ...kifu.header, game: '\x1b[31mgo' } });
  const { err } = await chess([], ['--load', file]);
  expect(err).toContain('"\\u001b[31mgo" is not a known game');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  expect(ended.out + err).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/);
});

test('a file that is there is not replaced by another match', async () => {
  const file = join(folder, 'precious');
  await writeFile(file, 'diary');
  expect((await chess([`save ${file}`, 'quit'])).out).toContain('already exists');
  expect(await chess([], [...TWO, '--save', file])).toMatchObject({ code: 1, out: '' });
  expect((await chess([], ['--load', file])).err).toContain(
    `kifu: malformed: ${file}: unknown record format; known: car, json, `,
  );
  expect(await readFile(file, 'utf8')).toBe('diary');
});

test('a spoiled record is refused with its entry', async () => {
  const file = join(folder, 'spoiled.json');
  await chess(['e4', 'e5', `save ${file}`, 'quit']);
  await writeFile(file, (await readFile(file, 'utf8')).replace('[4,6]', '[3,6]'));
  const { code, err } = await chess([], ['--load', file]);
  expect(code).toBe(1);
  expect(err).toMatch(
    /^kifu: illegal-move \(geometry\): \S+spoiled.json: entry 2 of 2: .* at \/entries\/1\n$/,
  );
});

test.each<[why: string, argv: string[], says: string]>([
  ['an unknown game', ['play', 'ches'], 'unknown-game'],
  ['an unknown bot', ['play', 'chess', '--seats', 'human,bot:x'], 'no bot of that name'],
  [
    'too many seats',
    ['play', 'chess', '--seats', 'bot,bot,bot'],
    'the match has 2 seats, and --seats names 3',
  ],
  [
    'too few seats',
    ['play', 'chess', '--seats', 'human'],
    'the match has 2 seats, and --seats names 1',
  ],
  ['other seats', ['play', 'chess', '--setup', '{"seats":[0,1]}', '--seats', 'bot'], 'has 2 seats'],
  ['a bad position', ['play', 'chess', '--position', 'x'], 'FEN'],
])('a fault before the start: %s', async (_why, argv, says) => {
  const { code, err } = await kifu(argv);
  expect(code).toBe(1);
  expect(err).toContain(says);
});

const toy = (name: string, lines: string[], ...argv: string[]) =>
  kifu(['play', name, ...argv], { games: toys, input: lines.map(line => `${line}\n`).join('') });

test('a game with dice tells what chance drew', async () => {
  const { out } = await toy('race', ['m0', 'm1', 'undo'], '--seats', 'human,human', '--seed', '1');
  expect(out).toMatch(/random draw: rolled seat 0, die \d, passed false\n/);
  expect(out).toContain('cannot undo past a roll');
  expect(out).toContain('seat 0> ');
});

test('several moves of a turn in one line, all of them or none', async () => {
  const lines = ['8/5 6/3', '8/5 6/5 6/5', '8/5 hello', '6/5 8/5', 'quit'];
  const argv = ['play', 'backgammon', '--seats', 'human,human', '--seed', '14'];
  const { out } = await kifu(argv, { input: lines.map(line => `${line}\n`).join('') });
  expect(out).toMatch(/8\/5 6\/3\n {2}✗ 6\/3: you have no 3 left; dice left: 1\nWhite> /);
  expect(out).toMatch(/6\/5 6\/5\n {2}✗ it is Black's turn\nWhite> /);
  expect(out).toMatch(/8\/5 hello\n {2}✗ a move is written 8\/5, bar\/22 or 6\/off/);
  expect(out).toContain('   1. White  6/5     6 to 5\n      White  8/5     8 to 5\n');
});

test('a match of three seats continues after one has left', async () => {
  const lines = ['3', 'resign', '3', '3', '3', '3'];
  const { out } = await toy('nim', lines, '--seats', 'human,human,human');
  expect(out).toContain('seat 1 resigns');
  expect(out).toMatch(/seat [02] wins \(last taken\)\n/);
});

test('a game with ticks: people wait, bots act, time passes', async () => {
  const { out } = await toy(
    'lane',
    ['m0', 'wait 40', 'wait', 'quit'],
    '--seats',
    'human,bot:random',
    '--seed',
    '1',
  );
  expect(out).toContain('seat 0 at tick 0> ');
  expect(out).toMatch(/meanwhile: scored seat \d, lane \d\n/);
  expect((await toy('lane', [], '--seats', 'bot:random,bot:random', '--seed', '1')).out).toMatch(
    / \d–\d\n$/,
  );
});

test('a game with secrets shows people their own hand only', async () => {
  const { out } = await toy('tricks', ['quit'], '--seats', 'human,bot:random', '--seed', '1');
  expect(out).toMatch(/\n {2}hand: \[\d,\d,\d\]\n/);
  expect(out).not.toContain('hands');
});

const world = () => ({ env: { KIFU_HOME: folder } });
const verified = async (file: string) => jsonLines((await kifu(['verify', '--json', file])).out)[0];

test('a record is kept as a CAR where the file is called so', async () => {
  const file = join(folder, 'kept.car');
  await chess(['e4', 'e5', 'quit'], [...TWO, '--save', file]);
  expect(await verified(file)).toMatchObject({ ok: true, entries: 2, verdict: 'unsigned' });
  const on = await chess(['Nf3', 'save', 'quit'], ['--load', file]);
  expect(on.out).toContain('2 entries verified\n');
  expect(await verified(file)).toMatchObject({ ok: true, entries: 3, good: 3 });
});

test('a form that would lose something is refused before the first move', async () => {
  const { code, err } = await chess(['e4'], [...TWO, '--save', join(folder, 'game.pgn')]);
  expect(code).toBe(1);
  expect(err).toMatch(
    /^kifu: unsupported: \S+game\.pgn: only \.car, \.kifu and \.json store whole records/,
  );
});

test.each(['car', 'json', 'pgn'])('goes on from a record in any form: %s', async form => {
  const [from, file] = [join(folder, `any.car`), join(folder, `any.${form}`)];
  if (form === 'car') await chess(['f3', 'e5', 'g4', 'quit'], [...TWO, '--save', from]);
  else await kifu(['convert', from, '--to', form, '-o', file]);
  const { out } = await chess(['Qh4'], ['--load', file, ...TWO]);
  expect(out).toContain('3 entries verified\n');
  expect(out).toContain('Black wins by checkmate\n');
});

test('a broken CAR is refused with its entry', async () => {
  const [file, broken] = [join(folder, 'any.car'), join(folder, 'broken.car')];
  const bytes = await readFile(file);
  const at = bytes.indexOf(Uint8Array.of(0x43, 0x0e, 0x1e, 0)); // g2 to g4
  await writeFile(broken, bytes.with(at + 2, 0x26));
  const { code, err } = await chess(['Qh4'], ['--load', broken, ...TWO]);
  expect(code).toBe(1);
  expect(err).toMatch(/^kifu: [a-z-]+.*: \S+broken\.car: entry 3 of 3: .* at \/entries\/2/);
});

test('--key signs what the person here does, and nothing else', async () => {
  await kifu(['key', 'new'], world());
  const file = join(folder, 'signed.car');
  const argv = ['--seats', 'human,bot:random', '--seed', '1', '--key', 'me', '--save', file];
  const { out } = await chess(['e4', 'undo', 'what', 'd4', 'quit'], argv, world());
  expect(out).toContain('took back 2 moves\n');
  expect(await verified(file)).toMatchObject({
    ok: true,
    entries: 8,
    checked: { signed: 8, signatures: 8 },
  });
  // the owner of the key goes on
  const again = ['--key', 'me', '--load', file, '--save', file];
  await chess(['h3', 'resign', ''], again, world());
  expect(await verified(file)).toMatchObject({
    ok: true,
    entries: 11,
    outcome: { reason: 'resignation' },
    checked: { signed: 13, signatures: 13 },
  });
});

test('a signed record in JSON is the same record', async () => {
  const [car, json] = [join(folder, 'signed.car'), join(folder, 'signed.json')];
  await kifu(['convert', car, '--to', 'json', '-o', json]);
  expect((await verified(json)).head).toBe((await verified(car)).head);
});

test.each<[why: string, argv: string[], says: string]>([
  ['there is no such key', ['--key', 'you'], 'no key named you'],
  ['two people, one key', [...TWO, '--key', 'me'], '--key signs for one person, and 2 play'],
  ['bots alone', ['--seats', 'bot,bot', '--key', 'me'], '--key signs for one person, and 0 play'],
  [
    'a bot in your place',
    ['--load', 'signed.car', '--seats', 'bot,human', '--key', 'me'],
    'a bot does not sign',
  ],
  ['without the key', ['--load', 'signed.car'], 'the record is signed and requires its keys'],
  ['a key too many', ['--load', 'any.car', '--key', 'me'], 'no seat of the match has the key me'],
])('signing is refused: %s', async (_why, argv, says) => {
  const words = argv.map(word => (word.endsWith('.car') ? join(folder, word) : word));
  const { code, out, err } = await chess([], words, world());
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain(says);
});

test('a forged signature is found before the match continues', async () => {
  const [json, forged] = [join(folder, 'signed.json'), join(folder, 'forged.json')];
  const text = await readFile(json, 'utf8');
  const digit = /"seq":5,"seen":\d+,"signature":"(.)/.exec(text)!;
  const at = digit.index + digit[0].length - 1;
  await writeFile(
    forged,
    `${text.slice(0, at)}${digit[1] === '0' ? '1' : '0'}${text.slice(at + 1)}`,
  );
  const { code, err } = await chess([], ['--load', forged, '--key', 'me'], world());
  expect(code).toBe(1);
  expect(err).toMatch(/^kifu: bad-signature.*: \S+forged\.json: entry 9 of 11: .* at \/entries\/8/);
});

const rounds = (lines: readonly string[], ...argv: string[]) =>
  kifu(['play', 'kung-fu-chess', '--setup', '{"options":{"speed":"lightning"}}', ...argv], {
    input: lines.map(line => `${line}\n`).join(''),
  });

test('without a terminal a game of free pace is asked in rounds, and says everything once', async () => {
  const lines = [
    'e2e4',
    'd7d5',
    ...new Array(12).fill('wait'),
    'e4d5',
    'wait',
    'wait',
    'a7a6',
    'quit',
  ];
  const once = await rounds(lines, ...TWO);
  expect(once.out.match(/Black loses the pawn on d5 to the white pawn/g)).toHaveLength(1);
  expect(await rounds(lines, ...TWO)).toEqual(once);
});

test('without a terminal a draw is offered, and answered', async () => {
  expect((await rounds(['draw', 'draw'], ...TWO)).out).toMatch(
    /White offers a draw\n[\s\S]*Black accepts the draw\n[\s\S]*draw by agreement\n/,
  );
  expect((await rounds(['draw', 'decline', 'quit'], ...TWO)).out).toContain('Black declines\n');
  const { out } = await rounds(['draw', 'quit'], '--seed', '3');
  expect(out).toContain('White: you · Black: bot:reactive');
  expect(out).toContain('  White offers a draw\n  Black declines\n');
});
