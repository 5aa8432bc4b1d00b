/** Failures of engines, as one class: hosts report them as faults with the rule `seat-player`. */

/** What an engine did wrong. */
export type EngineProblem =
  /** It could not be started. */
  | 'start'
  /** It exited or closed its output. */
  | 'exit'
  /** It did not answer in time. */
  | 'timeout'
  /** It wrote more than the limits allow. */
  | 'flood'
  /** It answered something that its protocol does not have, or cannot do what was asked. */
  | 'protocol'
  /** It chose a move that is not legal. */
  | 'illegal-move';

/** A failure of an engine; the message is a sentence without the engine's name. */
export class EngineError extends Error {
  readonly problem: EngineProblem;

  constructor(problem: EngineProblem, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.name = 'EngineError';
    this.problem = problem;
  }
}

/** Longest piece of an engine's output that a message quotes, in characters. */
const MAX_QUOTE = 80;

/** Output of an engine as a message may show it: short, and without control characters. */
export const quoted = (text: string): string =>
  JSON.stringify(text.length <= MAX_QUOTE ? text : `${text.slice(0, MAX_QUOTE)}…`);
