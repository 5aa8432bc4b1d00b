/** The games of the site, as they are known before any rules are loaded; `npm run cards` writes the list. */
import cards from './games.json' with { type: 'json' };
import { text } from './texts.ts';

/** What is known of a game. */
export interface GameCard {
  readonly name: string;
  readonly title: string;
  /** How many can play, from and to. */
  readonly seats: readonly [number, number];
  readonly seatNames: readonly string[];
  /** Whether all act at any time. */
  readonly isFree: boolean;
  readonly hasChance: boolean;
  readonly hasSecrets: boolean;
  /** A match of it among the samples, and a moment of it with something to see. */
  readonly sample: { readonly file: string; readonly at: string };
}

export const GAME_CARDS = cards as unknown as readonly GameCard[];

/** What people call a game. */
export const titleOf = (name: string): string =>
  GAME_CARDS.find(card => card.name === name)?.title ?? name;

/** What kind of game it is, in a few words. */
export function kindOf({ seats, isFree, hasChance, hasSecrets }: GameCard): string {
  const words = text.game;
  const how = isFree
    ? words.free
    : hasSecrets
      ? words.secrets
      : hasChance
        ? words.chance
        : words.turns;
  return `${words.seats(seats)}, ${how}`;
}
