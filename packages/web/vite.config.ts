import { globSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { defineConfig, type Plugin } from 'vite';
import { buildScript, buildViewer, CONDITIONS, gamesThere } from './src/export/build.ts';

/** The viewer is a script by itself, for pages of others, and the site takes it as they do. */
const viewer: Plugin = {
  name: 'kifu-viewer',
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      if (request.url === '/kifu-viewer.js') request.url = '/src/index.ts';
      next();
    });
  },
  async writeBundle({ dir }) {
    await buildViewer(dir!);
    // what a service worker keeps: all that pages are made of, but for what is of no use without a connection
    const files = globSync('{*.{js,css,svg},{chunks,assets,boards}/*}', { cwd: dir! }).sort();
    const kept = files.filter(file => !file.startsWith('chunks/page-peer-'));
    await writeFile(`${dir}/files.json`, JSON.stringify(kept));
  },
};

/** The paths of pages, `/new/:game`, for servers: at each of them they give the one page there is, and which of them open what lies on other servers. */
const pagePaths: Plugin = {
  name: 'kifu-page-paths',
  async generateBundle() {
    // not bundled with this file: the pages themselves are for browsers
    const { ROUTES }: typeof import('./src/site/routes.ts') = await import(
      `${import.meta.dirname}/src/site/routes.ts`
    );
    const source = JSON.stringify(ROUTES.map(({ path, isOpen }) => ({ path, isOpen })));
    this.emitFile({ type: 'asset', fileName: 'pages.json', source });
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [pagePaths, viewer, fileScripts(gamesThere())],
  base: './',
  resolve: { conditions: [...CONDITIONS] },
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    outDir: 'dist/site',
    // a list of what each part of the script needs would be longer than what it saves
    modulePreload: false,
    rolldownOptions: {
      // the board is a script by itself too, for pages of others
      preserveEntrySignatures: 'allow-extension',
      input: { site: 'index.html', 'kifu-board': 'src/board/index.ts' },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});

/** Beside the viewer lie the scripts of one-file pages, `file/chess.js`: a page takes one when the reader asks for such a file. */
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
