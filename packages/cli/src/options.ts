/** Options and arguments that several commands have, with the sentences for what cannot be used. */
import { LEVEL_COUNT } from '@kifu/bots';
import { capital, type JsonObject, parseJson, parseSeed } from '@kifu/core';
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';

/** Takes a whole number within bounds. */
export const wholeNumber =
  (min: number, max: number) =>
  (text: string): number => {
    const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };

/** `--referee`: keys of referees whose word the user takes. */
export const refereeOption = (): Option =>
  new Option(
    '--referee <KEY...>',
    'trust what this referee signed: its public key, as kifu info prints it',
  ).argParser((text: string, before: readonly string[] | undefined) => {
    if (!/^[0-9a-f]{64}$/i.test(text))
      throw new InvalidArgumentError('It must be a public key: 64 hex digits.');
    return [...(before ?? []), text.toLowerCase()];
  });

/** Takes a seed: a number below 2^31, or 64 hex digits. */
function seedText(text: string): number | string {
  const seed = /^\d{1,10}$/.test(text) ? Number(text) : text;
  const parsed = parseSeed(seed);
  if (!parsed.ok) throw new InvalidArgumentError(`${capital(parsed.fault.message)}.`);
  return seed;
}

/** Takes the name of a file; `-` is none, and `why` says so. */
export const fileName =
  (why: string) =>
  (text: string): string => {
    if (text === '-') throw new InvalidArgumentError(`It must be the name of a file. ${why}`);
    return text;
  };

/** Options that say something of the user, or what the user usually wants: they may come from the settings of the home. */
const PERSONAL_OPTIONS = new WeakSet<Option>();

/** Whether an option may come from the settings of the home. */
export const isPersonal = (option: Option): boolean => PERSONAL_OPTIONS.has(option);

function personal(option: Option): Option {
  PERSONAL_OPTIONS.add(option);
  return option;
}

const MAX_NAME = 80;

/** `--name`: the person at this terminal. */
export const nameOption = (): Option =>
  personal(new Option('--name <NAME>', 'what to call you in the record').argParser(nameText));

function nameText(text: string): string {
  const name = text.trim();
  // what stands for players without a name is no name
  if (name !== '' && name.length <= MAX_NAME && !/^(?:human$|bot(?:$|[:-]))/.test(name))
    return name;
  throw new InvalidArgumentError(
    `It must be a name of at most ${MAX_NAME} letters, and neither human nor that of a bot.`,
  );
}

/** `--level`: how well bots play. */
export const botLevelOption = (): Option =>
  new Option('--level <N>', `how well bots play: 1 to ${LEVEL_COUNT}`).argParser(
    wholeNumber(1, LEVEL_COUNT),
  );

/** `--level`, as one usually wants it. */
export const levelOption = (): Option => personal(botLevelOption());

/** `--pieces`. */
export const piecesOption = (): Option =>
  personal(new Option('--pieces <HOW>', 'how to draw pieces').choices(['figures', 'letters']));

/** `--server`, where there is no question that one is meant. */
export const serverOption = (): Option =>
  personal(new Option('--server <URL>', 'address of the server').argParser(urlText));

/** What the settings of the home may say, each as the option of that name. */
export const PERSONAL: { readonly [name: string]: () => Option } = {
  name: nameOption,
  level: levelOption,
  pieces: piecesOption,
  server: serverOption,
};

/** Takes the address of a server. */
export function urlText(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new InvalidArgumentError('It must be an address that begins with http:// or https://.');
}

/** Takes the address of a peer: `/ip4/1.2.3.4/tcp/4001/p2p/12D3KooW…`; what it means is for libp2p. */
export function addressText(text: string): string {
  if (/^\/[a-z0-9-]+(?:\/[^/\s]+)*$/.test(text) && text.length <= 512) return text;
  throw new InvalidArgumentError('It must be an address such as /ip4/127.0.0.1/tcp/4001.');
}

/** The name of a game. `kifu completion` knows it by this name. */
export const gameArgument = (): Argument =>
  new Argument('<GAME>', 'name of a game, see kifu games');

/** Takes one option of a game, after those before it: JSON where it is some, else a word. */
function optionText(text: string, before: JsonObject = {}): JsonObject {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new InvalidArgumentError('It must be NAME=VALUE, such as width=9.');
  const json = parseJson(value);
  return { ...before, [name]: json.ok ? json.value : value };
}

/** `--setup`, `--option`, `--position` and `--seed`: where a match begins. */
export const addStartOptions = (command: Command, seedAbout: string): Command =>
  command
    .addOption(new Option('--setup <JSON>', 'setup of the match: seats, seed, options, start'))
    .addOption(
      new Option(
        '--option <NAME=VALUE>',
        'an option of the game; --help after its name lists them',
      ).argParser(optionText),
    )
    .addOption(new Option('--position <TEXT>', 'position to start from, such as a FEN'))
    .addOption(new Option('--seed <N>', seedAbout).argParser(seedText));

/** Examples under the help of a command, each with what it is about beside it, or below where that is too wide. */
export function addExamples(
  command: Command,
  ...examples: readonly [line: string, about: string][]
): Command {
  const width = Math.max(...examples.map(([line]) => line.length));
  const isWide = examples.some(([, about]) => width + about.length > 72);
  const between = isWide ? '\n        ' : '   ';
  const lines = examples.map(
    ([line, about]) => `  $ ${isWide ? line : line.padEnd(width)}${between}${about}`,
  );
  return command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
}
