/** Guests as limits know them: by address. */
import { createHmac, randomBytes } from 'node:crypto';
import type { Vault } from '@kifu/record/store';
import type { Holder } from './quotas.ts';

/** The guest of an address is its network. */
export { subnetOf as guestOf } from '@kifu/client/subnet';

/** Groups of an IPv6 address that are a /48. */
const WIDER_NETWORK = 3;

/** Returns the wider network of a guest, in which one owner may have many: a /24 of IPv4, a /48 of IPv6. */
export const networkOf = (guest: string): string =>
  guest.includes(':')
    ? guest.split(':').slice(0, WIDER_NETWORK).join(':')
    : guest.replace(/\.\d+$/, '');

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
