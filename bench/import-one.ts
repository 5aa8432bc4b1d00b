/** Runs one command line of `kifu`, and tells `import.ts`, which starts it, how much memory that took at most. */
import { main } from '@kifu/cli';

await main();
// in KiB; the highest that the process with all its threads has had
process.send!({ exitCode: process.exitCode, peakKiB: process.resourceUsage().maxRSS });
process.disconnect();
