/** What a match file says in tags and headings, and a record in its header. */
import { type Fail, fail, type Header, type Json, parseSeed } from '@kifu/core';
import { DOTTED_DAY, dayIn } from '../../formats/dates.ts';
import { game } from '../rules.ts';
import type { MatGame } from './items.ts';

/** Tags that stand in their own places in a file: the length of the match, the number of the game, the score before it. */
export const LENGTH_TAG = 'Match length';
export const GAME_TAG = 'Game';
export const SCORE_TAG = 'Score';
/** The seed, in files that are written here: with it the dice of a file are those of the record. */
export const SEED_TAG = 'Seed';
/** The reason of an ending that the board does not show. */
export const TERMINATION_TAG = 'Termination';
/** The day of the match. Times of day that files tell are local, and so no moment. */
export const DATE_TAG = 'EventDate';

/** The value of a tag; of two the last. */
const tagOf = ({ tags }: MatGame, name: string): string =>
  tags.findLast(([known]) => known === name)?.[1] ?? '';

/** Refuses games that are played from other starts. */
export function refuseVariation(found: MatGame): Fail | null {
  const variation = tagOf(found, 'Variation');
  return isUsual(variation)
    ? null
    : fail('unsupported', `${JSON.stringify(variation.slice(0, 40))} is not played here`, {
        rule: 'variation',
      });
}

/** Whether a variation is what other files call the usual game. */
export const isUsual = (variation: string): boolean =>
  /^(?:standard|backgammon|)$/i.test(variation.trim());

/** The seed of a file that was written here; null for any other file, whose dice are its own. */
export const seedOf = (found: MatGame): Json => parseSeedTag(tagOf(found, SEED_TAG));

/** Reads the seed of a tag for the header; null if it is not one. */
export function parseSeedTag(text: string): Json {
  const seed = /^(?:0|[1-9]\d{0,9})$/.test(text) ? Number(text) : text;
  return parseSeed(seed).ok ? seed : null;
}

/** What the ending of a file is called by its tag; null where it tells none. */
export function terminationOf(found: MatGame): string | null {
  const reason = tagOf(found, TERMINATION_TAG);
  return isReason(reason) ? reason : null;
}

/** Whether a word is a reason as outcomes have them. */
export const isReason = (word: string): boolean => /^[a-z][A-Za-z]{0,39}$/.test(word);

/** The reason where nothing tells one. */
export const UNKNOWN = 'unknown';

/** Seed and options of the record: the rolls of a file come first, and what may follow them comes from seed 0. */
export const luckOf = (seed: Json, dice: readonly Json[]): Pick<Header, 'seed' | 'options'> => ({
  seed: seed ?? 0,
  options: seed !== null || dice.length === 0 ? {} : { dice },
});

/** The header of the record; `used` are tags that it says elsewhere. */
export function headerOf(
  found: MatGame,
  luck: Pick<Header, 'seed' | 'options'>,
  used: readonly string[],
): Header {
  const tags = tagsOf(found, used);
  return {
    game: game.name,
    version: game.version,
    options: luck.options,
    players: found.names.map((name, seat) => ({ seat, name })),
    seed: luck.seed,
    start: null,
    startedAt: dayIn(tags[DATE_TAG] ?? '', DOTTED_DAY),
    tags,
  };
}

/** Tags of the file, and what its headings say beyond the usual: one game that nothing went before. */
function tagsOf({ tags, length, number, scores }: MatGame, used: readonly string[]) {
  return Object.fromEntries([
    ...tags.filter(([name]) => !used.includes(name)),
    ...(length === 0 ? [] : [[LENGTH_TAG, `${length}`]]),
    ...(number === 1 ? [] : [[GAME_TAG, `${number}`]]),
    ...(scores.every(score => score === 0) ? [] : [[SCORE_TAG, scores.join('-')]]),
  ]) as Header['tags'];
}
