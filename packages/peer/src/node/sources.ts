/** Where a connection comes from, as limits and bans count. */
import { subnetOf } from '@kifu/client/subnet';

/** Source of a connection. Through a relay, all nodes behind it have one address, that of the relay. */
export interface Source {
  /** Network of the address, or id of the relay if it has no address; null if nothing is known. */
  readonly network: string | null;
  readonly isRelayed: boolean;
}

/** Returns the source of a connection by the multiaddr of its other end. */
export function sourceOf(address: string): Source {
  const ip = ipOf(address);
  const relay = /^(.*?)\/p2p-circuit(?:\/|$)/.exec(address)?.[1];
  return {
    network: ip === null ? (relay?.split('/p2p/')[1] ?? null) : subnetOf(ip),
    isRelayed: relay !== undefined,
  };
}

/** Returns the source of a node's messages as text: its network, or behind a relay the relay, a slash and the id of the node. */
export function sourceName(address: string, node: string): string {
  const { network, isRelayed } = sourceOf(address);
  if (network === null) return node;
  return isRelayed ? `${network}/${node}` : network;
}

/** Whether an address is one of this machine. */
export const isOwnMachine = (address: string): boolean => {
  const ip = ipOf(address);
  return ip !== null && (ip.startsWith('127.') || ip === '::1');
};

const ipOf = (address: string): string | null =>
  /^(?:\/ip6zone\/[^/]+)?\/(?:ip4|ip6)\/([^/]+)/.exec(address)?.[1] ?? null;
