/** The proof that one name has published two histories of a match, for every reader to check. It holds as long as both IPNS records are valid. */
import * as dagCbor from '@ipld/dag-cbor';
import { fail, ok, type Result } from '@kifu/core';
import type { NewestSequences } from '../ipns/records.ts';
import { Followed, type HistoryFork } from './followed.ts';
import { decodePage, encodePage, pagesOf } from './pages.ts';

const TAG = 'kifu/fork/1';

/** A proof: both histories from the header on, each with what the name signed of it. `before` are the nodes that they share. */
export const encodeForkProof = (
  before: readonly Uint8Array[],
  { said, nodes }: HistoryFork,
): Uint8Array =>
  dagCbor.encode([
    TAG,
    ...nodes.map((own, i) => [...pagesOf([...before, ...own], 0, said[i]!)].map(encodePage)),
  ]);

/** Checks a proof, by following first one history and then the other. */
export async function checkForkProof(bytes: Uint8Array): Promise<Result<HistoryFork>> {
  const histories = historiesIn(bytes);
  const followed = new Followed(null, ANY);
  for (const pages of histories ?? []) {
    const hear = followed.hear();
    for (const written of pages) {
      const page = decodePage(written);
      const heard = page.ok ? await hear(page.value) : page;
      if (!heard.ok) return heard;
    }
  }
  return followed.fork === null ? fail('malformed', 'not a fork proof') : ok(followed.fork);
}

function historiesIn(bytes: Uint8Array): readonly (readonly Uint8Array[])[] | null {
  try {
    const value: unknown = dagCbor.decode(bytes);
    if (!Array.isArray(value) || value.length !== 3 || value[0] !== TAG) return null;
    const histories: readonly unknown[] = value.slice(1);
    const isGood = histories.every(
      pages => Array.isArray(pages) && pages.every(page => page instanceof Uint8Array),
    );
    return isGood ? (histories as readonly (readonly Uint8Array[])[]) : null;
  } catch {
    return null;
  }
}

/** Which of the two is newer does not matter. */
const ANY: NewestSequences = { sequenceOf: () => null, raiseSequence: () => true };
