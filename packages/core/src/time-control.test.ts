/** Time controls as people write them. */
import { expect, test } from 'vitest';
import { ok } from './result.ts';
import { parseTimeControl, type TimeControl } from './time-control.ts';

test.each<[string, TimeControl]>([
  ['5+3', { type: 'fischer', mainMs: 300_000, incrementMs: 3000 }],
  ['0.5+0', { type: 'fischer', mainMs: 30_000, incrementMs: 0 }],
  ['10', { type: 'absolute', mainMs: 600_000 }],
  ['30s', { type: 'fixed', moveMs: 30_000 }],
  ['3d', { type: 'fixed', moveMs: 259_200_000 }],
  ['20+5x30', { type: 'byo-yomi', mainMs: 1_200_000, periods: 5, periodMs: 30_000 }],
])('reads %s', (text, control) => {
  expect(parseTimeControl(text)).toEqual(ok(control));
});

test.each(['', '5 + 3', '-5', '5+', '+3', '5+3x', 'five', '99999', '5:00', '30s+3', '3d12', '1e3'])(
  'refuses %j',
  text => {
    expect(parseTimeControl(text)).toMatchObject({ ok: false, fault: { code: 'malformed' } });
  },
);
