/** Which package may use which, and what the pure ones must do without. npm links every workspace, so imports tell. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gameNames } from '@kifu/games';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** The arrows: what each package may import of ours. */
const ARROWS: { readonly [name: string]: readonly string[] } = {
  texts: [],
  core: ['texts'],
  games: ['core', 'texts'],
  record: ['core', 'texts'],
  bots: ['core'],
  stores: ['core', 'record'],
  client: ['core', 'record'],
  ipgs: ['core', 'record'],
  peer: ['core', 'record', 'client', 'ipgs'],
  tournament: ['core', 'record'],
  engines: ['core', 'record'],
  server: ['core', 'record', 'client', 'bots', 'tournament'],
  viewer: ['core', 'record', 'client', 'games', 'ipgs', 'texts'],
  web: ['core', 'record', 'client', 'games', 'viewer', 'bots', 'ipgs', 'peer', 'stores', 'texts'],
  cli: [
    'core',
    'games',
    'record',
    'bots',
    'stores',
    'client',
    'server',
    'ipgs',
    'peer',
    'viewer',
    'web',
    'tournament',
    'engines',
    'texts',
  ],
};
const PURE = ['core', 'games', 'record', 'tournament'];
/** Where pure packages meet the platform: hashing, behind `#crypto`, and signatures, behind `#ed25519`. */
const PLATFORM = ['packages/core/src/crypto-node.ts', 'packages/record/src/sign/ed25519-node.ts'];

/** Sources that are published in a bundle with what they import, or for a bundle alone. */
const BUNDLED = [
  'packages/viewer/src/',
  'packages/web/src/',
  'packages/stores/src/ipfs/',
  'packages/peer/src/match-node/page-node.ts',
];

/** Sub-paths that nothing of ours imports; programs that do install what these need. */
const OPTIONAL_ENTRIES = ['packages/core/src/poseidon.ts'];

/** What the same answer on every machine forbids. */
const FORBIDDEN: readonly [what: string, pattern: RegExp][] = [
  ['a clock', /\bDate\b|\bperformance\b|\bsetTimeout\b|\bsetInterval\b|\bqueueMicrotask\b/],
  ['chance of its own', /\bMath\.random\b|\bgetRandomValues\b|\brandomUUID\b/],
  ['I/O or the process', /\bfetch\(|\bprocess\b|\bconsole\b|\bBuffer\b|\brequire\(/],
  ['the DOM', /\bdocument\b|\bwindow\b|\bnavigator\b|\blocalStorage\b|\bHTMLElement\b/],
  ['float formatting', /\.toFixed\(|\.toPrecision\(|\btoLocaleString\(|\bparseFloat\(|\bIntl\b/],
];

/** `… from 'x'` at the end of a statement that begins a line, `import 'x'`, `import('x')`. */
const IMPORT =
  /^(?:import|export|\}).*?\bfrom '([^']+)';$|^import '([^']+)';$|\bimport\('([^']+)'\)/gm;

const LOAD = /^(?:import|export) (?!type\b)[^;]*?\bfrom '([^']+)';$|^import '([^']+)';$/gm;

const bareName = (name: string) => name.split('/', name.startsWith('@') ? 2 : 1).join('/');

interface Source {
  readonly path: string;
  readonly pack: string;
  readonly text: string;
  readonly code: string;
  readonly imports: readonly string[];
  /** Those that are loaded with the file: no types, and nothing by `import()`. */
  readonly loads: readonly string[];
}

const isTest = (path: string) => /\.test\.ts$|\/test\//.test(path);

function readSource(path: string): Source {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const imports = [...text.matchAll(IMPORT)].map(found => (found[1] ?? found[2] ?? found[3])!);
  // comments and strings may speak of clocks
  const code = text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|[^:])\/\/.*$/gm, '$1')
    .replace(/'(?:[^'\\\n]|\\.)*'/g, "''")
    .replace(/`(?:[^`\\]|\\.)*`/g, keepExpressions);
  const loads = [...text.matchAll(LOAD)].map(found => (found[1] ?? found[2])!);
  return { path, pack: path.split('/')[1]!, text, code, imports, loads };
}

/** A template without its text. */
const keepExpressions = (template: string): string =>
  `\`${[...template.matchAll(/\$\{[^}]*\}/g)].join(' ')}\``;

const sources = globSync('packages/*/{src,test,bin}/**/*.{ts,js}', { cwd: ROOT })
  .map(path => readSource(relative('.', path)))
  .filter(({ path }) => !path.includes('node_modules'));
const shipped = sources.filter(({ path }) => !isTest(path));

test('the sources of all packages are found', () => {
  expect(shipped.length).toBeGreaterThan(30);
  expect(shipped.flatMap(({ imports }) => imports).length).toBeGreaterThan(100);
});

describe.each([...new Set(shipped.map(({ pack }) => pack))])('%s', pack => {
  const own = shipped.filter(source => source.pack === pack);
  const {
    dependencies = {},
    devDependencies = {},
    peerDependencies = {},
  } = JSON.parse(readFileSync(join(ROOT, 'packages', pack, 'package.json'), 'utf8'));

  test('imports along the arrows, and only what it declares', () => {
    const allowed = new Set((ARROWS[pack] ?? []).map(name => `@kifu/${name}`));
    const wrong = own.flatMap(({ path, imports }) =>
      imports
        .filter(name => {
          if (name.startsWith('.'))
            return !join(path, '..', name).startsWith(join('packages', pack));
          if (name.startsWith('node:') || name.startsWith('#') || name === `@kifu/${pack}`)
            return false;
          const bare = bareName(name);
          if (Object.hasOwn(peerDependencies, bare)) return false;
          const isBundled = BUNDLED.some(begin => path.startsWith(begin));
          const declared = isBundled ? { ...dependencies, ...devDependencies } : dependencies;
          return (
            !Object.hasOwn(declared, bare) || (bare.startsWith('@kifu/') && !allowed.has(bare))
          );
        })
        .map(name => `${path} imports ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  test('loads what may not be installed only when it is needed', () => {
    const wrong = own.flatMap(({ path, loads }) =>
      loads
        .filter(
          name =>
            Object.hasOwn(peerDependencies, bareName(name)) && !OPTIONAL_ENTRIES.includes(path),
        )
        .map(name => [path, name]),
    );
    expect(wrong).toEqual([]);
  });

  if (!PURE.includes(pack)) return;
  const pure = own.filter(({ path }) => !PLATFORM.includes(path));

  test('imports nothing of Node', () => {
    const wrong = pure.filter(({ imports }) => imports.some(name => name.startsWith('node:')));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test.each(FORBIDDEN)('does without %s', (_what, pattern) => {
    const wrong = pure.flatMap(({ path, code }) => {
      const found = pattern.exec(code);
      return found === null ? [] : [`${path}: ${found[0]}`];
    });
    expect(wrong).toEqual([]);
  });
});

describe('what packages name in `exports` and `imports`', () => {
  /** The viewer and the board are one script each, which Vite builds. */
  const BUNDLES: { readonly [source: string]: string } = {
    'packages/viewer/src/index.ts': 'packages/viewer/dist/browser/kifu-viewer.js',
    'packages/viewer/src/board/index.ts': 'packages/viewer/dist/browser/kifu-board.js',
  };
  const named = globSync('packages/*/package.json', { cwd: ROOT }).flatMap(path => {
    const { exports = {}, imports = {} } = JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
    return [...Object.values(exports), ...Object.values(imports)].flatMap(way =>
      pairsOf(way as Way).flatMap(([source, target]) =>
        filesOf(join(path, '..', source), join(path, '..', target)),
      ),
    );
  });
  const built = builtSources();

  test.each(named)('%s is built as %s', (source, target) => {
    expect(existsSync(join(ROOT, source))).toBe(true);
    const bundle = BUNDLES[source];
    expect(target).toBe(bundle ?? source.replace('/src/', '/dist/').replace(/\.ts$/, '.js'));
    expect(built).toContain(source);
  });
});

// what several games are drawn with is in `art`, what their texts have in common in `formats`; neither knows a game; what they refuse alike is in `start.ts`
test('a game reaches into no other game', () => {
  for (const { path, imports } of shipped) {
    const [, folder, rest = ''] = /^packages\/games\/src\/([^/]+)\/(.*)$/.exec(path) ?? [];
    if (folder === undefined) continue;
    const isShared = folder === 'art' || folder === 'formats';
    const shared = rest === 'art.ts' ? 'art' : rest.includes('/') ? 'formats' : folder;
    const open = isShared ? folder : `(${folder}|${shared})`;
    for (const name of imports.filter(name => name.startsWith('.')))
      expect(join(path, '..', name), path).toMatch(
        new RegExp(`^packages/games/src/(${open}/|start\\.ts$)`),
      );
  }
});

/** What threads share with others, so that it loads nothing: how texts are split and folded, and how games are counted. */
const SHARED = new Map([
  ['@kifu/record/tokenize', 'packages/record/src/store/tokenize.ts'],
  ['@kifu/record/tally', 'packages/record/src/store/tally.ts'],
]);

// so that a thread is there at once
test('the threads of the SQLite store load nothing but Node, their neighbours, the tokenizer and the tally', () => {
  const byPath = new Map(shipped.map(source => [source.path, source]));
  const reached = new Set(['packages/stores/src/sqlite/worker.ts']);
  for (const path of reached)
    for (const name of byPath.get(path)!.loads) {
      if (name.startsWith('node:') || SHARED.has(name)) continue;
      expect(name, `${path} loads ${name}`).toMatch(/^\./);
      reached.add(join(path, '..', name));
    }
  for (const path of SHARED.values()) expect(byPath.get(path)!.loads, path).toEqual([]);
  expect(reached.size).toBeGreaterThan(10);
});

// the reader of archives is one, for pages, servers and the command; no other store is for pages
test('pages take of the stores what reads archives, which needs no Node', () => {
  const taken = shipped
    .filter(({ pack }) => pack === 'web')
    .flatMap(({ imports }) => imports.filter(name => name.startsWith('@kifu/stores')));
  expect([...new Set(taken)]).toEqual(['@kifu/stores/archive']);
  const byPath = new Map(shipped.map(source => [source.path, source]));
  const reached = new Set(['packages/stores/src/archive/index.ts']);
  for (const path of reached)
    for (const name of byPath.get(path)!.loads) {
      expect(name, `${path} loads ${name}`).toMatch(/^\.|^@kifu\/(?:core|record)\b/);
      if (name.startsWith('.')) reached.add(join(path, '..', name));
    }
  expect(reached.size).toBeGreaterThan(10);
});

// OpenPGP is large, and few matches have commits
test('the viewer loads IPGS only when it opens a match of IPGS', () => {
  const COMMITS = 'packages/viewer/src/engine/commits.ts';
  const viewer = shipped.filter(({ pack }) => pack === 'viewer');
  const importing = viewer.filter(({ imports }) => imports.some(name => /^@kifu\/ipgs/.test(name)));
  expect(importing.map(({ path }) => path)).toEqual([COMMITS]);
  const loading = viewer.filter(({ path, loads }) =>
    loads.some(name => join(path, '..', name) === COMMITS),
  );
  expect(loading.map(({ path }) => path)).toEqual([]);
});

/** The folder of a game that a file lies in; undefined for other files. */
const gameOf = (path: string) => /^packages\/games\/src\/([^/]+)\//.exec(path)?.[1];

// core has then held the setup against what the game says of its seats, its seed and its options
test('only core asks a game for the first state of a match', () => {
  const own = ['packages/core/src/setup.ts', 'packages/core/src/step.ts'];
  const asking = shipped.filter(({ code }) => /\.setup\(/.test(code)).map(({ path }) => path);
  expect(asking.toSorted()).toEqual(own);
});

describe('a game is one folder and one item of the registry', () => {
  /** Names of games that stand so close together are a list of them. */
  const LINES = 50;
  const MANY = 5;
  /**
   * Lists that are data: all moves that vectors hash, short matches of the games that peers play, the words of a format, invented
   * matches of a server, and the texts of each language, which are keyed by game.
   */
  const DATA = [
    ...globSync('packages/texts/src/*/{games,guides}/index.ts', { cwd: ROOT }),
    'packages/games/src/move-formats.vectors.test.ts',
    'packages/ipgs/src/life/games.test.ts',
    'packages/record/src/pack/vocabulary.ts',
    'packages/stores/test/many-listings.ts',
    'packages/games/src/touch.test.ts',
    'packages/viewer/src/board/hand.test.ts',
    'scripts/sample-collection.ts',
  ];
  const listing = globSync(
    [
      'packages/*/{src,test,bin}/**/*.{ts,js}',
      'packages/*/*.{ts,html,json}',
      '{test,scripts,examples}/**/*.ts',
    ],
    { cwd: ROOT },
  ).filter(path => gameOf(path) === undefined && !path.includes('node_modules'));

  /** The first lines of a file that name many games, as words or as names of files. */
  function findList(path: string): string | null {
    const lines = readFileSync(join(ROOT, path), 'utf8').split('\n');
    const named = lines.map(line =>
      gameNames().filter(name =>
        new RegExp(`['"\`/|(]${name}['"\`|).]|^\\s+\\*?['"]?${name}['"]?[:(]`).test(line),
      ),
    );
    const at = named.findIndex((_, i) => new Set(named.slice(i, i + LINES).flat()).size >= MANY);
    return at < 0 ? null : `${path}:${at + 1}`;
  }

  test('there is no other list of games', () => {
    expect(findList('packages/games/src/index.ts')).not.toBeNull();
    const lists = listing.map(findList).filter(found => found !== null);
    const files = lists.map(found => found.replace(/:\d+$/, ''));
    expect(files.toSorted()).toEqual(['packages/games/src/index.ts', ...DATA].toSorted());
  });

  test('each folder is listed', () => {
    const folders = globSync('packages/games/src/*/rules.ts', { cwd: ROOT }).map(gameOf);
    expect(folders.toSorted()).toEqual(gameNames().toSorted());
  });
});

/** Conditions and what they lead to. */
type Way = string | { readonly [condition: string]: Way };

/** The sources that something leads to and what is built of each: conditions stand in both in the same order. */
function pairsOf(way: Way): [source: string, built: string][] {
  if (typeof way === 'string') return [];
  const { source, types: _, ...rest } = way;
  const sources = leavesOf(source!);
  return leavesOf(rest).map((target, i) => [sources[i]!, target]);
}

/** What a pattern stands for: each file that its star can be, and where it is built. */
const filesOf = (source: string, target: string): [source: string, built: string][] =>
  globSync(source, { cwd: ROOT }).map(path => {
    const [before, after] = source.split('*');
    return [
      path,
      target.replace('*', path.slice(before!.length, path.length - (after ?? '').length)),
    ];
  });

const leavesOf = (way: Way): string[] =>
  typeof way === 'string' ? [way] : Object.values(way).flatMap(leavesOf);

/** What `npm run build` reads: the projects of the build, and what the viewer's types are made of. */
function builtSources(): string[] {
  const read = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
  const { scripts } = read('package.json');
  const { references } = read('tsconfig.build.json') as { references: { path: string }[] };
  const projects = [
    ...references.map(({ path }) => path),
    ...[...scripts.build.matchAll(/tsc -p (\S+)/g)].map(found => found[1]!),
  ];
  return projects.flatMap(project => {
    const path = project.endsWith('.json') ? project : join(project, 'tsconfig.json');
    const { include } = read(path) as { include: string[] };
    const folder = join(path, '..');
    return include.flatMap(name =>
      globSync(name.endsWith('.ts') ? name : `${name}/**/*.ts`, { cwd: join(ROOT, folder) }).map(
        found => join(folder, found),
      ),
    );
  });
}

describe('a record is played through in one place', () => {
  /** Where tables are folded: the replay, and where an act becomes a node, which the chain and the replay share. */
  const FOLDING = ['packages/record/src/replay/replay.ts', 'packages/record/src/node/make.ts'];
  const folders = (name: string) =>
    shipped
      .filter(({ path }) => path !== 'packages/record/src/match-state/match-state.ts')
      .filter(({ text }) =>
        new RegExp(`\\b${name}\\b[^;]*from '[^']*(?:table\\.ts|@kifu/record(?:/table)?)'`).test(
          text,
        ),
      )
      .map(({ path }) => path);

  test.each(['fold', 'foldPlain'])('no other module calls %s', name => {
    expect(folders(name).filter(path => !FOLDING.includes(path))).toEqual([]);
  });

  test('no other module begins a table', () => {
    const allowed = [...FOLDING, 'packages/record/src/chain.ts'];
    expect(folders('sit').filter(path => !allowed.includes(path))).toEqual([]);
  });
});
