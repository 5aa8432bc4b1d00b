/** Packages as they are published: what each says of itself; and in the deep suite built, packed, installed into a fresh project, and used there. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium } from '../packages/web/test/chromium.ts';
import { serve } from '../packages/web/test/serve.ts';
import { SWITCHES } from '../packages/web/test/setup.ts';
import { pack, withWholeLinks } from '../scripts/pack.ts';

const ROOT = join(import.meta.dirname, '..');
const NAMES = readdirSync(join(ROOT, 'packages'));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

describe.each(NAMES)('%s', name => {
  const manifest = JSON.parse(read(`packages/${name}/package.json`));

  test('says what it is, for whom, and on which Node', () => {
    expect(manifest).toMatchObject({ license: 'MIT', type: 'module' });
    expect(manifest.description.length).toBeGreaterThan(10);
    expect(manifest.keywords.length).toBeGreaterThan(2);
    expect(manifest.engines.node).toMatch(/^>=2[24]$/);
  });

  test('has a README whose links lead somewhere from anywhere', () => {
    const text = withWholeLinks(read(`packages/${name}/README.md`), `packages/${name}`);
    expect(text).toMatch(new RegExp(`^# @kifu/${name}\n`));
    const prose = text.replace(/^```[\s\S]*?^```/gm, '');
    const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!);
    expect(links.filter(link => !/^(?:https?:|#|mailto:)/.test(link))).toEqual([]);
  });
});

test('links out of a package become whole, others stay, and so does fenced code', () => {
  const pages = 'https://github.com/kifu/kifu';
  const code = '```html\n<script src="kifu-viewer.js"></script> [a](b)\n```';
  expect(
    withWholeLinks(
      `[a](../../docs/x.md#y) [b](#z)\n\n${code}\n\n[c](https://d.example) [e](f)`,
      'packages/core',
    ),
  ).toBe(
    `[a](${pages}/blob/main/docs/x.md#y) [b](#z)\n\n${code}\n\n[c](https://d.example) [e](${pages}/blob/main/packages/core/f)`,
  );
});

test.each(['README.md', ...globSync('{docs,packages/*,examples/*}/*.md', { cwd: ROOT })])(
  '%s tells nobody to install from the registry what is not there',
  path => {
    expect(read(path)).not.toMatch(/npm (?:install|i|add)\b[^\n`]*\s@kifu\//);
  },
);

describe('what an installation brings along', () => {
  const { packages: lock } = JSON.parse(read('package-lock.json')) as {
    packages: { [path: string]: LockedPackage };
  };

  test.each(NAMES)('%s: nothing of React Native, nothing native to build', name => {
    const brought = [...broughtBy(lock, `packages/${name}`)];
    expect(brought.filter(path => /react-native|webrtc|node-datachannel/.test(path))).toEqual([]);
    expect(brought.filter(path => lock[path]!.hasInstallScript)).toEqual([]);
  });

  test.each([
    ['viewer', ['client', 'core', 'games', 'record', 'texts', 'viewer']],
    ['web', ['core', 'texts', 'web']],
  ])('%s: of our packages no other than %j', (name, ours) => {
    const brought = [...broughtBy(lock, `packages/${name}`)];
    expect(brought.filter(path => path.startsWith('packages/')).toSorted()).toEqual(
      ours.map(each => `packages/${each}`),
    );
  });

  test.each([
    ['core', 4],
    ['games', 5],
    ['record', 6],
    ['viewer', 16],
    ['web', 5],
    ['peer', 142],
    ['cli', 280],
  ])('%s is at most %i packages', (name, most) => {
    expect(broughtBy(lock, `packages/${name}`).size).toBeLessThanOrEqual(most);
  });
});

/** What a lock file says of a package. */
interface LockedPackage {
  readonly link?: boolean;
  readonly resolved?: string;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: { readonly [name: string]: string };
  readonly optionalDependencies?: { readonly [name: string]: string };
}

/** All that is installed with a package, by its path in the lock file; the package is one of them. */
function broughtBy(lock: { [path: string]: LockedPackage }, start: string): ReadonlySet<string> {
  const found = new Set<string>([start]);
  for (const path of found) {
    const { dependencies, optionalDependencies } = lock[path]!;
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies }))
      found.add(resolveIn(lock, path, name));
  }
  return found;
}

/** Where Node finds a package from another: in the nearest `node_modules` above it. */
function resolveIn(lock: { [path: string]: LockedPackage }, from: string, name: string): string {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = `${folder}${folder === '' ? '' : '/'}node_modules/${name}`;
    const { link, resolved } = lock[path] ?? {};
    if (lock[path] !== undefined) return link ? resolved! : path;
    if (folder === '') throw new Error(`${from} needs ${name}, which is not locked`);
  }
}

/** Packages by name, with what each exports that can be imported by that name; patterns are left out. */
const manifests = NAMES.map(name => JSON.parse(read(`packages/${name}/package.json`)));
const entriesOf = ({ name, exports }: { name: string; exports: { [path: string]: object } }) =>
  Object.keys(exports)
    .filter(path => !path.includes('*') && 'default' in exports[path]!)
    .map(path => `${name}${path.slice(1)}`);
/** What is installed besides where PostgreSQL is used, and by who compiles with the types of OpenPGP.js, as their READMEs say. */
const BESIDES = ['pg', 'poseidon-lite', '@openpgp/web-stream-tools'];
/** For browsers alone. */
const IN_PAGES = ['@kifu/viewer', '@kifu/viewer/board'];
/** Examples, the tool that builds each, and where the pages are then. */
const EXAMPLES = [
  ['vite', 'vite build', 'dist'],
  ['react', 'vite build', 'dist'],
  ['vue', 'vite build', 'dist'],
  ['webpack', 'webpack', 'public'],
] as const;

describe.runIf(process.env.KIFU_DEEP === '1')('in a fresh project', () => {
  let [folder, project, tarballs] = ['', '', ''];
  const files = () => readdirSync(tarballs).map(file => join(tarballs, file));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'kifu-packages-'));
    project = join(folder, 'project');
    tarballs = join(folder, 'tarballs');
    const tree = build(folder);
    mkdirSync(tarballs);
    for (const name of NAMES) pack(name, tarballs, tree);
    mkdirSync(project);
    cpSync(join(ROOT, 'examples'), join(project, 'examples'), { recursive: true });
    writeFileSync(join(project, 'package.json'), '{"type":"module","private":true}');
    npm(project, 'install', ...files(), ...toolsOf(EXAMPLES.map(([name]) => name)), ...BESIDES);
  }, 900_000);

  test('every package has its licence and says where it comes from', () => {
    for (const name of NAMES) {
      const installed = join(project, 'node_modules/@kifu', name);
      expect(readdirSync(installed)).toEqual(
        expect.arrayContaining(['LICENSE', 'README.md', 'dist']),
      );
      const { repository } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
      expect(repository.directory).toBe(`packages/${name}`);
    }
  });

  test.each(NAMES)('%s is installed alone, without React Native', name => {
    const alone = join(folder, `alone-${name}`);
    mkdirSync(alone);
    writeFileSync(join(alone, 'package.json'), '{"private":true}');
    const needed = [name, ...kifuNeeds(name)].map(each => tarballOf(files(), each));
    npm(alone, 'install', ...needed);
    const paths = globSync('**/node_modules/{@*/*,[!@.]*}/package.json', { cwd: alone });
    expect(paths.filter(path => /react-native|metro|node-datachannel/.test(path))).toEqual([]);
    const bytes = globSync('node_modules/**/*', { cwd: alone })
      .map(path => lstatSync(join(alone, path)))
      .reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0);
    const [most, megabytes] = LIMITS[name] ?? [20, 20];
    expect(paths.length).toBeLessThanOrEqual(most);
    expect(bytes / 1e6).toBeLessThan(megabytes);
  });

  test('nodes of IPFS exchange blocks with what the package has bundled', () => {
    writeFileSync(join(project, 'exchange.js'), EXCHANGE);
    expect(run(project, process.execPath, 'exchange.js')).toBe('hello\nhello\n');
  });

  test('the types of all entries compile without skipLibCheck', () => {
    const all = manifests.flatMap(entriesOf);
    const lines = all.map((path, i) => `import * as m${i} from '${path}';\nvoid m${i};`);
    writeFileSync(join(project, 'all.ts'), `${lines.join('\n')}\n`);
    writeFileSync(join(project, 'use.ts'), USE);
    writeFileSync(join(project, 'tsconfig.json'), STRICT);
    run(project, join(ROOT, 'node_modules/.bin/tsc'), '-p', project);
  });

  test.each(['22', '24'])('on Node %s they are loaded, play, verify and render', version => {
    const node = version === '24' ? process.execPath : nodeOf(folder, version);
    const able = manifests.filter(
      ({ engines }) => Number(engines.node.slice(2)) <= Number(version),
    );
    const paths = able.flatMap(entriesOf).filter(path => !IN_PAGES.includes(path));
    expect(run(project, node, '-p', 'process.versions.node')).toMatch(new RegExp(`^${version}\\.`));
    const load = `for (const path of ${JSON.stringify(paths)}) await import(path);`;
    run(project, node, '--input-type=module', '-e', load);
    expect(run(project, node, 'use.js').trim()).toBe('unsigned <svg');
    expect(run(join(project, 'examples/node'), node, 'index.js')).toBe(
      'unsigned: 4 entries, mate.svg\n',
    );
  });

  test('kifu is on the PATH after npm install -g, and completion with it', () => {
    const prefix = join(folder, 'global');
    mkdirSync(prefix);
    npm(folder, 'install', '--global', '--prefix', prefix, ...files());
    const path = [join(prefix, 'bin'), dirname(process.execPath), '/usr/bin', '/bin'].join(
      delimiter,
    );
    const env = { PATH: path, KIFU_HOME: join(folder, 'home') };
    const shell = (line: string) =>
      execFileSync('bash', ['--norc', '-c', line], { env, encoding: 'utf8' });
    expect(shell('kifu --version')).toBe(`${manifests[0].version}\n`);
    expect(shell('kifu demo --moves 2')).toContain('every move signed');
    expect(shell('source <(kifu completion bash); complete -p kifu')).toMatch(/ kifu\n$/);
  });

  test('the reference has pages of all that is exported', () => {
    const out = join(folder, 'api');
    run(ROOT, process.execPath, 'scripts/api-docs.ts', out);
    expect(readdirSync(join(out, 'functions')).length).toBeGreaterThan(100);
  });

  test.each(EXAMPLES)(
    'the example for %s is built, and its page gets all it asks for',
    async (name, tool, pages) => {
      const example = join(project, 'examples', name);
      const [program, ...args] = tool.split(' ');
      run(example, join(project, 'node_modules/.bin', program!), ...args);
      const served = await serve(join(example, pages));
      const browser = await chromium.launch({ executablePath: findChromium(), args: SWITCHES });
      const page = await browser.newPage();
      const missing: string[] = [];
      page.on('response', answer => {
        if (!answer.ok()) missing.push(answer.url());
      });
      await page.goto(served.url);
      await page.locator('kifu-viewer .picture > svg').waitFor();
      expect(page.workers()).toHaveLength(1);
      await browser.close();
      await served.close();
      expect(missing.filter(url => !url.endsWith('favicon.ico'))).toEqual([]);
    },
  );
});

/** How many packages and megabytes an installation has at most; 20 and 20 unless told. */
const LIMITS: { readonly [name: string]: readonly [packages: number, megabytes: number] } = {
  core: [4, 6],
  games: [5, 8],
  ipgs: [20, 30],
  viewer: [20, 32],
  web: [6, 24],
  server: [120, 40],
  peer: [150, 80],
  cli: [290, 130],
};

/** The packages of this project that another needs, in the end. */
function kifuNeeds(name: string, found = new Set<string>()): ReadonlySet<string> {
  const { dependencies = {} } = JSON.parse(read(`packages/${name}/package.json`));
  for (const each of Object.keys(dependencies).flatMap(full => full.split('@kifu/')[1] ?? []))
    if (!found.has(each)) kifuNeeds(each, found.add(each));
  return found;
}

const tarballOf = (files: readonly string[], name: string): string =>
  files.find(file => basename(file).startsWith(`kifu-${name}-`))!;

/** What the examples need besides our packages. */
const toolsOf = (names: readonly string[]): string[] => {
  const needed = names.map(name => JSON.parse(read(`examples/${name}/package.json`)));
  const all = Object.assign(
    {},
    ...needed.flatMap(each => [each.dependencies, each.devDependencies]),
  );
  return Object.entries(all).flatMap(([name, range]) =>
    name.startsWith('@kifu/') ? [] : `${name}@${range}`,
  );
};

/** Builds all packages in a tree of their own: what is built in the checkout would be used instead of its sources. */
function build(folder: string): string {
  const tree = join(folder, 'tree');
  mkdirSync(join(tree, 'node_modules/@kifu'), { recursive: true });
  for (const file of ['package.json', 'tsconfig.base.json', 'tsconfig.build.json', 'scripts'])
    cpSync(join(ROOT, file), join(tree, file), { recursive: true });
  for (const name of NAMES) {
    cpSync(join(ROOT, 'packages', name), join(tree, 'packages', name), {
      recursive: true,
      filter: path => !/\/(?:node_modules|dist)$|\.tsbuildinfo$/.test(path),
    });
    symlinkSync(join(tree, 'packages', name), join(tree, 'node_modules/@kifu', name));
  }
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== '@kifu') lend(tree, name);
  npm(tree, 'run', '--silent', 'build');
  return tree;
}

/** Another Node, from the registry. */
function nodeOf(folder: string, version: string): string {
  const place = join(folder, `node-${version}`);
  mkdirSync(place);
  writeFileSync(join(place, 'package.json'), '{"private":true}');
  npm(place, 'install', `node@${version}`);
  return join(place, 'node_modules/node/bin/node');
}

/** What runs the tests is not passed on. */
const ENV = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(?:NODE_(?:OPTIONS|ENV|PATH)$|npm_|VITE|KIFU_)/.test(name),
  ),
);

const npm = (cwd: string, command: string, ...words: readonly string[]): void =>
  void run(cwd, 'npm', command, ...(command === 'install' ? QUICK : []), ...words);

const QUICK = ['--prefer-offline', '--no-audit', '--no-fund'];

/** Runs a program; what it says is told where it fails. */
function run(cwd: string, program: string, ...words: readonly string[]): string {
  const { stdout, stderr, status } = spawnSync(program, words, { cwd, env: ENV, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${words[0]}: ${status}\n${stdout}${stderr}`);
  return stdout;
}

/** Makes a module of the checkout known in another folder. */
const lend = (folder: string, name: string): void =>
  symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));

const STRICT = JSON.stringify({
  compilerOptions: {
    ...{
      strict: true,
      module: 'nodenext',
      target: 'es2024',
      lib: ['es2024', 'dom', 'dom.iterable'],
    },
    ...{ skipLibCheck: false, types: ['node'] },
  },
  files: ['use.ts', 'all.ts'],
});

const EXCHANGE = `
import { cidOf } from '@kifu/core';
import { createIpfsStore, joinIpfs } from '@kifu/stores/ipfs';
import { memoryBlocks } from '@kifu/stores/memory';
import { noise } from '@libp2p/noise';
import { tcp } from '@libp2p/tcp';
import { yamux } from '@libp2p/yamux';
import { identify } from '@libp2p/identify';
import { multiaddr } from '@multiformats/multiaddr';
import { createLibp2p } from 'libp2p';

const bytes = new TextEncoder().encode('hello');
const cid = cidOf('raw', bytes);
const one = await createIpfsStore({ blocks: memoryBlocks() });
await one.blocks.put(cid, bytes);
const other = await createIpfsStore({ blocks: memoryBlocks(), listen: [], timeoutMs: 5000 });
await other.connect(one.addresses[0]);
console.log(new TextDecoder().decode(await other.blocks.get(cid)));
const libp2p = await createLibp2p({
  transports: [tcp()], connectionEncrypters: [noise()], streamMuxers: [yamux()], services: { identify: identify() },
});
const joined = await joinIpfs(libp2p, memoryBlocks(), { timeoutMs: 5000 });
await libp2p.dial(multiaddr(one.addresses[0]));
console.log(new TextDecoder().decode(await joined.blocks.get(cid)));
await joined.close();
await libp2p.stop();
await other.close();
await one.close();
`;

const USE = `
import { makeBot, playBots } from '@kifu/bots';
import { moveAct, ok, unwrap, type Game, type Json, type Kit } from '@kifu/core';
import { svg } from '@kifu/core/svg';
import { chess } from '@kifu/games/chess/all';
import { append, begin, nodesOf, verdictOf, verify } from '@kifu/record';

const kit = chess as unknown as Kit;
const game = kit.game as Game;
const bots = [1, 2].map(seed => unwrap(makeBot(kit, 'search', { seed, nodes: 20 })));
let { chain } = unwrap(begin(game, {
  game: 'chess', version: 1, options: {}, seed: null, start: null, startedAt: null, tags: {},
  players: [{ seat: 0, name: 'a' }, { seat: 1, name: 'b' }],
}));
for (const { seat, move } of unwrap(playBots(kit, {}, bots, { steps: 20 })))
  if (seat !== null && move !== null)
    ({ chain } = unwrap(append(chain, { seat, act: moveAct(game, move as Json) })));
const report = await verify(nodesOf(chain), async () => ok(game));
if (report.fault !== null) throw new Error(report.fault.message);
console.log(verdictOf(report), svg(kit.scene(chain.table.state), kit.art!).slice(0, 4));
`;
