/** From a listing of a library to a match as it counts. */
import { formatCid, ok, type Result } from '@kifu/core';
import { decodeNext, isEnding } from '../node/index.ts';
import { readHeader } from '../record.ts';
import type { Listing } from '../store/library.ts';
import type { BlockStore } from '../store/ports.ts';
import { type NotCounted, type RatedMatch, type RatedPlayer, ratedMatchOf } from './rated-match.ts';

/** A day at least: what is known of a month only cannot be put in order. */
const DAY_LETTERS = 10;

/** Reads header and ending of a listed match. `parseTime` takes ISO 8601, and gives milliseconds since 1970. */
export async function readRatedMatch(
  blocks: Pick<BlockStore, 'get'>,
  { match, head, outcome }: Pick<Listing, 'match' | 'head' | 'outcome'>,
  parseTime: (text: string) => number,
): Promise<Result<RatedMatch | NotCounted>> {
  if (outcome === null) return ok('not ended');
  const header = readHeader([await blocks.get(match)]);
  if (!header.ok) return header;
  const last = decodeNext(await blocks.get(head));
  if (!last.ok) return last;
  const { startedAt } = header.value;
  return ok(
    ratedMatchOf({
      match: formatCid(match),
      header: header.value,
      ending: isEnding(last.value) ? last.value : null,
      startedAtMs:
        startedAt !== null && startedAt.length >= DAY_LETTERS ? parseTime(startedAt) : null,
    }),
  );
}

/**
 * Matches with keys replaced by the players whose they are, as `ownerOf` says for the time at which a match ended: who has several keys
 * has one rating. A match between two keys of one player does not count.
 */
export const withPlayers = (
  matches: Iterable<RatedMatch>,
  ownerOf: (key: string, atMs: number) => RatedPlayer | null,
): RatedMatch[] =>
  [...matches].flatMap(match => {
    const owned = (player: RatedPlayer): RatedPlayer =>
      (player.key === null ? null : ownerOf(player.key, match.endedAtMs)) ?? player;
    const players = [owned(match.players[0]), owned(match.players[1])] as const;
    const isSame = players[0].key !== null && players[0].key === players[1].key;
    return isSame ? [] : [{ ...match, players }];
  });
