/** Builds by Vite: the viewer and the board as scripts with parts, and the script of a one-file page for one game. */
import { existsSync, globSync, statSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Plugin } from 'vite';

// this module is as far below the package as a source as when it is built
const ROOT = join(import.meta.dirname, '../..');

/** Where the viewer is built, for browsers: a folder that can be copied to any page. */
export const BROWSER_FOLDER = join(ROOT, 'dist/browser');

/** The games of this checkout: those that can be drawn. */
export const gamesThere = (): string[] =>
  globSync(join(ROOT, '../games/src/*/art.ts')).map(path => basename(dirname(path)));

/** `source`: our packages are built from the .ts that they are. */
export const CONDITIONS = ['source', 'browser', 'module', 'import', 'default'] as const;

/** What all games have in common comes at once, not piece by piece as each turns out to be needed. Poseidon is large, and rare. */
const COMMON = {
  name: 'common',
  test: /\/(?:core\/src\/(?!poseidon|conformance)|games\/src\/art\/)/,
};

/** What the viewer waits for and its other parts share: one script, since small ones compress worse. */
const FIRST = {
  name: 'first',
  test: /\/(?:core\/src\/(?:svg\/(?!art-set)|result|format-time|time-control)|games\/src\/art\/|client\/src\/playback\/|record\/src\/match-state\/shown-clock|texts\/src\/en\/viewer\.ts|viewer\/src\/(?:state|page-texts|model\/(?:moment|variation-path)))/,
};

/** Packages of ours that the viewer is made of. */
export const VIEWER_PACKAGES = ['client', 'core', 'games', 'ipgs', 'record', 'viewer'] as const;

/** Whether a file is missing, or older than a source of one of the packages. */
export function isOutdated(path: string, packages: readonly string[]): boolean {
  if (!existsSync(path)) return true;
  const { mtimeMs } = statSync(path);
  return packages.some(name =>
    globSync(`${join(ROOT, '..', name)}/${SOURCES}`).some(
      source => !source.endsWith('.test.ts') && statSync(source).mtimeMs > mtimeMs,
    ),
  );
}
/** What scripts and pages are made of, in a package. */
const SOURCES = '{package.json,vite.config.ts,*.html,public/**/*.*,src/**/*.{ts,css,html,json}}';

/**
 * Builds the viewer for browsers: `kifu-viewer.js`, `kifu-board.js`, `view.html`, the page to be framed, what they load when it is
 * wanted, and the parts of the scripts of one-file pages, `file/viewer.js` and `file/chess.js`.
 */
export async function buildViewer(): Promise<void> {
  // under another name first: two commands may build at once
  const folder = `${BROWSER_FOLDER}.${process.pid}.tmp`;
  const viewer = { 'kifu-viewer': join(ROOT, 'src/index.ts'), view: join(ROOT, 'view.html') };
  await buildElement(folder, 'chunks', viewer, [plainWorker]);
  // apart: what both have in common would else be a third script, which the viewer waits for
  const board = { 'kifu-board': join(ROOT, 'src/board/index.ts') };
  await buildElement(folder, 'chunks/board', board, []);
  await mkdir(join(folder, 'file'), { recursive: true });
  for (const part of [VIEWER_PART, ...gamesThere()])
    await writeFile(join(folder, `file/${part}.js`), await buildPart(part));
  await rm(BROWSER_FOLDER, { recursive: true, force: true });
  await rename(folder, BROWSER_FOLDER);
}

const buildElement = (
  folder: string,
  chunks: string,
  input: { readonly [name: string]: string },
  plugins: Plugin[],
): Promise<unknown> =>
  inProduction(({ build }) =>
    build({
      configFile: false,
      root: ROOT,
      base: './',
      logLevel: 'error',
      publicDir: false,
      plugins: [noIndentation, noPreload, ...plugins],
      resolve: { conditions: [...CONDITIONS] },
      worker: {
        format: 'es',
        rolldownOptions: { output: { codeSplitting: { groups: [COMMON] } } },
      },
      build: {
        target: 'es2022',
        outDir: folder,
        emptyOutDir: false,
        modulePreload: false,
        rolldownOptions: {
          // else the script would only name another, and the board wait for one more answer
          preserveEntrySignatures: 'allow-extension',
          input,
          output: {
            entryFileNames: '[name].js',
            chunkFileNames: `${chunks}/[name]-[hash].js`,
            codeSplitting: {
              groups: [FIRST],
            },
          },
        },
      },
    }),
  );

/** Nothing is loaded ahead: parts have no styles of their own and few parts. So what Vite would put in for it is not needed. */
const noPreload: Plugin = {
  name: 'kifu-no-preload',
  enforce: 'pre',
  load: {
    filter: { id: /^\0vite\/preload-helper/ },
    handler: () => 'export const __vitePreload = load => load();',
  },
};

/**
 * Vite writes the address of a worker in a way that bundlers of other sites do not know: they would take its script without the parts
 * that it loads. Written plainly they take all of it; and the bare address, for pages elsewhere, is not theirs.
 */
const plainWorker: Plugin = {
  name: 'kifu-plain-worker',
  generateBundle(_options, bundle) {
    let found = 0;
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      chunk.code = chunk.code
        .replace(WORKER, (_whole, path: string) => {
          found++;
          return `new Worker(new URL(${path},import.meta.url)`;
        })
        .replace(WORKER_URL, '$1');
    }
    if (found === 0) throw new Error('the worker of the viewer is not written as it was');
  },
};
const WORKER =
  /new Worker\(new URL\(new URL\((`[^`]+`),import\.meta\.url\)\.href,``\+import\.meta\.url\)/g;
const WORKER_URL =
  /(?<=[=,])new URL\((`(?:\.\.\/)?assets\/worker-[^`]+`),import\.meta\.url\)\.href/g;

/** Styles and templates without the indentation that people read them by: no minifier looks into them. */
const noIndentation: Plugin = {
  name: 'kifu-no-indentation',
  enforce: 'pre',
  transform: {
    filter: { id: /\/viewer\/src\/parts\/[^/]*\.ts$/ },
    handler(code, id) {
      const even = code.replace(/\n[ \t]+/g, '\n');
      return /\/style[^/]*$/.test(id) ? even.replace(STYLE_BLANKS, '') : even;
    },
  },
};
/** Blanks that styles do without; none of them stand in what is shown. */
const STYLE_BLANKS = /(?<=[{};:,])[ \n]| (?=[{}])/g;

/** The part that the scripts of all one-file pages have in common; it comes after the part for the game. */
export const VIEWER_PART = 'viewer';

/** A part of the script of a one-file page: the viewer, or the rules and pictures of a game. Vite is only needed here, and only in a checkout. */
export async function buildPart(part: string): Promise<string> {
  const built = await inProduction(({ build }) =>
    build({
      configFile: false,
      root: ROOT,
      logLevel: 'error',
      publicDir: false,
      resolve: { conditions: [...CONDITIONS] },
      plugins: part === VIEWER_PART ? [gamesFromOutside, inlineWorker] : [onlyGame(part)],
      build: {
        target: 'es2022',
        write: false,
        modulePreload: false,
        rolldownOptions: {
          input: join(ROOT, 'src/export', part === VIEWER_PART ? 'file.ts' : 'file-games.ts'),
          output: { format: 'iife', codeSplitting: false },
        },
      },
    }),
  );
  return scriptOf(built);
}

/** Builds a module of games for browsers, from its file. */
export async function buildGames(file: string): Promise<string> {
  const built = await inProduction(({ build }) =>
    build({
      configFile: false,
      root: dirname(file),
      logLevel: 'error',
      publicDir: false,
      resolve: { conditions: [...CONDITIONS] },
      build: {
        target: 'es2022',
        write: false,
        modulePreload: false,
        lib: { entry: file, formats: ['es'] },
        rolldownOptions: { output: { codeSplitting: false } },
      },
    }),
  );
  return scriptOf(built);
}

/** Works with Vite, which takes the environment for the mode of what it builds. */
export async function inProduction<T>(
  work: (vite: typeof import('vite')) => Promise<T>,
): Promise<T> {
  const env = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    return await work(await import('vite'));
  } finally {
    if (env === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = env;
  }
}

/** Whether something failed since Vite is not installed. */
export const isWithoutVite = (cause: unknown): boolean =>
  (cause as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND';

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

/** Leaves out the rules and pictures of all other games; importing one of them throws. */
const onlyGame = (game: string): Plugin => ({
  name: 'kifu-only-game',
  enforce: 'pre',
  load(id) {
    const [, folder, file] = /\/games\/src\/([^/]+)\/(index|all|art)\.ts$/.exec(id) ?? [];
    if (folder === undefined || folder === game || folder === 'art') return null;
    return `throw new Error(${JSON.stringify(`this file has only ${game} in it, not ${folder} (${file})`)});`;
  },
});

/** The viewer takes the games that the part before it has set, and leaves out what a file has no use for. */
const gamesFromOutside: Plugin = {
  name: 'kifu-games-from-outside',
  enforce: 'pre',
  load(id) {
    if (id.endsWith('/load/watch.ts')) return 'throw new Error("a file has its match in it");';
    if (id.endsWith('/engine/commits.ts'))
      return 'throw new Error("OpenPGP is too large for a file");';
    if (id.endsWith('/games/src/index.ts'))
      return 'export const { createGames, gameNames, likelyGames, loadArt, loadKit } = globalThis.kifuGames;';
    return null;
  },
};

/** The worker is made of the page's own text. */
const inlineWorker: Plugin = {
  name: 'kifu-inline-worker',
  enforce: 'pre',
  resolveId(source, importer) {
    return source === './start.ts' && importer?.endsWith('/engine/ask.ts')
      ? join(ROOT, 'src/engine/start-inline.ts')
      : null;
  },
};
