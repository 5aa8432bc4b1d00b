/** The options about engines, shared by the commands that start some. */
import { type Command, Option } from 'commander';
import { refuse } from '../misuse.ts';
import { wholeNumber } from '../options.ts';
import { isEngineText } from './find-engine.ts';

const MAX_ELO = 5000;
const DAY_MS = 86_400_000;

/** Adds `--elo`, `--engine-option` and `--move-time`. */
export const addEngineOptions = (command: Command): Command =>
  command
    .addOption(new Option('--elo <N>').argParser(wholeNumber(1, MAX_ELO)))
    .addOption(namedOption())
    .addOption(new Option('--move-time <MS>').argParser(wholeNumber(1, DAY_MS)));

/** `--engine-option`: an option of the engine by its name; may be given several times. */
export const namedOption = (): Option =>
  new Option('--engine-option <NAME=VALUE>').argParser(addNamed);

/** Takes the words for an engine: `uci:stockfish`, `engine:NAME`. */
export const engineText = (text: string): string =>
  isEngineText(text) ? text : refuse(texts => texts.seats);

/** Adds `Hash=64` to the options that were given before. */
function addNamed(
  text: string,
  before: { readonly [name: string]: string } = {},
): { readonly [name: string]: string } {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  return name === undefined
    ? refuse(texts => texts.nameValue)
    : { ...before, [name.trim()]: value! };
}
