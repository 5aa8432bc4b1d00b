/** Nodes that are not spoken to for a while: those that flood, and those that send what no honest program would. */

/** Banned nodes, and until when. */
export interface Bans {
  ban(node: string, address: string | null): void;
  isBanned(node: string): boolean;
  isAddressBanned(address: string): boolean;
  /** Those that are banned now. */
  readonly count: number;
}

const PERIOD_MS = 10 * 60_000;
const MAX_BANS = 10_000;

/** No node is banned at first. Ids of nodes cost nothing, so that addresses are banned too, but for this machine's own. */
export function createBans(now: () => number): Bans {
  const until = new Map<string, number>();
  const add = (name: string) => {
    until.delete(name);
    until.set(name, now() + PERIOD_MS);
    if (until.size > MAX_BANS) until.delete(until.keys().next().value!);
  };
  const has = (name: string): boolean => (until.get(name) ?? 0) > now();
  return {
    ban(node, address) {
      add(node);
      const host = address === null ? null : hostOf(address);
      if (host !== null && !isOwn(host)) add(host);
    },
    isBanned: has,
    isAddressBanned(address) {
      const host = hostOf(address);
      return host !== null && has(host);
    },
    get count() {
      return [...until.values()].filter(time => time > now()).length;
    },
  };
}

/** The IP address in a multiaddr; null if it has none. */
export const hostOf = (address: string): string | null =>
  /^\/(?:ip4|ip6)\/([^/]+)/.exec(address)?.[1] ?? null;

const isOwn = (host: string): boolean => host.startsWith('127.') || host === '::1';
