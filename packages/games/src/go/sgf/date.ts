/** When a game was played: the first day that DT names, and ISO 8601. */

/** The first day, where it is told in full; else null. */
export function parseDay(text: string): string | null {
  const [, year, month, day] = /^\s*(\d{4})-(\d\d)-(\d\d)(?![\d-])/.exec(text) ?? [];
  return isDay(Number(year), Number(month), Number(day)) ? `${year}-${month}-${day}` : null;
}

function isDay(year: number, month: number, day: number): boolean {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return month >= 1 && month <= 12 && day >= 1 && day <= days;
}

/** The day of a moment in ISO 8601; null where it is none. */
export const dayOf = (startedAt: string): string | null =>
  /^\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?$/.test(startedAt) ? parseDay(startedAt.slice(0, 10)) : null;
