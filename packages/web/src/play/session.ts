/** Who this browser is on the server that gave the page: its key, and a session that begins when something needs one. */
import { type AccountKey, signIn } from '@kifu/client/account';
import type { Result } from '@kifu/core';
import { sign } from '@kifu/record/sign';
import { playerKey } from './player-key.ts';
import { knownServerKey, rememberServerKey } from './server-key.ts';

/** The key of this browser, to sign with. */
export async function accountKey(): Promise<AccountKey> {
  const { key, secret } = await playerKey();
  return { key, sign: message => sign(secret, message) };
}

let current: { readonly key: string; readonly token: string } | null = null;

/** Does something at the server while signed in; where the session is over, or the key is another by now, in a new one. */
export async function inSession<T>(
  work: (server: string, token: string) => Promise<Result<T>>,
): Promise<Result<T>> {
  const server = location.origin;
  const key = await accountKey();
  if (current?.key === key.key) {
    const done = await work(server, current.token);
    if (done.ok || done.fault.code !== 'bad-signature') return done;
  }
  const known = knownServerKey();
  const session = await signIn(server, key, known);
  if (!session.ok) return session;
  if (known === null) rememberServerKey(session.value.server);
  current = { key: key.key, token: session.value.token };
  return work(server, current.token);
}
