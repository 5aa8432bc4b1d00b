/** `kifu serve`, `kifu play --server` and `kifu watch`, against each other. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { callOff, connect, listLive, makeInvite } from '@kifu/client';
import { type Kit, ok, unwrap } from '@kifu/core';
import { chess } from '@kifu/games/chess';
import { presentOf } from '@kifu/record/match';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collector, jsonLines, kifu, makeIo } from '../../test/run-kifu.ts';
import { type Serving, startServing } from '../../test/serving.ts';
import { type Io, run } from '../index.ts';
import { parseAddress } from './join.ts';
import { savedSeats, saveSeat } from './seats.ts';

let folder: string;
let url: string;
let serving: Serving;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kifu-live-'));
  serving = await startServing(['--store', join(folder, 'library.sqlite')]);
  ({ url } = serving);
});
afterAll(async () => {
  expect(await serving.stop()).toBe(0);
  expect(serving.isDeaf()).toBe(true);
  await rm(folder, { recursive: true });
});

/** A person at a terminal: each line is typed when what it waits for stands on the screen. */
function person(
  argv: readonly string[],
  lines: readonly (readonly [seen: string, typed: string])[],
  env: Io['env'] = {},
  isTTY: Partial<Io['isTTY']> = {},
) {
  const out = collector();
  const err = collector();
  const stdin = new Readable({ read() {} });
  const typing = (async () => {
    for (const [seen, typed] of lines) {
      while (!out.text().includes(seen)) await new Promise(done => setTimeout(done, 10));
      stdin.push(`${typed}\n`);
    }
  })();
  const io = makeIo(
    { env: { NO_COLOR: '1', ...env }, isTTY },
    { stdin, stdout: out.stream, stderr: err.stream },
  );
  let interrupt = () => {};
  const onStop: typeof io.onStop = listener => {
    interrupt = () => listener(130);
    return () => {};
  };
  const code = run(argv, { ...io, now: Date.now, onStop });
  const type = (line: string) => stdin.push(`${line}\n`);
  const saw = async (words: string) => {
    while (!out.text().includes(words)) await new Promise(done => setTimeout(done, 10));
  };
  const end = () => stdin.push(null);
  return {
    code,
    typing,
    type,
    end,
    saw,
    interrupt: () => interrupt(),
    out: out.text,
    err: err.text,
  };
}

/** The seats of a match that are kept in the home of the tests. */
async function seatsOf(id: string) {
  const { stream } = collector();
  const io = makeIo({}, { stdin: Readable.from([]), stdout: stream, stderr: stream });
  return (await savedSeats(io, url)).filter(seat => seat.id === id);
}

describe('a player who waits for others', () => {
  const mine = async () =>
    unwrap(await listLive(url)).filter(({ seats }) => seats.some(({ name }) => name === 'Waiter'));
  const CHESS = {
    game: 'chess',
    seats: [{ type: 'you' as const, name: 'Waiter' }, { type: 'open' as const }],
  };

  test('can leave, and the invite goes too', async () => {
    const waiter = person(['play', 'chess', '--server', url, '--name', 'Waiter'], []);
    await waiter.saw('waiting for the others');
    expect(await mine()).toHaveLength(1);
    waiter.interrupt();
    expect(await waiter.code).toBe(130);
    expect(await mine()).toEqual([]);
  });

  test('can leave, and gives back the seat that was taken', async () => {
    const { invite, tokens } = unwrap(await makeInvite(url, CHESS));
    const guest = person(['play', 'chess', '--join', invite.id, '--server', url], []);
    await guest.saw('waiting for the others');
    expect((await mine())[0]!.seats[1]!.type).toBe('person');
    guest.interrupt();
    expect(await guest.code).toBe(130);
    const other = async () => (await mine())[0]!.seats[1]!.type;
    await expect.poll(other, { timeout: 60_000 }).toBe('open');
    expect(await seatsOf(invite.id)).toEqual([]);
    unwrap(await callOff(url, invite.id, tokens[0]!.token));
  });

  test('takes no seat in another game than the one that was named', async () => {
    const { invite, tokens } = unwrap(await makeInvite(url, CHESS));
    const argv = ['play', 'go', '--join', invite.id, '--server', url];
    const lost = person(argv, []);
    expect(await lost.code).toBe(1);
    expect(lost.err()).toContain('the match is of chess; join it with kifu play chess');
    expect((await mine())[0]!.seats[1]!.type).toBe('open');
    unwrap(await callOff(url, invite.id, tokens[0]!.token));
  });

  test('is told when the invite is called off', async () => {
    const { invite, tokens } = unwrap(await makeInvite(url, CHESS));
    const guest = person(['play', 'chess', '--join', invite.id, '--server', url], []);
    await guest.saw('waiting for the others');
    unwrap(await callOff(url, invite.id, tokens[0]!.token));
    expect(await guest.code).toBe(1);
    expect(guest.out()).toContain('match closed: match not found');
    expect(await seatsOf(invite.id)).toEqual([]);
  });
});

test('two people play, a third looks on, and all keep the same record', async () => {
  const file = (name: string) => join(folder, `${name}.json`);
  const ann = person(
    ['play', 'chess', '--server', url, '--name', 'Ann', '--save', file('ann')],
    [
      ['White', 'f3'],
      ['Black  e5', 'say hello'],
      ['Black  e5', 'g4'],
    ],
  );
  while (!ann.out().includes('/live/')) await new Promise(done => setTimeout(done, 10));
  const [invite] = unwrap(await listLive(url));
  const watcher = person(['watch', invite!.id, '--server', url, '--save', file('watcher')], []);
  const bob = person(
    [
      'play',
      'chess',
      '--join',
      `${url}/live/${invite!.id}`,
      '--name',
      'Bob',
      '--save',
      file('bob'),
    ],
    [
      ['1. White  f3', 'e5'],
      ['2. White  g4', 'Qh4'],
    ],
  );
  expect(await Promise.all([ann.code, bob.code, watcher.code])).toEqual([0, 0, 0]);
  for (const { out } of [ann, bob, watcher]) expect(out()).toContain('Black wins by checkmate');
  expect(bob.out()).toContain('Ann (White): hello');
  const kept = await Promise.all(
    ['ann', 'bob', 'watcher'].map(name => readFile(file(name), 'utf8')),
  );
  expect(new Set(kept).size).toBe(1);
  expect((await kifu(['verify', file('ann')])).code).toBe(0);
});

/** Types a line until its words stand on the screen: again where it was refused, since a server that had much to do may have paused the match for a moment. */
async function insist(who: ReturnType<typeof person>, line: string, words: string): Promise<void> {
  const refusals = () => who.out().split('✗').length;
  while (!who.out().includes(words)) {
    const before = refusals();
    who.type(line);
    while (!who.out().includes(words) && refusals() === before)
      await new Promise(done => setTimeout(done, 10));
  }
}

test('a planned move is made for a player who has gone', async () => {
  const ann = person(['play', 'chess', '--server', url, '--name', 'Planner', '--clock', '1d'], []);
  await ann.saw('/live/');
  const invite = unwrap(await listLive(url)).find(({ seats }) => seats[0]!.name === 'Planner')!;
  const bob = person(['play', 'chess', '--join', invite.id, '--server', url, '--name', 'Bob'], []);
  await Promise.all([ann.saw('Enter a move'), bob.saw('Enter a move')]);
  await insist(ann, 'e4', '1. White  e4');
  await insist(ann, 'if', 'no conditional moves');
  ann.type('if e5 then Ng3');
  await ann.saw('Ng3 is not legal');
  await insist(ann, 'if e5 then Nf3 Nc6 Bb5', 'if e5 Nf3 Nc6 then Bb5');
  expect(ann.out()).toContain('  if e5 then Nf3\n');
  ann.type('quit');
  expect(await ann.code).toBe(0);
  await insist(bob, 'e5', '2. White  Nf3');
  await insist(bob, 'Nc6', '3. White  Bb5');
  bob.type('resign');
  expect(await bob.code).toBe(0);
});

test('a vacation pauses the match, and the other player is told', async () => {
  const env = { KIFU_HOME: join(folder, 'vic') };
  const vic = async (...words: string[]) => kifu([...words, '--server', url], { env });
  expect((await vic('login', '--name', 'Vic')).code).toBe(0);
  const play = ['play', 'chess', '--server', url, '--name', 'Vic', '--key', 'me', '--clock', '1d'];
  const there = person(play, [], env);
  await there.saw('/live/');
  const invite = unwrap(await listLive(url)).find(({ seats }) => seats[0]!.name === 'Vic')!;
  const bob = person(['play', 'chess', '--join', invite.id, '--server', url, '--name', 'Bob'], []);
  await Promise.all([there.saw('Enter a move'), bob.saw('Enter a move')]);
  expect((await vic('account', 'vacation', 'begin')).code).toBe(0);
  await bob.saw('White: on vacation until 2');
  await bob.saw('the referee pauses');
  expect((await vic('account', 'vacation', 'end')).code).toBe(0);
  await bob.saw('no player is on vacation any more');
  await insist(there, 'e4', '1. White  e4');
  await bob.saw('1. White  e4');
  bob.type('resign');
  expect(await Promise.all([there.code, bob.code])).toEqual([0, 0]);
});

describe('the library of the same home', () => {
  const own = async (words: string, input = '') =>
    kifu(words.split(' '), { env: { KIFU_HOME: folder }, input });

  test('serves matches that were packed there', async () => {
    const pgn = '[White "Packed"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n';
    expect((await own('library import - --public', pgn)).out).toContain('1 new');
    expect((await own('library check')).out).toMatch(/ 0 blocks, \d packs?: no problems/);
    const { match } = JSON.parse(
      (await own('library list --player packed --json')).out.split('\n')[0]!,
    );
    const answer = await fetch(`${url}/api/matches/${match}/record?as=pgn`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('2. g4 Qh4#');
  });

  test('a match is listed when it begins, and completed when it has ended', async () => {
    const ann = person(
      ['play', 'chess', '--server', url, '--seats', 'human,bot:random', '--name', 'Early'],
      [
        ['White', 'e4'],
        ['1. White  e4', 'moves'],
      ],
    );
    while (!ann.out().includes('1. White  e4')) await new Promise(done => setTimeout(done, 10));
    const lines = await own('library list --open --player early --json');
    expect(JSON.parse(lines.out.split('\n')[0]!)).toMatchObject({
      players: ['Early', expect.stringContaining('bot:random')],
      outcome: null,
      source: 'server',
    });
    ann.type('resign');
    expect(await ann.code).toBe(0);
    // the server lists how it ended a moment after all have heard of it
    const ended = async () =>
      jsonLines((await own('library list --result win --player early --json')).out)[0];
    await expect
      .poll(ended, { timeout: 60_000 })
      .toMatchObject({ outcome: { reason: 'resignation' } });
    expect((await own('library list --open --player early')).out).toBe('no matches found\n');
    expect((await own('library check')).code).toBe(0);
  });
});

describe('at a terminal', () => {
  const TTY = { stdin: true, stdout: true };
  const home = (name: string) => ({ KIFU_HOME: join(folder, name) });
  const linkIn = (text: string) => /http\S+\/live\/\S+/.exec(text)![0];

  test('people see both clocks, are called on their turn, play again and keep each match', async () => {
    const ann = person(
      ['play', 'chess', '--server', url, '--name', 'Ann', '--clock', '5+3'],
      [],
      home('ann'),
      TTY,
    );
    await ann.saw('/live/');
    // the link says which game it is
    const bob = person(
      ['play', '--join', linkIn(ann.out()), '--name', 'Bob'],
      [],
      home('bob'),
      TTY,
    );
    await bob.saw('  Black 5:00] Black> ');
    await ann.saw('\x07');
    expect(bob.out()).not.toContain('\x07');
    const shown = () => new Set(ann.out().match(/\[▸White \d:\d\d {2}Black 5:00\] White> /g)).size;
    await expect.poll(shown, { timeout: 60_000 }).toBeGreaterThan(1); // it runs
    await insist(ann, 'f3', '1. White  f3');
    await bob.saw('\x07');
    bob.type('resign');
    for (const who of [ann, bob]) await who.saw('(rematch, save FILE, Enter to quit)');
    ann.type('rematch');
    await bob.saw('White would like a rematch; enter rematch to accept');
    bob.type('rematch');
    for (const who of [ann, bob]) await who.saw('rematch started');
    await bob.saw('Black 5:00] White> '); // seats are turned
    await insist(bob, 'e4', '1. White  e4');
    await ann.saw('1. White  e4');
    ann.type('resign');
    for (const who of [ann, bob]) {
      const second = () => who.out().split('rematch started')[1];
      await expect.poll(second, { timeout: 60_000 }).toContain('(rematch, save FILE');
      who.type('');
    }
    expect(await Promise.all([ann.code, bob.code])).toEqual([0, 0]);
    for (const name of ['ann', 'bob']) {
      const kept = await kifu(['library', 'list', '--json'], { env: home(name) });
      const listings = jsonLines(kept.out).filter(({ match }) => match !== undefined);
      expect(listings).toHaveLength(2);
      for (const { match, source } of listings) {
        expect(source).toBe(url);
        const verified = await kifu(['verify', match], { env: home(name) });
        expect([verified.code, verified.err]).toEqual([0, '']);
      }
    }
  });

  test('the lobby lists what is open, and joins it', async () => {
    const { invite, tokens } = unwrap(
      await makeInvite(url, {
        game: 'checkers',
        seats: [{ type: 'you', name: 'Hostess' }, { type: 'open' }],
        clock: { type: 'fischer', mainMs: 300_000, incrementMs: 3000 },
      }),
    );
    const lobby = ['lobby', '--server', url, '--game', 'checkers'];
    const { out } = await kifu(lobby);
    expect(out).toMatch(/1 +checkers +Hostess, – +5:00 \+ 3 s per move +open/);
    expect(jsonLines((await kifu([...lobby, '--json'])).out)).toMatchObject([
      { ok: true, matches: [{ id: invite.id }] },
    ]);
    expect((await kifu([...lobby, '2'])).err).toContain('no match 2 in the lobby');
    const guest = person([...lobby, '--name', 'Guest'], [], home('guest'), TTY);
    await guest.saw('number to join, Enter to quit> ');
    guest.type('1');
    await guest.saw('waiting for the others');
    const seats = unwrap(await listLive(url)).find(({ id }) => id === invite.id)!.seats;
    expect(seats[1]).toMatchObject({ name: 'Guest' });
    guest.interrupt();
    expect(await guest.code).toBe(130);
    unwrap(await callOff(url, invite.id, tokens[0]!.token));
  });

  test('a player who leaves has the match as far as it came', async () => {
    const argv = ['play', 'chess', '--server', url, '--seats', 'human,bot:random', '--name', 'Eve'];
    const eve = person(argv, [['White', 'e4']], home('eve'));
    await eve.saw('1. White  e4');
    eve.end();
    expect(await eve.code).toBe(0);
    const { out } = await kifu(['library', 'list', '--open', '--json'], { env: home('eve') });
    expect(JSON.parse(out.split('\n')[0]!)).toMatchObject({ players: ['Eve', expect.anything()] });
    expect((await kifu(['play', '--no-save', '--server', url])).err).toContain('name of a game');
  });

  test('an input that ends while others are waited for calls the invite off', async () => {
    const { code, out } = await kifu(['play', 'chess', '--server', url, '--name', 'Nobody']);
    expect(code).toBe(0);
    expect(out).toContain('waiting for the others');
    const left = unwrap(await listLive(url)).filter(({ seats }) => seats[0]!.name === 'Nobody');
    expect(left).toEqual([]);
  });

  test('a connection that is lost and found is told of', async () => {
    const store = ['--store', join(folder, 'again.sqlite')];
    const first = await startServing(store);
    const argv = ['play', 'chess', '--server', first.url, '--seats', 'human,bot:random'];
    const ann = person(argv, [], home('lost'));
    await ann.saw('White> ');
    await first.stop();
    await ann.saw('connection lost; reconnecting');
    const again = await startServing([...store, '--port', new URL(first.url).port]);
    await ann.saw('reconnected');
    ann.type('resign');
    expect(await ann.code).toBe(0);
    await again.stop();
  });
});

describe('a seat in a match that continues', () => {
  const kit = chess as Kit;
  const start = async (visibility: 'public' | 'private', bob: string, env: Io['env'] = {}) => {
    const { invite, joinToken, tokens } = unwrap(
      await makeInvite(url, {
        game: 'chess',
        visibility,
        seats: [{ type: 'you', name: 'Host' }, { type: 'open' }],
      }),
    );
    const findGame = async () => ok(kit.game);
    const { token } = tokens[0]!;
    const host = unwrap(await connect(url, { match: invite.id, token, findGame }));
    const link = joinToken === null ? invite.id : `${invite.id}#${joinToken}`;
    const guest = person(
      ['play', 'chess', '--server', url, '--join', link, ...bob.split(' ')],
      [],
      env,
    );
    await guest.saw('White: Host · Black:');
    return { id: invite.id, host, guest };
  };

  test('is there for a player who comes back with nothing but the id, and forgotten at the end', async () => {
    expect((await kifu(['key', 'new', 'guest'])).code).toBe(0);
    const { id, host, guest } = await start('private', '--name Bob --key guest');
    guest.type('quit');
    expect(await guest.code).toBe(0);
    const again = ['play', '--server', url, '--join', id];
    expect(guest.out()).toContain(`to return: kifu ${again.join(' ')}\n`);
    const [seat] = await seatsOf(id);
    expect(seat).toMatchObject({ seat: 1, name: 'Bob', key: 'guest', isMaker: false });
    const back = person(again, []);
    await back.saw('back in your seat: Black\n');
    unwrap(await host.play(unwrap(kit.notations[0]!.parse(presentOf(host)!.state, 'f3'))));
    await back.saw('1. White  f3');
    back.type('e5');
    await back.saw('Black  e5');
    back.type('resign');
    expect(await back.code).toBe(0);
    host.close();
    expect(await seatsOf(id)).toEqual([]);
    for (const { out, err } of [guest, back]) expect(out() + err()).not.toContain(seat!.token);
  });

  test('is refused once the server does not know it any more', async () => {
    const { id, host, guest } = await start('public', '--name Bob');
    guest.type('quit');
    expect(await guest.code).toBe(0);
    const [seat] = await seatsOf(id);
    const { stream } = collector();
    const io = makeIo({}, { stdin: Readable.from([]), stdout: stream, stderr: stream });
    expect(await saveSeat(io, { ...seat!, token: seat!.token.replace(/./g, 'x') })).toBe(true);
    const back = person(['play', 'chess', '--server', url, '--join', id], []);
    expect(await back.code).toBe(1);
    expect(back.err()).toMatch(/^kifu: [a-z-]+: .*\n$/);
    expect(back.err()).not.toContain('token');
    expect(await seatsOf(id)).toEqual([]);
    unwrap(await host.resign());
    host.close();
  });

  test.each(['no folder', 'no library'])('is played on without being kept: %s', async what => {
    const home = await mkdtemp(join(folder, 'home-'));
    await writeFile(join(home, 'library.sqlite'), 'this is no library '.repeat(1000));
    const KIFU_HOME = what === 'no folder' ? join(home, 'library.sqlite', 'in') : home;
    const { host, guest } = await start('public', '--name Bob', { KIFU_HOME });
    expect(guest.err()).toMatch(
      /^kifu: your seat could not be saved, so you cannot return to it: .*\n$/,
    );
    guest.type('resign');
    expect(await guest.code).toBe(0);
    expect(guest.out()).toContain('White wins by resignation');
    host.close();
  });
});

test('--publish is refused with --server, which says who publishes instead', async () => {
  const ann = person(['play', 'chess', '--server', url, '--publish', 'peer'], []);
  expect(await ann.code).toBe(2);
  expect(ann.err()).toContain('kifu watch LINK --publish');
});

test('bot alone is the usual bot of the server', async () => {
  const ann = person(
    ['play', 'chess', '--server', url, '--seats', 'human,bot'],
    [['White', 'resign']],
  );
  expect(await ann.code).toBe(0);
  expect(ann.out()).toContain('Black wins by resignation');
});

test('plays dominos with hidden hands against a bot, and leaves', async () => {
  const ann = person(
    ['play', 'dominos', '--server', url, '--seats', 'human,bot', '--private'],
    [
      ['South', 'moves'],
      ['South', 'resign'],
    ],
  );
  expect(await ann.code).toBe(0);
  expect(ann.out()).toContain('West wins by resignation');
});

describe('trouble', () => {
  test.each<[string[], RegExp]>([
    [['play', 'chess', '--server', 'http://127.0.0.1:1'], /unreadable: .*is not responding/],
    [['play', 'chess', '--join', 'x y'], /malformed/],
    [['watch', 'nobody', '--server', 'URL'], /not-found/],
    [['play', 'chess', '--server', 'URL', '--join', 'nobody'], /not-found/],
    [['play', 'chess', '--server', 'URL', '--seats', 'bot,bot'], /bad-setup/],
  ])('%j is refused', async (argv, says) => {
    const { code, err } = await kifu(argv.map(word => (word === 'URL' ? url : word)));
    expect(code).toBe(1);
    expect(err).toMatch(says);
  });

  test('a malformed origin is refused', async () => {
    const { code, err } = await kifu(['serve', '--port', '0', '--origin', 'friend.example']);
    expect(code).toBe(2);
    expect(err).toMatch(/Must be a URL starting with http/);
  });

  test('a store that is being served is refused', async () => {
    const argv = ['serve', '--port', '0', '--store', join(folder, 'library.sqlite'), '--no-site'];
    const { code, err } = await kifu(argv);
    expect(code).toBe(1);
    expect(err).toMatch(/library\.sqlite is being served by another process/);
  });

  test('a port that is taken is refused', async () => {
    const { port } = new URL(url);
    const { code, err } = await kifu([
      'serve',
      '--port',
      port,
      '--store',
      join(folder, 'b.sqlite'),
    ]);
    expect(code).toBe(1);
    expect(err).toMatch(/cannot serve .*EADDRINUSE/);
  });
});

test.each([
  [
    'https://a.example/live/abc#tok',
    undefined,
    { server: 'https://a.example', id: 'abc', token: 'tok' },
  ],
  ['abc', 'http://b.example', { server: 'http://b.example', id: 'abc' }],
  ['https://a.example/live/abc', 'http://b.example', { server: 'http://b.example', id: 'abc' }],
])('reads the address %s', (text, server, address) => {
  expect(parseAddress(text, server)).toEqual({ ok: true, value: address });
});
