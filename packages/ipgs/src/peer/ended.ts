/** Games of the player that have ended: remembered, so that an older tree of another player cannot bring them back. */
import { parseGameFile } from '../game-file.ts';
import { readHistory } from '../history.ts';
import type { Phase } from '../life/game-record.ts';
import { type Namespace, readArchive } from '../namespace/read.ts';
import type { Reading } from '../read-record.ts';
import { hashesOf } from './trees.ts';

/** What is remembered of a game that has ended. */
export interface EndedGame {
  readonly phase: Phase;
  /** Newest commits: of the record first, then of branches beside it. None where the history object names them. */
  readonly heads: readonly string[];
  /** The history object in the own archive; null where the game was not archived. */
  readonly history: string | null;
}

/** Ended games by name. */
export type EndedGames = ReadonlyMap<string, EndedGame>;

/** Adds the games of the own archive that are not known as ended yet. Returns the same map if there are none. */
export async function withArchived(
  reading: Reading,
  mine: Namespace,
  known: EndedGames,
): Promise<EndedGames> {
  const histories = new Set([...known.values()].map(({ history }) => history));
  const names = new Map<string, EndedGame>();
  for (const own of hashesOf(mine)) {
    const archive = await readArchive(reading, mine.cid, own);
    for (const cid of archive.ok ? archive.value : []) {
      if (histories.has(cid)) continue;
      const history = await readHistory(reading, cid);
      const game = history.ok ? parseGameFile(history.value.file) : history;
      // a second object of the same game adds nothing
      if (game.ok && !names.has(game.value.name) && known.get(game.value.name)?.history == null)
        names.set(game.value.name, { phase: 'archived', heads: [], history: cid });
    }
  }
  return names.size === 0 ? known : new Map([...known, ...names]);
}

/** The offer that a game's name begins with: `challenger|timestamp`. */
export const offerOfName = (name: string): string => name.slice(0, name.lastIndexOf('|'));
