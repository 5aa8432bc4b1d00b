/**
 * Sends notifications to browsers whose page is closed, through their push services. Where a message goes was named by a stranger, so
 * only known push services are called.
 */
import { randomBytes } from 'node:crypto';
import type { Json } from '@kifu/core';
import type { Vault } from '@kifu/record/store';
import type { FastifyBaseLogger } from 'fastify';
import {
  areSubscriptionKeys,
  encryptPush,
  type PushKey,
  type PushSubscription,
  pushKeyOf,
  vapidHeader,
} from './web-push.ts';

/** Push services of browsers; `*.` stands for any host below. */
export const PUSH_SERVICES = [
  'https://fcm.googleapis.com', // Chromium
  'https://updates.push.services.mozilla.com', // Firefox
  'https://*.push.apple.com', // Safari
  'https://*.notify.windows.com', // Edge
] as const;

/** What became of a message: `gone` if the browser no longer wants any. */
export type PushOutcome = 'sent' | 'gone' | 'failed';

export interface PushOptions {
  /** Origins of push services that may be called. */
  readonly services: readonly string[];
  /** Where the operators of push services reach the operator of the server. */
  readonly subject: string;
  readonly now: () => number;
  readonly log: FastifyBaseLogger;
}

/** How long a message is stored for a browser that is offline: after a day, the game is better looked up. */
const TTL_SECONDS = 86_400;
const TIMEOUT_MS = 10_000;
/** Requests at a time, and messages that may wait for one; more are dropped. */
const AT_ONCE = 8;
const WAITING = 1000;

/** Sends push messages. */
export class PushSender {
  readonly #key: PushKey;
  readonly #options: PushOptions;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(key: PushKey, options: PushOptions) {
    this.#key = key;
    this.#options = options;
  }

  /** What pages subscribe with, in base64url. */
  get publicKey(): string {
    return this.#key.publicKey;
  }

  /** Whether messages can be sent to a subscription: its keys are valid, and its endpoint belongs to a known push service. */
  accepts({ endpoint, keys }: PushSubscription): boolean {
    if (!URL.canParse(endpoint)) return false;
    const { protocol, hostname, origin, username } = new URL(endpoint);
    const isKnown = this.#options.services.some(service => {
      const [scheme, host = ''] = service.split('//*.');
      return service.includes('//*.')
        ? protocol === scheme &&
            hostname.endsWith(`.${host}`) &&
            origin === `${scheme}//${hostname}`
        : origin === service;
    });
    return isKnown && username === '' && areSubscriptionKeys(keys);
  }

  /** Sends a message; a newer one with the same topic replaces it while the browser is offline. Never rejects. */
  async send(to: PushSubscription, message: Json, topic: string): Promise<PushOutcome> {
    if (!this.accepts(to) || this.#waiting.length >= WAITING) return 'failed';
    if (this.#running >= AT_ONCE) await new Promise<void>(go => this.#waiting.push(go));
    this.#running++;
    try {
      return await this.#request(to, message, topic);
    } catch (err) {
      this.#options.log.warn({ err: (err as Error).message }, 'a push message was not sent');
      return 'failed';
    } finally {
      this.#running--;
      this.#waiting.shift()?.();
    }
  }

  async #request(to: PushSubscription, message: Json, topic: string): Promise<PushOutcome> {
    const { subject, now, log } = this.#options;
    const response = await fetch(to.endpoint, {
      method: 'POST',
      headers: {
        authorization: vapidHeader(this.#key, to.endpoint, subject, now()),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: `${TTL_SECONDS}`,
        urgency: 'normal',
        topic,
      },
      body: new Uint8Array(encryptPush(to, Buffer.from(JSON.stringify(message)))),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (response.ok) return 'sent';
    if (response.status === 404 || response.status === 410) return 'gone';
    log.warn({ status: response.status }, 'a push service refused a message');
    return 'failed';
  }
}

/** Loads the key that push services know the server by, or makes it and stores it before it is used. */
export async function loadPushSecret(vault: Vault): Promise<Uint8Array> {
  const stored = await vault.get('server', 'push');
  if (typeof stored === 'string') return Buffer.from(stored, 'hex');
  // below the order of the curve for any first byte but 255
  const secret = randomBytes(32);
  secret[0]! &= 0x7f;
  await vault.put('server', 'push', secret.toString('hex'));
  return secret;
}

export const createPushSender = (secret: Uint8Array, options: PushOptions): PushSender =>
  new PushSender(pushKeyOf(secret), options);
