/** The games of the site, as they are known before any rules are loaded: those of the server, and until it answers those of the build. */

import type { GameTexts } from '@kifu/texts/games';
import type { Pool } from '../find/pools.ts';
import built from './games.json' with { type: 'json' };
import { askServer } from './server.ts';
import { text, translated } from './texts.ts';

/** Description of a game. */
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
  /** What opponents are looked for on, in games whose players are used to other clocks than most. */
  readonly pools?: readonly Pool[];
  /** A match of it among the samples, and a moment of it with something to see; absent in games that were added after the build. */
  readonly sample?: { readonly file: string; readonly at: string };
}

/** The games of the build; `npm run cards` writes the list, with pictures and samples. */
export const BUILT_GAMES = built as unknown as readonly GameCard[];

let current = BUILT_GAMES;

/** The games to choose from. The event `kifu-games` of the window tells that there are others. */
export const gameCards = (): readonly GameCard[] => current;

/** A game as the server describes it. */
interface ServedGame extends Pick<GameCard, 'name' | 'title' | 'seats' | 'seatNames'> {
  readonly pace: 'turns' | 'free';
  readonly hasChance: boolean;
  readonly hasSecrets: boolean;
}

/** Asks the server which games it has; while it does not answer the list stays as it is. */
export async function loadGames(): Promise<void> {
  const answer = await askServer<{ readonly games: readonly ServedGame[] }>('games').catch(
    () => null,
  );
  if (answer === null || answer.games.length === 0) return;
  current = answer.games.map(({ name, title, seats, seatNames, pace, hasChance, hasSecrets }) => ({
    ...BUILT_GAMES.find(card => card.name === name),
    ...{ name, title, seats, seatNames, isFree: pace === 'free', hasChance, hasSecrets },
  }));
  dispatchEvent(new Event('kifu-games'));
}

/** A picture of a board of the game: from the build, or of the start position as the server draws it. */
export const boardPicture = (name: string): string =>
  BUILT_GAMES.some(card => card.name === name)
    ? `boards/${name}.svg`
    : `/api/games/${encodeURIComponent(name)}/board.svg`;

/** Returns the texts of a game in another language than English; null in English, and for games that were added. */
function translationOf(game: string) {
  const games: { readonly [game: string]: GameTexts } = translated?.games ?? {};
  return Object.hasOwn(games, game) ? games[game]! : null;
}

/** Returns the name of a game in the language of the site. */
export const titleOf = (name: string): string =>
  translationOf(name)?.title ?? current.find(card => card.name === name)?.title ?? name;

/** Returns the names of the seats of a game in the language of the site, without its rules. */
export const seatsOf = (game: string): readonly string[] =>
  translationOf(game)?.seats ??
  (current.find(({ name }) => name === game)?.seatNames ?? []).map(name =>
    name.replace(/^./, first => first.toUpperCase()),
  );

/** Describes the kind of a game: `2 players, turn-based`. */
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
