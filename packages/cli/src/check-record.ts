/** Verifying one record, in whatever form it came. */
import type { Fault } from '@kifu/core';
import {
  checkSignatures,
  type Report,
  Verification,
  verdictOf,
  verify,
  type WhichSignatures,
} from '@kifu/record';
import { findGameIn, type Games, openSource, type Source } from '@kifu/record/file';

/** What is known of a record. */
export interface CheckedRecord {
  /** Null where it could not even be read. */
  readonly checks: Report | null;
  /** Why it is not good; null where it is. It does not name the file. */
  readonly fault: Fault | null;
}

/** What came of it, in one word. */
export const verdictOn = ({ checks, fault }: CheckedRecord): ReturnType<typeof verdictOf> =>
  fault !== null || checks === null ? 'broken' : verdictOf(checks);

/** Verifies a record. */
export async function checkRecord(
  games: Games,
  source: Source,
  signatures: WhichSignatures,
): Promise<CheckedRecord> {
  if (!('kifu' in source)) {
    const { nodes, head } = source;
    const checks = await verify(nodes, findGameIn(games), { signatures, head: head.digest });
    return { checks, fault: checks.fault };
  }
  let verification = new Verification();
  // its nodes are made now, and verified as they are; a record that is broken is played again up to where it is
  const opened = await openSource(games, source, () => {
    verification = new Verification();
    return [verification];
  });
  if (!opened.ok) return { checks: null, fault: opened.fault };
  const { replay, entries, fault } = opened.value;
  const report = verification.report(replay);
  // what comes before the fault is verified too: a signature may be worse
  const found =
    signatures === 'none' ? report : await checkSignatures(report, verification.claims, signatures);
  const checks = { ...found, entries, fault: found.fault ?? fault };
  return { checks, fault: checks.fault };
}
