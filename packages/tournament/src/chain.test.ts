/** Stored tournaments: read back the same, and protected against changes. */
import { unwrap } from '@kifu/core';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { appendEntry, beginTournament, type OpenTournament, readTournament } from './chain.ts';
import { parseEntry, parseTerms, type TournamentEntry } from './entry.ts';

const SECRET = new Uint8Array(32).fill(7);
const TERMS = { name: 'Open', system: 'swiss', game: 'chess', rounds: 2 } as const;
const ENTRIES: readonly TournamentEntry[] = [
  { type: 'enter', name: 'Ann', key: 'ab'.repeat(32) },
  { type: 'enter', name: 'Bob', key: null },
  { type: 'enter', name: '羽生', key: null },
  { type: 'round' },
  { type: 'result', round: 1, board: 1, match: `bafyrei${'a'.repeat(52)}`, winner: null },
  { type: 'withdraw', player: '@Bob' },
  { type: 'round' },
];

let made: OpenTournament;
beforeAll(async () => {
  const options = { nonce: '00'.repeat(16), startedAt: '2026-03-01T10:00:00Z' };
  made = unwrap(await beginTournament(TERMS, { name: 'Club', secret: SECRET }, options));
  for (const entry of ENTRIES) made = unwrap(await appendEntry(made, entry, SECRET));
});

test('reads back the entries that were written', async () => {
  const read = unwrap(await readTournament(made.nodes));
  expect(read).toEqual(made);
  expect(read.entries).toEqual(ENTRIES);
});

test('refuses a chain with a byte changed, a node missing or moved', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(ENTRIES.length),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      async (n, at, change) => {
        const node = Uint8Array.from(made.nodes[n]!);
        node[at % node.length]! ^= change;
        expect((await readTournament(made.nodes.with(n, node))).ok).toBe(false);
      },
    ),
    { numRuns: 200 },
  );
  const last = ENTRIES.length;
  for (let at = 0; at < made.nodes[last]!.length; at++) {
    const node = Uint8Array.from(made.nodes[last]!);
    node[at]! ^= 0xf0; // of null it makes the number 6
    expect((await readTournament(made.nodes.with(last, node))).ok).toBe(false);
  }
  for (let n = 0; n < ENTRIES.length; n++)
    expect((await readTournament(made.nodes.toSpliced(n, 1))).ok).toBe(false);
  const [header, one, two, ...rest] = made.nodes;
  expect(await readTournament([header!, two!, one!, ...rest])).toMatchObject({
    fault: { code: 'broken-chain', at: { path: '/entries/0' } },
  });
});

test('refuses entries that are not signed by the organizer’s key', async () => {
  const other = new Uint8Array(32).fill(8);
  const late: TournamentEntry = { type: 'enter', name: 'Eve', key: null };
  expect(await appendEntry(made, late, other)).toMatchObject({ fault: { code: 'bad-signature' } });
  const forged = unwrap(
    await beginTournament(TERMS, { name: 'Club', secret: other }, { nonce: '00', startedAt: null }),
  );
  const theirs = unwrap(await appendEntry(forged, late, other));
  expect((await readTournament([...made.nodes, theirs.nodes[1]!])).ok).toBe(false);
});

test('garbage is refused, never thrown at', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 60 }), { maxLength: 4 }), async nodes => {
      expect((await readTournament(nodes)).ok).toBe(false);
    }),
  );
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false } as never), value => {
      expect(parseEntry(value as never).ok).toBe(false);
      expect(parseTerms(value as never).ok).toBe(false);
    }),
  );
});

test.each<[string, object]>([
  ['a name that is empty', { type: 'enter', name: '', key: null }],
  ['a name with space around it', { type: 'enter', name: ' Ann', key: null }],
  ['half a key', { type: 'enter', name: 'Ann', key: 'ab' }],
  ['a key of small order', { type: 'enter', name: 'Ann', key: '00'.repeat(32) }],
  ['a key too many', { type: 'round', board: 1 }],
  ['a draw without a match', { type: 'result', round: 1, board: 1, match: null, winner: null }],
  ['an invalid match ID', { type: 'result', round: 1, board: 1, match: 'x', winner: 0 }],
  ['round 0', { type: 'result', round: 0, board: 1, match: null, winner: 0 }],
])('refuses %s', (_what, entry) => {
  expect(parseEntry(entry as never)).toMatchObject({ ok: false, fault: { code: 'malformed' } });
});
