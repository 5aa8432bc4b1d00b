/** Ticks and milliseconds, and the guess of the server's clock. */
import { decodeBase64, encodeBase64 } from '@kifu/core';
import { msOfTick, tickAt } from '@kifu/record/match-state';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createClockSync } from './protocol/clock-sync.ts';

describe('ticks', () => {
  test('the first millisecond of a tick is in it, and the one before is not', () => {
    fc.assert(
      fc.property(
        fc.nat(1e9),
        fc.nat(1e6),
        fc.integer({ min: 1, max: 240 }),
        fc.nat(1e6),
        (ms, tick, hz, more) => {
          const anchor = { ms, tick, isPaused: false };
          const first = msOfTick(anchor, hz, tick + more);
          expect(tickAt(anchor, hz, first)).toBe(tick + more);
          if (more > 0) expect(tickAt(anchor, hz, first - 1)).toBeLessThan(tick + more);
        },
      ),
      { seed: 7 },
    );
  });

  test('stops clocks while paused', () => {
    const anchor = { ms: 1000, tick: 30, isPaused: true };
    expect(tickAt(anchor, 30, 1e9)).toBe(30);
    expect(msOfTick(anchor, 30, 31)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('the clock of the server', () => {
  test('is guessed from the answer with the shortest way', () => {
    const sync = createClockSync();
    expect([sync.offsetMs, sync.roundTripMs]).toEqual([0, null]);
    sync.add(1000, 1400, 5000); // anywhere from 3600 to 4000 ahead
    expect(sync.offsetMs).toBe(3800);
    sync.add(2000, 2010, 5705);
    expect([sync.offsetMs, sync.roundTripMs]).toEqual([3700, 10]);
    sync.add(3000, 3300, 6000);
    expect(sync.offsetMs).toBe(3700);
    sync.add(10, 5, 0); // a clock that was set back
    expect(sync.offsetMs).toBe(3700);
    for (let i = 0; i < 8; i++) sync.add(4000 + i, 4100 + i, 4050 + i);
    expect(sync.offsetMs).toBe(0); // what is old is forgotten: clocks drift
  });
});

describe('base64', () => {
  test('is written as Node writes it, and read back', () => {
    fc.assert(
      fc.property(fc.uint8Array(), bytes => {
        const text = encodeBase64(bytes);
        expect(text).toBe(Buffer.from(bytes).toString('base64'));
        expect(decodeBase64(text)).toEqual({ ok: true, value: bytes });
      }),
      { seed: 7 },
    );
  });

  test.each(['A', 'AA', 'AAA', 'AB==', '!!!!', 'AAAA ', 'é'])('%s is refused', text => {
    expect(decodeBase64(text)).toMatchObject({ ok: false, fault: { code: 'malformed' } });
  });
});
