/** Runs one command line of `kifu`, and tells `import.ts`, which starts it, what that took. */
import { readFileSync } from 'node:fs';
import { main } from '@kifu/cli';

await main();
const { user, system } = process.cpuUsage();
process.send!({
  exitCode: process.exitCode,
  /** The highest that the process with all its threads has had. */
  peakKiB: process.resourceUsage().maxRSS,
  /** Of all threads. */
  cpuSeconds: (user + system) / 1e6,
  /** Handed to the system to be written; null where it does not say. https://man7.org/linux/man-pages/man5/proc_pid_io.5.html */
  writtenBytes: writtenBytes(),
});
process.disconnect();

function writtenBytes(): number | null {
  try {
    return Number(/^wchar: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);
  } catch {
    return null;
  }
}
