/** Players on a server: signing in by key, what they sign, their seats, and that all of it can go. */
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { makeInvite, takeSeat } from '@kifu/client';
import {
  type AccountKey,
  deleteAccount,
  exportAccount,
  findPlayer,
  playerOf,
  sayOfPlayer,
  signIn,
  signOut,
  whoAmI,
} from '@kifu/client/account';
import { bytesToHex, type Result, sha256, unwrap } from '@kifu/core';
import { parseUci } from '@kifu/games/chess';
import {
  decodePlayerFile,
  encodeStatement,
  foldPlayer,
  type SignInChallenge,
  signInMessage,
  statementMessage,
} from '@kifu/record/player';
import { publicKeyOf, sign } from '@kifu/record/sign';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WEAK_KEYS } from '../../../record/test/weak-keys.ts';
import { ended, inMemory, type Served, seen, serve, until } from '../../test/serve.ts';
import { createPlayers } from './players.ts';
import { createSessions } from './sessions.ts';

const secretOf = (name: string): Uint8Array => sha256(new TextEncoder().encode(name));
const keyOf = async (name: string): Promise<AccountKey & { readonly secret: Uint8Array }> => {
  const secret = secretOf(name);
  const key = bytesToHex(await publicKeyOf(secret));
  return { key, secret, sign: message => sign(secret, message) };
};
const profile = (name: string, about = '') => ({ type: 'profile', name, about }) as const;

let nowMs = Date.now();
const stores = inMemory();
const limits = { signInBurst: 1000, requestBurst: 10_000, openPerAddress: 3 };
let served: Served;
beforeAll(async () => {
  served = await serve({ stores, limits, now: () => nowMs });
});
afterAll(() => served.close());

const codeOf = (result: Result<unknown>): string => (result.ok ? 'ok' : result.fault.code);
/** Creates a player with a name, who is signed in. */
async function join(name: string, url = served.url) {
  const key = await keyOf(name);
  const player = unwrap(await sayOfPlayer(url, null, profile(name), [key]));
  const { token } = unwrap(await signIn(url, key, null));
  return { key, player, token };
}
const post = async (path: string, body: object, token?: string) => {
  const answer = await fetch(new URL(path, served.url), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as { fault?: { code: string } } };
};

describe('signing in', () => {
  const challenge = async () =>
    (await post('/api/session/challenge', {})).body as unknown as SignInChallenge;
  const answer = async (asked: SignInChallenge, name: string, change: object = {}) => {
    const { key, sign: signBy } = await keyOf(name);
    const signature = bytesToHex(await signBy(signInMessage(asked)));
    const { nonce, expiresAt } = asked;
    return post('/api/session', { key, nonce, expiresAt, signature, ...change });
  };

  test('a key answers the question, and the token says who it is until it is given back', async () => {
    const key = await keyOf('signer');
    const { token, player } = unwrap(await signIn(served.url, key, null));
    expect(player).toBeNull();
    expect(unwrap(await whoAmI(served.url, token))).toEqual({ key: key.key, player: null });
    // the server stores only a hash
    expect(JSON.stringify(await stores.vault.names('session'))).not.toContain(token);
    unwrap(await signOut(served.url, token));
    expect(codeOf(await whoAmI(served.url, token))).toBe('bad-signature');
    expect(codeOf(await whoAmI(served.url, 'A'.repeat(32)))).toBe('bad-signature');
  });

  test.each(WEAK_KEYS)('nobody signs in with %s, %s', async key => {
    const signature = `01${'00'.repeat(63)}`; // by ZIP-215 good for any key of small order
    const refused = await answer(await challenge(), 'nobody', { key, signature });
    expect([refused.status, refused.body.fault?.code]).toEqual([422, 'bad-signature']);
    const zeros = await answer(await challenge(), 'nobody', { key, signature: '00'.repeat(64) });
    expect(zeros.body.fault?.code).toBe('bad-signature');
  });

  test('an answer is taken once', async () => {
    const asked = await challenge();
    expect((await answer(asked, 'once')).status).toBe(201);
    const again = await answer(asked, 'once');
    expect([again.status, again.body.fault?.code]).toEqual([409, 'conflict']);
  });

  test('of one answer that comes twelve times at once, one begins a session', async () => {
    const asked = await challenge();
    const came = await Promise.all(Array.from({ length: 12 }, () => answer(asked, 'hasty')));
    expect(came.map(({ status }) => status).sort()).toEqual([201, ...Array(11).fill(409)]);
  });

  test('of one answer that comes to several processes at once, one begins a session', async () => {
    const { vault, players } = inMemory();
    const now = () => nowMs;
    const server = 'ab'.repeat(32);
    const processes = [];
    for (let i = 0; i < 3; i++)
      processes.push(
        await createSessions(vault, createPlayers(players!, vault, now, 0), server, now),
      );
    const asked = processes[0]!.challenge('https://kifu.example');
    const { key, sign: signBy } = await keyOf('hasty');
    const signature = bytesToHex(await signBy(signInMessage(asked)));
    const begun = await Promise.all(
      [...processes, ...processes].map(one =>
        one.begin(asked.origin, { ...asked, key, signature }),
      ),
    );
    expect(begun.map(codeOf).sort()).toEqual([...Array(5).fill('conflict'), 'ok']);
    expect(await vault.names('session')).toHaveLength(1);
    // a process whose clock is ahead forgets it no sooner than all others refuse the question
    const aheadMs = asked.expiresAt + 60_000;
    const ahead = createPlayers(players!, vault, () => aheadMs, 0);
    await createSessions(vault, ahead, server, () => aheadMs);
    const again = await processes[0]!.begin(asked.origin, { ...asked, key, signature });
    expect(codeOf(again)).toBe('conflict');
  });

  test('an answer that comes too late is refused, and a session runs out', async () => {
    const [asked, { token }] = [await challenge(), await join('late')];
    nowMs += 120_000;
    expect((await answer(asked, 'late')).body.fault?.code).toBe('past-time');
    // a client cannot give its challenge more time
    const longer = { ...asked, expiresAt: asked.expiresAt + 1000 };
    expect((await answer(longer, 'late')).body.fault?.code).toBe('malformed');
    nowMs += 30 * 86_400_000;
    expect(codeOf(await whoAmI(served.url, token))).toBe('bad-signature');
    nowMs = Date.now();
  });

  test.each<[string, (asked: SignInChallenge) => SignInChallenge, object, string]>([
    [
      'for another server',
      asked => ({ ...asked, origin: 'https://evil.example' }),
      {},
      'bad-signature',
    ],
    [
      'for another key of the server',
      asked => ({ ...asked, server: 'ab'.repeat(32) }),
      {},
      'bad-signature',
    ],
    ['to an invented challenge', asked => ({ ...asked, nonce: 'ab'.repeat(32) }), {}, 'malformed'],
    ['by another key', asked => asked, { key: 'ab'.repeat(32) }, 'bad-signature'],
    ['without a signature', asked => asked, { signature: '00'.repeat(64) }, 'bad-signature'],
    ['that is none', asked => asked, { signature: '' }, 'malformed'],
  ])('an answer %s is refused', async (_what, change, more, code) => {
    expect((await answer(change(await challenge()), 'eve', more)).body.fault?.code).toBe(code);
  });

  test.each<[string, (port: string) => string, string | null]>([
    ['the address of the socket', port => `127.0.0.1:${port}`, 'http://127.0.0.1'],
    ['localhost', port => `localhost:${port}`, 'http://localhost'],
    ['a name under localhost', port => `kifu.localhost:${port}`, 'http://kifu.localhost'],
    ['a host name', port => `evil.example:${port}`, null],
    ['another address', port => `10.66.66.66:${port}`, null],
    ['another loopback address', port => `127.0.0.2:${port}`, null],
    ['another port', port => `127.0.0.1:${Number(port) ^ 1}`, null],
    ['localhost with another port', port => `localhost:${Number(port) ^ 1}`, null],
    ['no port', () => '127.0.0.1', null],
    ['no address', () => 'a b', null],
  ])('signs in at a Host that is %s: %#', async (_what, hostOf, origin) => {
    const { hostname, port } = new URL(served.url);
    const asked = await new Promise<Awaited<ReturnType<typeof JSON.parse>>>((done, failed) => {
      const sent = request(
        {
          ...{ hostname, port, method: 'POST', path: '/api/session/challenge' },
          headers: { host: hostOf(port), 'content-type': 'application/json' },
        },
        async answer => done(JSON.parse(await text(answer))),
      );
      sent.on('error', failed).end('{}');
    });
    if (origin === null) expect(asked.fault).toMatchObject({ code: 'unsupported' });
    else expect(asked.origin).toBe(`${origin}:${port}`);
  });

  test('a client signs nothing for a server whose key has changed', async () => {
    const key = await keyOf('pinned');
    const { server } = unwrap(await signIn(served.url, key, null));
    expect(server).toBe(served.server.registry.referee.key);
    expect(codeOf(await signIn(served.url, key, server))).toBe('ok');
    const refused = await signIn(served.url, key, 'ab'.repeat(32));
    expect(refused).toMatchObject({ fault: { code: 'conflict', rule: 'server-key' } });
  });

  test('a guest who tries to sign in too often is refused for a while', async () => {
    const own = await serve({ limits: { signInsPerMinute: 1, signInBurst: 2 } });
    const codes = [];
    for (let i = 0; i < 3; i++)
      codes.push(codeOf(await signIn(own.url, await keyOf('often'), null)));
    expect(codes).toEqual(['ok', 'ok', 'too-large']);
    await own.close();
  });

  test('without a store of players there are no accounts', async () => {
    const { players: _, ...rest } = inMemory();
    const own = await serve({ stores: rest });
    expect(codeOf(await signIn(own.url, await keyOf('x'), null))).toBe('unsupported');
    await own.close();
  });
});

describe('statements', () => {
  test('a player is found by name, key and id, and the file proves it', async () => {
    const { key, player } = await join('Ágnes');
    for (const word of ['Ágnes', 'agnes', 'ÁGNES', key.key]) {
      expect(unwrap(await findPlayer(served.url, word))).toEqual(player);
      expect(unwrap(await playerOf(served.url, word))).toEqual(player);
    }
    const file = await fetch(new URL(`/api/accounts/${key.key}/file`, served.url));
    const statements = unwrap(decodePlayerFile(new Uint8Array(await file.arrayBuffer())));
    expect(unwrap(await foldPlayer(statements))).toEqual(player);
    expect(codeOf(await findPlayer(served.url, 'nobody'))).toBe('not-found');
    expect(unwrap(await playerOf(served.url, 'nobody'))).toBeNull();
  });

  test('a name is one player’s: also in other letters, and until it is given up', async () => {
    const first = await join('Unique');
    const second = await keyOf('second');
    const taken = await sayOfPlayer(served.url, null, profile('ＵＮＩＱＵＥ'), [second]);
    expect(taken).toMatchObject({ fault: { code: 'exists', rule: 'name' } });
    unwrap(await sayOfPlayer(served.url, first.player, profile('Renamed'), [first.key]));
    expect(codeOf(await sayOfPlayer(served.url, null, profile('Unique'), [second]))).toBe('ok');
  });

  test.each([
    ['Аlma', 'script'], // Cyrillic А
    ['Αlma', 'script'], // Greek Α
    ['Alma.', 'name'],
    ['A lma', 'name'],
    ['Alrna', 'name'],
    ['АЛМА', null], // another name, in another script
  ])('beside Alma, a newcomer %s is refused by the rule %s', async (name, rule) => {
    const own = await serve({ limits });
    await join('Alma', own.url);
    const said = await sayOfPlayer(own.url, null, profile(name), [await keyOf('newcomer')]);
    expect(said.ok ? null : said.fault.rule).toBe(rule);
    // nor does a guest sit under that name, which is a player's either way
    const invite = await makeInvite(own.url, {
      game: 'chess',
      seats: [{ type: 'you', name }, { type: 'open' }],
    });
    expect(invite.ok).toBe(false);
    await own.close();
  });

  test('players from before looks were compared keep their names, and others stay away from them', async () => {
    const own = await serve({ limits });
    const players = own.stores.players!;
    /** Makes a player as it was stored then. */
    const joinBefore = async (name: string) => {
      const other = await serve({ limits });
      const { key, player } = await join(name, other.url);
      const file = (await other.stores.players!.get(player.id))!;
      await other.close();
      const handles = [key.key, `@${name.toLowerCase()}`];
      expect(await players.put({ id: player.id, file, handles }, null)).toBe('kept');
      return { key, player };
    };
    const [first, second] = [await joinBefore('Berta'), await joinBefore('Berta.')];
    unwrap(await signIn(own.url, first.key, null));
    expect(await sayOfPlayer(own.url, null, profile('Ber ta'), [await keyOf('x')])).toMatchObject({
      fault: { rule: 'name' },
    });
    // the second has its name still, and changes all else
    const said = unwrap(
      await sayOfPlayer(own.url, second.player, profile('Berta.', 'hi'), [second.key]),
    );
    expect(said).toMatchObject({ name: 'Berta.', about: 'hi' });
    expect(unwrap(await findPlayer(own.url, 'Berta')).id).toBe(first.player.id);
    await own.close();
  });

  test('a deleted account is not made again by what was signed before, but by a new profile', async () => {
    const key = await keyOf('Gone');
    nowMs = Date.now();
    const own = { ...profile('Gone'), key: key.key, prev: null, at: nowMs } as const;
    const signed = bytesToHex(encodeStatement(own, [await key.sign(statementMessage(own))]));
    const send = () => post('/api/accounts', { statement: signed });
    expect((await send()).status).toBe(201);
    const { token } = unwrap(await signIn(served.url, key, null));
    unwrap(await deleteAccount(served.url, token));
    const again = await send();
    expect([again.status, again.body.fault?.code]).toEqual([422, 'past-time']);
    nowMs += 1000;
    expect(codeOf(await findPlayer(served.url, 'Gone'))).toBe('not-found');
    const later = await sayOfPlayer(served.url, null, profile('Gone'), [key]);
    expect(codeOf(later)).toBe('ok');
    nowMs = Date.now();
  });

  test('a key is one player’s', async () => {
    const [one, other] = [await join('Owner'), await join('Thief')];
    const added = { type: 'key', other: one.key.key, label: '' } as const;
    expect(await sayOfPlayer(served.url, other.player, added, [other.key, one.key])).toMatchObject({
      fault: { code: 'exists', rule: 'key' },
    });
  });

  test('of two changes at once one is made', async () => {
    const { key, player } = await join('Twice');
    const names = ['Twice A', 'Twice B'];
    const said = await Promise.all(
      names.map(name => sayOfPlayer(served.url, player, profile(name), [key])),
    );
    expect(said.filter(({ ok }) => ok)).toHaveLength(1);
    expect(['conflict', 'broken-chain']).toContain(codeOf(said.find(({ ok }) => !ok)!));
  });

  test('of another time, or with an invisible name, is refused', async () => {
    nowMs += 700_000;
    const key = await keyOf('timeless');
    expect(codeOf(await sayOfPlayer(served.url, null, profile('Timeless'), [key]))).toBe(
      'past-time',
    );
    nowMs = Date.now();
    for (const name of ['\u202eevil', 'a\nb', ' '])
      expect(codeOf(await sayOfPlayer(served.url, null, profile(name), [key]))).toBe('malformed');
  });

  test('a key that was revoked or replaced cannot sign in, and its sessions end', async () => {
    const { key, player, token } = await join('Rotating');
    const next = await keyOf('rotated');
    const rotated = unwrap(
      await sayOfPlayer(served.url, player, { type: 'successor', other: next.key }, [key, next]),
    );
    expect(rotated.id).toBe(key.key);
    expect(codeOf(await signIn(served.url, key, null))).toBe('bad-signature');
    expect(codeOf(await whoAmI(served.url, token))).toBe('bad-signature');
    expect(unwrap(await signIn(served.url, next, null)).player?.id).toBe(key.key);
    const seat = { type: 'you', name: 'Rotating', key: key.key } as const;
    const made = await makeInvite(served.url, { game: 'chess', seats: [seat, { type: 'open' }] });
    expect(codeOf(made)).toBe('bad-signature');
  });
});

describe('seats', () => {
  test('refuses the name of a player to all but the player', async () => {
    const { key } = await join('Seated');
    const open = { type: 'open' } as const;
    const sit = (name: string, more: object = {}) =>
      makeInvite(served.url, { game: 'chess', seats: [{ type: 'you', name, ...more }, open] });
    expect(await sit('SEATED')).toMatchObject({ fault: { code: 'exists', rule: 'name' } });
    expect(codeOf(await sit('Seated', { key: (await keyOf('stranger')).key }))).toBe('exists');
    const made = unwrap(await sit('Seated', { key: key.key }));
    expect(codeOf(await takeSeat(served.url, made.invite.id, { name: 'seated' }))).toBe('exists');
  });

  test('a seat shows its player when the key is proved, and players have one budget', async () => {
    const own = await serve({ limits });
    const { key } = await join('Proved', own.url);
    const lives = [];
    for (let i = 0; i < 3; i++) {
      const seats = [
        { type: 'you', name: 'Proved', key: key.key },
        { type: 'bot', level: 1 },
      ] as const;
      const made = unwrap(await makeInvite(own.url, { game: 'checkers', seats: [...seats] }));
      expect(made.invite.seats[0]!.player).toBeUndefined();
      const live = await own.connect(made.invite.id, {
        token: made.tokens[0]!.token,
        secret: key.secret,
      });
      await seen(live, 0);
      expect(live.invite!.seats[0]!.player).toBe(key.key);
      lives.push(live);
    }
    // from wherever: the player has as many as may be
    const more = await own.server.app.inject({
      ...{ method: 'POST', url: '/api/invites', remoteAddress: '203.0.113.7' },
      payload: {
        game: 'checkers',
        seats: [{ type: 'you', name: 'Proved', key: key.key }, { type: 'open' }],
      },
    });
    expect(more.statusCode).toBe(429);
    for (const live of lives) await live.resign();
    await Promise.all(lives.map(ended));
    await own.close();
  });
});

test('a guest becomes a player with the games from before; all of it is in one file, and can go', async () => {
  const own = await serve({ limits: { ...limits, openPerAddress: 32 } });
  const play = async (name: string, key?: AccountKey & { secret: Uint8Array }) => {
    const seats = [
      { type: 'you', name, ...(key === undefined ? {} : { key: key.key }) },
      { type: 'you', name: 'Other' },
    ] as const;
    const { invite, tokens } = unwrap(
      await makeInvite(own.url, { game: 'chess', seats: [...seats] }),
    );
    const lives = await Promise.all(
      tokens.map(({ token }, i) =>
        own.connect(invite.id, {
          token,
          ...(i === 0 && key !== undefined ? { secret: key.secret } : {}),
        }),
      ),
    );
    await Promise.all(lives.map(live => seen(live, 0)));
    unwrap(await lives[0]!.play(unwrap(parseUci('e2e4')) as never));
    await seen(lives[1]!, 1);
    unwrap(await lives[1]!.resign());
    await Promise.all(lives.map(live => until(live, one => one.invite!.phase === 'ended')));
    return { id: invite.id, match: lives[0]!.invite!.match!, token: tokens[0]!.token };
  };
  const asGuest = await play('Guest');
  const key = await keyOf('becoming');
  const before = await play('Becoming', key);
  const { token } = await (async () => {
    unwrap(await sayOfPlayer(own.url, null, profile('Becoming'), [key]));
    return unwrap(await signIn(own.url, key, null));
  })();
  const claim = (body: object) =>
    own.server.app.inject({
      ...{ method: 'POST', url: '/api/me/matches', payload: body },
      headers: { authorization: `Bearer ${token}` },
    });
  expect((await claim({ id: asGuest.id, token: 'A'.repeat(32) })).statusCode).toBe(404);
  expect((await claim({ id: asGuest.id, token: asGuest.token })).statusCode).toBe(201);

  const all = unwrap(await exportAccount(own.url, token)) as unknown as {
    matches: { match: string }[];
    settings: object;
    file: string;
  };
  expect(all.matches.map(({ match }) => match).sort()).toEqual(
    [asGuest.match, before.match].sort(),
  );
  expect(all.settings).toEqual({ isListed: true, isOpen: true });
  expect(unwrap(decodePlayerFile(Buffer.from(all.file, 'base64')))).toHaveLength(1);

  unwrap(await deleteAccount(own.url, token));
  expect(codeOf(await findPlayer(own.url, 'Becoming'))).toBe('not-found');
  expect(codeOf(await whoAmI(own.url, token))).toBe('bad-signature');
  for (const kind of ['session', 'player-settings', 'player-blocked', `player-claimed ${key.key}`])
    expect(await own.stores.vault.names(kind)).toEqual([]);
  // matches with the other player stay
  const record = await fetch(new URL(`/api/matches/${before.match}`, own.url));
  expect(record.status).toBe(200);
  await own.close();
});
