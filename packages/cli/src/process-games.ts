/** The games of this process: the built-in ones, or those of a module. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fail, ok, type Result } from '@kifu/core';
import type { GamesModule } from '@kifu/games';
import type { ProcessIo as Io } from './io.ts';
import { reason } from './save.ts';

/** Adds reading IPGS archives, which is loaded on demand. */
export const withArchives = (games: Io['games']): Io['games'] => ({
  ...games,
  async readArchive(blocks, root) {
    const { readArchiveOf } = await import('./ipgs/carried.ts');
    return readArchiveOf(games)(blocks, root);
  },
});

/** Loads the games module that `KIFU_GAMES` names; it exports what `createGames` of `@kifu/games` returns. */
export async function processGames({ KIFU_GAMES: file }: Io['env']): Promise<Result<Io['games']>> {
  const module = file ? pathToFileURL(resolve(file)).href : import.meta.resolve('@kifu/games');
  try {
    const { gameNames, loadKit } = (await import(module)) as Partial<GamesModule>;
    if (gameNames === undefined || loadKit === undefined)
      return fail('unreadable', `KIFU_GAMES: ${file} does not export gameNames and loadKit`);
    return ok(withArchives({ names: gameNames, load: loadKit, module }));
  } catch (cause) {
    return fail('unreadable', `KIFU_GAMES: cannot load ${file}: ${reason(cause)}`);
  }
}
