/** Signing in: a challenge that is valid once, the signature of a key, and a token that expires. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { fail, hexToBytes, isObject, ok, type Result } from '@kifu/core';
import { type Player, type SignInChallenge, signInMessage } from '@kifu/record/player';
import { isSignedBy } from '@kifu/record/sign';
import type { Vault } from '@kifu/record/store';
import { freshToken, hashToken } from '../tokens.ts';
import { isPresentKey, type Players } from './players.ts';

/** Signed-in user: a key, which may belong to a player. */
export interface SignedIn {
  readonly key: string;
  readonly player: Player | null;
}

/** New session. */
interface BegunSession extends SignedIn {
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Answer of a client to a challenge. */
interface SignInAnswer {
  readonly key: string;
  readonly nonce: string;
  readonly expiresAt: number;
  readonly signature: string;
}

/** Sessions of a server. */
export interface Sessions {
  challenge(origin: string): SignInChallenge;
  begin(origin: string, answer: SignInAnswer): Promise<Result<BegunSession>>;
  /** Returns the user of a token; null if it is unknown or expired, or its key was revoked or replaced. */
  find(token: string | undefined): Promise<SignedIn | null>;
  end(token: string): Promise<void>;
  /** Ends all sessions of these keys. */
  endAll(keys: readonly string[]): Promise<void>;
}

const CHALLENGE_MS = 120_000;
const SESSION_MS = 30 * 86_400_000;
const NONCE_BYTES = 16;
const SEAL_BYTES = 16;
const [SESSION, SPENT] = ['session', 'spent'] as const;

/** Sessions in a vault; expired ones are deleted. `server` is the server's public key, for which answers are signed. */
export async function createSessions(
  vault: Vault,
  players: Players,
  server: string,
  now: () => number,
): Promise<Sessions> {
  const secret = await loadSecret(vault);
  /** Authenticates challenges, so that they need not be stored before they are answered: only this server can have issued them. */
  const seal = (random: string, origin: string, expiresAt: number): string =>
    createHmac('sha256', secret)
      .update(JSON.stringify([random, origin, expiresAt]))
      .digest()
      .subarray(0, SEAL_BYTES)
      .toString('hex');
  const isOwn = (origin: string, { nonce, expiresAt }: SignInAnswer): boolean => {
    const random = nonce.slice(0, 2 * NONCE_BYTES);
    const expected = Buffer.from(seal(random, origin, expiresAt));
    const given = Buffer.from(nonce.slice(2 * NONCE_BYTES));
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
  await sweep(vault, now());
  let sweptMs = now();

  return {
    challenge(origin) {
      const random = randomBytes(NONCE_BYTES).toString('hex');
      const expiresAt = Math.floor(now()) + CHALLENGE_MS;
      return { origin, server, nonce: random + seal(random, origin, expiresAt), expiresAt };
    },
    async begin(origin, answer) {
      const { key, nonce, expiresAt, signature } = answer;
      if (!isOwn(origin, answer))
        return fail('malformed', 'this server did not issue the challenge for this address');
      if (now() >= expiresAt)
        return fail('past-time', 'the challenge has expired; request a new one');
      const message = signInMessage({ origin, server, nonce, expiresAt });
      if (!(await isSignedBy(hexToBytes(key), message, hexToBytes(signature))))
        return fail('bad-signature', 'the signature is not by this key, or is for another server');
      const player = await players.find(key);
      if (player !== null && !isPresentKey(player, key)) return REVOKED;
      if (player !== null) await players.claimLooks(player);
      if (now() - sweptMs > CHALLENGE_MS) {
        sweptMs = now();
        await sweep(vault, sweptMs);
      }
      // the first of all processes that share the vault to add it has the session
      if (!(await vault.add(SPENT, nonce, { expiresAt }))) return ANSWERED;
      const token = freshToken();
      const until = Math.floor(now()) + SESSION_MS;
      await vault.put(SESSION, hashToken(token), { key, expiresAt: until });
      return ok({ token, key, player, expiresAt: until });
    },
    async find(token) {
      if (token === undefined) return null;
      const stored = readStored(await vault.get(SESSION, hashToken(token)));
      if (stored === null || stored.expiresAt <= now() || stored.key === undefined) return null;
      const player = await players.find(stored.key);
      if (player !== null && !isPresentKey(player, stored.key)) return null;
      return { key: stored.key, player };
    },
    end: token => vault.remove(SESSION, hashToken(token)),
    async endAll(keys) {
      for (const name of await vault.names(SESSION)) {
        const key = readStored(await vault.get(SESSION, name))?.key;
        if (key !== undefined && keys.includes(key)) await vault.remove(SESSION, name);
      }
    },
  };
}

const ANSWERED = fail('conflict', 'the challenge was already used; request a new one');
const REVOKED = fail('bad-signature', 'the key was revoked or replaced', {
  rule: 'key',
});

/** Stored session, or stored challenge that was used. */
interface StoredSession {
  readonly expiresAt: number;
  readonly key?: string;
}

const readStored = (value: unknown): StoredSession | null =>
  isObject(value as never) ? (value as StoredSession) : null;

/** Deletes what has expired; used challenges later, as the clock of another process may be behind. */
async function sweep(vault: Vault, nowMs: number): Promise<void> {
  for (const [kind, untilMs] of [
    [SESSION, nowMs],
    [SPENT, nowMs - CHALLENGE_MS],
  ] as const)
    for (const name of await vault.names(kind)) {
      const stored = readStored(await vault.get(kind, name));
      if (stored === null || stored.expiresAt <= untilMs) await vault.remove(kind, name);
    }
}

async function loadSecret(vault: Vault): Promise<Buffer> {
  const stored = await vault.get('server', 'sessions');
  if (typeof stored === 'string') return Buffer.from(stored, 'hex');
  const secret = randomBytes(32);
  await vault.put('server', 'sessions', secret.toString('hex'));
  return secret;
}
