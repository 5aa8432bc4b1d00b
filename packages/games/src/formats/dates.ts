/** When a match began: ISO 8601 as records have it, and the tags of PGN and PDN. */
import { isDay } from '@kifu/core';
import type { Losses } from './losses.ts';

/** The day that the first three groups of a form find in a text, in ISO 8601; null where there is none. */
export function dayIn(text: string, form: RegExp): string | null {
  const [, year, month, day] = form.exec(text) ?? [];
  return isDay(Number(year), Number(month), Number(day)) ? `${year}-${month}-${day}` : null;
}

/** `2026.01.31`, as most files have it. */
export const DOTTED_DAY = /^(\d{4})\.(\d\d)\.(\d\d)$/;

type Tags = { readonly [name: string]: string };

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;
const MOMENT = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)(\.\d+)?Z)?$/;

/** The moment where UTCDate and UTCTime tell it; else the day, by Date where need be; else null. PGN standard §9.5. */
export function startIn(tags: Tags, form: RegExp): string | null {
  const { UTCDate = '', UTCTime = '' } = tags;
  const day = dayIn(UTCDate, form);
  if (day !== null && TIME.test(UTCTime)) return `${day}T${UTCTime}Z`;
  return day ?? dayIn(tags[LOCAL_DAY] ?? '', form);
}

/** The tag of the day at the place where the game was played. */
const LOCAL_DAY = 'Date';

/** The tags that tell when a match began; what they do not tell is counted. */
export function startTags(startedAt: string, losses: Losses): Tags {
  const [, iso, time, fraction] = MOMENT.exec(startedAt) ?? [];
  if (iso === undefined) losses.add('when it began');
  else if (fraction !== undefined) losses.add('when it began, to less than a second');
  if (iso === undefined) return {};
  const day = iso.replaceAll('-', '.');
  return { [LOCAL_DAY]: day, ...(time === undefined ? {} : { UTCDate: day, UTCTime: time }) };
}
