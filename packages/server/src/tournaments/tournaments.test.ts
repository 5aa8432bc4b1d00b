/** Tournaments on a server: players enter with their keys, pairings become matches, results are recorded automatically, and the file verifies. */
import {
  listTournaments,
  lookAtTournament,
  makeTournament,
  type NewTournament,
  type ServedTournament,
  sayInTournament,
  takeBoard,
} from '@kifu/client/tournament';
import { type Result, unwrap } from '@kifu/core';
import { readCar } from '@kifu/record/car';
import { collectNodes } from '@kifu/record/node';
import { readTournament } from '@kifu/tournament';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { inMemory, type Served, serve, until } from '../../test/serve.ts';
import {
  enter,
  joinSeat,
  joinServer,
  playBoard,
  type TournamentPlayer,
} from '../../test/tournament-bots.ts';

let nowMs = Date.now();
const stores = inMemory();
const limits = {
  signInsPerMinute: 6000,
  signInBurst: 1000,
  openPerAddress: 1000,
  requestBurst: 10_000,
};
let served: Served;
let [ann, bob, cid, dan]: TournamentPlayer[] = [];
beforeAll(async () => {
  served = await serve({ stores, limits, now: () => nowMs });
  [ann, bob, cid, dan] = (await Promise.all(
    ['Ann', 'Bob', 'Cid', 'Dan'].map(name => joinServer(served.url, name)),
  )) as [TournamentPlayer, TournamentPlayer, TournamentPlayer, TournamentPlayer];
});
afterAll(() => served.close());

const codeOf = (result: Result<unknown>): string => (result.ok ? 'ok' : result.fault.code);
const make = async (more: Partial<NewTournament> = {}): Promise<ServedTournament> =>
  unwrap(
    await makeTournament(served.url, ann!.token, {
      ...{ name: 'Club', system: 'swiss', game: 'chess', rounds: 2, ...more },
    }),
  );
const look = async (id: string): Promise<ServedTournament> =>
  unwrap(await lookAtTournament(served.url, id));
const say = (player: TournamentPlayer, id: string, word: Parameters<typeof sayInTournament>[3]) =>
  sayInTournament(served.url, player.token, id, word);
const pairsOf = ({ rounds, players }: ServedTournament, round: number) =>
  rounds[round - 1]!.pairings.map(({ players: pair }) => pair.map(one => players[one]!.name));

test('four enter, play two rounds, and the file verifies without the server', async () => {
  const { id, organizer } = await make({
    clock: { type: 'absolute', mainMs: 600_000 },
    rated: true,
  });
  expect(organizer.name).toBe('Ann');
  const all = [ann!, bob!, cid!, dan!];
  for (const player of all) await enter(served, player, id);
  expect(codeOf(await say(bob!, id, { type: 'enter' }))).toBe('conflict');
  const begun = unwrap(await say(ann!, id, { type: 'round' }));
  expect(pairsOf(begun, 1)).toEqual([
    ['Ann', 'Cid'],
    ['Bob', 'Dan'],
  ]);
  expect(begun.rounds[0]!.pairings.every(({ phase }) => phase === 'open')).toBe(true);
  // the lobby does not list these as seats to take
  expect(
    JSON.stringify(await (await fetch(new URL('/api/live', served.url))).json()),
  ).not.toContain(begun.rounds[0]!.pairings[0]!.invite!);
  const playRound = async (round: number) => {
    await Promise.all(all.map((player, seed) => playBoard(served, player, id, { most: 6, seed })));
    await expect.poll(async () => (await look(id)).isOpen, { timeout: 20_000 }).toBe(false);
    return look(id).then(({ rounds }) => rounds[round - 1]!.pairings);
  };
  for (const { result } of await playRound(1)) expect(result!.match).not.toBeNull();
  expect((await look(id)).isOver).toBe(false);
  expect(codeOf(await say(bob!, id, { type: 'round' }))).toBe('unsupported');
  unwrap(await say(ann!, id, { type: 'round' }));
  await playRound(2);
  const over = await look(id);
  expect(over).toMatchObject({ isOver: true, round: 2, count: 4 });
  expect(over.standings.reduce((sum, { score }) => sum + score, 0)).toBe(8);
  expect(codeOf(await say(ann!, id, { type: 'round' }))).toBe('game-over');

  const file = await fetch(new URL(`/api/tournaments/${id}/file`, served.url));
  const { roots, blocks } = unwrap(readCar(new Uint8Array(await file.arrayBuffer())));
  expect(roots).toHaveLength(5);
  const { tournament } = unwrap(await readTournament(unwrap(collectNodes(blocks, roots[0]!))));
  expect(tournament.rounds).toHaveLength(2);
  const trf = await (
    await fetch(new URL(`/api/tournaments/${id}/file?form=trf`, served.url))
  ).text();
  expect(trf).toMatch(/^012 Club/);
  const entries = await (
    await fetch(new URL(`/api/tournaments/${id}/file?form=json`, served.url))
  ).json();
  expect((entries as { entries: unknown[] }).entries).toHaveLength(4 + 2 + 4);
  const listed = unwrap(await listTournaments(served.url)).tournaments;
  expect(listed.find(one => one.id === id)).toMatchObject({ isOver: true, name: 'Club' });
});

test('answers 304 until the tournament changes', async () => {
  const { id } = await make();
  const url = new URL(`/api/tournaments/${id}`, served.url);
  const first = await fetch(url);
  const etag = first.headers.get('etag')!;
  expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
  await enter(served, bob!, id);
  expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(200);
});

describe('deadlines', () => {
  const tend = (id: string) =>
    vi.waitFor(async () => expect((await look(id)).isOpen).toBe(false), 20_000);

  test('a player who is not there in time loses; where neither is, both are taken out', async () => {
    const { id } = await make({ roundMs: 60_000, rounds: 3 });
    for (const player of [ann!, bob!, cid!, dan!]) await enter(served, player, id);
    unwrap(await say(ann!, id, { type: 'round' }));
    const live = await joinSeat(served, cid!, id);
    await until(live, ({ invite }) => invite?.seats.some(({ isReady }) => isReady) === true);
    nowMs += 61_000;
    await tend(id);
    const { rounds, players } = await look(id);
    // Ann – Cid, Bob – Dan
    expect(rounds[0]!.pairings.map(({ result }) => result)).toEqual([
      { match: null, winner: 1 },
      { match: null, winner: 1 },
    ]);
    expect(players.map(({ isOut }) => isOut)).toEqual([false, true, false, true]);
    live.close();
  });

  test('a player who withdraws loses the game at once; the organizer records a no-show', async () => {
    const { id } = await make({ system: 'round-robin', rounds: 0 });
    for (const player of [ann!, bob!, cid!, dan!]) await enter(served, player, id);
    const { players, rounds } = unwrap(await say(ann!, id, { type: 'round' }));
    const [first, second] = rounds[0]!.pairings;
    const leaver = [ann!, bob!, cid!, dan!].find(
      ({ name }) => name === players[first!.players[0]]!.name,
    )!;
    const left = unwrap(await say(leaver, id, { type: 'withdraw' }));
    expect(left.rounds[0]!.pairings[0]!.result).toEqual({ match: null, winner: 1 });
    expect(second!.result).toBeNull();
    const word = { type: 'forfeit', round: 1, board: 2, loser: 1 } as const;
    expect(codeOf(await say(bob!, id, word))).toBe('unsupported');
    const decided = unwrap(await say(ann!, id, word));
    expect(decided.rounds[0]!.pairings[1]!.result).toEqual({ match: null, winner: 0 });
  });
});

test('rounds start automatically if the terms say so', async () => {
  const { id } = await make({
    isAutomatic: true,
    system: 'round-robin',
    rounds: 0,
    game: 'checkers',
  });
  for (const player of [ann!, bob!, cid!]) await enter(served, player, id);
  unwrap(await say(ann!, id, { type: 'round' }));
  const playing = new Set<string>();
  await vi.waitFor(
    async () => {
      const now = await look(id);
      for (const { pairings } of now.rounds)
        for (const { invite, players: pair, phase } of pairings)
          if (invite !== null && phase === 'open' && !playing.has(invite)) {
            playing.add(invite);
            for (const one of pair) {
              const player = [ann!, bob!, cid!].find(
                ({ name }) => name === now.players[one]!.name,
              )!;
              void playBoard(served, player, id, { most: 4, seed: one });
            }
          }
      expect(now.isOver).toBe(true);
    },
    { timeout: 30_000, interval: 100 },
  );
  expect((await look(id)).rounds).toHaveLength(3);
});

test('another process of the same store continues it', async () => {
  const { id } = await make({ game: 'checkers', rounds: 1, system: 'swiss' });
  await enter(served, ann!, id);
  await enter(served, bob!, id);
  unwrap(await say(ann!, id, { type: 'round' }));
  await served.close();
  served = await serve({ stores, limits, now: () => nowMs });
  await Promise.all(
    [ann!, bob!].map((player, seed) => playBoard(served, player, id, { most: 4, seed })),
  );
  await expect.poll(async () => (await look(id)).isOver, { timeout: 20_000 }).toBe(true);
});

describe('refuses', () => {
  test.each<[string, Partial<NewTournament>, string]>([
    ['options that the game has not', { options: { a: 1 } }, 'bad-setup'],
    ['no such game', { game: 'tiddlywinks' }, 'unknown-game'],
    ['no rounds', { rounds: 0 }, 'malformed'],
    ['rounds that follow from the players', { system: 'knock-out', rounds: 4 }, 'malformed'],
    ['a name of spaces', { name: '   ' }, 'malformed'],
    ['a round of no time', { roundMs: 1 }, 'malformed'],
  ])('%s', async (_what, more, code) => {
    const made = await makeTournament(served.url, ann!.token, {
      ...{ name: 'x', system: 'swiss', game: 'chess', rounds: 2, ...more },
    });
    expect(codeOf(made)).toBe(code);
  });

  test('those who have not signed in, are not in it, or do not run it', async () => {
    const { id } = await make();
    const nobody = 'A'.repeat(32);
    expect(codeOf(await sayInTournament(served.url, nobody, id, { type: 'enter' }))).toBe(
      'bad-signature',
    );
    expect(codeOf(await say(bob!, id, { type: 'withdraw' }))).toBe('not-found');
    expect(codeOf(await takeBoard(served.url, bob!.token, id))).toBe('not-found');
    expect(codeOf(await lookAtTournament(served.url, 'bafynosuch'))).toBe('not-found');
    expect(codeOf(await say(ann!, id, { type: 'round' }))).toBe('unsupported');
    expect((await fetch(new URL(`/api/tournaments/${id}/file?form=trf`, served.url))).status).toBe(
      200,
    );
  });
});
