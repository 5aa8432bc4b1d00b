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
  /** Makes a record of a root, where it is a new one; says whether it was. The DHT hears of it when its turn comes. */
  publish(root: string): Promise<boolean>;
  /**
   * Takes a record of this node that another node has. If it is newer than all that is known here, as after a backup was restored, the next
   * record has a higher number, and the root that was published last is to be published again. Returns whether it was newer.
   */
  catchUp(found: Uint8Array): Promise<boolean>;
  stop(): void;
}

/** At most one record goes to the DHT in so long. IPGS §2.1. */
const PUT_EVERY_MS = 10_000;
const REPUBLISH_MS = 4 * 3_600_000;
const RECORD = 'ipns-record';

/** Goes on from the record that was published last. */
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
  let putAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const put = async (): Promise<void> => {
    timer = undefined;
    if (isStopped || record === null) return;
    putAt = now();
    try {
      // failures are events: where no node took the record, the next put tries again
      for await (const _ of libp2p.services.dht.put(routingKeyOf(home.node), record));
    } catch {
      // no node is connected: the next put tries again
    }
    plan(REPUBLISH_MS);
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
    async publish(next) {
      if (next === root) {
        if (timer === undefined) plan(0);
        return false;
      }
      sequence++;
      record = new Uint8Array(await makeRecord(key, next, sequence));
      root = next;
      await home.remember(RECORD, Buffer.from(record).toString('base64'));
      newest.raiseSequence(home.node, sequence);
      plan(Math.max(0, putAt + PUT_EVERY_MS - now()));
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
