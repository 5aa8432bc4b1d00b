/**
 * Matches in progress that others can follow: those published here, each under its own name, and those that a program
 * on this machine follows. A node that asks gets news at once, from any source.
 */
import { createHmac } from 'node:crypto';
import { compareHistories } from '@kifu/client/player';
import { cidOf, type Fault, fail, formatCid, ok, parseCid, type Result } from '@kifu/core';
import { putBlocks } from '@kifu/ipgs';
import { type Block, isHeader } from '@kifu/record/node';
import { type BlockStore, loadNodes } from '@kifu/record/store';
import { generateKeyPairFromSeed } from '@libp2p/crypto/keys';
import type { Libp2p } from '@libp2p/interface';
import { peerIdFromPrivateKey, peerIdFromString } from '@libp2p/peer-id';
import { CID } from 'multiformats/cid';
import type { PeerHome } from '../home.ts';
import { createPublisher, type Publisher } from '../ipns/publisher.ts';
import type { NewestSequences } from '../ipns/records.ts';
import type { FrameStream } from '../node/frames.ts';
import type { Services } from '../node/node.ts';
import { checkAnnouncement, directoryOf } from './announcement.ts';
import { Followed } from './followed.ts';
import { decodeRequest, encodePage, pagesOf } from './pages.ts';
import type { Publication, PublishedMatch } from './publishing.ts';
import { createSubscription, type Subscription } from './subscription.ts';

/** What a shelf needs of the peer around it. */
export interface PublicationHost {
  readonly libp2p: Libp2p<Services>;
  readonly home: PeerHome;
  readonly newest: NewestSequences;
  now(): number;
  /** Blocks from here, and from others. */
  reach(): BlockStore;
  /** A node sent something invalid about a match. */
  refused(node: string, fault: Fault): void;
}

/** Matches by name. */
export interface PublicationRegistry {
  publish(publication: Publication): Promise<Result<PublishedMatch>>;
  /** Sends a match to a follower until one of the two ends it. For a program on this machine (`isOwn`) it looks for an unknown match. */
  answer(frames: FrameStream, isOwn: boolean): Promise<void>;
  stop(): Promise<void>;
}

/** A match on the shelf. */
interface Shelved {
  readonly followed: Followed;
  /** Called when something is new. */
  readonly ears: Set<() => void>;
  /** Of a match that is published here. */
  readonly publisher: Publisher | null;
  /** Blocks of its replay log, by content ID. */
  readonly log: Set<string>;
  /** Of one that is followed. */
  readonly pursuit: Subscription | null;
  /** How many on this machine follow it. */
  own: number;
}

const PUBLICATIONS = 'publications';
/** How many matches are published again after the next start; of older ones, the blocks remain. */
const MAX_PUBLISHED = 64;
/** How many matches are followed at a time, and how many followers they have. */
const MAX_FOLLOWED = 16;
const MAX_EARS = 512;

/** Begins with what was published before. */
export function createPublicationRegistry(peer: PublicationHost): PublicationRegistry {
  const { libp2p, home, newest } = peer;
  const { blocks } = home.reading;
  /** By name, or by what a match is looked for until its name is known. */
  const shelved = new Map<string, Shelved>();
  /** The matches that are published here, from their ids to their names; the newest last. */
  const published = new Map<string, string>();
  let earCount = 0;

  /** The name of a match is a key that is made of the node's secret and the match: it is the same after any restart, and needs no keeping. */
  const openOwn = async (match: string): Promise<Shelved> => {
    const seed = createHmac('sha256', home.nodeSecret)
      .update(`kifu/publication/1\0${match}`)
      .digest();
    const key = await generateKeyPairFromSeed('Ed25519', seed);
    const node = peerIdFromPrivateKey(key).toString();
    const known = shelved.get(node);
    if (known !== undefined && known.publisher !== null) return known;
    const publisher = await createPublisher(
      libp2p,
      key,
      {
        node,
        recall: name => home.recall(`${name} ${node}`),
        remember: (name, text) => home.remember(`${name} ${node}`, text),
      },
      newest,
      peer.now,
    );
    const own = {
      ...{ followed: new Followed(node, newest), ears: new Set<() => void>(), publisher },
      ...{ log: new Set<string>(), pursuit: null, own: 0 },
    };
    await restore(own);
    shelved.set(node, own);
    return own;
  };

  /** Reads what was published under a name before. */
  const restore = async ({ followed, publisher, log }: Shelved): Promise<void> => {
    const root = publisher!.root === null ? null : parseCid(publisher!.root);
    if (!root?.ok) return;
    const directory = await blocks.get(root.value);
    const said = { name: followed.name!, record: publisher!.record!, directory };
    const checked = await checkAnnouncement(said);
    const head = checked.ok ? parseCid(checked.value.head) : checked;
    const nodes = head.ok ? await loadNodes({ blocks }, head.value) : head;
    if (!nodes.ok || !checked.ok) return;
    await followed.hear()({ from: 0, nodes: nodes.value, said });
    if (checked.value.log !== null) log.add(checked.value.log);
    await publisher!.publish(checked.value.root); // the DHT may have forgotten it
  };

  const recall = async (): Promise<void> => {
    const kept = JSON.parse((await home.recall(PUBLICATIONS)) ?? '[]') as readonly string[];
    for (const match of kept) {
      const { followed } = await openOwn(match);
      published.set(match, followed.name!);
    }
  };
  // an unreadable match is skipped; it can be published again
  const ready = recall().catch(() => {});

  const list = async (match: string, name: string): Promise<void> => {
    if (published.has(match)) return;
    published.set(match, name);
    const [oldest] = published;
    if (published.size > MAX_PUBLISHED && oldest !== undefined) {
      published.delete(oldest[0]);
      shelved.get(oldest[1])?.publisher?.stop();
      shelved.delete(oldest[1]);
    }
    await home.remember(PUBLICATIONS, JSON.stringify([...published.keys()]));
  };

  /** Announces the match in the DHT: by its name, and by its ID. */
  const provide = (name: string, match: string): void => {
    const signal = AbortSignal.timeout(PROVIDE_MS);
    // where the DHT has no nodes this fails: nodes that are connected ask directly
    for (const cid of [peerIdFromString(name).toCID(), CID.parse(match)])
      libp2p.contentRouting.provide(cid as never, { signal }).catch(() => {});
  };

  const publishNow = async ({ nodes, log }: Publication): Promise<Result<PublishedMatch>> => {
    await ready;
    const last = nodes.at(-1);
    if (last === undefined || !isHeader(nodes[0]!)) return NO_MATCH;
    const match = formatCid(cidOf('dag-cbor', nodes[0]!));
    const own = await openOwn(match);
    const { followed, publisher } = own;
    const found = compareHistories(followed.nodes, nodes);
    if (found.kind === 'forked') return FORKED;
    if (found.kind === 'behind') return ok(wordsOf(followed));
    const count = followed.nodes.length;
    const fresh = nodes.slice(count).map(bytes => blockOf('dag-cbor', bytes));
    const logged = log.map(bytes => blockOf('raw', bytes));
    const directory = directoryOf(blockOf('dag-cbor', last), logged.at(-1) ?? null);
    await putBlocks(blocks, [...fresh, ...logged, directory]);
    for (const { cid } of logged) own.log.add(formatCid(cid));
    const isNew = followed.said === null;
    await list(match, followed.name!);
    if (!(await publisher!.publish(formatCid(directory.cid)))) return ok(wordsOf(followed));
    const taken = await followed.hear()({
      ...{ from: count, nodes: nodes.slice(count) },
      said: { name: followed.name!, record: publisher!.record!, directory: directory.bytes },
    });
    if (!taken.ok) return taken;
    if (isNew) provide(followed.name!, match);
    tell(own);
    return ok(wordsOf(followed));
  };
  let publishing: Promise<unknown> = ready;

  const tell = ({ ears }: Pick<Shelved, 'ears'>): void => {
    for (const ear of ears) ear();
  };

  /** The match that a request asks for, by a name or by anything that is in a record. */
  const find = (of: string): Shelved | null =>
    shelved.get(of) ??
    [...shelved.values()].find(({ followed, log }) => followed.has(of) || log.has(of)) ??
    null;

  const follow = (of: string): Shelved | null => {
    const followed = [...shelved.values()].filter(({ pursuit }) => pursuit !== null);
    if (followed.length >= MAX_FOLLOWED) return null;
    const ears = new Set<() => void>();
    const match = new Followed(of, newest);
    const pursuit = createSubscription(peer, of, match, () => tell({ ears }));
    const one = { followed: match, ears, publisher: null, log: new Set<string>(), pursuit, own: 0 };
    shelved.set(of, one);
    return one;
  };
  /** The last program on this machine that followed it has left. */
  const drop = (one: Shelved): void => {
    one.pursuit?.stop();
    for (const [of, other] of shelved) if (other === one) shelved.delete(of);
    tell(one);
  };

  const tellAll = async (
    one: Shelved,
    frames: FrameStream,
    asked: { readonly count: number; readonly head: string | null },
    closed: Promise<void>,
  ): Promise<void> => {
    const { followed, ears } = one;
    let isOpen = true;
    let wake = (): void => {};
    const ear = () => wake();
    ears.add(ear);
    void closed.then(() => {
      isOpen = false;
      wake();
    });
    try {
      let told: unknown = null;
      let isForkTold = false;
      let from = asked.head === null ? 0 : null;
      while (isOpen && [...shelved.values()].includes(one)) {
        const next = new Promise<void>(resolve => {
          wake = resolve;
        });
        const { said, nodes, fork } = followed;
        // a node that has more than this one is answered when this one has it too
        const n = asked.head === null ? null : followed.numberOf(asked.head);
        if (from === null && n !== null) from = n + 1;
        if (from === null && nodes.length > asked.count) from = 0;
        if (said !== null && said !== told && from !== null) {
          const count = nodes.length;
          for (const page of pagesOf(nodes.slice(from, count), from, said))
            await frames.send(encodePage(page));
          [told, from] = [said, count];
        }
        if (fork !== null && !isForkTold && told !== null) {
          for (const page of pagesOf(fork.nodes[1], fork.at, fork.said[1]))
            await frames.send(encodePage(page));
          isForkTold = true;
        }
        if (followed.said === said && followed.fork === fork) await next;
      }
    } catch {
      // the other node disconnected
    } finally {
      ears.delete(ear);
    }
  };

  return {
    publish(publication) {
      const done = publishing.then(() => publishNow(publication));
      publishing = done.catch(() => {});
      return done;
    },
    async answer(frames, isOwn) {
      const frame = await frames.receive();
      const request = frame === null ? null : decodeRequest(frame);
      if (!request?.ok) return frames.close();
      await ready;
      const { of } = request.value;
      const one = find(of) ?? (isOwn ? follow(of) : null);
      if (one === null || (earCount >= MAX_EARS && !isOwn)) return frames.end();
      earCount++;
      if (isOwn) one.own++;
      // nothing more comes from there: the next frame is the end
      const closed = frames.receive().then(() => {});
      await tellAll(one, frames, request.value, closed);
      earCount--;
      if (isOwn && --one.own === 0 && one.pursuit !== null) drop(one);
      frames.end();
    },
    async stop() {
      for (const { publisher, pursuit } of shelved.values()) {
        publisher?.stop();
        pursuit?.stop();
      }
      const all = [...shelved.values()];
      shelved.clear();
      for (const one of all) tell(one);
      await publishing.catch(() => {});
    },
  };
}

/** How long the DHT may take. */
const PROVIDE_MS = 10_000;

const NO_MATCH = fail('malformed', 'the match does not start with a header');
const FORKED = fail(
  'conflict',
  'conflicts with what was already published under this name, and published heads only move forward',
  { rule: 'history' },
);

const blockOf = (codec: 'dag-cbor' | 'raw', bytes: Uint8Array): Block => ({
  cid: cidOf(codec, bytes),
  bytes,
});

const wordsOf = ({ said }: Followed): PublishedMatch => {
  const { name, sequence, head, log } = said!;
  return { name, sequence: `${sequence}`, head, log };
};
