/** `kifu serve`: live matches over HTTP and WebSocket, kept in one file or a database. */

import { resolve } from 'node:path';
import { fail, ok, type Result } from '@kifu/core';
import type { AnalysisService, ServedEngine } from '@kifu/engines/serve';
import type { KifuServer } from '@kifu/server';
import { type ServerOptions, UPLOAD_POLICIES } from '@kifu/server/options';
import { Command, Option } from 'commander';
import type { DestinationStream } from 'pino';
import { engineText } from '../engines/engine-options.ts';
import { engineFault } from '../engines/open-engines.ts';
import { servedEngines } from '../engines/served-engines.ts';
import { faultText } from '../fault-text.ts';
import { libraryPath } from '../home.ts';
import { type Context, put, putJson, putLine } from '../io.ts';
import { openArchiveAt } from '../library/archives.ts';
import { refuse } from '../misuse.ts';
import { urlText, wholeNumber } from '../options.ts';
import { type CommandReport, type Handle, misuse, SILENT } from '../run-command.ts';
import { reason } from '../save.ts';
import { addLimitOptions, type LimitOptions, limitsIn } from '../serve/limit-options.ts';
import { openServerStore } from '../serve/store.ts';

const PORT = 7423;
const LEVELS = ['silent', 'error', 'warn', 'info', 'debug'];
/** Shorter tokens could be guessed. */
const MIN_TOKEN = 16;
const MIB = 1_048_576;
const MAX_JOBS = 256;

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
  readonly analysisEngine: readonly string[];
  readonly analysisGame?: string;
  readonly analysisJobs: number;
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
  addLimitOptions(
    new Command('serve')
      .addOption(new Option('--port <N>').argParser(wholeNumber(0, 65_535)).default(PORT))
      .addOption(new Option('--host <NAME>').default('127.0.0.1'))
      .option('--store <PLACE>')
      .option('--archive <PLACE>')
      .addOption(new Option('--public-url <URL>').argParser(urlText))
      .addOption(
        new Option('--origin <URL>')
          .argParser((text: string, before: readonly string[]) => [...before, originText(text)])
          .default([]),
      )
      .option('--trust-proxy')
      .addOption(new Option('--max-size <MIB>').argParser(wholeNumber(1, 1_000_000_000)))
      .option('--no-site')
      .addOption(new Option('--uploads <WHOSE>').choices(UPLOAD_POLICIES).default('open'))
      .addOption(
        new Option('--upload-token <TEXT>')
          .argParser((text: string, before: readonly string[]) => [...before, tokenText(text)])
          .default([]),
      )
      .addOption(new Option('--admin-token <TEXT>').argParser(tokenText))
      .addOption(
        new Option('--admin <KEY>')
          .argParser((text: string, before: readonly string[]) => [...before, keyText(text)])
          .default([]),
      )
      .addOption(
        new Option('--analysis-engine <ENGINE>')
          .argParser((text: string, before: readonly string[]) => [...before, engineText(text)])
          .default([]),
      )
      .option('--analysis-game <NAME>')
      .addOption(new Option('--analysis-jobs <N>').argParser(wholeNumber(1, MAX_JOBS)).default(1))
      .addOption(new Option('--metrics-port <N>').argParser(wholeNumber(0, 65_535)))
      .addOption(new Option('--metrics-host <NAME>').default('127.0.0.1'))
      .option('--bus <URL>')
      .addOption(new Option('--cluster-host <NAME>').default('127.0.0.1'))
      .addOption(new Option('--cluster-port <N>').argParser(wholeNumber(0, 65_535)).default(0))
      .addOption(new Option('--cluster-url <URL>').argParser(urlText))
      .addOption(new Option('--log <LEVEL>').choices(LEVELS).default('error'))
      .option('--config <FILE>')
      .action(
        handle<ServeOptions & LimitOptions>((context, _words, options) => serve(context, options)),
      ),
  );

function tokenText(text: string): string {
  if (/^[\x21-\x7e]+$/.test(text) && text.length >= MIN_TOKEN) return text;
  return refuse(texts => texts.token(MIN_TOKEN));
}

function keyText(text: string): string {
  if (/^[0-9a-f]{64}$/.test(text)) return text;
  return refuse(texts => texts.playerKey);
}

const originText = (text: string): string => (text === '*' ? text : urlText(text));

async function serve(
  { io, isJson }: Context,
  options: ServeOptions & LimitOptions,
): Promise<Result<CommandReport>> {
  if (options.trustProxy === true && options.publicUrl === undefined)
    return misuse(texts => texts.publicUrl);
  const archive =
    options.archive === undefined
      ? null
      : await openArchiveAt(options.archive, { isFollowed: true });
  if (archive?.ok === false) return archive;
  const { analysisGame: game } = options;
  const engines = await servedEngines(
    io,
    options.analysisEngine,
    game === undefined ? {} : { game },
  );
  if (engines === null) return misuse(texts => texts.analysisGame);
  if (!engines.ok) return engines;
  const analysis = await openEngines(engines.value, options);
  if (!analysis.ok) return analysis;
  const closeEngines = async () => analysis.value?.close();
  const opened = await openServerStore(io, options.store ?? libraryPath(io), {
    ...(options.maxSize === undefined ? {} : { maxBytes: options.maxSize * MIB }),
    ...(options.bus === undefined ? {} : { bus: options.bus }),
  });
  if (!opened.ok) {
    await closeEngines();
    return opened;
  }
  const { stores, cluster, name, close } = opened.value;
  const t = io.texts.reports.programs.serve;
  const peer = {
    host: options.clusterHost,
    port: options.clusterPort,
    ...(options.clusterUrl === undefined ? {} : { url: options.clusterUrl }),
  };
  const log: DestinationStream = { write: line => void put(io.stderr, line) };
  // loaded here: other commands start quicker without it
  const [{ createServer }, { pino }] = await Promise.all([import('@kifu/server'), import('pino')]);
  const site = options.site ? await findSite() : null;
  if (site?.ok === false) await put(io.stderr, `${t.noPages(faultText(io, site.fault))}\n`);
  const ownGames = site?.ok && io.env.KIFU_GAMES ? await bundleGames(io.env.KIFU_GAMES) : null;
  if (ownGames?.ok === false)
    await put(io.stderr, `KIFU_GAMES: ${faultText(io, ownGames.fault)}\n`);
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
      ...(analysis.value === null ? {} : { analysis: analysis.value }),
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
      await putLine(io, t.at(options.publicUrl ?? url, site?.ok === true));
      if (metrics !== null) await putLine(io, t.metrics(`${metrics}/metrics`));
      await putLine(io, t.storing(name));
    }
    await new Promise<void>(done => {
      // the first signal stops gracefully, the second at once
      const deafen = io.onStop(() => {
        deafen();
        done();
      });
    });
    return ok(SILENT);
  } catch (cause) {
    return fail('unreadable', `cannot serve at ${options.host}:${options.port}: ${reason(cause)}`);
  } finally {
    // the store is released however the server has stopped
    await (server?.close() ?? Promise.resolve()).finally(close).finally(closeEngines);
    logger.info('stopped');
  }
}

/** Starts the engines that analyze for clients; null where there are none. */
async function openEngines(
  engines: readonly ServedEngine[],
  { analysisEngine, analysisJobs: jobs, ...limits }: ServeOptions & LimitOptions,
): Promise<Result<AnalysisService | null>> {
  if (engines.length === 0) return ok(null);
  const { openAnalysisService } = await import('@kifu/engines/serve');
  const { limitAnalysisMs: searchMs, limitAnalyses: waiting } = limits;
  try {
    return ok(await openAnalysisService(engines, { jobs, searchMs, waiting }));
  } catch (cause) {
    return engineFault(analysisEngine.join(', '), cause);
  }
}

/** The games of `KIFU_GAMES`, for pages. */
const bundleGames = async (file: string): Promise<Result<string>> =>
  (await import('@kifu/viewer/export')).gamesScript(resolve(file));

/** The pages, built where they have not been yet. */
const findSite = async (): Promise<Result<string>> => (await import('@kifu/web')).siteFolder();
