/** Options that all commands about a player have. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { fileName } from '../options.ts';

/** Where the player's folder is, and how its key is opened. */
export const addPeerOptions = (command: Command): Command =>
  command
    .addOption(
      new Option('--folder <DIR>', 'folder of the player (default: ipgs in your data folder)'),
    )
    .addOption(
      new Option('--passphrase-file <FILE>', 'file with the passphrase (default: KIFU_PASSPHRASE)'),
    );

/** `-o`: where to write. */
export const outputOption = (what: string): Option =>
  new Option('-o, --output <FILE>', what).argParser(fileName('Name a file.')).makeOptionMandatory();

/** `1600:200`: a rating and how far others may be from it. */
export function rating(text: string): { readonly R: number; readonly RD: number } {
  const [, R, RD] = /^(\d{1,4}):(\d{1,4})$/.exec(text) ?? [];
  if (R !== undefined && RD !== undefined) return { R: Number(R), RD: Number(RD) };
  throw new InvalidArgumentError('It must be two numbers, such as 1600:200.');
}

/** A number that may have a fraction. */
export const decimal =
  (min: number, max: number) =>
  (text: string): number => {
    const value = /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a number from ${min} to ${max}.`);
  };
