/** How a game is spelled in records of IPGS: which setup an offer means, what steps say, and the file that both players sign. */
import type { Outcome, Seat } from './game.ts';
import type { Json, JsonObject } from './json.ts';
import type { Result } from './result.ts';

/** The spelling of a game in commits. Seat 0 is who has the first turn. IPGS §5.4, §9, §10. */
export interface CommitForm<State = unknown, Move extends Json = Json> {
  /** Texts of well-known rules objects; the first is the usual one. */
  readonly rules: readonly string[];
  /** Version of the file that both sign: 1 calls seat 0 black in every game; 2 uses the game's own sides and notation. */
  readonly fileVersion: 1 | 2;
  /** What results call the players, by seat: `W` and `B` in chess, `Blue` and `Red` in Mage Duel. */
  readonly sides: readonly [string, string];
  /** Returns the format of a rules object; rules of earlier versions may have a different one. */
  forRules?(rules: string): CommitForm<State, Move>;
  /** Whether the players may agree on a draw, where the rules give none. */
  readonly hasAgreedDraws: boolean;
  /** The options of the setup that the terms stand for; a fault where they cannot be played. */
  options(terms: CommitTerms): Result<JsonObject>;
  /** Reads the payload of a step that is taken in a state. */
  parse(state: State, text: string): Result<CommitStep<Move>>;
  /** Writes the payload of a step that is taken in a state. */
  format(state: State, step: CommitStep<Move>): string;
  /** An outcome that the rules give, as results are written: `B+3.5`, `W+`, `Draw`, `Void`. */
  formatOutcome(outcome: Outcome): string;
  /** Writes a move for the standard file, before it is played; without it, the file is made of the payloads alone. */
  spell?(state: State, move: Move): string;
  /** Games in which play stops to be counted: whether it has, and the move that takes it up again. */
  readonly counting?: { is(state: State): boolean; readonly resume: Move };
  /** Black's head start by handicap and komi, in ranks; 0 where there is none. Null: such a game is not rated. IPGS §12.1. */
  advantage(terms: CommitTerms): number | null;
  /** The standard SGF: the same record always gives the same bytes. */
  standard(match: StandardMatch): string;
}

/** The letters that SGF has for two sides, by seat: those of the sides where they are Black and White, else `B` for seat 0. */
export const sgfLetters = (sides: CommitForm['sides']): readonly [string, string] =>
  sides[0] === 'W' && sides[1] === 'B' ? sides : ['B', 'W'];

/** What a match is played by, once handicap and komi are settled. */
export interface CommitTerms {
  /** The payload of the offer; numbers in it may have fractions. */
  readonly offer: JsonObject;
  /** The text of the rules object. */
  readonly rules: string;
  readonly handicap: number;
  /** Null where the offer names none. */
  readonly komi: number | null;
}

/** What a step says. Comments are plain text, empty for none. */
export type CommitStep<Move extends Json = Json> =
  | {
      readonly type: 'move';
      /** Whose move it says it is; null where it does not say. */
      readonly seat: Seat | null;
      /** One move; all stones of a free handicap; none where only links are shown. */
      readonly moves: readonly Move[];
      /** Reveals of the committer's hash chain, 64 hex digits each. */
      readonly links: readonly string[];
      readonly comment: string;
    }
  | { readonly type: 'result'; readonly result: CommitResult<Move>; readonly comment: string }
  | { readonly type: 'comment'; readonly comment: string }
  | { readonly type: 'acknowledgement' }
  | { readonly type: 'dispute' };

/** A result that is proposed. */
export interface CommitResult<Move extends Json = Json> {
  /** `rules`: what the rules give, a score above all. */
  readonly how: 'resignation' | 'time' | 'forfeit' | 'rules' | 'draw' | 'void';
  readonly winner: Seat | null;
  /** In its long spelling. */
  readonly text: string;
  /** Moves after which the rules must give this result, where it says how it is counted; otherwise null. */
  readonly settling: readonly { readonly seat: Seat; readonly move: Move }[] | null;
}

/** A finished match, as the file that both sign is made of it. */
export interface StandardMatch {
  readonly terms: CommitTerms;
  /** `challenger|timestamp|contender`. */
  readonly name: string;
  readonly rulesCid: string;
  /** Seconds for all moves of a player, or for each move. */
  readonly time: { readonly type: 'absolute' | 'fixed'; readonly seconds: number };
  /** By seat. */
  readonly players: readonly [StandardPlayer, StandardPlayer];
  /** The text of the final result, in its long spelling, and the payload that proposed it. */
  readonly result: string;
  readonly proposal: string;
  readonly isRanked: boolean;
  /** When the first and the last commit were made, as they say it. */
  readonly firstAt: string;
  readonly lastAt: string;
  /** The content id of the last commit; null for games from elsewhere. */
  readonly head: string | null;
  /** All moves and comments in order. */
  readonly steps: readonly StandardStep[];
}

/** Who played, and the rating that was claimed. */
export interface StandardPlayer {
  readonly name: string;
  /** The content id of the key file. */
  readonly hash: string;
  readonly rating: number;
  readonly deviation: number;
}

/** A move or a comment. */
export interface StandardStep {
  readonly seat: Seat;
  /** The payload. */
  readonly text: string;
  /** The move as `CommitForm.spell` wrote it; empty where the step has no move or the form spells none. */
  readonly spelled: string;
  /** The timestamp of its commit. */
  readonly madeAt: string;
  /** Whole seconds left to the mover after it, with absolute time. */
  readonly leftSeconds: number | null;
}
