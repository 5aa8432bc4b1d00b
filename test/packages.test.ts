/** Packages as they are published: what each says of itself; and in the deep suite built, packed, installed into a fresh project, and used there. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { pack, withWholeLinks } from '../scripts/pack.ts';

const ROOT = join(import.meta.dirname, '..');
const NAMES = readdirSync(join(ROOT, 'packages'));
/** Those that run on Node 22 too, and in browsers. */
const LIBRARIES = ['core', 'games', 'record', 'bots'];
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
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!);
    expect(links.filter(link => !/^(?:https?:|#|mailto:)/.test(link))).toEqual([]);
  });
});

test('links out of a package become whole, others stay', () => {
  const pages = 'https://github.com/kifu/kifu';
  expect(
    withWholeLinks('[a](../../docs/x.md#y) [b](#z) [c](https://d.example)', 'packages/core'),
  ).toBe(`[a](${pages}/blob/main/docs/x.md#y) [b](#z) [c](https://d.example)`);
});

describe.runIf(process.env.KIFU_DEEP === '1')('in a fresh project', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kifu-packages-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('the libraries install, have types that compile, play, verify and render', () => {
    build(folder);
    const tarballs = join(folder, 'tarballs');
    mkdirSync(tarballs);
    for (const name of LIBRARIES) pack(name, tarballs, join(folder, 'tree'));
    const project = join(folder, 'project');
    mkdirSync(project);
    writeFileSync(join(project, 'package.json'), '{"type":"module","private":true}');
    writeFileSync(join(project, 'use.ts'), USE);
    writeFileSync(join(project, 'tsconfig.json'), STRICT);
    const files = readdirSync(tarballs).map(file => join(tarballs, file));
    execFileSync('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...files], {
      cwd: project,
    });
    const installed = join(project, 'node_modules/@kifu/core');
    expect(readdirSync(installed)).toEqual(
      expect.arrayContaining(['LICENSE', 'README.md', 'dist']),
    );
    lend(project, ...TOOLS);
    compile(['-p', project]);
    // another Node where one is named
    for (const node of [process.execPath, process.env.KIFU_NODE22].filter(
      path => path !== undefined,
    )) {
      const out = execFileSync(node, ['use.js'], { cwd: project, encoding: 'utf8', env: {} });
      expect(out.trim()).toBe('unsigned <svg');
    }
  }, 300_000);
});

/** Builds the libraries in a tree of their own: what is built in the checkout would be used instead of its sources. */
function build(folder: string): void {
  const tree = join(folder, 'tree');
  mkdirSync(join(tree, 'node_modules/@kifu'), { recursive: true });
  cpSync(join(ROOT, 'tsconfig.base.json'), join(tree, 'tsconfig.base.json'));
  for (const name of LIBRARIES) {
    cpSync(join(ROOT, 'packages', name), join(tree, 'packages', name), {
      recursive: true,
      filter: path => !/\/(?:node_modules|dist)$/.test(path),
    });
    symlinkSync(join(tree, 'packages', name), join(tree, 'node_modules/@kifu', name));
  }
  lend(tree, ...TOOLS, '@noble', 'canonicalize', 'poseidon-lite');
  const projects = LIBRARIES.map(name => join(tree, 'packages', name));
  compile(['-b', ...projects]);
}

/** Runs the compiler; what it finds is told. */
function compile(words: readonly string[]): void {
  const { stdout, status } = spawnSync(join(ROOT, 'node_modules/.bin/tsc'), words, {
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([0, '']);
}

/** What the types of Node need; nobody has to install it to use the libraries. */
const TOOLS = ['@types', 'undici-types'];

/** Makes modules of the checkout known in another folder. */
function lend(folder: string, ...names: readonly string[]): void {
  for (const name of names)
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
}

const STRICT = JSON.stringify({
  compilerOptions: {
    ...{ strict: true, module: 'nodenext', target: 'es2024', lib: ['es2024', 'dom'] },
    ...{ skipLibCheck: false, types: ['node'] },
  },
  files: ['use.ts'],
});

const USE = `
import { makeBot, playBots } from '@kifu/bots';
import { moveAct, ok, unwrap, type Game, type Json, type Kit } from '@kifu/core';
import { svg } from '@kifu/core/svg';
import { chess } from '@kifu/games/chess';
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
