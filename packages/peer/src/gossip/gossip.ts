/** Gossip: followed topics, which messages pass, and rate limits. IPGS §14.1. */
import type { GossipSub, Message } from '@libp2p/gossipsub';
import { TopicValidatorResult } from '@libp2p/gossipsub';
import type { PeerId } from '@libp2p/interface';
import { decodeEnvelope, type Envelope, encodeEnvelope, type GossipMessage } from './envelope.ts';
import type { Rates } from './rates.ts';

/** What gossip needs of the peer around it. */
export interface GossipPeer {
  readonly node: string;
  now(): bigint;
  readonly rates: Rates;
  /** Whether a message in a valid envelope is valid; null if that cannot be decided. */
  check(topic: string, envelope: Envelope): Promise<boolean | null>;
  hear(topic: string, envelope: Envelope): void;
  /** A node floods. */
  ban(node: string): void;
}

/** Gossip of a node. */
export interface Gossip {
  /** Follows exactly these topics. */
  follow(topics: ReadonlySet<string>): void;
  say(topic: string, message: GossipMessage): Promise<void>;
  /** Whether others than these nodes listen, as far as it is known here. */
  isFollowedBeside(topic: string, nodes: readonly string[]): boolean;
}

const A_MINUTE = 20;
const A_MINUTE_IN_GAMES = 120;
/** A node that sends this many times the allowed rate is disconnected. */
const FLOOD = 10;
/** A node that forwards this many times what one author may send is disconnected too: author IDs cost nothing. */
const FLOOD_OF_MANY = 50;

/** Listens to what is gossiped. */
export function createGossip(pubsub: GossipSub, peer: GossipPeer): Gossip {
  const followed = new Set<string>();
  /** Envelopes that were let through, until they are delivered. */
  const passed = new Map<Uint8Array, Envelope>();

  const validate = async (source: PeerId, message: Message): Promise<TopicValidatorResult> => {
    const { topic, data } = message;
    const from = source.toString();
    const most = topic.startsWith('/ipgs/1/game/') ? A_MINUTE_IN_GAMES : A_MINUTE;
    const author = message.type === 'signed' ? message.from.toString() : null;
    const count = peer.rates.count(author ?? from, topic);
    if (peer.rates.count(from, `${topic}/passed on`) > most * FLOOD_OF_MANY) peer.ban(from);
    if (count > most) {
      if (count > most * FLOOD) peer.ban(author ?? from);
      return TopicValidatorResult.Reject;
    }
    const envelope = decodeEnvelope(data, peer.now());
    if (!envelope.ok)
      return envelope.fault.rule === 'stale'
        ? TopicValidatorResult.Ignore
        : TopicValidatorResult.Reject;
    if (envelope.value.node !== author) return TopicValidatorResult.Reject;
    if (
      envelope.value.message.t === 'presence' &&
      peer.rates.count(author, `${topic}/presence`) > 1
    )
      return TopicValidatorResult.Ignore;
    const isGood = await peer.check(topic, envelope.value);
    if (isGood === null) return TopicValidatorResult.Ignore;
    if (!isGood) return TopicValidatorResult.Reject;
    passed.set(data, envelope.value);
    return TopicValidatorResult.Accept;
  };
  pubsub.addEventListener('message', ({ detail }) => {
    const envelope = passed.get(detail.data);
    passed.delete(detail.data);
    if (envelope !== undefined && envelope.node !== peer.node) peer.hear(detail.topic, envelope);
  });

  return {
    follow(topics) {
      for (const topic of followed)
        if (!topics.has(topic)) {
          pubsub.unsubscribe(topic);
          pubsub.topicValidators.delete(topic);
          followed.delete(topic);
        }
      for (const topic of topics)
        if (!followed.has(topic)) {
          followed.add(topic);
          pubsub.topicValidators.set(topic, validate);
          pubsub.subscribe(topic);
        }
    },
    isFollowedBeside: (topic, nodes) =>
      pubsub.getSubscribers(topic).some(peer => !nodes.includes(peer.toString())),
    async say(topic, message) {
      const data = encodeEnvelope({ at: peer.now(), node: peer.node, message });
      await pubsub.publish(topic, data).catch(() => {}); // no node listens, or it is a duplicate
    },
  };
}
