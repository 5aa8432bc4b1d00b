/** Values of the command line that cannot be used, and what Commander complains about, in the language of the user. */
import { misuse as english, type MisuseTexts } from '@kifu/texts/en/cli/misuse';
import { InvalidArgumentError } from 'commander';

/** Why a value cannot be used, in any language. */
export type MisuseReason = (texts: MisuseTexts) => string;

export { english };

/** A value that cannot be used. Its message is made when the language is known. */
export class UnusableValueError extends InvalidArgumentError {
  readonly reason: MisuseReason;

  constructor(reason: MisuseReason) {
    super('');
    this.reason = reason;
  }
}

/** Refuses a value. */
export function refuse(reason: MisuseReason): never {
  throw new UnusableValueError(reason);
}

/** Why a value cannot be used; `choices` are those of its option or argument. */
export function describeRefusal(
  error: InvalidArgumentError,
  texts: MisuseTexts,
  choices?: readonly string[],
): string {
  if (error instanceof UnusableValueError) return error.reason(texts);
  return choices === undefined ? error.message : texts.choices(choices);
}

/** What Commander says, with the parts that it quotes, and the text that says it in another language. */
const COMPLAINTS: readonly (readonly [
  pattern: RegExp,
  text: (texts: MisuseTexts, ...parts: string[]) => string,
])[] = [
  [/^missing required argument '(.*)'$/, (texts, name) => texts.missingArgument(name!)],
  [/^option '(.*)' argument missing$/, (texts, option) => texts.missingValue(option!)],
  [/^required option '(.*)' not specified$/, (texts, option) => texts.missingOption(option!)],
  [
    /^option '(.*)' cannot be used with option '(.*)'$/,
    (texts, option, other) => texts.conflict(option!, other!),
  ],
  [/^unknown option '(.*)'$/, (texts, option) => texts.unknownOption(option!)],
  [/^unknown command '(.*)'$/, (texts, name) => texts.unknownCommand(name!)],
  [
    /^too many arguments.*?\. Expected (\d+) .* but got \d+: (.*)\.$/s,
    (texts, expected, given) => texts.tooMany(Number(expected), given!),
  ],
  [
    /^option '(.*?)' argument '(.*)' is invalid\. (.*)$/s,
    (texts, option, value, why) => `${texts.invalidOption(option!, value!)} ${why}`,
  ],
  [
    /^command-argument value '(.*)' is invalid for argument '(.*?)'\. (.*)$/s,
    (texts, value, name, why) => `${texts.invalidArgument(name!, value!)} ${why}`,
  ],
];

/** A complaint of Commander in another language; one that it does not know stays. */
export function describeComplaint(message: string, texts: MisuseTexts): string {
  const [, text = '', names] =
    /^(?:error: )?(.*?)(?:\n\(Did you mean (?:one of )?(.*)\?\))?$/s.exec(message) ?? [];
  const complaint = COMPLAINTS.find(([pattern]) => pattern.test(text));
  const [, ...parts] = complaint?.[0].exec(text) ?? [];
  const sentence = complaint === undefined ? text : complaint[1](texts, ...parts);
  const hint = names === undefined ? '' : `\n${texts.suggestion(names.split(', '))}`;
  return `${sentence}${hint}`;
}
