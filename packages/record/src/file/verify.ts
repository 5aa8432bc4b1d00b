/** Records verified as files have them, in the pass that opens them; other readers may share it. */
import type { Fault } from '@kifu/core';
import { checkSignatures } from '../sign/signature-check.ts';
import { type Report, Verification, verify, type WhichSignatures } from '../verify.ts';
import type { NodeSource, RecordSource } from './find.ts';
import { findGameIn, type Games, type MakeReaders, type OpenedSource, openSource } from './open.ts';

/** A record, and what was found out about it. */
export interface VerifiedSource {
  /** Null where no nodes can be made of it. */
  readonly report: Report | null;
  /** As far as it can be played; null where not even its start can be. */
  readonly opened: OpenedSource | null;
  /** The first thing that is wrong with it; null where all that was checked is good. */
  readonly fault: Fault | null;
}

/** How a record is verified. */
export interface VerifySourceOptions {
  readonly signatures?: WhichSignatures;
  readonly readers?: MakeReaders;
}

/** Verifies a record and opens it. Readers are made again where it breaks off, for what comes before that. */
export async function verifySource(
  games: Games,
  source: RecordSource,
  { signatures = 'all', readers = () => [] }: VerifySourceOptions = {},
): Promise<VerifiedSource> {
  let verification = new Verification();
  const opened = await openSource(games, source, async kit => {
    verification = new Verification();
    return [verification, ...(await readers(kit))];
  });
  if (!opened.ok) {
    const report = 'kifu' in source ? null : await reportStart(games, source);
    return { report, opened: null, fault: report?.fault ?? opened.fault };
  }
  const { replay, entries } = opened.value;
  const played = verification.report(replay);
  const checked = await checkSignatures(played, verification.claims, signatures);
  // what comes before a fault is verified too: a signature may be worse
  const fault = checked.fault ?? opened.value.fault;
  return { report: { ...checked, entries, fault }, opened: opened.value, fault };
}

/** The report of nodes whose start cannot be played. */
const reportStart = (games: Games, { nodes, head, wrong }: NodeSource) =>
  verify(nodes, findGameIn(games), {
    ...{ signatures: 'none', head: head.digest },
    ...(wrong === undefined ? {} : { wrong }),
  });
