/** The calendar without a clock: days and moments in UTC, as ISO 8601 and as seconds since 1970. */

const DAY = 24 * 3600;
/** Days from 1 March of the year 0 to 1 January 1970: years that begin in March have their leap day last. */
const EPOCH = 719_468;
/** Days of 400 years, after which the calendar repeats. */
const ERA = 146_097;
/** The last second of the year 9999. */
export const MAX_MOMENT = 253_402_300_799;

/** Days of the years of an era before this one. */
const daysBefore = (yearOfEra: number): number =>
  yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100);

const pad = (part: number, width = 2): string => `${part}`.padStart(width, '0');

/** Whether there is such a day. */
export function isDay(year: number, month: number, day: number): boolean {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return month >= 1 && month <= 12 && day >= 1 && day <= days;
}

/** Seconds from the beginning of 1970 to a moment; null where the calendar has no such day or time. */
export function secondsTo(date: readonly number[], time: readonly number[] = []): number | null {
  const [year = 0, month = 0, day = 0] = date;
  const [hours = 0, minutes = 0, seconds = 0] = time;
  if (!isDay(year, month, day) || hours > 23 || minutes > 59 || seconds > 59) return null;
  const marchYear = month > 2 ? year : year - 1;
  const era = Math.floor(marchYear / 400);
  const days =
    era * ERA +
    daysBefore(marchYear - 400 * era) +
    Math.floor((153 * ((month + 9) % 12) + 2) / 5) + // from March: months of 31, 30, 31, 30, 31 days repeat
    day -
    1 -
    EPOCH;
  return days * DAY + hours * 3600 + minutes * 60 + seconds;
}

/** `2025-06-15` of a day, counted from 1970. */
function formatDay(count: number): string {
  const days = count + EPOCH;
  const era = Math.floor(days / ERA);
  const dayOfEra = days - era * ERA;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / (ERA - 1))) /
      365,
  );
  const dayOfYear = dayOfEra - daysBefore(yearOfEra);
  const month = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * month + 2) / 5) + 1;
  const year = era * 400 + yearOfEra + (month < 10 ? 0 : 1);
  return [pad(year, 4), pad(month < 10 ? month + 3 : month - 9), pad(day)].join('-');
}

/** `2025-06-15T12:00:00Z` of a moment up to the year 9999. */
export function formatMoment(seconds: number): string {
  const days = Math.floor(seconds / DAY);
  const rest = seconds - days * DAY;
  const [hours, minutes] = [Math.floor(rest / 3600), Math.floor(rest / 60) % 60];
  return `${formatDay(days)}T${pad(hours)}:${pad(minutes)}:${pad(rest % 60)}Z`;
}

const ISO = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d+)?Z$/;

/** The second of a moment from 1970 on, without its fraction; null for what is none. */
export function parseMoment(text: string): number | null {
  const parts = (ISO.exec(text) ?? []).slice(1).map(Number);
  const seconds = parts.length === 0 ? null : secondsTo(parts.slice(0, 3), parts.slice(3));
  return seconds !== null && seconds >= 0 ? seconds : null;
}

/** A year, a month, a day, or a moment with its zone; without a zone it is UTC. */
const DATE =
  /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?(?:Z|([+-])(\d\d):(\d\d))?)?)?)?$/;

/** Milliseconds from the beginning of 1970 to a date, or to the beginning of a year, a month or a day; null where the calendar has no such date. */
export function parseDate(text: string): number | null {
  const found = DATE.exec(text);
  if (found === null) return null;
  const [, year, month = 1, day = 1, hours = 0, minutes = 0, seconds = 0, fraction = ''] = found;
  const [sign, zoneHours = 0, zoneMinutes = 0] = found.slice(8);
  const time = [hours, minutes, seconds].map(Number);
  const second = secondsTo([year, month, day].map(Number), time);
  if (second === null || Number(zoneHours) > 23 || Number(zoneMinutes) > 59) return null;
  const zone = Number(zoneHours) * 60 + Number(zoneMinutes);
  const ms = Number(fraction.slice(0, 3).padEnd(3, '0'));
  return (second - (sign === '-' ? -zone : zone) * 60) * 1000 + ms;
}
