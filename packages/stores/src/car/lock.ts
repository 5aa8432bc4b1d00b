/**
 * A lock file: a process that wants the lock adds a line with its name, and the first line of a running process holds it. So
 * a process that dies loses the lock, and of processes that come at the same time exactly one gets it. It works among processes of
 * one machine.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type FileHandle, open, readFile, stat, unlink } from 'node:fs/promises';

/** Lock that is held until it is released. */
export interface Lock {
  release(): Promise<void>;
}

/** Takes the lock, or returns the process that has it. */
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
      // the previous holder may have removed the file since it was opened here
      if (await isAt(path, file)) return { release: () => release(path, me) };
    } finally {
      await file.close();
    }
  }
}

/** Process ID, start time of the process, and a name for this lock. */
const LINE = /^[1-9]\d* (\d+|\?) [0-9a-f-]{36}$/;
/** Marks the line of a process that came in vain, and still runs. */
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
    process.kill(pid, 0); // sends no signal, only checks
  } catch (cause) {
    // the process exists, but belongs to another user
    return (cause as NodeJS.ErrnoException).code === 'EPERM';
  }
  const fields = statOf(pid);
  if (fields === null) return true;
  // dead, but not yet reaped by its parent
  if (fields[STATE] === 'Z' || fields[STATE] === 'X') return false;
  // process IDs are reused, especially after a restart of the machine
  const started = line.split(' ')[1];
  return started === '?' || started === fields[STARTED];
}

/** Returns when a process started, in ticks since the machine did, if the system knows. */
const startOf = (pid: number): string => statOf(pid)?.[STARTED] ?? '?';

/** Indexes in the result of `statOf`: fields 3 and 22 of proc_pid_stat(5). */
const STATE = 0;
const STARTED = 19;

/** Returns the fields from the third on: the second is a name that may contain anything, in parentheses. */
function statOf(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

/** Reads by position: that of the file itself moves with each append. */
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
