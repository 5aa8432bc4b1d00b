/** Clocks that a player sets by hand. */
import type { TimeControl } from '@kifu/core';
import { expect, test } from 'vitest';
import { isPlayable } from './clock-form.ts';

test.each<[TimeControl | null, boolean]>([
  [null, true],
  [{ type: 'absolute', mainMs: 0 }, false],
  [{ type: 'absolute', mainMs: 1000 }, true],
  [{ type: 'fischer', mainMs: 0, incrementMs: 5000 }, false],
  [{ type: 'fischer', mainMs: 60_000, incrementMs: 0 }, true],
  [{ type: 'fixed', moveMs: 0 }, false],
  [{ type: 'byo-yomi', mainMs: 0, periods: 0, periodMs: 30_000 }, false],
  [{ type: 'byo-yomi', mainMs: 0, periods: 3, periodMs: 30_000 }, true],
])('%j leaves time for the first move: %s', (clock, isGood) => {
  expect(isPlayable(clock)).toBe(isGood);
});
