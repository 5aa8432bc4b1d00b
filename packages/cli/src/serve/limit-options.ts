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
      new Option(`--limit-${words(name).join('-')} <N>`, about(name))
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

/** What a limit is about, where its name does not say it. */
const ABOUT: { readonly [Name in keyof Limits]?: string } = {
  connections: 'sockets in all',
  connectionsPerAddress: 'sockets from one address',
  messagesPerSecond: 'messages a second from one socket',
  messageBurst: 'messages that may come at once',
  wordsPerMinute: 'words at a match a minute, from one seat or address, or from one player',
  wordBurst: 'words that may come at once',
  requestsPerMinute: 'requests a minute from one address',
  requestBurst: 'requests that may come at once',
  signInsPerMinute: 'sign-ins a minute from one address, and statements of players',
  signInBurst: 'sign-ins that may come at once',
  reportsPerDay: 'reports that one player and one address may make a day',
  vacationDays: 'days of vacation that a player has in a calendar year',
  requestMs: 'how long a request may take to come, in milliseconds',
  openPerAddress: 'invites and matches that one address may have going',
  open: 'invites and matches that may go on in all',
  behindBytes: 'bytes that may wait for a slow reader',
  behindMs: 'how long they may, in milliseconds',
  maxLagMs: 'round trip that is given back for a move, in milliseconds',
  restMs: 'when a match that nobody looks at leaves the memory, in milliseconds',
  resumeMs: 'how long players have to come back after a restart, in milliseconds',
  inviteMs: 'when an invite that nobody looks at is forgotten, in milliseconds',
  refusalsPerSecond: 'refused moves a second that are written down for a seat',
  botThreads: 'threads in which bots think',
  botPauseMs: 'how long moves stand where only bots play, in milliseconds',
  uploadBytes: 'bytes of an upload',
  keepsPerMinute: 'records a minute that one address may have kept',
  keepBurst: 'records that may be kept at once',
  foldThreads: 'threads in which records are played through',
  foldMs: 'how long one may take, in milliseconds',
  foldQueue: 'records that may wait for it in all',
  foldQueuePerAddress: 'records that may wait for it from one address',
  storeMs: 'how long a store may take for a request, in milliseconds',
  cacheBytes: 'bytes of records that are kept in memory',
};

const about = (name: keyof Limits): string => ABOUT[name] ?? words(name).join(' ');
