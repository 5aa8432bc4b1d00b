/** Vacations: correspondence matches are paused while a player is away, and resume automatically. */
import { type LiveMatch, makeInvite, type NewInvite } from '@kifu/client';
import { playerOf } from '@kifu/client/account';
import { bytesToHex, DAY_MS, type Fault, type Json, type Result, unwrap } from '@kifu/core';
import { parseUci } from '@kifu/games/chess';
import { verify } from '@kifu/record';
import { decodeNext, isEnding } from '@kifu/record/node';
import { type StatementBody, signStatement } from '@kifu/record/player';
import { afterEach, expect, test, vi } from 'vitest';
import { type Key, keyOf } from '../test/rated.ts';
import { findGame, inMemory, type Served, seen, serve, until } from '../test/serve.ts';
import { wake } from './rooms/wake.ts';

let served: Served;
/** Not over New Year, whenever this is run: then days of two years would count. */
const MARCH_MS = Date.UTC(new Date().getUTCFullYear() + 1, 2) - Date.now();
let aheadMs = MARCH_MS;
const now = () => performance.timeOrigin + performance.now() + aheadMs;
afterEach(async () => {
  await served.close();
  aheadMs = MARCH_MS;
});

const LIMITS = { signInBurst: 1000, requestBurst: 10_000, restMs: 20, resumeMs: 0 };
const DAYS = { type: 'fixed', moveMs: 3 * DAY_MS } as const;
const uci = (text: string) => unwrap(parseUci(text)) as unknown as Json;

/** Two players with accounts, and a match between them. */
async function begin(invite: Partial<NewInvite> = {}) {
  const players = await Promise.all(['Ann', 'Bob'].map(keyOf));
  for (const player of players)
    await sign(player, { type: 'profile', name: player.name, about: '' });
  const seats = players.map(({ name, key }) => ({ type: 'you', name, key }) as const);
  const made = unwrap(
    await makeInvite(served.url, { game: 'chess', clock: DAYS, seats, ...invite }),
  );
  const sit = (seat: number) =>
    served.connect(made.invite.id, {
      token: made.tokens[seat]!.token,
      secret: players[seat]!.secret,
      now,
    });
  const lives = (await Promise.all([sit(0), sit(1)])) as [LiveMatch, LiveMatch];
  const { id } = made.invite;
  return { lives, players: players as [Key, Key], sit, id };
}

/** Signs something about a player, by the clock of the server. */
async function sign(player: Key, body: StatementBody): Promise<Result<null>> {
  const { key, secret } = player;
  const before = unwrap(await playerOf(served.url, key));
  const at = Math.max(before?.at ?? 0, Math.floor(now()));
  const statement = await signStatement({ ...body, key, prev: before?.head ?? null, at }, secret);
  const answer = await fetch(new URL('/api/accounts', served.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ statement: bytesToHex(statement) }),
  });
  const { fault } = (await answer.json()) as { fault: Fault };
  return answer.ok ? { ok: true, value: null } : { ok: false, fault };
}

const say = (player: Key, isAway: boolean) => sign(player, { type: 'vacation', isAway });

const left = async ({ key }: Key) =>
  (await (await fetch(new URL(`/api/accounts/${key}/vacation`, served.url))).json()) as {
    until: number | null;
    leftMs: number;
  };

const isPaused = ({ replay }: LiveMatch) => replay?.table?.talk.isPaused === true;
const goesOn = (live: LiveMatch) =>
  until(live, () => !isPaused(live) && live.invite?.vacations?.length === 0);
const standsStill = (live: LiveMatch) =>
  until(live, () => isPaused(live) && live.invite?.vacations?.length === 1);

/** Who paused and resumed the match after its start. */
const pauses = ({ replay }: LiveMatch) =>
  replay!.nodes.slice(3).flatMap(bytes => {
    const node = unwrap(decodeNext(bytes));
    const isIt = !isEnding(node) && ['pause', 'resume'].includes(node.act.type);
    return isIt ? [`${node.act.type} ${node.seat}`] : [];
  });

test('a match is paused while a player is away, the other sees why, and no time passes', async () => {
  served = await serve({ limits: LIMITS, now });
  const { lives, players } = await begin();
  const [ann, bob] = lives;
  await Promise.all(lives.map(live => seen(live, 0)));
  unwrap(await ann.play(uci('e2e4')));
  await seen(bob, 1);
  unwrap(await say(players[1], true));
  await Promise.all(lives.map(standsStill));
  expect(ann.invite!.vacations).toEqual([{ seat: 1, until: expect.any(Number) }]);
  expect(await bob.play(uci('e7e5'))).toMatchObject({ fault: { code: 'paused' } });
  aheadMs += 10 * DAY_MS; // three times as long as a move may take
  unwrap(await say(players[1], false));
  await Promise.all(lives.map(goesOn));
  unwrap(await bob.play(uci('e7e5')));
  expect(pauses(bob)).toEqual(['pause null', 'resume null']);
  const { leftMs, until: end } = await left(players[1]);
  expect(end).toBeNull();
  expect(Math.round(leftMs / DAY_MS)).toBe(20);
  expect((await verify(bob.replay!.nodes, findGame, { signatures: 'all' })).fault).toBeNull();
});

test('a match resumes when the days are used up, and no more are available that year', async () => {
  served = await serve({ limits: { ...LIMITS, vacationDays: 3 }, now });
  const { lives, players, id } = await begin();
  const [ann] = lives;
  await Promise.all(lives.map(live => seen(live, 0)));
  unwrap(await say(players[0], true));
  await standsStill(ann);
  aheadMs += 3 * DAY_MS;
  wake((await served.server.registry.find(id))!);
  await goesOn(ann);
  expect((await left(players[0])).leftMs).toBe(0);
  expect(await say(players[0], true)).toMatchObject({
    fault: { code: 'too-large', rule: 'vacation' },
  });
  unwrap(await ann.play(uci('e2e4')));
});

test('a match that starts during a vacation is paused at once; a quick one is not', async () => {
  served = await serve({ limits: LIMITS, now });
  const { lives, players } = await begin();
  await Promise.all(lives.map(live => seen(live, 0)));
  unwrap(await say(players[0], true));
  await standsStill(lives[1]);
  const next = await begin();
  await standsStill(next.lives[1]);
  const quick = await begin({ clock: { type: 'absolute', mainMs: 600_000 } });
  await seen(quick.lives[0], 0);
  unwrap(await quick.lives[0].play(uci('e2e4')));
  unwrap(await say(players[0], false));
  await Promise.all([goesOn(lives[1]), goesOn(next.lives[1])]);
});

test('two on vacation: the match resumes when both are back', async () => {
  served = await serve({ limits: LIMITS, now });
  const { lives, players } = await begin();
  const [ann] = lives;
  await Promise.all(lives.map(live => seen(live, 0)));
  for (const player of players) unwrap(await say(player, true));
  await until(ann, ({ invite }) => invite?.vacations?.length === 2);
  unwrap(await say(players[0], false));
  await until(ann, ({ invite }) => invite?.vacations?.length === 1);
  expect(isPaused(ann)).toBe(true);
  unwrap(await say(players[1], false));
  await goesOn(ann);
  expect(pauses(ann)).toEqual(['pause null', 'resume null']);
});

test('a pause that the players agreed on before stays one, and their wish ends no vacation', async () => {
  served = await serve({ limits: LIMITS, now });
  const { lives, players } = await begin();
  const [ann, bob] = lives;
  await Promise.all(lives.map(live => seen(live, 0)));
  unwrap(await ann.submit(ann.seat!, { type: 'pause' }));
  unwrap(await bob.submit(bob.seat!, { type: 'pause' }));
  await until(ann, isPaused);
  unwrap(await say(players[0], true));
  await until(ann, ({ invite }) => invite?.vacations?.length === 1);
  unwrap(await say(players[0], false));
  await until(ann, ({ invite }) => invite?.vacations?.length === 0);
  expect(isPaused(ann)).toBe(true);
  unwrap(await say(players[0], true));
  await until(ann, ({ invite }) => invite?.vacations?.length === 1);
  unwrap(await ann.submit(ann.seat!, { type: 'resume' }));
  unwrap(await bob.submit(bob.seat!, { type: 'resume' }));
  await until(bob, () => pauses(bob).at(-1) === 'pause null');
  expect(isPaused(bob)).toBe(true);
});

test('a vacation survives a restart, and a player who returns after one finds the match resumed', async () => {
  const stores = inMemory();
  served = await serve({ stores, limits: LIMITS, now });
  const { lives, players, sit, id } = await begin();
  await Promise.all(lives.map(live => seen(live, 0)));
  unwrap(await say(players[0], true));
  await standsStill(lives[1]);
  await served.close();
  aheadMs += 5 * DAY_MS;
  served = await serve({ stores, limits: LIMITS, now });
  const [ann, bob] = await Promise.all([sit(0), sit(1)]);
  const room = (await served.server.registry.find(id))!;
  while (room.held !== null) await new Promise(done => setTimeout(done, 5));
  expect(isPaused(bob)).toBe(true);
  unwrap(await say(players[0], false));
  await goesOn(ann);
  unwrap(await ann.play(uci('e2e4')));
  expect(pauses(ann)).toEqual(['pause null', 'resume null']);
});

test('a match that is not in memory is paused too', async () => {
  served = await serve({ limits: LIMITS, now });
  const { lives, players, sit, id } = await begin();
  await Promise.all(lives.map(live => seen(live, 0)));
  for (const live of lives) live.close();
  const { registry } = served.server;
  while (registry.rooms.has(id)) await new Promise(done => setTimeout(done, 5));
  unwrap(await say(players[0], true));
  const bob = await sit(1);
  await standsStill(bob);
});

test('a room stays in memory while it asks who is on vacation', async () => {
  served = await serve({ limits: LIMITS, now });
  const { lives, players, sit, id } = await begin();
  await Promise.all(lives.map(live => seen(live, 0)));
  for (const live of lives) live.close();
  const { registry } = served.server;
  while (registry.rooms.has(id)) await new Promise(done => setTimeout(done, 5));
  const answer = Promise.withResolvers<void>();
  const awayUntil = registry.players!.awayUntil;
  const asked = vi.spyOn(registry.players!, 'awayUntil').mockImplementation(async player => {
    await answer.promise;
    return awayUntil(player);
  });
  const said = say(players[0], true);
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  const room = await vi.waitFor(
    () => registry.rooms.get(id) ?? Promise.reject(new Error('not loaded')),
  );
  await new Promise(done => setTimeout(done, 5 * LIMITS.restMs));
  expect(registry.rooms.get(id)).toBe(room);
  answer.resolve();
  unwrap(await said);
  const bob = await sit(1);
  await standsStill(bob);
  expect(pauses(bob)).toEqual(['pause null']);
});
