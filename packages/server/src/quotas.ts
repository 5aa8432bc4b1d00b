/** Quotas: how much one guest, their wider network and all guests together may use per time, or hold at once. */
import { createBucket, createBuckets } from './buckets.ts';
import { networkOf } from './guest.ts';
import type { Metrics } from './metrics.ts';
import type { Limits } from './options.ts';

/** User of a resource: a guest, and the network that they are part of. */
export interface Holder {
  readonly guest: string;
  readonly network: string;
}

/** Returns the holder for a guest. */
export const holderOf = (guest: string): Holder => ({ guest, network: networkOf(guest) });

/** Whose quota is exceeded. */
export type QuotaScope = 'guest' | 'network' | 'all';

/** Quota per time, which refills over time. */
export interface Rate {
  /** Takes an amount and returns true; takes nothing and returns false if less is left. */
  take(guest: string, amount?: number): boolean;
}

/** Quota of resources that are held until they are given back. */
export interface HeldResources {
  readonly held: number;
  /** Whether one more would be within the quota. */
  has(holder: Holder): boolean;
  /** Takes one and returns true; returns false if none is left. */
  take(holder: Holder): boolean;
  /** Takes one that is already held, even beyond the quota, for use after a restart. */
  hold(holder: Holder): void;
  give(holder: Holder): void;
}

/** Quotas of a server, shared by its parts. */
export interface Quotas {
  /** HTTP requests and WebSocket handshakes. */
  readonly requests: Rate;
  /** Sign-ins and statements of players. */
  readonly signIns: Rate;
  readonly statements: Rate;
  /** Reports, by player and by address. */
  readonly reports: Rate;
  /** Chat messages of a player, over all matches. */
  readonly talk: Rate;
  /** Uploads in progress. */
  readonly uploads: HeldResources;
  /** Uploaded records that the server stores, and their bytes. */
  readonly keeps: Rate;
  readonly keptBytes: Rate;
  /** Questions to engines in progress, and the milliseconds that they search. */
  readonly analyses: HeldResources;
  readonly analysisMs: Rate;
  /** TCP connections, and those of them that are WebSockets. */
  readonly sockets: HeldResources;
  readonly connections: HeldResources;
  /** Open invites and live matches, held by the guests who created or joined them. */
  readonly matches: HeldResources;
}

/** The quota of a network, as a multiple of the quota of a guest. */
const WIDER = 8;
const DAY_S = 86_400;

/** Creates the quotas of a server. */
export function createQuotas(
  limits: Limits,
  metrics: Metrics,
  now: () => number,
  processes: () => number = () => 1,
): Quotas {
  const rate = (name: string, perSecond: number, burst: number, all: Full = BOUNDLESS): Rate =>
    createRate({ perSecond, burst, all, now, onRefusal: scope => tell(name, scope) });
  const heldResources = (name: string, each: number, all: number): HeldResources =>
    createHeldResources(each, all, scope => tell(name, scope));
  const tell = (quota: string, scope: QuotaScope): void =>
    metrics.quotaExceeded.inc({ quota, scope });
  /** Divides a quota among the processes that share the store. */
  const shared = ({ take }: Rate): Rate => ({
    take: (guest, amount = 1) => take(guest, amount * processes()),
  });
  const { keptBytesPerDay, keptBytesPerDayOfAll } = limits;
  const quotas: Quotas = {
    requests: rate('requests', limits.requestsPerMinute / 60, limits.requestBurst),
    signIns: rate('sign-ins', limits.signInsPerMinute / 60, limits.signInBurst),
    statements: rate('statements', limits.signInsPerMinute / 60, limits.signInBurst),
    reports: shared(rate('reports', limits.reportsPerDay / DAY_S, limits.reportsPerDay)),
    talk: rate('talk', limits.wordsPerMinute / 60, limits.wordBurst),
    uploads: heldResources('uploads', limits.uploadsPerAddress, limits.uploads),
    keeps: shared(rate('keeps', limits.keepsPerMinute / 60, limits.keepBurst)),
    keptBytes: shared(
      rate('kept-bytes', keptBytesPerDay / DAY_S, keptBytesPerDay, {
        perSecond: keptBytesPerDayOfAll / DAY_S,
        burst: keptBytesPerDayOfAll,
      }),
    ),
    analyses: heldResources('analyses', limits.analysesPerAddress, limits.analyses),
    analysisMs: shared(
      rate('analysis-ms', limits.analysisMsPerDay / DAY_S, limits.analysisMsPerDay),
    ),
    sockets: heldResources('sockets', limits.socketsPerAddress, limits.sockets),
    connections: heldResources('connections', limits.connectionsPerAddress, limits.connections),
    matches: heldResources('matches', limits.openPerAddress, limits.open),
  };
  const { sockets, connections, matches, uploads, analyses } = quotas;
  const held = { sockets, connections, matches, uploads, analyses };
  metrics.onCollect(() => {
    for (const [what, resource] of Object.entries(held))
      metrics.resourcesInUse.set({ what }, resource.held);
  });
  return quotas;
}

interface Full {
  readonly perSecond: number;
  readonly burst: number;
}

const BOUNDLESS: Full = { perSecond: Infinity, burst: Infinity };

/** Creates a quota that refills over time, for each guest, each network and all together. */
export function createRate({
  perSecond,
  burst,
  all = BOUNDLESS,
  now,
  onRefusal = () => {},
}: Full & {
  readonly all?: Full;
  now(): number;
  onRefusal?(scope: QuotaScope): void;
}): Rate {
  const guests = createBuckets(perSecond, burst);
  const networks = createBuckets(perSecond * WIDER, burst * WIDER);
  const together = createBucket(all.perSecond, all.burst);
  return {
    take(guest, amount = 1) {
      const nowMs = now();
      const buckets = [
        ['guest', guests.of(guest)],
        ['network', networks.of(networkOf(guest))],
        ['all', together],
      ] as const;
      for (const [scope, bucket] of buckets)
        if (!bucket.has(nowMs, amount)) {
          onRefusal(scope);
          return false;
        }
      for (const [, bucket] of buckets) bucket.take(nowMs, amount);
      return true;
    },
  };
}

/** Creates a quota of resources that are given back, for each guest, each network and all together. */
export function createHeldResources(
  each: number,
  all: number,
  onRefusal: (scope: QuotaScope) => void = () => {},
): HeldResources {
  const guests = new Map<string, number>();
  const networks = new Map<string, number>();
  let held = 0;
  const add = (counts: Map<string, number>, name: string, change: 1 | -1): void => {
    const count = (counts.get(name) ?? 0) + change;
    if (count <= 0) counts.delete(name);
    else counts.set(name, count);
  };
  const change = ({ guest, network }: Holder, by: 1 | -1): void => {
    add(guests, guest, by);
    add(networks, network, by);
    held += by;
  };
  const exceeded = ({ guest, network }: Holder): QuotaScope | null => {
    if ((guests.get(guest) ?? 0) >= each) return 'guest';
    if ((networks.get(network) ?? 0) >= each * WIDER) return 'network';
    return held >= all ? 'all' : null;
  };
  const heldResources: HeldResources = {
    get held() {
      return held;
    },
    has(holder) {
      const scope = exceeded(holder);
      if (scope !== null) onRefusal(scope);
      return scope === null;
    },
    take(holder) {
      if (!heldResources.has(holder)) return false;
      change(holder, 1);
      return true;
    },
    hold: holder => change(holder, 1),
    give: holder => change(holder, -1),
  };
  return heldResources;
}
