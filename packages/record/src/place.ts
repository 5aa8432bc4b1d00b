/** Where in a record a fault lies. */
import { type Fail, fail } from '@kifu/core';

/** A fault with its location, as a prefix and as a pointer. */
export function within({ fault }: Fail, where: string, path: string): Fail {
  const { code, message, at = {}, ...more } = fault;
  // the secret of a deal is in the ending, and is checked with the header
  const isOfEnding = at.path?.startsWith('/ending/') === true;
  return fail(code, `${isOfEnding ? 'the ending' : where}: ${message}`, {
    ...more,
    at: { ...at, path: isOfEnding ? at.path : `${path}${at.path ?? ''}` },
  });
}
