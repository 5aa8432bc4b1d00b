/** Whether a native record is what the commits say that it carries. */
import { canonicalText, fail, type Json, type Kifu, ok, type Result } from '@kifu/core';
import type { BlockStore } from '@kifu/record/store';
import { checkHistory } from './history.ts';
import { fromKifu, historyOf, toKifu } from './kifu.ts';
import { playersOf } from './life/game-record.ts';
import type { KeyFile } from './pgp/key-file.ts';
import type { GoodSignature } from './pgp/signature.ts';
import { playCommits, type Reading, readCommits } from './read-record.ts';
import { putBlocks } from './unixfs/tree.ts';

/** What the commits of a native record prove. */
export interface VerifiedCarried {
  /** By seat. */
  readonly players: readonly [KeyFile, KeyFile];
  readonly commits: number;
  /** Who has signed the file of the finished game, by seat; null for who has not. */
  readonly signatures: readonly [GoodSignature | null, GoodSignature | null];
}

/** Checks the commits that a native record carries, and that it tells the same as they do. The store is only for this. */
export async function verifyCarried(
  reading: Reading & { readonly blocks: BlockStore },
  kifu: Kifu,
): Promise<Result<VerifiedCarried>> {
  const carried = fromKifu(kifu);
  if (!carried.ok) return carried;
  const { head, blocks, signatures } = carried.value;
  await putBlocks(reading.blocks, blocks);
  const commits = await readCommits(reading, head);
  if (!commits.ok) return commits;
  const record = await playCommits(reading, commits.value);
  if (!record.ok) return record;
  const whole = { record: record.value, commits: commits.value, signatures };
  const again = toKifu(whole);
  if (!again.ok) return again;
  if (textOf(again.value) !== textOf(kifu))
    return fail('broken-record', 'the record tells something else than the commits it carries', {
      rule: 'ipgs',
    });
  const none = [null, null] as const;
  const players = playersOf(record.value)!;
  if (signatures.every(signature => signature === null))
    return ok({ players, commits: commits.value.length, signatures: none });
  const history = historyOf(whole);
  if (!history.ok) return history;
  await putBlocks(reading.blocks, history.value.blocks);
  const checked = await checkHistory(reading, history.value.entry.cid);
  if (!checked.ok) return checked;
  return ok({ players, commits: commits.value.length, signatures: checked.value.signatures });
}

/** All that a record tells, in one spelling; notes of others that were added since are their own business. */
const textOf = ({ header, entries, ending }: Kifu): string =>
  canonicalText(
    JSON.parse(
      JSON.stringify([header, entries, ending], (_key, value) =>
        // hashes were added when it was kept
        value instanceof Uint8Array ? [...value] : value,
      ),
      (key, value) => (key === 'hash' ? null : value),
    ) as Json,
  );
