/** What the checks of a game say when a promise is broken. */
import { type Result, unwrap } from '../result.ts';

export function check(good: boolean, message: string): void {
  if (!good) throw new Error(message);
}

export function equal(actual: unknown, expected: unknown, message: string): void {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${message}: ${shorten(actual)} is not ${shorten(expected)}`);
}

/** Calls what must not throw for any input; `given` is the input that a failure names. */
export function attempt<T>(call: () => T, given: unknown): T {
  try {
    return call();
  } catch (cause) {
    throw new Error(`it throws, given ${shorten(given)}`, { cause });
  }
}

export function decoded<T>(result: Result<T>): T {
  check(result.ok, result.ok ? '' : `what was written is refused: ${result.fault.message}`);
  return result.ok ? result.value : unwrap(result);
}

/** A value as a few words; nesting too deep for `JSON.stringify` must not fail here. */
export function shorten(value: unknown): string {
  try {
    return (JSON.stringify(value) ?? String(value)).slice(0, 200);
  } catch {
    return 'something deep';
  }
}

/** Values of every wrong kind. */
export const ODD_VALUES: readonly unknown[] = [
  undefined,
  null,
  true,
  0,
  -1,
  1.5,
  Number.NaN,
  2 ** 53,
  '',
  'e2e4',
  '\ud800',
  [],
  [[]],
  [null],
  {},
  { from: null },
  { from: [0], to: [1, 2] },
  { from: 'a', to: {} },
  { __proto__: null, x: 1 },
  { type: 'move' },
  '0x',
  '0xZZ',
  '0x0',
];
