/**
 * Wrapped copies of players' keys for their passkeys. The browser wraps and unwraps them with a secret that only the passkey gives
 * (WebAuthn's PRF): to the server they are bytes, and it verifies no passkey.
 */
import { fail, type Json, ok, type Result } from '@kifu/core';
import type { Vault } from '@kifu/record/store';

/** Wrapped copy of a key, and its passkey. */
export interface WrappedKey {
  /** Credential ID of the passkey in WebAuthn, in base64url. */
  readonly id: string;
  /** Device on which it was created, as the page names it. */
  readonly label: string;
  /** The public key of the wrapped secret key, in hex. */
  readonly key: string;
  /** In hex. */
  readonly sealed: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Stored data of passkeys. */
export interface Passkeys {
  /** Returns those of a player, newest first. */
  list(player: string): Promise<readonly WrappedKey[]>;
  /** Stores one, replacing the copy of the same passkey. */
  put(player: string, passkey: WrappedKey): Promise<Result<readonly WrappedKey[]>>;
  remove(player: string, id: string): Promise<readonly WrappedKey[]>;
  removeAll(player: string): Promise<void>;
}

const KIND = 'player-passkeys';
/** Limit per player. */
const MAX_PASSKEYS = 10;
const TOO_MANY = fail('too-large', `you already have ${MAX_PASSKEYS} passkeys; remove one first`);

/** Passkeys in the vault. */
export function createPasskeys(vault: Vault): Passkeys {
  const others = async (player: string, id: string): Promise<WrappedKey[]> =>
    (await passkeys.list(player)).filter(other => other.id !== id);
  const keep = async (player: string, list: readonly WrappedKey[]): Promise<void> =>
    vault.put(KIND, player, list as unknown as Json);

  const passkeys: Passkeys = {
    async list(player) {
      const stored = await vault.get(KIND, player);
      return Array.isArray(stored) ? (stored as unknown as WrappedKey[]) : [];
    },
    async put(player, passkey) {
      const list = [passkey, ...(await others(player, passkey.id))];
      if (list.length > MAX_PASSKEYS) return TOO_MANY;
      await keep(player, list);
      return ok(list);
    },
    async remove(player, id) {
      const list = await others(player, id);
      await keep(player, list);
      return list;
    },
    removeAll: player => vault.remove(KIND, player),
  };
  return passkeys;
}
