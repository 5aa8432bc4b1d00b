/** The games of this process: ours, or those of a module of one's own. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fail, ok, type Result } from '@kifu/core';
import type { GamesModule } from '@kifu/games';
import type { Io } from './io.ts';
import { reason } from './save.ts';

/** Games that are found in archives of IPGS too; what reads those takes time to load. */
export const withArchives = (games: Io['games']): Io['games'] => ({
  ...games,
  async readArchive(blocks, root) {
    const { readArchiveOf } = await import('./ipgs/carried.ts');
    return readArchiveOf(games)(blocks, root);
  },
});

/** Loads the module of games that `KIFU_GAMES` names by its file; it exports what `createGames` of `@kifu/games` gives. */
export async function processGames({ KIFU_GAMES: file }: Io['env']): Promise<Result<Io['games']>> {
  const module = file ? pathToFileURL(resolve(file)).href : import.meta.resolve('@kifu/games');
  try {
    const { gameNames, loadKit } = (await import(module)) as Partial<GamesModule>;
    if (gameNames === undefined || loadKit === undefined)
      return fail('unreadable', `KIFU_GAMES: ${file} exports no gameNames and loadKit`);
    return ok(withArchives({ names: gameNames, load: loadKit, module }));
  } catch (cause) {
    return fail('unreadable', `KIFU_GAMES: ${file} cannot be loaded: ${reason(cause)}`);
  }
}
