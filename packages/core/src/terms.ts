/**
 * What players agree on besides the game, as one table: from it come the type `Terms`, its bytes in a header, its form in JSON, and what
 * an invite may ask for. To add a term, add a row, and what it does. Format 1 has these keys: one that is newer is of the next format.
 */
import type { Branch, FairTerms } from './kifu.ts';
import type { TimeControl } from './time-control.ts';

/** The kinds of value that a term may have. Bytes are written as lower-case hex digits. */
export interface TermValues {
  readonly flag: boolean;
  readonly count: number;
  /** Up to 32 random bytes. */
  readonly nonce: string;
  /** A public key. */
  readonly key: string;
  readonly clock: TimeControl;
  readonly fair: FairTerms;
  readonly branch: Branch;
}

/** A row of the table. */
interface Term<Kind extends keyof TermValues, None extends TermValues[Kind] | null> {
  readonly kind: Kind;
  /** The value where a record says nothing; null where none is needed. */
  readonly none: None;
}

const term = <Kind extends keyof TermValues, None extends TermValues[Kind] | null>(
  kind: Kind,
  none: None,
): Term<Kind, None> => ({ kind, none });

/** Every term. */
export const TERMS = {
  /** At least 16 random bytes that distinguish matches that are otherwise equal. */
  nonce: term('nonce', ''),
  rated: term('flag', false),
  clock: term('clock', null),
  /** The public key of the referee, who orders the entries; null in a match without one. */
  referee: term('key', null),
  /** How the players produce randomness together; null if it comes from the seed in the header. */
  fair: term('fair', null),
  /** A state hash stands at least in every entry whose number this divides. */
  hashEvery: term('count', 16),
  /** Where the match branched off from another; null where it did not. */
  branch: term('branch', null),
} as const;

export type TermName = keyof typeof TERMS;
export const TERM_NAMES = Object.keys(TERMS) as readonly TermName[];

type ValueOf<Row> =
  Row extends Term<infer Kind, infer None>
    ? TermValues[Kind] | (null extends None ? null : never)
    : never;

/** What the players of a match agreed on besides its game. */
export type Terms = { readonly [Name in TermName]: ValueOf<(typeof TERMS)[Name]> };

/** What holds for records that say nothing of their own. */
export const NO_TERMS = Object.fromEntries(
  TERM_NAMES.map(name => [name, TERMS[name].none]),
) as unknown as Terms;

/** The terms that an invite asks for; the others are set by the program that writes the header. */
export const INVITE_TERMS = ['rated', 'clock'] as const satisfies readonly TermName[];
export type InviteTerm = (typeof INVITE_TERMS)[number];
export type InviteTerms = Pick<Terms, InviteTerm>;

/** The terms that an invite asks for; what it leaves out is as in a record that says nothing. */
export const inviteTerms = (
  asked: {
    readonly [Name in InviteTerm]?: InviteTerms[Name] | undefined;
  },
): InviteTerms =>
  Object.fromEntries(
    INVITE_TERMS.map(name => [name, asked[name] ?? NO_TERMS[name]]),
  ) as unknown as InviteTerms;
