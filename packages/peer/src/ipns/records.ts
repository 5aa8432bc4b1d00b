/** IPNS records: which root a node publishes, signed by the node's key, newest by its sequence number. IPGS §2.1. */
import {
  createIPNSRecord,
  IPNSEntry,
  ipnsSelector,
  ipnsValidator,
  multihashToIPNSRoutingKey,
} from '@helia/ipns';
import { fail, ok, type Result } from '@kifu/core';
import { publicKeyFromProtobuf } from '@libp2p/crypto/keys';
import type { PrivateKey } from '@libp2p/interface';
import { peerIdFromString } from '@libp2p/peer-id';
import { base58btc } from 'multiformats/bases/base58';

/** A record as it was checked. */
export interface PublishedRoot {
  readonly node: string;
  readonly root: string;
  readonly sequence: bigint;
}

/** Stores the highest sequence of each name. */
export interface NewestSequences {
  sequenceOf(name: string): bigint | null;
  raiseSequence(name: string, sequence: bigint): boolean;
}

/** In memory, while the program runs. */
export function memorySequences(): NewestSequences {
  const newest = new Map<string, bigint>();
  return {
    sequenceOf: name => newest.get(name) ?? null,
    raiseSequence(name, sequence) {
      if (sequence < (newest.get(name) ?? -1n)) return false;
      newest.set(name, sequence);
      return true;
    },
  };
}

const HOUR_MS = 3_600_000;
/** How long a record is good. */
export const LIFETIME_MS = 48 * HOUR_MS;
const TTL_NS = 60n * 1_000_000_000n;
/** IPNS specification. */
const MAX_RECORD_BYTES = 10 * 1024;

// a keychain is asked for this alone
const KEYS = {
  loadPublicKeyFromProtobuf: async (bytes: Uint8Array) => publicKeyFromProtobuf(bytes),
} as unknown as Parameters<typeof ipnsValidator>[2];

/** The key under which a DHT stores the records of a node. */
export const routingKeyOf = (node: string): Uint8Array =>
  multihashToIPNSRoutingKey(peerIdFromString(node).toMultihash() as never);

/** Makes a record. */
export async function makeRecord(
  key: PrivateKey,
  root: string,
  sequence: bigint,
): Promise<Uint8Array> {
  const entry = await createIPNSRecord(key as never, `/ipfs/${root}`, sequence, LIFETIME_MS, {
    ttlNs: TTL_NS,
  });
  return IPNSEntry.encode(entry);
}

/** Checks that a record is by a node and still good. Whether a newer one is known is for `NewestSequences`. */
export async function checkRecord(node: string, bytes: Uint8Array): Promise<Result<PublishedRoot>> {
  if (bytes.length > MAX_RECORD_BYTES)
    return fail('too-large', `the IPNS record is too large: ${MAX_RECORD_BYTES} bytes at most`, {
      rule: 'ipns',
    });
  try {
    const { value, sequence } = await ipnsValidator(routingKeyOf(node), bytes, KEYS);
    const root = /^\/ipfs\/([a-zA-Z0-9]+)$/.exec(new TextDecoder().decode(value))?.[1];
    if (root === undefined || sequence === undefined)
      return fail('malformed', 'the IPNS record does not name a root', { rule: 'ipns' });
    return ok({ node, root, sequence });
  } catch (cause) {
    return fail('bad-signature', `invalid IPNS record: ${(cause as Error).message}`, {
      rule: 'ipns',
    });
  }
}

/** Stores the sequences of names that strangers put into the DHT. */
export interface HeardSequences {
  mayHear(name: string, source: string | null): boolean;
  hearSequence(name: string, sequence: bigint, source: string | null): boolean;
}

/**
 * What a DHT holds records against. It would let any node replay an older record over a newer one: the highest sequence of each name is
 * remembered as long as its record is valid, and the number of names per source is limited. `source` says who sent the current message.
 */
export const dhtChecks = (heard: HeardSequences, source: () => string | null) => ({
  validators: {
    ipns: async (key: Uint8Array, value: Uint8Array): Promise<void> => {
      const [name, by] = [nameOf(key), source()];
      // before the signature, which takes longer
      if (!heard.mayHear(name, by)) throw new Error('too many names');
      const { sequence } = await ipnsValidator(key, value, KEYS);
      if (!heard.hearSequence(name, sequence ?? 0n, by)) throw new Error('older than known');
    },
  },
  selectors: {
    ipns: (key: Uint8Array, values: Uint8Array[]): number =>
      ipnsSelector(
        key,
        values.map(value => IPNSEntry.decode(value)),
      ),
  },
});

/** A routing key is `/ipns/` and the bytes of the peer id. */
const nameOf = (key: Uint8Array): string => base58btc.baseEncode(key.subarray('/ipns/'.length));
