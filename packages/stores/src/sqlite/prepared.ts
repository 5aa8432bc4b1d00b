/** Statements that are prepared once and run often. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** Statements by name. */
export type Prepared<Name extends string> = { readonly [name in Name]: StatementSync };

/** Prepares statements. */
export const prepareAll = <Name extends string>(
  db: DatabaseSync,
  statements: { readonly [name in Name]: string },
): Prepared<Name> =>
  Object.fromEntries(
    Object.entries<string>(statements).map(([name, sql]) => [name, db.prepare(sql)]),
  ) as Prepared<Name>;
