/** Moments as IPGS writes them: RFC 3339 in UTC with up to nine decimals, counted in nanoseconds since 1970. IPGS §1. */
import { fail, ok, type Result } from '@kifu/core';

/** Nanoseconds per second, per millisecond. */
export const SECOND = 1_000_000_000n;
const MILLISECOND = 1_000_000n;

const FORM = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?Z$/;

const WRONG = fail(
  'malformed',
  'invalid timestamp; expected UTC with nine decimals at most, such as 2024-03-01T10:05:30.5Z',
  { rule: 'timestamp' },
);

/** Reads a timestamp. Trailing zeros are read too: in what was signed they stand as they are. */
export function parseTimestamp(text: string): Result<bigint> {
  const [, whole, fraction = ''] = FORM.exec(text) ?? [];
  const ms = whole === undefined ? Number.NaN : Date.parse(`${whole}Z`);
  // the 30th of February and the 61st second would be moments of other names
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 19) !== whole) return WRONG;
  return ok(BigInt(ms) * MILLISECOND + BigInt(fraction.padEnd(9, '0')));
}

/** The one way to write a moment: no zeros at the end of the fraction, none where it is zero. */
export function formatTimestamp(at: bigint): string {
  const fraction = ((at % SECOND) + SECOND) % SECOND;
  const whole = new Date(Number((at - fraction) / MILLISECOND)).toISOString().slice(0, 19);
  const digits = `${fraction}`.padStart(9, '0').replace(/0+$/, '');
  return `${whole}${digits === '' ? '' : `.${digits}`}Z`;
}

/** A moment by a clock that counts milliseconds. */
export const fromMs = (ms: number): bigint => BigInt(Math.trunc(ms)) * MILLISECOND;

/** A moment as a `Date`, which counts milliseconds; what is less is cut off. */
export const toDate = (at: bigint): Date => new Date(Number(at / MILLISECOND));
