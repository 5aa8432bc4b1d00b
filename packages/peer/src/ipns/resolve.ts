/** Finds the newest record of another node in the DHT. */
import type { Libp2p } from '@libp2p/interface';
import type { Services } from '../node/node.ts';
import { routingKeyOf } from './records.ts';

const TIMEOUT_MS = 10_000;

/** All records of a node that other nodes of the DHT have. */
export async function* resolveAll(
  libp2p: Libp2p<Services>,
  node: string,
): AsyncGenerator<Uint8Array> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    for await (const event of libp2p.services.dht.get(routingKeyOf(node), { signal }))
      if (event.name === 'VALUE') yield event.value;
  } catch {
    // it is as if there were no more
  }
}

/** The record; null where no node has one. */
export async function resolveRecord(
  libp2p: Libp2p<Services>,
  node: string,
): Promise<Uint8Array | null> {
  for await (const record of resolveAll(libp2p, node)) return record;
  return null;
}
