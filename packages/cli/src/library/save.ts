/** Saves records to the library, each once. Matches that have grown since are updated. */
import {
  type Cid,
  canonicalText,
  digestAt,
  fail,
  type Game,
  hashesTo,
  isSameBytes,
  isSameCid,
  ok,
  type Result,
  sha256,
} from '@kifu/core';
import { idOf, readKifu } from '@kifu/record';
import { decodeAnnotations, loadAnnotations, openRemarks } from '@kifu/record/annotations';
import { findGameIn, type Games } from '@kifu/record/file';
import { termsOf } from '@kifu/record/match-state';
import { unpack } from '@kifu/record/pack';
import { loadNodes, type ToList } from '@kifu/record/store';
import type { Library } from './open.ts';
import { prepareSource, type ToKeep } from './prepare.ts';

/** Outcome of saving: the record was new, has grown, or was known. */
export interface SaveOutcome {
  readonly status: 'new' | 'grown' | 'known';
  readonly match: Cid;
  readonly head: Cid;
  /** What the record says that was not kept. */
  readonly losses: readonly string[];
}

const DIGEST_BYTES = 32;
const NONCE_BYTES = 16;

/** What the library has of a match already, against a record of it. */
type LibraryComparison = 'none' | 'same' | 'behind' | 'ahead' | 'other';

/**
 * Saves a record; all of it is durable when this resolves. If two records share a header and differ afterwards, the second gets
 * another header; a second one whose header already has a nonce is refused.
 */
export async function saveToLibrary(
  games: Games,
  library: Library,
  record: ToKeep,
): Promise<Result<SaveOutcome>> {
  const { match, head } = record.listing;
  for (;;) {
    const there = await library.heads.get(match);
    const standing = await compare(library, there, record);
    if (standing === 'other') {
      const own = await setApart(games, record);
      return own.ok ? saveToLibrary(games, library, own.value) : own;
    }
    if (standing === 'same' || standing === 'ahead') {
      const losses = await complete(library, record, standing);
      return ok({ status: 'known', match, head: there!, losses });
    }
    // another process may be keeping the same match at this moment: then look again
    if (!(await keepFrom(games, library, record, there))) continue;
    return ok({ status: there === null ? 'new' : 'grown', match, head, losses: [] });
  }
}

/** Saves a record that is new or continues from a node; false if the head has changed meanwhile. */
async function keepFrom(
  games: Games,
  library: Library,
  record: ToKeep,
  from: Cid | null,
): Promise<boolean> {
  const listing = await withLabels(library, record.listing, from !== null);
  const { pack, digests, remarks } = record;
  if (pack !== null && from === null && library.keepPack !== undefined)
    return library.keepPack({ pack, digests, listing, remarks }, null);
  const nodes = await nodesOf(games, record);
  const blocks = nodes.map((bytes, n) => ({
    cid: idOf(digestAt(digests, DIGEST_BYTES * n)),
    bytes,
  }));
  const next = from === null ? 0 : indexOf(digests, from) + 1;
  const { match, head } = listing;
  if (!(await library.append(blocks.slice(next), match, from, head))) return false;
  await Promise.all([
    library.library.list(listing),
    remarks === null ? null : library.remarks.put(match, remarks),
  ]);
  return true;
}

async function nodesOf(games: Games, { nodes, pack }: ToKeep): Promise<readonly Uint8Array[]> {
  if (nodes !== null) return nodes;
  const unpacked = await unpack(findGameIn(games), pack!);
  if (!unpacked.ok) throw new Error(`a pack cannot be opened: ${unpacked.fault.message}`);
  return unpacked.value.nodes;
}

/** Which node has an id; −1 where none has. */
function indexOf(digests: Uint8Array, { digest }: Cid): number {
  for (let n = 0; n < digests.length / DIGEST_BYTES; n++)
    if (isSameBytes(digests.subarray(DIGEST_BYTES * n, DIGEST_BYTES * (n + 1)), digest)) return n;
  return -1;
}

/**
 * Adds the annotations to a saved record: a crash may have come between the two, or the game was first saved without
 * annotations. Existing annotations stay; returns those of the record that are lost because of this.
 */
async function complete(
  library: Library,
  { listing, remarks }: ToKeep,
  standing: 'same' | 'ahead',
): Promise<readonly string[]> {
  const { match, comments = [] } = listing;
  const before = await library.library.get(match);
  const there = remarks === null ? null : (await loadAnnotations(library.remarks, match)).remarks;
  const isCommented = remarks !== null && there === null;
  if (isCommented) await library.remarks.put(match, remarks);
  if (before !== null && isCommented) await library.library.list({ ...before, comments });
  if (before === null && standing === 'same') await library.library.list(listing);
  return there === null || isSaid(there, remarks!) ? [] : OTHER_REMARKS;
}

const OTHER_REMARKS = ['annotations: the library has others for this match and keeps them'];

/** Whether two blocks of remarks say the same, about whichever node. */
function isSaid(there: Uint8Array, remarks: Uint8Array): boolean {
  const [one, other] = [decodeAnnotations(there), decodeAnnotations(remarks)];
  return (
    one.ok && other.ok && canonicalText(one.value.remarks) === canonicalText(other.value.remarks)
  );
}

/** Gives a way to tell what `saveToLibrary` would do with one record after the other: one that comes again is known. */
export function createDryRun(): typeof saveToLibrary {
  /** Heads by the first bytes of their digests: there may be millions. */
  const told = new Set<number>();
  return async function pretend(games, library, record): Promise<Result<SaveOutcome>> {
    const { match, head } = record.listing;
    const standing = await compare(library, await library.heads.get(match), record);
    if (standing === 'other') {
      const own = await setApart(games, record);
      return own.ok ? pretend(games, library, own.value) : own;
    }
    const short = Buffer.from(head.digest).readUIntBE(0, 6);
    const isKnown = standing === 'same' || standing === 'ahead' || told.has(short);
    told.add(short);
    const status = isKnown ? 'known' : standing === 'none' ? 'new' : 'grown';
    return ok({ status, match, head, losses: [] });
  };
}

async function compare(
  library: Library,
  there: Cid | null,
  { listing: { head }, digests }: ToKeep,
): Promise<LibraryComparison> {
  if (there === null) return 'none';
  if (isSameCid(there, head)) return 'same';
  if (indexOf(digests, there) >= 0) return 'behind';
  const nodes = await loadNodes(library, there);
  const mine = nodes.ok ? nodes.value[digests.length / DIGEST_BYTES - 1] : undefined;
  return mine !== undefined && hashesTo(head, mine) ? 'ahead' : 'other';
}

/** Labels of a match survive its updates. */
async function withLabels(library: Library, listing: ToList, wasThere: boolean): Promise<ToList> {
  const before = wasThere ? await library.library.get(listing.match) : null;
  if (before === null) return listing;
  return { ...listing, source: before.source, visibility: before.visibility };
}

/** The record with a separate header, whose nonce follows from its content, so that the result is deterministic. */
async function setApart(games: Games, record: ToKeep): Promise<Result<ToKeep>> {
  const { listing, pack } = record;
  const kifu = readKifu(await nodesOf(games, record));
  if (!kifu.ok) return kifu;
  const { header } = kifu.value;
  const terms = termsOf(header);
  if (terms.nonce !== '')
    return fail(
      'conflict',
      'the library has a different version of this match, and keeps that one',
    );
  const kit = await games.load(header.game, header.version);
  if (!kit.ok) return kit;
  const said = record.remarks && openRemarks(kit.value.game as Game, record.remarks);
  if (said?.ok === false) return said;
  const nonce = Buffer.from(sha256(listing.head.digest)).toString('hex', 0, NONCE_BYTES);
  const own = { ...header, terms: { ...terms, nonce } };
  const apart = { ...kifu.value, ...said?.value.remarks, header: own };
  const { source, visibility } = listing;
  return prepareSource(
    games,
    { name: '', form: 'library', losses: [], kifu: apart },
    { labels: { source, visibility }, isPacked: pack !== null },
  );
}
