/**
 * A lock file: a process that wants the lock adds a line that names it, and the first line of a living process holds it. So
 * a process that dies loses the lock, and of any number that come at once exactly one gets it. It holds among processes of
 * one machine.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type FileHandle, open, readFile, stat, unlink } from 'node:fs/promises';

/** A lock that is held until it is released. */
export interface Lock {
  release(): Promise<void>;
}

/** Takes the lock, or says which process has it. */
export async function takeLock(path: string): Promise<Lock | { readonly heldBy: number }> {
  const { pid } = process;
  const me = `${pid} ${startOf(pid)} ${randomUUID()}`;
  for (;;) {
    const file = await open(path, 'a+');
    try {
      await file.appendFile(`\n${me}\n`);
      const holder = holderOf(await readAll(file));
      if (holder !== me) {
        await file.appendFile(`\n${GONE}${me}\n`);
        return { heldBy: pidOf(holder) };
      }
      // the holder before may have removed the file since it was opened here
      if (await isAt(path, file)) return { release: () => release(path, me) };
    } finally {
      await file.close();
    }
  }
}

/** Process id, when that process started, and a name for this one lock. */
const LINE = /^[1-9]\d* (\d+|\?) [0-9a-f-]{36}$/;
/** Before the line of one that came in vain, and lives on. */
const GONE = 'gone ';

async function release(path: string, me: string): Promise<void> {
  const text = await readFile(path, 'utf8').catch(() => '');
  // a user may have removed the file by hand, and another process taken the lock
  if (holderOf(text) === me) await unlink(path);
}

function holderOf(text: string): string {
  const lines = text.split('\n');
  const gone = new Set(lines.filter(line => line.startsWith(GONE)));
  return lines.find(line => LINE.test(line) && !gone.has(GONE + line) && isAlive(line)) ?? '';
}

const pidOf = (line: string): number => Number(line.split(' ')[0]);

function isAlive(line: string): boolean {
  const pid = pidOf(line);
  try {
    process.kill(pid, 0); // sends nothing, only looks
  } catch (cause) {
    // the process exists, but belongs to another user
    return (cause as NodeJS.ErrnoException).code === 'EPERM';
  }
  const fields = statOf(pid);
  if (fields === null) return true;
  // dead, but its parent has not collected it yet
  if (fields[STATE] === 'Z' || fields[STATE] === 'X') return false;
  // process ids come round again, after a restart of the machine most of all
  const started = line.split(' ')[1];
  return started === '?' || started === fields[STARTED];
}

/** When a process started, in ticks since the machine did, where the system says so. */
const startOf = (pid: number): string => statOf(pid)?.[STARTED] ?? '?';

/** Places in what `statOf` gives: fields 3 and 22 of proc_pid_stat(5). */
const STATE = 0;
const STARTED = 19;

/** The fields from the third on: the second is a name that may hold anything, in brackets. */
function statOf(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

/** By position: the file's own moves with what is appended. */
async function readAll(file: FileHandle): Promise<string> {
  const { size } = await file.stat();
  const bytes = new Uint8Array(size);
  const { bytesRead } = await file.read(bytes, 0, size, 0);
  return new TextDecoder().decode(bytes.subarray(0, bytesRead));
}

async function isAt(path: string, file: FileHandle): Promise<boolean> {
  const [here, there] = await Promise.all([file.stat(), stat(path).catch(() => null)]);
  return there !== null && there.ino === here.ino && there.dev === here.dev;
}
