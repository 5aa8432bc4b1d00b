/** JSON of payloads: written in its one spelling (RFC 8785), read as the source document prints it. IPGS §16. */
import { fail, ok, type Result } from '@kifu/core';
import canonicalize from 'canonicalize';

/** The canonical text of a value, which may have fractions in it. */
export const canonicalJson = (value: unknown): string => canonicalize(value)!;

/** Reads JSON; comments behind `//` and trailing commas are skipped. */
export function parseLenientJson(text: string): Result<unknown> {
  try {
    return ok(JSON.parse(text));
  } catch {
    // not as it should be; perhaps as it was printed in 2016
  }
  try {
    const plain = [COMMENTS, COMMAS].reduce(
      (rest, pattern) => rest.replace(pattern, (_, string) => string ?? ''),
      text,
    );
    return ok(JSON.parse(plain));
  } catch {
    return fail('malformed', 'invalid JSON');
  }
}

/** Strings too, since what stands in them stays. */
const COMMENTS = /("(?:[^"\\]|\\.)*")|\/\/.*/g;
const COMMAS = /("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g;
