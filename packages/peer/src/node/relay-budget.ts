/**
 * What others may send through a relay: bytes per node that is reached through it and in all, and for how long one connection lasts. libp2p's own limits would tell
 * both ends of them, and a connection that is known to be limited is of little use: no bitswap, and dials do not use it.
 */

import { wallTimer } from '@kifu/client/timer';
import type { Timer } from '@kifu/record/match';
import type { Connection, Stream } from '@libp2p/interface';

/** How much a relay does for others. */
export interface RelayLimits {
  /** Nodes that may be reached through the relay at a time. */
  readonly peers: number;
  /** Bytes in an hour that go to and come from one node that is reached through the relay. */
  readonly bytesPerPeer: number;
  /** Bytes in an hour that go through the relay in all. */
  readonly bytesInAll: number;
  /** How long one relayed connection lasts; its ends may connect again. */
  readonly connectionMs: number;
}

/** Counts what goes through a relay. */
export interface RelayBudget {
  /** Whether a node may still be reached through the relay in this hour. */
  mayUse(node: string): boolean;
  /** Counts what is relayed over a connection, and cuts what goes beyond the budget. */
  watch(connection: Connection): void;
  /** Bytes that went through in this hour. */
  readonly bytes: number;
}

/** The protocol of circuit relay v2 by which the relay connects others to a node that is reached through it. */
const STOP = '/libp2p/circuit/relay/0.2.0/stop';

const HOUR_MS = 3_600_000;
const SPENT = new Error('the quota of the relay is used up');
const OVER = new Error('the time of a relayed connection is over');

/** A budget for each hour. */
export function createRelayBudget(limits: RelayLimits, timer: Timer = wallTimer): RelayBudget {
  let since = timer.now();
  let inAll = 0;
  const sent = new Map<string, number>();
  const refresh = (): void => {
    if (timer.now() - since < HOUR_MS) return;
    since = timer.now();
    inAll = 0;
    sent.clear();
  };
  const mayUse = (node: string): boolean => {
    refresh();
    return inAll < limits.bytesInAll && (sent.get(node) ?? 0) < limits.bytesPerPeer;
  };
  const count = (stream: Stream, node: string): void => {
    const charge = (bytes: number): void => {
      refresh();
      inAll += bytes;
      sent.set(node, (sent.get(node) ?? 0) + bytes);
      if (!mayUse(node)) stream.abort(SPENT);
    };
    const send = stream.send.bind(stream);
    stream.send = data => {
      charge(data.byteLength);
      return stream.status === 'open' ? send(data) : false;
    };
    stream.addEventListener('message', ({ data }) => charge(data.byteLength));
    stream.addEventListener(
      'close',
      timer.after(limits.connectionMs, () => stream.abort(OVER)),
    );
  };
  return {
    mayUse,
    watch(connection) {
      const open = connection.newStream;
      connection.newStream = async (protocols, options) => {
        const stream = await open(protocols, options);
        // nothing has come yet: the other side responds to what the relay is about to send
        if (stream.protocol === STOP) count(stream, connection.remotePeer.toString());
        return stream;
      };
    },
    get bytes() {
      refresh();
      return inAll;
    },
  };
}
