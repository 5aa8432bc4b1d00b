/** Checks the records of a store: each chain complete and by the rules, annotations well formed, each index entry as its record says. */
import {
  type Cid,
  canonicalText,
  type Fault,
  fail,
  formatCid,
  type Game,
  type Header,
  hashesTo,
  type Json,
  type Outcome,
  ok,
  type Result,
} from '@kifu/core';
import { type FindGame, verify } from '@kifu/record';
import { decodeAnnotations, openRemarks } from '@kifu/record/annotations';
import { decodeHeader } from '@kifu/record/node';
import { matchSummaryOf, Replay } from '@kifu/record/replay';
import {
  BlockCorruptError,
  BlockNotFoundError,
  loadNodes,
  type MatchSummary,
} from '@kifu/record/store';
import { loadMergedNames, type MergedNames, withMergedNames } from './names.ts';
import {
  type Checked,
  createPacer,
  eachListing,
  type Inventory,
  type MatchHead,
  type StoreProblem,
  type UpkeepOptions,
} from './upkeep.ts';

/**
 * Checks every match and every index entry. If `findGame` does not know the game of a match, only its links are checked. What cannot be read is a
 * problem like any other: only the signal ends this early.
 */
export async function checkRecords(
  store: Inventory,
  findGame: FindGame,
  { onProgress, signal }: UpkeepOptions = {},
): Promise<Checked> {
  const ask = signal === undefined ? {} : { signal };
  const pace = createPacer(signal);
  const problems: StoreProblem[] = [];
  const names = await loadMergedNames(store.vault, ask);
  const note = (
    what: 'match' | 'remarks' | 'listing',
    { match }: { match: Cid },
    fault: Fault | null,
  ) => {
    if (fault !== null) problems.push({ what, where: formatCid(match), fault });
  };
  const isListed = async (match: Cid) => (await store.library.get(match, ask)) !== null;
  const absent: Cid[] = [];
  let [matches, unknown, remarks, listings] = [0, 0, 0, 0];
  const tell = (step: string, done: number) => onProgress?.({ step, done, total: null });

  for await (const one of store.eachHead(ask)) {
    await pace();
    const record = await readRecord(store, one);
    const game = record.ok ? await findGame(...rulesOf(record.value)) : record;
    if (isUnknown(game)) unknown++;
    else if (!record.ok) note('match', one, record.fault);
    else if (!game.ok) note('match', one, game.fault);
    else {
      const report = await verify(record.value.nodes, findGame, { head: one.head.digest });
      note('match', one, report.fault);
      if (report.fault === null && !(await isListed(one.match))) absent.push(one.match);
    }
    const said = await faultOf(() => checkRemarks(store, one.match, game.ok ? game.value : null));
    if (!said.ok) note('remarks', one, said.fault);
    if (!said.ok || said.value) remarks++;
    tell('matches', ++matches);
  }
  for await (const listing of eachListing(store.library, ask)) {
    await pace();
    const record = await readRecord(store, listing);
    const game = record.ok ? await findGame(...rulesOf(record.value)) : record;
    if (!record.ok) note('listing', listing, record.fault);
    else if (game.ok)
      note('listing', listing, differenceOf(listing, record.value, game.value, names));
    else if (!isUnknown(game)) note('listing', listing, game.fault);
    tell('listings', ++listings);
  }
  // a match is indexed a moment after it is stored: one that has just started is indexed by now
  const unlisted: Cid[] = [];
  for (const match of absent) if (!(await isListed(match))) unlisted.push(match);
  return { matches, unknown, remarks, listings, unlisted, problems };
}

/** Checks the annotations of a match, for its game if that is known; returns whether there are any. */
async function checkRemarks(
  { remarks }: Inventory,
  match: Cid,
  game: Game | null,
): Promise<Result<boolean>> {
  const block = await remarks.get(match);
  if (block === null) return ok(false);
  const read = game === null ? decodeAnnotations(block) : openRemarks(game, block);
  return read.ok ? ok(true) : read;
}

/** Record as stored. */
export interface StoredRecord {
  readonly nodes: readonly Uint8Array[];
  readonly header: Header;
}

/** Reads the record of a head; a record that cannot be read is a fault here. */
export async function readRecord(
  store: Pick<Inventory, 'blocks'>,
  { match, head }: MatchHead,
): Promise<Result<StoredRecord>> {
  const nodes = await faultOf(() => loadNodes(store, head));
  if (!nodes.ok) return nodes;
  const [first] = nodes.value as [Uint8Array];
  if (!hashesTo(match, first)) return fail('broken-chain', 'the head belongs to another match');
  const header = decodeHeader(first);
  return header.ok ? ok({ nodes: nodes.value, header: header.value }) : header;
}

/** Key of rules, for `FindGame`. */
export const rulesOf = ({ header }: StoredRecord): [name: string, version: number] => [
  header.game,
  header.version,
];

const isUnknown = (game: Result<unknown>): boolean =>
  !game.ok && game.fault.code === 'unknown-game';

/** Returns a fault if a store could not read. */
async function faultOf<T>(read: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await read();
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof BlockNotFoundError) return fail('not-found', message);
    return fail(error instanceof BlockCorruptError ? 'broken-chain' : 'unreadable', message);
  }
}

/** The fields of a summary that come from the match itself; the caller of `list` adds the rest. */
const SAID = ['game', 'players', 'startedAt', 'entries', 'outcome', 'rated'] as const;

function differenceOf(
  listing: MatchSummary,
  { nodes }: StoredRecord,
  game: Game,
  names: MergedNames,
): Fault | null {
  const said = matchSummaryOf(new Replay(game, nodes));
  if (!said.ok) return said.fault;
  const now = withMergedNames(said.value, names);
  const wrong = SAID.filter(field => !isSame(listing[field], now[field]));
  return wrong.length === 0
    ? null
    : fail('broken-record', `the index entry is out of date: wrong ${wrong.join(', ')}`).fault;
}

const isSame = (a: Json | Outcome | null, b: Json | Outcome | null): boolean =>
  canonicalText(a as Json) === canonicalText(b as Json);
