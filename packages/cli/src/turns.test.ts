/** Long work stops for others by the clock, not by how many steps it takes. */
import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

test('others get a turn once in a while', async () => {
  let [nowMs, turns] = [0, 0];
  const othersTurn = createTurns({ now: () => nowMs, sleep: async () => void turns++ });
  for (let step = 0; step < 1000; step++) await othersTurn();
  expect(turns).toBe(0);
  for (let step = 0; step < 100; step++) {
    nowMs += 1;
    await othersTurn();
  }
  expect(turns).toBe(5);
});
