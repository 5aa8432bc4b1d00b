/** Networks of addresses: what one owner has, as limits count. */

const MAPPED = /^::ffff:(?:(\d+\.\d+\.\d+\.\d+)|([\da-f]{1,4}):([\da-f]{1,4}))$/i;
/** Groups of an IPv6 address, and those of the network of one owner: a /64 (RFC 6177). */
const GROUPS = 8;
const NETWORK = 4;

/** Returns an IPv4 address unchanged; of an IPv6 address the network, as its owner has countless addresses in it. */
export function subnetOf(address: string): string {
  const mapped = MAPPED.exec(address);
  if (mapped !== null) return mapped[1] ?? `${bytesOf(mapped[2]!)}.${bytesOf(mapped[3]!)}`;
  if (!address.includes(':')) return address;
  const [front = '', back] = address.split('%', 1)[0]!.split('::');
  const groups = groupsOf(front);
  if (back !== undefined) while (groups.length < GROUPS - groupsOf(back).length) groups.push(0);
  return groups
    .slice(0, NETWORK)
    .map(group => group.toString(16))
    .join(':');
}

/** Two bytes of an IPv4 address, of a group of hexadecimal digits. */
function bytesOf(group: string): string {
  const value = Number.parseInt(group, 16);
  return `${value >> 8}.${value & 0xff}`;
}

const groupsOf = (text: string): number[] =>
  text === '' ? [] : text.split(':').map(group => Number.parseInt(group, 16));
