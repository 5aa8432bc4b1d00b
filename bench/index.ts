/** `npm run bench -- [name…]`: one JSON line for each figure; all benches by default. Progress is printed to standard error. */
import type { Figure } from './measure.ts';

const BENCHES: {
  readonly [name: string]: () => Promise<{ bench(): AsyncIterable<Figure> }>;
} = {
  chess: () => import('./chess.ts'),
  games: () => import('./games.ts'),
  record: () => import('./record.ts'),
  kungfu: () => import('./kungfu.ts'),
  pack: () => import('./pack.ts'),
  stores: () => import('./stores.ts'),
  archive: () => import('./archive.ts'),
  explore: () => import('./explore.ts'),
  import: () => import('./import.ts'),
  export: () => import('./export.ts'),
  sql: () => import('./sql.ts'),
  viewer: () => import('./viewer.ts'),
  site: () => import('./site.ts'),
  server: () => import('./server.ts'),
  frames: () => import('./frames.ts'),
  cluster: () => import('./cluster.ts'),
  ratings: () => import('./ratings.ts'),
  peers: () => import('./peers.ts'),
  'peer-move': () => import('./peer-move.ts'),
  bots: () => import('./bots.ts'),
  analyze: () => import('./analyze.ts'),
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter(name => !Object.hasOwn(BENCHES, name));
if (unknown.length > 0) {
  console.error(`no bench ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}`);
  process.exit(2);
}
for (const bench of wanted.length > 0 ? wanted : Object.keys(BENCHES)) {
  console.error(`bench ${bench}`);
  for await (const figure of (await BENCHES[bench]!()).bench())
    console.log(JSON.stringify({ bench, ...figure }));
}
