/** The limits of a server as options: `--limit-open-per-address 5`. */
import { capital } from '@kifu/core';
import { LIMITS, type Limits } from '@kifu/server/options';
import { type Command, Option } from 'commander';
import { wholeNumber } from '../options.ts';

const MAX = 1e12;
const names = Object.keys(LIMITS) as (keyof Limits)[];

/** Adds an option for each limit. */
export function addLimitOptions(command: Command): Command {
  for (const name of names)
    command.addOption(
      new Option(`--limit-${words(name).join('-')} <N>`)
        .argParser(wholeNumber(1, MAX))
        .default(LIMITS[name])
        .helpGroup('Limits:'),
    );
  return command;
}

/** The limits as a command has them among its options: `limitOpenPerAddress`. */
export type LimitOptions = {
  readonly [Name in keyof Limits as `limit${Capitalize<Name>}`]: number;
};

/** The limits among the options of a command. */
export const limitsIn = (options: LimitOptions): Partial<Limits> =>
  Object.fromEntries(
    names.map(name => [name, options[`limit${capital(name) as Capitalize<typeof name>}`]]),
  );

/** `behindMs` is `behind`, `ms`. */
const words = (name: string): string[] => name.split(/(?=[A-Z])/).map(word => word.toLowerCase());
