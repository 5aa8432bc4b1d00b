/** Opens one match in the engine of the viewer, and tells how much work it was: what `open.ts` starts for a fresh process. */
import { readFile } from 'node:fs/promises';
import { type Result, unwrap } from '@kifu/core';
import { loadKit } from '@kifu/games';
import { answer } from '../packages/web/src/engine/engine.ts';
import type { OpenedRecord } from '../packages/web/src/engine/types.ts';

/** What was worked until then, from the bytes of a match on: milliseconds of this thread. */
export interface Opening {
  readonly board: number;
  readonly verdict: number;
}

/** Opens a match as a page does; the rules, which a page loads, are there. */
export async function openMatch(bytes: Uint8Array): Promise<Opening> {
  const start = process.threadCpuUsage();
  const spentMs = () => {
    const { user, system } = process.threadCpuUsage(start);
    return (user + system) / 1000;
  };
  let opened: Result<OpenedRecord> | null = null;
  await answer({ do: 'open', name: 'match.car', bytes, which: {}, isPart: false }, told => {
    if ('opened' in told) opened = structuredClone(told.opened); // as if from a worker
  });
  const { id } = unwrap(opened!);
  await answer({ do: 'picture', of: id, at: { n: 0 }, as: null }, told => structuredClone(told));
  const board = spentMs();
  let verdict = 0;
  await answer({ do: 'check', of: id }, told => {
    if (!('checked' in told)) return;
    if (!told.checked.isDone) return;
    verdict = spentMs();
    if (told.checked.verdict !== 'verified')
      throw new Error(`the match is ${told.checked.verdict}`);
  });
  await answer({ do: 'close', of: id }, () => {});
  return { board, verdict };
}

if (import.meta.main) {
  await loadKit('chess');
  console.log(JSON.stringify(await openMatch(await readFile(process.argv[2]!))));
}
