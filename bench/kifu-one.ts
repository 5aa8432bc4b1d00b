/** Runs one command line of `kifu`, and tells `collection.ts`, which starts it, what that took. */
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
  written: written(),
});
process.disconnect();

/**
 * How many bytes were written, and as which counter of the system: those that go to a disk (`write_bytes`), or where there is no disk, as in
 * a file system in memory, all that were handed over, pipes and all (`wchar`). Null where the system does not say.
 * https://man7.org/linux/man-pages/man5/proc_pid_io.5.html
 */
function written(): { readonly bytes: number; readonly counter: string } | null {
  let text: string;
  try {
    text = readFileSync('/proc/self/io', 'utf8');
  } catch {
    return null;
  }
  const counters = new Map(text.split('\n').map(line => line.split(': ') as [string, string]));
  for (const counter of ['write_bytes', 'wchar']) {
    const bytes = Number(counters.get(counter) ?? 0);
    if (bytes > 0) return { bytes, counter };
  }
  return null;
}
