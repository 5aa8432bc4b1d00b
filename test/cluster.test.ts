/** Three servers with one PostgreSQL behind a balancer that is not sticky: killed, stopped and asleep they lose nothing confirmed. */
import { once } from 'node:events';
import { request as requestTo } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  callOff,
  connect,
  findOpponent,
  type LiveMatch,
  listLive,
  lookAtInvite,
  makeInvite,
  type OpenChallenge,
  type Seek,
  takeSeat,
} from '@kifu/client';
import { blockPlayer, findPlayer, sayOfPlayer } from '@kifu/client/account';
import { lookAtTournament, makeTournament, sayInTournament } from '@kifu/client/tournament';
import { type Json, type Result, unwrap } from '@kifu/core';
import { parseUci } from '@kifu/games/chess';
import { createPostgresStore, type PostgresStore } from '@kifu/stores/postgres';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { ADMIN_TOKEN } from '../packages/server/test/admin-token.ts';
import { type Balancer, createBalancer } from '../packages/server/test/balancer.ts';
import { keyOf } from '../packages/server/test/rated.ts';
import { maskedText, openRaw } from '../packages/server/test/raw-socket.ts';
import { autoplay, ended, findGame, seen, talk, until } from '../packages/server/test/serve.ts';
import {
  checkKeptIn,
  checkOneAfterEach,
  playAt,
  type ServerChild,
  startChild,
  type ToldMatch,
} from '../packages/server/test/server-child.ts';
import { enter, joinServer, playBoard } from '../packages/server/test/tournament-bots.ts';
import { command, isLeftOut, newSchema, usePostgres } from '../packages/stores/test/databases.ts';
import { hasNats, useNats } from '../packages/stores/test/nats-server.ts';
import { createProxy } from '../packages/stores/test/proxy.ts';

const IS_DEEP = process.env.KIFU_DEEP === '1';
const MATCHES = IS_DEEP ? 200 : 6;
const WAIT = { timeout: 60_000 };
/** As often as pages ask. */
const EACH_SECOND = { ...WAIT, interval: 1000 };
/** Longer than a busy machine stands still: a server that is slower loses its matches to another. */
const TTL_MS = 5000;
/** After so long systemd and compose kill a process that was told to stop. */
const STOP_MS = 15_000;
const MIB = 1_048_576;
const SOAK_MS = 1_800_000;
const SOAK = { timeout: SOAK_MS + 600_000 };
const LIMITS = {
  requestsPerMinute: 1e6,
  requestBurst: 1e6,
  openPerAddress: 1e4,
  connectionsPerAddress: 1e4,
};
const clock = { type: 'fischer', mainMs: 600_000, incrementMs: 1000 } as const;
const GAMES = ['chess', 'backgammon', 'dominos', 'checkers'];

describe.skipIf(isLeftOut)('several servers', { timeout: IS_DEEP ? 600_000 : 240_000 }, () => {
  const database = usePostgres();
  const nats = useNats();
  const schema = newSchema();
  let servers: ServerChild[];
  let front: Balancer;
  let store: PostgresStore;
  const played: ToldMatch[] = [];

  const start = () =>
    startChild({ file: database().url(), limits: LIMITS, store: { schema, ttlMs: TTL_MS } });
  /** Of those that are not asleep. */
  const ports = () => servers.filter(one => !asleep.has(one)).map(({ port }) => port);
  const asleep = new Set<ServerChild>();
  const play = async (game: string): Promise<ToldMatch> => {
    const told = await playAt(front.url, { game, clock });
    played.push(told);
    return told;
  };
  /** The server that has a room; it may go from one to another meanwhile. */
  const ownerOf = (room: string): Promise<ServerChild> =>
    vi.waitFor(async () => {
      for (const server of servers)
        if (!asleep.has(server) && (await server.rooms()).includes(room)) return server;
      throw new Error(`nobody has ${room}`);
    }, WAIT);
  /** All go on by some entries, or are over. */
  const goOn = async (all: readonly ToldMatch[], by = 3): Promise<void> => {
    await Promise.all(
      all.map(({ lives: [live] }) => {
        const { n } = live!.replay!;
        return until(live!, ({ replay }) => replay!.n >= n + by || replay!.outcome !== null);
      }),
    );
  };
  const isOn = ({ lives }: ToldMatch): boolean => lives[0]!.replay!.outcome === null;

  beforeAll(async () => {
    servers = await Promise.all([start(), start(), start()]);
    front = await createBalancer(ports);
    store = await createPostgresStore(database().url(), { schema });
  });
  afterEach(() => {
    for (const { lives } of played) for (const live of lives) live.close();
  });
  afterAll(async () => {
    front?.close();
    await Promise.all((servers ?? []).map(server => server.stop('SIGKILL')));
    await store?.close();
  });

  test('a tournament that one has is entered, played and looked at by all of them', async () => {
    const places = servers.map(({ url }) => ({
      url,
      connect: async (match: string, more: object = {}) =>
        unwrap(await connect(url, { match, findGame, ...more })),
    }));
    const players = await Promise.all(
      places.map(({ url }, i) => joinServer(url, `Player ${i + 1}`)),
    );
    const [a, b, c] = places.map(({ url }) => url) as [string, string, string];
    const { token } = players[0]!;
    const terms = { name: 'Three', system: 'round-robin', game: 'checkers', rounds: 0 } as const;
    const { id } = unwrap(await makeTournament(a, token, { ...terms, isAutomatic: true }));
    for (const [i, player] of players.entries()) await enter(places[i]!, player, id);
    // the organizer asks another process than those that have the tournament
    unwrap(await sayInTournament(c, token, id, { type: 'round' }));
    const begun = new Set<string>();
    const playing: Promise<void>[] = [];
    await vi.waitFor(async () => {
      const now = unwrap(await lookAtTournament(b, id));
      for (const { invite, phase, players: pair } of now.rounds.flatMap(one => one.pairings)) {
        if (invite === null || phase !== 'open' || begun.has(invite)) continue;
        begun.add(invite);
        for (const one of pair)
          playing.push(playBoard(places[one]!, players[one]!, id, { most: 4, seed: one }));
      }
      expect(now.isOver).toBe(true);
    }, WAIT);
    await Promise.all(playing);
    for (const url of [a, b, c])
      expect(unwrap(await lookAtTournament(url, id))).toMatchObject({ isOver: true, round: 3 });
  });

  test('an invite that one makes the others list, and a seat is taken at any of them', async () => {
    const [a, b, c] = servers.map(({ url }) => url) as [string, string, string];
    const seats = [{ type: 'you', name: 'Ann' }, { type: 'open' }] as const;
    const { invite, tokens } = unwrap(await makeInvite(a, { game: 'chess', seats: [...seats] }));
    const listed = async (url: string) =>
      unwrap(await listLive(url)).map(({ id, phase }) => `${id} ${phase}`);
    for (const url of [b, c])
      await vi.waitFor(async () => expect(await listed(url)).toContain(`${invite.id} open`), WAIT);
    const { token } = unwrap(await takeSeat(b, invite.id, { name: 'Bob' }));
    const [ann, bob, watcher] = await Promise.all([
      connect(c, { match: invite.id, token: tokens[0]!.token, findGame }),
      connect(b, { match: invite.id, token, findGame }),
      connect(c, { match: invite.id, findGame }),
    ]).then(all => all.map(unwrap));
    await Promise.all([ann!, bob!, watcher!].map(live => seen(live, 0)));
    // so that it still goes on when it is looked at
    const pick = (legal: readonly Json[], n: number) => (n < 10 ? legal[0]! : null);
    autoplay(ann!, pick);
    autoplay(bob!, pick);
    await until(watcher!, ({ replay }) => replay!.n >= 6);
    await until(ann!, ({ presence }) => presence.watching === 1);
    await until(watcher!, ({ presence }) => presence.watching === 1);
    for (const url of [a, b, c])
      await vi.waitFor(async () => {
        const found = unwrap(await listLive(url)).find(({ id }) => id === invite.id);
        expect(found?.watching).toBe(1);
      }, WAIT);
    watcher!.chat.say('a fine game');
    ann!.chat.say('thank you');
    await until(watcher!, ({ chat }) => chat.messages.length === 2);
    // players do not read what spectators write while they play
    for (const live of [ann!, bob!])
      await until(live, ({ chat }) => chat.messages.map(({ text }) => text).join() === 'thank you');
    for (const url of [a, b, c])
      await vi.waitFor(async () => expect(await listed(url)).toContain(`${invite.id} live`), WAIT);
    for (const live of [ann!, bob!, watcher!]) live.close();
  });

  test('players who look for an opponent at different servers find each other', async () => {
    const players = await Promise.all(
      ['Ann', 'Bob', 'Cy', 'Di'].map(async (name, i) => {
        const { key } = await keyOf(`${name} of the pool`);
        const options = { game: 'checkers', options: {}, seats: 2, clock, rated: false };
        const seek: Seek = { ...options, name: `${name} of the pool`, key };
        return { seek, url: servers[i % servers.length]!.url, own: null as OpenChallenge | null };
      }),
    );
    const games = new Map<string, string[]>();
    // as pages do: all at once, and each again until it is in a game
    const look = async (player: (typeof players)[0]): Promise<void> => {
      const { seek, url, own } = player;
      const found = unwrap(await findOpponent(url, seek, own));
      if (!found.isJoined) player.own = found;
      const names = found.invite.seats.flatMap(({ name }) => name ?? []);
      const { id } = found.invite;
      if (names.length === 2) games.set(seek.name, [id, ...names.toSorted()]);
    };
    await vi.waitFor(async () => {
      // a player never looks twice at once, even where the look of another fails
      const looks = players.filter(({ seek }) => !games.has(seek.name)).map(look);
      for (const result of await Promise.allSettled(looks))
        if (result.status === 'rejected') throw result.reason;
      expect(games.size).toBe(players.length);
    }, EACH_SECOND);
    const tables = [...new Set([...games.values()].map(table => table.join()))];
    expect(tables).toHaveLength(2);
    for (const [name, [, ...names]] of games) expect(names).toContain(name);
  });

  test('a challenge stays while its player asks for it at another server, and goes soon after', async () => {
    const limits = { ...LIMITS, restMs: 100, challengeMs: 5000 };
    const options = { file: database().url(), limits, store: { schema: newSchema() } };
    const [one, other] = await Promise.all([startChild(options), startChild(options)]);
    const seats = [{ type: 'you', name: 'Ann' }, { type: 'open' }] as const;
    const make = async () =>
      unwrap(await makeInvite(one!.url, { game: 'chess', seats: [...seats], clock }));
    const [asked, left] = [await make(), await make()];
    const listed = async () => unwrap(await listLive(other!.url)).map(({ id }) => id);
    await vi.waitFor(async () => expect(await listed()).toHaveLength(2), WAIT);
    await vi.waitFor(async () => {
      const { token } = asked.tokens[0]!;
      expect((await lookAtInvite(other!.url, asked.invite.id, token)).ok).toBe(true);
      expect(await listed()).not.toContain(left.invite.id);
    }, WAIT);
    expect(await listed()).toContain(asked.invite.id);
    await vi.waitFor(async () => expect(await listed()).toEqual([]), WAIT);
    for (const server of [one!, other!]) {
      await server.stop('SIGTERM');
      expect(server.log()).toBe('');
    }
  });

  test('a guest who asks all of them at once has the invites of one', async () => {
    const limits = { ...LIMITS, openPerAddress: 12 };
    const options = { file: database().url(), limits, store: { schema: newSchema() } };
    const pair = await Promise.all([startChild(options), startChild(options)]);
    const seats = [{ type: 'you', name: 'Ann' }, { type: 'open' }] as const;
    const make = (i: number) => makeInvite(pair[i % 2]!.url, { game: 'chess', seats: [...seats] });
    const made = await Promise.all(Array.from({ length: 60 }, (_, i) => make(i)));
    expect(made.filter(({ ok }) => ok)).toHaveLength(12);
    for (const one of made) if (!one.ok) expect(one.fault.code).toBe('too-large');
    // the link is that of the server that was asked, whichever made it
    for (const [i, one] of made.entries())
      if (one.ok) expect(new URL(one.value.url).origin).toBe(pair[i % 2]!.url);
    // where the process that counts is gone, another does
    const counter = (await pair[0]!.rooms()).length > 0 ? pair[0]! : pair[1]!;
    await counter.stop('SIGTERM');
    const other = pair.find(server => server !== counter)!;
    expect(await makeInvite(other.url, { game: 'chess', seats: [...seats] })).toMatchObject({
      fault: { code: 'too-large' },
    });
    await other.stop('SIGTERM');
    for (const server of pair) expect(server.log()).toBe('');
  });

  test('a guest who joins at all of them at once has the seats of one', async () => {
    // invites neither expire nor leave the memory of their server meanwhile
    const limits = { ...LIMITS, openPerAddress: 6, restMs: 3_600_000 };
    const options = { file: database().url(), limits, store: { schema: newSchema() } };
    const pair = await Promise.all([startChild(options), startChild(options)]);
    const seats = [{ type: 'you', name: 'Ann' }, { type: 'open' }];
    const invites: string[] = [];
    // each of two networks is counted by the server that it asks first, which then has its invites
    for (const [i, { url, rooms }] of pair.entries()) {
      for (let n = 0; n < 6; n++) {
        const from = `127.0.${1 + i}.1`;
        const wanted = { game: 'chess', seats, waitMs: 3_600_000 };
        const { status, body } = await postFrom(from, url, '/api/invites', wanted);
        expect(status).toBe(201);
        invites.push(body.invite.id);
      }
      expect(await rooms()).toHaveLength(6);
    }
    const join = (id: string, i: number) =>
      postFrom('127.0.3.1', pair[i % 2]!.url, `/api/invites/${id}/seats`, { name: 'Bob' });
    const isTaken = ({ status }: { readonly status: number }) => status === 201;
    const joined = await Promise.all(invites.map(join));
    expect(joined.filter(isTaken).length).toBeLessThanOrEqual(6);
    // a join that is under way at another server may count twice, until it is done
    for (const [i, one] of joined.entries())
      if (!isTaken(one)) joined[i] = await join(invites[i]!, i);
    expect(joined.map(({ status }) => status).sort()).toEqual([
      ...Array.from({ length: 6 }, () => 201),
      ...Array.from({ length: 6 }, () => 429),
    ]);
    // others may still join
    const left = joined.findIndex(({ status }) => status === 429);
    const path = `/api/invites/${invites[left]}/seats`;
    expect(await postFrom('127.0.3.2', pair[0]!.url, path, { name: 'Cid' })).toMatchObject({
      status: 201,
    });
    for (const server of pair) {
      await server.stop('SIGTERM');
      expect(server.log()).toBe('');
    }
  });

  test('an invite is called off at another server by its maker, and refused to others', async () => {
    const [a, b, c] = servers.map(({ url }) => url) as [string, string, string];
    const seats = [{ type: 'you', name: 'Ann' }, { type: 'open' }] as const;
    const { invite, tokens } = unwrap(await makeInvite(a, { game: 'chess', seats: [...seats] }));
    const { token } = unwrap(await takeSeat(c, invite.id, { name: 'Bob' }));
    expect((await takeSeat(b, invite.id, { name: 'Cid' })).ok).toBe(false);
    expect((await callOff(b, invite.id, token)).ok).toBe(false);
    expect((await callOff(b, invite.id, tokens[0]!.token)).ok).toBe(true);
    for (const url of [a, b, c])
      await vi.waitFor(
        async () => expect((await lookAtInvite(url, invite.id)).ok).toBe(false),
        WAIT,
      );
  });

  test('what is decided at one holds at all: muted, silent, blocked and suspended', async () => {
    const [a, b, c] = servers.map(({ url }) => url) as [string, string, string];
    const [ann, ben] = [await joinServer(a, 'Orderly Ann'), await joinServer(b, 'Rude Ben')];
    const decide = async (url: string, body: object) => {
      const answer = await fetch(new URL('/api/admin/decisions', url), {
        method: 'POST',
        headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect([url, answer.status]).toEqual([url, 201]);
    };
    const invite = ({ name, key }: typeof ann, url: string) =>
      makeInvite(url, { game: 'chess', seats: [{ type: 'you', name, key }, { type: 'open' }] });
    const ruleOf = (result: Result<unknown>) =>
      result.ok ? 'ok' : (result.fault.rule ?? result.fault.code);

    const made = unwrap(await invite(ann, a));
    const { id } = made.invite;
    const { token } = unwrap(await takeSeat(b, id, { name: ben.name, key: ben.key }));
    // at whichever process a player is: at most one of them has the match
    const annAt = (url: string) =>
      connect(url, { match: id, token: made.tokens[0]!.token, secret: ann.secret, findGame });
    const benAt = (url: string) => connect(url, { match: id, token, secret: ben.secret, findGame });
    const lives = (await Promise.all([annAt(b), benAt(a), benAt(b), benAt(c)])).map(unwrap);
    const [listener, ...bens] = lives as [LiveMatch, LiveMatch, LiveMatch, LiveMatch];
    await Promise.all(lives.map(live => seen(live, 0)));
    const bensTalk = async (words: string) => {
      const came = [];
      for (const [i, live] of bens.entries()) came.push(await talk(live, `${words} ${i}`));
      return came;
    };
    expect(await bensTalk('hello')).toEqual(['said', 'said', 'said']);
    await decide(c, { action: 'mute', player: ben.name });
    expect(await bensTalk('rude words')).toEqual(['muted', 'muted', 'muted']);
    await decide(a, { action: 'lift', player: ben.name });
    expect(await bensTalk('sorry')).toEqual(['said', 'said', 'said']);
    expect(listener.chat.messages.map(({ text }) => text).join()).not.toContain('rude');
    // at one that has it, or at one that has not
    const owner = await ownerOf(id);
    const elsewhere = servers.find(server => server !== owner)!;
    await decide(elsewhere.url, { action: 'silence', match: id });
    await Promise.all(lives.map(live => until(live, now => now.invite!.chatOff.length > 0)));
    expect(await bensTalk('hello?')).toEqual(['chat-off', 'chat-off', 'chat-off']);

    unwrap(await blockPlayer(c, ann.token, ben.name, true));
    const next = unwrap(await invite(ann, a)).invite.id;
    for (const url of [a, b, c])
      expect(ruleOf(await takeSeat(url, next, { name: ben.name, key: ben.key }))).toBe('blocked');
    await decide(b, { action: 'suspend', player: ben.name });
    for (const url of [a, b, c]) expect(ruleOf(await invite(ben, url))).toBe('suspended');
    for (const live of lives) live.close();
  });

  test('strangers are not taken for another server', async () => {
    const rows = await command(database(), `SELECT owner FROM "${schema}".owners`);
    const urls = rows.map(({ owner }) => (owner as string).split(' ')[1]!);
    expect(urls).toHaveLength(3);
    for (const secret of [undefined, '', '0'.repeat(64)])
      for (const url of urls) {
        const headers = { 'x-kifu-guest': '1.2.3.4', ...(secret && { 'x-kifu-peer': secret }) };
        expect((await fetch(`${url}/healthz`, { headers })).status).toBe(403);
      }
  });

  test.skipIf(!hasNats)(
    'they tell each other by NATS, and spectators of one follow it at another',
    async () => {
      const store = { schema: newSchema(), nats: nats().url };
      const pair = await Promise.all(
        [1, 2].map(() => startChild({ file: database().url(), store })),
      );
      const match = await playAt(pair[0]!.url, { game: 'chess', clock });
      played.push(match);
      const { id } = match.lives[0]!.invite!;
      const watcher = unwrap(await connect(pair[1]!.url, { match: id, findGame }));
      const from = watcher.replay!.n;
      await until(watcher, ({ replay }) => replay!.n > from + 4);
      expect(await pair[1]!.rooms()).toEqual([]);
      watcher.close();
      await Promise.all(pair.map(server => server.stop('SIGKILL')));
    },
  );

  test('plans and vacations go over to the server that takes a match', async () => {
    const [ann, bob] = await Promise.all(
      ['Away', 'There'].map((name, i) => joinServer(servers[i]!.url, name)),
    );
    const seats = [ann!, bob!].map(({ name, key }) => ({ type: 'you', name, key }) as const);
    const days = { type: 'fixed', moveMs: 86_400_000 } as const;
    const wanted = { game: 'chess', clock: days, seats };
    const { invite, tokens } = unwrap(await makeInvite(front.url, wanted));
    const sit = async (seat: number, { secret }: { readonly secret: Uint8Array }) =>
      unwrap(
        await connect(front.url, {
          ...{ match: invite.id, token: tokens[seat]!.token },
          ...{ findGame, secret },
        }),
      );
    const lives = await Promise.all([sit(0, ann!), sit(1, bob!)]);
    await Promise.all(lives.map(live => seen(live, 0)));
    const uci = (text: string) => unwrap(parseUci(text)) as unknown as Json;
    const played = (moves: number) =>
      until(lives[1], ({ replay }) => replay!.table!.moves === moves);
    unwrap(await lives[0].play(uci('e2e4')));
    await played(1);
    unwrap(await lives[0].conditional.set([['e7e5', 'g1f3'].map(uci)]));
    lives[0].close();
    const dead = await ownerOf(invite.id);
    await dead.stop('SIGKILL');
    servers[servers.indexOf(dead)] = await start();
    unwrap(await lives[1].play(uci('e7e5')));
    await played(3);
    // said to a process that need not have the match
    for (const [isAway, count] of [
      [true, 1],
      [false, 0],
    ] as const) {
      const { url } = servers.at(-1)!;
      const player = unwrap(await findPlayer(url, ann!.key));
      unwrap(await sayOfPlayer(url, player, { type: 'vacation', isAway }, [ann!]));
      await until(
        lives[1],
        ({ replay, invite: now }) =>
          replay!.table!.talk.isPaused === isAway && now?.vacations?.length === count,
      );
    }
    lives[1].close();
  });

  test('matches that have ended are packed once, by any of them, and nothing of them is lost', async () => {
    const own = newSchema();
    const place = {
      file: database().url(),
      limits: LIMITS,
      store: { schema: own, keepBlocks: false },
    };
    const pair = await Promise.all([startChild(place), startChild(place)]);
    const all = await Promise.all(
      [0, 1, 2, 3].map(i => playAt(pair[i % 2]!.url, { game: GAMES[i]!, clock })),
    );
    await goOn(all);
    await Promise.all(all.filter(isOn).map(({ lives: [live] }) => live!.resign()));
    await Promise.all(all.map(({ lives: [live] }) => ended(live!)));
    const rows = async (table: string): Promise<unknown> =>
      (await command(database(), `SELECT count(*)::int AS n FROM "${own}".${table}`))[0].n;
    await vi.waitFor(async () => {
      expect(await rows('packs')).toBe(4);
      expect(await rows('blocks')).toBe(0);
    }, WAIT);
    const reading = await createPostgresStore(database().url(), { schema: own, findGame });
    for (const match of all) await checkKeptIn(reading, match);
    expect((await reading.check(findGame)).problems).toEqual([]);
    await reading.close();
    for (const { lives } of all) for (const live of lives) live.close();
    await Promise.all(pair.map(server => server.stop('SIGKILL')));
  });

  test('are killed, stopped and started again while matches continue, and lose nothing that players were told', async () => {
    const all: ToldMatch[] = [];
    for (let i = 0; i < MATCHES; i++) all.push(await play(GAMES[i % GAMES.length]!));
    await goOn(all);
    // killed: its matches go over to others, with a pause
    const dead = await ownerOf(all[0]!.lives[0]!.invite!.id);
    const killedMs = performance.now();
    await dead.stop('SIGKILL');
    const another = start();
    await goOn(all.filter(isOn));
    const tookMs = Math.round(performance.now() - killedMs);
    servers[servers.indexOf(dead)] = await another;
    // told to stop: it hands its matches over
    const counts = await Promise.all(servers.map(async server => (await server.rooms()).length));
    const second = servers[counts.indexOf(Math.max(...counts))]!;
    const toldMs = performance.now();
    await second.stop('SIGTERM');
    const stopMs = Math.round(performance.now() - toldMs);
    expect(stopMs).toBeLessThan(STOP_MS);
    expect(second.log()).toBe('');
    await goOn(all.filter(isOn));
    servers.splice(servers.indexOf(second), 1);
    for (const { lives } of all) for (const live of lives) live.close();
    let [pauses, acknowledged] = [0, 0];
    for (const match of all) {
      pauses += (await checkKeptIn(store, match)).filter(word => word === 'pause').length;
      acknowledged += match.acked.size;
    }
    expect(pauses).toBeGreaterThan(0);
    const text = `SELECT bytes FROM "${schema}".blocks`;
    checkOneAfterEach((await command(database(), text)) as { bytes: Uint8Array }[], 20);
    process.stdout.write(
      `${MATCHES} matches: ${acknowledged} nodes acknowledged, 0 lost; all went on ${tookMs} ms after a kill; a stop took ${stopMs} ms\n`,
    );
  });

  test('one that is told to stop ends though a player at it, whose match another has, reads nothing', async () => {
    const chatty = { ...LIMITS, wordsPerMinute: 1e6, wordBurst: 1e6 };
    const options = { file: database().url(), limits: chatty, store: { schema: newSchema() } };
    const pair = await Promise.all([startChild(options), startChild(options)]);
    const [owner, other] = pair as [ServerChild, ServerChild];
    const seats = ['Ann', 'Bob'].map(name => ({ type: 'you', name }) as const);
    const { invite, tokens } = unwrap(await makeInvite(owner.url, { game: 'chess', seats }));
    const [ann, bob] = tokens.map(({ token }) => token);
    const match = invite.id;
    const live = unwrap(await connect(owner.url, { match, token: ann!, findGame }));
    const raw = await openRaw(other.url, match);
    raw.write(maskedText(JSON.stringify({ type: 'hello', token: bob! })));
    await until(live, ({ presence }) => presence.seats.includes(1));
    raw.pause();
    // what is said while the process stops finds its player gone
    const chatter = setInterval(() => live.chat.say('still there?'), 10);
    const toldMs = performance.now();
    await other.stop('SIGTERM');
    expect(performance.now() - toldMs).toBeLessThan(STOP_MS);
    expect(other.log()).toBe('');
    clearInterval(chatter);
    live.close();
    raw.destroy();
    await owner.stop('SIGTERM');
    expect(owner.log()).toBe('');
  });

  test.runIf(IS_DEEP)(
    'half an hour of matches and restarts, and memory stays flat',
    SOAK,
    async () => {
      const untilMs = performance.now() + SOAK_MS;
      const sizes: number[] = [];
      for (let round = 0; performance.now() < untilMs; round++) {
        const all = await Promise.all(GAMES.flatMap(game => [play(game), play(game)]));
        await goOn(all, 30);
        // in the third that stays, so that it is the same process that is measured
        if (round % 5 === 4) {
          const [old] = servers;
          await old!.stop(round % 2 === 0 ? 'SIGKILL' : 'SIGTERM');
          servers[0] = await start();
        }
        await goOn(all, 10);
        for (const { lives } of all) for (const live of lives) live.close();
        for (const match of all) await checkKeptIn(store, match);
        played.length = 0;
        sizes.push(await servers.at(-1)!.rss());
      }
      const mean = (of: readonly number[]) => of.reduce((sum, one) => sum + one, 0) / of.length;
      const third = Math.floor(sizes.length / 3);
      const [middle, last] = [mean(sizes.slice(third, -third)), mean(sizes.slice(-third))];
      process.stdout.write(
        `${sizes.length} rounds: ${Math.round(middle / MIB)} MiB, then ${Math.round(last / MIB)} MiB\n`,
      );
      expect(last).toBeLessThan(1.15 * middle);
    },
  );

  test('a server that is cut off from the database acknowledges nothing, and another takes over', async () => {
    const proxy = await createProxy(database());
    const options = { limits: LIMITS, store: { schema, ttlMs: TTL_MS } };
    const cutOff = await startChild({ file: proxy.url(), ...options });
    let open: readonly number[] = [cutOff.port];
    const way = await createBalancer(() => open);
    try {
      // for ten seconds after the test before, another process may count this network's invites, and own their rooms
      const { all, ids } = await vi.waitFor(async () => {
        const all = await Promise.all(
          GAMES.slice(0, IS_DEEP ? 4 : 2).map(game => playAt(way.url, { game, clock })),
        );
        played.push(...all);
        await goOn(all);
        const had = await cutOff.rooms();
        // on a busy machine it may have lost one already, by a lease that it was too slow for
        const ids = all.map(({ lives }) => lives[0]!.invite!.id).filter(id => had.includes(id));
        expect(ids).not.toEqual([]);
        return { all, ids };
      }, WAIT);
      // no connection ends: bytes are just not passed on, and come later
      proxy.hold(true);
      open = ports();
      await goOn(all.filter(isOn));
      for (const id of ids) {
        await vi.waitFor(async () => expect(await cutOff.rooms()).not.toContain(id), WAIT);
        const match = all.find(({ lives }) => lives[0]!.invite!.id === id)!;
        // a match that is over needs no owner
        await vi.waitFor(async () => {
          if (!isOn(match)) return;
          const rooms = await Promise.all(servers.map(server => server.rooms()));
          expect(rooms.flat()).toContain(id);
        }, WAIT);
      }
      // what it had sent arrives now, by leases that it has lost
      proxy.hold(false);
      await goOn(all.filter(isOn), 6);
      for (const { lives } of all) for (const live of lives) live.close();
      for (const match of all) await checkKeptIn(store, match);
      const text = `SELECT bytes FROM "${schema}".blocks`;
      checkOneAfterEach((await command(database(), text)) as { bytes: Uint8Array }[], 20);
    } finally {
      way.close();
      await cutOff.stop('SIGKILL');
      await proxy.close();
    }
  });

  test('a server that slept past its lease appends nothing', async () => {
    const match = await play('chess');
    await goOn([match]);
    const { id } = match.lives[0]!.invite!;
    const sleeper = await ownerOf(id);
    asleep.add(sleeper);
    sleeper.process.kill('SIGSTOP');
    // a spectator who comes to another server waits there until it is known that the first is gone
    const { url } = servers.find(server => server !== sleeper)!;
    const watcher = unwrap(await connect(url, { findGame, match: id }));
    await until(watcher, ({ replay }) => replay !== null);
    const other = await ownerOf(id);
    expect(other).not.toBe(sleeper);
    const { n } = watcher.replay!;
    sleeper.process.kill('SIGCONT');
    asleep.delete(sleeper);
    await vi.waitFor(async () => expect(await sleeper.rooms()).not.toContain(id), WAIT);
    await until(watcher, ({ replay }) => replay!.n > n + 4 || replay!.outcome !== null);
    for (const live of [watcher, ...match.lives]) live.close();
    await checkKeptIn(store, match);
    const text = `SELECT bytes FROM "${schema}".blocks`;
    checkOneAfterEach((await command(database(), text)) as { bytes: Uint8Array }[], 20);
  });
});

/** Posts JSON from an address of this machine. */
async function postFrom(localAddress: string, server: string, path: string, body: object) {
  const headers = { 'content-type': 'application/json' };
  const request = requestTo(new URL(path, server), { method: 'POST', localAddress, headers });
  request.end(JSON.stringify(body));
  const [answer] = await once(request, 'response');
  return { status: answer.statusCode, body: JSON.parse(await text(answer)) };
}
