/** Matches found by a query of the API: in the browser, by the server that gave the page, or in the archive that the page has. */
import { askServer, type ListedPage } from '../server.ts';
import { archiveAddress } from './archive-address.ts';

/** Loaded when asked: the home page asks the server alone. */
const loadLocal = () => import('./local-library.ts');

/** Loaded where there is one. */
const loadArchive = () => import('./archive.ts');

const NOTHING: ListedPage = { listings: [], next: null };

/** Matches that a query finds. Throws where the server does not answer, or the library or archive cannot be read, or asked so. */
export const findMatches = async (
  query: URLSearchParams,
  signal?: AbortSignal,
  isHere = false,
): Promise<ListedPage> =>
  isHere
    ? (await loadLocal()).findLocal(query)
    : archiveAddress() === null
      ? ((await askServer<ListedPage>(`library?${query}`, signal)) ?? NOTHING)
      : (await loadArchive()).findArchived(query, signal);

/** How many matches a query finds; null where the server or the archive does not count them. */
export async function countMatches(
  query: URLSearchParams,
  signal: AbortSignal,
  isHere: boolean,
): Promise<number | null> {
  if (isHere)
    return loadLocal()
      .then(({ countLocal }) => countLocal(query))
      .catch(() => null);
  if (archiveAddress() !== null)
    return query.size === 0 ? (await loadArchive()).countArchived() : null;
  const asked = new URLSearchParams([...query, ['limit', '0']]);
  const stats = await askServer<{ readonly matches: number; readonly isWhole: boolean }>(
    `library/stats?${asked}`,
    signal,
  ).catch(() => null);
  return stats?.isWhole ? stats.matches : null;
}
