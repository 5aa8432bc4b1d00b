/** Whom limits are for: the guest behind an address. */

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
/** Groups of an address of IPv6, and of the network that one guest has: a /64 (RFC 6177). */
const GROUPS = 8;
const NETWORK = 4;

/** An address of IPv4 as it is; of IPv6 its network, as a guest has addresses without end in it. */
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

const groupsOf = (text: string): number[] =>
  text === '' ? [] : text.split(':').map(group => Number.parseInt(group, 16));
