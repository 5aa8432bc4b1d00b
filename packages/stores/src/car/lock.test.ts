/** Who gets a lock, and who does not. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { readFile, unlink, writeFile } from 'node:fs/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fileMethods, tempPaths } from '../../test/files.ts';
import { type Lock, takeLock } from './lock.ts';

const path = tempPaths('.lock');
const LINUX = existsSync('/proc/self/stat');
const NAME = '00000000-0000-4000-8000-000000000000';
/** Another process may have to wait for its turn. */
const PATIENCE = { timeout: 20_000 };

const isTaken = (taken: Awaited<ReturnType<typeof takeLock>>): taken is Lock => 'release' in taken;

async function take(at: string): Promise<Lock> {
  const taken = await takeLock(at);
  if (!isTaken(taken)) throw new Error(`process ${taken.heldBy} has it`);
  return taken;
}

/** The number of a process that has ended. */
const deadPid = (): number => spawnSync(process.execPath, ['--version']).pid;

/** The line that this process would write. */
async function ownLine(): Promise<string> {
  const at = path();
  const lock = await take(at);
  const line = (await readFile(at, 'utf8')).trim();
  await lock.release();
  return line;
}

test('one process at a time has the lock, and the file is gone after it was released', async () => {
  const at = path();
  for (let i = 0; i < 3; i++) {
    const lock = await take(at);
    expect(await takeLock(at)).toEqual({ heldBy: process.pid });
    expect(await takeLock(at)).toEqual({ heldBy: process.pid });
    await lock.release();
    expect(existsSync(at)).toBe(false);
  }
});

test('of 20 that come at once to the lock of a dead process, one gets it', async () => {
  for (let i = 0; i < 5; i++) {
    const at = path();
    await writeFile(at, `\n${deadPid()} 1 ${NAME}\n`);
    const taken = await Promise.all(Array.from({ length: 20 }, () => takeLock(at)));
    expect(taken.filter(isTaken)).toHaveLength(1);
    await taken.find(isTaken)!.release();
    await (await take(at)).release();
  }
});

test.each<[string, () => string | Promise<string>]>([
  ['an empty file', () => ''],
  ['lines of no kind', () => `no line\n${process.pid}\n-1 1 ${NAME}\n0 ? ${NAME}\n`],
  ['half a line of a dead process', () => `\n${deadPid()} 1`],
  ['half a line', () => `\n${process.pid} `],
  ['a dead process', () => `${deadPid()} ? ${NAME}\n`],
  [
    'one that came in vain and lives on',
    async () => `${await ownLine()}\n`.replace(/^.*$/m, '$&\ngone $&'),
  ],
])('the lock is not held by %s', async (_name, text) => {
  const at = path();
  await writeFile(at, await text());
  await (await take(at)).release();
});

test.each<[string, () => string | Promise<string>]>([
  ['a process that lives', ownLine],
  ['a process that lives, however long', () => `${process.ppid} ? ${NAME}`],
  ['one that lives, behind a dead one', async () => `${deadPid()} ? ${NAME}\n${await ownLine()}`],
])('other processes are locked out by %s', async (_name, text) => {
  const at = path();
  await writeFile(at, `${await text()}\n`);
  expect(await takeLock(at)).toHaveProperty('heldBy');
});

test.runIf(LINUX)('a process is not taken for an earlier one of the same number', async () => {
  const at = path();
  await writeFile(at, `${process.pid} 1 ${NAME}\n`);
  await (await take(at)).release();
});

test.runIf(LINUX)('a process that is dead but not buried holds nothing', async () => {
  // the shell becomes a `sleep`, which does not ask after the child that it has; that one ends with its input
  const parent = spawn('sh', ['-c', 'exec 3<&0; cat <&3 >&2 & echo $!; exec sleep 60']);
  onTestFinished(() => void parent.kill('SIGKILL'));
  const pid = String(await once(parent.stdout, 'data')).trim();
  const says = (number: unknown, words: string) => () =>
    readFileSync(`/proc/${number}/stat`, 'utf8').includes(words);
  await vi.waitUntil(says(parent.pid, '(sleep)'), PATIENCE);
  parent.stdin.end();
  await vi.waitUntil(says(pid, ') Z '), PATIENCE);
  const at = path();
  await writeFile(at, `${pid} ? ${NAME}\n`);
  await (await take(at)).release();
});

test('after its file was removed by hand, a lock does not release the lock of the next holder', async () => {
  const at = path();
  const first = await take(at);
  await unlink(at);
  const second = await take(at);
  await first.release();
  expect(await takeLock(at)).toEqual({ heldBy: process.pid });
  await second.release();
  await second.release();
});

test('a file that is removed while the lock is taken is not the lock', async () => {
  const at = path();
  const methods = await fileMethods();
  const { appendFile } = methods;
  const spy = vi.spyOn(methods, 'appendFile').mockImplementationOnce(async function (
    this: unknown,
    ...args
  ) {
    await Reflect.apply(appendFile, this, args);
    await unlink(at);
  });
  const lock = await take(at);
  expect(spy).toHaveBeenCalledTimes(2);
  spy.mockRestore();
  expect(await takeLock(at)).toEqual({ heldBy: process.pid });
  await lock.release();
});
