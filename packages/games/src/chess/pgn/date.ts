/** When a game was played: PGN's dates and times of day, and ISO 8601. */

/** The tag of the day at the place where the game was played. */
const LOCAL_DAY = 'Date';

type Tags = { readonly [name: string]: string };

const DAY = /^(\d{4})\.(\d\d)\.(\d\d)$/;
const TIME = /^(\d\d):(\d\d):(\d\d)$/;
const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d):(\d\d)(\.\d+)?Z)?$/;

/** The moment where UTCDate and UTCTime tell it; else the day, where one is known in full; else null. */
export function parseStart(tags: Tags): string | null {
  const { UTCDate = '', UTCTime = '' } = tags;
  const day = parseDay(UTCDate);
  if (day !== null && isTimeOfDay(UTCTime)) return `${day}T${UTCTime}Z`;
  return day ?? parseDay(tags[LOCAL_DAY] ?? '');
}

function parseDay(text: string): string | null {
  const found = DAY.exec(text);
  if (found === null) return null;
  const [, year, month, day] = found;
  return isDay(Number(year), Number(month), Number(day)) ? `${year}-${month}-${day}` : null;
}

function isDay(year: number, month: number, day: number): boolean {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return month >= 1 && month <= 12 && day >= 1 && day <= days;
}

function isTimeOfDay(text: string): boolean {
  const [, hours, minutes, seconds] = TIME.exec(text) ?? [];
  return Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) < 60;
}

/** The tags that tell when a match began, and whether they tell all of it; null where it is no moment or day. */
export function formatStart(startedAt: string): { tags: Tags; whole: boolean } | null {
  const found = ISO.exec(startedAt);
  if (found === null) return null;
  const [, year, month, day, hours, minutes, seconds, fraction] = found;
  const date = `${year}.${month}.${day}`;
  const tags: Tags =
    hours === undefined
      ? { [LOCAL_DAY]: date }
      : { [LOCAL_DAY]: date, UTCDate: date, UTCTime: `${hours}:${minutes}:${seconds}` };
  return { tags, whole: fraction === undefined };
}
