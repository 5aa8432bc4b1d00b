/** Fake engines as programs, for command lines that name one. */
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FAKE = fileURLToPath(new URL('../../engines/test/fake-engine.ts', import.meta.url));
let folder: string | null = null;

/** Writes a program that starts a fake engine in a mode; returns the words for it, such as `uci:/tmp/…/uci-good`. */
export function fakeProgram(protocol: string, mode = 'good'): string {
  folder ??= mkdtempSync(join(tmpdir(), 'kifu-engines-'));
  const path = join(folder, `${protocol}-${mode}`);
  const words = [process.execPath, '--conditions=source', '--no-warnings', FAKE, protocol, mode];
  writeFileSync(path, `#!/bin/sh\nexec ${words.map(word => `'${word}'`).join(' ')}\n`);
  chmodSync(path, 0o755);
  return `${protocol}:${path}`;
}

/** What programs of tests need of the environment. */
export const PROGRAM_ENV = { PATH: process.env.PATH };
