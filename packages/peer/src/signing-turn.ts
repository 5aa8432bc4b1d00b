/**
 * Nodes of one player take turns to sign, as long as they can reach each other: two steps at one place would contradict each other. A node
 * asks the others for its turn, and says when it is done. Where two ask at once, the one with the smaller name goes first.
 */

import { wallTimer } from '@kifu/client/timer';
import type { Timer } from '@kifu/record/match';

/** Messages between the nodes of a player. */
export type TurnWord = 'sign' | 'signed';

/** What is needed of the peer around it. */
export interface SigningPeer {
  /** The name of this node. */
  readonly node: string;
  /** The other nodes of the player that can be reached. */
  others(): readonly string[];
  /** Sends a message to another node; false if that node refuses for now. For a node that is gone it is true, so that the others continue. */
  say(node: string, word: TurnWord): Promise<boolean>;
}

/** Whose turn it is. */
export interface SigningTurn {
  /** Does something that signs, when it is the turn of this node; the turn lasts until that is done and sent to the other nodes. */
  take<T>(work: () => Promise<T>): Promise<T>;
  /** Another node of the player asks for its turn, or is done; whether it may. */
  hear(node: string, word: TurnWord): boolean;
}

/** A turn that is not given back is over by then: its node is gone. */
const LEASE_MS = 30_000;
const RETRY_MS = 50;

/** No node has the turn at first. */
export function createSigningTurn(
  { node: own, others, say }: SigningPeer,
  timer: Timer = wallTimer,
): SigningTurn {
  /** Tasks that wait for the own turn, or run in it. */
  let works = 0;
  let taking: Promise<void> | null = null;
  let isOwn = false;
  /** Another node was refused: what comes later waits until it has had its turn. */
  let isWanted = false;
  let given: { readonly node: string; readonly until: number } | null = null;
  const holder = (): string | null =>
    given !== null && given.until > timer.now() ? given.node : null;
  const pause = (): Promise<void> => new Promise(resolve => timer.after(RETRY_MS, resolve));
  const sayAll = (nodes: readonly string[], word: TurnWord) =>
    Promise.all(nodes.map(node => say(node, word)));

  const acquire = async (): Promise<void> => {
    for (;;) {
      if (holder() === null) {
        const nodes = others();
        const said = await sayAll(nodes, 'sign');
        // meanwhile it may have been given to the node with precedence
        isOwn = said.every(is => is) && holder() === null;
        if (isOwn) return;
        await sayAll(
          nodes.filter((_node, i) => said[i]),
          'signed',
        );
      }
      await pause();
    }
  };
  const release = (): void => {
    taking = null;
    isOwn = false;
    isWanted = false;
    void sayAll(others(), 'signed');
  };

  return {
    async take(work) {
      if (others().length === 0 && works === 0) return work();
      while (isWanted) await pause();
      works++;
      try {
        taking ??= acquire();
        await taking;
        return await work();
      } finally {
        if (--works === 0) release();
      }
    },
    hear(node, word) {
      const present = holder();
      if (word === 'signed') {
        if (present === node) given = null;
        return true;
      }
      if (present !== null) return present === node;
      if (isOwn || (taking !== null && own < node)) {
        isWanted = true;
        return false;
      }
      given = { node, until: timer.now() + LEASE_MS };
      return true;
    },
  };
}
