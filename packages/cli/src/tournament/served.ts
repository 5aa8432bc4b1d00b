/** Tournaments that a server runs: what is said there, and the file that it gives, read and verified as any other. */
import {
  makeTournament,
  type NewTournament,
  sayInTournament,
  type TournamentWord,
} from '@kifu/client/tournament';
import { fail, ok, type Result } from '@kifu/core';
import { Option } from 'commander';
import { type AccountOptions, inSession } from '../account/account.ts';
import type { Io } from '../io.ts';
import { urlText } from '../options.ts';
import { MAX_INPUT_BYTES, readStream } from '../read-input.ts';
import { within } from '../run-command.ts';
import { reason } from '../save.ts';
import { decodeTournament, type TournamentFile } from './file.ts';
import { rememberTournament } from './remember.ts';

/** Where a tournament is, and by which key something is said there. */
export interface ServedOptions extends AccountOptions {
  readonly server?: string;
}

/** `--server`, where a tournament may be in a file as well. */
export const servedOption = (): Option => new Option('--server <URL>').argParser(urlText);

/** Makes a tournament on a server. */
export const makeServed = (
  io: Io,
  options: ServedOptions,
  wanted: NewTournament,
): Promise<Result<string>> =>
  inSession(io, options, async (server, { token }) => {
    const made = await makeTournament(server, token, wanted);
    return made.ok ? ok(made.value.id) : made;
  });

/** Says something in a tournament on a server, and reads what it is then. */
export async function saySomething(
  io: Io,
  options: ServedOptions,
  id: string,
  word: TournamentWord,
): Promise<Result<TournamentFile>> {
  const said = await inSession(io, options, (server, { token }) =>
    sayInTournament(server, token, id, word),
  );
  return said.ok ? fetchTournament(io, options.server!, id) : said;
}

/** The tournament as the server has it, with all matches. */
export async function fetchTournament(
  io: Io,
  server: string,
  id: string,
): Promise<Result<TournamentFile>> {
  const url = new URL(`/api/tournaments/${encodeURIComponent(id)}/file`, server).href;
  try {
    const answer = await fetch(url);
    if (answer.status === 404) return fail('not-found', `${server} has no tournament ${id}`);
    if (!answer.ok || answer.body === null)
      return fail('unreadable', `${url} answers with status ${answer.status}`);
    const bytes = await readStream(answer.body, url, MAX_INPUT_BYTES);
    const file = bytes.ok ? await decodeTournament(url, bytes.value) : bytes;
    if (!file.ok) return within(url, file);
    await rememberTournament(io, file.value.open);
    return file;
  } catch (cause) {
    return fail('unreadable', `${server} does not answer: ${reason(cause)}`);
  }
}
