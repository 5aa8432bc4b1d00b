/** The nodes of matches in this browser: in IndexedDB, and in this page alone where the browser blocks that or has no room. */
import { type Cid, formatCid, parseCid, unwrap } from '@kifu/core';
import { BlockNotFoundError, type Stores } from '@kifu/record/store';
import { checkedCopy, openPageStores, type PageStores, textOf } from '../site/page-stores.ts';

export interface LocalNodes extends Required<Stores> {
  /** Whether nodes of a match are lost with the page. */
  isHeld(match: Cid): boolean;
  /** Removes the nodes of a match. */
  forget(match: Cid): Promise<void>;
}

let opened: Promise<LocalNodes> | null = null;

/** The nodes of this browser. */
export function localNodes(): Promise<LocalNodes> {
  opened ??= openPageStores('kifu-local')
    .catch(() => null)
    .then(holdUnstored);
  return opened;
}

/** Removes the nodes of a match by its content ID. */
export async function forgetNodes(match: string): Promise<void> {
  const cid = parseCid(match);
  if (cid.ok) await (await localNodes()).forget(cid.value);
}

/** Stores with memory behind them: a match that cannot be stored, or no longer, continues there. */
export function holdUnstored(stored: Omit<PageStores, 'vault'> | null): LocalNodes {
  // heads as text, too: no caller can change it
  const held = { blocks: new Map<string, Uint8Array>(), heads: new Map<string, string>() };
  const append: LocalNodes['append'] = async (nodes, match, from, to, ask) => {
    ask?.signal?.throwIfAborted();
    const id = formatCid(match);
    const checked = nodes.map(
      ({ cid, bytes }) => [formatCid(cid), checkedCopy(cid, bytes)] as const,
    );
    let last: Cid | null = null;
    if (stored !== null && !held.heads.has(id))
      try {
        return await stored.append(nodes, match, from, to, ask);
      } catch {
        // blocked or full: this page holds what follows, after what is stored
        last = await stored.heads.get(match).catch(() => from);
      }
    if ((held.heads.get(id) ?? textOf(last)) !== textOf(from)) return false;
    for (const [cid, bytes] of checked) held.blocks.set(cid, bytes);
    held.heads.set(id, formatCid(to));
    return true;
  };
  return {
    append,
    blocks: {
      async get(cid, ask) {
        ask?.signal?.throwIfAborted();
        const bytes = held.blocks.get(formatCid(cid))?.slice() ?? (await stored?.blocks.get(cid));
        if (bytes === undefined) throw new BlockNotFoundError(cid);
        return bytes;
      },
      async put(cid, bytes, ask) {
        ask?.signal?.throwIfAborted();
        held.blocks.set(formatCid(cid), checkedCopy(cid, bytes));
        await stored?.blocks.put(cid, bytes, ask).then(
          () => held.blocks.delete(formatCid(cid)),
          () => {}, // held
        );
      },
      async has(cid, ask) {
        ask?.signal?.throwIfAborted();
        return held.blocks.has(formatCid(cid)) || ((await stored?.blocks.has(cid)) ?? false);
      },
    },
    heads: {
      async get(match, ask) {
        ask?.signal?.throwIfAborted();
        const head = held.heads.get(formatCid(match));
        return head === undefined
          ? ((await stored?.heads.get(match)) ?? null)
          : unwrap(parseCid(head));
      },
      move: (match, from, to, ask) => append([], match, from, to, ask),
    },
    isHeld: match => held.heads.has(formatCid(match)),
    async forget(match) {
      held.heads.delete(formatCid(match));
      await stored?.forget(match);
    },
  };
}
