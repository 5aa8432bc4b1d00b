/** `kifu serve`: live matches over HTTP and WebSocket, kept in one file or a database. */
import { resolve } from 'node:path';
import { fail, ok, type Result } from '@kifu/core';
import type { KifuServer } from '@kifu/server';
import { type ServerOptions, UPLOAD_POLICIES } from '@kifu/server/options';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { DestinationStream } from 'pino';
import { libraryPath } from '../home.ts';
import { type Context, put, putJson, putLine } from '../io.ts';
import { openArchiveAt } from '../library/archives.ts';
import { addExamples, urlText, wholeNumber } from '../options.ts';
import { type CommandReport, type Handle, misuse, SILENT } from '../run-command.ts';
import { reason } from '../save.ts';
import { addLimitOptions, type LimitOptions, limitsIn } from '../serve/limit-options.ts';
import { openServerStore } from '../serve/store.ts';

const PORT = 7423;
const LEVELS = ['silent', 'error', 'warn', 'info', 'debug'];
/** A token that can be guessed is none. */
const MIN_TOKEN = 16;
const MIB = 1_048_576;

interface ServeOptions {
  readonly port: number;
  readonly host: string;
  readonly store?: string;
  readonly publicUrl?: string;
  readonly origin: readonly string[];
  readonly trustProxy?: boolean;
  readonly log: string;
  readonly site: boolean;
  readonly metricsPort?: number;
  readonly metricsHost: string;
  readonly archive?: string;
  readonly bus?: string;
  readonly clusterHost: string;
  readonly clusterPort: number;
  readonly clusterUrl?: string;
  readonly uploads: NonNullable<ServerOptions['uploads']>;
  readonly uploadToken: readonly string[];
  readonly adminToken?: string;
  readonly admin: readonly string[];
  /** In MiB. */
  readonly maxSize?: number;
}

/** The command. */
export const serveCommand = (handle: Handle): Command =>
  addExamples(
    addLimitOptions(
      new Command('serve')
        .description('Serve live matches: others play and watch them over the network.')
        .summary('Serve live matches.')
        .addOption(
          new Option('--port <N>', 'port to listen on, 0 for any that is free')
            .argParser(wholeNumber(0, 65_535))
            .default(PORT),
        )
        .option('--host <NAME>', 'address to listen on, 0.0.0.0 for all', '127.0.0.1')
        .option(
          '--store <PLACE>',
          'file to keep matches in, or postgres://user:password@host:port/database (default: the file of your library)',
        )
        .option(
          '--archive <PLACE>',
          'archive whose matches are found and opened too: a folder, or the address of one on any host for files',
        )
        .addOption(
          new Option('--public-url <URL>', 'address at which others reach it').argParser(urlText),
        )
        .addOption(
          new Option('--origin <URL>', 'another site whose pages may connect; may be repeated')
            .argParser((text: string, before: readonly string[]) => [...before, originText(text)])
            .default([], 'none'),
        )
        .option(
          '--trust-proxy',
          'one proxy in front says who asks, as the last in X-Forwarded-For; needs --public-url',
        )
        .addOption(
          new Option(
            '--max-size <MIB>',
            'how large the file may grow; as the disk unless told',
          ).argParser(wholeNumber(1, 1_000_000_000)),
        )
        .option('--no-site', 'serve the API alone, without pages')
        .addOption(
          new Option('--uploads <WHOSE>', 'whose records are kept: with a token (known), or all')
            .choices(UPLOAD_POLICIES)
            .default('open'),
        )
        .addOption(
          new Option('--upload-token <TEXT>', 'who has it may upload; may be repeated')
            .argParser((text: string, before: readonly string[]) => [...before, tokenText(text)])
            .default([], 'none'),
        )
        .addOption(
          new Option(
            '--admin-token <TEXT>',
            'who has it may upload and take matches off the library',
          ).argParser(tokenText),
        )
        .addOption(
          new Option('--admin <KEY>', 'a player who keeps order, by key; may be repeated')
            .argParser((text: string, before: readonly string[]) => [...before, keyText(text)])
            .default([], 'none'),
        )
        .addOption(
          new Option('--metrics-port <N>', 'port for /metrics (default: none)').argParser(
            wholeNumber(0, 65_535),
          ),
        )
        .option('--metrics-host <NAME>', 'address for /metrics', '127.0.0.1')
        .option(
          '--bus <URL>',
          'nats://host:port through which processes of the same database notify each other (default: the database)',
        )
        .option(
          '--cluster-host <NAME>',
          'address on which to listen for other processes of the same database',
          '127.0.0.1',
        )
        .addOption(
          new Option('--cluster-port <N>', 'port for other processes, 0 for any free port')
            .argParser(wholeNumber(0, 65_535))
            .default(0),
        )
        .addOption(
          new Option(
            '--cluster-url <URL>',
            'URL at which other processes reach this one (default: where it listens)',
          ).argParser(urlText),
        )
        .addOption(
          new Option('--log <LEVEL>', 'what to write to standard error')
            .choices(LEVELS)
            .default('error'),
        )
        .option('--config <FILE>', 'JSON with these options by their names: {"port": 80}')
        .action(
          handle<ServeOptions & LimitOptions>((context, _words, options) =>
            serve(context, options),
          ),
        ),
    ),
    ['kifu serve', 'for programs on this machine'],
    ['kifu serve --host 0.0.0.0 --public-url https://kifu.example', 'for everybody'],
    ['kifu serve --store postgres://kifu@db/kifu', 'kept in PostgreSQL, by one process or several'],
    ['kifu serve --archive https://files.example/games/', 'with what has left the store'],
    ['KIFU_PORT=8080 KIFU_LOG=info kifu serve', 'options from the environment'],
  );

function tokenText(text: string): string {
  if (/^[\x21-\x7e]+$/.test(text) && text.length >= MIN_TOKEN) return text;
  throw new InvalidArgumentError(`It must be at least ${MIN_TOKEN} letters and digits.`);
}

function keyText(text: string): string {
  if (/^[0-9a-f]{64}$/.test(text)) return text;
  throw new InvalidArgumentError('It must be a key: 64 hex digits, see kifu whoami.');
}

const originText = (text: string): string => (text === '*' ? text : urlText(text));

async function serve(
  { io, isJson }: Context,
  options: ServeOptions & LimitOptions,
): Promise<Result<CommandReport>> {
  if (options.trustProxy === true && options.publicUrl === undefined)
    return misuse(
      '--trust-proxy needs --public-url URL: behind a proxy only you can say at which address others reach the server',
    );
  const archive =
    options.archive === undefined
      ? null
      : await openArchiveAt(options.archive, { isFollowed: true });
  if (archive?.ok === false) return archive;
  const opened = await openServerStore(io, options.store ?? libraryPath(io), {
    ...(options.maxSize === undefined ? {} : { maxBytes: options.maxSize * MIB }),
    ...(options.bus === undefined ? {} : { bus: options.bus }),
  });
  if (!opened.ok) return opened;
  const { stores, cluster, name, close } = opened.value;
  const peer = {
    host: options.clusterHost,
    port: options.clusterPort,
    ...(options.clusterUrl === undefined ? {} : { url: options.clusterUrl }),
  };
  const log: DestinationStream = { write: line => void put(io.stderr, line) };
  // loaded here: other commands start quicker without it
  const [{ createServer }, { pino }] = await Promise.all([import('@kifu/server'), import('pino')]);
  const site = options.site ? await findSite() : null;
  if (site?.ok === false) await put(io.stderr, `there are no pages: ${site.fault.message}\n`);
  const ownGames = site?.ok && io.env.KIFU_GAMES ? await bundleGames(io.env.KIFU_GAMES) : null;
  if (ownGames?.ok === false) await put(io.stderr, `KIFU_GAMES: ${ownGames.fault.message}\n`);
  const logger = pino({ level: options.log }, log);
  let server: KifuServer | null = null;
  try {
    server = await createServer({
      games: io.games,
      stores,
      ...(archive === null ? {} : { archive: archive.value }),
      ...(cluster === undefined ? {} : { cluster: { ...cluster, peer } }),
      logger,
      origins: options.origin,
      trustsProxy: options.trustProxy ?? false,
      limits: limitsIn(options),
      uploads: options.uploads,
      uploadTokens: options.uploadToken,
      admins: options.admin,
      ...(options.adminToken === undefined ? {} : { adminToken: options.adminToken }),
      hasMetricsApart: true,
      ...(site?.ok ? { site: site.value } : {}),
      ...(ownGames?.ok ? { siteGames: ownGames.value } : {}),
      ...(options.publicUrl === undefined ? {} : { publicUrl: options.publicUrl }),
    });
    const url = await server.listen({ port: options.port, host: options.host });
    const metrics =
      options.metricsPort === undefined
        ? null
        : await server.listenMetrics({ port: options.metricsPort, host: options.metricsHost });
    logger.info({ url, store: name, metrics }, 'serving');
    if (isJson) await putJson(io, { ok: true, url, store: name, metrics });
    else {
      const about = site?.ok ? 'pages at /, the API at /api/docs' : 'the API at /api/docs';
      await putLine(io, `serving ${options.publicUrl ?? url} (${about})`);
      if (metrics !== null) await putLine(io, `metrics are at ${metrics}/metrics`);
      await putLine(io, `matches are kept in ${name}; Ctrl-C stops`);
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
    logger.info('stopped');
  }
}

/** The games of `KIFU_GAMES`, for pages. */
const bundleGames = async (file: string): Promise<Result<string>> =>
  (await import('@kifu/viewer/export')).gamesScript(resolve(file));

/** The pages, built where they have not been yet. */
const findSite = async (): Promise<Result<string>> => (await import('@kifu/web')).siteFolder();
