/** Open challenges whose player is gone: those to be played at once are removed soon, and the others wait. */
import { listLive, lookAtInvite, makeInvite, type NewInvite } from '@kifu/client';
import { unwrap } from '@kifu/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handClock, type Served, serve } from '../test/serve.ts';

const CHALLENGE_MS = 300;
const LONG = { timeout: 60_000 };
const SEATS = [{ type: 'you', name: 'Ann' }, { type: 'open' }] as const;
const BLITZ = { type: 'fischer', mainMs: 300_000, incrementMs: 3000 } as const;
const DAILY = { type: 'fixed', moveMs: 86_400_000 } as const;

const clock = handClock();
let served: Served;
beforeAll(async () => {
  const limits = {
    restMs: 10,
    challengeMs: CHALLENGE_MS,
    requestBurst: 1e6,
    requestsPerMinute: 1e6,
  };
  served = await serve({ now: clock.now, limits });
});
afterAll(() => served.close());

const make = async (more: Partial<NewInvite>) => {
  const wanted = { game: 'chess', seats: [...SEATS], clock: BLITZ, ...more };
  const { invite, tokens } = unwrap(await makeInvite(served.url, wanted));
  return { id: invite.id, token: tokens[0]!.token };
};

test('a challenge goes with its player, but not while the player asks for it, is connected, or need not be there', async () => {
  const left = await make({});
  const asked = await make({});
  const held = await make({});
  const live = await served.connect(held.id, { token: held.token });
  const waiting = [await make({ clock: DAILY }), await make({ visibility: 'private' })];
  const isOpen = async ({ id, token }: { readonly id: string; readonly token: string }) =>
    (await lookAtInvite(served.url, id, token)).ok;
  const listed = async () => unwrap(await listLive(served.url)).map(({ id }) => id);
  await expect
    .poll(async () => {
      clock.pass(CHALLENGE_MS / 3);
      expect(await isOpen(asked)).toBe(true);
      return listed();
    }, LONG)
    .not.toContain(left.id);
  expect(await listed()).toEqual(expect.arrayContaining([asked.id, held.id]));
  await live.close();
  for (const one of [asked, held])
    await expect
      .poll(() => {
        clock.pass(CHALLENGE_MS);
        return listed();
      }, LONG)
      .not.toContain(one.id);
  for (const one of waiting) expect(await isOpen(one)).toBe(true);
});
