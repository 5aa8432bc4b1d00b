/** The rules of a game alone: what their sub-path loads, and how large that is for a page that wants nothing else. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { gameNames } from '@kifu/games';
import { build } from 'vite';
import { describe, expect, test } from 'vitest';

const GAMES = join(import.meta.dirname, '../packages/games/src');

/** Imports that are loaded: not those of types alone. */
const LOADED = /^(?:import|export) (?!type\b)(.*?)\bfrom '(\.[^']+)';$/gms;

/** A file and all that it loads of this package. */
function graphOf(path: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  for (const [, names, from] of readFileSync(path, 'utf8').matchAll(LOADED)) {
    const isTypes = /^\{\s*(?:type \w+,?\s*)+\}\s*$/.test(names!);
    if (!isTypes) graphOf(join(dirname(path), from!), seen);
  }
  return seen;
}

/** What is no part of the rules has one of these types of `core`. */
const OTHER_PARTS =
  /\b(?:Art|Bot|BotKit|Demo|Kit|MakeBot|Narrator|Notation|PositionNotation|RecordFormat|Scene)\b/;

const importsOf = (path: string): string =>
  [...readFileSync(path, 'utf8').matchAll(/^import [^;]*from '@kifu\/core[^']*';$/gm)].join('\n');

describe.each(gameNames())('%s', name => {
  const graph = [...graphOf(join(GAMES, name, 'rules.ts'))];

  test('the sub-path of the rules gives the game, and nothing else', async () => {
    const [rules, kit] = await Promise.all([
      import(`@kifu/games/${name}/rules`),
      import(`@kifu/games/${name}`),
    ]);
    expect(Object.keys(rules)).toEqual(['game']);
    expect(Object.values<{ game?: unknown }>(kit).some(({ game }) => game === rules.game)).toBe(
      true,
    );
  });

  test('rules load no art, scenes, notations, dialects or bots', () => {
    expect(graph.length).toBeGreaterThan(3);
    expect(graph.filter(path => OTHER_PARTS.test(importsOf(path)))).toEqual([]);
    const folders = globSync('*/', { cwd: join(GAMES, name) });
    expect(
      graph.filter(path => folders.some(folder => path.includes(`/${name}/${folder}`))),
    ).toEqual([]);
  });
});

/** How many bytes a page loads for this line, compressed. */
async function sizeOf(code: string): Promise<number> {
  const id = 'entry.js';
  const [built] = (await build({
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['source', 'browser', 'module', 'import', 'default'] },
    plugins: [
      {
        name: 'entry',
        enforce: 'pre',
        resolveId: source => (source.endsWith(id) ? join(GAMES, id) : null),
        load: path => (path === join(GAMES, id) ? code : null),
      },
    ],
    build: {
      write: false,
      lib: { entry: id, formats: ['es'] },
      rolldownOptions: { output: { codeSplitting: false, minify: true } },
    },
  })) as unknown as readonly { readonly output: readonly { readonly code: string }[] }[];
  return gzipSync(built!.output.map(chunk => chunk.code).join('')).length;
}

test('chess is small, its rules alone are smaller, and the names of openings come only with all of it', async () => {
  const rules = await sizeOf("export { game } from '@kifu/games/chess/rules';");
  const usual = await sizeOf(
    "export { start, step } from '@kifu/core'; export { chess } from '@kifu/games/chess';",
  );
  const all = await sizeOf("export { chess } from '@kifu/games/chess/all';");
  expect(rules).toBeLessThan(15_000);
  expect(rules).toBeLessThan(usual / 2);
  expect(usual).toBeLessThan(40_000);
  expect(all).toBeGreaterThan(80_000);
});
