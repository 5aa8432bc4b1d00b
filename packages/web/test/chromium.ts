/** Finds a Chromium for the tests: one that is named, one on the PATH, or Debian's, which root can install. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The first that is found is taken: without windows of its own, a page is there in a quarter of the time. */
const NAMES = [
  ...['chromium-headless-shell', 'chromium', 'chromium-browser'],
  ...['google-chrome', 'google-chrome-stable', 'chrome'],
];

/** What to do where there is none. */
const HOW =
  'the tests of the viewer need Chromium: install it (Debian: apt-get install chromium-headless-shell), or name one by CHROMIUM_PATH';

/** The path of a Chromium; throws with a sentence that says how to get one. */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string {
  const found = named(env) ?? onPath(env);
  if (found !== null) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    spawnSync('apt-get', ['install', '-y', 'chromium-headless-shell'], { stdio: 'ignore' });
    const installed = onPath(env);
    if (installed !== null) return installed;
  }
  throw new Error(HOW);
}

function named({ CHROMIUM_PATH }: NodeJS.ProcessEnv): string | null {
  if (CHROMIUM_PATH === undefined || CHROMIUM_PATH === '') return null;
  if (!existsSync(CHROMIUM_PATH)) throw new Error(`there is no ${CHROMIUM_PATH}: ${HOW}`);
  return CHROMIUM_PATH;
}

function onPath({ PATH = '' }: NodeJS.ProcessEnv): string | null {
  const paths = NAMES.flatMap(name => PATH.split(delimiter).map(folder => join(folder, name)));
  return paths.find(path => existsSync(path)) ?? null;
}
