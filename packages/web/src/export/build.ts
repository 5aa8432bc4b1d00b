/** Builds the script of a one-file page for one game, by Vite: viewer, engine and that game, in one text without imports. */
import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const ROOT = join(import.meta.dirname, '../..');

/** The games of this checkout: those that can be drawn. */
export const gamesThere = (): string[] =>
  globSync(join(ROOT, '../games/src/*/art.ts')).map(path => basename(dirname(path)));

/** Builds the site into a folder. */
export const buildSite = (folder: string): Promise<unknown> =>
  inProduction(({ build }) =>
    build({
      configFile: join(ROOT, 'vite.config.ts'),
      root: ROOT,
      logLevel: 'error',
      build: { outDir: folder, emptyOutDir: true },
    }),
  );

/** The script for a game. Vite is only needed here, and only in a checkout. */
export async function buildScript(game: string): Promise<string> {
  const built = await inProduction(({ build }) =>
    build({
      configFile: false,
      root: ROOT,
      logLevel: 'error',
      publicDir: false,
      // `source`: our packages are built from the .ts that they are
      resolve: { conditions: ['source', 'browser', 'module', 'import', 'default'] },
      plugins: [onlyGame(game), inlineWorker()],
      build: {
        target: 'es2022',
        write: false,
        modulePreload: false,
        rolldownOptions: {
          input: join(ROOT, 'src/export/file.ts'),
          output: { format: 'iife', codeSplitting: false },
        },
      },
    }),
  );
  return scriptOf(built);
}

/** Vite takes the environment for the mode of what it builds. */
async function inProduction<T>(work: (vite: typeof import('vite')) => Promise<T>): Promise<T> {
  const env = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    return await work(await import('vite'));
  } finally {
    if (env === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = env;
  }
}

function scriptOf(built: unknown): string {
  const results = (Array.isArray(built) ? built : [built]) as {
    readonly output: readonly { readonly type: string; readonly code?: string }[];
  }[];
  const chunks = results.flatMap(({ output }) => output).filter(({ type }) => type === 'chunk');
  const [chunk] = chunks;
  if (chunk?.code === undefined || chunks.length !== 1)
    throw new Error(`the script of the page was built in ${chunks.length} pieces instead of one`);
  return chunk.code;
}

/** Leaves out the rules and pictures of all other games; whoever asks for one is told. */
const onlyGame = (game: string): Plugin => ({
  name: 'kifu-only-game',
  enforce: 'pre',
  load(id) {
    if (id.endsWith('/load/watch.ts')) return 'throw new Error("a file has its match in it");';
    if (id.endsWith('/engine/commits.ts'))
      return 'throw new Error("OpenPGP is too large for a file");';
    const [, folder, file] = /\/games\/src\/([^/]+)\/(index|art)\.ts$/.exec(id) ?? [];
    if (folder === undefined || folder === game || folder === 'art') return null;
    return `throw new Error(${JSON.stringify(`this file has only ${game} in it, not ${folder} (${file})`)});`;
  },
});

/** The worker is made of the page's own text. */
const inlineWorker = (): Plugin => ({
  name: 'kifu-inline-worker',
  enforce: 'pre',
  resolveId(source, importer) {
    return source === './start.ts' && importer?.endsWith('/engine/ask.ts')
      ? join(ROOT, 'src/engine/start-inline.ts')
      : null;
  },
});
