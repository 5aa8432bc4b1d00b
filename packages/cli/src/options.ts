/** Options and arguments that several commands have. Their texts are in `@kifu/texts`. */
import { LEVEL_COUNT } from '@kifu/bots';
import { type JsonObject, parseJson, parseSeed } from '@kifu/core';
import type { MisuseTexts } from '@kifu/texts/en/cli/misuse';
import { Argument, type Command, Option } from 'commander';
import { refuse } from './misuse.ts';

/** Reads an integer within bounds. */
export const wholeNumber =
  (min: number, max: number) =>
  (text: string): number => {
    const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    return refuse(texts => texts.integer(min, max));
  };

/** `--referee`: public keys of trusted referees. */
export const refereeOption = (): Option =>
  new Option('--referee <KEY...>').argParser(
    (text: string, before: readonly string[] | undefined) => {
      if (!/^[0-9a-f]{64}$/i.test(text)) refuse(texts => texts.publicKey);
      return [...(before ?? []), text.toLowerCase()];
    },
  );

/** Reads a seed: an integer below 2^31, or 64 hex digits. */
function seedText(text: string): number | string {
  const seed = /^\d{1,10}$/.test(text) ? Number(text) : text;
  const parsed = parseSeed(seed);
  return parsed.ok ? seed : refuse(texts => texts.seed);
}

/** Reads a file name; `-` is refused, and `why` says what to do instead. */
export const fileName =
  (why: keyof MisuseTexts['notStdout']) =>
  (text: string): string => {
    if (text === '-') refuse(texts => texts.fileName(texts.notStdout[why]).trim());
    return text;
  };

/** Options about the user, whose defaults may come from the settings. */
const PERSONAL_OPTIONS = new WeakSet<Option>();

/** Returns whether the default of an option may come from the settings. */
export const isPersonal = (option: Option): boolean => PERSONAL_OPTIONS.has(option);

function personal(option: Option): Option {
  PERSONAL_OPTIONS.add(option);
  return option;
}

const MAX_NAME = 80;

/** `--name`: the person at this terminal. */
export const nameOption = (): Option => personal(new Option('--name <NAME>').argParser(nameText));

function nameText(text: string): string {
  const name = text.trim();
  // records use these words for players without a name
  if (name !== '' && name.length <= MAX_NAME && !/^(?:human$|bot(?:$|[:-]))/.test(name))
    return name;
  return refuse(texts => texts.playerName(MAX_NAME));
}

/** `--level`: how strong bots are. */
export const botLevelOption = (): Option =>
  new Option('--level <N>').argParser(wholeNumber(1, LEVEL_COUNT));

/** `--level`, with a default from the settings. */
export const levelOption = (): Option => personal(botLevelOption());

/** `--pieces`. */
export const piecesOption = (): Option =>
  personal(new Option('--pieces <STYLE>').choices(['figures', 'letters']));

/** `--server`, with a default from the settings. */
export const serverOption = (): Option => personal(new Option('--server <URL>').argParser(urlText));

/** The settings, each with the option of the same name. */
export const PERSONAL: { readonly [name: string]: () => Option } = {
  name: nameOption,
  level: levelOption,
  pieces: piecesOption,
  server: serverOption,
};

/** Reads the URL of a server. */
export function urlText(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  return refuse(texts => texts.url);
}

/** Reads the address of a peer: `/ip4/1.2.3.4/tcp/4001/p2p/12D3KooW…`. libp2p interprets it. */
export function addressText(text: string): string {
  if (/^\/[a-z0-9-]+(?:\/[^/\s]+)*$/.test(text) && text.length <= 512) return text;
  return refuse(texts => texts.multiaddr);
}

/** The name of a game. `kifu completion` knows it by this name. */
export const gameArgument = (): Argument => new Argument('<GAME>');

/** Adds an option of a game to those before it: JSON if it parses, otherwise text. */
function optionText(text: string, before: JsonObject = {}): JsonObject {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) return refuse(texts => texts.nameValue);
  const json = parseJson(value);
  return { ...before, [name]: json.ok ? json.value : value };
}

/** `--setup`, `--option`, `--position` and `--seed`: how a match starts. */
export const addStartOptions = (command: Command): Command =>
  command
    .addOption(new Option('--setup <JSON>'))
    .addOption(new Option('--option <NAME=VALUE>').argParser(optionText))
    .addOption(new Option('--position <TEXT>'))
    .addOption(new Option('--seed <N>').argParser(seedText));
