/** Worker that replays records until they reach a position. */
import { readerGames, useGames } from '@kifu/viewer/games';
import type { WantedRecords } from '../library/record-files.ts';
import { type ReachedRecord, reachedIn } from './reached.ts';

/** A file of records, and the position. */
export interface ReachedQuestion {
  readonly id: number;
  /** The address of the module that games come from; null for ours. */
  readonly games: string | null;
  readonly file: WantedRecords;
  /** Hex digits. */
  readonly key: string;
}

export interface ReachedAnswer {
  readonly id: number;
  readonly reached: readonly ReachedRecord[];
}

addEventListener('message', async ({ data }: MessageEvent<ReachedQuestion>) => {
  const { id, file, key } = data;
  useGames(data.games);
  const reached: ReachedRecord[] = [];
  try {
    for await (const one of reachedIn(await readerGames(), file, key)) reached.push(one);
  } catch {
    // a file that cannot be read reached nothing
  }
  postMessage({ id, reached } satisfies ReachedAnswer);
});
