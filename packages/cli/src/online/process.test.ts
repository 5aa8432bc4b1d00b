/** `kifu serve`, `kifu play` and `kifu watch` as processes of their own, as people start them. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, makeInvite } from '@kifu/client';
import { type Game, ok, type Seat, unwrap } from '@kifu/core';
import { backgammon } from '@kifu/games/backgammon';
import { moversOf } from '@kifu/record/match-state';
import { createSqliteStore } from '@kifu/stores/sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { kifu as kifuHere } from '../../test/run-kifu.ts';
import { type Started, startKifu } from '../../test/start-kifu.ts';

const WAIT_MS = 60_000;

let folder: string;
let server: Started;
let url: string;

const start = (...argv: readonly string[]): Started => startKifu({ KIFU_HOME: folder }, ...argv);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kifu-process-'));
  server = start('serve', '--port', '0', '--store', join(folder, 'kifu.sqlite'), '--json');
  await server.saw('\n');
  ({ url } = JSON.parse(server.out()));
});
afterAll(async () => {
  server.child.kill('SIGTERM');
  expect((await server.exit)[0]).toBe(0);
  await rm(folder, { recursive: true });
});

test('one plays, one joins by the link, one watches, and the server has the record', async () => {
  const ann = start('play', 'chess', '--server', url, '--name', 'Ann');
  await ann.saw('/live/');
  const [link] = /http\S+\/live\/\S+/.exec(ann.out())!;
  const save = join(folder, 'watched.json');
  const watcher = start('watch', link, '--save', save);
  const bob = start('play', 'chess', '--join', link, '--name', 'Bob');
  for (const [who, seen, move] of [
    [ann, 'White', 'f3'],
    [bob, '1. White  f3', 'e5'],
    [ann, 'Black  e5', 'g4'],
    [bob, '2. White  g4', 'Qh4'],
  ] as const) {
    await who.saw(seen);
    who.child.stdin!.write(`${move}\n`);
  }
  const codes = await Promise.all([ann, bob, watcher].map(({ exit }) => exit));
  expect(codes.map(([code]) => code)).toEqual([0, 0, 0]);
  expect((await kifuHere(['verify', save])).code).toBe(0);
  const { listings } = await listed();
  expect(listings).toMatchObject([{ players: ['Ann', 'Bob'], outcome: { reason: 'checkmate' } }]);
  const there = await fetch(new URL(`/api/matches/${listings[0]!.match}/record?as=json`, url));
  expect(JSON.parse(await there.text())).toEqual(JSON.parse(await readFile(save, 'utf8')));
});

/** The seats of a match that are kept in the home, with their secrets. */
async function keptSeats(id: string) {
  const { vault, close } = await createSqliteStore(join(folder, 'library.sqlite'));
  const names = (await vault.names('live-seat')).filter(name => name.includes(` ${id} `));
  const seats = await Promise.all(names.map(name => vault.get('live-seat', name)));
  await close();
  return seats as unknown as readonly { readonly token: string }[];
}

test('a killed process comes back to its seat, the maker of the match and the guest', async () => {
  let ann = start('play', 'chess', '--server', url);
  await ann.saw('/live/');
  const [link, id] = /http\S+\/live\/(\S+)/.exec(ann.out())!;
  // alone, she comes back to her own seat, though another is open
  await ann.kill();
  const join = ['play', 'chess', '--join', link];
  ann = start(...join);
  await ann.saw('back in your seat: White');
  const gone = start(...join);
  for (const who of [ann, gone]) await who.saw('White: ');
  ann.child.stdin!.write('f3\n');
  await gone.saw('1. White  f3');
  gone.child.stdin!.write('e5\n');
  await ann.saw('Black  e5');
  const seats = await keptSeats(id!);
  expect(seats).toHaveLength(2);
  await gone.kill();
  const bob = start(...join);
  await bob.saw('back in your seat: Black');
  ann.child.stdin!.write('g4\n');
  await bob.saw('2. White  g4');
  bob.child.stdin!.write('Qh4\n');
  expect((await Promise.all([ann.exit, bob.exit])).map(([code]) => code)).toEqual([0, 0]);
  expect(await keptSeats(id!)).toEqual([]);
  for (const { token } of seats)
    for (const { out } of [ann, gone, bob, server]) expect(out()).not.toContain(token);
});

test('fair dice continue with the chance chain of a killed process', async () => {
  const made = await makeInvite(url, {
    game: 'backgammon',
    seats: [{ type: 'you', name: 'Ann' }, { type: 'open' }],
  });
  const { invite, tokens } = unwrap(made);
  expect(invite.chance).toBe('fair');
  const findGame = async () => ok(backgammon.game as Game);
  const { token } = tokens[0]!;
  const ann = unwrap(await connect(url, { match: invite.id, token, findGame }));
  const join = ['play', 'backgammon', '--server', url, '--join', invite.id];
  let bob = start(...join);

  const table = () => ann.replay?.table ?? undefined;
  /** Whose turn it is; null while dice are due. */
  const turn = (): Seat | null => {
    const now = table();
    return now === undefined ? null : (moversOf(now)[0] ?? null);
  };
  /** Plays the first legal move of the seat on turn. */
  const move = async () => {
    const seat = turn()!;
    const { game, state } = table()!;
    const before = ann.replay!.n;
    const [first] = game.legal(state, seat);
    // again: a player may not have heard yet that it is his turn, or a server that had much to do have paused the match for a moment
    const said = async () => {
      if (seat === 0) await ann.play(first!);
      else bob.child.stdin!.write(`${game.moves.hex.encode(first!)}\n`);
      return ann.replay!.n;
    };
    return expect.poll(said, { timeout: WAIT_MS, interval: 100 }).toBeGreaterThan(before);
  };
  /** Plays moves until the condition holds. */
  const playUntil = async (isSo: () => boolean) => {
    while (!isSo()) {
      await expect.poll(turn, { timeout: WAIT_MS }).not.toBeNull();
      if (!isSo()) await move();
    }
  };

  await playUntil(() => turn() === 0 && table()!.drawn >= 3);
  await bob.kill();
  while (turn() === 0) await move();
  const { drawn } = table()!;
  bob = start(...join);
  await bob.saw('back in your seat');
  await playUntil(() => table()!.drawn >= drawn + 4);
  bob.child.stdin!.write('resign\n');
  expect((await bob.exit)[0]).toBe(0);
  const outcome = { winners: [0], reason: 'resignation' };
  await expect.poll(() => ann.replay!.outcome, { timeout: WAIT_MS }).toMatchObject(outcome);
  ann.close();
  expect(await keptSeats(invite.id)).toEqual([]);
});

/** The server lists how a match ended a moment after all have heard of it. */
async function listed(): Promise<{
  readonly listings: readonly { readonly match: string; readonly outcome: unknown }[];
}> {
  for (;;) {
    const answer = await fetch(new URL('/api/library', url));
    const page = (await answer.json()) as Awaited<ReturnType<typeof listed>>;
    if (page.listings.some(({ outcome }) => outcome !== null)) return page;
  }
}
