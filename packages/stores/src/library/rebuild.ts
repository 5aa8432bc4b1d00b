/** Rebuilds the index of a store from its blocks, heads and annotations. */
import { type Cid, formatCid, type Game, ok, type Result } from '@kifu/core';
import { type Annotations, loadAnnotations, openRemarks } from '@kifu/record/annotations';
import { listingBy, matchSummaryOf, Replay } from '@kifu/record/replay';
import type { MatchSummary, ToList } from '@kifu/record/store';
import { readRecord, rulesOf } from './check.ts';
import { loadMergedNames, withMergedNames } from './names.ts';
import {
  createPacer,
  eachListing,
  type FindKit,
  type Inventory,
  type MatchHead,
  type StoreProblem,
  type UpkeepOptions,
} from './upkeep.ts';

/** Result of a rebuild. */
export interface Rebuilt {
  readonly listed: number;
  /** Index entries of matches that the store does not have, which were removed. */
  readonly removed: number;
  /** Matches that cannot be read: their index entries were not changed. */
  readonly problems: readonly StoreProblem[];
}

/**
 * Indexes every match by its record and its annotations. What they do not contain stays: hidden, private or public, the source of a match,
 * merged names, and words of comments if there are no annotations. A search in the meantime finds each
 * match in its old or new state.
 */
export async function rebuild(
  store: Inventory,
  findKit: FindKit,
  { onProgress, signal }: UpkeepOptions = {},
): Promise<Rebuilt> {
  const ask = signal === undefined ? {} : { signal };
  const pace = createPacer(signal);
  const problems: StoreProblem[] = [];
  const names = await loadMergedNames(store.vault, ask);
  let [listed, removed, done] = [0, 0, 0];

  const listOne = async (one: MatchHead, old: MatchSummary | null): Promise<void> => {
    await pace();
    const listing = await listingNow(store, one, old, findKit);
    if (listing.ok) {
      await store.library.list(withMergedNames(listing.value, names), ask);
      listed++;
    } else problems.push({ what: 'match', where: formatCid(one.match), fault: listing.fault });
  };

  for await (const one of store.eachHead(ask)) {
    await listOne(one, await store.library.get(one.match, ask));
    done++;
    onProgress?.({ step: 'matches', done, total: null });
  }
  done = 0;
  for await (const listing of eachListing(store.library, ask)) {
    if ((await store.heads.get(listing.match, ask)) === null)
      if (await store.blocks.has(listing.match, ask)) await listOne(listing, listing);
      else {
        await store.library.remove(listing.match, ask);
        removed++;
      }
    done++;
    onProgress?.({ step: 'listings', done, total: null });
  }
  return { listed, removed, problems };
}

async function listingNow(
  store: Inventory,
  one: MatchHead,
  old: MatchSummary | null,
  findKit: FindKit,
): Promise<Result<ToList>> {
  const record = await readRecord(store, one);
  if (!record.ok) return record;
  const kit = await findKit(...rulesOf(record.value));
  if (!kit.ok) return kit;
  const said = await remarksAbout(store, one.match, kit.value.game);
  const listing = matchSummaryOf(new Replay(kit.value.game, record.value.nodes), said, {
    ...(old && { source: old.source, visibility: old.visibility }),
    ...(await listingBy(kit.value)),
  });
  if (!listing.ok) return listing;
  const { comments: _, ...rest } = listing.value;
  return said === undefined ? ok(rest) : listing;
}

/** Returns the annotations of a match; undefined if there are none, or they cannot be read: then its search words stay. */
async function remarksAbout(
  { remarks }: Inventory,
  match: Cid,
  game: Game,
): Promise<Annotations | undefined> {
  const { remarks: block } = await loadAnnotations(remarks, match);
  const opened = block === null ? null : openRemarks(game, block);
  return opened?.ok ? opened.value.remarks : undefined;
}
