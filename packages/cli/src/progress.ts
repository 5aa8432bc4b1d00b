/** Tells a terminal how far something is, on a line of standard error that goes away again. */
import { type Io, put } from './io.ts';

/** A line that comes and goes. */
export interface Progress {
  /** Shows the line. */
  tell(line: string): Promise<void>;
  /** Shows the line, unless another was shown a moment ago. */
  tellOften(line: string): Promise<void>;
  clear(): void;
}

/** How often a line that changes is shown. */
const EVERY_MS = 200;

/** Nothing is shown where standard error is no terminal. */
export function startProgress(io: Io): Progress {
  const isLive = io.isTTY.stderr && io.env.TERM !== 'dumb';
  let told = io.now();
  let isShown = false;
  const tell = async (line: string) => {
    if (!isLive) return;
    told = io.now();
    isShown = true;
    await put(io.stderr, `\r\x1b[K${line}`);
  };
  return {
    tell,
    async tellOften(line) {
      if (isLive && io.now() - told >= EVERY_MS) await tell(line);
    },
    clear() {
      if (isShown) io.stderr.write('\r\x1b[K');
      isShown = false;
    },
  };
}
