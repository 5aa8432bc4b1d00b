/** Archives of matches as the command knows them: in a folder, or at an address. */
import { fail, ok, type Result } from '@kifu/core';
import type { Archive } from '@kifu/stores/archive';
import { troubleOf } from '../publish/trouble.ts';

/** Opens an archive by its address or its folder. */
export async function openArchiveAt(place: string): Promise<Result<Archive>> {
  const { httpFiles, openArchive } = await import('@kifu/stores/archive');
  try {
    if (/^https?:\/\//.test(place)) return ok(await openArchive(httpFiles(place)));
    const { folderFiles } = await import('@kifu/stores/archive/folder');
    return ok(await openArchive(folderFiles(place)));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT')
      return fail('not-found', `${place} is no archive: it has no archive.json`);
    return troubleOf(cause, place);
  }
}
