import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAnnouncer } from './announcer.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a move is announced after a pause, only the newest of several', () => {
  const said: string[] = [];
  const announcer = createAnnouncer(words => said.push(words));
  announcer.say('1: e4', false);
  announcer.say('2: e5', false);
  expect(said).toEqual([]);
  vi.advanceTimersByTime(1000);
  expect(said).toEqual(['2: e5']);
});

test('clearing empties the region, and cancels what was about to be said', () => {
  const said: string[] = [];
  const announcer = createAnnouncer(words => said.push(words));
  announcer.say('1: e4', false);
  announcer.clear();
  vi.advanceTimersByTime(1000);
  expect(said).toEqual(['']);
});
