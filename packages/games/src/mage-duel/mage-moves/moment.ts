/** Seconds since 1970 and ISO 8601, in UTC. */

const DAY = 24 * 3600;
/** Days from 1 March of the year 0 to 1 January 1970: years that begin in March have their leap day last. */
const EPOCH = 719_468;
/** Days of 400 years, after which the calendar repeats. */
const ERA = 146_097;
/** The last second of the year 9999. */
export const MAX_MOMENT = 253_402_300_799;

/** `2025-06-15T12:00:00Z`. */
export function formatMoment(seconds: number): string {
  const days = Math.floor(seconds / DAY) + EPOCH;
  const rest = seconds % DAY;
  const era = Math.floor(days / ERA);
  const dayOfEra = days % ERA;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / (ERA - 1))) /
      365,
  );
  const dayOfYear = dayOfEra - daysBefore(yearOfEra);
  const month = Math.floor((5 * dayOfYear + 2) / 153); // from March: the months of 31, 30, 31, 30, 31 days repeat
  const day = dayOfYear - Math.floor((153 * month + 2) / 5) + 1;
  const year = era * 400 + yearOfEra + (month < 10 ? 0 : 1);
  const [hours, minutes] = [Math.floor(rest / 3600), Math.floor(rest / 60) % 60];
  const date = [pad(year, 4), pad(month < 10 ? month + 3 : month - 9), pad(day)].join('-');
  return `${date}T${[hours, minutes, rest % 60].map(part => pad(part)).join(':')}Z`;
}

const ISO = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d+)?Z$/;

/** The second of a moment from 1970 on, without its fraction; null for what is none. */
export function parseMoment(text: string): number | null {
  const found = ISO.exec(text);
  if (found === null) return null;
  const [year, month, day, hours, minutes, seconds] = found.slice(1).map(Number) as Six;
  const fromMarch = month > 2 ? month - 3 : month + 9;
  const marchYear = month > 2 ? year : year - 1;
  const days =
    Math.floor(marchYear / 400) * ERA +
    daysBefore(((marchYear % 400) + 400) % 400) +
    Math.floor((153 * fromMarch + 2) / 5) +
    day -
    1 -
    EPOCH;
  const moment = days * DAY + hours * 3600 + minutes * 60 + seconds;
  // what is no day or time of day is written differently
  const isWhole = moment >= 0 && moment <= MAX_MOMENT;
  return isWhole && formatMoment(moment).startsWith(text.slice(0, 19)) ? moment : null;
}

type Six = [number, number, number, number, number, number];

/** Days of the years of an era before this one. */
const daysBefore = (yearOfEra: number): number =>
  yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100);

const pad = (part: number, width = 2): string => `${part}`.padStart(width, '0');
