/** Parts of bytes that are asked for over HTTP (RFC 9110 §14). */

/** From the first byte up to but without the last. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** The part that a `Range` asks for; null for all of it, as where the header has another form or asks for several parts. */
export function readByteRange(
  range: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | null {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? [];
  if (first === undefined || last === undefined || first + last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return null;
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size : Math.min(Number(last) + 1, size) };
}
