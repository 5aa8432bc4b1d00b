/** Trust and final ratings against figures that another program computed. */
import { unwrap } from '@kifu/core';
import { expect, test } from 'vitest';
import { eachVector, type VectorFile } from '../../../../test/vectors.ts';
import { published } from '../player-data.ts';
import { parseTimestamp } from '../timestamp.ts';
import { adjustRating, trustOf } from './trust.ts';

const isGlicko = ({ data }: VectorFile) => data.schema === 'ipgs-glicko2/1';

interface Aggregation {
  readonly name: string;
  readonly now: string;
  readonly own: { readonly R: number; readonly RD: number };
  readonly claims: readonly { R: number; RD: number; timestamp: string; trust: number }[];
  readonly expect: { R: number; RD: number; published: { R: number; RD: number } };
}

eachVector<readonly Aggregation[]>(
  'ipgs',
  'aggregation',
  rows => {
    test.each(rows)('adjusted rating: $name', ({ now, own, claims, expect: wanted }) => {
      const ours = adjustRating(
        own,
        claims.map(({ timestamp, ...claim }) => ({
          ...claim,
          at: unwrap(parseTimestamp(timestamp)),
        })),
        unwrap(parseTimestamp(now)),
      );
      expect(ours.R).toBeCloseTo(wanted.R, 6);
      expect(ours.RD).toBeCloseTo(wanted.RD, 6);
      expect(published(ours)).toEqual(wanted.published);
    });
  },
  isGlicko,
);

interface Trust {
  readonly name: string;
  readonly verified: number;
  readonly flags: { readonly [name: string]: number };
  readonly expect: number;
}

eachVector<readonly Trust[]>(
  'ipgs',
  'trust',
  rows => {
    test.each(rows)('trust: $name', ({ verified, flags, expect: wanted }) => {
      expect(trustOf(verified, flags)).toBeCloseTo(wanted, 12);
    });
  },
  isGlicko,
);
