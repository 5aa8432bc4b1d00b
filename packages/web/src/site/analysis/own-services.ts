/** Services of this machine that the reader has let in: their addresses and tokens, which this browser alone stores. */
import { readItem, writeItem } from '../browser-store.ts';
import type { EngineService } from './engine-service.ts';

const KEY = 'kifu-engines';
/** The only addresses that are asked; the policy of the worker's script says the same. */
const ADDRESS = /^http:\/\/127\.0\.0\.1:\d{1,5}\/analyze$/;
const TOKEN = /^[\w-]{16,128}$/;
const MOST = 8;

/** The stored services; what is stored otherwise does not count. */
export function readServices(): readonly EngineService[] {
  try {
    const stored: unknown = JSON.parse(readItem(KEY) ?? '[]');
    return Array.isArray(stored)
      ? stored.flatMap(one => serviceOf(one?.url, one?.token) ?? [])
      : [];
  } catch {
    return [];
  }
}

/** Stores a service; the next start of the same one has another token. */
export function storeService(service: EngineService): void {
  const others = readServices().filter(({ url }) => url !== service.url);
  writeItem(KEY, JSON.stringify([service, ...others].slice(0, MOST)));
}

export function forgetService(address: string): void {
  writeItem(KEY, JSON.stringify(readServices().filter(({ url }) => url !== address)));
}

/** The service of the link that `kifu engine serve` prints, from what follows `#`; null where it is none. */
export function serviceOfLink(hash: string): EngineService | null {
  const link = new URLSearchParams(hash.replace(/^#/, ''));
  return serviceOf(link.get('engine'), link.get('token'));
}

const serviceOf = (url: unknown, token: unknown): EngineService | null =>
  typeof url === 'string' && ADDRESS.test(url) && typeof token === 'string' && TOKEN.test(token)
    ? { url, token }
    : null;
