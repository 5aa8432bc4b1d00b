/** `kifu serve`: live matches over HTTP and WebSocket, kept in one file. */
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fail, ok, type Result } from '@kifu/core';
import { findGameIn } from '@kifu/record/file';
import type { KifuServer } from '@kifu/server';
import type { SqliteOptions, SqliteStore } from '@kifu/stores/sqlite';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { DestinationStream } from 'pino';
import { libraryPath } from '../home.ts';
import { type Context, type Io, put, putJson, putLine } from '../io.ts';
import { addExamples, wholeNumber } from '../options.ts';
import { type Handle, type Report, SILENT } from '../run-command.ts';
import { reason } from '../save.ts';

const PORT = 7423;
const LEVELS = ['silent', 'error', 'warn', 'info', 'debug'];
const OWNER_ONLY = 0o700;
const MIB = 1_048_576;

interface Options {
  readonly port: number;
  readonly host: string;
  readonly store?: string;
  readonly publicUrl?: string;
  readonly origin: readonly string[];
  readonly trustProxy?: boolean;
  readonly log: string;
  readonly site: boolean;
  /** In MiB. */
  readonly maxSize?: number;
}

/** The command. */
export const serveCommand = (handle: Handle): Command =>
  addExamples(
    new Command('serve')
      .description('Serve live matches: others play and watch them over the network.')
      .summary('Serve live matches.')
      .addOption(
        new Option('--port <N>', 'port to listen on, 0 for any that is free')
          .argParser(wholeNumber(0, 65_535))
          .default(PORT),
      )
      .option('--host <NAME>', 'address to listen on, 0.0.0.0 for all', '127.0.0.1')
      .option('--store <FILE>', 'file to keep matches in (default: that of your library)')
      .addOption(
        new Option('--public-url <URL>', 'address at which others reach it').argParser(urlText),
      )
      .addOption(
        new Option('--origin <URL>', 'another site whose pages may connect; may be repeated')
          .argParser((text: string, before: readonly string[]) => [...before, originText(text)])
          .default([], 'none'),
      )
      .option('--trust-proxy', 'one proxy in front says who asks, as the last in X-Forwarded-For')
      .addOption(
        new Option(
          '--max-size <MIB>',
          'how large the file may grow; as the disk unless told',
        ).argParser(wholeNumber(1, 1_000_000_000)),
      )
      .option('--no-site', 'serve the API alone, without pages')
      .addOption(
        new Option('--log <LEVEL>', 'what to write to standard error')
          .choices(LEVELS)
          .default('error'),
      )
      .action(handle<Options>((context, _words, options) => serve(context, options))),
    ['kifu serve', 'for programs on this machine'],
    ['kifu serve --host 0.0.0.0 --public-url https://kifu.example', 'for everybody'],
  );

const originText = (text: string): string => (text === '*' ? text : urlText(text));

function urlText(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new InvalidArgumentError('It must be an address that begins with http:// or https://.');
}

async function serve({ io, isJson }: Context, options: Options): Promise<Result<Report>> {
  const path = options.store ?? libraryPath(io);
  const maxBytes = options.maxSize === undefined ? {} : { maxBytes: options.maxSize * MIB };
  const opened = await openStore(io, path, maxBytes);
  if (!opened.ok) return opened;
  const { store, close } = opened.value;
  const log: DestinationStream = { write: line => void put(io.stderr, line) };
  // loaded here: other commands start quicker without it
  const [{ createServer }, { pino }] = await Promise.all([import('@kifu/server'), import('pino')]);
  const site = options.site ? await findSite() : null;
  if (site?.ok === false) await put(io.stderr, `there are no pages: ${site.fault.message}\n`);
  let server: KifuServer | null = null;
  try {
    server = await createServer({
      games: io.games,
      stores: store,
      logger: pino({ level: options.log }, log),
      origins: options.origin,
      trustsProxy: options.trustProxy ?? false,
      ...(site?.ok ? { site: site.value } : {}),
      ...(options.publicUrl === undefined ? {} : { publicUrl: options.publicUrl }),
    });
    const url = await server.listen({ port: options.port, host: options.host });
    if (isJson) await putJson(io, { ok: true, url, store: path });
    else {
      const about = site?.ok ? 'pages at /, the API at /api/docs' : 'the API at /api/docs';
      await putLine(io, `serving ${options.publicUrl ?? url} (${about})`);
      await putLine(io, `matches are kept in ${path}; Ctrl-C stops`);
    }
    await new Promise<void>(done => {
      // told once, it stops in peace; told again, at once
      const deafen = io.onStop(() => {
        deafen();
        done();
      });
    });
    return ok(SILENT);
  } catch (cause) {
    return fail('unreadable', `cannot serve at ${options.host}:${options.port}: ${reason(cause)}`);
  } finally {
    // the store is let go of, however the server has stopped
    await (server?.close() ?? Promise.resolve()).finally(close);
  }
}

/** The pages, built where they have not been yet. */
const findSite = async (): Promise<Result<string>> =>
  (await import('@kifu/web/export')).siteFolder();

/** The store, claimed for this process until it is closed. */
async function openStore(
  io: Io,
  path: string,
  limit: Pick<SqliteOptions, 'maxBytes'>,
): Promise<Result<{ readonly store: SqliteStore; close(): Promise<void> }>> {
  let letGo = () => {};
  try {
    await mkdir(dirname(path), { recursive: true, mode: OWNER_ONLY });
    const { createSqliteStore } = await import('@kifu/stores/sqlite');
    const { claimStore } = await import('../serving.ts');
    const claimed = claimStore(path);
    if (!claimed.ok) return claimed;
    letGo = claimed.value;
    // packs are read, but not made here: that would hold up whoever plays. The next command that uses the library makes them
    const store = await createSqliteStore(path, {
      findGame: findGameIn(io.games),
      keepBlocks: true,
      ...limit,
    });
    const close = () => store.close().finally(letGo);
    if (store.refusal === null) return ok({ store, close });
    await close();
    return fail('unwritable', `${path} cannot be written: ${store.refusal.message}`);
  } catch (cause) {
    letGo();
    return fail('unwritable', `${path} cannot be opened: ${reason(cause)}`);
  }
}
