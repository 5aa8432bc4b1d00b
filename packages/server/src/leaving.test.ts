/** Resigning while another entry is on its way: the player leaves all the same, by a signature that covers that entry. */
import { makeInvite } from '@kifu/client';
import { type Json, unwrap } from '@kifu/core';
import { parseUci } from '@kifu/games/chess';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keyOf } from '../test/rated.ts';
import { type Served, seen, serve, until } from '../test/serve.ts';

const uci = (text: string) => unwrap(parseUci(text)) as unknown as Json;
let served: Served;
beforeAll(async () => {
  served = await serve();
});
afterAll(() => served.close());

test('a resignation that meets a move on its way is signed again', async () => {
  const [ann, bob] = await Promise.all(['Ann', 'Bob'].map(keyOf));
  const made = unwrap(
    await makeInvite(served.url, {
      game: 'chess',
      seats: [ann!, bob!].map(({ name, key }) => ({ type: 'you' as const, name, key })),
    }),
  );
  const [white, black] = await Promise.all(
    [ann!, bob!].map(({ secret }, i) =>
      served.connect(made.invite.id, { token: made.tokens[i]!.token, secret }),
    ),
  );
  for (const live of [white!, black!]) {
    await seen(live, 0);
    // both have signed the header
    await until(live, ({ replay }) => replay!.table!.talk.isPaused === false);
  }
  const { n } = black!.replay!;
  const [moved, left] = await Promise.all([white!.play(uci('e2e4')), black!.resign()]);
  expect([moved, left]).toMatchObject([{ ok: true }, { ok: true }]);
  await until(black!, ({ replay }) => replay!.outcome !== null);
  const { outcome, table } = black!.replay!;
  expect(outcome).toMatchObject({ result: 'win', winners: [0], reason: 'resignation' });
  expect(table!.n).toBe(n + 2);
});
