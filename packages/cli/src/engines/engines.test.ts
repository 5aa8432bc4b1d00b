/** Engines at the command line: added, tested, and playing seats. The engines are small programs of ours. */
import { Readable } from 'node:stream';
import { describe, expect, test, vi } from 'vitest';
import { fakeProgram, PROGRAM_ENV } from '../../test/fake-programs.ts';
import { collector, jsonLines, kifu, makeIo } from '../../test/run-kifu.ts';
import { run } from '../index.ts';
import { parseRole, rolesText } from '../play/players.ts';

const good = fakeProgram('uci');
const crashing = fakeProgram('uci', 'crash');
const env = PROGRAM_ENV;
/** Time for an engine that answers at once, however busy the machine is. */
const PATIENT = ['--move-time', '600000'];

describe('kifu engine', () => {
  test('adds, lists and removes engines', async () => {
    const added = await kifu(
      ['engine', 'add', 'fake', good, '--engine-option', 'Hash=8', '--elo', '1500', '--ponder'],
      { env },
    );
    expect(added.out).toContain(`engine:fake is uci ${good.slice(4)} (Hash=8, Elo 1500, ponders)`);
    const listed = await kifu(['engine', 'list', '--json'], { env });
    expect(jsonLines(listed.out)[0]).toMatchObject({
      engines: { fake: { protocol: 'uci', options: { Hash: '8' }, elo: 1500, ponder: true } },
    });
    expect((await kifu(['config', 'list'], { env })).out).not.toContain('engines');
    expect((await kifu(['engine', 'remove', 'fake'], { env })).code).toBe(0);
    expect((await kifu(['engine', 'remove', 'fake'], { env })).err).toContain('not-found');
  });

  test('shows what an engine offers, and its first moves', async () => {
    const { out } = await kifu(['engine', 'test', good], { env });
    expect(out).toMatch(/^Fake Fish 1\.2, Nobody in Particular\n/);
    expect(out).toMatch(/Hash +spin +16 +1 to 64/);
    expect(out).toMatch(/Chess: \S+ \S+ \S+ \S+\n$/);
  });

  test.each([
    [['engine', 'add', 'a b', 'uci:x'], 2, /invalid engine name/],
    [['engine', 'add', 'a', 'gtp:gnugo', '--ponder'], 2, /only engines by UCI can ponder/],
    [['engine', 'add', 'a', 'xboard:x'], 2, /is not an engine; use PROTOCOL:PROGRAM/],
    [['engine', 'test', 'nothing'], 1, /engine nothing not found/],
    [['engine', 'test', 'uci:/nowhere/fish'], 1, /could not be started: program not found/],
    [['play', 'chess', '--seats', 'human,xboard:x'], 2, /uci:stockfish/],
    [
      ['play', 'go', '--option', 'rules=Japanese', '--seats', `human,${fakeProgram('gtp')}`],
      1,
      /it cannot be told the rules of this match/,
    ],
    [['play', 'go', '--seats', 'human,uci:x'], 1, /it cannot play go: UCI is for chess/],
  ])('%j is refused', async (words, code, message) => {
    const refused = await kifu(words, { env });
    expect(refused.code).toBe(code);
    expect(refused.err).toMatch(message);
  });
});

test('an engine plays a match against a bot, under its own name', async () => {
  const { out, code } = await kifu(
    ['play', 'chess', '--seats', `${good},bot-1`, '--moves', '6', ...PATIENT, '--json'],
    { env },
  );
  expect(code).toBe(0);
  const { kifu: record } = jsonLines(out).at(-1) as never as {
    kifu: { header: { players: { name: string }[] }; entries: unknown[] };
  };
  expect(record.header.players[0]!.name).toBe('Fake Fish 1.2');
  expect(record.entries).toHaveLength(6);
});

test('an engine that crashes is started again, and then forfeits', async () => {
  const { out, err } = await kifu(['play', 'chess', '--seats', `human,${crashing}`], {
    env,
    input: 'e4\n',
  });
  expect(out + err).toMatch(/Fake Fish 1\.2 failed: it exited with status 3/);
  expect(out).toMatch(/White wins/);
  const why = 'Fake Fish 1.2 failed: it exited with status 3';
  const { match } = jsonLines((await kifu(['library', 'list', '--limit', '1', '--json'])).out)[0];
  for (const words of [
    ['show', match],
    ['convert', match, '--to', 'pgn'],
  ])
    expect((await kifu(words)).out.replace(/\s+/g, ' ')).toContain(why);
  const verified = await kifu(['verify', match, '--json']);
  expect(jsonLines(verified.out)[0]).toMatchObject({ verdict: 'unsigned' });
});

test('the name of a player in a record starts no program', () => {
  expect(rolesText('human, uci:fish')).toEqual([{ bot: null }, { bot: null, engine: 'uci:fish' }]);
  expect(parseRole('uci:fish')).toBeNull();
  expect(parseRole('engine:fish')).toBeNull();
});

test('kifu engine serve analyzes for a site until it is stopped', async () => {
  const [out, err] = [collector(), collector()];
  const stdin = Readable.from([]);
  let stop = (_exitCode: number): void => {};
  const ended = run(['engine', 'serve', good, '--port', '0', '--site', 'https://kifu.example'], {
    ...makeIo({ env }, { stdin, stdout: out.stream, stderr: err.stream }),
    onStop(listener) {
      stop = listener;
      return () => {};
    },
  });
  await vi.waitUntil(() => out.text().includes('open '), { timeout: 60_000, interval: 10 });
  const [, link] = /open (\S+)/.exec(out.text())!;
  expect(link).toMatch(/^https:\/\/kifu\.example\/settings#engine=/);
  const words = new URLSearchParams(new URL(link!).hash.slice(1));
  const url = words.get('engine')!;
  const ask = (origin: string) =>
    fetch(url, { headers: { origin, authorization: `Bearer ${words.get('token')}` } });
  const answered = await ask('https://kifu.example');
  expect(await answered.json()).toMatchObject({ engines: [{ name: 'Fake Fish', game: 'chess' }] });
  expect((await ask('http://localhost:7423')).status).toBe(403);
  stop(130);
  expect(await ended).toBe(0);
  await expect(ask('https://kifu.example')).rejects.toThrow();
});

const entrants = (list: string, game = 'chess') => [
  ...['tournament', 'run', game, '--entrants', list, '-o', 'nowhere.car'],
];

test.each([
  [entrants('human,uci:x'), 2, /at least two bots and engines/],
  [entrants('bot-1'), 2, /at least two bots and engines/],
  [entrants('bot-1,uci:/nowhere/fish'), 1, /could not be started/],
  [entrants(`bot-1,${fakeProgram('json')}`, 'kung-fu-chess'), 1, /it has ticks/],
  [['engine', 'serve', 'fish'], 2, /is not an engine; use PROTOCOL:PROGRAM/],
  [['engine', 'serve', 'json:x'], 2, /name a game with --game/],
  [['engine', 'serve', 'uci:/nowhere/fish'], 1, /could not be started/],
])('%j is refused', async (words, code, message) => {
  const refused = await kifu(words, { env });
  expect([refused.code, refused.err]).toEqual([code, expect.stringMatching(message)]);
});
