/** The PostgreSQL server that stores are compared with: the one that tests start. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Postgres, startPostgres } from '../packages/stores/test/postgres-server.ts';

export { type Postgres, startPostgres };

/** `/proc/PID/stat` counts in hundredths of a second. */
const TICK_MS = 10;

/** The CPU time of a server so far, of all its processes that are there, in milliseconds; null where the system does not say. */
export function serverCpuMs({ host }: Postgres): number | null {
  try {
    const [main] = readFileSync(join(host, '.s.PGSQL.5432.lock'), 'utf8').split('\n');
    return readdirSync('/proc')
      .filter(name => /^\d+$/.test(name))
      .map(pid => ticksOf(pid, main!))
      .reduce((sum, ticks) => sum + ticks * TICK_MS, 0);
  } catch {
    return null;
  }
}

/** Of the server or a process that it has started; 0 of all others. */
function ticksOf(pid: string, main: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // what stands before may have spaces in it: the name of the program
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return pid === main || fields[1] === main ? Number(fields[11]) + Number(fields[12]) : 0;
  } catch {
    return 0; // it has ended
  }
}
