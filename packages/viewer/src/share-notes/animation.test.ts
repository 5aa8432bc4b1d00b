import { expect, test } from 'vitest';
import { framesBetween, sideOf } from './animation.ts';

test.each<[string, number, number, number[]]>([
  ['has a frame for each position', 0, 4, [0, 1, 2, 3, 4]],
  ['has one frame where nothing was played', 0, 0, [0]],
  ['has the positions of a loop', 7, 9, [7, 8, 9]],
])('an animation %s', (_name, from, to, frames) => {
  expect(framesBetween(from, to)).toEqual(frames);
});

test.each([600, 601, 1199, 100_000])(
  'of %i entries it has at most 600 frames, the last position among them',
  to => {
    const frames = framesBetween(0, to);
    expect(frames.length).toBeLessThanOrEqual(600);
    expect(frames.length).toBeGreaterThanOrEqual(300);
    expect(frames.at(-1)).toBe(to);
  },
);

test('frames shrink as they become more, and all together stay below 24 million pixels', () => {
  expect(sideOf(1)).toBe(480);
  for (const frames of [1, 80, 105, 300, 600])
    expect(sideOf(frames) ** 2 * frames).toBeLessThanOrEqual(24_000_000);
  expect(sideOf(600)).toBe(200);
});
