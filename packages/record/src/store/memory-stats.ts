/** Counts what a query found in a library in memory. */
import type { Query } from './filters.ts';
import type { MatchSummary, PlayerTally, Stats } from './library.ts';
import { limitOf } from './query.ts';
import { foldName } from './tokenize.ts';

type Count = { -readonly [key in keyof PlayerTally]: PlayerTally[key] };

/** The counts, the most matches first. */
export function statsOf(found: readonly { readonly listing: MatchSummary }[], query: Query): Stats {
  const tallies = new Map<string, Count>();
  const part = foldName(query.player ?? '');
  const limit = limitOf(query);
  let entries = 0;
  for (const { listing } of found) {
    entries += listing.entries;
    if (limit === 0) continue; // only counted
    for (const [seat, player] of listing.players.entries()) {
      if (player === '' || !foldName(player).includes(part)) continue;
      const key = JSON.stringify([player, listing.game]);
      const tally = tallies.get(key) ?? nothing(player, listing.game);
      tallies.set(key, tally);
      tally.matches++;
      tally[scoreOf(listing, seat)]++;
    }
  }
  return {
    matches: found.length,
    entries,
    tallies: [...tallies.values()].sort(byMatches).slice(0, limit),
  };
}

const nothing = (player: string, game: string): Count => ({
  ...{ player, game, matches: 0, wins: 0, losses: 0, draws: 0, voids: 0, open: 0 },
});

function scoreOf({ outcome }: MatchSummary, seat: number) {
  if (outcome === null) return 'open';
  if (outcome.result === 'win') return outcome.winners.includes(seat) ? 'wins' : 'losses';
  return outcome.result === 'draw' ? 'draws' : 'voids';
}

/** The most matches first; with as many, by name and game. */
const byMatches = (a: PlayerTally, b: PlayerTally): number =>
  b.matches - a.matches || order(a.player, b.player) || order(a.game, b.game);

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
