/** What must not be seen is not seen: private matches, tokens, hidden hands. */
import {
  connect,
  type LiveMatch,
  listLive,
  lookAtInvite,
  makeInvite,
  takeSeat,
} from '@kifu/client';
import { type Json, unwrap } from '@kifu/core';
import { presentOf } from '@kifu/record/match';
import { pino } from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import {
  autoplay,
  ended,
  findGame,
  inMemory,
  type Served,
  seen,
  serve,
  until,
} from '../test/serve.ts';

let served: Served;
afterEach(() => served.close());

const SEATS = [{ type: 'you', name: 'Ann' }, { type: 'open' }] as const;

describe('a private match', () => {
  const open = async () => {
    served = await serve();
    return unwrap(
      await makeInvite(served.url, { game: 'chess', seats: [...SEATS], visibility: 'private' }),
    );
  };

  test('is not there for strangers', async () => {
    const { invite } = await open();
    const unknown = { ok: false, fault: { code: 'not-found' } };
    expect(await lookAtInvite(served.url, invite.id)).toMatchObject(unknown);
    expect(await takeSeat(served.url, invite.id, { name: 'Eve' })).toMatchObject(unknown);
    expect(await connect(served.url, { match: invite.id, findGame })).toMatchObject(unknown);
    const wrong = 'A'.repeat(32);
    expect(await lookAtInvite(served.url, invite.id, wrong)).toMatchObject(unknown);
    expect(await connect(served.url, { match: invite.id, findGame, token: wrong })).toMatchObject(
      unknown,
    );
    expect(unwrap(await listLive(served.url))).toEqual([]);
  });

  test('answers strangers exactly as an unknown match does', async () => {
    const { invite } = await open();
    const all = async (id: string) => [
      await lookAtInvite(served.url, id),
      await takeSeat(served.url, id, { name: 'Eve' }),
      await takeSeat(served.url, id, { name: 'Eve', joinToken: 'A'.repeat(32) }),
      await connect(served.url, { match: id, findGame }),
      await connect(served.url, { match: id, findGame, token: 'A'.repeat(32) }),
    ];
    expect(await all(invite.id)).toEqual(await all('nobodyknowsit'));
  });

  test('is found by a guest who has its token', async () => {
    const { invite, joinToken, tokens, url } = await open();
    expect(url).toContain(`#${joinToken}`);
    expect((await lookAtInvite(served.url, invite.id, joinToken!)).ok).toBe(true);
    const bob = unwrap(
      await takeSeat(served.url, invite.id, { name: 'Bob', joinToken: joinToken! }),
    );
    const [ann] = await Promise.all([
      served.connect(invite.id, { token: tokens[0]!.token }),
      served.connect(invite.id, { token: bob.token }),
      served.connect(invite.id, { token: joinToken! }),
    ]);
    await seen(ann, 0);
    await until(ann, ({ presence }) => presence.watching === 1);
    expect(await connect(served.url, { match: ann.invite!.match!, findGame })).toMatchObject({
      ok: false,
      fault: { code: 'not-found' },
    });
  });
});

test('a token of another match is refused', async () => {
  served = await serve();
  const one = unwrap(await makeInvite(served.url, { game: 'chess', seats: [...SEATS] }));
  const other = unwrap(await makeInvite(served.url, { game: 'chess', seats: [...SEATS] }));
  const { token } = one.tokens[0]!;
  expect(await connect(served.url, { match: other.invite.id, findGame, token })).toMatchObject({
    ok: false,
    fault: { code: 'wrong-seat' },
  });
});

test('tokens are stored as hashes, and neither served nor logged', async () => {
  const lines: string[] = [];
  const logger = pino({ level: 'trace' }, { write: line => void lines.push(line) });
  const stores = inMemory();
  served = await serve({ logger, stores });
  const made = unwrap(
    await makeInvite(served.url, { game: 'chess', seats: [...SEATS], visibility: 'private' }),
  );
  const bob = unwrap(
    await takeSeat(served.url, made.invite.id, { name: 'Bob', joinToken: made.joinToken! }),
  );
  const ann = await served.connect(made.invite.id, { token: made.tokens[0]!.token });
  await served.connect(made.invite.id, { token: bob.token });
  await seen(ann, 0);
  const stored = JSON.stringify(await stores.vault.get('room', made.invite.id));
  const told = JSON.stringify([ann.invite, lines]);
  for (const secret of [made.joinToken!, made.tokens[0]!.token, bob.token]) {
    expect(stored).not.toContain(secret);
    expect(told).not.toContain(secret);
  }
  const { seats, deal, chain, joinToken } = (await stores.vault.get(
    'room',
    made.invite.id,
  )) as never as {
    seats: { token: string }[];
    deal: string | null;
    chain: string;
    joinToken: string;
  };
  for (const hidden of [...seats.map(({ token }) => token), chain, deal ?? chain, joinToken])
    expect(told).not.toContain(hidden);
});

describe('hidden hands', () => {
  /** For each seat whether its tiles can be seen. */
  const sightOf = (live: LiveMatch) => live.viewsOf(live.seat)?.at(-1) ?? null;
  const areSeen = (live: LiveMatch): boolean[] =>
    (sightOf(live)!.view as { hands: (Json | null)[][] }).hands.map(hand =>
      hand.every(tile => tile !== null),
    );

  /** What is drawn of tiles, each once. */
  const looksIn = (picture: string): string[] => [
    ...new Set(Array.from(picture.matchAll(/<use href="#kifu-([^"]+)"/g), ([, look]) => look!)),
  ];

  test('each seat sees its own hand only, a spectator none, and the end shows all', async () => {
    served = await serve();
    const [ann, bob] = (await served.play({
      game: 'dominos',
      seats: [
        { type: 'you', name: 'Ann' },
        { type: 'you', name: 'Bob' },
      ],
    })) as [LiveMatch, LiveMatch];
    const watcher = await served.connect(ann.invite!.id);
    await Promise.all([ann, bob, watcher].map(live => until(live, () => sightOf(live) !== null)));
    expect(ann.replay!.table).toBeNull();
    expect(presentOf(ann)).toBeNull();
    expect([ann, bob, watcher].map(areSeen)).toEqual([
      [true, false],
      [false, true],
      [false, false],
    ]);
    expect(sightOf(watcher)!.legal).toEqual([]);
    const drawn = `${served.url}/api/matches/${ann.invite!.id}/position`;
    const picture = await (await fetch(`${drawn}.svg?theme=light`)).text();
    expect(looksIn(picture)).toEqual(['tile-back']);
    expect((await fetch(`${drawn}.png`)).status).toBe(200);
    // any other point is as it is dealt
    for (const path of [`${drawn}.svg?n=0`, `${drawn}.png?n=0`])
      expect((await fetch(path)).status).toBe(422);
    autoplay(ann, legal => legal[0] ?? null);
    autoplay(bob, legal => legal.at(-1) ?? null);
    // who comes late sees what a spectator saw, from the beginning
    await until(ann, ({ replay }) => replay!.n >= 3);
    const late = await served.connect(ann.invite!.id);
    const sights = late.viewsOf(null);
    if (sights !== null) {
      const known = sights.length;
      expect(known).toBe(late.replay!.n + 1);
      const seenByWatcher = watcher.viewsOf(null) ?? [];
      await until(watcher, () => seenByWatcher.length >= known);
      for (const [i, sight] of sights.slice(0, known).entries())
        expect(sight.view).toEqual(seenByWatcher[i]!.view);
    }
    await Promise.all([ann, bob, watcher, late].map(ended));
    expect(ann.replay!.table!.deal).not.toBeNull();
  });

  test('the secret of the deal is nowhere before the end', async () => {
    const stores = inMemory();
    served = await serve({ stores });
    const heard: string[] = [];
    class Ear extends WebSocket {
      constructor(...args: ConstructorParameters<typeof WebSocket>) {
        super(...args);
        this.addEventListener('message', ({ data }) => heard.push(String(data)));
      }
    }
    const [ann] = (await served.play(
      {
        game: 'dominos',
        seats: [
          { type: 'you', name: 'Ann' },
          { type: 'bot', level: 1 },
        ],
      },
      { WebSocket: Ear },
    )) as [LiveMatch];
    await until(ann, () => sightOf(ann) !== null);
    const { deal, chain } = (await stores.vault.get('room', ann.invite!.id)) as never as {
      deal: string;
      chain: string;
    };
    const all = heard.join();
    for (const secret of [deal, chain]) {
      expect(all).not.toContain(secret);
      expect(all).not.toContain(Buffer.from(secret, 'hex').toString('base64').slice(0, 40));
    }
    autoplay(ann, legal => legal[0] ?? null);
    await ended(ann);
    expect(Buffer.from(ann.replay!.table!.deal!).toString('hex')).toBe(deal);
  });

  test('cannot be had without a referee or with plain chance', async () => {
    served = await serve();
    for (const wrong of [{ referee: false }, { chance: 'plain' as const }])
      expect(
        await makeInvite(served.url, {
          game: 'dominos',
          seats: [{ type: 'you', name: 'Ann' }, { type: 'open' }],
          ...wrong,
        }),
      ).toMatchObject({ ok: false, fault: { code: 'bad-setup' } });
  });
});
