/** The archive of a page that no server of ours gave: a folder on any host for files, read in parts. */
import { formatCid, hexToBytes, type Kit, parseCid } from '@kifu/core';
import type { ExplorerAnswer } from '@kifu/record/replay';
import type { Archive, Ask, MatchSummary, Query } from '@kifu/record/store';
import { gamesNow } from '@kifu/viewer/games';
import type { ListedMatch, ListedPage } from '../server.ts';
import { archiveAddress } from './archive-address.ts';
import { queryOf } from './query.ts';
import type { FoundFile } from './record-files.ts';

let opened: Promise<Archive> | null = null;

/** The archive, opened once; a failed attempt is repeated. */
function openNow(): Promise<Archive> {
  opened ??= import('@kifu/stores/archive').then(({ httpFiles, openArchive }) =>
    openArchive(httpFiles(archiveAddress()!)),
  );
  opened.catch(() => {
    opened = null;
  });
  return opened;
}

/** Pages without a result that are read before the list shows that nothing was found so far. */
const MOST_PAGES = 3;

/** Matches of the archive that a query of the API finds. Throws where it cannot be read, or asked so. */
export async function findArchived(
  query: URLSearchParams,
  signal?: AbortSignal,
): Promise<ListedPage> {
  const archive = await openNow();
  const ask = signal === undefined ? {} : { signal };
  let asked = await askedOf(query);
  for (let i = 1; ; i++) {
    const { listings, next } = await archive.find(asked, ask);
    if (listings.length > 0 || next === null || i === MOST_PAGES)
      return { listings: listings.map(listed), next };
    asked = { ...asked, after: next };
  }
}

/** What was played next at a position, in the archive. */
export async function exploreArchived(
  kit: Kit,
  state: unknown,
  filters: URLSearchParams,
  signal: AbortSignal,
): Promise<ExplorerAnswer> {
  const [archive, { explorePosition }] = await Promise.all([
    openNow(),
    import('@kifu/record/replay'),
  ]);
  const { position: _, ...query } = queryOf(filters);
  return explorePosition(question => archive.explore(question, { signal }), kit, state, query);
}

/** How many matches there are in all. */
export const countArchived = async (): Promise<number> => (await openNow()).matches;

/** The record of a match. That it is that one and no other is for its reader to see. */
export async function archivedRecord(match: string, ask: Ask = {}): Promise<FoundFile> {
  const id = parseCid(match);
  if (!id.ok) return id;
  try {
    const archive = await openNow();
    const listing = await archive.get(id.value, ask);
    const pack = listing === null ? null : await archive.pack(id.value, ask);
    return listing === null || pack === null
      ? { fault: { code: 'not-found', message: 'the archive has no such match' } }
      : { name: `${match}.pack`, bytes: pack, numbers: [1], head: formatCid(listing.head) };
  } catch (cause) {
    return { fault: { code: 'unreachable', message: messageOf(cause) } };
  }
}

/** What went wrong, in words. */
export const messageOf = (cause: unknown): string =>
  cause instanceof Error ? cause.message : String(cause);

const listed = ({ match, head, visibility: _, ...rest }: MatchSummary): ListedMatch => ({
  ...rest,
  match: formatCid(match),
  head: formatCid(head),
});

/** A query of the API as archives are asked. */
async function askedOf(params: URLSearchParams): Promise<Query> {
  const query = queryOf(params);
  const board = params.get('board');
  if (board === null) return query;
  return { ...query, position: hexToBytes(await keyOf(query.game, board)) };
}

/** The name of a position as people write it. */
async function keyOf(game: string | undefined, board: string): Promise<string> {
  const [kit, { keyOf: nameOf }] = await Promise.all([
    gamesNow().then(({ loadKit }) => loadKit(game ?? '')),
    import('../position/reached.ts'),
  ]);
  if (!kit.ok) throw new Error(kit.fault.message);
  const state = kit.value.positions[0]?.parse(board);
  if (state?.ok !== true) throw new Error(state?.fault.message ?? `${game} writes no positions`);
  return nameOf(kit.value as Kit, state.value);
}
