/** Accounts of a server, assembled. */
import type { ServerStores } from '../options.ts';
import { type Accounts, createAccounts } from './accounts.ts';
import type { Players } from './players.ts';
import { createSessions, type Sessions } from './sessions.ts';

/** Accounts and sessions. */
export interface SignedInAccounts extends Accounts {
  readonly players: Players;
  readonly sessions: Sessions;
}

/** Creates the accounts of a server with this public key. */
export async function openAccounts(
  stores: ServerStores,
  players: Players,
  server: string,
  now: () => number,
): Promise<SignedInAccounts> {
  const sessions = await createSessions(stores.vault, players, server, now);
  return { ...createAccounts(stores, players, sessions), players, sessions };
}
