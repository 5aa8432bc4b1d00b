/** Logs from a store that answers in its own time. */
import { type Cid, type Kifu, ok, type Result } from '@kifu/core';
import { toKifu } from './kifu.ts';
import { judgeWalk, type LogFindings, toWanted } from './verify.ts';
import { startWalk, takeStep } from './walk.ts';

/** What was found, and the record of it: with an error, of the moves that are good. */
export interface LogReport extends LogFindings {
  readonly kifu: Kifu;
}

/**
 * Gives the block of an id, or null. Of a `Qm…` or `bafybei…` id, either the block or the content of the file will do. It is
 * not trusted: what it gives is hashed.
 */
export type GetBlock = (
  cid: Cid,
  options: ReadOptions,
) => Uint8Array | null | undefined | Promise<Uint8Array | null | undefined>;

/** How to read. */
export interface ReadOptions {
  readonly signal?: AbortSignal;
}

/** Walks back from the root, verifies, and gives the record. It refuses only an invalid root ID. */
export async function readLog(
  root: Cid | string,
  get: GetBlock,
  options: ReadOptions = {},
): Promise<Result<LogReport>> {
  const wanted = toWanted(root);
  if (!wanted.ok) return wanted;
  const walk = startWalk(wanted.value);
  while (walk.wanted !== null) {
    options.signal?.throwIfAborted();
    takeStep(walk, await get(walk.wanted.cid, options));
  }
  const findings = judgeWalk(walk);
  return ok({ ...findings, kifu: toKifu(findings) });
}
