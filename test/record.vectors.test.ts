/** Records, good and broken, with what verification has to say of each. */
import { formatCid, parseCid, unwrap } from '@kifu/core';
import { loadKit } from '@kifu/games';
import { judge, readKifu, recordKifu, verdictOf, verify } from '@kifu/record';
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
  /** The last node that every seat covers. */
  readonly agreed: number;
}

eachVector<readonly RecordRow[]>('record', 'records', rows => {
  test.each(rows)(
    '$name',
    async ({ name, nodes, head, good, fault, outcome, chance, verdict, agreed }) => {
      const bytes = nodes.map(hex => new Uint8Array(Buffer.from(hex, 'hex')));
      const { digest } = unwrap(parseCid(head));
      const report = await verify(bytes, findGame, { head: digest });
      const found = report.fault && { code: report.fault.code, rule: report.fault.rule ?? null };
      expect({ good: report.good, fault: found }).toEqual({ good, fault });
      expect(judge(report)).toMatchObject({ verdict, agreed });
      // a quick check finds the same, but for bad signatures that good ones cover
      const quick = await verify(bytes, findGame, { head: digest, signatures: 'last' });
      expect([verdictOf(quick), quick.fault, quick.good]).toEqual(
        IS_COVERED.test(name)
          ? ['verified', null, bytes.length - 2]
          : [verdict, report.fault, good],
      );
      if (fault !== null) return;
      expect(report.outcome).toEqual(outcome);
      expect(report.chance).toBe(chance);
      expect(report.head).toBe(head);
      if (chance === 'sealed') return;
      const game = unwrap(await findGame(report.header!.game, report.header!.version));
      const again = unwrap(recordKifu(game, unwrap(readKifu(bytes))));
      expect(again.nodes).toEqual(bytes);
      expect(formatCid(again.head)).toBe(head);
    },
  );
});

const IS_COVERED = /garbage for a signature .* that a later one covers/;
const findGame = findGameIn({ load: loadKit });
