/**
 * An author's assessment of all players: Glicko-2 from the games that can be relied on, and the opinions of others as far as they
 * have earned it. Which games and whose opinions was chosen by simulation (ADR 0041). IPGS §12.
 */
import { type GlickoRating, NEWCOMER, type RatedGame, rateAll } from '@kifu/core/glicko2';
import type { Rating } from '../payload.ts';
import type { DatedRating } from '../player-data.ts';
import { adjustRating, agreement, trustOf, type WeightedClaim } from './trust.ts';

/** What an author knows. Players are named by their fingerprints. */
export interface KnownWorld {
  readonly author: string;
  /** Games that the author has checked, and that count. */
  readonly games: readonly RatedGame[];
  readonly opinions: readonly Opinion[];
  readonly flags: ReadonlyMap<string, { readonly [name: string]: number }>;
  /** Trust as the person set it by hand. */
  readonly overrides: ReadonlyMap<string, number>;
  /** The present rating period, and the present. */
  readonly period: number;
  readonly now: bigint;
}

/** A player's claims about another player, or about themselves. */
export interface Opinion {
  readonly by: string;
  readonly about: string;
  readonly rating: DatedRating;
}

/** What the author makes of a player. */
export interface Assessment {
  readonly estimated: Rating;
  readonly trust: number;
  /** Claims by others, by author. */
  readonly byOthers: ReadonlyMap<string, DatedRating>;
  readonly claimed: Rating | null;
  readonly final: Rating;
}

/** How many reliable opponents make a player reliable: puppets have only their master. */
const ANCHORS = 2;
/** Players whom the author knows well enough to judge others' claims by them. */
const WELL_KNOWN_RD = 150;

/** Players whose games can be relied on: the author, the author's opponents, players with games against two of those, and so on. */
export function anchoredPlayers(author: string, games: readonly RatedGame[]): ReadonlySet<string> {
  const opponents = new Map<string, Set<string>>();
  for (const { players } of games)
    for (const seat of [0, 1] as const) {
      const [one, other] = [players[seat], players[1 - seat]!];
      opponents.set(one, (opponents.get(one) ?? new Set()).add(other));
    }
  const anchored = new Set([author, ...(opponents.get(author) ?? [])]);
  const vouching = new Map<string, number>();
  // a set is walked in the order in which it grows
  for (const player of anchored) {
    if (player === author) continue;
    for (const other of opponents.get(player) ?? []) {
      const count = (vouching.get(other) ?? 0) + 1;
      vouching.set(other, count);
      if (count >= ANCHORS) anchored.add(other);
    }
  }
  return anchored;
}

/** Assesses all players that the author knows. */
export function assessPlayers(world: KnownWorld): ReadonlyMap<string, Assessment> {
  const { author, opinions, flags, overrides, now } = world;
  const anchored = anchoredPlayers(author, world.games);
  const games = world.games.filter(({ players }) => players.every(player => anchored.has(player)));
  const own = rateAll(games, world.period);
  const played = new Map<string, number>();
  for (const { players } of games)
    for (const player of players) played.set(player, (played.get(player) ?? 0) + 1);
  const byAuthor = Map.groupBy(opinions, ({ by }) => by);
  const byPlayer = Map.groupBy(opinions, ({ about }) => about);
  const trustIn = new Map<string, number>();
  for (const player of new Set([author, ...own.keys(), ...byAuthor.keys(), ...byPlayer.keys()])) {
    const earned = trustOf(played.get(player) ?? 0, flags.get(player) ?? {});
    const said = (byAuthor.get(player) ?? []).flatMap(({ about, rating }) => {
      const known = own.get(about);
      return known === undefined || known.RD > WELL_KNOWN_RD
        ? []
        : [{ own: known, theirs: rating }];
    });
    const usual = player === author ? 1 : earned * agreement(said);
    trustIn.set(player, overrides.get(player) ?? usual);
  }
  return new Map(
    [...trustIn].map(([player, trust]) => [
      player,
      assess(player, own.get(player) ?? NEWCOMER, byPlayer.get(player) ?? [], trust, trustIn, now),
    ]),
  );
}

function assess(
  player: string,
  { R, RD }: GlickoRating,
  opinions: readonly Opinion[],
  trust: number,
  trustIn: ReadonlyMap<string, number>,
  now: bigint,
): Assessment {
  const estimated = { R, RD };
  const others = opinions.filter(({ by }) => by !== player);
  const claim = opinions.find(({ by }) => by === player)?.rating ?? null;
  const claims: WeightedClaim[] = others.map(({ by, rating }) => ({
    ...rating,
    trust: trustIn.get(by) ?? 0,
  }));
  if (claim !== null) claims.push({ ...claim, trust: trust / 2 });
  return {
    estimated,
    trust,
    byOthers: new Map(others.map(({ by, rating }) => [by, rating])),
    claimed: claim && { R: claim.R, RD: claim.RD },
    final: adjustRating(estimated, claims, now),
  };
}
