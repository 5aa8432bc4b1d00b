/** Moderation on a server: blocking, reporting, muting, and the decisions of moderators. */
import type { LiveMatch } from '@kifu/client';
import { makeInvite, takeSeat } from '@kifu/client';
import {
  type AccountKey,
  blockPlayer,
  deleteAccount,
  findPlayer,
  listBlocked,
  sayOfPlayer,
  sendReport,
  signIn,
} from '@kifu/client/account';
import { bytesToHex, type Result, sha256, unwrap } from '@kifu/core';
import { publicKeyOf, sign } from '@kifu/record/sign';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ended, inMemory, type Served, seen, serve, talk, until } from '../../test/serve.ts';

type Key = AccountKey & { readonly secret: Uint8Array; readonly name: string };
const keyOf = async (name: string): Promise<Key> => {
  const secret = sha256(new TextEncoder().encode(name));
  const key = bytesToHex(await publicKeyOf(secret));
  return { name, key, secret, sign: message => sign(secret, message) };
};

let nowMs = Date.now();
const stores = inMemory();
let served: Served;
let judge: Key;
const tokens = new Map<string, string>();
beforeAll(async () => {
  judge = await keyOf('Judge');
  served = await serve({
    ...{ stores, admins: [judge.key], now: () => nowMs },
    limits: { signInBurst: 1000, openPerAddress: 100, reportsPerDay: 3 },
  });
});
afterAll(() => served.close());

/** Creates a player with a name, who is signed in. */
async function join(name: string) {
  const key = await keyOf(name);
  unwrap(await sayOfPlayer(served.url, null, { type: 'profile', name, about: '' }, [key]));
  const { token } = unwrap(await signIn(served.url, key, null));
  tokens.set(name, token);
  return { key, token };
}

const ruleOf = (result: Result<unknown>): string =>
  result.ok ? 'ok' : (result.fault.rule ?? result.fault.code);
const api = async (method: string, path: string, token: string, body?: object) => {
  const answer = await fetch(new URL(path, served.url), {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
};
const asJudge = async (): Promise<string> => {
  const known = tokens.get('Judge');
  if (known !== undefined) return known;
  const { token } = unwrap(await signIn(served.url, judge, null));
  tokens.set('Judge', token);
  return token;
};
const decide = async (body: object) => api('POST', '/api/admin/decisions', await asJudge(), body);

/** An invite of a player. */
const openInvite = async ({ name, key }: Key, more: object = {}) => {
  const seats = [{ type: 'you', name, key } as const, { type: 'open' } as const];
  return unwrap(await makeInvite(served.url, { game: 'checkers', seats, ...more }));
};
const sit = (id: string, { name, key }: Key) => takeSeat(served.url, id, { name, key });

/** A match of two players. */
async function play(a: Key, b: Key, more: object = {}): Promise<[LiveMatch, LiveMatch]> {
  const { invite, tokens: own } = await openInvite(a, more);
  const { token } = unwrap(await sit(invite.id, b));
  const lives = (await Promise.all([
    served.connect(invite.id, { token: own[0]!.token, secret: a.secret }),
    served.connect(invite.id, { token, secret: b.secret }),
  ])) as [LiveMatch, LiveMatch];
  await Promise.all(lives.map(live => seen(live, 0)));
  return lives;
}

describe('blocking', () => {
  test('two of whom one has blocked the other do not sit at one table, either way', async () => {
    const [ann, bob] = [await join('Ann'), await join('Bob')];
    expect(unwrap(await listBlocked(served.url, ann.token))).toEqual([]);
    const blocked = unwrap(await blockPlayer(served.url, ann.token, 'bob', true));
    expect(blocked).toEqual([{ id: bob.key.key, name: 'Bob' }]);
    const [byAnn, byBob] = [await openInvite(ann.key), await openInvite(bob.key)];
    expect(ruleOf(await sit(byAnn.invite.id, bob.key))).toBe('blocked');
    expect(ruleOf(await sit(byBob.invite.id, ann.key))).toBe('blocked');
    unwrap(await blockPlayer(served.url, ann.token, bob.key.key, false));
    expect(ruleOf(await sit(byAnn.invite.id, bob.key))).toBe('ok');
  });

  test('refuses to block an unknown player, oneself, or without having signed in', async () => {
    const { token } = await join('Alone');
    expect(ruleOf(await blockPlayer(served.url, token, 'no such player', true))).toBe('not-found');
    expect(ruleOf(await blockPlayer(served.url, token, 'Alone', true))).toBe('unsupported');
    expect(ruleOf(await blockPlayer(served.url, 'A'.repeat(32), 'Alone', true))).toBe(
      'bad-signature',
    );
  });
});

describe('talk', () => {
  test('there is none where the invite says so', async () => {
    const [a, b] = await play(await keyOf('q1'), await keyOf('q2'), { chat: false });
    expect(a.invite!.chatOff).toEqual(['invite']);
    expect(await talk(a, 'hello')).toBe('chat-off');
    b.chat.mute!(false);
    expect(await talk(b, 'hello')).toBe('chat-off');
  });

  test('a player ends it, and only who did begins it again; also when the match is over', async () => {
    const [a, b] = await play(await keyOf('q3'), await keyOf('q4'));
    expect(await talk(a, 'hello')).toBe('said');
    b.chat.mute!(true);
    await until(a, ({ invite }) => invite!.chatOff.length > 0);
    expect(await talk(a, 'hello?')).toBe('chat-off');
    a.chat.mute!(false);
    expect(await talk(a, 'hello??')).toBe('chat-off');
    unwrap(await a.resign());
    await Promise.all([a, b].map(ended));
    await until(b, ({ invite }) => invite?.phase === 'ended');
    b.chat.mute!(false);
    await until(a, ({ invite }) => invite!.chatOff.length === 0);
    expect(await talk(a, 'bye')).toBe('said');
    // stored as canceled, and not among the live matches
    expect(await stores.vault.names('room')).not.toContain(a.invite!.id);
    expect(await stores.vault.get('past', a.invite!.id)).toMatchObject({ chatOff: [] });
  });

  test('a player says so much in a time, at all tables together', async () => {
    const own = await keyOf('chatter');
    const tables = [await play(own, await keyOf('c1')), await play(own, await keyOf('c2'))];
    const came = [];
    for (let i = 0; i < 13; i++) came.push(await talk(tables[i % 2]![0], `word ${i}`));
    expect(came.slice(0, 12).every(what => what === 'said')).toBe(true);
    expect(came[12]).toBe('too-large');
  });
});

describe('reports and decisions', () => {
  test('who was reported is muted for all, suspended, and let off; all of it is in the log', async () => {
    const [carl, dora] = [await join('Carl'), await join('Dora')];
    const [a, b] = await play(carl.key, dora.key);
    const { match } = a.invite!;
    const reported = unwrap(
      await sendReport(served.url, dora.token, {
        ...{ match: a.invite!.id, seat: 0, reason: 'abuse', words: 'rude words' },
      }),
    );
    const open = await api('GET', '/api/admin/reports', await asJudge());
    expect(open.body.reports).toMatchObject([
      {
        ...{ id: reported.id, type: 'report', by: dora.key.key, player: carl.key.key, match },
        ...{ reason: 'abuse', words: 'rude words', names: { by: 'Dora', player: 'Carl' } },
        sanction: { mutedUntil: null, suspendedUntil: null },
      },
    ]);
    expect((await decide({ action: 'mute', report: reported.id, days: 2 })).status).toBe(201);
    expect((await api('GET', '/api/admin/reports', await asJudge())).body.reports).toEqual([]);
    expect(await talk(a, 'more of it')).toBe('muted');
    expect(await talk(b, 'at last')).toBe('said');
    // the match continues, and new ones can start
    const another = await openInvite(dora.key);
    expect(ruleOf(await sit(another.invite.id, carl.key))).toBe('ok');

    expect((await decide({ action: 'suspend', player: 'Carl', days: 2 })).status).toBe(201);
    const third = await openInvite(dora.key);
    expect(ruleOf(await sit(third.invite.id, carl.key))).toBe('suspended');
    const seats = [
      { type: 'you' as const, name: 'Carl', key: carl.key.key },
      { type: 'open' as const },
    ];
    expect(ruleOf(await makeInvite(served.url, { game: 'checkers', seats }))).toBe('suspended');
    const before = nowMs;
    nowMs += 2 * 86_400_000 + 1;
    expect(ruleOf(await sit(third.invite.id, carl.key))).toBe('ok');
    nowMs = before;
    expect(ruleOf(await makeInvite(served.url, { game: 'checkers', seats }))).toBe('suspended');
    expect((await decide({ action: 'lift', player: 'Carl' })).status).toBe(201);
    expect(ruleOf(await makeInvite(served.url, { game: 'checkers', seats }))).toBe('ok');
    expect(await talk(a, 'sorry')).toBe('said');

    const { entries } = (await api('GET', '/api/admin/log', await asJudge())).body;
    expect(entries.map(({ type, action }: LogLine) => action ?? type)).toEqual([
      'lift',
      'suspend',
      'mute',
      'report',
    ]);
    expect(entries[2]).toMatchObject({ by: judge.key, report: reported.id });
    const older = await api(
      'GET',
      `/api/admin/log?before=${entries[1].id}&limit=1`,
      await asJudge(),
    );
    expect(older.body.entries).toEqual([entries[2]]);
  });

  test('a match is silenced, and its players cannot undo that', async () => {
    const [a, b] = await play(await keyOf('l1'), await keyOf('l2'));
    expect((await decide({ action: 'silence', match: a.invite!.id })).status).toBe(201);
    await until(b, ({ invite }) => invite!.chatOff.includes('admin'));
    b.chat.mute!(false);
    expect(await talk(a, 'hello')).toBe('chat-off');
  });

  test('a word about talk is refused while a match begins or ends, and not lost', async () => {
    const [a] = await play(await keyOf('l3'), await keyOf('l4'));
    const room = (await served.server.registry.find(a.invite!.id))!;
    const { stored } = room;
    room.stored = { ...stored, phase: 'open' };
    room.isBusy = true;
    const faults: string[] = [];
    a.on('fault', ({ code }) => faults.push(code));
    a.chat.mute!(true);
    await until(a, () => faults.length > 0);
    const { status, body } = await decide({ action: 'silence', match: a.invite!.id });
    expect([faults, status, body.fault.code]).toEqual([['conflict'], 409, 'conflict']);
    room.isBusy = false;
    room.stored = stored;
    expect((await decide({ action: 'silence', match: a.invite!.id })).status).toBe(201);
  });

  test('a report that is dismissed is open no longer', async () => {
    const { token } = await join('Erin');
    const { id } = unwrap(
      await sendReport(served.url, token, { player: 'Carl', reason: 'name', words: '' }),
    );
    await decide({ action: 'dismiss', report: id, words: 'it is a name' });
    expect((await api('GET', '/api/admin/reports', await asJudge())).body.reports).toEqual([]);
  });

  test.each<[string, object, string]>([
    ['about nothing', { reason: 'other' }, 'malformed'],
    ['about no player', { reason: 'other', player: 'no such player' }, 'not-found'],
    ['about no match', { reason: 'other', match: 'nosuchmatch' }, 'not-found'],
    ['about oneself', { reason: 'other', player: 'Finn' }, 'unsupported'],
    ['for no reason', { player: 'Carl', reason: 'looks' }, 'malformed'],
    ['at length', { player: 'Carl', reason: 'other', words: 'x'.repeat(501) }, 'malformed'],
  ])('a report %s is refused', async (_what, body, code) => {
    const token = tokens.get('Finn') ?? (await join('Finn')).token;
    const { body: answer } = await api('POST', '/api/reports', token, body);
    expect(answer.fault.code).toBe(code);
  });

  test('a player makes a few reports a day', async () => {
    const own = await serve({ limits: { reportsPerDay: 2 } });
    const key = await keyOf('Gus');
    unwrap(await sayOfPlayer(own.url, null, { type: 'profile', name: 'Gus', about: '' }, [key]));
    const other = await keyOf('Hal');
    unwrap(await sayOfPlayer(own.url, null, { type: 'profile', name: 'Hal', about: '' }, [other]));
    const { token } = unwrap(await signIn(own.url, key, null));
    const report = (remoteAddress: string) =>
      own.server.app.inject({
        ...{ method: 'POST', url: '/api/reports', remoteAddress },
        headers: { authorization: `Bearer ${token}` },
        payload: { player: 'Hal', reason: 'other' },
      });
    const codes = [];
    for (const address of ['203.0.113.1', '198.51.100.1', '192.0.2.1'])
      codes.push((await report(address)).statusCode);
    expect(codes).toEqual([201, 201, 429]);
    await own.close();
  });

  test('only moderators see reports and decide', async () => {
    const token = tokens.get('Ann') ?? (await join('Ann')).token;
    for (const path of ['/api/admin/reports', '/api/admin/log'])
      expect((await api('GET', path, token)).status).toBe(403);
    const body = { action: 'mute', player: 'Ann' };
    expect((await api('POST', '/api/admin/decisions', token, body)).status).toBe(403);
    expect((await decide({ action: 'mute' })).body.fault.code).toBe('malformed');
    expect((await decide({ action: 'dismiss', report: 'none' })).body.fault.code).toBe('not-found');
  });
});

interface LogLine {
  readonly type: string;
  readonly action?: string;
}

describe('keys of a suspended player', () => {
  const suspend = (player: string) => decide({ action: 'suspend', player, days: 1 });
  const invited = async (who: Key): Promise<string> => {
    const seats = [
      { type: 'you', name: who.name, key: who.key } as const,
      { type: 'open' },
    ] as const;
    return ruleOf(await makeInvite(served.url, { game: 'checkers', seats: [...seats] }));
  };
  const addKey = async (player: Key, other: Key) => {
    const found = unwrap(await findPlayer(served.url, player.key));
    const added = { type: 'key', other: other.key, label: '' } as const;
    unwrap(await sayOfPlayer(served.url, found, added, [player, other]));
  };

  test('are suspended too: added before or after, and when the account is deleted', async () => {
    const [before, after] = [await keyOf('Before'), await keyOf('After')];
    const { key, token } = await join('Nuisance');
    await addKey(key, before);
    await suspend('Nuisance');
    await addKey(key, after);
    for (const one of [key, before, after])
      expect(await invited({ ...one, name: 'Nuisance' })).toBe('suspended');
    expect((await deleteAccount(served.url, token)).ok).toBe(true);
    for (const one of [key, before, after]) expect(await invited(one)).toBe('suspended');
    // nor does a new account of one of them help
    const fresh = { type: 'profile', name: 'Innocent', about: '' } as const;
    unwrap(await sayOfPlayer(served.url, null, fresh, [after]));
    expect(await invited({ ...after, name: 'Innocent' })).toBe('suspended');
    await decide({ action: 'lift', player: 'Innocent' });
    expect(await invited({ ...after, name: 'Innocent' })).toBe('ok');
    // the decision is lifted where it applied
    for (const one of [key, before]) expect(await invited(one)).toBe('ok');
  });

  test('are free again at the earlier end if a suspension is shortened', async () => {
    const guest = await keyOf('Impatient guest');
    await decide({ action: 'suspend', player: guest.key, days: 30 });
    const { key } = await join('Impatient');
    await addKey(key, guest);
    expect(await invited(key)).toBe('suspended');
    await suspend('Impatient');
    const before = nowMs;
    nowMs += 86_400_000 + 1;
    for (const one of [key, guest]) expect(await invited({ ...one, name: 'Impatient' })).toBe('ok');
    nowMs = before;
    for (const one of [key, guest])
      expect(await invited({ ...one, name: 'Impatient' })).toBe('suspended');
  });

  test('suspend the account to which a guest adds one', async () => {
    const guest = await keyOf('Rude guest');
    await suspend(guest.key);
    expect(await invited(guest)).toBe('suspended');
    const { key } = await join('Polite');
    expect(await invited(key)).toBe('ok');
    await addKey(key, guest);
    expect(await invited(key)).toBe('suspended');
  });
});
