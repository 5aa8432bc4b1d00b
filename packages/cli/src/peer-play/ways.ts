/** Connections of a match to another peer: through the running peer, or by a separate node. */
import { fail, ok, type Result } from '@kifu/core';
import { askForCaller, askToReach, type PlayedMatch } from '@kifu/peer/api';
import { frameWire, type Transport } from '@kifu/peer/match';
import { statusOf } from '../ipgs/ask-peer.ts';
import { reason } from '../save.ts';

/** How others are reached, and reach us. */
export interface PeerWays {
  /** Where others reach us. */
  readonly addresses: readonly string[];
  /** The address that a node of our own listens on, to listen there again; null where there is none. */
  readonly listens: string | null;
  reach(to: string): Promise<Result<Transport>>;
  /** The next who offers a match, or comes back to this one; null when the signal is aborted. */
  next(match: PlayedMatch | null, signal: AbortSignal): Promise<Transport | null>;
  stop(): Promise<void>;
}

const NO_PEER = fail('unreachable', 'the peer has stopped; start it with kifu peer');
const outOfReach = (to: string, why: string) => fail('unreachable', `cannot reach ${to}: ${why}`);
/** How long until a peer that is gone is looked for again. */
const RETRY_MS = 1000;
/** Wires that came and were not taken yet. */
const MAX_WAITING = 16;

/** Ways through the peer that runs on a folder; null where none does. */
export async function waysOfPeer(
  folder: string,
  sleep: (ms: number, signal: AbortSignal) => Promise<void>,
): Promise<PeerWays | null> {
  const status = await statusOf(folder);
  if (status === null) return null;
  return {
    addresses: status.addresses,
    listens: null,
    async reach(to) {
      const frames = await askToReach(folder, to);
      if (frames === null) return NO_PEER;
      return frames.ok ? ok(frameWire(frames.value)) : outOfReach(to, frames.fault.message);
    },
    async next(match, signal) {
      while (!signal.aborted) {
        const frames = await askForCaller(folder, match, signal);
        if (frames?.ok) return frameWire(frames.value);
        await sleep(RETRY_MS, signal);
      }
      return null;
    },
    async stop() {},
  };
}

/** Ways by a node of the player's own, which listens on an address where others are to come. */
export async function waysOfNode(
  secret: Uint8Array,
  listen: string | null,
): Promise<Result<PeerWays>> {
  try {
    const { startTerminalNode } = await import('@kifu/peer/terminal');
    const node = await startTerminalNode({ secret, listen: listen === null ? [] : [listen] });
    const come: Transport[] = [];
    let ring = (): void => {};
    await node.answer(wire => {
      if (come.length >= MAX_WAITING) return wire.close();
      come.push(wire);
      ring();
    });
    return ok({
      get addresses() {
        return node.addresses;
      },
      get listens() {
        return node.addresses[0]?.replace(/\/p2p\/[^/]+$/, '') ?? null;
      },
      async reach(to) {
        try {
          return ok(await node.reach(to));
        } catch (cause) {
          return outOfReach(to, reason(cause));
        }
      },
      async next(_match, signal) {
        while (come.length === 0 && !signal.aborted)
          await new Promise<void>(resolve => {
            ring = resolve;
            signal.addEventListener('abort', () => resolve(), { once: true });
          });
        return come.shift() ?? null;
      },
      stop: node.stop,
    });
  } catch (cause) {
    return fail('unwritable', `cannot start a network node: ${reason(cause)}`);
  }
}
