/** What can go wrong with input is a value: a `Result` with a `Fault`, never a throw. */
import type { FaultCode } from './faults.ts';

/** Where in the input the fault lies, as far as the reader knows. */
export interface FaultLocation {
  /** JSON pointer (RFC 6901) into a value. */
  readonly path?: string;
  /** Characters or bytes from the start, counted from 0. */
  readonly offset?: number;
  /** Counted from 1. */
  readonly line?: number;
  /** Counted from 1. */
  readonly column?: number;
}

/** Why something was refused. */
export interface Fault {
  readonly code: FaultCode;
  /** One sentence for people. */
  readonly message: string;
  /** The game's own name of the rule that was broken. */
  readonly rule?: string;
  readonly at?: FaultLocation;
}

export type Ok<T> = { readonly ok: true; readonly value: T };
export type Fail = { readonly ok: false; readonly fault: Fault };

/** A value, or the fault that stands in its way. */
export type Result<T> = Ok<T> | Fail;

/** A good result. */
export const ok = <T>(value: T): Ok<T> => ({ ok: true, value });

/** A refusal: the code, a sentence, and where known the rule and the place. */
export const fail = (
  code: FaultCode,
  message: string,
  more: { readonly rule?: string; readonly at?: FaultLocation } = {},
): Fail => ({ ok: false, fault: { code, message, ...more } });

/** The value, for callers who know that it is good; throws where they are wrong. */
export function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(formatFault(result.fault));
}

/** A fault as one line of text: `illegal-move (ko): … at line 3, column 4`. */
export function formatFault({ code, message, rule, at }: Fault): string {
  const place = at === undefined ? '' : formatLocation(at);
  return `${code}${rule === undefined ? '' : ` (${rule})`}: ${message}${place && ` at ${place}`}`;
}

/** A place as text: `line 3, column 4`. */
export function formatLocation({ path, offset, line, column }: FaultLocation): string {
  const words = [
    path === undefined ? '' : path || 'the top',
    line === undefined ? '' : `line ${line}`,
    column === undefined ? '' : `column ${column}`,
    offset === undefined || line !== undefined ? '' : `offset ${offset}`,
  ];
  return words.filter(word => word !== '').join(', ');
}
