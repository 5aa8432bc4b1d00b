/** Records put into the library: each once, and what has gone on since it was put there is brought up to date. */
import {
  type Cid,
  canonicalText,
  fail,
  type Game,
  hashesTo,
  isSameCid,
  type Json,
  type Kifu,
  type Kit,
  ok,
  type Result,
  sha256,
} from '@kifu/core';
import {
  type Block,
  type Chain,
  decodeRemarks,
  hasRemarks,
  idOf,
  keepRemarks,
  Lister,
  type ListingOptions,
  loadNodes,
  loadRemarks,
  Replay,
  readAll,
  recordKifu,
  remarksToJson,
  type Stored,
  type ToList,
  termsOf,
} from '@kifu/record';
import type { Library } from './open.ts';

/** What became of a record: it was new, has gone on since, or was there. */
export interface KeptRecord {
  readonly status: 'new' | 'grown' | 'known';
  readonly match: Cid;
  readonly head: Cid;
  /** What the record says that was not kept. */
  readonly losses: readonly string[];
}

/** A record on its way into the library. */
export interface ToKeep {
  readonly kit: Kit;
  readonly kifu: Kifu;
  readonly listing: ToList;
  /** Its nodes in order, the header first. */
  readonly blocks: readonly Block[];
}

/** What a listing says besides what the record says. */
export type Labels = Pick<ListingOptions<unknown, Json>, 'source' | 'visibility'>;

/** A record as a value, played through once: every entry is checked on the way. */
export function prepareKifu(kit: Kit, kifu: Kifu, labels: Labels): Result<ToKeep> {
  const lister = listerOf(kit, labels);
  const made = recordKifu(kit.game as Game, kifu, { readers: [lister] });
  return made.ok ? ok(toKeep(kit, kifu, made.value, lister)) : made;
}

/** A record whose nodes have been verified. */
export function prepareNodes(
  kit: Kit,
  kifu: Kifu,
  nodes: readonly Uint8Array[],
  labels: Labels,
): Result<ToKeep> {
  const lister = listerOf(kit, labels);
  const replay = readAll(new Replay(kit.game as Game, nodes), [lister]);
  return replay.fault ?? ok(toKeep(kit, kifu, replay, lister));
}

const listerOf = (kit: Kit, labels: Labels): Lister =>
  new Lister(kit.game as Game, { ...labels, formatMove: writerOf(kit) });

const toKeep = (kit: Kit, kifu: Kifu, replay: Replay, lister: Lister): ToKeep => ({
  kit,
  kifu,
  listing: lister.listing(replay, kifu),
  blocks: replay.nodes.map((bytes, n) => ({ cid: idOf(replay.digestAt(n)), bytes })),
});

/** The nodes of a chain as blocks, the header first. */
export function blocksOf({ last }: Chain): Block[] {
  const blocks: Block[] = [];
  for (let node: Stored | null = last; node !== null; node = node.before)
    blocks.push({ cid: idOf(node.digest), bytes: node.bytes });
  return blocks.reverse();
}

/** Moves of openings as lists have them: in the first notation of the game, else in hex. */
export const writerOf = ({ game, notations: [notation] }: Kit) =>
  notation === undefined
    ? (_: unknown, move: Json) => game.moves.hex.encode(move)
    : (state: unknown, move: Json) => notation.format(state, move);

/** What the library has of a match already, against a record of it. */
type Standing = 'none' | 'same' | 'behind' | 'ahead' | 'other';

/**
 * Keeps a record; all of it is durable when this resolves. Where two records have one header and part afterwards, the second gets
 * a header of its own, unless somebody's nonce says that the header is theirs.
 */
export async function keepRecord(library: Library, record: ToKeep): Promise<Result<KeptRecord>> {
  const { listing, blocks, kifu, kit } = record;
  const { match, head } = listing;
  for (;;) {
    const there = await library.heads.get(match);
    const standing = await compare(library, there, blocks);
    if (standing === 'other') return keepApart(library, record);
    if (standing === 'same' || standing === 'ahead') {
      const losses = await complete(library, record, standing);
      return ok({ status: 'known', match, head: there!, losses });
    }
    const from = there === null ? -1 : blocks.findIndex(({ cid }) => isSameCid(cid, there));
    // somebody else may be keeping the same match at this moment: then look again
    if (!(await library.append(blocks.slice(from + 1), match, there, head))) continue;
    const [losses] = await Promise.all([
      keepRemarks(library.remarks, kit.game as Game, { match, head }, kifu),
      library.library.list(await withLabels(library, listing, there !== null)),
    ]);
    return ok({ status: there === null ? 'new' : 'grown', match, head, losses });
  }
}

/**
 * What stands beside a record that is there: a crash may have come between the two, and the same game may have had no remarks when
 * it came first. Remarks that are there stay; gives those of the record that are lost by that.
 */
async function complete(
  library: Library,
  { listing, kifu, kit }: ToKeep,
  standing: 'same' | 'ahead',
): Promise<readonly string[]> {
  const { match, head, comments = [] } = listing;
  const game = kit.game as Game;
  const before = await library.library.get(match);
  const there = hasRemarks(kifu) ? (await loadRemarks(library.remarks, match)).remarks : null;
  const isCommented = hasRemarks(kifu) && there === null;
  const losses = isCommented ? await keepRemarks(library.remarks, game, { match, head }, kifu) : [];
  if (before !== null && isCommented) await library.library.list({ ...before, comments });
  if (before === null && standing === 'same') await library.library.list(listing);
  return there === null || isSaid(game, there, kifu) ? losses : OTHER_REMARKS;
}

const OTHER_REMARKS = ['remarks: the library has others about this match, and keeps those'];

/** Whether a block of remarks says the same as a record. */
function isSaid(game: Game, block: Uint8Array, kifu: Kifu): boolean {
  const node = decodeRemarks(block);
  return node.ok && canonicalText(node.value.remarks) === canonicalText(remarksToJson(game, kifu));
}

/** How a record stands to what is there, without changing anything. */
export async function standingOf(
  library: Library,
  { listing: { match }, blocks }: ToKeep,
): Promise<Standing> {
  return compare(library, await library.heads.get(match), blocks);
}

async function compare(
  library: Library,
  there: Cid | null,
  blocks: readonly Block[],
): Promise<Standing> {
  if (there === null) return 'none';
  const head = blocks.at(-1)!.cid;
  if (isSameCid(there, head)) return 'same';
  if (blocks.some(({ cid }) => isSameCid(cid, there))) return 'behind';
  const nodes = await loadNodes(library, there);
  const mine = nodes.ok ? nodes.value[blocks.length - 1] : undefined;
  return mine !== undefined && hashesTo(head, mine) ? 'ahead' : 'other';
}

/** What was decided about a match stays so when it has gone on. */
async function withLabels(library: Library, listing: ToList, wasThere: boolean): Promise<ToList> {
  const before = wasThere ? await library.library.get(listing.match) : null;
  if (before === null) return listing;
  return { ...listing, source: before.source, visibility: before.visibility };
}

async function keepApart(library: Library, record: ToKeep): Promise<Result<KeptRecord>> {
  const own = setApart(record);
  return own.ok ? keepRecord(library, own.value) : own;
}

/** The record with a header of its own: its nonce follows from its content, so that the same record is always the same. */
export function setApart({ kit, kifu, listing }: ToKeep): Result<ToKeep> {
  const terms = termsOf(kifu.header);
  if (terms.nonce !== '')
    return fail('conflict', 'the library has another course of this match, and keeps that one');
  const nonce = Buffer.from(sha256(listing.head.digest)).toString('hex', 0, NONCE_BYTES);
  return prepareKifu(
    kit,
    { ...kifu, header: { ...kifu.header, terms: { ...terms, nonce } } },
    listing,
  );
}

const NONCE_BYTES = 16;
