/** Standings by hand: a round-robin of four, added up on paper. */
import { unwrap } from '@kifu/core';
import { expect, test } from 'vitest';
import type { TournamentEntry } from './entry.ts';
import { type Standing, standingsOf } from './standings.ts';
import { newTournament, type Tournament, take } from './tournament.ts';

const matchId = (n: number) =>
  `bafyrei${'a'.repeat(49)}${'bcd'[n % 3]}${'efg'[Math.floor(n / 3) % 3]}a`;
const apply = (tournament: Tournament, ...entries: TournamentEntry[]): Tournament =>
  entries.reduce((before, entry) => unwrap(take(before, entry)), tournament);

/** Plays a round-robin; results are looked up by the names of the two. */
function play(names: readonly string[], results: { readonly [pair: string]: 0 | 1 | null }) {
  let now = newTournament({ name: 'Club', system: 'round-robin', game: 'chess', rounds: 0 });
  now = apply(now, ...names.map(name => ({ type: 'enter', name, key: null }) as const));
  for (let n = 0, round = 1; round < names.length; round++) {
    now = apply(now, { type: 'round' });
    for (const [board, { players }] of now.rounds.at(-1)!.pairings.entries()) {
      const winner = results[players.map(player => names[player]).join('')]!;
      now = apply(now, { type: 'result', round, board: board + 1, match: matchId(n++), winner });
    }
  }
  return now;
}

const valuesOf = (row: Standing) => [
  ...[row.rank, row.player, row.score, row.buchholz],
  ...[row.directEncounter, row.buchholzCut1, row.sonnebornBerger],
];

test('orders players by score, then by tie-breaks', () => {
  // points in halves, Sonneborn–Berger in quarters: a beat b and d and drew with c, whose draws are worth more than the win of b
  const drawn = play(['a', 'b', 'c', 'd'], { ad: 0, bc: null, dc: null, ab: 0, bd: 0, ca: null });
  expect(standingsOf(drawn).map(valuesOf)).toEqual([
    [1, 0, 5, 7, 0, 6, 11],
    [2, 2, 3, 9, 1, 8, 9],
    [3, 1, 3, 9, 1, 8, 5],
    [4, 3, 1, 11, 0, 8, 3],
  ]);
});

test('of two with equal points who beat the other stands first, before all other tie-breaks', () => {
  // b and d have a point each; d beat the stronger player, b beat d
  const met = play(['a', 'b', 'c', 'd'], { ad: 0, bc: 1, dc: 0, ab: 0, bd: 0, ca: null });
  const standings = standingsOf(met);
  expect(standings.map(({ player }) => 'abcd'[player])).toEqual(['a', 'c', 'b', 'd']);
  expect(standings[3]!.sonnebornBerger).toBeGreaterThan(standings[2]!.sonnebornBerger);
});

test('a bye and a game that one did not come to give points, and no tie-break', () => {
  const terms = { name: 'Open', system: 'swiss', game: 'chess', rounds: 1 } as const;
  const entered = (['a', 'b', 'c'] as const).map(
    name => ({ type: 'enter', name, key: null }) as const,
  );
  const now = apply(
    newTournament(terms),
    ...entered,
    { type: 'round' },
    { type: 'result', round: 1, board: 1, match: null, winner: 1 },
  );
  const none = { directEncounter: 0, buchholz: 0, buchholzCut1: 0, sonnebornBerger: 0 };
  expect(standingsOf(now)).toEqual([
    { rank: 1, player: 1, score: 2, ...none },
    { rank: 1, player: 2, score: 2, ...none },
    { rank: 3, player: 0, score: 0, ...none },
  ]);
});
