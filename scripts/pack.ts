/**
 * `npm run pack -- FOLDER [PACKAGE…]`: tarballs of packages that have been built (`npm run build`), as they are published. Each has the license,
 * says where it comes from, and its README links to pages that everyone can reach.
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix, resolve } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const LEFT_OUT = ['node_modules', 'src', 'test'];

interface Manifest {
  readonly name: string;
  readonly repository: { readonly url: string };
}

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const { repository } = JSON.parse(read('package.json')) as Manifest;
const pages = repository.url.replace(/^git\+/, '').replace(/\.git$/, '');

/** Links that lead out of the package, made whole; those in fenced code are examples and stay. */
export const withWholeLinks = (text: string, directory: string): string =>
  text.replace(
    /^(```+|~~~+)[^\n]*\n[\s\S]*?(?:^\1|$(?![\s\S]))|(\]\(|src=")(?!https?:|#|mailto:)([^)"#\s]+)/gm,
    (all, fence: string | undefined, before: string, path: string) => {
      if (fence !== undefined) return all;
      const target = posix.normalize(posix.join(directory, path));
      const kind = /\.(?:png|svg|gif)$/.test(path) ? 'raw' : 'blob';
      return `${before}${pages}/${kind}/main/${target}`;
    },
  );

/** Packs one package into a folder; it may have been built in another place than this checkout. */
export function pack(name: string, to: string, root = ROOT): void {
  const directory = `packages/${name}`;
  if (!existsSync(join(root, directory, 'dist')))
    throw new Error(`${directory} has not been built: npm run build`);
  const staged = mkdtempSync(join(tmpdir(), `kifu-pack-${name}-`));
  try {
    cpSync(join(root, directory), staged, {
      recursive: true,
      filter: path => !LEFT_OUT.includes(path.slice(join(root, directory).length + 1)),
    });
    const manifest = JSON.parse(read(`${directory}/package.json`)) as Manifest;
    const whole = { ...manifest, repository: { ...repository, directory }, homepage: pages };
    writeFileSync(join(staged, 'package.json'), `${JSON.stringify(whole, null, 2)}\n`);
    writeFileSync(join(staged, 'LICENSE'), read('LICENSE'));
    writeFileSync(
      join(staged, 'README.md'),
      withWholeLinks(read(`${directory}/README.md`), directory),
    );
    execFileSync('npm', ['pack', '--silent', '--pack-destination', to], {
      cwd: staged,
      stdio: 'inherit',
    });
  } finally {
    rmSync(staged, { recursive: true });
  }
}

if (process.argv[1] === import.meta.filename) {
  const [folder = 'tarballs', ...names] = process.argv.slice(2);
  const to = resolve(folder);
  mkdirSync(to, { recursive: true });
  for (const name of names.length > 0 ? names : readdirSync(join(ROOT, 'packages'))) pack(name, to);
}
