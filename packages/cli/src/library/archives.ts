/** Archives of matches as the command knows them: in a folder, or at an address. */
import { fail, ok, type Result } from '@kifu/core';
import type { Archive } from '@kifu/record/store';
import { faultFromError } from '../publish/publish-faults.ts';

/** Opens an archive by its address or its folder; one that is followed has what others add to it. */
export async function openArchiveAt(
  place: string,
  { isFollowed = false } = {},
): Promise<Result<Archive>> {
  const { followArchive, httpFiles, openArchive } = await import('@kifu/stores/archive');
  const open = isFollowed ? followArchive : openArchive;
  try {
    const { folderFiles, guardedGet } = await import('@kifu/stores/archive/folder');
    if (/^https?:\/\//.test(place)) return ok(await open(httpFiles(place, { get: guardedGet() })));
    return ok(await open(folderFiles(place)));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT')
      return fail('not-found', `${place} is not an archive: archive.json not found`);
    return faultFromError(cause, place);
  }
}
