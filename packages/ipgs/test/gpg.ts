/** The real gpg for the tests: one that is named, one on the PATH, or Debian's, which root can install. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const HOW =
  'these tests need gpg 2.2 or newer: install it (Debian: apt-get install gpg gpg-agent), or name one by GPG_PATH';

/** The path of a gpg; throws with a sentence that says how to get one. */
export function findGpg({ GPG_PATH, PATH = '' }: NodeJS.ProcessEnv = process.env): string {
  if (GPG_PATH) {
    if (!existsSync(GPG_PATH)) throw new Error(`there is no ${GPG_PATH}: ${HOW}`);
    return GPG_PATH;
  }
  const onPath = () =>
    PATH.split(delimiter)
      .map(folder => join(folder, 'gpg'))
      .find(existsSync);
  const found = onPath();
  if (found !== undefined) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    // another test may be installing it
    const install = ['-o', 'DPkg::Lock::Timeout=120', 'install', '-y', 'gpg', 'gpg-agent'];
    spawnSync('apt-get', install, { stdio: 'ignore' });
    const installed = onPath();
    if (installed !== undefined) return installed;
  }
  throw new Error(HOW);
}

/** A gpg with its own home, which is removed with it. */
export interface Gpg {
  /** Runs a command and gives what it writes to standard output; throws with what it says where it fails. */
  run(args: readonly string[], input?: string | Uint8Array): Buffer;
  /** The path of a file in the home with these bytes. */
  file(name: string, bytes: string | Uint8Array): string;
  read(name: string): Buffer;
  close(): void;
}

/** Makes a home for gpg. The path is short, since the agent listens at a socket in it. */
export function createGpg(): Gpg {
  const gpg = findGpg();
  const home = mkdtempSync(join(tmpdir(), 'gpg-'));
  const options = [
    '--homedir',
    home,
    '--batch',
    '--yes',
    '--no-tty',
    '--pinentry-mode',
    'loopback',
  ];
  return {
    run: (args, input = '') =>
      execFileSync(gpg, [...options, ...args], {
        cwd: home,
        input,
        stdio: ['pipe', 'pipe', 'pipe'],
      }),
    file(name, bytes) {
      writeFileSync(join(home, name), bytes);
      return join(home, name);
    },
    read: name => readFileSync(join(home, name)),
    close() {
      // the agent ends on its own when its home is gone; until then it may write there
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
