/** Players with keys, and rated matches between them, for tests. */
import { makeInvite } from '@kifu/client';
import type { AccountKey } from '@kifu/client/account';
import { bytesToHex, sha256, unwrap } from '@kifu/core';
import { publicKeyOf, sign } from '@kifu/record/sign';
import { ended, type Served, seen, until } from './serve.ts';

/** A player. */
export type Key = AccountKey & { readonly name: string; readonly secret: Uint8Array };

/** The key of a name, always the same. */
export async function keyOf(name: string): Promise<Key> {
  const secret = sha256(new TextEncoder().encode(name));
  const key = bytesToHex(await publicKeyOf(secret));
  return { name, key, secret, sign: message => sign(secret, message) };
}

export const CLOCK = { type: 'absolute', mainMs: 300_000 } as const;

/** One wins against another, who resigns after both have moved. The match. */
export async function beatIn(
  served: Served,
  winner: Key,
  loser: Key,
  more: object = {},
): Promise<string> {
  const seats = [winner, loser].map(({ name, key }) => ({ type: 'you', name, key }) as const);
  const wanted = { game: 'checkers', seats, rated: true, clock: CLOCK, ...more };
  const { invite, tokens } = unwrap(await makeInvite(served.url, wanted));
  const lives = await Promise.all(
    [winner, loser].map(({ secret }, i) =>
      served.connect(invite.id, { token: tokens[i]!.token, secret }),
    ),
  );
  await Promise.all(lives.map(live => seen(live, 0)));
  unwrap(await lives[1]!.resign());
  await Promise.all(lives.map(ended));
  await Promise.all(lives.map(live => until(live, ({ invite: now }) => now?.phase === 'ended')));
  return lives[0]!.invite!.match!;
}
