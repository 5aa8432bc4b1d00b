/** What is said of games without their rules: seats and reasons, in the language of the site. */
import { capital, spaced } from '@kifu/core';
import { match as english, type MatchTexts } from '@kifu/texts/en/match';
import type { GameTexts, ReasonTexts } from '@kifu/texts/games';
import { translated } from './texts.ts';

/** Texts of any match. */
export const matchTexts = (): MatchTexts => translated?.match ?? english;

/** Texts of a game; null in English, where they come with its kit, and for games that were added. */
export const textsOf = (game: string): GameTexts | null => {
  const games: { readonly [game: string]: GameTexts } = translated?.games ?? {};
  return Object.hasOwn(games, game) ? games[game]! : null;
};

/** Texts of a reason of an outcome: of the game, or of any match; one without a text is written in plain letters. */
export function reasonTexts(reason: string, game: Pick<GameTexts, 'reasons'> | null): ReasonTexts {
  const all = matchTexts();
  for (const known of [game?.reasons ?? {}, all.reasons] as GameTexts['reasons'][])
    if (Object.hasOwn(known, reason)) return known[reason]!;
  return { label: capital(spaced(reason)), by: all.outcome.other(spaced(reason)) };
}
