/** The own IPNS name: each new root gets a record with the next sequence number, which is on disk before the record is published. */
import type { Libp2p, PrivateKey } from '@libp2p/interface';
import type { PeerHome } from '../home.ts';
import type { Services } from '../node/node.ts';
import { checkRecord, makeRecord, type NewestSequences, routingKeyOf } from './records.ts';

/** Publishes roots. */
export interface Publisher {
  /** The newest record; null before there is one. */
  readonly record: Uint8Array | null;
  readonly root: string | null;
  readonly sequence: bigint;
  /** How many nodes of the DHT have taken the newest record; 0 while it is pending. */
  readonly takenBy: number;
  /** Makes a record of a root if it is new; returns whether it was. It is put into the DHT at once, or when its turn comes. */
  publish(root: string): Promise<boolean>;
  /**
   * Takes a record of this node that another node has. If it is newer than all that is known here, as after a backup was restored, the next
   * record has a higher number, and the root that was published last is to be published again. Returns whether it was newer.
   */
  catchUp(found: Uint8Array): Promise<boolean>;
  /** A node of the DHT came: a record that none has taken yet is put there soon. */
  wake(): void;
  stop(): void;
}

/** Average interval between records put into the DHT, and how many may go at once after a quiet time. IPGS §2.1. */
const PUT_EVERY_MS = 10_000;
const PUT_BURST = 6;
const REPUBLISH_MS = 4 * 3_600_000;
/** Where no node took the record it is put again: soon, then less and less often. */
const FIRST_RETRY_MS = 1000;
const MOST_RETRY_MS = 60_000;
const RECORD = 'ipns-record';

/** Continues from the record that was published last. */
export async function createPublisher(
  libp2p: Libp2p<Services>,
  key: PrivateKey,
  home: Pick<PeerHome, 'node' | 'recall' | 'remember'>,
  newest: NewestSequences,
  now: () => number,
): Promise<Publisher> {
  const kept = await home.recall(RECORD);
  let record = kept === null ? null : new Uint8Array(Buffer.from(kept, 'base64'));
  const last = record === null ? null : await checkRecord(home.node, record);
  let root = last?.ok ? last.value.root : null;
  // a copy of the folder may have published before; others would refuse a lower number
  const seen = newest.sequenceOf(home.node) ?? -1n;
  let sequence = last?.ok && last.value.sequence > seen ? last.value.sequence : seen;
  let takenBy = 0;
  let retryMs = FIRST_RETRY_MS;
  /** When the next put is due by the rate: each moves it on, and a quiet time earns no more than a burst. */
  let freeAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const put = async (): Promise<void> => {
    timer = undefined;
    if (isStopped || record === null) return;
    freeAt = Math.max(freeAt, now() - (PUT_BURST - 1) * PUT_EVERY_MS) + PUT_EVERY_MS;
    const sent = record;
    const takers = new Set<string>();
    try {
      // failures are events, nothing is thrown for them
      for await (const event of libp2p.services.dht.put(routingKeyOf(home.node), sent))
        if (event.name === 'PEER_RESPONSE' && event.messageName === 'PUT_VALUE')
          takers.add(event.from.toString());
    } catch {
      // no node is connected
    }
    if (sent !== record) return; // a newer one has its own turn
    takenBy = takers.size;
    retryMs = takenBy > 0 ? FIRST_RETRY_MS : Math.min(MOST_RETRY_MS, 2 * retryMs);
    plan(takenBy > 0 ? REPUBLISH_MS : retryMs);
  };
  const plan = (ms: number): void => {
    if (isStopped) return;
    clearTimeout(timer);
    timer = setTimeout(put, ms).unref();
  };

  return {
    get record() {
      return record;
    },
    get root() {
      return root;
    },
    get sequence() {
      return sequence;
    },
    get takenBy() {
      return takenBy;
    },
    wake() {
      if (record === null || takenBy > 0) return;
      retryMs = FIRST_RETRY_MS;
      plan(FIRST_RETRY_MS);
    },
    async publish(next) {
      if (next === root) {
        if (timer === undefined) plan(0);
        return false;
      }
      sequence++;
      record = new Uint8Array(await makeRecord(key, next, sequence));
      root = next;
      takenBy = 0;
      retryMs = FIRST_RETRY_MS;
      await home.remember(RECORD, Buffer.from(record).toString('base64'));
      newest.raiseSequence(home.node, sequence);
      plan(Math.max(0, freeAt - now()));
      return true;
    },
    async catchUp(found) {
      const checked = await checkRecord(home.node, found);
      if (!checked.ok || checked.value.sequence <= sequence) return false;
      ({ sequence } = checked.value);
      root = null;
      newest.raiseSequence(home.node, sequence);
      return true;
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
