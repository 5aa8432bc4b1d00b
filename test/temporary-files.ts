/** Around all tests: one folder for what they keep for a while. Whatever they leave there goes away with it. */
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What is written through to the disk move by move costs no waiting in memory, where there is room. */
const IN_MEMORY = '/dev/shm';
const ROOM_BYTES = 8 * 2 ** 30;
/** PostgreSQL, which refuses to be root, has its folder within. */
const TO_BE_PASSED = 0o755;

export function setup(): () => void {
  const folder = mkdtempSync(join(hasRoom() ? IN_MEMORY : tmpdir(), 'kifu-'));
  chmodSync(folder, TO_BE_PASSED);
  process.env.TMPDIR = folder; // processes that are started from here on have it
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function hasRoom(): boolean {
  const { TMPDIR, KIFU_DEEP } = process.env;
  if (TMPDIR !== undefined || KIFU_DEEP === '1' || !existsSync(IN_MEMORY)) return false;
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return bavail * bsize > ROOM_BYTES;
}
