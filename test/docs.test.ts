/**
 * The words are tested like the code. In every page a fenced block says after its language where it comes from:
 *
 *     ```ts examples/readme.ts         the whole file; with #name, the region of that name
 *     ```text examples/readme.ts       what that program prints
 *     ```sh run                        a session: `$ ` and a command, then what it prints; … stands for anything
 *     ```sh run in order               the same in a folder of its own, one command after the other
 */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { run } from '@kifu/cli';
import { FAULTS } from '@kifu/core';
import { afterAll, describe, expect, test } from 'vitest';
import { collector, makeIo } from '../packages/cli/test/run-kifu.ts';
import '../examples/tic-tac-toe/tic-tac-toe.test.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const pages = globSync(['*.md', 'docs/**/*.md', 'packages/**/README.md'], {
  cwd: ROOT,
  exclude: ['**/node_modules/**'],
}).sort();
const manifest = JSON.parse(read('package.json')) as {
  readonly version: string;
  readonly scripts: { readonly [name: string]: string };
};

interface Block {
  readonly page: string;
  readonly language: string;
  /** What follows the language: a path, `run`, or nothing. */
  readonly source: string;
  readonly text: string;
}

const blocks = pages.flatMap(page =>
  [...read(page).matchAll(/^```(\S+) *(.*)\n([\s\S]*?)^```$/gm)].map(
    ([, language, source, text]): Block => ({
      page,
      language: language!,
      source: source!,
      text: text!,
    }),
  ),
);
const isProgram = ({ language }: Block) => language === 'ts' || language === 'python';
/** The files that blocks of a language show. */
const shownAs = (language: string): ReadonlySet<string> =>
  new Set(
    blocks
      .filter(block => block.language === language)
      .map(({ source }) => source.replace(/#.*/, '')),
  );

const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) console.warn('python3 is missing, so sessions with Python programs are not run');

/** A folder with an `npx` that starts our own programs at once; npm's would take longer than all the rest. */
const bin = mkdtempSync(join(tmpdir(), 'kifu-docs-'));
const NODE = `'${process.execPath}' --conditions=source`;
writeFileSync(
  join(bin, 'npx'),
  `#!/bin/sh
name=$1
shift
case $name in
  kifu) exec ${NODE} '${join(ROOT, 'packages/cli/bin/kifu.js')}' "$@" ;;
  node) exec ${NODE} "$@" ;;
esac
`,
  { mode: 0o755 },
);
afterAll(() => rmSync(bin, { recursive: true }));

interface Ran {
  readonly code: number | string;
  /** Both streams, as a terminal shows them. */
  readonly output: string;
}

/** Runs a line of shell as a reader would, in the root of the project unless told; keys are made in a folder that goes away. */
async function shell(command: string, cwd = ROOT): Promise<Ran> {
  const { NODE_OPTIONS: _, NO_COLOR: __, FORCE_COLOR: ___, ...rest } = process.env;
  const home = join(cwd === ROOT ? bin : cwd, '.kifu');
  // what programs leave in the folder for such things goes away with the rest
  const env = { ...rest, PATH: `${bin}${delimiter}${rest.PATH}`, KIFU_HOME: home, TMPDIR: bin };
  return new Promise(resolve => {
    execFile('sh', ['-c', `exec 2>&1; ${command}`], { cwd, env }, (cause, output) =>
      resolve({ code: cause?.code ?? 0, output }),
    );
  });
}

/** A line with one command of ours alone, after what is set for it: the shell has no part in it. */
const ONE_COMMAND = /^((?:[A-Z_]+=\w+ )*)npx kifu ([^|&;<>`$*?()~#\\]+)$/;

/** Runs such a line in this process, one after the other: all have the folder that the process is in. */
function inProcess(command: string, cwd: string): Promise<Ran> {
  const [, settings, text] = ONE_COMMAND.exec(command)!;
  const words = [...text!.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, plain]) => (single ?? double ?? plain)!,
  );
  const set = [...settings!.matchAll(/(\w+)=(\w+)/g)].map(([, name, value]) => [name, value]);
  const env = { KIFU_HOME: join(cwd, '.kifu'), ...Object.fromEntries(set) };
  const ran = turn.then(async () => {
    const { stream, text } = collector();
    const streams = { stdin: Readable.from([]), stdout: stream, stderr: stream };
    const io = makeIo({ env, startMs: Date.now(), sleep: ms => delay(ms) }, streams);
    process.chdir(cwd);
    const code = await run(words, io).finally(() => process.chdir(ROOT));
    return { code, output: text() };
  });
  turn = ran.catch(() => {});
  return ran;
}
let turn: Promise<unknown> = Promise.resolve();

describe('programs', () => {
  test.each(blocks.filter(block => isProgram(block) && block.source !== ''))(
    '$page shows $source as it is',
    ({ source, text }) => expect(text).toBe(regionOf(source)),
  );

  test.concurrent.each(blocks.filter(({ language, source }) => language === 'text' && source))(
    '$page shows what $source prints',
    async ({ source, text }) => {
      const isPython = source.endsWith('.py');
      if (isPython && !hasPython) return;
      const { code, output } = await shell(`${isPython ? 'python3' : 'npx node'} ${source}`);
      expect(output).toMatch(loosely(text));
      expect(code).toBe(0);
    },
  );

  test('every program of examples is shown, with what it prints', () => {
    const programs = globSync('examples/*.{ts,py}', { cwd: ROOT });
    expect(programs.length).toBeGreaterThan(3);
    for (const path of programs) {
      expect(shownAs(path.endsWith('.py') ? 'python' : 'ts'), path).toContain(path);
      expect(shownAs('text'), path).toContain(path);
    }
    for (const path of globSync('examples/tic-tac-toe/*.ts', { cwd: ROOT }))
      expect(shownAs('ts'), path).toContain(path);
  });

  test('every engine of examples is shown, and a session starts it', () => {
    const engines = globSync('examples/engines/*', { cwd: ROOT });
    expect(engines.length).toBeGreaterThan(0);
    const sessions = blocks.filter(({ source }) => source === 'run').map(({ text }) => text);
    for (const path of engines) {
      expect(shownAs('python'), path).toContain(path);
      expect(sessions.join(''), path).toContain(path);
    }
  });

  test('every program in a guide comes from a file that is run', () => {
    const loose = blocks.filter(block => isProgram(block) && block.source === '');
    expect(loose.map(({ page }) => page).filter(page => !page.startsWith('packages/'))).toEqual([]);
  });

  // the READMEs of packages show programs that stand there only
  test.concurrent.each(
    blocks.filter(
      ({ language, source, text }) => language === 'ts' && !source && /^import /.test(text),
    ),
  )('the program in $page runs', async ({ text }) => {
    const quoted = text.replaceAll("'", `'\\''`);
    const ran = await shell(`npx node --input-type=module-typescript -e '${quoted}'`);
    expect(ran).toMatchObject({ code: 0, output: /\S/ });
  });
});

describe('sessions', () => {
  const commandsOf = ({ page, text }: Block) =>
    text
      .split(/^\$ /m)
      .slice(1)
      .map(piece => {
        const [, command, output] = /^((?:.*\\\n)*.*)\n([\s\S]*)$/.exec(piece)!;
        return { page, command: command!, output: output! };
      });
  const ofKind = (kind: string) =>
    blocks.filter(({ language, source }) => language === 'sh' && source === kind);
  const sessions = ofKind('run')
    .flatMap(commandsOf)
    .filter(({ command }) => hasPython || !command.includes('.py'));
  const orderly = ofKind('run in order').map((block, i) => ({ page: block.page, i, block }));

  /** Some sessions are long, and the machine may have much else to do. */
  const LONG = { timeout: 600_000 };
  test('are found in the pages', () => {
    expect(sessions.length).toBeGreaterThan(5);
    expect(orderly.length).toBeGreaterThan(1);
  });

  test.concurrent.each(sessions)('$page: $command', async ({ command, output }) => {
    expect((await shell(command)).output).toMatch(loosely(output));
  });

  /** A command is a process when it is shown first, as readers start it: to start one each time would show nothing new, and take half of the time. */
  const firsts = new Set<string>();
  const isFirst = (command: string): boolean => {
    const name = /npx kifu ([a-z]+)/.exec(command)?.[1] ?? '';
    const isNew = !firsts.has(name);
    firsts.add(name);
    return isNew;
  };
  const inOrder = orderly.map(({ block, ...named }) => ({
    ...named,
    steps: commandsOf(block).map(step => ({
      ...step,
      runsIn: isFirst(step.command) || !ONE_COMMAND.test(step.command) ? shell : inProcess,
    })),
  }));

  test.concurrent.each(inOrder)('$page: in order, $i', LONG, async ({ steps }) => {
    const folder = mkdtempSync(join(bin, 'session-')); // goes away with the rest
    for (const { command, output, runsIn } of steps)
      expect(`$ ${command}\n${(await runsIn(command, folder)).output}`).toMatch(
        loosely(`$ ${command}\n${output}`),
      );
  });
});

describe('pages', () => {
  test.each(pages)('%s: its links lead somewhere', page => {
    const text = read(page).replace(/^```[\s\S]*?^```$/gm, '');
    const links = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)].map(
      found => (found[1] ?? found[2])!,
    );
    for (const link of links.filter(link => !/^https?:/.test(link))) {
      const [path, anchor] = link.split('#');
      const target = path ? join(dirname(page), path) : page;
      expect(existsSync(join(ROOT, target)), `${page}: ${link}`).toBe(true);
      if (anchor) expect(anchorsOf(target), `${page}: ${link}`).toContain(anchor);
    }
  });

  test.each(pages)('%s: its npm scripts exist', page => {
    for (const [command, name] of read(page).matchAll(/\bnpm run ([a-z:]+)/g))
      expect(Object.keys(manifest.scripts), `${page}: ${command}`).toContain(name);
  });

  test.each(['docs', 'docs/adr'])('the index of %s lists every page', folder => {
    const index = read(join(folder, 'README.md'));
    for (const path of globSync('*.md', { cwd: join(ROOT, folder) }))
      if (path !== 'README.md') expect(index).toContain(`](${path})`);
  });

  test('the page of benchmarks has exactly the benches', () => {
    const named = [...read('docs/benchmarks.md').matchAll(/npm run bench -- ([a-z-]+)/g)];
    const benches = [...read('bench/index.ts').matchAll(/^ {2}'?([a-z-]+)'?: \(\) => import/gm)];
    expect(named.map(([, name]) => name).sort()).toEqual(benches.map(([, name]) => name).sort());
  });

  test('the README lists every package, and that of the command every command', async () => {
    const rows = (page: string, pattern: RegExp) =>
      [...read(page).matchAll(pattern)].map(found => found[1]!);
    expect(rows('README.md', /^\| \[`@kifu\/([a-z]+)`\]/gm).sort()).toEqual(
      globSync('packages/*', { cwd: ROOT })
        .map(path => path.slice('packages/'.length))
        .sort(),
    );
    const help = (await shell('npx kifu --help')).output;
    const commands = help.slice(help.indexOf('Commands:'), help.indexOf('Examples:'));
    expect(rows('packages/cli/README.md', /^\| `kifu ([a-z]+)/gm)).toEqual(
      [...commands.matchAll(/^ {2}([a-z]+)/gm)].map(found => found[1]!),
    );
  });

  test('the page of faults has exactly the codes, with their meaning', () => {
    const [, codes] = /^## Codes$([\s\S]*?)^## /m.exec(read('docs/faults.md'))!;
    const rows = [...codes!.matchAll(/^\| `([a-z-]+)` \| (.*?) \|/gm)];
    expect(rows.map(([, code, meaning]) => [code, meaning])).toEqual(Object.entries(FAULTS));
  });

  test('the glossary names what the code exports', () => {
    const exported = new Set(
      globSync('packages/*/src/**/*.ts', { cwd: ROOT }).flatMap(path =>
        [
          ...read(path).matchAll(
            /^export (?:(?:async )?(?:interface|type|const|function|class) (\w+)|const \{ ([\w, ]+) \})/gm,
          ),
        ].flatMap(found => found[1] ?? found[2]!.split(', ')),
      ),
    );
    const rows = [...read('docs/glossary.md').matchAll(/^\| (.+?) \| .* \| (.*) \|$/gm)];
    const named = rows.flatMap(row =>
      [...row[2]!.matchAll(/`(\w+)(?:\.\w+)?`/g)].map(found => found[1]!),
    );
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter(name => !exported.has(name))).toEqual([]);
    const words = rows.map(row => row[1]!).filter(word => !/^(?:word|---)$/.test(word));
    expect(words.filter((word, i) => words.indexOf(word) !== i)).toEqual([]);
  });

  test('decisions have a unique number, a title and three parts', () => {
    const paths = globSync('docs/adr/[0-9]*.md', { cwd: ROOT }).sort();
    expect(paths.length).toBeGreaterThan(30);
    const numbers = paths.map(path => /\/(\d{4})-[a-z0-9-]+\.md$/.exec(path)?.[1]);
    expect(new Set(numbers).size).toBe(paths.length);
    const replaced = paths.flatMap((path, i) => {
      const text = read(path);
      expect(text).toMatch(new RegExp(`^# ${numbers[i]} [A-Z]`));
      expect([...text.matchAll(/^## (\w+)$/gm)].map(found => found[1])).toEqual([
        'Context',
        'Decision',
        'Consequences',
      ]);
      return [...(/^Replaces (.*)\.$/m.exec(text)?.[1] ?? '').matchAll(/\d{4}/g)].map(([n]) => n);
    });
    // every number is a decision or named by the one that replaced it, once
    const all = [...numbers, ...replaced].sort();
    expect(all).toEqual(all.map((_, i) => `${i + 1}`.padStart(4, '0')));
  });

  test('the changelog begins with the present version', () => {
    expect(/^## (\S+)/m.exec(read('CHANGELOG.md'))?.[1]).toBe(manifest.version);
  });
});

/** The text of a file, or of the region after the `#`. */
function regionOf(source: string): string {
  const [path, name] = source.split('#');
  const text = read(path!);
  if (name === undefined) return text;
  const found = new RegExp(`^// #region ${name}\n([\\s\\S]*?)^// #endregion$`, 'm').exec(text);
  if (found === null) throw new Error(`${path} has no region ${name}`);
  return found[1]!;
}

/** The text, with anything where it has `…`. */
const loosely = (text: string): RegExp =>
  new RegExp(`^${text.trimEnd().split('…').map(escaped).join('[\\s\\S]*?')}\\s*$`);

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** The places that links can lead to: headings as GitHub names them. */
const anchorsOf = (page: string): string[] =>
  [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
