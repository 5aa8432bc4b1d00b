/** Options that all commands about a player have. */
import { type Command, Option } from 'commander';
import { refuse } from '../misuse.ts';
import { fileName } from '../options.ts';

/** Where the player's folder is, and how its key is opened. */
export const addPeerOptions = (command: Command): Command =>
  command.addOption(new Option('--folder <DIR>')).addOption(new Option('--passphrase-file <FILE>'));

/** `-o`: where to write. */
export const outputOption = (): Option =>
  new Option('-o, --output <FILE>').argParser(fileName('file')).makeOptionMandatory();

/** `1600:200`: a rating and how far others may be from it. */
export function rating(text: string): { readonly R: number; readonly RD: number } {
  const [, R, RD] = /^(\d{1,4}):(\d{1,4})$/.exec(text) ?? [];
  if (R !== undefined && RD !== undefined) return { R: Number(R), RD: Number(RD) };
  return refuse(texts => texts.ratingRange);
}

/** A number that may have a fraction. */
export const decimal =
  (min: number, max: number) =>
  (text: string): number => {
    const value = /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    return refuse(texts => texts.number(min, max));
  };
