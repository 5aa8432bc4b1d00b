/** Tournaments that this browser has seen: every later look must continue the history that was seen, or the reader is warned. */
import { hashesTo, isSameBytes, parseCid, sha256 } from '@kifu/core';
import { readCar } from '@kifu/record/car';
import { collectNodes, decodePrev } from '@kifu/record/node';
import { encodeDoubleSigning, findFork } from '@kifu/record/sign';
import { databaseOf } from '../database.ts';

/** Why a tournament is not the one that was seen before. */
export type HistoryWarning =
  | { readonly type: 'rewritten'; readonly entry: number; readonly proof: Uint8Array | null }
  | { readonly type: 'shortened'; readonly now: number; readonly before: number };

const database = databaseOf('kifu-tournaments', ['seen'], made => {
  made.createObjectStore('seen');
});
/** Larger chains are not compared: 20,000 entries have some 5 MB. */
const MAX_BYTES = 16 << 20;

/**
 * Compares the tournament of a server with what this browser saw of it before, and remembers it if it goes further. Null if there is
 * nothing to warn of, or the server gives no chain that leads to `head`.
 */
export async function compareWithSeen(id: string, head: string): Promise<HistoryWarning | null> {
  const nodes = await fetchChain(id, head);
  if (nodes === null) return null;
  const seen =
    (await database.read<readonly Uint8Array[] | undefined>('seen', all => all.get(id))) ?? [];
  const fork = await findFork(seen, nodes);
  if (fork !== null) {
    const proof = fork.proof === null ? null : encodeDoubleSigning(fork.proof);
    return { type: 'rewritten', entry: fork.at, proof };
  }
  if (nodes.length < seen.length)
    return { type: 'shortened', now: nodes.length - 1, before: seen.length - 1 };
  if (nodes.length > seen.length)
    await database.change(store => void store('seen').put([...nodes], id));
  return null;
}

/** The nodes of a tournament, the header first; null if they do not lead from `id` to `head`. */
async function fetchChain(id: string, head: string): Promise<readonly Uint8Array[] | null> {
  const path = `/api/tournaments/${encodeURIComponent(id)}/file?form=chain`;
  const answer = await fetch(path, { cache: 'no-store' }).catch(() => null);
  if (answer === null || !answer.ok) return null;
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const [car, root] = [bytes.length > MAX_BYTES ? null : readCar(bytes), parseCid(head)];
  if (car === null || !car.ok || !root.ok) return null;
  const nodes = collectNodes(car.value.blocks, root.value);
  if (!nodes.ok || !hashesTo(root.value, nodes.value.at(-1)!)) return null;
  const isLinked = nodes.value.every((node, n) => n === 0 || follows(node, nodes.value[n - 1]!));
  const first = parseCid(id);
  return isLinked && first.ok && hashesTo(first.value, nodes.value[0]!) ? nodes.value : null;
}

function follows(node: Uint8Array, before: Uint8Array): boolean {
  const link = decodePrev(node);
  return link.ok && isSameBytes(link.value.prev, sha256(before));
}
