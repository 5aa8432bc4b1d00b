/** Options of the commands about ratings, and words that they share. */

import { fail } from '@kifu/core';
import { type RatedPlayer, SPEEDS } from '@kifu/record/ratings';
import type { PlayerReports } from '@kifu/texts/en/cli/reports/players';
import { type Command, Option } from 'commander';
import { refereeOption } from '../options.ts';
import { oneLine } from '../text.ts';
import type { CountingChoice } from './read-rated.ts';
import type { StoredRatings } from './stored-ratings.ts';

/** Letters of a key that are enough to name it. */
export const KEY_LETTERS = 8;

/** Why nothing can be shown yet. */
export const NO_RATINGS = fail(
  'not-found',
  'no ratings yet; compute them with kifu ratings rebuild',
);

/** Which ladders are meant. */
export interface LadderOptions {
  readonly game?: string;
  readonly speed?: string;
}

/** Which matches count, and where they are. */
export interface CountingOptions {
  readonly archive?: readonly string[];
  readonly referee?: readonly string[];
  readonly unsigned?: boolean;
}

/** `--game` and `--speed`. */
export const addLadderOptions = (command: Command): Command =>
  command
    .addOption(new Option('--game <NAME>'))
    .addOption(new Option('--speed <CLASS>').choices(SPEEDS));

const archiveOption = (): Option => new Option('--archive <PLACE...>');

/** `--referee`, `--unsigned` and `--archive`: which matches count. */
export const addCountingOptions = (command: Command): Command =>
  command.addOption(refereeOption()).option('--unsigned').addOption(archiveOption());

/** The choice of the user; without one, the choice that the stored ratings were made by. */
export function choiceOf(
  { referee, unsigned }: CountingOptions,
  stored: StoredRatings | null,
): CountingChoice {
  return {
    referees: referee?.toSorted() ?? stored?.counting.referees ?? [],
    unsigned: unsigned ?? stored?.counting.unsigned ?? false,
  };
}

/** Whether a ladder is one that the options name. */
export const isWanted =
  ({ game, speed }: LadderOptions) =>
  (ladder: { readonly game: string; readonly speed: string }): boolean =>
    (game ?? ladder.game) === ladder.game && (speed ?? ladder.speed) === ladder.speed;

/** A name, and the beginning of the key that tells it from others of that name. */
export const playerText = ({ key, name }: RatedPlayer, { noName }: RatingTexts): string =>
  key === null ? oneLine(name) : `${oneLine(name) || noName} ${key.slice(0, KEY_LETTERS)}`;

export type RatingTexts = PlayerReports['ratings'];
