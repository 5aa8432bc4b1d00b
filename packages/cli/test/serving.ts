/** `kifu serve` in process, until it is told to stop. */
import { Readable } from 'node:stream';
import { vi } from 'vitest';
import { run } from '../src/index.ts';
import { collector, makeIo, type World } from './run-kifu.ts';

/** A server that runs. */
export interface Serving {
  readonly url: string;
  /** What it said of itself. */
  readonly said: { readonly store: string; readonly metrics: string | null };
  /** What it has logged. */
  log(): string;
  /** Whether it hears no signals any more, so that the next ends the process. */
  isDeaf(): boolean;
  /** Stops it as a signal does; gives the exit code. */
  stop(): Promise<number>;
}

/** Starts `kifu serve` without pages, on any port, with these words more. */
export async function startServing(words: readonly string[], world: World = {}): Promise<Serving> {
  const [out, err] = [collector(), collector()];
  const streams = { stdin: Readable.from([]), stdout: out.stream, stderr: err.stream };
  let tell = (_exitCode: number): void => {};
  let isDeaf = false;
  const ended = run(['serve', '--port', '0', '--no-site', '--json', ...words], {
    ...makeIo(world, streams),
    onStop(listener) {
      tell = listener;
      return () => {
        isDeaf = true;
      };
    },
  });
  const isOver = ended.then(code => {
    if (!out.text().includes('"url"'))
      throw new Error(`exit code ${code}: ${out.text()}${err.text()}`);
  });
  await Promise.race([
    isOver,
    vi.waitUntil(() => out.text().includes('\n'), { timeout: 60_000, interval: 10 }),
  ]);
  const said = JSON.parse(out.text().split('\n')[0]!);
  return {
    ...{ url: said.url, said },
    log: err.text,
    isDeaf: () => isDeaf,
    async stop() {
      tell(143);
      return ended;
    },
  };
}
