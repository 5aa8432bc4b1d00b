/** From a summary of a library to a match as it counts. */
import { formatCid, ok, type Result } from '@kifu/core';
import { decodeNext, isEnding } from '../node/index.ts';
import { readHeader } from '../record.ts';
import type { MatchSummary } from '../store/library.ts';
import type { BlockStore } from '../store/ports.ts';
import type { Judgment } from '../verdict.ts';
import { type TrustRule, whyUnproven } from './proven.ts';
import {
  type RatedMatch,
  type RatedPlayer,
  ratedMatchOf,
  type UnratedReason,
} from './rated-match.ts';

/** A day at least: what is known of a month only cannot be put in order. */
const DAY_LETTERS = 10;

/** How matches are read. */
export interface ReadingRule extends TrustRule {
  /** Takes ISO 8601, and gives milliseconds since 1970. */
  readonly parseTime: (text: string) => number;
  /** Verifies the record of a match; called only if header and ending let it count. */
  readonly judge: (listing: ListedMatch) => Promise<Result<Judgment>>;
}

type ListedMatch = Pick<MatchSummary, 'match' | 'head' | 'outcome'>;

/** A rated match, and whether it counts. */
export interface RatedCandidate {
  /** As it would count; null if its header or ending rules it out. */
  readonly rated: RatedMatch | null;
  /** What its record proves; null if it was not verified, as its header or ending rules it out. */
  readonly judged: Judgment | null;
  /** Null if it counts. */
  readonly why: UnratedReason | null;
}

/** Reads header and ending of a listed match, verifies it, and says whether it counts. */
export async function readRatedMatch(
  blocks: Pick<BlockStore, 'get'>,
  listing: ListedMatch,
  { parseTime, judge, ...trust }: ReadingRule,
): Promise<Result<RatedCandidate>> {
  const { match, head, outcome } = listing;
  if (outcome === null) return ok(ruledOut('not ended'));
  const header = readHeader([await blocks.get(match)]);
  if (!header.ok) return header;
  const last = decodeNext(await blocks.get(head));
  if (!last.ok) return last;
  const { startedAt } = header.value;
  const rated = ratedMatchOf({
    match: formatCid(match),
    header: header.value,
    ending: isEnding(last.value) ? last.value : null,
    startedAtMs:
      startedAt !== null && startedAt.length >= DAY_LETTERS ? parseTime(startedAt) : null,
  });
  if (typeof rated === 'string') return ok(ruledOut(rated));
  const judged = await judge(listing);
  return judged.ok
    ? ok({ rated, judged: judged.value, why: whyUnproven(judged.value, trust) })
    : judged;
}

const ruledOut = (why: UnratedReason): RatedCandidate => ({ rated: null, judged: null, why });

/**
 * Matches with keys replaced by their players, as `ownerOf` says for the time at which a match ended: a player with several keys
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
