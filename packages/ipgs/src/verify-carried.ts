/** Whether a native record matches the commits that it carries. */
import {
  type CommitResult,
  canonicalText,
  fail,
  type Json,
  type Kifu,
  ok,
  type Result,
} from '@kifu/core';
import { readGiven } from './given-blocks.ts';
import { checkSignatures } from './history.ts';
import { fromKifu, toKifu } from './kifu.ts';
import { playersOf } from './life/game-record.ts';
import { standardFile } from './life/result.ts';
import type { PeerClock } from './payload.ts';
import type { KeyFile } from './pgp/key-file.ts';
import type { GoodSignature } from './pgp/signature.ts';
import { playCommits, type Reading, readCommits } from './read-record.ts';

/** What the commits of a native record prove. */
export interface VerifiedCarried {
  /** By seat. */
  readonly players: readonly [KeyFile, KeyFile];
  readonly commits: number;
  /** The time that the players agreed on, and what each has used of it by the commits, in milliseconds by seat. */
  readonly clock: PeerClock;
  readonly usedMs: readonly [number, number];
  /** The result, and the seats that acknowledged it by a signed commit; null while there is none. */
  readonly result: CommitResult | null;
  readonly acknowledged: readonly [boolean, boolean];
  /** Signers of the file of the finished game, by seat; null for a seat that has not signed. */
  readonly signatures: readonly [GoodSignature | null, GoodSignature | null];
}

/** Checks the commits that a native record carries, and that they give this record. */
export async function verifyCarried(
  { keyring, findGame }: Pick<Reading, 'keyring' | 'findGame'>,
  kifu: Kifu,
): Promise<Result<VerifiedCarried>> {
  const carried = fromKifu(kifu);
  if (!carried.ok) return carried;
  const { head, blocks, signatures } = carried.value;
  const reading: Reading = { keyring, findGame, blocks: readGiven(blocks) };
  const commits = await readCommits(reading, head);
  if (!commits.ok) return commits;
  const record = await playCommits(reading, commits.value);
  if (!record.ok) return record;
  const again = toKifu({ record: record.value, commits: commits.value, signatures });
  if (!again.ok) return again;
  if (textOf(again.value) !== textOf(kifu))
    return fail('broken-record', 'the record contradicts the commits it carries', {
      rule: 'ipgs',
    });
  const players = playersOf(record.value)!;
  const { proposal = null, clocks } = record.value.match!;
  const [first, second] = clocks.used.map(used => Number(used / 1_000_000n));
  const isFinished = record.value.finished !== null;
  const verified = {
    ...{ players, commits: commits.value.length, clock: clocks.control },
    ...{ usedMs: [first!, second!] as const, result: proposal?.result ?? null },
    acknowledged: isFinished ? ([true, true] as const) : (proposal?.acknowledged ?? NOBODY),
  };
  if (signatures.every(signature => signature === null))
    return ok({ ...verified, signatures: [null, null] });
  const file = standardFile(record.value);
  if (!file.ok) return file;
  const signed = await checkSignatures(reading, players, file.value, signatures);
  return signed.ok ? ok({ ...verified, signatures: signed.value }) : signed;
}

const NOBODY = [false, false] as const;

/** A record in canonical form, for comparing; notes by others that were added since are left out. */
const textOf = ({ header, entries, ending }: Kifu): string =>
  canonicalText(
    JSON.parse(
      JSON.stringify([header, entries, ending], (_key, value) =>
        // hashes were added when it was stored
        value instanceof Uint8Array ? [...value] : value,
      ),
      (key, value) => (key === 'hash' ? null : value),
    ) as Json,
  );
