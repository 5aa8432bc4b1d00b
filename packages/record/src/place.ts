/** Where in a record a fault lies. */
import { type Fail, fail } from '@kifu/core';

/** A fault with where it happened, in words and as a pointer. */
export function within({ fault }: Fail, where: string, path: string): Fail {
  const { code, message, at = {}, ...more } = fault;
  return fail(code, `${where}: ${message}`, {
    ...more,
    at: { ...at, path: `${path}${at.path ?? ''}` },
  });
}
