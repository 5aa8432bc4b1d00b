/** Looks for a match by its name or its content: among connected nodes, by the DHT, and block by block if no node publishes it. */
import { type Cid, type Fault, fail, formatCid, parseCid, type Result, unwrap } from '@kifu/core';
import { MAX_ENTRIES } from '@kifu/record/match-state';
import { decodePrev, isHeader } from '@kifu/record/node';
import type { BlockStore } from '@kifu/record/store';
import type { Libp2p, PeerId } from '@libp2p/interface';
import { peerIdFromString } from '@libp2p/peer-id';
import { CID } from 'multiformats/cid';
import { checkRecord } from '../ipns/records.ts';
import { resolveRecord } from '../ipns/resolve.ts';
import { framesOf } from '../node/frames.ts';
import type { Services } from '../node/node.ts';
import { checkAnnouncement } from './announcement.ts';
import type { Followed, PageResult } from './followed.ts';
import { FOLLOW } from './protocol.ts';
import { subscribeToMatch } from './subscribe.ts';

/** What it needs of the peer around it. */
export interface SubscriptionHost {
  readonly libp2p: Libp2p<Services>;
  now(): number;
  reach(): BlockStore;
  refused(node: string, fault: Fault): void;
}

/** Runs until it is stopped. */
export interface Subscription {
  stop(): void;
}

/** How many nodes are followed at a time: if one withholds something, the others reveal it. */
const MAX_SOURCES = 4;
/** How long until a node that had nothing is asked once more, unless it reconnects first. */
const AGAIN_MS = 5000;
const TICK_MS = 1000;
/** How often the DHT is asked: a record is good for a minute (its TTL). */
const LOOK_UP_MS = 60_000;
const FIND_MS = 5000;

/** Starts to look. */
export function createSubscription(
  peer: SubscriptionHost,
  of: string,
  followed: Followed,
  tell: () => void,
): Subscription {
  const { libp2p } = peer;
  const sources = new Map<string, AbortController>();
  const askedAt = new Map<string, number>();
  let lookedUpAt = Number.NEGATIVE_INFINITY;
  let isStopped = false;

  const hear = (heard: PageResult): void => {
    if (heard === 'grown' || heard === 'forked') tell();
  };
  const ask = async (id: PeerId): Promise<void> => {
    const node = id.toString();
    const left = new AbortController();
    sources.set(node, left);
    try {
      const stream = await libp2p.dialProtocol(id, FOLLOW, {
        ...{ runOnLimitedConnection: true, signal: AbortSignal.timeout(FIND_MS) },
      });
      const frames = framesOf(stream, node);
      left.signal.addEventListener('abort', () => frames.close());
      if (isStopped) return frames.close();
      const fault = await subscribeToMatch(frames, of, followed, hear);
      if (fault.code !== 'unreachable') peer.refused(node, fault);
    } catch {
      // it does not speak this, or is gone
    } finally {
      sources.delete(node);
      askedAt.set(node, peer.now());
    }
  };
  const askAll = (): void => {
    for (const id of libp2p.getPeers()) {
      const node = id.toString();
      const isDue = peer.now() - (askedAt.get(node) ?? Number.NEGATIVE_INFINITY) >= AGAIN_MS;
      if (sources.size < MAX_SOURCES && isDue && !sources.has(node)) void ask(id);
    }
  };
  const lookUp = async (): Promise<void> => {
    const cid = followed.name === null ? CID.parse(of) : peerIdFromString(followed.name).toCID();
    const signal = AbortSignal.timeout(FIND_MS);
    try {
      for await (const { id } of libp2p.contentRouting.findProviders(cid as never, { signal }))
        if (!id.equals(libp2p.peerId)) libp2p.dial(id).then(askAll, () => {});
    } catch {
      // no node of the DHT is connected
    }
    if (followed.name === null || isStopped) return;
    const record = await resolveRecord(libp2p, followed.name);
    const published = record === null ? null : await checkRecord(followed.name, record);
    const known = followed.said?.sequence ?? -1n;
    if (!published?.ok || published.value.sequence <= known || isStopped) return;
    const came = await fetchBlocks(peer.reach(), followed, record!, published.value.root);
    if (came.ok) hear(came.value);
  };
  const tick = (): void => {
    if (isStopped) return;
    askAll();
    if (peer.now() - lookedUpAt >= LOOK_UP_MS) {
      lookedUpAt = peer.now();
      lookUp().catch(() => {});
    }
    timer = setTimeout(tick, TICK_MS).unref();
  };
  const again = ({ detail }: CustomEvent<{ readonly peerId: PeerId }>): void => {
    askedAt.delete(detail.peerId.toString());
    askAll();
  };
  libp2p.addEventListener('peer:identify', again);
  let timer: NodeJS.Timeout | undefined;
  tick();
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
      libp2p.removeEventListener('peer:identify', again);
      for (const left of sources.values()) left.abort();
    },
  };
}

/** Reads what a record names block by block, from the head back to what is known. */
async function fetchBlocks(
  blocks: BlockStore,
  followed: Followed,
  record: Uint8Array,
  root: string,
): Promise<Result<PageResult>> {
  const cid = parseCid(root);
  if (!cid.ok) return cid;
  const said = { name: followed.name!, record, directory: await blocks.get(cid.value) };
  const checked = await checkAnnouncement(said);
  if (!checked.ok) return checked;
  const nodes: Uint8Array[] = [];
  let from = 0;
  for (let at: Cid | null = unwrap(parseCid(checked.value.head)); at !== null; ) {
    const known = followed.numberOf(formatCid(at));
    if (known !== null) {
      from = known + 1;
      break;
    }
    const node: Uint8Array = await blocks.get(at);
    nodes.push(node);
    if (nodes.length > MAX_ENTRIES) return fail('too-large', 'the match is too long');
    const before = isHeader(node) ? null : decodePrev(node);
    if (before?.ok === false) return before;
    at = before === null ? null : { ...at, digest: before.value.prev };
  }
  return followed.hear()({ from, nodes: nodes.reverse(), said });
}
