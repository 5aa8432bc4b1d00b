/** Finding an opponent: players on the same terms meet, however they come, and ranges of ratings hold. */
import { setTimeout } from 'node:timers/promises';
import {
  findOpponent,
  listLive,
  type OpenChallenge,
  type Seek,
  stopLooking,
  takeSeat,
} from '@kifu/client';
import { unwrap } from '@kifu/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyOf } from '../test/rated.ts';
import { inMemory, type Served, serve } from '../test/serve.ts';

let served: Served;
beforeAll(async () => {
  served = await serve({ limits: { requestBurst: 10_000, openPerAddress: 1000 } });
});
afterAll(() => served.close());

const CLOCK = { type: 'fischer', mainMs: 300_000, incrementMs: 3000 } as const;
let keys = 0;

/** A player who looks for a game of chess. */
async function seeker(wanted: Partial<Seek> = {}) {
  const { name, key } = await keyOf(`P${++keys}`);
  const base = { game: 'chess', options: {}, seats: 2, clock: CLOCK, rated: false };
  const seek: Seek = { ...base, name, key, ...wanted };
  let own: OpenChallenge | null = null;
  return {
    seek,
    async look() {
      const found = unwrap(await findOpponent(served.url, seek, own));
      own = found.isJoined ? null : found;
      return found;
    },
  };
}

const open = async (): Promise<number> => {
  const invites = unwrap(await listLive(served.url));
  return invites.filter(({ phase }) => phase === 'open').length;
};

describe('findOpponent', () => {
  test('opens a challenge, which the next player on the same terms joins', async () => {
    const [ann, bob] = await Promise.all([seeker(), seeker()]);
    const first = await ann.look();
    const second = await bob.look();
    expect([first.isJoined, second.isJoined]).toEqual([false, true]);
    expect(second.invite.id).toBe(first.invite.id);
    expect(second.seat).toBe(1 - first.seat);
  });

  test.each<[string, Partial<Seek>]>([
    ['another clock', { clock: { ...CLOCK, incrementMs: 0 } }],
    ['no clock', { clock: null }],
    ['rated', { rated: true }],
    ['other options', { game: 'go', options: { width: 9, height: 9 } }],
  ])('does not join a challenge on other terms: %s', async (_, other) => {
    const before = other.game === 'go' ? { game: 'go', options: {} } : {};
    const first = await seeker(before);
    const opened = await first.look();
    const second = await (await seeker(other)).look();
    expect(second.isJoined).toBe(false);
    for (const own of [opened, second] as OpenChallenge[])
      unwrap(await stopLooking(served.url, own));
  });

  test('brings players together who opened their challenges at the same moment', async () => {
    const players = await Promise.all([1, 2, 3, 4].map(() => seeker()));
    const first = await Promise.all(players.map(({ look }) => look()));
    // each looks again, as a page does every few seconds, until it has joined a game
    for (const [i, { look }] of players.entries()) if (!first[i]!.isJoined) await look();
    const full = unwrap(await listLive(served.url)).filter(({ seats }) =>
      seats.every(({ type }) => type === 'person'),
    );
    const names = full.flatMap(({ seats }) => seats.map(({ name }) => name));
    expect(players.every(({ seek }) => names.filter(name => name === seek.name).length === 1)).toBe(
      true,
    );
  });

  test('gives a seat to one of those who take it at once', async () => {
    const stores = inMemory();
    const players = stores.players!;
    const find: typeof players.find = async (...asked) => {
      await setTimeout(20); // as a store on a disk takes its time
      return players.find(...asked);
    };
    const slow = await serve({ stores: { ...stores, players: { ...players, find } } });
    const { seek } = await seeker();
    const { invite } = unwrap(await findOpponent(slow.url, seek, null));
    const guests = await Promise.all(Array.from({ length: 8 }, (_, i) => keyOf(`Guest ${i}`)));
    const taken = await Promise.all(
      guests.map(({ name, key }) => takeSeat(slow.url, invite.id, { name, key })),
    );
    const { seats } = unwrap(await listLive(slow.url)).find(({ id }) => id === invite.id)!;
    const names = guests.flatMap(({ name }, i) => (taken[i]!.ok ? name : []));
    expect(seats.map(({ name }) => name).toSorted()).toEqual([...names, seek.name].toSorted());
    for (const one of taken) if (!one.ok) expect(one.fault.code).toBe('conflict');
    await slow.close();
  });

  test('never leaves a player in two games', async () => {
    const [ann, bob] = await Promise.all([seeker(), seeker()]);
    const [first, second] = await Promise.all([ann.look(), bob.look()]);
    if (!first.isJoined && !second.isJoined) {
      const [one, other] = [await ann.look(), await bob.look()];
      // who was joined learns it by the next look
      const last = one.isJoined ? one : await ann.look();
      expect([last, other].map(({ isJoined, invite }) => [isJoined, invite.id])).toEqual([
        [true, other.invite.id],
        [true, other.invite.id],
      ]);
    }
  });

  test('opens another challenge where the server has removed the one before', async () => {
    const ann = await seeker({ clock: { ...CLOCK, mainMs: 90_000 } });
    const first = (await ann.look()) as OpenChallenge;
    unwrap(await stopLooking(served.url, first));
    const again = await ann.look();
    expect(again.isJoined).toBe(false);
    expect(again.invite.id).not.toBe(first.invite.id);
    unwrap(await stopLooking(served.url, again as OpenChallenge));
  });

  test('does not join its own challenge', async () => {
    const ann = await seeker({ clock: { ...CLOCK, mainMs: 60_000 } });
    const first = await ann.look();
    const again = await ann.look();
    expect(again).toMatchObject({ isJoined: false, invite: { id: first.invite.id } });
    const before = await open();
    unwrap(await stopLooking(served.url, again as OpenChallenge));
    expect(await open()).toBe(before - 1);
  });
});

describe('ranges of ratings', () => {
  const clock = { ...CLOCK, mainMs: 120_000 };

  test('a challenge with a range is shown only to players within it, and refuses others', async () => {
    const ann = await seeker({ clock, within: 200 });
    const { invite } = await ann.look();
    expect(invite.within).toBe(200);
    // a guest has no rating: how far apart the two are is not known
    const refused = await takeSeat(served.url, invite.id, { name: 'Guest' });
    expect(refused).toMatchObject({ ok: false, fault: { code: 'conflict', rule: 'rating' } });
    const other = await (await seeker({ clock })).look();
    expect(other.isJoined).toBe(false);
  });

  test('a range that is no range is refused', async () => {
    const { seek } = await seeker();
    for (const within of [0, 24, 1001, 99.5, Number.NaN])
      expect(await findOpponent(served.url, { ...seek, within }, null)).toMatchObject({
        ok: false,
        fault: { code: 'malformed' },
      });
  });
});
