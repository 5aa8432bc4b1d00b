/** When a game was played: the dates and times of day of PDN, and ISO 8601. */

type Tags = { readonly [name: string]: string };

/** The tag of the day at the place where the game was played. */
const LOCAL_DAY = 'Date';

const DAY = /^(\d{4})[.-](\d\d)[.-](\d\d)$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;
const ISO = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)(\.\d+)?Z)?$/;

/** The moment where UTCDate and UTCTime tell it; else the day, where one is known in full; else null. */
export function parseStart(tags: Tags): string | null {
  const { UTCDate = '', UTCTime = '' } = tags;
  const day = parseDay(UTCDate);
  if (day !== null && TIME.test(UTCTime)) return `${day}T${UTCTime}Z`;
  return day ?? parseDay(tags[LOCAL_DAY] ?? '');
}

function parseDay(text: string): string | null {
  const [, year, month, day] = DAY.exec(text) ?? [];
  return isDay(Number(year), Number(month), Number(day)) ? `${year}-${month}-${day}` : null;
}

function isDay(year: number, month: number, day: number): boolean {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return month >= 1 && month <= 12 && day >= 1 && day <= days;
}

/** The tags that tell when a match began, and whether they tell all of it; null where it is no moment or day. */
export function formatStart(startedAt: string): { tags: Tags; whole: boolean } | null {
  const [, iso, time, fraction] = ISO.exec(startedAt) ?? [];
  if (iso === undefined) return null;
  const day = iso.replaceAll('-', '.');
  const local = { [LOCAL_DAY]: day };
  const tags = time === undefined ? local : { ...local, UTCDate: day, UTCTime: time };
  return { tags, whole: fraction === undefined };
}
