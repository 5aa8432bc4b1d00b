/** Dates of replays: ISO 8601 as Python writes it, and as records have it, in UTC. */

const FORM =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,6})\d*)?)?(Z|[+-]\d\d:?\d\d)?)?$/;

/** A date and time in UTC, as records have it; a day where no time is said; null where it is no date. Without a zone it is UTC. */
export function parseDate(text: string): string | null {
  const found = FORM.exec(text);
  if (found === null) return null;
  const [, year, month, day, hours, minutes, seconds = '00', fraction = '', zone = 'Z'] = found;
  const date = daysFrom(Number(year), Number(month), Number(day));
  if (date === null) return null;
  if (hours === undefined) return `${year}-${month}-${day}`;
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null;
  const shift = zoneMinutes(zone);
  if (shift === null) return null;
  const total = date * DAY + Number(hours) * 60 + Number(minutes) - shift;
  const moment = formatMinutes(total);
  return moment === null ? null : `${moment}:${seconds}${shortFraction(fraction)}Z`;
}

/** As Python writes a moment in UTC; a day is its beginning. Null where it is no date. */
export function formatDate(startedAt: string): string | null {
  const parsed = parseDate(startedAt);
  if (parsed === null) return null;
  const [day, time = '00:00:00'] = parsed.replace('Z', '').split('T');
  const [whole, fraction] = time.split('.');
  return `${day}T${whole}${fraction === undefined ? '' : `.${fraction.padEnd(6, '0')}`}+00:00`;
}

/** Minutes of a day. */
const DAY = 24 * 60;

/** How many minutes a zone is ahead of UTC; null where there is no such zone. */
function zoneMinutes(zone: string): number | null {
  if (zone === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(-2));
  if (hours > 23 || minutes > 59) return null;
  return (zone[0] === '-' ? -1 : 1) * (60 * hours + minutes);
}

/** Milliseconds where they are enough, else microseconds; nothing for a whole second. */
function shortFraction(digits: string): string {
  const micros = digits.padEnd(6, '0');
  if (Number(micros) === 0) return '';
  return `.${micros.endsWith('000') ? micros.slice(0, 3) : micros}`;
}

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

const monthDays = (year: number, month: number): number =>
  month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;

/** Days before a year of the Gregorian calendar, from the year 1 on. */
const daysBefore = (year: number): number =>
  365 * (year - 1) +
  Math.floor((year - 1) / 4) -
  Math.floor((year - 1) / 100) +
  Math.floor((year - 1) / 400);

/** The number of a day; null where there is none such. */
function daysFrom(year: number, month: number, day: number): number | null {
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > monthDays(year, month)) return null;
  let days = daysBefore(year) + day - 1;
  for (let before = 1; before < month; before++) days += monthDays(year, before);
  return days;
}

/** `2026-01-15T12:00` of so many minutes; null outside the years 1 to 9999. */
function formatMinutes(total: number): string | null {
  let left = Math.floor(total / DAY);
  if (left < 0 || left >= daysBefore(10_000)) return null;
  let year = Math.floor(left / 366) + 1;
  while (daysBefore(year + 1) <= left) year++;
  left -= daysBefore(year);
  let month = 1;
  while (left >= monthDays(year, month)) left -= monthDays(year, month++);
  const two = (number: number) => `${number}`.padStart(2, '0');
  const minutes = total - Math.floor(total / DAY) * DAY;
  const day = `${`${year}`.padStart(4, '0')}-${two(month)}-${two(left + 1)}`;
  return `${day}T${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
