/** Dates of replays: ISO 8601 as Python writes it, and as records have it, in UTC. */
import { formatMoment, MAX_MOMENT, secondsTo } from '@kifu/core';

const FORM =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,6})\d*)?)?(Z|[+-]\d\d:?\d\d)?)?$/;

/** The first second of the year 1, before which Python has no dates. */
const MIN_MOMENT = -62_135_596_800;

/** A date and time in UTC, as records have it; a day if there is no time; null if it is not a date. Without a zone it is UTC. */
export function parseDate(text: string): string | null {
  const found = FORM.exec(text);
  if (found === null) return null;
  const [, year, month, day, hours, minutes, seconds = '00', fraction = '', zone = 'Z'] = found;
  const moment = secondsTo(
    [year, month, day].map(Number),
    [hours ?? 0, minutes ?? 0, seconds].map(Number),
  );
  const shift = zoneSeconds(zone);
  if (moment === null || shift === null) return null;
  const utc = moment - shift;
  if (utc < MIN_MOMENT || utc > MAX_MOMENT) return null;
  if (hours === undefined) return `${year}-${month}-${day}`;
  return `${formatMoment(utc).slice(0, -1)}${shortFraction(fraction)}Z`;
}

/** As Python writes a moment in UTC; a day is its beginning. Null if it is not a date. */
export function formatDate(startedAt: string): string | null {
  const parsed = parseDate(startedAt);
  if (parsed === null) return null;
  const [day, time = '00:00:00'] = parsed.replace('Z', '').split('T');
  const [whole, fraction] = time.split('.');
  return `${day}T${whole}${fraction === undefined ? '' : `.${fraction.padEnd(6, '0')}`}+00:00`;
}

/** How many seconds a zone is ahead of UTC; null for an unknown zone. */
function zoneSeconds(zone: string): number | null {
  if (zone === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(-2));
  if (hours > 23 || minutes > 59) return null;
  return (zone[0] === '-' ? -60 : 60) * (60 * hours + minutes);
}

/** Milliseconds where they are enough, else microseconds; nothing for a whole second. */
function shortFraction(digits: string): string {
  const micros = digits.padEnd(6, '0');
  if (Number(micros) === 0) return '';
  return `.${micros.endsWith('000') ? micros.slice(0, 3) : micros}`;
}
