import { defineConfig, type Plugin } from 'vite';
import { buildScript, gamesThere } from './src/export/build.ts';

// `source`: our packages are built from the .ts that they are.
const conditions = ['source', 'browser', 'module', 'import', 'default'];

/** What all games have in common comes at once, not piece by piece as each turns out to be needed. Poseidon is large, and rare. */
const COMMON = {
  name: 'common',
  test: /\/(?:core\/src\/(?!poseidon|conformance)|games\/src\/art\/)/,
};

export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  // tests make one-file pages of one game
  plugins: [noIndentation, pagePaths, fileScripts(mode === 'test' ? ['chess'] : gamesThere())],
  base: './',
  resolve: { conditions },
  worker: {
    format: 'es',
    rolldownOptions: { output: { codeSplitting: { groups: [COMMON] } } },
  },
  build: {
    target: 'es2022',
    outDir: 'dist/site',
    // a list of what each part of the script needs would be longer than what it saves
    modulePreload: false,
    rolldownOptions: {
      // else the script would only name another, and the board wait for one more answer
      preserveEntrySignatures: 'allow-extension',
      input: {
        'kifu-viewer': 'src/index.ts',
        'kifu-board': 'src/board/index.ts',
        site: 'index.html',
        view: 'view.html',
      },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name]-[hash].js',
        codeSplitting: {
          groups: [
            { name: 'draw', test: /\/(?:core\/src\/svg|games\/src\/art)\// },
            // the viewer and the site have it in common
            { name: 'lit', test: /\/node_modules\/(?:lit|lit-html|lit-element|@lit)\// },
          ],
        },
      },
    },
  },
}));

/** Styles and templates without the indentation that people read them by: no minifier looks into them. */
const noIndentation: Plugin = {
  name: 'kifu-no-indentation',
  enforce: 'pre',
  transform: {
    filter: { id: /\/web\/src\/parts\/[^/]*\.ts$/ },
    handler: code => code.replace(/\n[ \t]+/g, '\n'),
  },
};

/** The paths of pages, `/new/:game`, for servers: at each of them they give the one page there is. */
const pagePaths: Plugin = {
  name: 'kifu-page-paths',
  async generateBundle() {
    // not bundled with this file: the pages themselves are for browsers
    const { ROUTES }: typeof import('./src/site/routes.ts') = await import(
      `${import.meta.dirname}/src/site/routes.ts`
    );
    const source = JSON.stringify(ROUTES.map(({ path }) => path));
    this.emitFile({ type: 'asset', fileName: 'pages.json', source });
  },
};

/** Beside the viewer lie the scripts of one-file pages, `file/chess.js`: a page takes one when somebody wants such a file. */
function fileScripts(games: readonly string[]): Plugin {
  return {
    name: 'kifu-file-scripts',
    configureServer(server) {
      server.middlewares.use('/file/', async (request, response, next) => {
        const [, game = ''] = /^\/([a-z-]+)\.js/.exec(request.url ?? '') ?? [];
        if (games.includes(game))
          response.setHeader('content-type', 'text/javascript').end(await buildScript(game));
        else next();
      });
    },
    async generateBundle() {
      for (const game of games)
        this.emitFile({
          type: 'asset',
          fileName: `file/${game}.js`,
          source: await buildScript(game),
        });
    },
  };
}
