/**
 * Text as PostgreSQL can keep it: it has no place for U+0000. That letter and the three after it, with which it is written, become
 * U+0001 and two of U+0002 and U+0003. So the order of texts stays as it is, and a part of a text stays a part of it.
 */

/** First character of an escape; it does not occur unescaped in stored text. */
const LEAD = '\u0001';
const DIGITS = ['\u0002', '\u0003'] as const;
const CODES = 4;

/** Returns text as stored. */
export const encodeText = (text: string): string => {
  let kept = '';
  let done = 0;
  for (let i = 0; i < text.length; i++) {
    const n = text.charCodeAt(i);
    if (n >= CODES) continue;
    kept += text.slice(done, i) + LEAD + DIGITS[n >> 1] + DIGITS[n & 1];
    done = i + 1;
  }
  return done === 0 ? text : kept + text.slice(done);
};

/** Text as it was given. */
export function decodeText(kept: string): string {
  const [first, ...rest] = kept.split(LEAD);
  if (rest.length === 0) return kept;
  const decoded = rest.map(
    ([high, low, ...more]) => String.fromCharCode(2 * bit(high) + bit(low)) + more.join(''),
  );
  return first + decoded.join('');
}

const bit = (digit: string | undefined): number => (digit === DIGITS[1] ? 1 : 0);
