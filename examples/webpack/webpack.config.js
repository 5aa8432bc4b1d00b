/** Only paths: webpack finds the worker and the games automatically. */
export default {
  mode: 'production',
  entry: './main.js',
  output: { path: new URL('public/dist', import.meta.url).pathname, clean: true },
  // games are loaded on demand, and may be larger than webpack's warning threshold
  performance: { hints: false },
};
