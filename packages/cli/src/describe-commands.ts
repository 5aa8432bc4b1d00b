/** Puts texts on the tree of commands: what each is for, its arguments and options, and examples. */
import type { CliTexts } from '@kifu/texts/en/cli';
import { type Argument, type Command, InvalidArgumentError, type Option } from 'commander';
import { columnsOf } from './columns.ts';
import { describeComplaint, describeRefusal } from './misuse.ts';

/** Texts by the name of an argument, or by the long form of an option. */
type Descriptions = { readonly [name: string]: string };

/** The help of a command. Its arguments and options are also those of the commands below it. */
interface CommandHelp {
  readonly description: string;
  /** In the list of commands; the description by default. */
  readonly summary?: string;
  readonly arguments?: Descriptions;
  readonly options?: Descriptions;
  /** Command lines, each with what it is for. */
  readonly examples?: Descriptions;
  /** Printed after the examples. */
  readonly after?: string;
  readonly commands?: { readonly [name: string]: CommandHelp };
}

/** Describes a program and all its commands. */
export function describeProgram(program: Command, texts: CliTexts): void {
  const { shared, commands } = texts;
  const help: CommandHelp = {
    description: shared.program,
    examples: shared.programExamples,
    commands,
  };
  describeCommand(program, help, [shared], texts);
}

type Inherited = readonly Pick<CommandHelp, 'arguments' | 'options'>[];

function describeCommand(
  command: Command,
  help: CommandHelp | undefined,
  inherited: Inherited,
  texts: CliTexts,
): void {
  const chain = help === undefined ? inherited : [help, ...inherited];
  const find = (kind: 'arguments' | 'options', name: string): string =>
    chain.find(each => each[kind]?.[name] !== undefined)?.[kind]?.[name] ?? '';
  command
    .description(help?.description ?? '')
    .summary(help?.summary ?? '')
    .helpOption('-h, --help', find('options', '--help'));
  for (const argument of command.registeredArguments) {
    argument.description = find('arguments', argument.name());
    translateRefusals(argument, texts);
  }
  for (const option of command.options) {
    option.description = find('options', option.long ?? option.flags);
    translateRefusals(option, texts);
  }
  const more = [
    ...(help?.examples === undefined ? [] : exampleLines(help.examples, texts)),
    ...(help?.after === undefined ? [] : ['', help.after]),
  ];
  if (more.length > 0) command.addHelpText('after', more.join('\n'));
  const complain = command.error.bind(command);
  command.error = (message, options) =>
    complain(`error: ${describeComplaint(message, texts.misuse)}`, options);
  for (const part of command.commands)
    describeCommand(part, help?.commands?.[part.name()], chain, texts);
}

/** Says in the language of the user why a value cannot be used. */
function translateRefusals(target: Option | Argument, { misuse }: CliTexts): void {
  const { parseArg, argChoices } = target;
  if (parseArg === undefined) return;
  target.parseArg = <T>(value: string, previous: T): T => {
    try {
      return parseArg.call(target, value, previous) as T;
    } catch (cause) {
      if (!(cause instanceof InvalidArgumentError)) throw cause;
      throw new InvalidArgumentError(describeRefusal(cause, misuse, argChoices));
    }
  };
}

/** The widest that an example and its text may be on one line. */
const WIDE = 72;

/** Examples under the help of a command, each with its text beside it, or below if that is too wide. */
function exampleLines(examples: Descriptions, { shared }: CliTexts): string[] {
  const all = Object.entries(examples);
  const width = Math.max(...all.map(([line]) => line.length));
  const isWide = all.some(([, about]) => width + columnsOf(about) > WIDE);
  return [
    '',
    shared.headings['Examples:'],
    ...all.map(([line, about]) =>
      isWide ? `  $ ${line}\n        ${about}` : `  $ ${line.padEnd(width)}   ${about}`,
    ),
  ];
}

/** An option or argument with its choices and its default value. */
export function describeTarget(
  { description, argChoices, defaultValue }: Option | Argument,
  { shared }: CliTexts,
): string {
  const { choices, default: usual } = shared.headings;
  const hasDefault = typeof defaultValue === 'string' || Number.isFinite(defaultValue);
  const more = [
    ...(argChoices === undefined ? [] : [`${choices}: ${argChoices.join(', ')}`]),
    ...(hasDefault ? [`${usual}: ${defaultValue}`] : []),
  ];
  return [description, ...(more.length === 0 ? [] : [`(${more.join('; ')})`])].join(' ').trim();
}
