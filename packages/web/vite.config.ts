import { defineConfig } from 'vite';

// `source`: our packages are built from the .ts that they are.
const conditions = ['source', 'browser', 'module', 'import', 'default'];

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  resolve: { conditions },
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    outDir: 'dist/site',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      preserveEntrySignatures: 'strict',
      input: { 'kifu-viewer': 'src/index.ts', site: 'index.html', view: 'view.html' },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});
