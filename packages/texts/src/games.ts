/** What the texts of every game have in common. Each game adds its own; `en/games/` has their types. */

/** Texts of one game in one language. */
export interface GameTexts {
  /** Name of the game: `Kung Fu Chess`. */
  readonly title: string;
  /** Names of the seats, as they stand within a sentence: `White`, `South`. */
  readonly seats: readonly string[];
  /** Why a match ended, by the reason in its outcome; reasons that all games share are in `match.reasons`. */
  readonly reasons: { readonly [reason: string]: ReasonTexts };
  /** How many of an outcome's points make one that people count: 2 where the rules count half points (default: 1). */
  readonly perPoint?: number;
  /** Why a move is refused, by the rule of the fault: one sentence that speaks to the player. */
  readonly refusals: { readonly [rule: string]: string };
  /** What can be chosen for a match, by the name of the option. */
  readonly options?: { readonly [name: string]: OptionTexts };
  /** The same for forms, where people count in other units or know another name: `Komi` in points for half points. */
  readonly setUp?: { readonly [name: string]: OptionTexts };
  /** Matches that show the game, by their name; the first has the name `''`. */
  readonly demos?: { readonly [name: string]: DemoTexts };
}

/** A reason of an outcome. */
export interface ReasonTexts {
  /** In lists and filters: `Checkmate`. */
  readonly label: string;
  /** Behind “White wins” or “draw”: `by checkmate`. */
  readonly by: string;
}

/** An option of a game. */
export interface OptionTexts {
  readonly label: string;
  /** One sentence of help. */
  readonly help: string;
  /** Names of the values to choose from. */
  readonly values?: { readonly [value: string]: string };
}

/** A match that shows a game. */
export interface DemoTexts {
  readonly title?: string;
  /** What there is to see. */
  readonly about: string;
}
