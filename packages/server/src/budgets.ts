/** Budgets: how much one guest, their wider network and all guests together may use in a time, or hold at a time. */
import { createBucket, createBuckets } from './buckets.ts';
import { networkOf } from './guest.ts';
import type { Metrics } from './metrics.ts';
import type { Limits } from './options.ts';

/** Who uses something: a guest, and the network that they are part of. */
export interface Holder {
  readonly guest: string;
  readonly network: string;
}

/** The holder that a guest is. */
export const holderOf = (guest: string): Holder => ({ guest, network: networkOf(guest) });

/** For whom a budget is used up. */
export type QuotaScope = 'guest' | 'network' | 'all';

/** What may be used in a time; it comes back by itself. */
export interface Rate {
  /** Takes some, and says whether it was there; where it was not, nothing is taken. */
  take(guest: string, amount?: number): boolean;
}

/** What may be held at a time, until it is given back. */
export interface HeldResources {
  readonly held: number;
  /** Whether one more would be within the budget. */
  has(holder: Holder): boolean;
  /** Takes one, and says whether it was there. */
  take(holder: Holder): boolean;
  /** Takes one that is held already, even beyond the budget: after a restart. */
  hold(holder: Holder): void;
  give(holder: Holder): void;
}

/** All budgets of a server that several of its parts use. */
export interface Quotas {
  /** Requests over HTTP, and handshakes. */
  readonly requests: Rate;
  /** Sign-ins, and statements of players. */
  readonly signIns: Rate;
  readonly statements: Rate;
  /** Reports, by player and by address. */
  readonly reports: Rate;
  /** What players say, at all matches together. */
  readonly talk: Rate;
  /** Uploads that are under way. */
  readonly uploads: HeldResources;
  /** Records that are kept for strangers, and their bytes. */
  readonly keeps: Rate;
  readonly keptBytes: Rate;
  /** TCP connections, and those of them that are WebSockets. */
  readonly sockets: HeldResources;
  readonly connections: HeldResources;
  /** Invites and matches that go on, of those who made them or joined. */
  readonly matches: HeldResources;
}

/** How many times the budget of a guest their wider network has. */
const WIDER = 8;
const DAY_S = 86_400;

/** Makes the budgets of a server. */
export function createQuotas(
  limits: Limits,
  metrics: Metrics,
  now: () => number,
  processes: () => number = () => 1,
): Quotas {
  const rate = (name: string, perSecond: number, burst: number, all: Full = BOUNDLESS): Rate =>
    createRate({ perSecond, burst, all, now, onRefusal: scope => tell(name, scope) });
  const holding = (name: string, each: number, all: number): HeldResources =>
    createHolding(each, all, scope => tell(name, scope));
  const tell = (budget: string, scope: QuotaScope): void =>
    metrics.overBudget.inc({ budget, scope });
  /** What is kept for all processes together: where there are several, each has its share. */
  const shared = ({ take }: Rate): Rate => ({
    take: (guest, amount = 1) => take(guest, amount * processes()),
  });
  const { keptBytesPerDay, keptBytesPerDayOfAll } = limits;
  const budgets: Quotas = {
    requests: rate('requests', limits.requestsPerMinute / 60, limits.requestBurst),
    signIns: rate('sign-ins', limits.signInsPerMinute / 60, limits.signInBurst),
    statements: rate('statements', limits.signInsPerMinute / 60, limits.signInBurst),
    reports: shared(rate('reports', limits.reportsPerDay / DAY_S, limits.reportsPerDay)),
    talk: rate('talk', limits.wordsPerMinute / 60, limits.wordBurst),
    uploads: holding('uploads', limits.uploadsPerAddress, limits.uploads),
    keeps: shared(rate('keeps', limits.keepsPerMinute / 60, limits.keepBurst)),
    keptBytes: shared(
      rate('kept-bytes', keptBytesPerDay / DAY_S, keptBytesPerDay, {
        perSecond: keptBytesPerDayOfAll / DAY_S,
        burst: keptBytesPerDayOfAll,
      }),
    ),
    sockets: holding('sockets', limits.socketsPerAddress, limits.sockets),
    connections: holding('connections', limits.connectionsPerAddress, limits.connections),
    matches: holding('matches', limits.openPerAddress, limits.open),
  };
  const { sockets, connections, matches, uploads } = budgets;
  metrics.onCollect(() => {
    for (const [what, { held }] of Object.entries({ sockets, connections, matches, uploads }))
      metrics.held.set({ what }, held);
  });
  return budgets;
}

interface Full {
  readonly perSecond: number;
  readonly burst: number;
}

const BOUNDLESS: Full = { perSecond: Infinity, burst: Infinity };

/** A budget that fills up again, for each guest, each network and all. */
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

/** A budget of things that are given back, for each guest, each network and all. */
export function createHolding(
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
  const holding: HeldResources = {
    get held() {
      return held;
    },
    has(holder) {
      const scope = exceeded(holder);
      if (scope !== null) onRefusal(scope);
      return scope === null;
    },
    take(holder) {
      if (!holding.has(holder)) return false;
      change(holder, 1);
      return true;
    },
    hold: holder => change(holder, 1),
    give: holder => change(holder, -1),
  };
  return holding;
}
