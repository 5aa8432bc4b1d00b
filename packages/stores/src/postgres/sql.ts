/**
 * Statements written literally, in pieces: a placeholder in a template is a value, which is sent separately, or another piece.
 *
 *     sql`select id from names where ${isOld ? sql`id < ${limit}` : sql`true`}`
 */
import type { Statement } from './connections.ts';

/** Piece of a statement: its text, split at the values. */
export class Sql {
  /** One more than there are values. */
  readonly texts: readonly string[];
  readonly values: readonly unknown[];

  constructor(texts: readonly string[], values: readonly unknown[]) {
    this.texts = texts;
    this.values = values;
  }

  /** The piece with another behind it. */
  and(other: Sql): Sql {
    const texts = [...this.texts.slice(0, -1), this.texts.at(-1)! + other.texts[0]!];
    return new Sql([...texts, ...other.texts.slice(1)], [...this.values, ...other.values]);
  }
}

/** A piece with pieces and values in it. */
export const sql = (texts: TemplateStringsArray, ...given: readonly unknown[]): Sql =>
  given.reduce<Sql>(
    (all, one, i) =>
      all.and(one instanceof Sql ? one : new Sql(['', ''], [one])).and(raw(texts[i + 1]!)),
    raw(texts[0]!),
  );

/** A piece of our own text; never one that comes from outside. */
export const raw = (text: string): Sql => new Sql([text], []);

/** Pieces one after the other, with a text between them. */
export const join = (pieces: readonly Sql[], between: string): Sql =>
  pieces.reduce((all, piece) => all.and(raw(between)).and(piece));

/** The statement, its values numbered. */
export const statement = ({ texts, values }: Sql): Statement => ({
  text: texts.reduce((all, text, i) => `${all}$${i}${text}`),
  values,
});
