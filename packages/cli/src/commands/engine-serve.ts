/** `kifu engine serve`: engines of this machine analyze for pages of a site, for the holder of a token. */
import { ok, type Result } from '@kifu/core';
import { PROTOCOLS } from '@kifu/engines';
import { openAnalysisService, serveAnalysis } from '@kifu/engines/serve';
import { Command, Option } from 'commander';
import { namedOption } from '../engines/engine-options.ts';
import { type EngineOptions, isEngineText } from '../engines/find-engine.ts';
import { engineFault } from '../engines/open-engines.ts';
import { servedEngines } from '../engines/served-engines.ts';
import { type Context, putJson, putLine } from '../io.ts';
import { urlText, wholeNumber } from '../options.ts';
import { type CommandReport, type Handle, misuse, SILENT } from '../run-command.ts';

interface Options extends EngineOptions {
  readonly game?: string;
  readonly site: readonly string[];
  readonly port: number;
  readonly jobs: number;
}

const PORT = 7424;
const SITE = 'http://localhost:7423';
const MAX_JOBS = 256;

/** The command. */
export const engineServeCommand = (handle: Handle): Command =>
  new Command('serve')
    .argument('<ENGINE...>')
    .addOption(new Option('--game <NAME>'))
    .addOption(new Option('--site <URL>').argParser(addSite).default([], SITE))
    .addOption(new Option('--port <N>').argParser(wholeNumber(0, 65_535)).default(PORT))
    .addOption(new Option('--jobs <N>').argParser(wholeNumber(1, MAX_JOBS)).default(1))
    .addOption(namedOption())
    .action(
      handle<Options>((context, [engines], options) =>
        serve(context, engines as readonly string[], options),
      ),
    );

const addSite = (text: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  urlText(text),
];

async function serve(
  { io, isJson }: Context,
  texts: readonly string[],
  options: Options,
): Promise<Result<CommandReport>> {
  const wrong = texts.find(text => !isEngineText(text));
  if (wrong !== undefined)
    return misuse(t => t.noEngine(JSON.stringify(wrong), Object.keys(PROTOCOLS)));
  const engines = await servedEngines(io, texts, options);
  if (engines === null) return misuse(t => t.gameToServe);
  if (!engines.ok) return engines;
  const sites = (options.site.length === 0 ? [SITE] : options.site).map(site => new URL(site));
  const name = texts.join(', ');
  let service: Awaited<ReturnType<typeof openAnalysisService>> | null = null;
  let server: Awaited<ReturnType<typeof serveAnalysis>> | null = null;
  try {
    service = await openAnalysisService(engines.value, { jobs: options.jobs });
    const origins = sites.map(({ origin }) => origin);
    server = await serveAnalysis(service, { port: options.port, origins });
    const { url, token } = server;
    const links = sites.map(site => linkTo(site, url, token));
    if (isJson) await putJson(io, { ok: true, url, token, links });
    else {
      const t = io.texts.reports.programs.engine;
      await putLine(io, t.serving(name, url));
      for (const link of links) await putLine(io, t.openLink(link));
    }
    await new Promise<void>(done => {
      const deafen = io.onStop(() => {
        deafen();
        done();
      });
    });
    return ok(SILENT);
  } catch (cause) {
    return engineFault(name, cause);
  } finally {
    await server?.close();
    await service?.close();
  }
}

/** The page that stores the address and the token; what follows `#` never reaches its server. */
function linkTo(site: URL, engine: string, token: string): string {
  const link = new URL('settings', site.href.endsWith('/') ? site : `${site.href}/`);
  link.hash = `${new URLSearchParams({ engine, token })}`;
  return link.href;
}
