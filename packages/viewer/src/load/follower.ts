/** Shows a live match node by node: new nodes are added to what is shown. */
import { isSameBytes, type Result } from '@kifu/core';
import type { Language } from '@kifu/texts';
import { addNodes, closeRecord, openNodes } from '../engine/ask.ts';
import type { FollowedNodes } from '../engine/engine.ts';
import type { OpenedRecord } from '../engine/types.ts';

/** Shows a record, or why it cannot be opened. */
type ShowOpened = (opened: Result<OpenedRecord>) => Promise<void>;

/** Follows one match. */
export interface Follower {
  /** Shows all nodes so far, the header first; resolves when they, or newer ones, are shown. */
  follow(followed: FollowedNodes, show: ShowOpened): Promise<void>;
  /** Stops: nodes that are still on their way are not shown. */
  stop(): void;
}

/** What is open of a match, as far as its nodes have been sent to the engine. */
interface OpenNodes {
  readonly record: OpenedRecord;
  readonly count: number;
  readonly last: Uint8Array;
}

/** Creates a follower that opens records in the language that is wanted then. */
export function createFollower(language: () => Language): Follower {
  let open: OpenNodes | null = null;
  let newest: { readonly followed: FollowedNodes; readonly show: ShowOpened } | null = null;
  let working: Promise<void> | null = null;
  let isStopped = false;

  /** Shows the newest nodes, one answer after the other; nodes that arrive in the meantime are next. */
  async function work(): Promise<void> {
    for (let next = newest; next !== null && !isStopped; next = newest) {
      newest = null;
      const opened = await openFurther(next.followed);
      if (!isStopped) await next.show(opened);
    }
    working = null;
  }

  async function openFurther({ nodes, isOver, seen = [] }: FollowedNodes) {
    const count = nodes.length; // more may come while the engine answers
    const from = open !== null && continues(nodes, open) ? open.count : 0;
    const fresh = { nodes: nodes.slice(from), isOver, seen: seen.slice(from) };
    const opened =
      from === 0 ? await openNodes(fresh, language()) : await addNodes(open!.record, fresh);
    if (from === 0 && isStopped && opened.ok) void closeRecord(opened.value);
    open = opened.ok
      ? { record: opened.value, count, last: fresh.nodes.at(-1) ?? open!.last }
      : null;
    return opened;
  }

  return {
    follow(followed, show) {
      newest = { followed, show };
      working ??= work();
      return working;
    },
    stop() {
      isStopped = true;
    },
  };
}

/** Whether nodes continue those that are open: the last of these refers to all before it. */
const continues = (nodes: readonly Uint8Array[], { count, last }: OpenNodes): boolean =>
  nodes.length >= count && isSameBytes(nodes[count - 1]!, last);
