/** Records, good and broken, with what verification has to say of each. */
import { formatCid, parseCid, unwrap } from '@kifu/core';
import { loadKit } from '@kifu/games';
import { readKifu, recordKifu, verdictOf, verify } from '@kifu/record';
import { findGameIn } from '@kifu/record/file';
import { expect, test } from 'vitest';
import { eachVector } from './vectors.ts';

interface RecordRow {
  readonly name: string;
  readonly nodes: readonly string[];
  readonly head: string;
  /** How many entries hold; null in `fault` where all do. */
  readonly good: number;
  readonly fault: { readonly code: string; readonly rule: string | null } | null;
  readonly outcome: unknown;
  readonly chance: string;
  readonly verdict: string;
}

eachVector<readonly RecordRow[]>('record', 'records', rows => {
  test.each(rows)('$name', async ({ nodes, head, good, fault, outcome, chance, verdict }) => {
    const bytes = nodes.map(hex => new Uint8Array(Buffer.from(hex, 'hex')));
    const { digest } = unwrap(parseCid(head));
    const report = await verify(bytes, findGame, { head: digest, signatures: 'all' });
    const found = report.fault && { code: report.fault.code, rule: report.fault.rule ?? null };
    expect({ good: report.good, fault: found }).toEqual({ good, fault });
    // which signatures are checked changes neither
    const last = await verify(bytes, findGame, { head: digest });
    expect([verdictOf(last), last.fault, last.good]).toEqual([verdict, report.fault, good]);
    if (fault !== null) return;
    expect(report.outcome).toEqual(outcome);
    expect(report.chance).toBe(chance);
    expect(verdictOf(report)).toBe(verdict);
    expect(report.head).toBe(head);
    if (chance === 'sealed') return;
    const game = unwrap(await findGame(report.header!.game, report.header!.version));
    const again = unwrap(recordKifu(game, unwrap(readKifu(bytes))));
    expect(again.nodes).toEqual(bytes);
    expect(formatCid(again.head)).toBe(head);
  });
});

const findGame = findGameIn({ load: loadKit });
