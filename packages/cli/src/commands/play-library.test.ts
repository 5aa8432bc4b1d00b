/** Matches that are played are kept by themselves, and go on another day. */
import { DatabaseSync } from 'node:sqlite';
import { Readable, Writable } from 'node:stream';
import { gameNames } from '@kifu/games';
import { expect, test } from 'vitest';
import { type TerminalStep, TIME, watchKifu } from '../../test/fake-terminal.ts';
import { workshop } from '../../test/files.ts';
import { collector, jsonLines, makeIo, type World } from '../../test/run-kifu.ts';
import { run as kifuRun } from '../index.ts';

const { run, at, text } = workshop();

let homes = 0;
function newHome() {
  const env = { KIFU_HOME: at(`home-${homes++}`) };
  const kifu = (words: string, world: World = {}) => run(words, { ...world, env });
  const play = (words: string, lines: readonly string[]) =>
    kifu(`play ${words}`, { input: lines.map(line => `${line}\n`).join('') });
  const list = async (options = '') =>
    jsonLines((await kifu(`library list --json ${options}`.trim())).out).slice(0, -1);
  return { kifu, play, list, env };
}

const TWO = 'chess --seats human,human';

test('a match is listed with all that it is found by', async () => {
  const { play, list, kifu } = newHome();
  await play(TWO, ['f3', 'e5', 'g4', 'Qh4']);
  const [line, ...more] = await list();
  expect(more).toEqual([]);
  expect(line).toMatchObject({
    game: 'chess',
    players: ['human', 'human'],
    startedAt: /^2026-01-02T03:04:05/,
    entries: 4,
    outcome: { result: 'win', winners: [1], reason: 'checkmate' },
    source: 'play',
    visibility: 'private',
    opening: ['f3', 'e5', 'g4', 'Qh4#'],
  });
  expect(await list('--result win --position-of ID@3'.replace('ID', line.match))).toHaveLength(1);
  expect((await kifu(`verify ${line.match}`)).out).toContain('win by checkmate, as the rules');
  expect((await kifu('library check')).out).toMatch(/: no problems\n$/);
});

test('the library keeps the same record as a file', async () => {
  const { play, list, kifu } = newHome();
  await play(`${TWO} --save ${at('same.car')}`, ['f3', 'e5', 'undo', 'e6', 'g4', 'Qh4']);
  const [{ head, match }] = await list();
  expect((await kifu('info @same.car')).out).toContain(`head     ${head}\n`);
  expect((await kifu(`diff @same.car ${match}`)).out).toBe('the records are the same\n');
  // and a match that goes on has the same head too
  await play(`${TWO} --save ${at('open.car')}`, ['e4', 'e5']);
  const [open] = await list('--open');
  expect((await kifu('info @open.car')).out).toContain(`head     ${open.head}\n`);
});

test('a match that was left continues by its id, by the beginning of it, and by last', async () => {
  const { play, list } = newHome();
  await play(TWO, ['f3', 'quit']);
  const [{ match }] = await list('--open');
  const second = await play(`--resume ${match}`, ['e5', 'quit']);
  expect(second.out).toContain('1 entry verified\n');
  expect(second.out).toContain('      Black  e5 ');
  await play(`--resume ${match.slice(7, 14)}`, ['g4', 'quit']);
  expect(await list('--open')).toMatchObject([{ match, entries: 3 }]);
  await play('chess --resume last', ['Qh4']);
  expect(await list()).toMatchObject([{ match, entries: 4, outcome: { reason: 'checkmate' } }]);
  expect(await list('--open')).toEqual([]);
  const none = await play('--resume last', []);
  expect(none).toMatchObject({ code: 1, out: '' });
  expect(none.err).toBe('kifu: not-found: no match that was played here is still open\n');
});

test('a match in which nothing was done is not kept, and one of a file is no second one', async () => {
  const { play, list, kifu } = newHome();
  const [chess, backgammon] = [TWO, 'backgammon --seats human,human --seed 1'];
  await play(chess, ['quit']);
  await play(backgammon, []);
  await play(chess, ['help', 'moves', 'quit']);
  expect(await list()).toEqual([]);
  await play(`${chess} --save ${at('begun.car')}`, ['quit']);
  for (const lines of [['e4', 'quit'], ['quit']])
    await play(`chess --load ${at('begun.car')}`, lines);
  expect(await list()).toMatchObject([{ entries: 1 }]);
  await play(chess, ['note so it begins', 'quit']);
  expect((await kifu('library check')).out).toContain('2 matches, 2 index entries');
});

test('last is the match that was touched last, for info and replay too', async () => {
  const { kifu, play, list } = newHome();
  expect((await kifu('info last')).err).toBe(
    'kifu: not-found: last: no match was played here yet; start one with kifu play\n',
  );
  await play(TWO, ['d4', 'quit']);
  const [{ match }] = await list();
  await play('go --seats human,human', ['D4', 'quit']);
  await play(`--resume ${match}`, ['d5', 'quit']);
  await play('--resume last', ['c4', 'quit']);
  expect(await list('--game chess')).toMatchObject([{ entries: 3 }]);
  expect((await kifu('info last')).out).toMatch(/^game +chess version 1\n/);
  expect((await kifu('replay last')).out).toContain('c4');
  await play(`--resume ${match}`, ['resign']);
  // one that has ended is looked at, and not updated with
  expect((await kifu('info last')).out).toMatch(/^game +chess/);
  expect((await play('--resume last', ['quit'])).out).toContain('go ');
});

test('last is the newest match that was played here', async () => {
  const { kifu, play, list } = newHome();
  await kifu('library import -', { input: '[White "Ann"]\n[Date "2030.01.01"]\n\n1. e4 *\n' });
  await play(TWO, ['d4', 'quit']);
  await play('--resume last', ['d5', 'quit']);
  expect((await list('--source play')).map(({ entries }) => entries)).toEqual([2]);
  // others go on by their ids
  const [{ match }] = await list('--player ann');
  await play(`--resume ${match} --seats human,human`, ['e5', 'quit']);
  expect(await list('--player ann')).toMatchObject([{ match, entries: 2, source: null }]);
});

test.each<[words: string, code: number, err: RegExp]>([
  ['--resume zz', 2, /^kifu: malformed: zz is not a match ID/],
  ['--resume aaaaaaaaaa', 1, /^kifu: not-found: no match aaaaaaaaaa in the library\n$/],
  ['go --resume last', 1, /^kifu: unknown-game: .* the record is of chess version 1, not of go/],
  ['', 2, /^kifu: malformed: the name of a game is missing \(see kifu games\)\n$/],
  ['--resume last --load x.car', 2, /cannot be used with/],
])('play %s is refused', async (words, code, err) => {
  const { kifu, play } = newHome();
  await play(TWO, ['d4', 'quit']);
  const went = await kifu(`play ${words}`.trim());
  expect(went).toMatchObject({ code, out: '' });
  expect(went.err).toMatch(err);
});

test('each move is on disk before it is shown', async () => {
  const home = at('durable');
  const seen: [shown: number, kept: number][] = [];
  let out = '';
  const stdout = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      out += chunk;
      const shown = out.match(/^ +(?:\d+\.)? +(?:White|Black) {2}\S/gm)?.length ?? 0;
      if (shown > (seen.at(-1)?.[0] ?? 0)) seen.push([shown, nodesIn(home)]);
      done();
    },
  });
  const stdin = Readable.from(['e4\n', 'e5\n', 'Nf3\n', 'quit\n']);
  const io = makeIo({ env: { KIFU_HOME: home } }, { stdin, stdout, stderr: collector().stream });
  expect(await kifuRun(['play', 'chess', '--seats', 'human,human'], io)).toBe(0);
  expect(seen).toEqual([
    [1, 2],
    [2, 3],
    [3, 4],
  ]);
});

/** How many nodes another process would find. */
function nodesIn(home: string): number {
  const db = new DatabaseSync(`${home}/library.sqlite`, { readOnly: true });
  const { n } = db.prepare('SELECT count(*) AS n FROM blocks').get() as { n: number };
  db.close();
  return n;
}

test('two matches that begin in one moment are two', async () => {
  const { play, list } = newHome();
  await play(TWO, ['e4', 'quit']); // the clock of tests begins anew each time
  await play(TWO, ['d4', 'quit']);
  expect((await list()).map(({ opening }) => opening[0]).toSorted()).toEqual(['d4', 'e4']);
});

test('records a takeback, and after the ending starts a branch instead', async () => {
  const { play, list, kifu } = newHome();
  await play(TWO, ['e4', 'undo', 'd4', 'quit']);
  const [taken] = await list();
  expect(taken).toMatchObject({ entries: 4, outcome: null });
  expect((await kifu(`replay ${taken.match}`)).out).toMatch(
    /White requests a takeback\n[\s\S]* White {2}d4 /,
  );
  const { out } = await play(TWO, ['f3', 'e5', 'g4', 'Qh4', 'undo', 'd5', 'quit']);
  expect(out).toMatch(/took back 1 move\n {2}the finished match stays as it is/);
  expect(await list('--result win')).toMatchObject([
    { entries: 4, opening: ['f3', 'e5', 'g4', 'Qh4#'] },
  ]);
  const branches = await list('--open');
  expect(branches).toHaveLength(2);
  const branch = branches.find(({ match }) => match !== taken.match);
  expect(branch).toMatchObject({ entries: 1, outcome: null, opening: ['d5'] });
  expect((await kifu(`replay ${branch.match}`)).out).toContain('Black  d5 ');
  expect((await kifu('library check')).out).toMatch(/: no problems\n$/);
});

test('--no-save keeps nothing', async () => {
  const { play, list } = newHome();
  expect((await play(`${TWO} --no-save`, ['e4', 'quit'])).code).toBe(0);
  expect(await list()).toEqual([]);
});

test('a match from a file is kept from where it stands; another course of it is not', async () => {
  const { play, list } = newHome();
  const file = at('load.json');
  await play(`${TWO} --save ${file}`, ['e4', 'quit']);
  const saved = await text('load.json');
  await play(`chess --load ${file}`, ['e5', 'Nf3', 'quit']);
  expect(await list()).toMatchObject([{ entries: 3 }]);
  // the file is still where it was, and the match goes another way from there
  expect(await text('load.json')).toBe(saved);
  const { out, code } = await play(`chess --load ${file}`, ['d5', 'quit']);
  expect(code).toBe(0);
  expect(out).toContain(
    '✗ the match is not saved to the library: it has a different version of this match\n',
  );
  expect(await list()).toMatchObject([{ entries: 3 }]);
});

test('load at the table changes what is kept', async () => {
  const { play, list } = newHome();
  const file = at('table.json');
  await play(`${TWO} --save ${file}`, ['c4', 'quit']);
  await play(TWO, ['e4', `load ${file}`, 'c5', 'quit']);
  const openings = (await list()).map(({ opening }) => opening.join(' '));
  expect(openings.toSorted()).toEqual(['c4 c5', 'e4']);
});

test('a signed match continues with the key that is here', async () => {
  const { play, list, kifu } = newHome();
  await kifu('key new');
  await play('chess --seats human,bot:random --seed 5 --key me', ['e4', 'quit']);
  const [{ match }] = await list('--open');
  const went = await play('--resume last', ['d4', 'quit']);
  expect(went.err).toBe('');
  expect((await kifu(`verify ${match}`)).out).toMatch(/all \d+ signatures checked and valid/);
});

test('hands stay hidden in the library until the end', async () => {
  const { play, list } = newHome();
  await play('dominos --seats human,bot:random --seed 7', ['66', 'quit']);
  expect(await list()).toMatchObject([{ game: 'dominos', opening: [], outcome: null }]);
  await play('dominos --seats bot:random,bot:random --seed 8', []);
  const ended = (await list()).find(({ outcome }) => outcome !== null);
  expect(ended.opening.length).toBeGreaterThan(3);
});

test.each(gameNames())('%s is kept, and what is kept verifies', async game => {
  const { kifu, list } = newHome();
  const went = await kifu(`play ${game} --seats bot:random,bot:random --seed 3 --moves 12`);
  expect(went.code).toBe(0);
  const [line] = await list();
  expect(line.entries).toBeGreaterThan(5);
  expect((await kifu(`verify ${line.match}`)).code).toBe(0);
  const more = await kifu('play --resume last --moves 5');
  expect(more.code).toBe(0);
  expect((await list())[0].entries).toBeGreaterThan(line.entries);
  expect((await kifu('library check')).out).toMatch(/: no problems\n$/);
});

test('the demo is kept only with --save', async () => {
  const { kifu, list } = newHome();
  await kifu('demo --moves 4');
  expect(await list()).toEqual([]);
  await kifu('demo --moves 4 --save');
  await kifu('demo --moves 4 --save');
  expect(await list()).toMatchObject([{ source: 'demo', entries: 6 }]);
});

test('a match that runs by the clock is kept as it is played, under the header that it has', async () => {
  const { kifu, list, env } = newHome();
  const wait = (ms: number): TerminalStep[] => new Array(ms / 50).fill(TIME);
  const argv = ['play', 'kung-fu-chess', '--seats', 'human,human', '--save', at('live.car')];
  const steps = [...wait(3000), 'e2e4\r', ...wait(1000), 'd2d4\r', ...wait(500), 'quit\r'];
  const watched = await watchKifu(argv, steps, { env });
  expect(watched.code).toBe(0);
  const lines = await list();
  expect(lines).toMatchObject([
    { game: 'kung-fu-chess', entries: 4, source: 'play', outcome: null },
  ]);
  expect((await kifu('info @live.car')).out).toContain(`head     ${lines[0].head}\n`);
  expect(watched.raw).toContain(`resume with: kifu play --resume ${lines[0].match.slice(7, 17)}`);
});
