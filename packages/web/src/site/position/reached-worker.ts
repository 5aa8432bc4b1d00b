/** Plays records through until they reach a position, in a worker. */
import { gameNames, loadKit } from '@kifu/games';
import type { WantedRecords } from '../library/record-files.ts';
import { type ReachedRecord, reachedIn } from './reached.ts';

/** A file of records, and the position. */
export interface ReachedQuestion {
  readonly id: number;
  readonly file: WantedRecords;
  /** Hex digits. */
  readonly key: string;
}

export interface ReachedAnswer {
  readonly id: number;
  readonly reached: readonly ReachedRecord[];
}

const games = { names: gameNames, load: loadKit };

addEventListener('message', async ({ data: { id, file, key } }: MessageEvent<ReachedQuestion>) => {
  const reached: ReachedRecord[] = [];
  try {
    for await (const one of reachedIn(games, file, key)) reached.push(one);
  } catch {
    // a file that cannot be read reached nothing
  }
  postMessage({ id, reached } satisfies ReachedAnswer);
});
