/**
 * `npm run docs:api [-- FOLDER]`: the reference of all that the packages export, as pages (default: `docs/api`). TypeDoc needs
 * the compiler as a library, which TypeScript 7 no longer is: so it is run from the registry with its own TypeScript, and
 * neither is a dependency of the repository.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const TOOLS = ['typedoc@0.28', 'typescript@6.0'];
/** Elements of a page, whose attributes, events and methods are in docs/viewer.md, and the site. */
const LEFT_OUT = ['viewer', 'web'];

interface Manifest {
  readonly exports: { readonly [path: string]: { readonly source: string } };
}

/** The sources of all that can be imported; patterns lead to games, which are all alike. */
const entries = readdirSync(join(ROOT, 'packages'))
  .filter(name => !LEFT_OUT.includes(name))
  .flatMap(name => {
    const text = readFileSync(join(ROOT, 'packages', name, 'package.json'), 'utf8');
    const { exports } = JSON.parse(text) as Manifest;
    return Object.entries(exports)
      .filter(([path]) => !path.includes('*'))
      .map(([, { source }]) => join('packages', name, source));
  });

const out = resolve(process.argv[2] ?? join(ROOT, 'docs/api'));
const words = [
  ...['exec', '--yes', ...TOOLS.map(tool => `--package=${tool}`), '--', 'typedoc'],
  ...['--tsconfig', 'tsconfig.json', '--name', 'Kifu', '--readme', 'docs/using-the-engine.md'],
  ...['--skipErrorChecking', '--excludePrivate', '--logLevel', 'Error', '--out', out],
  ...[
    '--disableGit',
    '--sourceLinkTemplate',
    'https://github.com/kifu/kifu/blob/main/{path}#L{line}',
  ],
  ...entries,
];
const { status } = spawnSync('npm', words, { cwd: ROOT, stdio: 'inherit' });
process.exitCode = status ?? 1;
