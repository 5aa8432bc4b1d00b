/** Finds the newest record of another node in the DHT. */
import type { Libp2p } from '@libp2p/interface';
import type { Services } from '../node/node.ts';
import { routingKeyOf } from './records.ts';

const TIMEOUT_MS = 10_000;

/** The record; null where no node has one. */
export async function resolveRecord(
  libp2p: Libp2p<Services>,
  node: string,
): Promise<Uint8Array | null> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    for await (const event of libp2p.services.dht.get(routingKeyOf(node), { signal }))
      if (event.name === 'VALUE') return event.value;
  } catch {
    // it is as if there were none
  }
  return null;
}
