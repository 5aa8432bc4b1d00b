/** Guests as limits know them: by address. */
import { createHmac, randomBytes } from 'node:crypto';
import type { Vault } from '@kifu/record/store';
import type { Holder } from './quotas.ts';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
/** Groups of an IPv6 address, and those of the network of one guest: a /64 (RFC 6177). */
const GROUPS = 8;
const NETWORK = 4;
const WIDER_NETWORK = 3;

/** Returns the guest of an address: an IPv4 address unchanged; of an IPv6 address the network, as a guest has countless addresses in it. */
export function guestOf(address: string): string {
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped !== undefined || !address.includes(':')) return mapped ?? address;
  const [front = '', back] = address.split('%', 1)[0]!.split('::');
  const groups = groupsOf(front);
  if (back !== undefined) while (groups.length < GROUPS - groupsOf(back).length) groups.push(0);
  return groups
    .slice(0, NETWORK)
    .map(group => group.toString(16))
    .join(':');
}

/** Returns the wider network of a guest, in which one owner may have many: a /24 of IPv4, a /48 of IPv6. */
export const networkOf = (guest: string): string =>
  guest.includes(':')
    ? guest.split(':').slice(0, WIDER_NETWORK).join(':')
    : guest.replace(/\.\d+$/, '');

const groupsOf = (text: string): number[] =>
  text === '' ? [] : text.split(':').map(group => Number.parseInt(group, 16));

const SEAL_BYTES = 9;

/** Names guests for the store: by hashes under a key of the server, so that no address is stored. */
export async function loadSeal(vault: Vault): Promise<(holder: Holder) => Holder> {
  const stored = await vault.get('server', 'guests');
  const secret = typeof stored === 'string' ? Buffer.from(stored, 'hex') : randomBytes(32);
  if (stored === undefined) await vault.put('server', 'guests', secret.toString('hex'));
  const seal = (name: string): string =>
    createHmac('sha256', secret)
      .update(name)
      .digest()
      .subarray(0, SEAL_BYTES)
      .toString('base64url');
  return ({ guest, network }) => ({ guest: seal(guest), network: seal(network) });
}
