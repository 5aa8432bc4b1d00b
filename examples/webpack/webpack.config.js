/** Nothing but where things lie: worker and games are found by themselves. */
export default {
  mode: 'production',
  entry: './main.js',
  output: { path: new URL('public/dist', import.meta.url).pathname, clean: true },
  // games are loaded when a match of them is shown, and may be larger than what webpack warns of
  performance: { hints: false },
};
