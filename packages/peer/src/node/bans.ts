/** Nodes that are not spoken to for a while: those that flood, and those that send what no honest program would. */
import { isOwnMachine, sourceOf } from './sources.ts';

/** Banned nodes, and until when. */
export interface Bans {
  ban(node: string, address: string | null): void;
  isBanned(node: string): boolean;
  isAddressBanned(address: string): boolean;
  /** Those that are banned now. */
  readonly count: number;
}

/** Ban of a node or of a network; a node behind a relay is counted for the relay. */
interface Ban {
  readonly untilMs: number;
  readonly relay: string | null;
}

const PERIOD_MS = 10 * 60_000;
const MAX_BANS = 10_000;
/** As many banned nodes behind one relay ban all behind it. */
const MAX_BEHIND_RELAY = 20;

/**
 * No node is banned at first. Ids of nodes cost nothing, so that networks are banned too, but for this machine's own. Of a relay, which
 * many honest nodes may share, that is what comes through it, and only after several nodes.
 */
export function createBans(now: () => number): Bans {
  const bans = new Map<string, Ban>();
  const add = (name: string, relay: string | null = null) => {
    bans.delete(name);
    bans.set(name, { untilMs: now() + PERIOD_MS, relay });
    if (bans.size > MAX_BANS) bans.delete(bans.keys().next().value!);
  };
  const current = (): Ban[] => [...bans.values()].filter(({ untilMs }) => untilMs > now());
  const has = (name: string): boolean => (bans.get(name)?.untilMs ?? 0) > now();
  return {
    ban(node, address) {
      const { network, isRelayed } = address === null ? UNKNOWN : sourceOf(address);
      add(node, isRelayed ? network : null);
      if (network === null) return;
      if (!isRelayed) {
        if (!isOwnMachine(address!)) add(network);
      } else if (current().filter(({ relay }) => relay === network).length >= MAX_BEHIND_RELAY)
        add(behind(network));
    },
    isBanned: has,
    isAddressBanned(address) {
      const { network, isRelayed } = sourceOf(address);
      return network !== null && (has(network) || (isRelayed && has(behind(network))));
    },
    get count() {
      return current().length;
    },
  };
}

const UNKNOWN = { network: null, isRelayed: false };

const behind = (relay: string): string => `${relay}/p2p-circuit`;
