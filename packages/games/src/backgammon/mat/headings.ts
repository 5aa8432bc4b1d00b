/** What stands above the moves of a file: tags, remarks, the length of the match, the game, the players. */
import { type Header, type Note, saysMore } from '@kifu/core';
import { DOTTED_DAY, dayIn } from '../../formats/dates.ts';
import type { Losses } from '../../formats/losses.ts';
import { SIDE_NAMES } from '../names.ts';
import {
  DATE_TAG,
  GAME_TAG,
  isUsual,
  LENGTH_TAG,
  parseSeedTag,
  SCORE_TAG,
  SEED_TAG,
} from './header.ts';
import { MAX_LINE, parseTag, remarkOf } from './scan.ts';

/** Tags that a file is to have besides those of the header. */
export type Tags = Map<string, string>;

/** The tags of a header as a file may have them; `seed` is null where the dice of the file are its own. */
export function tagsOf(header: Header, seed: string | null, losses: Losses): Tags {
  const tags: Tags = new Map(Object.entries(header.tags));
  const told = tags.get(SEED_TAG);
  if (told !== undefined && (seed !== null || parseSeedTag(told) !== null))
    dropTag(tags, SEED_TAG, losses);
  if (seed !== null) tags.set(SEED_TAG, seed);
  const variation = tags.get('Variation');
  if (variation !== undefined && !isUsual(variation)) dropTag(tags, 'Variation', losses);
  writeDay(tags, header.startedAt, losses);
  return tags;
}

/** Leaves a tag out. */
export function dropTag(tags: Tags, name: string, losses: Losses): void {
  if (tags.delete(name)) losses.add(`the tag ${name}`);
}

function writeDay(tags: Tags, startedAt: string | null, losses: Losses): void {
  const told = tags.get(DATE_TAG);
  if (startedAt === dayIn(told ?? '', DOTTED_DAY)) return;
  if (told !== undefined) dropTag(tags, DATE_TAG, losses);
  const tag = startedAt?.slice(0, 10).replaceAll('-', '.') ?? '';
  const day = dayIn(tag, DOTTED_DAY);
  if (day !== null) tags.set(DATE_TAG, tag);
  if (startedAt !== null && day !== startedAt)
    losses.add(day === null ? 'when it began' : 'the time of day when it began');
}

/** The lines above the moves. */
export function formatHeadings(
  header: Header,
  tags: Tags,
  remarks: readonly Note[],
  losses: Losses,
): string[] {
  const length = take(tags, LENGTH_TAG, /^[1-9]\d{0,4}$/, '0', losses);
  const number = take(tags, GAME_TAG, /^(?:0|[2-9]|[1-9]\d{1,4})$/, '1', losses);
  const score = take(
    tags,
    SCORE_TAG,
    /^(?!0-0$)(?:0|[1-9]\d{0,4})-(?:0|[1-9]\d{0,4})$/,
    '0-0',
    losses,
  );
  const lines = [...formatTags(tags, losses), ...formatRemarks(remarks, losses)];
  return [
    ...lines,
    ...(lines.length === 0 ? [] : ['']),
    ` ${length} point match`,
    '',
    ` Game ${number}`,
    formatPlayers(header, score.split('-'), losses),
  ];
}

/** Removes a tag that has its own place; a value that could not be read back is a loss. */
function take(tags: Tags, name: string, form: RegExp, usual: string, losses: Losses): string {
  const value = tags.get(name);
  if (value !== undefined && !form.test(value)) losses.add(`the tag ${name}`);
  tags.delete(name);
  return value !== undefined && form.test(value) ? value : usual;
}

/** In the order of their names, so that the same record gives the same bytes. */
function formatTags(tags: Tags, losses: Losses): string[] {
  return [...tags]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, value]) => {
      const line = `; [${name} "${value}"]`;
      const read = isLine(line) ? parseTag(line) : null;
      if (read !== null && read[0] === name && read[1] === value) return [line];
      losses.add(`the tag ${JSON.stringify(name.slice(0, 40))}`);
      return [];
    });
}

function formatRemarks(remarks: readonly Note[], losses: Losses): string[] {
  return remarks.flatMap(note => {
    const { author, text } = note;
    const line = `; ${text}`;
    const isGood =
      isLine(line) && text !== '' && remarkOf(line) === text && parseTag(line) === null;
    if (isGood && author === null && !saysMore(note)) return [line];
    losses.add('a comment');
    return [];
  });
}

const isLine = (text: string): boolean =>
  text.length <= MAX_LINE && !/[\n\r]/.test(text) && text.isWellFormed();

/** Names and scores; a name that a file cannot have is written as well as can be. */
function formatPlayers({ players }: Header, scores: readonly string[], losses: Losses): string {
  const [left, right] = [0, 1].map(seat => {
    const name = players.find(player => player.seat === seat)?.name ?? '';
    const plain = name
      .toWellFormed()
      .replace(/[\s:]+/g, ' ')
      .trim()
      .slice(0, 200);
    const isGood = plain === name && plain !== '?';
    if (!isGood) losses.add(`the name of ${SIDE_NAMES[seat as 0 | 1]}`);
    return plain === '' ? '?' : plain;
  });
  return `${` ${left} : ${scores[0]}`.padEnd(PLAYERS_COLUMN - 2)}  ${right} : ${scores[1]}`;
}

const PLAYERS_COLUMN = 33;
