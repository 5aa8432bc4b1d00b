/** Matches that count, as processes keep them: none is lost when several add at once, and what cannot be written is not said to be. */
import type { RatedMatch } from '@kifu/record/ratings';
import type { Vault } from '@kifu/record/store';
import { memoryVault } from '@kifu/stores/memory';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRatedMatches } from './rated-matches.ts';

const match = (n: number): RatedMatch => ({
  ...{ match: `m${n}`, game: 'go', speed: 'blitz', winner: 0, endedAtMs: 1_700_000_000_000 + n },
  players: [
    { key: 'aa', name: 'Ann' },
    { key: 'bb', name: 'Bob' },
  ],
});
const ids = (matches: ReadonlyMap<string, RatedMatch>) => [...matches.keys()].sort();

test('processes add to one vault, and each reads what all have added', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(2), fc.array(fc.nat(300), { maxLength: 150 })), { maxLength: 8 }),
      async adds => {
        const vault = memoryVault();
        const processes = [0, 1, 2].map(() => createRatedMatches(vault));
        await Promise.all(adds.map(([who, which]) => processes[who]!.add(which.map(match))));
        const added = [...new Set(adds.flatMap(([, which]) => which.map(n => `m${n}`)))].sort();
        for (const one of [...processes, createRatedMatches(vault)]) {
          await one.read();
          expect(ids(one.known)).toEqual(added);
        }
      },
    ),
    { numRuns: 50 },
  );
});

test('chunks are few, and one that is full is not read again', async () => {
  const vault = memoryVault();
  const asked: string[] = [];
  const watched: Vault = {
    ...vault,
    get(kind, name) {
      asked.push(name);
      return vault.get(kind, name);
    },
  };
  await createRatedMatches(vault).add(Array.from({ length: 130 }, (_, n) => match(n)));
  expect(await vault.names('rated')).toHaveLength(3);
  const reader = createRatedMatches(watched);
  await reader.read();
  await reader.read();
  expect(asked).toHaveLength(4);
  expect(reader.known.get('m7')).toEqual(match(7));
});

test('what cannot be written is refused, is not known, and is written when it is added again', async () => {
  const vault = memoryVault();
  let isFull = true;
  const failing: Vault = {
    ...vault,
    put: async (...given) => {
      if (isFull) throw new Error('no room');
      return vault.put(...given);
    },
  };
  const rated = createRatedMatches(failing);
  await expect(rated.add([match(1)])).rejects.toThrow('no room');
  expect(rated.known.size).toBe(0);
  isFull = false;
  await rated.add([match(1), match(2)]);
  const other = createRatedMatches(vault);
  await other.read();
  expect(ids(other.known)).toEqual(['m1', 'm2']);
});
