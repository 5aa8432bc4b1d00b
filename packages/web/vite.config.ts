import { globSync } from 'node:fs';
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
// by its path: Vite would look for `@kifu/viewer/build` as it is built
import {
  BROWSER_FOLDER,
  buildPart,
  buildViewer,
  CONDITIONS,
  gamesThere,
  isOutdated,
  VIEWER_PACKAGES,
  VIEWER_PART,
} from '../viewer/src/export/build.ts';

const VIEWER = join(import.meta.dirname, '../viewer');

/** The viewer is built as a separate folder of scripts for other pages, and the site uses the same. */
const viewer: Plugin = {
  name: 'kifu-viewer',
  configureServer({ middlewares }) {
    middlewares.use(async (request, response, next) => {
      const [, file, part] =
        /^\/(kifu-viewer\.js|view\.html|file\/([a-z-]+)\.js)/.exec(request.url ?? '') ?? [];
      if (file === 'kifu-viewer.js') request.url = `/@fs${VIEWER}/src/index.ts`;
      if (file === 'view.html') request.url = request.url!.replace('/', `/@fs${VIEWER}/`);
      if (part !== undefined && [VIEWER_PART, ...gamesThere()].includes(part))
        response.setHeader('content-type', 'text/javascript').end(await buildPart(part));
      else next();
    });
  },
  async writeBundle({ dir }, bundle) {
    if (isOutdated(join(BROWSER_FOLDER, 'kifu-viewer.js'), VIEWER_PACKAGES)) await buildViewer();
    await cp(BROWSER_FOLDER, dir!, { recursive: true });
    // files for the service worker: everything that pages need, but for what is of no use offline, and the board for other pages
    const files = globSync('{*.{js,css,svg},{chunks,assets,boards}/*.*}', { cwd: dir! }).sort();
    const kept = files.filter(file => !/^(?:chunks\/page-peer-|kifu-board\.js$)/.test(file));
    const shell = kept.filter(isInShell(bundle));
    const others = kept.filter(file => !shell.includes(file));
    await writeFile(`${dir}/files.json`, JSON.stringify({ shell, others }));
  },
};

/** What is there before the service worker is: the script and the styles of the site, and the home page with what both import. */
function isInShell(bundle: Rolldown.OutputBundle): (file: string) => boolean {
  const shell = new Set(['theme.js', 'icon.svg']);
  const add = (file: string): void => {
    if (shell.has(file)) return;
    shell.add(file);
    const chunk = bundle[file];
    if (chunk?.type === 'chunk') for (const imported of chunk.imports) add(imported);
  };
  for (const output of Object.values(bundle))
    if (output.type === 'chunk' && (output.isEntry || output.name === 'home-page'))
      add(output.fileName);
  return file => shell.has(file) || file.endsWith('.css');
}

/** The paths of pages, `/new/:game`, for servers: at each of them they give the one page there is, and which of them open what lies on other servers. */
const pagePaths: Plugin = {
  name: 'kifu-page-paths',
  async generateBundle() {
    // not bundled with this file: the pages themselves are for browsers
    const { MOVED, ROUTES }: typeof import('./src/site/routes.ts') = await import(
      `${import.meta.dirname}/src/site/routes.ts`
    );
    const source = JSON.stringify([
      ...ROUTES.map(({ path, isOpen }) => ({ path, isOpen })),
      ...Object.keys(MOVED).map(path => ({ path })),
    ]);
    this.emitFile({ type: 'asset', fileName: 'pages.json', source });
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [pagePaths, viewer],
  base: './',
  resolve: { conditions: [...CONDITIONS] },
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    outDir: 'dist/site',
    // a list of what each part of the script needs would be longer than what it saves
    modulePreload: false,
    rolldownOptions: {
      input: { site: 'index.html' },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});
